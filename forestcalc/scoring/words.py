"""Words for rules: what a measure counts and what a rule pays, from the same description that scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import CardSet
from forestcalc.catalogue.rules import CaveCards, Count, Filter, Flat, If, Measure, Most, Per, Rule, Steps, Term

_UNCHANGED = ("deer", "bison", "elk", "chamois", "moss", "trout", "perch", "bass", "sheep", "cardinals", "devons")
_SIDES = {
    "top": "on top of",
    "bottom": "at the bottom of",
    "left": "on the left of",
    "right": "on the right of",
}


def plural(name: str) -> str:
    """Return the plural of a card's name.

    >>> plural("Red Fox"), plural("Roe Deer"), plural("Wood Mouse")
    ('Red Foxes', 'Roe Deer', 'Wood Mice')
    """
    lower = name.lower()
    if lower.endswith(_UNCHANGED) or (lower.endswith("s") and not lower.endswith(("ss", "us"))):
        return name
    if lower.endswith("mouse"):
        return name[:-4] + "ice"
    if lower.endswith("wolf"):
        return name[:-1] + "ves"
    if lower.endswith("y") and lower[-2] not in "aeiou":
        return name[:-1] + "ies"
    if lower.endswith(("s", "x", "z", "ch", "sh")):
        return name + "es"
    return name + "s"


def joined(words: Sequence[str], last: str = "and") -> str:
    """Join words as in a sentence: `a, b and c`."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}" if words else ""


