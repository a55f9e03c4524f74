"""What if: what each card of a forest is really worth, which card more would gain most, what is missing for zeros.

Everything is the difference of two totals, each scored by the same engine as `score`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from forestcalc.advice.additions import Addition, additions
from forestcalc.advice.placing import Placing, Spot
from forestcalc.advice.stock import Half, Stock
from forestcalc.advice.trials import Change, Trial, Trials
from forestcalc.catalogue.model import CardSet, Species
from forestcalc.catalogue.rules import Flat
from forestcalc.game.forest import Card, Game
from forestcalc.scoring.sheet import Line, PlayerSheet, Range

Gain = Callable[[Addition], int]

MOST_WAYS = 3
"""How many cards are named that would make a zero count."""


@dataclass(frozen=True, slots=True, eq=False)
class Worth:
    """What a card is worth: the total with it minus the total without it.

    `scores` is what the card scores itself (None in a line that scores once). `along` are the cards that go with it:
    all at a host, what lies below a river. `illegal` says which slot rule the rest would break; it is scored all
    the same. `others` are players whose total would change too.
    """

    card: Card
    scores: int | None
    points: int
    along: tuple[Card, ...]
    illegal: str | None
    others: tuple[Change, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Best:
    """A card that may still come and what the total would gain by it, at any of `spots` alike.

    `half` is such a card. `symbol` and `box` are set where it has to show that symbol or come from that box for it.
    `line_gain` is what the cards that it is about would score more: for a zero, those that score nothing now.
    """

    half: Half
    symbol: str | None
    box: str | None
    gain: int
    line_gain: int
    spots: tuple[Spot, ...]
    others: tuple[Change, ...]

    @property
    def species(self) -> Species:
        """The species of the card."""
        return self.half.species


@dataclass(frozen=True, slots=True, eq=False)
class Zero:
    """Cards of one line that score nothing, why, and the single cards that would change it.

    `in_cave` is what one card more in the cave would add to them. `ways` is empty where no single card helps.
    """

    line: Line
    cards: tuple[Card, ...]
    reason: str
    ways: tuple[Best, ...]
    in_cave: int


@dataclass(frozen=True, slots=True, eq=False)
class ForestAdvice:
    """The advice for one player.

    `known` is the total by what is known, against which everything is measured; `range` that of all open choices.
    """

    player: str
    known: int
    range: Range
    worths: tuple[Worth, ...]
    best: tuple[Best, ...]
    zeros: tuple[Zero, ...]

    @property
    def is_open(self) -> bool:
        """Whether the total hangs on what the file leaves open, so that the advice only knows a part of it."""
        return self.range.value != self.known


def what_if(game: Game, players: Iterable[str] | None = None, *, top: int = 5) -> tuple[ForestAdvice, ...]:
    """Return the advice for *players* (all with a forest when None), at most *top* cards to add for each.

    KeyError for a name that no player with a forest has.
    """
    from forestcalc.scoring.ranges import settle
    from forestcalc.scoring.score import known_sheet

    trials = Trials(game)
    stock = Stock(game, trials.places.values())
    numbers = range(len(trials.players)) if players is None else [trials.number_of(name) for name in players]
    sheet = settle(game, known_sheet(game))
    return tuple(_Forest(trials, stock, number, sheet.players[number]).advice(top) for number in numbers)


class _Forest:
    def __init__(self, trials: Trials, stock: Stock, number: int, settled: PlayerSheet) -> None:
        self.settled = settled
        self.trials = trials
        self.stock = stock
        self.number = number
        self.base: Trial = trials.base[number]
        self.placing = Placing(trials, stock, number)
        self.zeros = list(_zeros(self.base.lines, settled.lines))

    def advice(self, top: int) -> ForestAdvice:
        tried = additions(self.trials, self.stock, self.placing, self.number, self._judge)
        return ForestAdvice(
            self.trials.players[self.number].name,
            self.base.total,
            self.settled.range,
            tuple(self._worths()),
            tuple(self._best(tried, lambda one: one.gain, top)),
            tuple(self._zero(at, tried) for at in range(len(self.zeros))),
        )

    # -- what there is --------------------------------------------------------------------------------------

    def _worths(self) -> Iterator[Worth]:
        scores = {
            card: None if line.each is None else line.card_points(at)
            for line in self.base.lines
            for at, card in enumerate(line.cards)
        }
        for host in self.trials.forest(self.number).hosts:
            for card in host.cards:
                trial = self.trials.score(self.number, self.trials.without(self.number, card))
                yield Worth(
                    card,
                    scores[card],
                    self.base.total - trial.total,
                    self.trials.goes_with(host, card),
                    self.placing.fault_without(card),
                    self.trials.others(self.number, trial),
                )

    # -- what there could be --------------------------------------------------------------------------------

    def _judge(self, trial: Trial) -> tuple[int, ...]:
        return tuple(_points(trial.lines, line, cards) for line, cards in self.zeros)

    def _best(self, tried: Sequence[Addition], gain: Gain, top: int) -> Iterator[Best]:
        """Yield the best card of each species that gains anything, best first, if the real cards allow it."""
        named: set[Species] = set()
        ranked = sorted((one for one in tried if gain(one) > 0), key=lambda one: (-gain(one), -one.gain))
        for one in ranked:
            if len(named) == top:
                return
            if one.species in named:
                continue
            half = next((half for half in one.halves if self.stock.can_be_dealt(half)), None)
            if half is None:
                continue
            named.add(one.species)
            yield Best(
                half,
                one.symbol,
                self._box(half),
                one.gain,
                gain(one),
                one.spots,
                self.trials.others(self.number, one.trial),
            )

    def _box(self, half: Half) -> str | None:
        """Return the box of a card if cards of other declared boxes differ in their types."""
        types = {print_.types for print_ in self.trials.catalogue.prints(half.species.id)}
        return half.print_.box if len(types) > 1 else None

    def _zero(self, at: int, tried: Sequence[Addition]) -> Zero:
        line, cards = self.zeros[at]
        cave = self.trials.score(self.number, self.trials.with_cave_card(self.number))
        return Zero(
            line,
            cards,
            _reason(self.base, line, cards),
            tuple(self._best(tried, lambda one: one.gains[at], MOST_WAYS)),
            _points(cave.lines, line, cards),
        )


def _zeros(lines: Sequence[Line], settled: Sequence[Line]) -> Iterator[tuple[Line, tuple[Card, ...]]]:
    """Yield the cards that score nothing for sure though their rule could pay, line by line."""
    for line, found in zip(lines, settled, strict=True):
        if line.by_hand or not _can_pay(line.scored):
            continue
        if line.each is None:
            if found.max == 0:
                yield line, tuple(line.cards)
            continue
        most = [one.max for one in found.each_range] if found.each_range is not None else None
        cards = tuple(
            card for at, card in enumerate(line.cards) if (line.card_points(at) if most is None else most[at]) == 0
        )
        if cards:
            yield line, cards


def _can_pay(line: Species | CardSet) -> bool:
    rule = line.rule
    if rule is None:
        return isinstance(line, CardSet)
    return any(not (isinstance(term, Flat) and term.points == 0) for term in rule.terms)


def _points(lines: Iterable[Line], zero: Line, cards: Sequence[Card]) -> int:
    """Return what *cards*, of the line *zero*, score among *lines*."""
    for line in lines:
        if line.scored is zero.scored:
            if line.each is None:
                return line.known
            return sum(line.card_points(at) or 0 for at, card in enumerate(line.cards) if card in cards)
    return 0


def _reason(base: Trial, line: Line, cards: tuple[Card, ...]) -> str:
    from forestcalc.scoring.explain import line_reason

    each = None if line.each is None else 0
    text = line_reason(base.tally, line._replace(cards=cards, known=0, each=each))
    return text.removeprefix(f"{len(cards)} × 0: ")
