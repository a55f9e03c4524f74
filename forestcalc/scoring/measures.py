"""Measures: the terms of a rule compiled for one book, for all cards of a forest alike or seen from one card."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from forestcalc.catalogue.rules import CaveCards, Count, Filter, Flat, If, Measure, Most, Per, Steps, Term
from forestcalc.scoring.faces import FIELD_BITS, Book, Face, without_exclusion
from forestcalc.scoring.tally import Tally, host_matches

if TYPE_CHECKING:
    from forestcalc.game.forest import Card, Host

Shared: TypeAlias = Callable[[Tally], int]
Local: TypeAlias = "Callable[[Tally, Card, Host], int]"


class OwnSymbol(NamedTuple):
    """The tree symbol on the card that is scored, as far as it is known."""

    symbol: str | None


def shared_term(book: Book, term: Term, own: OwnSymbol | None = None) -> Shared | None:
    """Compile a term that is the same for every card of a forest; None if it depends on the card."""
    match term:
        case Flat(points=points):
            return lambda _: points
        case Per(points=points, measures=measures):
            fields = [field for measure in measures if (field := _plain_field(book, measure, own)) is not None]
            if len(fields) == len(measures):
                return _per_fields(points, fields)
            values = [value for measure in measures if (value := shared_measure(book, measure, own)) is not None]
            if len(values) != len(measures):
                return None
            return lambda tally: points * sum([value(tally) for value in values])
        case If(points=points, measure=measure, least=least, most=most, otherwise=otherwise):
            return _if_shared(shared_measure(book, measure, own), points, least, most, otherwise)
        case Steps(steps=steps, measure=measure):
            stepped = shared_measure(book, measure, own)
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


_OWN = Filter(symbols=("own",))


def _plain_field(book: Book, measure: Measure, own: OwnSymbol | None = None) -> int | None:
    if isinstance(measure, Count) and measure.at == "forest" and not measure.different:
        filter_ = measure.filter
        if filter_ == _OWN and own is not None and own.symbol is not None:
            return book.field(Filter(symbols=(own.symbol,)))
        if not (filter_.full or filter_.none_below or filter_.excluding or "own" in filter_.symbols):
            return book.field(filter_)
    return None


def shared_measure(book: Book, measure: Measure, own: OwnSymbol | None = None) -> Shared | None:
    """Compile a measure that is the same for every card of a forest; None if it depends on the card.

    With *own* it may depend on the symbol of the card, which is then that one.
    """
    match measure:
        case Count(at="forest", different="", filter=filter_) if own == OwnSymbol(None) and filter_ == _OWN:
            return lambda _: 0
        case CaveCards():
            return lambda tally: tally.cave
        case Most(counted=count):
            field = book.field(count.filter)
            return lambda tally: int(tally.rivals.has_most(tally.counts[field], measure, field))
        case Count(at="forest", different="species", filter=filter_) if not filter_.excluding:
            position = book.distinct_mask(filter_)
            return lambda tally: tally.different_species(position)
        case Count(at="forest", different="symbols", filter=filter_) if not filter_.excluding:
            return lambda tally: len(
                {face.symbol for face in tally.forest.faces if face.symbol and face.matches(filter_)}
            )
        case Count(at="forest", filter=filter_) if _asks_for_whole_hosts(filter_) and not filter_.excluding:
            matching: dict[Face, bool] = {}
            return lambda tally: tally.hosts(filter_, matching)
        case Count():
            plain = _plain_field(book, measure, own)
            return None if plain is None else lambda tally: tally.counts[plain]


def local_term(book: Book, term: Term) -> Local:
    """Compile a term as seen from one card at its host."""
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
        return _own_symbol(book, measure)
    if measure.different:
        attribute = "symbol" if measure.different == "symbols" else "identity"
        return lambda tally, card, host: len(
            {
                value
                for other in _cards_within(measure, tally, card, host)
                if count_cards((other,), card, filter_) and (value := getattr(other.face, attribute))
            }
        )
    if _asks_for_whole_hosts(filter_) and measure.at == "forest":
        return lambda tally, card, host: sum(  # noqa: ARG005
            [host_matches(other, filter_, card) for other in tally.forest.hosts]
        )
    if _asks_for_whole_hosts(filter_):
        return lambda tally, card, host: host_matches(host, filter_, card)  # noqa: ARG005
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


def _asks_for_whole_hosts(filter_: Filter) -> bool:
    return filter_.full or filter_.none_below is not None


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


def _cards_within(measure: Count, tally: Tally, card: Card, host: Host) -> Iterable[Card]:
    """Return the cards that *measure* looks at, seen from *card* at *host*."""
    if measure.at == "forest":
        return (other for place in tally.forest.hosts for other in place.cards)
    return host.cards if measure.at == "host" else host.same_slot(card)


def _own_symbol(book: Book, measure: Count) -> Local:
    filter_ = measure.filter
    if filter_ != _OWN or measure.at != "forest":

        def counted(tally: Tally, card: Card, host: Host) -> int:
            own = card.face.symbol
            if own is None:
                return 0
            return count_cards(_cards_within(measure, tally, card, host), card, filter_._replace(symbols=(own,)))

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
