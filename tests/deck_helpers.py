"""Dealing real decks: every physical card shows one half, lies face down or in a cave, or is out of play."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from forestcalc.catalogue.catalogue import Catalogue, catalogue
from forestcalc.catalogue.model import Print
from forestcalc.diagnostics.diagnostic import Span
from forestcalc.game.cards import deck_of
from forestcalc.game.places import Place
from forestcalc.game.prints import stock
from forestcalc.layout.model import CardEntry, CaveEntry, HostEntry, Layout, PlayerEntry
from forestcalc.layout.players import ORDINARY_CAVE

TABLES = (
    ("forest-shuffle", ()),
    ("forest-shuffle", ("alpine", "woodland-edge")),
    ("forest-shuffle", ("alpine", "woodland-edge", "exploration", "promo")),
    ("dartmoor", ()),
    ("dartmoor", ("exmoor",)),
    ("smoky-mountains", ()),
)
PLAYERS = ("Anna", "Boris", "Caro", "Dev", "Ella")


@dataclass(frozen=True, slots=True)
class RealHalf:
    """A half of a dealt card: `side` is settled, the symbol None where the game's data does not tell it."""

    species: str
    box: str
    side: str
    symbol: str | None


RealCard = tuple[RealHalf, RealHalf]


def real_cards(cards: Catalogue, rng: random.Random) -> list[RealCard]:
    """Print one possible deck: the known cards, and the other halves paired by chance."""
    deck = deck_of(cards, trusting=True)
    left: dict[tuple[str, str], list[Print]] = defaultdict(list)
    for id in cards.species_ids:
        if not cards.species(id).is_host:
            for print_ in cards.prints(id):
                left[print_.box, id] += [print_] * (print_.copies or 0)
    result: list[RealCard] = []
    for card in deck.known:
        sides = [half.side for half in card.halves]
        taken = []
        for half in card.halves:
            prints = left[card.box, half.species]
            taken.append(prints.pop(next(n for n, print_ in enumerate(prints) if half.may_be(print_))))
        if None in sides:
            sides = _turned([print_.side for print_ in taken], rng)
        one, two = (
            _half(print_, side, half.symbol) for print_, side, half in zip(taken, sides, card.halves, strict=True)
        )
        result.append((one, two))
    for box in cards.boxes:
        rest = [print_ for (of, _), prints in left.items() if of == box for print_ in prints]
        rng.shuffle(rest)
        for first, second, either in (("top", "bottom", ""), ("left", "right", "left/right")):
            ones = [print_ for print_ in rest if print_.side == first]
            twos = [print_ for print_ in rest if print_.side == second]
            for print_ in (print_ for print_ in rest if print_.side == either):
                (ones if len(ones) <= len(twos) else twos).append(print_)
            assert len(ones) == len(twos)
            rng.shuffle(ones)
            for one_print, two_print in zip(ones, twos, strict=True):
                result.append((_half(one_print, first, None), _half(two_print, second, None)))
    return result


def _turned(sides: Sequence[str], rng: random.Random) -> list[str | None]:
    if sides[0] in ("left", "right"):
        return [sides[0], "right" if sides[0] == "left" else "left"]
    if sides[1] in ("left", "right"):
        return ["right" if sides[1] == "left" else "left", sides[1]]
    return list(rng.choice((["left", "right"], ["right", "left"])))


def _half(print_: Print, side: str | None, symbol: str | None) -> RealHalf:
    assert side is not None
    return RealHalf(print_.species, print_.box, side, symbol if print_.is_open else print_.symbol)


def place_of(cards: Catalogue, half: RealHalf, number: int, *, symbol: bool = False, box: bool = False) -> Place:
    """Put a half on the table, each on a line of its own."""
    species = cards.species(half.species)
    return Place(
        PLAYERS[number % len(PLAYERS)],
        species,
        CardEntry(
            name=species.name,
            species=species,
            symbol=half.symbol if symbol else None,
            box=half.box if box else None,
            span=Span(number + 1, 1, 2),
            path=("forest", number, half.side, 0),
        ),
        half.side,
        number,
        cards.species("sapling") if "sapling" in cards.species_ids else None,
    )


def host_places(cards: Catalogue, number: int, start: int) -> list[Place]:
    """Put *number* hosts on the table, as many of each print as there are, then face-down ones."""
    hosts = [
        (id, print_)
        for id in cards.species_ids
        if cards.species(id).is_host and not cards.species(id).face_down
        for print_ in stock(cards.species(id), cards)
        for _ in range(print_.copies or 0)
    ]
    back = next(id for id in cards.species_ids if cards.species(id).face_down)
    ids = [id for id, _ in hosts[:number]] + [back] * max(0, number - len(hosts))
    places = []
    for offset, id in enumerate(ids):
        species = cards.species(id)
        entry = CardEntry(
            name=species.name, species=species, span=Span(start + offset + 1, 1, 2), path=("forest", start + offset)
        )
        places.append(Place(PLAYERS[offset % len(PLAYERS)], species, entry, "host", start + offset))
    return places


def layout_of(cards: Catalogue, places: Iterable[Place], caves: Sequence[int] = (), players: int = 5) -> Layout:
    """Make a layout of *places*; only names, caves and boxes of it matter to the deck."""
    hosts: dict[str, list[HostEntry]] = {name: [] for name in PLAYERS[:players]}
    for place in places:
        if place.host is None:
            hosts[place.player].append(HostEntry(card=place.entry))
    entries = tuple(
        PlayerEntry(
            name=name,
            span=Span(1000 + number, 1, 2),
            hosts=tuple(hosts[name]),
            cave=CaveEntry(
                cave=cards.caves[ORDINARY_CAVE],
                cards=caves[number],
                span=Span(2000 + number, 1, 2),
                name_span=Span(2000 + number, 1, 2),
                path=("cave",),
            )
            if number < len(caves)
            else None,
        )
        for number, name in enumerate(PLAYERS[:players])
    )
    return Layout(catalogue=cards, players=entries)


def table(game: str, boxes: tuple[str, ...]) -> Catalogue:
    return catalogue(game, boxes)
