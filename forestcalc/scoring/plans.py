"""Plans: rules compiled for one book, so that scoring a card is a few look-ups in the tally."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from forestcalc.catalogue.model import CardSet, Species
from forestcalc.catalogue.rules import (
    CaveCards,
    Count,
    Filter,
    Flat,
    If,
    Measure,
    Most,
    Per,
    Rule,
    Steps,
    Term,
)
from forestcalc.scoring.faces import FIELD_BITS, Book, without_exclusion
from forestcalc.scoring.tally import Tally, host_matches

if TYPE_CHECKING:
    from forestcalc.game.forest import Card, Host

Shared: TypeAlias = Callable[[Tally], int]
Local: TypeAlias = "Callable[[Tally, Card, Host], int]"
Together: TypeAlias = "Callable[[Sequence[Card]], int]"


Valued: TypeAlias = "Callable[[Tally], tuple[int, int | tuple[int, ...] | None]]"


class Plan(NamedTuple):
    """How a line is worked out, in one of three ways; `once` tells that the value is that of the whole line.

    `shared` gives what every card of the line is worth alike, `local` what one card at its host is worth, `together`
    what the cards of a set are worth.
    """

    shared: Shared | None = None
    local: Local | None = None
    together: Together | None = None
    once: bool = False


def plan_line(book: Book, line: Species | CardSet) -> Plan:
    """Compile the rule of a species or a set for *book*. A species without a rule is worth 0."""
    if isinstance(line, CardSet):
        if line.rule is None:
            return Plan(together=_set_value(line), once=True)
        return plan_rule(book, line.rule)
    if line.rule is None:
        return Plan(shared=lambda _: 0)
    return plan_rule(book, line.rule)


def values_of(plan: Plan, cards: Sequence[Card], hosts: Sequence[Host]) -> tuple[Shared, Valued | None]:
    """Return how the cards of one line are worked out: what they are worth alike, or how their values are found.

    The second part gives the points of the line and those of each card; None where all cards are worth the same.
    """
    shared, local, together, once = plan
    if cards[0].by_hand is not None:
        by_hand = tuple(card.by_hand or 0 for card in cards)
        return _nothing, lambda _: (sum(by_hand), by_hand)
    if together is not None:
        return _nothing, lambda _: (together(cards), None)
    factors = [card.face.factor for card in cards]
    if local is not None:
        places = [(card, hosts[card.host], card.face.factor) for card in cards]

        def valued(tally: Tally) -> tuple[int, tuple[int, ...]]:
            each = tuple([local(tally, card, host) * factor for card, host, factor in places])
            return sum(each), each

        return _nothing, valued
    assert shared is not None  # a plan has one of the three
    if once:
        return _nothing, lambda tally: (shared(tally), None)
    if any(factor != 1 for factor in factors):

        def doubled(tally: Tally) -> tuple[int, tuple[int, ...]]:
            value = shared(tally)
            return value * sum(factors), tuple([value * factor for factor in factors])

        return _nothing, doubled
    return shared, None


def _nothing(_: Tally) -> int:
    return 0


def plan_rule(book: Book, rule: Rule) -> Plan:
    """Compile *rule*: to a shared value if none of its terms depends on the place of the card."""
    shared = [value for term in rule.terms if (value := _shared_term(book, term)) is not None]
    if len(shared) == len(rule.terms):
        return Plan(shared=_added(shared), once=rule.once)
    local = [_local_term(book, term) for term in rule.terms]
    if len(local) == 1:
        return Plan(local=local[0], once=rule.once)
    return Plan(local=lambda tally, card, host: sum([value(tally, card, host) for value in local]), once=rule.once)


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
            species[one] = species.get(one, 0) + 1
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
        sizes += [len(left) - position] * (count - taken)
        taken = max(taken, count)
    return sizes


def set_points(size: int, values: tuple[int, ...]) -> int:
    """Return the points of a group of *size* different species; beyond the table its last value holds."""
    return values[min(size, len(values)) - 1]


def _shared_term(book: Book, term: Term) -> Shared | None:
    match term:
        case Flat(points=points):
            return lambda _: points
        case Per(points=points, measures=measures):
            fields = [field for measure in measures if (field := _plain_field(book, measure)) is not None]
            if len(fields) == len(measures):
                return _per_fields(points, fields)
            values = [value for measure in measures if (value := shared_measure(book, measure)) is not None]
            if len(values) != len(measures):
                return None
            return lambda tally: points * sum([value(tally) for value in values])
        case If(points=points, measure=measure, least=least, most=most, otherwise=otherwise):
            return _if_shared(shared_measure(book, measure), points, least, most, otherwise)
        case Steps(steps=steps, measure=measure):
            stepped = shared_measure(book, measure)
            return None if stepped is None else lambda tally: step_points(stepped(tally), steps)


def _per_fields(points: int, fields: Sequence[int]) -> Shared:
    if len(fields) == 1:
        (only,) = fields
        return lambda tally: points * tally.counts[only]
    if len(fields) == 2:
        first, second = fields
        return lambda tally: points * (tally.counts[first] + tally.counts[second])
    return lambda tally: points * sum([tally.counts[field] for field in fields])


def _if_shared(measured: Shared | None, points: int, least: int, most: int | None, otherwise: int) -> Shared | None:
    if measured is None:
        return None
    if most is None:
        return lambda tally: points if measured(tally) >= least else otherwise
    return lambda tally: points if least <= measured(tally) <= most else otherwise


def step_points(value: int, steps: tuple[tuple[int, int], ...]) -> int:
    """Return the points of the highest threshold that *value* reaches, 0 below the first."""
    points = 0
    for threshold, worth in steps:
        if value < threshold:
            break
        points = worth
    return points


def _plain_field(book: Book, measure: Measure) -> int | None:
    if isinstance(measure, Count) and measure.at == "forest" and not measure.different:
        filter_ = measure.filter
        if not (filter_.full or filter_.none_below or filter_.excluding or "own" in filter_.symbols):
            return book.field(filter_)
    return None


def shared_measure(book: Book, measure: Measure) -> Shared | None:
    """Compile a measure that is the same for every card of a forest; None if it depends on the card."""
    match measure:
        case CaveCards():
            return lambda tally: tally.cave
        case Most(counted=count):
            field = book.field(count.filter)
            return lambda tally: int(tally.table.has_most(tally, measure, field))
        case Count(at="forest", different="species", filter=filter_):
            position = book.distinct_mask(filter_)
            return lambda tally: tally.different_species(position)
        case Count(at="forest", different="symbols", filter=filter_):
            return lambda tally: len(
                {face.symbol for face in tally.forest.faces if face.symbol and face.matches(filter_)}
            )
        case Count(at="forest", filter=filter_) if filter_.full or filter_.none_below is not None:
            return lambda tally: tally.hosts(filter_)
        case Count():
            plain = _plain_field(book, measure)
            return None if plain is None else lambda tally: tally.counts[plain]


def _local_term(book: Book, term: Term) -> Local:
    match term:
        case Flat(points=points):
            return lambda tally, card, host: points  # noqa: ARG005
        case Per(points=points, measures=measures):
            values = [local_measure(book, measure) for measure in measures]
            if len(values) == 1:
                only = values[0]
                return lambda tally, card, host: points * only(tally, card, host)
            return lambda tally, card, host: points * sum(value(tally, card, host) for value in values)
        case If(points=points, measure=measure, least=least, most=most, otherwise=otherwise):
            measured = local_measure(book, measure)
            limit = float("inf") if most is None else most
            return lambda tally, card, host: points if least <= measured(tally, card, host) <= limit else otherwise
        case Steps(steps=steps, measure=measure):
            measured = local_measure(book, measure)
            return lambda tally, card, host: step_points(measured(tally, card, host), steps)


def local_measure(book: Book, measure: Measure) -> Local:
    """Compile a measure as seen from one card at its host."""
    shared = shared_measure(book, measure)
    if shared is not None:
        return lambda tally, card, host: shared(tally)  # noqa: ARG005
    assert isinstance(measure, Count)  # every other measure is shared
    filter_ = measure.filter
    if "own" in filter_.symbols:
        return _own_symbol(book, filter_)
    if measure.different:
        attribute = "symbol" if measure.different == "symbols" else "identity"
        return lambda tally, card, host: len(  # noqa: ARG005
            {value for other in host.cards if other.face.matches(filter_) and (value := getattr(other.face, attribute))}
        )
    if filter_.full or filter_.none_below is not None:
        return lambda tally, card, host: host_matches(host, filter_)  # noqa: ARG005
    if measure.at == "host" and filter_ == Filter(kinds=("dweller",)):
        return lambda tally, card, host: len(host.dwellers)  # noqa: ARG005
    counted = _counted(book, filter_)
    if measure.at == "forest":
        return lambda tally, card, host: counted(  # noqa: ARG005
            [other for place in tally.forest.hosts for other in place.cards], card
        )
    if measure.at == "slot":
        return lambda tally, card, host: counted(host.same_slot(card), card)  # noqa: ARG005
    if _asks_for_host(book, filter_):
        bit = _bit(book, filter_)
        return lambda tally, card, host: 1 if host.card.face.vector & bit else 0  # noqa: ARG005
    return lambda tally, card, host: counted(host.cards, card)  # noqa: ARG005


def _bit(book: Book, filter_: Filter) -> int:
    return 1 << (FIELD_BITS * book.field(without_exclusion(filter_)))


def _asks_for_host(book: Book, filter_: Filter) -> bool:
    """Whether only the host itself can match, so that its dwellers need no look."""
    rivers = any(kind.river is not None for kind in book.catalogue.host_kinds.values())
    if rivers or filter_.excluding:
        return False
    if filter_.named:
        return all(book.catalogue.species(id).is_host for id in filter_.named)
    return bool(filter_.kinds) and "dweller" not in filter_.kinds


def _counted(book: Book, filter_: Filter) -> Callable[[Sequence[Card], Card], int]:
    """Compile the count of the cards that match *filter_*, seen from the card that is scored."""
    bit = _bit(book, filter_)
    match filter_.excluding:
        case "itself":
            return lambda cards, scored: len([1 for card in cards if card.face.vector & bit and card is not scored])
        case "own-species":
            return lambda cards, scored: len(
                [1 for card in cards if card.face.vector & bit and card.face.species is not scored.face.species]
            )
        case _:
            return lambda cards, scored: len([1 for card in cards if card.face.vector & bit])  # noqa: ARG005


def _own_symbol(book: Book, filter_: Filter) -> Local:
    if filter_ != Filter(symbols=("own",)):
        plain = filter_._replace(symbols=())

        def counted(tally: Tally, card: Card, host: Host) -> int:  # noqa: ARG001
            own = card.face.symbol
            return sum(face.symbol == own and face.matches(plain) for face in tally.forest.faces) if own else 0

        return counted
    fields = {symbol: book.field(Filter(symbols=(symbol,))) for symbol in book.catalogue.symbols}

    def value(tally: Tally, card: Card, host: Host) -> int:  # noqa: ARG001
        own = card.face.symbol
        return tally.counts[fields[own]] if own else 0

    return value


def count_cards(cards: object, scored: Card, filter_: Filter) -> int:
    """Count the *cards* that match *filter_*, seen from the card that is *scored*."""
    match filter_.excluding:
        case "itself":
            return sum(card is not scored and card.face.matches(filter_) for card in cards)  # type: ignore[attr-defined]
        case "own-species":
            own = scored.face.species
            return sum(card.face.species is not own and card.face.matches(filter_) for card in cards)  # type: ignore[attr-defined]
        case _:
            return sum(card.face.matches(filter_) for card in cards)  # type: ignore[attr-defined]
