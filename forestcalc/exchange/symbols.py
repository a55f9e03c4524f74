"""Symbols for cards of which the file gives none: chosen so that all cards of the table can be real at once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.game.build import build_game
from forestcalc.game.cards import Deck, deck_of
from forestcalc.game.deck import clashes
from forestcalc.game.forest import Game
from forestcalc.game.places import Place, places_of
from forestcalc.game.prints import assign_prints
from forestcalc.layout.model import CardEntry, HostEntry, Layout

Symbols = dict[int, list[str | None]]
"""The symbols of the cards of an entry (by its identity), in their order."""


def with_symbols(game: Game) -> Game:
    """Return *game* with every open tree symbol chosen; the same game where none is open.

    Each card gets the first symbol that it may show with which the deck still suffices for the whole table.
    """
    layout = game.layout
    if layout is None or not any(
        card.is_open for player in game.players if player.forest is not None for card in player.forest.cards()
    ):
        return game
    settled = _under(layout, _choose(layout, game.catalogue))
    return build_game(settled, file=game.file, document=game.document).game or game


def _choose(layout: Layout, catalogue: Catalogue) -> Symbols:
    places = list(places_of(layout, catalogue))
    printed, _ = assign_prints(places, catalogue)
    deck = deck_of(catalogue)
    chosen: Symbols = {}
    for number, place in enumerate(places):
        symbol = place.entry.symbol
        if options := printed[place].options:
            symbol, places[number] = _fitting(places, number, options, deck, catalogue)
        chosen.setdefault(id(place.entry), []).append(symbol)
    return chosen


def _fitting(
    places: Sequence[Place], number: int, options: Sequence[str], deck: Deck, catalogue: Catalogue
) -> tuple[str, Place]:
    place = places[number]
    for symbol in options:
        trial = replace(place, entry=place.entry._replace(symbol=symbol))
        table = [*places[:number], trial, *places[number + 1 :]]
        if not clashes(table, deck) and not assign_prints(table, catalogue)[1]:
            return symbol, trial
    return options[0], place  # a table that the deck does not allow as it is: any symbol will do


def _under(layout: Layout, chosen: Symbols) -> Layout:
    return layout._replace(
        players=tuple(
            player
            if player.hosts is None
            else player._replace(hosts=tuple(host for entry in player.hosts for host in _hosts(entry, chosen)))
            for player in layout.players
        )
    )


def _hosts(host: HostEntry, chosen: Symbols) -> Iterator[HostEntry]:
    sides = tuple(
        side._replace(
            slots=tuple(tuple(card for entry in slot for card in _cards(entry, chosen)) for slot in side.slots)
        )
        for side in host.sides
    )
    for card in _cards(host.card, chosen):
        yield host._replace(card=card, sides=sides)


def _cards(entry: CardEntry, chosen: Symbols) -> Iterator[CardEntry]:
    symbols = chosen.get(id(entry), [entry.symbol] * entry.count)
    if len(set(symbols)) == 1:
        yield entry._replace(symbol=symbols[0])
        return
    for symbol in symbols:
        yield entry._replace(symbol=symbol, count=1)
