"""Starter: the text of a layout file to begin with, its comments showing how a forest is written in this game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from forestcalc.catalogue.catalogue import catalogue
from forestcalc.catalogue.model import SIDES, HostKind, Species
from forestcalc.exchange.yaml_text import layout_yaml, written
from forestcalc.schema.places import HostShape, Places

_MARGIN = "#     "


def starter(game: str, expansions: Sequence[str] = (), players: Sequence[str] = (), schema: str | None = None) -> str:
    """Return a layout of *players* with empty forests, valid as it is, and with comments that say how to go on.

    *schema* is what the first line calls the JSON Schema by, from the place of the file. KeyError for a game or box
    that does not exist.
    """
    return "\n".join(_lines(game, expansions, players, schema)) + "\n"


def _lines(game: str, expansions: Sequence[str], players: Sequence[str], schema: str | None) -> Iterator[str]:
    cards = catalogue(game, tuple(expansions))
    if schema is not None:
        yield f"# yaml-language-server: $schema={schema}"
    titles = [cards.box_title(box) for box in cards.expansions]
    yield f"# {cards.title}{' with ' + ', '.join(titles) if titles else ''}: `forestcalc score` counts the points."
    yield "#"
    yield "# A forest is a list of hosts. The cards at a host are indented below it, by the side on which they lie:"
    yield "#"
    text = layout_yaml({"game": game, "players": {"": {"forest": example(game, expansions)}}})
    yield from (_MARGIN + line[4:] for line in text.splitlines() if line.startswith("    "))
    yield "#"
    yield "# A list on one side are cards that share a slot, or lie in the two slots of a moor or river."
    yield "# In parentheses follow a tree symbol, where a card counts it, and a box, where two boxes print the card."
    yield f"game: {game}"
    boxes = cards.all_boxes[1:]
    if boxes:
        yield f"expansions: [{', '.join(cards.expansions)}]  # of {', '.join(boxes)}"
    if cards.ruling_ids:
        ruling = cards.ruling(cards.ruling_ids[0])
        yield f"# rulings: {{{ruling.id}: {ruling.values[-1].value}}}  # open questions: see `forestcalc rulings`"
    yield "players:"
    for number, name in enumerate(players):
        first = number == 0
        yield f"  {written(name)}:"
        yield f"    cave: 0{'  # how many cards lie in the cave' if first else ''}"
        if first:
            yield "    # expect: 87  # the total that `forestcalc check` compares with"
        yield f"    forest: []{'  # instead of [], lines as in the example above' if first else ''}"


# -- the example ----------------------------------------------------------------------------------------------


def example(game: str, expansions: Sequence[str] = ()) -> list[Any]:
    """Return hosts that show every kind of host of the declared boxes, as plain values of a layout."""
    return _Example(Places(game), tuple(expansions)).hosts()


class _Example:
    def __init__(self, places: Places, expansions: tuple[str, ...]) -> None:
        self.places = places
        self.cards = catalogue(places.cards.game, expansions)
        self.used: set[str] = set()

    def hosts(self) -> list[Any]:
        hosts: list[Any] = []
        seen: set[str] = set()
        for shape in self.places.shapes:
            found = [one for one in shape.species if one.face_down or self.cards.prints(one.id)]
            for host in (one for one in found if one.face_down):
                hosts.append(self.places.name(host))
            printed = [one for one in found if not one.face_down]
            if shape.kind in seen or not printed:
                continue
            seen.add(shape.kind)
            kind = self.cards.host_kinds[shape.kind]
            hosts.insert(len(seen) - 1, self.host(printed[0], kind, shape))
            if kind.river is not None:
                hosts.append(self.host(printed[-1], kind.river, shape, river=True))
            elif len(printed) > 1 and not hosts[len(seen) :]:
                hosts.append(f"2x {self.places.name(printed[1])}")
        return hosts

    def host(self, host: Species, kind: HostKind, shape: HostShape, *, river: bool = False) -> dict[str, Any]:
        slots = {**dict(shape.slots), **kind.slots} if river else dict(shape.slots)
        sides: dict[str, Any] = {"river": True} if river else {}
        for side in ("bottom",) if river else (side for side in SIDES if side in slots):
            taken = self.dwellers(kind, side, slots[side])
            if taken:
                sides[side] = taken[0] if len(taken) == 1 else taken
        symbols = {print_.symbol for print_ in self.cards.prints(host.id)}
        first = self.cards.prints(host.id)[0].symbol
        name = self.places.name(host)
        return {f"{name} ({first})" if len(symbols) > 1 and first in self.cards.symbols else name: sides}

    def dwellers(self, kind: HostKind, side: str, slots: int) -> list[str]:
        free = [one for one in self.places.allowed(kind, side) if one.id not in self.used and self.is_plain(one, side)]
        sharing = [one for one in free if _shares_with_itself(one)]
        chosen = free[:slots] if slots > 1 else sharing[:1] * 2 or free[:1]
        self.used |= {one.id for one in chosen}
        return [self.card(one, side, number) for number, one in enumerate(chosen)]

    def is_plain(self, species: Species, side: str) -> bool:
        """Whether the first box prints the card and nothing is unusual about where it lies."""
        prints = [print_ for print_ in self.cards.prints(species.id) if print_.box == self.cards.boxes[0]]
        known = species.rule is not None or species.set_id is not None
        return (
            known
            and any(print_.fits_side(side) for print_ in prints)
            and (species.slot.sharing is None or _shares_with_itself(species))
        )

    def card(self, species: Species, side: str, number: int) -> str:
        symbols = [
            print_.symbol
            for print_ in self.cards.prints(species.id)
            if print_.fits_side(side) and print_.symbol in self.cards.symbols
        ]
        name = self.places.name(species)
        return f"{name} ({symbols[number % len(symbols)]})" if symbols else name


def _shares_with_itself(species: Species) -> bool:
    sharing = species.slot.sharing
    return (
        sharing is not None and sharing.while_ is None and species.id in (*sharing.with_.named, *sharing.with_.species)
    )
