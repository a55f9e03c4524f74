"""Snapshots: a live table as it stands, as a game that does not change any more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from forestcalc.catalogue.model import SIDES
from forestcalc.diagnostics.diagnostic import Path
from forestcalc.game.forest import Card, Forest, Game, Host, Player
from forestcalc.live.hosts import LiveCard, LiveHost

if TYPE_CHECKING:
    from forestcalc.live.forest import LiveForest
    from forestcalc.live.table import LiveTable


def game_of(table: LiveTable) -> Game:
    """Return the game of *table*; its cards have the paths that they have in its layout."""
    return Game(
        catalogue=table.catalogue,
        book=table.book,
        players=tuple(_player(table, name) for name in table.players),
        rulings=dict(table.rulings),
    )


def _player(table: LiveTable, name: str) -> Player:
    counts = table.counts_of(name)
    return Player(name, counts=counts) if counts is not None else Player(name, forest_of(table[name]))


def forest_of(forest: LiveForest) -> Forest:
    """Return *forest* as it stands."""
    return Forest(tuple(_host(host, number) for number, host in enumerate(forest.hosts)), forest.cave)


def _host(host: LiveHost, number: int) -> Host:
    place: Path = ("forest", number)
    river = None if host.river is None else _card(host.river, number, 0, (*place, "river"))
    dwellers = tuple(_card(*one) for one in _dwellers(host, number, place))
    return Host(_card(host.card, number, 0, place), dwellers, river, host.is_full)


def _dwellers(host: LiveHost, number: int, place: Path) -> Iterator[tuple[LiveCard, int, int, Path]]:
    for side, stacks in stacks_of(host):
        for slot, stack in enumerate(stacks):
            for at, card in enumerate(stack):
                inside = (slot, at) if host.slots[side] > 1 else (at,)
                yield card, number, slot, (*place, side, *inside)


def stacks_of(host: LiveHost) -> Iterator[tuple[str, list[list[LiveCard]]]]:
    """Yield the sides of a host with cards, each with its taken slots, each a stack."""
    for side in SIDES:
        slots: dict[int, list[LiveCard]] = {}
        for card in host.dwellers:
            if card.side == side:
                slots.setdefault(card.slot, []).append(card)
        if slots:
            yield side, [slots[slot] for slot in sorted(slots)]


def _card(card: LiveCard, number: int, slot: int, path: Path) -> Card:
    named = card.named
    return Card(
        face=card.face,
        side=card.side,
        host=number,
        slot=slot,
        print_=named.print_,
        options=named.options,
        named_box=named.box,
        by_hand=named.by_hand,
        path=path,
    )
