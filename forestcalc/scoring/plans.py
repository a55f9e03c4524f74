"""Plans: rules compiled for one book, so that scoring a card is a few look-ups in the tally."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias

from forestcalc.catalogue.model import SECTIONS, CardSet, Species
from forestcalc.catalogue.rules import Flat, Rule
from forestcalc.scoring.faces import Book
from forestcalc.scoring.measures import Local, OwnSymbol, Shared, local_term, shared_term
from forestcalc.scoring.sheet import Line
from forestcalc.scoring.tally import Tally

if TYPE_CHECKING:
    from forestcalc.game.forest import Card

Together: TypeAlias = "Callable[[Sequence[Card]], int]"
ToLine: TypeAlias = "Callable[[Tally, tuple[Card, ...]], Line]"
Settled: TypeAlias = "Callable[[tuple[Card, ...]], Line]"

_new = tuple.__new__  # half the time of calling the class, and a forest has dozens of lines


class Plan:
    """How a line is worked out, in one of four ways; `once` tells that the value is that of the whole line.

    `shared` gives what every card of the line is worth alike, `by_symbol` the same for each tree symbol that a card
    may show (None: no symbol is known), `local` what one card at its host is worth, `together` what the cards of a set
    are worth. Without any, the points are given by hand. `flat` is what each card is worth whatever else there is.

    A line is made in one of three ways: by `settled` where its own cards tell everything; from `alike`, which is
    `shared` where nothing else matters; or else by `to_line`.
    """

    __slots__ = ("alike", "by_symbol", "local", "once", "scored", "section", "settled", "shared", "to_line", "together")

    def __init__(
        self,
        book: Book,
        scored: Species | CardSet | None,
        *,
        shared: Shared | None = None,
        by_symbol: Mapping[str | None, Shared] | None = None,
        local: Local | None = None,
        together: Together | None = None,
        once: bool = False,
        flat: int | None = None,
    ) -> None:
        self.scored = scored
        self.section = 0 if scored is None else SECTIONS.index(scored.section)
        self.shared = shared
        self.by_symbol = by_symbol
        self.local = local
        self.together = together
        self.once = once
        self.settled: Settled | None = None
        if flat is not None and not once:
            self.settled = _flat(scored, flat, doubling=book.has_doubling)
        elif together is not None:
            self.settled = _of_set(scored, together)
        elif shared is None and by_symbol is None and local is None:
            self.settled = _by_hand(scored)
        self.alike = None if once or book.has_doubling else shared
        self.to_line = self._line_maker()

    def _line_maker(self) -> ToLine:
        """Choose how a line is made, so that nothing is left to decide when it is."""
        settled = self.settled
        if settled is not None:
            return lambda tally, cards: settled(cards)  # noqa: ARG005
        if self.by_symbol is not None:
            return _by_symbol(self.scored, self.by_symbol)
        if self.local is not None:
            return _by_place(self.scored, self.local)
        assert self.shared is not None  # the one way left
        return (_once if self.once else _each)(self.scored, self.shared)


Scored: TypeAlias = Species | CardSet | None


def _each(scored: Scored, shared: Shared) -> ToLine:
    """Make lines of cards that are worth the same, or more at a host that doubles their points."""
    return lambda tally, cards: _weighed(scored, cards, shared(tally))


def _weighed(scored: Scored, cards: tuple[Card, ...], value: int) -> Line:
    factors = [card.face.factor for card in cards]
    weight = sum(factors)
    each = value if weight == len(cards) else tuple([value * factor for factor in factors])
    return _new(Line, (scored, cards, value * weight, each, None, None))


def _once(scored: Scored, shared: Shared) -> ToLine:
    return lambda tally, cards: _new(Line, (scored, cards, shared(tally), None, None, None))


def _flat(scored: Scored, points: int, *, doubling: bool) -> Settled:
    if not doubling:
        return lambda cards: _new(Line, (scored, cards, points * len(cards), points, None, None))
    return lambda cards: _weighed(scored, cards, points)


def _of_set(scored: Scored, together: Together) -> Settled:
    return lambda cards: _new(Line, (scored, cards, together(cards), None, None, None))


def _by_symbol(scored: Scored, by_symbol: Mapping[str | None, Shared]) -> ToLine:
    def to_line(tally: Tally, cards: tuple[Card, ...]) -> Line:
        worth = {symbol: by_symbol[symbol](tally) for symbol in {card.face.symbol for card in cards}}
        each = tuple([worth[card.face.symbol] * card.face.factor for card in cards])
        return _new(Line, (scored, cards, sum(each), each, None, None))

    return to_line


def _by_place(scored: Scored, local: Local) -> ToLine:
    def to_line(tally: Tally, cards: tuple[Card, ...]) -> Line:
        hosts = tally.forest.hosts
        each = tuple([local(tally, card, hosts[card.host]) * card.face.factor for card in cards])
        return _new(Line, (scored, cards, sum(each), each, None, None))

    return to_line


def _by_hand(scored: Scored) -> Settled:
    def settled(cards: tuple[Card, ...]) -> Line:
        each = tuple([card.by_hand or 0 for card in cards])
        return _new(Line, (scored, cards, sum(each), each, None, None))

    return settled


def plan_line(book: Book, line: Species | CardSet) -> Plan:
    """Compile the rule of a species or a set for *book*. Without a rule the points are those given by hand."""
    if line.rule is not None:
        return plan_rule(book, line.rule, line)
    if isinstance(line, CardSet):
        return Plan(book, line, together=_set_value(line), once=True)
    return Plan(book, line)


def plan_rule(book: Book, rule: Rule, scored: Species | CardSet | None = None) -> Plan:
    """Compile *rule*: to a shared value if none of its terms depends on the place of the card."""
    shared = _shared_terms(book, rule)
    if shared is not None:
        flat = [term.points for term in rule.terms if isinstance(term, Flat)]
        settled = sum(flat) if len(flat) == len(rule.terms) else None
        return Plan(book, scored, shared=shared, once=rule.once, flat=settled)
    by_symbol: dict[str | None, Shared] = {}
    for symbol in (None, *book.catalogue.symbols):
        value = _shared_terms(book, rule, OwnSymbol(symbol))
        if value is None:
            break
        by_symbol[symbol] = value
    else:
        return Plan(book, scored, by_symbol=by_symbol, once=rule.once)
    local = [local_term(book, term) for term in rule.terms]
    if len(local) == 1:
        return Plan(book, scored, local=local[0], once=rule.once)
    return Plan(
        book,
        scored,
        local=lambda tally, card, host: sum([value(tally, card, host) for value in local]),
        once=rule.once,
    )


def _shared_terms(book: Book, rule: Rule, own: OwnSymbol | None = None) -> Shared | None:
    values = [value for term in rule.terms if (value := shared_term(book, term, own)) is not None]
    return _added(values) if len(values) == len(rule.terms) else None


def _added(values: list[Shared]) -> Shared:
    if len(values) == 1:
        return values[0]
    return lambda tally: sum(value(tally) for value in values)


def _set_value(set_: CardSet) -> Together:
    values = set_.values

    def value(cards: Sequence[Card]) -> int:
        species: dict[Species, int] = {}
        for card in cards:
            one = card.face.species
            species[one] = species[one] + 1 if one in species else 1
        if len(species) == len(cards):
            return set_points(len(cards), values)
        return sum([set_points(size, values) for size in group_sizes(species.values())])

    return value


def group_sizes(counts: object) -> list[int]:
    """Return the sizes of the groups of different species when one of each still there is taken again and again.

    >>> group_sizes([2, 2, 1])
    [3, 2]
    """
    left = sorted(counts)  # type: ignore[call-overload]
    sizes: list[int] = []
    taken = 0
    for position, count in enumerate(left):
        if count > taken:
            sizes += [len(left) - position] * (count - taken)
            taken = count
    return sizes


def set_points(size: int, values: tuple[int, ...]) -> int:
    """Return the points of a group of *size* different species; beyond the table its last value holds."""
    return values[min(size, len(values)) - 1]
