"""A question, understood: its language, the game and edition it names, the cards and numbers in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from forestcalc.arbiter.spelling import corrected
from forestcalc.arbiter.text import LONGEST, fold, is_ideographic
from forestcalc.arbiter.vocabulary import Named, Reading, Vocabulary
from forestcalc.catalogue.spelling import distance

EDITIONS = ("2023", "2026")
_GAME_NOTIONS = {"dartmoor": "dartmoor", "exmoor": "dartmoor", "smoky": "smoky-mountains"}
_BASE_NOTIONS = frozenset(("basegame", "alpine", "woodland", "exploration"))
_BASE_NAMES = ("forest shuffle", "mischwald", "foret mixte", "森森不息")
# A long question is not a misspelt one: up to so many words it is corrected.
_LONGEST_CORRECTED = 30
_SHORTEST_MISSPELT = 8


class Question(NamedTuple):
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


def understand(text: str, vocabulary: Vocabulary, numbers: Mapping[str, int]) -> Question:
    """Read a question; only its first 2,000 characters are looked at. Any text will do."""
    text = text[:LONGEST]
    reading = _spelled(vocabulary.read(text), vocabulary)
    folded = fold(text)
    named = [edition for edition in EDITIONS if edition in folded]
    edition = named[0] if len(named) == 1 else None
    if edition is not None:  # one edition only says which rules to look in; two are to be compared
        features = {feature: weight for feature, weight in reading.features.items() if feature != f"w:{edition}"}
        reading = reading._replace(features=features)
    return Question(text, reading, _game(reading, folded), edition, tuple(_numbers(reading, numbers)))


def _game(reading: Reading, folded: str) -> str | None:
    # A game's name within the name of a card, as in Dartmoor Pony, names no game.
    inside = {word for named in reading.names for word in reading.words[named.start : named.end]}
    for notion, game in _GAME_NOTIONS.items():
        if f"c:{notion}" in reading.features and not (notion in inside and reading.words.count(notion) < 2):
            return game
    if any(name in folded for name in _BASE_NAMES) or any(
        f"c:{notion}" in reading.features for notion in _BASE_NOTIONS - inside
    ):
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


def _spelled(reading: Reading, vocabulary: Vocabulary) -> Reading:
    """Read a question again with its unknown words corrected, where a known one is near."""
    if len(reading.written) > _LONGEST_CORRECTED:
        return reading
    known = frozenset(vocabulary.spellings.split(" "))
    named = {position for name in reading.names for position in range(name.start, name.end)}
    written = list(reading.written)
    for position, word in enumerate(written):
        if position in named or is_ideographic(word) or word in known:
            continue
        written[position] = corrected(word, known) or word
    meant = {} if reading.names else _misspelt_name(reading, vocabulary)
    if not meant and written == list(reading.written):
        return reading
    return vocabulary.read_words(written, meant=meant)


def _misspelt_name(reading: Reading, vocabulary: Vocabulary) -> dict[str, str]:
    """Return a name of two or three words that is one letter off, with the name that is meant, or nothing."""
    words = reading.words
    for length in (3, 2):
        for start in range(len(words) - length + 1):
            window = words[start : start + length]
            joined = "".join(window)
            if len(joined) < _SHORTEST_MISSPELT or any(len(word) < 3 or word in reading.common for word in window):
                continue
            for name in vocabulary.names:
                if name[:2] == joined[:2] and distance(joined, name, 1) <= 1:
                    return {joined: name}
    return {}