class Words:
    """Words for the rules of one catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def name(self, id: str, many: bool = False) -> str:
        """Return how a species is called, one or several."""
        species = self.catalogue.species(id)
        return (species.plural or plural(species.name)) if many else species.name

    def counted(self, filter_: Filter, many: bool = True, own: str | None = None) -> str:
        """Say what a filter counts: "insects", "Roe Deer", "fully occupied trees", "cards showing birch".

        *own* names the symbol of the scored card where the filter asks for it.
        """
        parts: list[str] = []
        if filter_.full:
            parts.append("fully occupied")
        if filter_.full and not (filter_.types or filter_.kinds or filter_.named):
            parts.append("hosts" if many else "host")
        elif filter_.types:
            terms = [self.catalogue.types[type_] for type_ in filter_.types]
            parts.append(joined([term.many if many else term.one for term in terms], "or"))
        elif filter_.species or filter_.named:
            ids = (*filter_.species, *filter_.named)
            parts.append(joined([self.name(id, many) for id in ids], "or"))
        elif filter_.kinds and filter_.kinds != ("dweller",):
            parts.append(joined([f"{kind}s" if many else kind for kind in filter_.kinds], "or"))
        else:
            parts.append("cards" if many else "card")
        if filter_.symbols:
            symbols = [own or "its own tree symbol" if symbol == "own" else symbol for symbol in filter_.symbols]
            parts.append(f"showing {joined([self._symbol(symbol) for symbol in symbols], 'or')}")
        if filter_.sides:
            hosts = "hosts"
            if filter_.hosts:
                hosts = joined([f"{kind}s" for kind in filter_.hosts], "and")
            parts.append(f"{joined([_SIDES[side] for side in filter_.sides], 'or')} {hosts}")
        elif filter_.hosts:
            parts.append(f"at {joined([f'a {kind}' for kind in filter_.hosts], 'or')}")
        if filter_.none_below is not None:
            parts.append(f"without {self.counted(filter_.none_below)} below")
        if filter_.under_river is not None:
            parts.append("below its river" if filter_.under_river else "not below its river")
        return " ".join(parts)

    def _symbol(self, symbol: str) -> str:
        return self.catalogue.symbols.get(symbol, symbol).lower()

    def measured(self, measure: Measure, many: bool = True, own: str | None = None) -> str:
        """Say what a measure counts, with its scope."""
        match measure:
            case CaveCards():
                return "cards in the cave" if many else "card in the cave"
            case Most(counted=count):
                return f"most {self.counted(count.filter)}"
            case Count(filter=filter_, different=different, at=at):
                if different == "symbols":
                    text = "different tree symbols" if many else "different tree symbol"
                elif different == "species":
                    text = f"different {self._species_of(filter_)}"
                else:
                    text = self.counted(filter_ if at == "forest" else filter_._replace(hosts=()), many, own)
                if filter_.excluding == "itself":
                    text = text.replace("card", "other card", 1) if text.startswith("card") else f"other {text}"
                elif filter_.excluding == "own-species":
                    text = f"{text} of other species"
                if at == "host":
                    text += f" at the same {joined(list(filter_.hosts), 'or')}" if filter_.hosts else " at this host"
                elif at == "slot":
                    text += " in its slot"
                return text

    def asks_for_host(self, measure: Measure) -> TypeGuard[Count]:
        """Whether a measure only asks what kind of host the card lies at."""
        if not isinstance(measure, Count) or measure.at != "host" or measure.different:
            return False
        filter_ = measure.filter
        if filter_.full:
            return True
        about_host = [self.catalogue.species(id).is_host for id in filter_.named]
        return filter_ == Filter(kinds=filter_.kinds, named=filter_.named) and (
            (bool(about_host) and all(about_host)) or bool(filter_.kinds and "dweller" not in filter_.kinds)
        )

    def _proxies(self, filter_: Filter) -> str:
        """Name the cards that stand for one more of their host, where a rule counts them."""
        names = [self.name(id, True) for id in self.catalogue.species_ids if self.catalogue.species(id).proxy]
        return f", {joined(names, 'or')} at them included" if filter_.proxies and names else ""

    def _counted_alike(self, measure: Measure) -> str:
        """Name the cards of other species that count as one that a rule counts."""
        if not isinstance(measure, Count):
            return ""
        counted = measure.filter.species
        others = (id for id in self.catalogue.species_ids if counted and id not in counted)
        names = [self.name(id, True) for id in others if self.catalogue.species(id).identity in counted]
        return f", {joined(names)} included" if names else ""

    def _species_of(self, filter_: Filter) -> str:
        if filter_.types:
            return joined([self.catalogue.types[type_].one for type_ in filter_.types], "or") + " species"
        if filter_.kinds:
            return joined(list(filter_.kinds), "or") + " species"
        return "species"

    # -- rules ------------------------------------------------------------------------------------------

    def rule(self, rule: Rule) -> str:
        """Say in one sentence what a card with *rule* is worth."""
        terms = [self.term(term, rule.once) for term in rule.terms]
        return (" plus ".join(terms))[0].upper() + " plus ".join(terms)[1:] + "."

    def term(self, term: Term, once: bool) -> str:
        """Say what one term pays."""
        each = "" if once else " each"
        match term:
            case Flat(points=0):
                return "no points of its own"
            case Flat(points=points):
                return f"{_points(points)}{each}"
            case Per(points=points, measures=measures):
                what = joined(
                    [self.measured(measure, many=False) + self._counted_alike(measure) for measure in measures]
                )
                return f"{_points(points)}{each} for every {what}"
            case If(points=points, otherwise=otherwise) as condition:
                text = f"{_points(points)}{each} {self.condition(condition)}"
                return text + (f", else {otherwise}" if otherwise else "")
            case Steps(steps=steps, measure=measure):
                table = ", ".join(f"{at} → {worth}" for at, worth in _with_open_end(steps))
                together = "for all copies together" if once else "each"
                proxies = self._proxies(measure.filter) if isinstance(measure, Count) else ""
                alike = self._counted_alike(measure)
                return f"points {together} by the number of {self.measured(measure)}{alike}{proxies}: {table}"

    def condition(self, condition: If) -> str:
        """Say when the points of a condition are paid."""
        measure, least, most = condition.measure, condition.least, condition.most
        if isinstance(measure, Most):
            counted = measure.counted.filter
            text = f"if no other forest has more {self.counted(counted)}{self._proxies(counted)}"
            if measure.alone is not None:
                text += f" (playing alone: with at least {measure.alone})"
            return text + (f" and there is at least {measure.floor}" if measure.floor else "")
        if least == 0 and most == 0:
            return f"if there are no {self.measured(measure)}"
        if most == least:
            return f"if there is exactly {least} {self.measured(measure, many=least != 1)}"
        if isinstance(measure, Count) and measure.filter.full and measure.at == "host":
            return "if its host is fully occupied"
        if self.asks_for_host(measure) and least == 1:
            return f"at {_a(self.counted(measure.filter, many=False))}"
        if isinstance(measure, Count) and measure.at == "host" and least == 1 and not measure.different:
            return f"with {_a(self.measured(measure, many=False))}"
        if least == 1:
            return f"if there is {_a(self.measured(measure, many=False))}"
        proxies = self._proxies(measure.filter) if isinstance(measure, Count) else ""
        return f"if there are at least {least} {self.measured(measure)}{proxies}"

    def set(self, set_: CardSet) -> str:
        """Say how a set scores."""
        if set_.rule is not None:
            return self.rule(set_.rule)
        table = ", ".join(f"{size} → {worth}" for size, worth in enumerate(set_.values, 1))
        return f"Groups of different {set_.name.lower()} score together, each card in one group: {table}."


def _points(points: int) -> str:
    return f"{points} point{'' if abs(points) == 1 else 's'}"


def _a(noun: str) -> str:
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}".replace("an other ", "another ")


def _with_open_end(steps: Sequence[tuple[int, int]]) -> list[tuple[str, int]]:
    """Write thresholds as the values that they stand for: the last one and gaps are open to larger numbers."""
    shown = []
    for number, (at, worth) in enumerate(steps):
        if number == len(steps) - 1:
            shown.append((f"{at} or more", worth))
        elif steps[number + 1][0] > at + 1:
            shown.append((f"{at} to {steps[number + 1][0] - 1}", worth))
        else:
            shown.append((str(at), worth))
    return shown
