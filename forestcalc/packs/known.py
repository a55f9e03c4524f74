"""Known: the ids that a pack may refer to, of the game and of the pack itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping as MappingType
from dataclasses import dataclass
from typing import Any

from forestcalc.packs.vocabulary import What
from forestcalc.source.nodes import Mapping, Node, Scalar

Raw = MappingType[str, Any]

_DEFINED = {
    "type": "types",
    "symbol": "symbols",
    "host": "hosts",
    "count": "counts",
    "ruling": "rulings",
}


@dataclass(frozen=True, slots=True)
class Known:
    """Ids by what they are the id of; `rulings` with the values of each."""

    ids: MappingType[What, frozenset[str]]
    rulings: MappingType[str, tuple[str, ...]]


def known(root: Node, game: Raw | None) -> Known:
    """Collect what *root*, a pack that is not checked yet, defines, and what *game* has (None for a new game)."""
    rulings: dict[str, tuple[str, ...]] = {}
    if game is not None:
        rulings.update({id: tuple(ruling["values"]) for id, ruling in game["rulings"].items()})
    define = child(root, "define")
    for part in (child(define, "rulings"), child(root, "rulings")):
        for id, ruling in entries(part):
            rulings[id] = tuple(value for value, _ in entries(child(ruling, "values")))
    ids: dict[What, frozenset[str]] = {}
    for what in ("type", "symbol", "host", "count"):
        own = {id for id, _ in entries(child(define, _DEFINED[what]))}
        ids[what] = frozenset(own.union(game[_DEFINED[what]] if game else ()))
    for what, name in (("species", "species"), ("set", "sets")):
        own = {id for id, _ in entries(child(root, name))}
        ids[what] = frozenset(own.union(game[name] if game else ()))
    ids["kind"] = ids["host"] | {"dweller"}
    ids["ruling"] = frozenset(rulings)
    return Known(ids, rulings)


def child(node: Node | None, name: str) -> Node | None:
    """Return the value of key *name*, or None."""
    return next((value for key, value in entries(node) if key == name), None)


def entries(node: Node | None) -> Iterator[tuple[str, Node]]:
    """Yield the keys, as written, and values of a mapping; nothing for any other node."""
    if isinstance(node, Mapping):
        for key, value in node.pairs:
            yield key.text, value


def is_text(node: Node) -> bool:
    """Whether *node* is text, not a number or a word that YAML reads as something else."""
    return isinstance(node, Scalar) and isinstance(node.value, str)
