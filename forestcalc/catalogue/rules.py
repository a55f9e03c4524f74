"""Rules as data: what is measured, and how a measure becomes points.

A rule is a sum of terms. A term is worth a number of points, either flat, for each card that a measure counts,
if a measure meets a condition, or by steps of a measure. `cards/README.md` shows every shape with an example.

These values are named tuples: defining so many dataclasses would be felt in the start of the command.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

Scope: TypeAlias = Literal["forest", "host", "slot"]


class Filter(NamedTuple):
    """Which cards count. Every field that is set must hold; in a field, any of its values will do.

    `species` looks at what a card counts as, `named` at its own id. `symbols` are tree symbols, `own` standing
    for the one on the scored card. `kinds` are kinds of card (tree, sapling, shrub, moor, river, dweller),
    `hosts` the kinds of host that the card lies at, `sides` its side. `under_river` is about the cards
    below the river of a tree. `full` hosts have a card in every slot. `none_below` rivers have no such card below.
    `proxies` adds the cards that stand for one more of their host, where the host itself would count.
    `excluding` leaves out the scored card itself, or its species.
    """

    types: tuple[str, ...] = ()
    species: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    under_river: bool | None = None
    full: bool = False
    none_below: Filter | None = None
    proxies: bool = False
    excluding: Literal["", "itself", "own-species"] = ""


class Count(NamedTuple):
    """How many cards match, or how many different species or tree symbols they show, within a scope."""

    filter: Filter
    different: Literal["", "species", "symbols"] = ""
    at: Scope = "forest"


class CaveCards(NamedTuple):
    """How many cards lie in the player's own cave."""


class Most(NamedTuple):
    """1 where no other forest has more of what is counted, else 0; a tie counts as most.

    `against` names the number that a player not described in full may give. `alone` is what must be reached
    where there is nobody to compare with (None: nothing), `floor` what must be reached in any case.
    """

    counted: Count
    against: str
    alone: int | None = None
    floor: int = 0


Measure: TypeAlias = Count | CaveCards | Most


class Flat(NamedTuple):
    """A number of points, whatever else lies in the forest."""

    points: int


class Per(NamedTuple):
    """Points for each card that the measures count; the measures are added."""

    points: int
    measures: tuple[Measure, ...]


class If(NamedTuple):
    """Points if the measure is at least `least` (and at most `most`, where given), else `otherwise`."""

    points: int
    measure: Measure
    least: int = 1
    most: int | None = None
    otherwise: int = 0


class Steps(NamedTuple):
    """The points of the highest threshold that the measure reaches; 0 below the first."""

    steps: tuple[tuple[int, int], ...]
    measure: Measure


Term: TypeAlias = Flat | Per | If | Steps


class Rule(NamedTuple):
    """What one card is worth; with `once`, what all cards of the species are worth together."""

    terms: tuple[Term, ...]
    once: bool = False


class Sharing(NamedTuple):
    """With which cards a card may share its slot.

    `with_` matches the other cards, `while_` a card that must lie at the same host meanwhile. `at_most` limits
    the cards of this species in the slot. `must`: never alone in a slot. `slots` limits how many slots of
    the host are shared this way: any number, one, or one for each card that `while_` matches.
    """

    with_: Filter
    while_: Filter | None = None
    at_most: int | None = None
    must: bool = False
    slots: Literal["any", "one", "one-each"] = "any"


class SlotRule(NamedTuple):
    """Where a dweller may lie: the kinds of host (all if empty), its need of water, sharing, copies at one host."""

    hosts: tuple[str, ...] = ()
    water: bool = False
    sharing: Sharing | None = None
    at_host: int | None = None
    hint: str | None = None


def parse_rule(value: Any) -> Rule:
    """Read a rule from checked pack data with its rulings decided: a number, a term, or a list of terms."""
    terms = value if isinstance(value, list) else [value]
    once = any(isinstance(term, dict) and bool(term.get("once")) for term in terms)
    return Rule(tuple(_parse_term(term) for term in terms), once)


def _parse_term(value: Any) -> Term:
    if isinstance(value, int):
        return Flat(value)
    points = value["points"]
    if "per" in value:
        per = value["per"]
        measures = per if isinstance(per, list) else [per]
        return Per(points, tuple(parse_measure(measure) for measure in measures))
    if "if" in value:
        condition = value["if"]
        exactly = condition.get("exactly")
        least, most = (exactly, exactly) if exactly is not None else (condition.get("at_least"), None)
        return If(points, parse_measure(condition), 1 if least is None else least, most, value.get("else", 0))
    if "of" in value:
        steps = tuple(sorted((int(at), int(worth)) for at, worth in points.items()))
        return Steps(steps, parse_measure(value["of"]))
    return Flat(points)


def parse_measure(value: dict[str, Any]) -> Measure:
    """Read a measure from checked pack data."""
    if "cave" in value:
        return CaveCards()
    if "most" in value:
        return Most(Count(parse_filter(value["most"])), value["against"], value.get("alone"), value.get("floor") or 0)
    return Count(parse_filter(value), value.get("different", ""), value.get("at", "forest"))


def parse_filter(value: dict[str, Any]) -> Filter:
    """Read a filter from checked pack data; keys that belong to the measure around it are left alone."""
    below = value.get("none_below")
    return Filter(
        types=_several(value.get("type")),
        species=_several(value.get("species")),
        named=_several(value.get("named")),
        symbols=_several(value.get("symbol")),
        kinds=_several(value.get("kind")),
        hosts=_several(value.get("host")),
        sides=_several(value.get("side")),
        under_river=value.get("under_river"),
        full=bool(value.get("full")),
        none_below=parse_filter(below) if below else None,
        proxies=bool(value.get("proxies")),
        excluding=value.get("except") or "",
    )


def parse_slot(value: dict[str, Any]) -> SlotRule:
    """Read where a dweller may lie from checked pack data."""
    sharing = None
    if shares := value.get("shares"):
        sharing = Sharing(
            parse_filter(shares["with"]),
            parse_filter(shares["while"]) if "while" in shares else None,
            shares.get("at_most"),
            bool(shares.get("must")),
            shares.get("slots") or "any",
        )
    return SlotRule(
        _several(value.get("hosts")),
        bool(value.get("water")),
        sharing,
        value.get("at_host"),
        value.get("hint"),
    )


def _several(value: Any) -> tuple[str, ...]:
    if value is None:
        return ()
    return tuple(value) if isinstance(value, (list, tuple)) else (value,)
