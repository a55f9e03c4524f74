"""Worked examples: what some number of cards of one species is worth, worked out by the engine itself."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import CardSet, Species
from forestcalc.catalogue.rules import Count, Flat, If, Measure, Most, Per, Rule, Steps, Term
from forestcalc.scoring.faces import Book, measures_of
from forestcalc.scoring.measures import step_points
from forestcalc.scoring.plans import plan_line, set_points
from forestcalc.scoring.words import Words, joined

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
        return set_table(catalogue.sets[species.set_id])
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
    return [_row(f"1 card, {case}" if case else "1 card", 1, points) for case, points in rule_cases(words, rule)]


def _row(case: str, count: int, points: int) -> dict[str, Any]:
    return {"case": case, "count": count, "points": points}


def set_table(set_: CardSet) -> list[dict[str, Any]]:
    """Return rows of a worked table for a set."""
    if set_.values:
        return [_row(f"{size} different", size, points) for size, points in enumerate(set_.values, 1)]
    term = set_.rule.terms[0] if set_.rule is not None else None
    if isinstance(term, Steps):
        return [_row(f"{at} of them", at, points) for at, points in term.steps]
    return []


def rule_cases(words: Words, rule: Rule) -> list[tuple[str, int]]:
    """Work out a rule for a few values of what it measures: what the case is, and the points."""
    asked: dict[Measure, set[int]] = {}
    for term in rule.terms:
        for measure in measures_of(term):
            asked.setdefault(measure, set()).update(_telling(term))
    if not asked:
        return [("", sum(term.points for term in rule.terms if isinstance(term, Flat)))]
    if len(asked) == 1:
        ((measure, values),) = asked.items()
        cases = [{measure: value} for value in sorted(values)]
    else:  # different numbers, so that each can be told from the others in the sum
        cases = [
            {measure: 1 if number == 0 else 0 for number, measure in enumerate(asked)},
            dict.fromkeys(asked, 1),
            {measure: number for number, measure in enumerate(asked, 2)},
        ]
    return [
        (joined([_case(words, measure, value) for measure, value in case.items() if value or len(case) == 1]), points)
        for case in cases
        for points in [sum(_points(term, case) for term in rule.terms)]
    ]


def _telling(term: Term) -> Iterable[int]:
    """Return the values of a measure at which a term shows what it pays."""
    match term:
        case Per(measures=(Most(),)) | If(measure=Most()):
            return (0, 1)
        case Per(measures=(Count(at="host"),)):
            return (1, 2, 4)  # a tree has no more slots
        case Per():
            return (1, 2, 5)
        case If(least=least, most=None):
            return (max(0, least - 1), least)
        case If(least=least, most=int(most)):
            return (least, most + 1)
        case Steps(steps=steps):
            return [at for at, _ in steps]
        case _:
            return ()


def _points(term: Term, values: Mapping[Measure, int]) -> int:
    match term:
        case Flat(points=points):
            return points
        case Per(points=points, measures=measures):
            return points * sum(values[measure] for measure in measures)
        case If(points=points, measure=measure, least=least, most=most, otherwise=otherwise):
            return points if least <= values[measure] and (most is None or values[measure] <= most) else otherwise
        case Steps(steps=steps, measure=measure):
            return step_points(values[measure], steps)


def _case(words: Words, measure: Measure, value: int) -> str:
    """Say what a measure found: "3 trees", "no Squeaker", "at a shrub", "another forest has more trees"."""
    if isinstance(measure, Most):
        counted = words.counted(measure.counted.filter)
        return f"most {counted} or as many as another" if value else f"another forest has more {counted}"
    if words.asks_for_host(measure):
        if measure.filter.full:
            return f"{'all' if value else 'not all'} slots of its host filled"
        host = words.counted(measure.filter, many=False)
        return f"{'at' if value else 'not at'} {'an' if host[:1].lower() in 'aeiou' else 'a'} {host}"
    return f"{value or 'no'} {words.measured(measure, many=value != 1)}"
