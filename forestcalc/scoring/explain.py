"""Explain: why a line scores what it scores, in the words of its rule and with the numbers of the tally."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from forestcalc.catalogue.model import CardSet
from forestcalc.catalogue.rules import CaveCards, Count, Filter, Flat, If, Measure, Most, Per, Rule, Steps, Term
from forestcalc.scoring.measures import local_measure, shared_measure, step_points
from forestcalc.scoring.plans import group_sizes, set_points
from forestcalc.scoring.tally import Tally
from forestcalc.scoring.words import Words, joined

if TYPE_CHECKING:
    from forestcalc.game.forest import Card, Host
    from forestcalc.scoring.sheet import Line

_MOST_NAMED = 3
NOTHING = "no points of its own"


def line_reason(tally: Tally, line: Line) -> str:
    """Say why *line* scores what it scores, zero included."""
    text = _reason(tally, line)
    if line.range is not None and line.points is None:
        return f"{line.min} to {line.max}, depending on what the file leaves open; by what is known: {text}"
    return text


def _reason(tally: Tally, line: Line) -> str:
    if line.by_hand:
        return "points given by hand"
    scored = line.scored
    words = Words(tally.book.catalogue)
    if isinstance(scored, CardSet) and scored.rule is None:
        return _set_reason(line, scored)
    rule = scored.rule
    if rule is None:
        return "no rule is known"
    explain = _Reasons(tally, words)
    if rule.once:
        return explain.rule(rule, line.cards[0], once=True)
    hosts = tally.forest.hosts
    texts: Counter[str] = Counter()
    for number, card in enumerate(line.cards):
        each = line.each[number] if isinstance(line.each, tuple) else line.each
        text = explain.rule(rule, card)
        if card.face.factor != 1:
            text += f", doubled by {hosts[card.host].card.species.name}"
        texts[f"{each or 0}\0{text}"] += 1
    if len(texts) == 1:
        return _times(line.count, *next(iter(texts)).split("\0"))
    return "; ".join(_times(count, *text.split("\0")) for text, count in texts.items())


def _times(count: int, points: str, text: str) -> str:
    if text == NOTHING:
        return text
    if count == 1:
        return f"{text} {'point' if text == '1' else 'points'}" if text == points else text
    if text == points:
        return f"{count} × {points}"
    return f"{count} × {points}: {text.removeprefix(f'{points}: ')}"


def _set_reason(line: Line, set_: CardSet) -> str:
    sizes = group_sizes(Counter(card.species.id for card in line.cards).values())
    parts = [f"{set_points(size, set_.values)} for {size} different" for size in sizes]
    return " + ".join(parts)


def cave_reason(tally: Tally) -> str:
    """Say why the cave scores what it scores."""
    cave = tally.forest.cave
    if isinstance(cave.card.rule.terms[0], Per) and len(cave.card.rule.terms) == 1 and not cave.cards:
        return "no cards in the cave"
    explain = _Reasons(tally, Words(tally.book.catalogue))
    return " + ".join(explain.term(term, None) for term in cave.card.rule.terms)


class _Reasons:
    """Reasons for the cards of one forest."""

    def __init__(self, tally: Tally, words: Words) -> None:
        self.tally = tally
        self.words = words

    def rule(self, rule: Rule, card: Card, *, once: bool = False) -> str:
        return " + ".join(self.term(term, card, once=once) for term in rule.terms)

    def term(self, term: Term, card: Card | None, *, once: bool = False) -> str:
        match term:
            case Flat(points=0):
                return NOTHING
            case Flat(points=points):
                return str(points)
            case Per(points=points, measures=measures):
                return self._per(points, measures, card)
            case If():
                return self._condition(term, card)
            case Steps(steps=steps, measure=measure):
                value = self._value(measure, card)
                worth = step_points(value, steps)
                text = f"{worth} for {self._quantity(measure, value, card)}"
                if once and value > steps[-1][0]:
                    text += f" ({steps[-1][0]} or more)"
                return text

    def _per(self, points: int, measures: Sequence[Measure], card: Card | None) -> str:
        values = [self._value(measure, card) for measure in measures]
        if not any(values):
            nouns = [self.words.measured(measure, own=self._own(card)) for measure in measures]
            where = "" if any(self._is_local(measure) for measure in measures) else " in this forest"
            if any(isinstance(measure, CaveCards) for measure in measures):
                where = ""
            return f"no {joined(nouns, 'or')}{where}"
        parts = [self._quantity(measure, value, card) for measure, value in zip(measures, values, strict=True)]
        if points == 1:
            return " + ".join(parts)
        return f"{points} × {parts[0]}" if len(parts) == 1 else f"{points} × ({' + '.join(parts)})"

    def _condition(self, term: If, card: Card | None) -> str:
        measure = term.measure
        value = self._value(measure, card)
        met = value >= term.least and (term.most is None or value <= term.most)
        points = term.points if met else term.otherwise
        lead = f"{points}: " if points else ""
        if isinstance(measure, Most):
            return lead + self._majority(measure)
        if met:
            if term.most == 0:
                return f"{lead}no {self.words.measured(measure, own=self._own(card))}"
            return lead + self._quantity(measure, value, card)
        if term.most is not None and value > term.most:
            if term.most == 0:
                return f"{lead}{self._quantity(measure, value, card)}"
            return f"{lead}{self._quantity(measure, value, card)}, not just {term.most}"
        if term.least == 1 and self.words.asks_for_host(measure):
            return f"{lead}not at {_article(self.words.counted(measure.filter, many=False))}"
        if term.least == 1:
            where = "" if self._is_local(measure) else " in this forest"
            return f"{lead}no {self.words.measured(measure, many=False, own=self._own(card))}{where}"
        missing = self._missing(measure, term.least)
        return f"{lead}{value} of the {term.least} {self.words.measured(measure)} needed{missing}"

    def _majority(self, most: Most) -> str:
        rivals = self.tally.rivals
        field = self.tally.book.field(most.counted.filter)
        own = self.tally.counts[field]
        noun = self.words.counted(most.counted.filter, many=own != 1)
        if rivals.alone:
            if most.alone is not None and own < most.alone:
                return f"{own} of the {most.alone} {self.words.counted(most.counted.filter)} needed alone"
            if most.alone is not None:
                return f"{own} {noun}, and {most.alone} are enough alone"
            return f"{own} {noun}, and nobody to compare with"
        others = [counts[field] for number, counts in enumerate(rivals.counts) if number != self.tally.index]
        others += [given[most.against] for given in rivals.given if most.against in given]
        text = f"{own} {noun}{self._proxies(most.counted.filter, own)}"
        if own < most.floor:
            return f"{text}: a majority needs at least {most.floor}"
        best = max(others, default=0)
        if best > own:
            return f"{text}, another forest has {best}"
        return f"{text}, no other forest has more" + (" (a tie counts)" if best == own else "")

    def _missing(self, measure: Measure, least: int) -> str:
        """Name the species that are missing, where only these can still be added."""
        if not (isinstance(measure, Count) and measure.different == "species" and measure.at == "forest"):
            return ""
        catalogue = self.tally.book.catalogue
        filter_ = measure.filter
        have = {face.identity for face in self.tally.forest.faces if face.matches(filter_)}
        possible: dict[str, str] = {}
        for id in catalogue.ids_of_kinds(filter_.kinds) if filter_.kinds else catalogue.species_ids:
            species = catalogue.species(id)
            if species.face_down or not catalogue.is_declared(id):
                continue
            if filter_.kinds and species.kind not in filter_.kinds:
                continue
            types = {type_ for print_ in catalogue.prints(id) for type_ in print_.types}
            if filter_.types and not types & set(filter_.types):
                continue
            possible.setdefault(species.identity, species.name)
        missing = [name for identity, name in possible.items() if identity not in have]
        if len(possible) > least or not 0 < len(missing) <= _MOST_NAMED:
            return ""
        return f", {joined(missing)} {'is' if len(missing) == 1 else 'are'} missing"

    def _value(self, measure: Measure, card: Card | None) -> int:
        shared = shared_measure(self.tally.book, measure)
        if shared is not None:
            return shared(self.tally)
        assert card is not None  # a cave has no measure that depends on its place
        host: Host = self.tally.forest.hosts[card.host]
        return local_measure(self.tally.book, measure)(self.tally, card, host)

    def _is_local(self, measure: Measure) -> bool:
        return isinstance(measure, Count) and measure.at != "forest"

    def _own(self, card: Card | None) -> str | None:
        return card.symbol if card is not None else None

    def _quantity(self, measure: Measure, value: int, card: Card | None) -> str:
        if self.words.asks_for_host(measure):
            return f"at {_article(self.words.counted(measure.filter, many=False))}"
        text = f"{value} {self.words.measured(measure, many=value != 1, own=self._own(card))}"
        if isinstance(measure, Count) and measure.filter.proxies:
            text += self._proxies(measure.filter, value)
        return text

    def _proxies(self, filter_: Filter, value: int) -> str:
        if not filter_.proxies:
            return ""
        faces = self.tally.forest.faces
        proxies = value - sum(face.matches(filter_) for face in faces)
        if proxies <= 0:
            return ""
        id = next(face.species.id for face in faces if face.species.proxy)
        return f" (counting {proxies} {self.words.name(id, proxies != 1)})"


def _article(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"
