"""Plain layout: the forests of share codes as the plain values of a layout file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from forestcalc.catalogue.catalogue import Catalogue, catalogue
from forestcalc.catalogue.model import SIDES, Print
from forestcalc.exchange.app_names import app_names
from forestcalc.exchange.shared import SharedCard, SharedForest, SharedHost
from forestcalc.layout.cards import MOST_COPIES
from forestcalc.layout.players import ORDINARY_CAVE


def layout_of(forests: Mapping[str, SharedForest], translated: Mapping[str, str]) -> dict[str, Any]:
    """Return the layout of *forests* by player.

    Every dweller gets its tree symbol, a host where its prints differ in it, and a card its box where two declared
    boxes have the same print. Names are those of *translated* (id -> name), else English.
    """
    game = app_names().game
    chosen = {box for forest in forests.values() for box in forest.boxes}
    cards = catalogue(game, tuple(box for box in catalogue(game).all_boxes[1:] if box in chosen))
    names = _Names(cards, translated)
    layout: dict[str, Any] = {"game": game}
    if cards.expansions:
        layout["expansions"] = list(cards.expansions)
    layout["players"] = {player: _player(forest, names) for player, forest in forests.items()}
    return layout


def _player(forest: SharedForest, names: _Names) -> dict[str, Any]:
    cave: Any = forest.cave_cards
    if forest.cave != ORDINARY_CAVE:
        cave = {"name": forest.cave, "cards": forest.cave_cards}
    return {"cave": cave, "forest": list(_hosts(forest.hosts, names))}


def _hosts(hosts: Iterable[SharedHost], names: _Names) -> Iterator[Any]:
    for (name, is_bare), alike in groupby(hosts, key=lambda host: (names.host(host.card), not host.sides)):
        if is_bare:
            yield from _counted(name for _ in alike)
            continue
        for host in alike:
            yield {name: {side: _stack(host.sides[side], side, names) for side in SIDES if side in host.sides}}


def _stack(stack: Sequence[SharedCard], side: str, names: _Names) -> str | list[str]:
    entries = list(_counted(names.dweller(card, side) for card in stack))
    return entries[0] if len(entries) == 1 else entries


def _counted(names: Iterable[str]) -> Iterator[str]:
    """Write neighbours of one name as a count; others keep their order, so that an export gives the same code."""
    for name, alike in groupby(names):
        count = sum(1 for _ in alike)
        while count > 0:
            part = min(count, MOST_COPIES)
            yield name if part == 1 else f"{part}x {name}"
            count -= part


class _Names:
    """How cards are written in a layout with the boxes of *cards*."""

    def __init__(self, cards: Catalogue, translated: Mapping[str, str]) -> None:
        self.cards = cards
        self.translated = translated

    def host(self, card: SharedCard) -> str:
        if card.symbol is None:
            return self.name(card)
        prints = self.cards.prints(card.species)
        # A tree shows one symbol; a shrub's tells its prints apart.
        symbol = card.symbol if len({print_.symbol for print_ in prints}) > 1 else None
        return self.qualified(card, symbol, [print_ for print_ in prints if print_.symbol == card.symbol])

    def dweller(self, card: SharedCard, side: str) -> str:
        prints = self.cards.prints(card.species)
        alike = [print_ for print_ in prints if print_.symbol == card.symbol and print_.fits_side(side)]
        return self.qualified(card, card.symbol, alike)

    def qualified(self, card: SharedCard, symbol: str | None, alike: Sequence[Print]) -> str:
        box = card.box if len({print_.box for print_ in alike}) > 1 else None
        qualifiers = ", ".join(word for word in (symbol, box) if word is not None)
        return f"{self.name(card)} ({qualifiers})" if qualifiers else self.name(card)

    def name(self, card: SharedCard) -> str:
        """Return a name that means this card and no other."""
        wanted = (self.translated.get(card.species), self.cards.species(card.species).name)
        return next((name for name in wanted if name and self.cards.find(name) == [card.species]), card.species)
