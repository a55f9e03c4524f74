"""Describing: what the vocabulary takes where, which node fits, and how places and values are called in messages."""

from __future__ import annotations

from collections.abc import Callable

from forestcalc.diagnostics.diagnostic import Path, quoted
from forestcalc.packs.faults import one_of
from forestcalc.packs.vocabulary import (
    Choice,
    Flag,
    Listing,
    NewId,
    Nothing,
    Record,
    Ref,
    Shape,
    Table,
    Text,
    Value,
    Whole,
    Word,
)
from forestcalc.packs.words import RECORDS
from forestcalc.source.nodes import Mapping, Node, Scalar, Sequence

ID_RULE = "an id is at most 60 lower case letters, digits and single hyphens"

WHAT = {
    "type": "type symbol",
    "symbol": "tree symbol",
    "species": "species",
    "kind": "kind of card",
    "host": "kind of host",
    "set": "set",
    "ruling": "ruling",
    "count": "count",
    "box": "box",
}


def ruling_key(node: Mapping) -> Scalar | None:
    """Return the key `ruling` of a mapping, or None."""
    return next((name for name, _ in node.pairs if name.text == "ruling"), None)


def is_free(value: Value) -> bool:
    """Whether the pack chooses the keys of *value*: there, `ruling` is one that an id may not be."""
    return isinstance(value, Table) and value.keys in ("id", "text", "language")


_TAKES: dict[type, Callable[[Node], bool]] = {
    Nothing: lambda node: isinstance(node, Scalar) and node.value is None,
    Listing: lambda node: isinstance(node, Sequence),
    Table: lambda node: isinstance(node, Mapping),
    Shape: lambda node: isinstance(node, Mapping),
    Choice: lambda _: True,
}


def takes(value: Value, node: Node) -> bool:
    """Whether *node* is of the kind that *value* takes: single, list or mapping."""
    fits = _TAKES.get(type(value))
    if fits is not None:
        return fits(node)
    return isinstance(node, Scalar) and node.value is not None


def mark(value: Value) -> str:
    """Return the key that tells a record from others in the same place, or an empty text."""
    return RECORDS[value.record].mark if isinstance(value, Shape) else ""


def described(value: Value) -> str:
    """Return what *value* is, in a message."""
    match value:
        case Nothing():
            return "`null`"
        case Text():
            return "text"
        case Whole():
            return "a whole number"
        case Flag():
            return "`true` or `false`"
        case Word(words):
            return one_of(words)
        case Ref(what):
            return f"a {WHAT[what]}"
        case NewId():
            return "an id"
        case Listing():
            return "a list"
        case _:
            return "keys and values"


def key_names(record: Record) -> str:
    """Return the keys of a record as a list in a sentence."""
    return one_of(key.name for key in record.keys)


def place_name(path: Path) -> str:
    """Return how the place at *path* is called in a message."""
    names = [part for part in path if isinstance(part, str)]
    if not path:
        return "a pack"
    if isinstance(path[-1], int):
        return f"an entry of {quoted(names[-1])}" if names else "an entry"
    return quoted(path[-1])
