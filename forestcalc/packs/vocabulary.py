"""Vocabulary: the values that a pack may hold. One table (`words.py`) drives checker, JSON Schema and documentation.

A value is a small description of what may stand in one place of a pack. Limits keep a pack from a stranger
harmless: everything in it is bounded.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

What: TypeAlias = Literal["type", "symbol", "species", "kind", "host", "set", "ruling", "count", "box"]
"""What an id can refer to: things of the game, or of the pack itself."""

KeyKind: TypeAlias = Literal["id", "threshold", "language", "side", "halves", "text"]
"""What the free keys of a table are."""

ID = r"[a-z0-9]+(?:-[a-z0-9]+)*"
LANGUAGE = r"[a-z]{2,3}"
MOST_LISTED = 20


@dataclass(frozen=True, slots=True)
class Nothing:
    """`null`."""


@dataclass(frozen=True, slots=True)
class Text:
    """Text of at most `limit` characters."""

    limit: int = 2000
    empty: bool = True


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `low` to `high`."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Flag:
    """`true` or `false`."""


@dataclass(frozen=True, slots=True)
class Word:
    """One of some fixed words."""

    of: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NewId:
    """An id that the pack gives: lower case, digits, hyphens; at most 60 characters."""


@dataclass(frozen=True, slots=True)
class Ref:
    """The id of something that the game or the pack has, or one of the words `extra`."""

    what: What
    extra: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """A list of `least` to `most` values."""

    of: Value
    least: int = 0
    most: int = MOST_LISTED


@dataclass(frozen=True, slots=True)
class Table:
    """A mapping whose keys the pack chooses, each with a value of the same kind."""

    keys: KeyKind
    of: Value
    most: int
    least: int = 0


@dataclass(frozen=True, slots=True)
class Shape:
    """A mapping with fixed keys, by the id of its record in the table."""

    record: str


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several values: at most one for single values, one for lists; mappings are told apart by their mark."""

    options: tuple[Value, ...]


Value: TypeAlias = Nothing | Text | Whole | Flag | Word | NewId | Ref | Listing | Table | Shape | Choice


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a record: what it holds, and what it means in one sentence.

    `ruled`: it, and everything below it, may depend on a ruling.
    """

    name: str
    value: Value
    about: str
    required: bool = False
    ruled: bool = False


@dataclass(frozen=True, slots=True)
class Refusal:
    """A key that means something elsewhere but not here, and why."""

    name: str
    code: str
    message: str
    help: str


@dataclass(frozen=True, slots=True)
class Example:
    """Where the shipped cards show a record: game, part (`species`, `sets`, `caves`, `hosts`), id, and keys to show."""

    game: str
    part: str
    id: str
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A mapping with fixed keys.

    `mark` is the key that tells it from the other records that may stand in the same place. `least` keys must be given.
    """

    id: str
    title: str
    about: str
    keys: tuple[Key, ...]
    mark: str = ""
    least: int = 0
    refused: tuple[Refusal, ...] = ()
    examples: tuple[Example, ...] = ()

    def key(self, name: str) -> Key | None:
        """Return the key *name*, or None."""
        return next((key for key in self.keys if key.name == name), None)
