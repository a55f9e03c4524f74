"""Looks: what a rule looks at, so that it is known which changes of a forest can change its points."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from forestcalc.catalogue.model import CardSet, Species
from forestcalc.catalogue.rules import CaveCards, Count, Filter, Measure, Most, Rule
from forestcalc.scoring.faces import FIELD, FIELD_BITS, Book, measures_of, without_exclusion


class Looks(NamedTuple):
    """What the points of a line depend on, beside its own cards and the hosts that they lie at.

    `fields` masks the counters of the tally, `rivals` those that are compared with the other forests. `distinct` are
    positions of the book's masks of different species, `hosts` the filters that ask for full hosts or empty rivers.
    `everything`: some measure walks over all cards.
    """

    fields: int = 0
    rivals: int = 0
    distinct: tuple[int, ...] = ()
    hosts: tuple[Filter, ...] = ()
    cave: bool = False
    everything: bool = False

    def sees(self, fields: int, species: int, book: Book) -> bool:
        """Whether a change of the counters in *fields* or of the presence of *species* can change the points."""
        return bool(self.fields & fields) or (
            species != 0 and any(book.mask(position) & species for position in self.distinct)
        )


NOTHING = Looks()


def looks_of(book: Book, line: Species | CardSet) -> Looks:
    """Return what the rule of a species or set looks at; a set of different species looks at its own cards only."""
    return NOTHING if line.rule is None else looks_of_rule(book, line.rule)


def looks_of_rule(book: Book, rule: Rule) -> Looks:
    """Return what *rule* looks at."""
    parts = [_looks(book, measure) for term in rule.terms for measure in measures_of(term)]
    return Looks(
        fields=_either(part.fields for part in parts),
        rivals=_either(part.rivals for part in parts),
        distinct=tuple(position for part in parts for position in part.distinct),
        hosts=tuple(filter_ for part in parts for filter_ in part.hosts),
        cave=any(part.cave for part in parts),
        everything=any(part.everything for part in parts),
    )


def _either(masks: Iterable[int]) -> int:
    result = 0
    for mask in masks:
        result |= mask
    return result


def _looks(book: Book, measure: Measure) -> Looks:
    match measure:
        case CaveCards():
            return Looks(cave=True)
        case Most(counted=count):
            mask = _mask(book, count.filter)
            return Looks(fields=mask, rivals=mask)
        case Count(at="host" | "slot"):
            return NOTHING
        case Count(different="species", filter=filter_):
            return Looks(distinct=(book.distinct_mask(filter_),))
        case Count(different="symbols"):
            return Looks(everything=True)
        case Count(filter=filter_) if filter_.full or filter_.none_below is not None:
            return Looks(hosts=(filter_,))
        case Count(filter=Filter(symbols=("own",)) as filter_) if filter_ == Filter(symbols=("own",)):
            return Looks(fields=_either(_mask(book, Filter(symbols=(symbol,))) for symbol in book.catalogue.symbols))
        case Count(filter=filter_):
            if "own" in filter_.symbols or filter_.excluding:
                return Looks(everything=True)
            return Looks(fields=_mask(book, without_exclusion(filter_)))


def _mask(book: Book, filter_: Filter) -> int:
    return FIELD << (FIELD_BITS * book.field(filter_))
