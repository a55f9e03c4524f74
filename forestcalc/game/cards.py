"""The cards of the declared boxes as things: how many there are, and which halves are on one card."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import SIDES, UNKNOWN, Print
from forestcalc.game.flow import Network
from forestcalc.game.prints import stock

_HALF = re.compile(r"\s*([^\s(]+)\s*(?:\(([^)]*)\))?\s*")

Kind = tuple[str, bool]
"""A box, and whether the cards are split into top and bottom (else left and right)."""


class Half(NamedTuple):
    """One half of a known card: the species, its tree symbol and side; None where not known."""

    species: str
    symbol: str | None
    side: str | None

    def may_be(self, print_: Print) -> bool:
        """Whether a card half of this print can be this one."""
        return (
            self.species == print_.species
            and (self.side is None or print_.fits_side(self.side))
            and (self.symbol is None or print_.is_open or self.symbol == print_.symbol)
        )


class SplitCard(NamedTuple):
    """A card of which both halves are known."""

    box: str
    number: str
    halves: tuple[Half, Half]

    @property
    def kind(self) -> Kind:
        """Its box, and how it is split."""
        return self.box, self.halves[0].side in ("top", "bottom")


class Deck(NamedTuple):
    """The cards of the declared boxes, without winter cards and caves.

    `doubtful` are the boxes whose pairs of halves are taken for known here although they are in doubt.

    `total` counts all of them. `known` are the cards of which both halves are known; `unknown` tells how many there
    are beside them, by box. `network` leads from the node of each print to the cards that have it: a known card
    takes one unit, the others of a box as many as there are. `prints` maps a species to its prints with their
    nodes, `cards` the node of a known card to the card.
    """

    total: int
    doubtful: tuple[str, ...]
    known: tuple[SplitCard, ...]
    unknown: dict[str, int]
    network: Network
    prints: dict[str, list[tuple[Print, int]]]
    cards: dict[int, SplitCard]


@lru_cache(maxsize=32)
def deck_of(catalogue: Catalogue, *, trusting: bool = False) -> Deck:
    """Return the deck of the declared boxes. If *trusting*, pairs of halves that are in doubt are taken for known."""
    prints: dict[str, list[Print]] = {}
    hosts = 0
    for id in catalogue.species_ids:
        species = catalogue.species(id)
        if species.is_host:
            hosts += sum(print_.copies or 0 for print_ in catalogue.prints(id))
        elif found := stock(species, catalogue):
            prints[id] = found
    raw = {box: catalogue.physical_cards[box] for box in catalogue.boxes if box in catalogue.physical_cards}
    doubtful = tuple(box for box in raw if not raw[box].get("certain", True))
    trusted = [box for box in raw if trusting or box not in doubtful]
    known = [card for box in trusted for card in _known_cards(box, raw[box])]
    left_over = _left_over(catalogue, prints, known)
    unknown = _unknown_cards(catalogue, left_over, known)
    network, nodes, cards = _network(prints, known, left_over, unknown)
    by_box: Counter[str] = Counter()
    for (box, _), number in unknown.items():
        by_box[box] += number
    return Deck(
        total=hosts + len(known) + by_box.total(),
        doubtful=doubtful,
        known=tuple(known),
        unknown={box: number for box, number in by_box.items() if number},
        network=network,
        prints=nodes,
        cards=cards,
    )


def _known_cards(box: str, raw: Mapping[str, Any]) -> Iterable[SplitCard]:
    for card in raw.get("split", ()):
        if not card.get("sure", True):
            continue
        if "sides" in card:
            halves = [_half(text, None) for text in card["sides"]]
        else:
            halves = [_half(card[side], side) for side in SIDES if side in card]
        if len(halves) == 2 and all(half.species != UNKNOWN for half in halves):
            yield SplitCard(box, str(card.get("number", "")), (halves[0], halves[1]))


def _half(text: str, side: str | None) -> Half:
    match = _HALF.fullmatch(text)
    assert match is not None, text  # checked with the pack
    return Half(match[1], match[2], side)


def _is_tall(print_: Print) -> bool:
    return print_.side in ("top", "bottom")


LeftOver = dict[tuple[str, Kind], int]
"""How many halves of a species are on cards of a kind that are not known."""


def _left_over(catalogue: Catalogue, prints: Mapping[str, Sequence[Print]], known: Iterable[SplitCard]) -> LeftOver:
    halves: Counter[tuple[str, Kind]] = Counter()
    for id in prints:
        for print_ in catalogue.prints(id):
            halves[id, (print_.box, _is_tall(print_))] += print_.copies or 0
    halves.subtract((half.species, card.kind) for card in known for half in card.halves)
    return {key: number for key, number in halves.items() if number > 0}


def _unknown_cards(catalogue: Catalogue, left_over: LeftOver, known: Iterable[SplitCard]) -> dict[Kind, int]:
    """Return how many cards are not known: what the box says, and at least as many as the halves left over need."""
    by_kind = Counter(card.kind for card in known)
    unknown: dict[Kind, int] = {}
    for box in catalogue.boxes:
        totals = catalogue.physical_cards.get(box, {}).get("totals", {})
        for is_tall, word in ((True, "top/bottom"), (False, "left/right")):
            sides: Counter[str] = Counter()
            for (id, kind), number in left_over.items():
                if kind == (box, is_tall):
                    sides["/".join(sorted({p.side for p in catalogue.prints(id) if (p.box, _is_tall(p)) == kind}))] += (
                        number
                    )
            needed = max(*(sides[side] for side in SIDES), (sides.total() + 1) // 2)
            unknown[box, is_tall] = max(totals.get(word, 0) - by_kind[box, is_tall], needed)
    return unknown


def _network(
    prints: Mapping[str, Sequence[Print]],
    known: Iterable[SplitCard],
    left_over: LeftOver,
    unknown: Mapping[Kind, int],
) -> tuple[Network, dict[str, list[tuple[Print, int]]], dict[int, SplitCard]]:
    network = Network()
    cards: dict[int, SplitCard] = {}
    having: dict[tuple[str, str], list[tuple[int, Half]]] = {}
    for card in known:
        node = network.node()
        network.edge(node, 0, 1)
        cards[node] = card
        for half in card.halves:
            having.setdefault((card.box, half.species), []).append((node, half))
    pools: dict[Kind, int] = {}
    for kind, number in unknown.items():
        if number:
            pools[kind] = network.node()
            network.edge(pools[kind], 0, number)
    shares: dict[tuple[str, Kind], int] = {}
    nodes: dict[str, list[tuple[Print, int]]] = {}
    for id, found in prints.items():
        for print_ in found:
            kind = (print_.box, _is_tall(print_))
            start = inner = network.node()
            fitting = [node for node, half in having.get((print_.box, id), ()) if half.may_be(print_)]
            if (id, kind) in left_over or len(fitting) != print_.copies:
                inner = network.node()
                network.edge(start, inner, print_.copies or 0)
            for node in dict.fromkeys(fitting):
                network.edge(inner, node, 1)
            if (id, kind) in left_over:
                if (id, kind) not in shares:
                    shares[id, kind] = network.node()
                    network.edge(shares[id, kind], pools[kind], left_over[id, kind])
                network.edge(inner, shares[id, kind], print_.copies or 0)
            nodes.setdefault(id, []).append((print_, start))
    return network, nodes, cards
