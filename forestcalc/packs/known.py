"""Known: the ids that a pack may refer to, of the game and of the pack itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Mapping as MappingType
from dataclasses import dataclass
from typing import Any

from forestcalc.packs.vocabulary import What
from forestcalc.source.nodes import Mapping, Node, Scalar
from forestcalc.source.nodes import Sequence as NodeList

Raw = MappingType[str, Any]

_DEFINED: dict[What, str] = {"type": "types", "symbol": "symbols", "host": "hosts", "count": "counts"}
_LISTED: dict[What, str] = {"species": "species", "set": "sets"}


@dataclass(frozen=True, slots=True)
class Known:
    """Ids by what they are the id of; `rulings` with the values of each."""

    ids: MappingType[What, frozenset[str]]
    rulings: MappingType[str, tuple[str, ...]]


def known(roots: Sequence[Node], game: Raw | None) -> Known:
    """Collect what *roots* define, and what *game* has (None for a new game).

    *roots* are packs of one game that are not checked yet: packs that are loaded together may refer to one another.
    """
    rulings: dict[str, tuple[str, ...]] = {}
    ids: dict[What, set[str]] = {what: set() for what in ("box", *_DEFINED, *_LISTED)}
    if game is not None:
        ids["box"].update(game["boxes"])
        rulings.update({id: tuple(ruling["values"]) for id, ruling in game["rulings"].items()})
        for what, name in (*_DEFINED.items(), *_LISTED.items()):
            ids[what].update(game[name])
    for root in roots:
        define = child(root, "define")
        ids["box"].update(_texts(child(define, "boxes")), _texts(child(root, "box")))
        for part in (child(define, "rulings"), child(root, "rulings")):
            for id, ruling in entries(part):
                rulings[id] = tuple(value for value, _ in entries(child(ruling, "values")))
        for what, name in _DEFINED.items():
            ids[what].update(id for id, _ in entries(child(define, name)))
        for what, name in _LISTED.items():
            ids[what].update(id for id, _ in entries(child(root, name)))
    ids["kind"] = {*ids["host"], "dweller"}
    ids["ruling"] = set(rulings)
    return Known({what: frozenset(known) for what, known in ids.items()}, rulings)


def _texts(node: Node | None) -> list[str]:
    """Return the text of a single value, or those of a list."""
    parts = node.items if isinstance(node, NodeList) else (node,)
    return [part.text for part in parts if isinstance(part, Scalar)]


def child(node: Node | None, name: str) -> Node | None:
    """Return the value of key *name*, or None."""
    return next((value for key, value in entries(node) if key == name), None)


def entries(node: Node | None) -> Iterator[tuple[str, Node]]:
    """Yield the keys, as written, and values of a mapping; nothing for any other node."""
    if isinstance(node, Mapping):
        for key, value in node.pairs:
            yield key.text, value
