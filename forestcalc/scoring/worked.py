"""Worked examples: what some number of cards of one species is worth, worked out by the engine itself."""

from __future__ import annotations

from typing import Any

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import CardSet, Species
from forestcalc.catalogue.rules import CaveCards, Count, If, Measure, Most, Per, Rule, Steps
from forestcalc.scoring.faces import Book, measures_of
from forestcalc.scoring.plans import plan_line, set_points, step_points
from forestcalc.scoring.words import Words

_MOST_ROWS = 12


def worked(catalogue: Catalogue, id: str, count: int) -> int | None:
    """Return what *count* cards of a species are worth with no other card about.

    None where that depends on anything but these cards: other species, hosts, symbols, the cave, other players.
    For a set, the cards are taken to be different ones.
    """
    if id in catalogue.sets:
        set_ = catalogue.sets[id]
        if set_.values:
            return set_points(count, set_.values) if count else 0
        return _pool(set_.rule, count)
    species = catalogue.species(id)
    if species.set_id is not None and catalogue.sets[species.set_id].rule is not None:
        return _pool(catalogue.sets[species.set_id].rule, count)
    if species.set_id is not None or species.rule is None:
        return None
    return _copies(catalogue, species, species.rule, count)


def _pool(rule: Rule | None, count: int) -> int | None:
    if rule is None or not isinstance(rule.terms[0], Steps):
        return None
    return step_points(count, rule.terms[0].steps)


def _copies(catalogue: Catalogue, species: Species, rule: Rule, count: int) -> int | None:
    print_ = next((print_ for print_ in species.prints), None)
    if print_ is None:
        return None
    book = Book(catalogue, [species.id])
    face = book.face(species, print_.types, None, species.section, None)
    for term in rule.terms:
        for measure in measures_of(term):
            if not isinstance(measure, Count) or measure.at != "forest" or measure.filter.symbols:
                return None
            if not face.matches(measure.filter) or measure.filter.full or measure.filter.none_below:
                return None
    plan = plan_line(book, species)
    if plan.shared is None:
        return None
    value = plan.shared(_OnlyThese(book, face.vector * count, face.presence))  # type: ignore[arg-type]
    return value if plan.once else value * count


class _OnlyThese:
    """A tally of cards of one kind, with nothing else about."""

    def __init__(self, book: Book, total: int, presence: int) -> None:
        self.book = book
        self.counts = book.unpack(total.to_bytes(book.size, "little"))
        self.presence = presence

    def different_species(self, position: int) -> int:
        return (self.presence & self.book.mask(position)).bit_count()


def worked_table(catalogue: Catalogue, species: Species) -> list[dict[str, Any]]:
    """Return rows of a worked table: what the case is, how many cards, and their points together."""
    words = Words(catalogue)
    if species.set_id is not None:
        return _set_table(catalogue.sets[species.set_id])
    rule = species.rule
    if rule is None:
        return []
    copies = sum(print_.copies or 0 for print_ in species.prints)
    if copies and worked(catalogue, species.id, 1) is not None:
        rows = []
        for count in range(1, min(copies, _MOST_ROWS) + 1):
            points = worked(catalogue, species.id, count)
            rows.append(_row(f"{count} {words.name(species.id, count != 1)}", count, points or 0))
        return rows
    if len(rule.terms) == 1:
        return _cases(words, rule)
    return []


def _row(case: str, count: int, points: int) -> dict[str, Any]:
    return {"case": case, "count": count, "points": points}


def _set_table(set_: CardSet) -> list[dict[str, Any]]:
    if set_.values:
        return [_row(f"{size} different", size, points) for size, points in enumerate(set_.values, 1)]
    term = set_.rule.terms[0] if set_.rule is not None else None
    if isinstance(term, Steps):
        return [_row(f"{at} of them", at, points) for at, points in term.steps]
    return []


def _cases(words: Words, rule: Rule) -> list[dict[str, Any]]:
    """Work out one card for a few values of what its rule measures."""
    match rule.terms[0]:
        case Per(points=points, measures=(measure,)) if not isinstance(measure, Most):
            return [_row(f"1 card, {count} {_noun(words, measure, count)}", 1, points * count) for count in (1, 2, 5)]
        case If(points=points, measure=measure, least=least, most=None, otherwise=otherwise) if (
            not isinstance(measure, (Most, CaveCards)) and least > 1
        ):
            return [
                _row(f"1 card, {least - 1} {_noun(words, measure, least - 1)}", 1, otherwise),
                _row(f"1 card, {least} {_noun(words, measure, least)}", 1, points),
            ]
        case Steps(steps=steps, measure=measure):
            return [_row(f"1 card, {at} {_noun(words, measure, at)}", 1, points) for at, points in steps]
        case _:
            return []


def _noun(words: Words, measure: Measure, count: int) -> str:
    return words.measured(measure, many=count != 1)
