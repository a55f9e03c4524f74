"""Additions: every card that may still come, tried everywhere it may go."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from forestcalc.advice.placing import Placing, Spot
from forestcalc.advice.stock import Half, Stock
from forestcalc.advice.trials import Trial, Trials, measures_in
from forestcalc.catalogue.model import CardSet, Species
from forestcalc.catalogue.rules import CaveCards, Count, Filter, Most, Per
from forestcalc.scoring.faces import Face, measures_of

Gains = tuple[int, ...]
Effect = tuple[int, Gains]
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
    return list(_Additions(trials, placing, number, judge).all(stock))


class _Additions:
    def __init__(self, trials: Trials, placing: Placing, number: int, judge: Judge) -> None:
        self.trials = trials
        self.placing = placing
        self.number = number
        self.judge = judge
        self.counted = _counted_symbols(trials, number)
        self.is_plain = _counts_symbols_plainly(trials, number)
        self._bonus: dict[str, Effect] = {}

    def all(self, stock: Stock) -> Iterator[Addition]:
        groups: dict[tuple[Species, tuple[str, ...], str], list[Half]] = {}
        for half in stock.halves():
            groups.setdefault((half.species, half.print_.types, half.side), []).append(half)
        for (species, _, _), halves in groups.items():
            asked = _symbols_of(species, self.trials.catalogue.symbols)
            by_symbol: dict[str | None, list[Half]] = {}
            for half in halves:
                symbol = half.symbol if half.symbol in self.counted or half.symbol in asked else None
                by_symbol.setdefault(symbol, []).append(half)
            if self.is_plain and not asked:
                yield from self._apart(by_symbol)
            else:
                for symbol, alike in by_symbol.items():
                    for effect, (spots, trial) in self._tried(alike[0]).items():
                        yield Addition(tuple(alike), symbol, *effect, spots, trial)

    def _apart(self, by_symbol: dict[str | None, list[Half]]) -> Iterator[Addition]:
        """Try cards without their symbols, which here add the same to every card that shows them."""
        half = replace(next(iter(by_symbol.values()))[0], symbol=None)
        for (gain, gains), (spots, trial) in self._tried(half).items():
            for symbol, alike in by_symbol.items():
                more, of_judge = (0, (0,) * len(gains)) if symbol is None else self._bonus_of(symbol, half, spots[0])
                added = tuple(one + other for one, other in zip(gains, of_judge, strict=True))
                yield Addition(tuple(alike), symbol, gain + more, added, spots, trial)

    def _bonus_of(self, symbol: str, half: Half, spot: Spot) -> Effect:
        """Return what a card gains more by showing *symbol*; any card at any spot tells."""
        known = self._bonus.get(symbol)
        if known is None:
            (total, gains), _ = self._effect(spot)
            (with_symbol, of_judge), _ = self._effect(self.placing.showing(half, spot, symbol))
            more = tuple(one - other for one, other in zip(of_judge, gains, strict=True))
            known = self._bonus[symbol] = with_symbol - total, more
        return known

    def _tried(self, half: Half) -> dict[Effect, tuple[tuple[Spot, ...], Trial]]:
        """Return the effects that *half* can have, with the spots for each."""
        found: dict[Effect, tuple[tuple[Spot, ...], Trial]] = {}
        for group in _grouped(self.trials, self.number, half.species, list(self.placing.spots(half))):
            effect, trial = self._effect(group[0])
            spots, first = found.get(effect, ((), trial))
            found[effect] = (*spots, *group), first
        return found

    def _effect(self, spot: Spot) -> tuple[Effect, Trial]:
        add = self.trials.with_host if spot.host is None else self.trials.with_dweller
        trial = self.trials.score(self.number, add(self.number, spot.card))
        return (trial.total - self.trials.base[self.number].total, self.judge(trial)), trial


# -- tree symbols -----------------------------------------------------------------------------------------------


def _counts_symbols_plainly(trials: Trials, number: int) -> bool:
    """Whether all that symbols do in the forest is to add points for each card that shows them, whatever card it is."""
    if any(host.card.species.doubles and host.card.species.doubles.symbols for host in trials.forest(number).hosts):
        return False
    for line in trials.base[number].lines:
        for term in line.scored.rule.terms if line.scored.rule is not None else ():
            for measure in measures_of(term):
                if isinstance(measure, CaveCards):
                    continue
                if isinstance(measure, Most):
                    if measure.counted.filter.symbols:
                        return False
                elif measure.filter.symbols or measure.different == "symbols":
                    is_plain = measure == Count(Filter(symbols=measure.filter.symbols))
                    if not (is_plain and isinstance(term, Per)):
                        return False
    return True


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
