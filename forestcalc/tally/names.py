"""Names to search: every name of every card that a table may hold, in all languages, ready to be compared."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from forestcalc.catalogue import store
from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.names import key

ENGLISH = "en"
_SPREAD = 2
"""Typed letters may be spread over so many times their number."""


@dataclass(frozen=True, slots=True)
class Name:
    """One name of a card: `letters` without spaces and accents, `starts` where its words begin in them."""

    id: str
    text: str
    language: str
    letters: str
    starts: tuple[int, ...]

    def rank(self, typed: str, words: tuple[str, ...]) -> int | None:
        """Return how well typed letters fit this name, 0 best; None if they do not. *words*: the same, split."""
        letters, starts = self.letters, self.starts
        if letters.startswith(typed):
            return 0 if len(letters) == len(typed) else 1
        if any(letters.startswith(typed, start) for start in starts):
            return 2
        if len(typed) < 2:
            return None
        if len(words) > 1 and self._begins_words(words):
            return 3
        if "".join(letters[start] for start in starts).startswith(typed):
            return 4
        if typed in letters:
            return 5
        if self.language == ENGLISH and any(self._scattered(typed, start) for start in starts):
            return 6
        return None

    def _begins_words(self, words: tuple[str, ...]) -> bool:
        number = 0
        for start in self.starts:
            if number < len(words) and self.letters.startswith(words[number], start):
                number += 1
        return number == len(words)

    def _scattered(self, typed: str, start: int) -> bool:
        """Whether the typed letters follow each other from the first of a word on, with few others between them."""
        at = start
        for number, letter in enumerate(typed):
            found = self.letters.find(letter, at)
            if found < 0 or (number == 0 and found > at):
                return False
            at = found + 1
        return at - start <= _SPREAD * len(typed) + 1


def _name(id: str, text: str, language: str) -> Name:
    letters, starts = "", []
    word = ""
    for char in f"{text} ":
        if char.isalnum() or char in "'’♀♂" or (word and not key(char) and not char.isspace() and char not in "-–/(,"):
            word += char
            continue
        if part := key(word):
            starts.append(len(letters))
            letters += part
        word = ""
    return Name(id, text, language, letters, tuple(starts))


@lru_cache(maxsize=16)
def names(catalogue: Catalogue) -> tuple[Name, ...]:
    """Return the names of all cards of the declared boxes, in all languages; no name twice for one card."""
    texts = store.texts(catalogue.game)["species"]
    found: dict[tuple[str, str], Name] = {}
    for id in catalogue.species_ids:
        if not catalogue.is_declared(id):
            continue
        english = catalogue.species(id).name
        every = [(ENGLISH, english)]
        for box in texts.get(id, {}).values():
            every += [(language, text) for language, several in box.get("names", {}).items() for text in several]
        for language, text in every:
            name = _name(id, text, language)
            if name.letters:
                found.setdefault((id, name.letters), name)
    return tuple(found.values())


def official(catalogue: Catalogue, id: str) -> str:
    """Return the name to write into a file: the English one, or the id where that name means two cards."""
    name = catalogue.species(id).name
    return name if catalogue.find(name) == [id] else id
