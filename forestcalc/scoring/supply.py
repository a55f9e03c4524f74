"""Supply: which symbols the open cards of one species and side can show at once, and the best of these choices."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from forestcalc.catalogue.model import Print, Species
from forestcalc.game.forest import Card, Game
from forestcalc.game.prints import stock
from forestcalc.scoring.symbols import OpenCard

Weights = Mapping[str, int]


@dataclass(slots=True, eq=False)
class Supply:
    """The prints that some open cards share, and the cards of known symbol that use up some of them.

    `is_free`: any card may show any symbol that it could show alone. Otherwise no print is used more often than it
    has copies. `named_boxes` gives the box that the file names for a card.
    """

    prints: tuple[Print, ...]
    cards: list[OpenCard] = field(default_factory=list)
    known: list[Card] = field(default_factory=list)
    is_free: bool = False
    memory: dict[object, int | None] = field(default_factory=dict)

    def best(self, wanted: Sequence[tuple[OpenCard, Weights | str]]) -> int | None:
        """Return the greatest sum of weights; None if the fixed symbols cannot all be had.

        *wanted* gives every open card its weight by symbol, or the symbol that it is to show. Symbols without a
        weight count 0.
        """
        if self.is_free:
            return sum(
                0 if isinstance(choice, str) else max(choice.get(symbol, 0) for symbol in one.card.options)
                for one, choice in wanted
            )
        mark = tuple(choice if isinstance(choice, str) else tuple(sorted(choice.items())) for _, choice in wanted)
        if mark not in self.memory:
            self.memory[mark] = self._solve(wanted)
        return self.memory[mark]

    def copies(self, symbol: str) -> int:
        """Return how many prints there are that may show *symbol*."""
        return sum(print_.copies or 0 for print_ in self.prints if print_.is_open or print_.symbol == symbol)

    def _solve(self, wanted: Sequence[tuple[OpenCard, Weights | str]]) -> int | None:
        units: list[dict[int, int]] = []
        for card in self.known:
            units.append(
                {
                    number: 0
                    for number, print_ in enumerate(self.prints)
                    if _may_be(card, print_) and (print_.is_open or print_.symbol == card.symbol)
                }
            )
        for one, choice in wanted:
            unit: dict[int, int] = {}
            for number, print_ in enumerate(self.prints):
                if not _may_be(one.card, print_):
                    continue
                if isinstance(choice, str):
                    if print_.is_open or print_.symbol == choice:
                        unit[number] = 0
                elif print_.is_open:
                    unit[number] = max(choice.get(symbol, 0) for symbol in one.card.options)
                else:
                    unit[number] = choice.get(print_.symbol, 0)
            units.append(unit)
        return best_assignment(units, [print_.copies or 0 for print_ in self.prints])


def _may_be(card: Card, print_: Print) -> bool:
    return (card.side == "host" or print_.fits_side(card.side)) and (
        card.named_box is None or card.named_box == print_.box
    )


def supplies(game: Game, cards: Sequence[OpenCard]) -> dict[Card, Supply]:
    """Return for each open card the supply that it draws on; cards of one species and side share theirs."""
    stocks: dict[Species, tuple[Print, ...]] = {}
    groups: dict[Species, Supply] = {}
    of: dict[Card, Supply] = {}
    for one in cards:
        species = one.card.species
        if species not in groups:
            stocks[species] = tuple(stock(species, game.catalogue))
            groups[species] = Supply(
                stocks[species],
                is_free=all(print_.is_open for print_ in stocks[species]),
            )
        groups[species].cards.append(one)
        of[one.card] = groups[species]
    for player in game.players:
        if player.forest is None:
            continue
        for card in player.forest.cards():
            if card.species in groups and not card.options:
                groups[card.species].known.append(card)
    return of


def best_assignment(units: Sequence[Mapping[int, int]], capacity: Sequence[int]) -> int | None:
    """Assign every unit to one of its places within *capacity*; return the greatest sum of weights, None if impossible.

    Successive best augmenting paths: exact, and small enough for the few prints of a species.
    """
    used: dict[int, list[int]] = defaultdict(list)
    place: list[int] = [-1] * len(units)
    for number, unit in enumerate(units):
        gain = dict(unit)
        via: dict[int, tuple[int, int] | None] = dict.fromkeys(unit)
        changed = True
        while changed:
            changed = False
            for here in list(gain):
                for other in used[here]:
                    base = gain[here] - units[other][here]
                    for there, weight in units[other].items():
                        if there != here and base + weight > gain.get(there, base + weight - 1):
                            gain[there] = base + weight
                            via[there] = (here, other)
                            changed = True
        free = [here for here in gain if len(used[here]) < capacity[here]]
        if not free:
            return None
        here = max(free, key=gain.__getitem__)
        while (step := via[here]) is not None:
            before, moved = step
            used[before].remove(moved)
            used[here].append(moved)
            place[moved] = here
            here = before
        used[here].append(number)
        place[number] = here
    return sum(unit[place[number]] for number, unit in enumerate(units))
