"""A question, understood: its language, the game and edition it names, the cards and numbers in it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from forestcalc.arbiter.index import Index
from forestcalc.arbiter.spelling import corrected, distance
from forestcalc.arbiter.text import LONGEST, fold, is_ideographic
from forestcalc.arbiter.vocabulary import Named, Reading, Vocabulary

EDITIONS = ("2023", "2026")
_GAME_NOTIONS = {"dartmoor": "dartmoor", "exmoor": "dartmoor", "smoky": "smoky-mountains"}
_BASE_NOTIONS = frozenset(("basegame", "alpine", "woodland", "exploration"))
_BASE_NAMES = re.compile(r"forest shuffle|mischwald|foret mixte|森森不息")
# A long question is not a misspelt one: so many words are looked at, at most.
_MOST_CORRECTED = 6
_MOST_WINDOWS = 20


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked. `game` and `edition` are None where the question names none."""

    text: str
    reading: Reading
    game: str | None
    edition: str | None
    numbers: tuple[tuple[int, int], ...]

    @property
    def names(self) -> tuple[Named, ...]:
        """The cards, sets and caves that the question names, in its order."""
        return self.reading.names

    @property
    def language(self) -> str:
        """The language that it is written in: en, de, fr, nl, es or zh."""
        return self.reading.language

    def number_beside(self, named: Named) -> int | None:
        """Return the number that counts *named*: the last one before it, else the first one after it."""
        before = [number for position, number in self.numbers if position < named.start]
        after = [number for position, number in self.numbers if position >= named.end]
        return before[-1] if before else after[0] if after else None


def understand(text: str, vocabulary: Vocabulary, index: Index, numbers: Mapping[str, int]) -> Question:
    """Read a question; only its first 2,000 characters are looked at. Any text will do."""
    text = text[:LONGEST]
    reading = _spelled(vocabulary.read(text), vocabulary, index)
    folded = fold(text)
    return Question(
        text,
        reading,
        _game(reading, folded),
        next((edition for edition in EDITIONS if edition in folded and not all(e in folded for e in EDITIONS)), None),
        tuple(_numbers(reading, numbers)),
    )


def _game(reading: Reading, folded: str) -> str | None:
    # A game's name within the name of a card, as in Dartmoor Pony, names no game.
    inside = {word for named in reading.names for word in reading.words[named.start : named.end]}
    for notion, game in _GAME_NOTIONS.items():
        if f"c:{notion}" in reading.features and not (notion in inside and reading.words.count(notion) < 2):
            return game
    if _BASE_NAMES.search(folded) or any(f"c:{notion}" in reading.features for notion in _BASE_NOTIONS):
        return "forest-shuffle"
    return None


def _numbers(reading: Reading, numbers: Mapping[str, int]) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for position, word in enumerate(reading.words):
        if word.isascii() and word.isdigit() and len(word) <= 2:
            found.append((position, int(word)))
        elif word in numbers:
            found.append((position, numbers[word]))
        elif word[:1] in numbers or any(char in numbers for char in word if char > "\u3400"):
            found.extend((position, numbers[char]) for char in word if char in numbers and char > "\u3400")
    return found


def _spelled(reading: Reading, vocabulary: Vocabulary, index: Index) -> Reading:
    """Read a question again with its unknown words corrected, where a known one is near."""
    named = {position for name in reading.names for position in range(name.start, name.end)}
    unknown = [
        position
        for position, word in enumerate(reading.words)
        if position not in named and not is_ideographic(word) and not _is_known(word, vocabulary, index)
    ]
    words = list(reading.words)
    for position in unknown[:_MOST_CORRECTED]:
        near = corrected(words[position], vocabulary.single_words) or corrected(words[position], index.words)
        if near:
            words[position] = near
    if words == list(reading.words):
        joined = None if reading.names else _misspelt_name(words, vocabulary)
        if joined is None:
            return reading
        start, end, name = joined
        words[start:end] = [name]
    return vocabulary.read_words(words)


def _is_known(word: str, vocabulary: Vocabulary, index: Index) -> bool:
    return (
        word in vocabulary.lexicon
        or word in vocabulary.names
        or word in vocabulary.aliases
        or index.knows(f"w:{word}")
        or any(word in common for common in vocabulary.common.values())
        or len(vocabulary.read_words([word]).features) > 1
    )


def _misspelt_name(words: list[str], vocabulary: Vocabulary) -> tuple[int, int, str] | None:
    """Return where a name of two or three words stands that is one letter off, and the name."""
    for length in (3, 2):
        for start in range(min(len(words), _MOST_WINDOWS) - length + 1):
            joined = "".join(words[start : start + length])
            if len(joined) < 8:
                continue
            for name in vocabulary.names:
                if name[:2] == joined[:2] and distance(joined, name, 1) <= 1:
                    return start, start + length, name
    return None
