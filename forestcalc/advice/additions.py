"""Additions: every card that may still come, tried everywhere it may go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from forestcalc.advice.placing import Placing, Spot
from forestcalc.advice.stock import Half, Stock
from forestcalc.advice.trials import Trial, Trials, measures_in
from forestcalc.catalogue.model import CardSet, Species
from forestcalc.catalogue.rules import Count
from forestcalc.scoring.faces import Face

Gains = tuple[int, ...]
Judge = Callable[[Trial], Gains]


@dataclass(frozen=True, slots=True, eq=False)
class Addition:
    """One card more in a forest: the total gains `gain`, at any of `spots` alike.

    `halves` are prints of which the card may be one: they differ in nothing that counts here. `symbol` is set where
    the symbol matters. `gains` are what a judge of trials wanted to know.
    """

    halves: tuple[Half, ...]
    symbol: str | None
    gain: int
    gains: Gains
    spots: tuple[Spot, ...]
    trial: Trial

    @property
    def species(self) -> Species:
        """The species of the card."""
        return self.halves[0].species


def additions(
    trials: Trials, stock: Stock, placing: Placing, number: int, judge: Judge = lambda _: ()
) -> list[Addition]:
    """Return every way to add one card to the forest of player *number*, ways of equal effect taken together.

    *judge* looks at every trial; ways that it judges differently are kept apart. The physical deck is not asked yet:
    see `Stock.can_be_dealt`.
    """
    base = trials.base[number]
    found: list[Addition] = []
    for halves, symbol in _alike(trials, stock, number):
        spots = list(placing.spots(halves[0]))
        by_effect: dict[tuple[int, Gains], list[Spot]] = {}
        trial_of: dict[tuple[int, Gains], Trial] = {}
        for group in _grouped(trials, number, halves[0].species, spots):
            card = group[0].card
            forest = trials.with_host(number, card) if group[0].host is None else trials.with_dweller(number, card)
            trial = trials.score(number, forest)
            effect = (trial.total - base.total, judge(trial))
            by_effect.setdefault(effect, []).extend(group)
            trial_of.setdefault(effect, trial)
        for effect, at in by_effect.items():
            found.append(Addition(halves, symbol, *effect, tuple(at), trial_of[effect]))
    return found


def _alike(trials: Trials, stock: Stock, number: int) -> Iterable[tuple[tuple[Half, ...], str | None]]:
    """Yield the cards that are left, those together that no rule here can tell apart; with the symbol that matters."""
    counted = _counted_symbols(trials, number)
    groups: dict[tuple[Species, tuple[str, ...], str, str | None], list[Half]] = {}
    for half in stock.halves():
        symbols = counted | _symbols_of(half.species, trials.catalogue.symbols)
        symbol = half.symbol if half.symbol in symbols else None
        groups.setdefault((half.species, half.print_.types, half.side, symbol), []).append(half)
    for (*_, symbol), halves in groups.items():
        yield tuple(halves), symbol


def _counted_symbols(trials: Trials, number: int) -> set[str]:
    """Return the tree symbols that some rule in the forest looks at."""
    counted: set[str] = set()
    for line in trials.base[number].lines:
        for symbol in _asked(line.scored, trials.catalogue.symbols):
            if symbol == "own":
                counted.update(card.symbol for card in line.cards if card.symbol)
            else:
                counted.add(symbol)
    for host in trials.forest(number).hosts:
        if host.card.species.doubles is not None:
            counted.update(host.card.species.doubles.symbols)
    return counted


def _symbols_of(species: Species, every: Iterable[str]) -> set[str]:
    """Return the tree symbols that matter to a card of *species* itself."""
    line = species if species.set_id is None else None
    asked = set() if line is None else _asked(line, every)
    return set(every) if "own" in asked else asked


def _asked(line: Species | CardSet, every: Iterable[str]) -> set[str]:
    asked: set[str] = set()
    for measure in measures_in(line):
        if isinstance(measure, Count):
            asked.update(every if measure.different == "symbols" else measure.filter.symbols)
    return asked


# -- spots of equal effect --------------------------------------------------------------------------------------


def _grouped(trials: Trials, number: int, species: Species, spots: Sequence[Spot]) -> Iterable[list[Spot]]:
    """Sort spots by effect as far as that can be told beforehand.

    Where neither the card nor anything at a host looks at the cards of that host, only the face matters.
    """
    is_bound = _is_bound(species)
    lines = [line.scored for line in trials.base[number].lines]
    if any(_asks_whole_hosts(line) for line in (*lines, species)):
        is_bound = True
    groups: dict[tuple[Face, object], list[Spot]] = {}
    for spot in spots:
        matters = spot.host is not None and (is_bound or any(_is_bound(card.species) for card in spot.host.cards))
        at = (spot.card.host, spot.card.slot) if matters else None
        groups.setdefault((spot.card.face, at), []).append(spot)
    return groups.values()


def _is_bound(line: Species | CardSet) -> bool:
    """Whether a rule looks at the host or the slot of the card."""
    return any(isinstance(measure, Count) and measure.at != "forest" for measure in measures_in(line))


def _asks_whole_hosts(line: Species | CardSet) -> bool:
    """Whether a rule counts hosts by what lies at them."""
    return any(
        isinstance(measure, Count) and (measure.filter.full or measure.filter.none_below is not None)
        for measure in measures_in(line)
    )
