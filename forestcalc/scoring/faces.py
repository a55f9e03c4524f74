"""Faces: what a card shows where it lies, as numbers that a tally can add.

A book compiles the rules of the species in play. Every count that some rule asks for gets a field in one large
integer; a face holds a 1 in the fields that it counts in. Adding the integers of all faces tallies a forest in
one pass, and replacing a card is one subtraction and one addition.
"""

from __future__ import annotations

from collections.abc import Iterable
from struct import Struct
from typing import Any

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import CardSet, Species
from forestcalc.catalogue.rules import Count, Filter, If, Measure, Most, Per, Rule, Steps, Term

FIELD_BITS = 16
FIELD = (1 << FIELD_BITS) - 1


class Face:
    """What one card shows in its place: species, types, tree symbol, side, kind of host.

    Faces are shared: equal cards in equal places have the same one. `vector` adds up to a tally, `presence` has a
    bit for its species, `factor` is 2 where the host doubles its points. `line` is the species or set it scores in,
    `plan` how that line is worked out (see `scoring.plans`).
    """

    __slots__ = (
        "factor",
        "host_kind",
        "identity",
        "kind",
        "line",
        "plan",
        "presence",
        "side",
        "species",
        "symbol",
        "types",
        "under_river",
        "vector",
    )

    def __init__(
        self,
        species: Species,
        types: tuple[str, ...],
        symbol: str | None,
        side: str,
        host_kind: str,
        under_river: bool,
        line: Species | CardSet,
    ) -> None:
        self.species = species
        self.types = types
        self.symbol = symbol
        self.side = side
        self.kind = species.kind
        self.host_kind = host_kind
        self.under_river = under_river
        self.identity = species.identity
        self.line = line
        self.factor = 1
        self.plan: Any = None
        self.vector = 0
        self.presence = 0

    def __repr__(self) -> str:
        return f"Face({self.species.id}, {self.symbol}, {self.side} of {self.host_kind})"

    def matches(self, filter_: Filter) -> bool:
        """Whether this face counts for *filter_*; fullness, proxies and exclusions are not looked at."""
        return (
            (not filter_.types or any(type_ in filter_.types for type_ in self.types))
            and (not filter_.species or self.identity in filter_.species or self.species.id in filter_.species)
            and (not filter_.named or self.species.id in filter_.named)
            and (not filter_.symbols or self.symbol in filter_.symbols)
            and (not filter_.kinds or self.kind in filter_.kinds)
            and (not filter_.sides or self.side in filter_.sides)
            and (not filter_.hosts or self.host_kind in filter_.hosts)
            and (filter_.under_river is None or self.under_river == filter_.under_river)
        )


class Book:
    """The counts that the rules in play ask for, and the faces of the cards in play.

    *species_ids* are the species that may occur (all of the declared boxes when None). Books only grow faces, never
    counts: a face made once stays right.
    """

    def __init__(self, catalogue: Catalogue, species_ids: Iterable[str] | None = None) -> None:
        self.catalogue = catalogue
        if species_ids is None:
            species_ids = [id for id in catalogue.species_ids if catalogue.is_declared(id)]
        self._fields: dict[Filter, int] = {}
        self._distinct: list[Filter] = []
        self._classes: dict[tuple[str, tuple[bool, ...]], int] = {}
        self._masks: list[int] = []
        self.ambiguous: set[int] = set()
        self._faces: dict[tuple[object, ...], Face] = {}
        self._by_type: dict[str, list[Filter]] = {}
        self._possible: dict[tuple[Species, tuple[str, ...]], list[Filter]] = {}
        # Rules compiled by `scoring.plans`, as they are first needed: species, set, or cave id -> plan.
        self.plans: dict[Any, Any] = {}
        self._species = {id: catalogue.species(id) for id in species_ids}
        self._counts_symbols = False
        for rule in self._rules():
            for term in rule.terms:
                for measure in measures_of(term):
                    self._register(measure)
        if self._counts_symbols:
            for symbol in catalogue.symbols:
                self.field(Filter(symbols=(symbol,)))
        self.unpack = Struct(f"<{max(1, len(self._fields))}H").unpack
        self.size = 2 * max(1, len(self._fields))
        self.has_doubling = any(species.doubles for species in self._species.values())

    def _rules(self) -> Iterable[Rule]:
        sets: dict[str, CardSet] = {}
        for species in self._species.values():
            if species.set_id is not None:
                sets[species.set_id] = self.catalogue.sets[species.set_id]
            elif species.rule is not None:
                yield species.rule
        for set_ in sets.values():
            if set_.rule is not None:
                yield set_.rule
        for cave in self.catalogue.caves.values():
            yield cave.rule

    def _register(self, measure: Measure) -> None:
        match measure:
            case Count(filter=filter_, different="species"):
                if filter_ not in self._distinct:
                    self._distinct.append(filter_)
                    self._masks.append(0)
            case Count(filter=filter_, different="", at=at):
                if "own" in filter_.symbols:
                    self._counts_symbols = True
                elif not (filter_.full or filter_.none_below or (filter_.proxies and at != "forest")):
                    self.field(without_exclusion(filter_))
            case Most(counted=count):
                self.field(count.filter)
            case _:
                pass

    def field(self, filter_: Filter) -> int:
        """Return the number of the field that counts *filter_*; a new one only while the book is being made."""
        return self._fields.setdefault(filter_, len(self._fields))

    def distinct_mask(self, filter_: Filter) -> int:
        """Return the position of the mask of species that match *filter_* (the mask grows with the faces)."""
        return self._distinct.index(filter_)

    def distinct_filter(self, position: int) -> Filter:
        """Return the filter at *position*."""
        return self._distinct[position]

    def mask(self, position: int) -> int:
        """Return the mask at *position*: the bits of the species that count there."""
        return self._masks[position]

    def face(
        self,
        species: Species,
        types: tuple[str, ...],
        symbol: str | None,
        side: str,
        host: Species | None,
        *,
        under_river: bool = False,
    ) -> Face:
        """Return the face of a card of *species* on *side* of *host* (None for a host itself)."""
        matters = host is not None and (species.proxy or host.doubles is not None)
        known = (
            species.id,
            types,
            symbol,
            side,
            host.kind if host else "",
            under_river,
            host.id if host and matters else "",
        )
        face = self._faces.get(known)
        if face is None:
            face = self._faces[known] = self._make_face(species, types, symbol, side, host, under_river)
        return face

    def plan(self, line: Species | CardSet) -> Any:
        """Return the compiled rule of a species or set."""
        known = self.plans.get(line)
        if known is None:
            from forestcalc.scoring.plans import plan_line  # builds on this module

            known = self.plans[line] = plan_line(self, line)
        return known

    def _fields_of(self, species: Species, types: tuple[str, ...]) -> list[Filter]:
        """Return the counts that a card of *species* with *types* can be in, wherever it lies."""
        if not self._by_type:
            for filter_ in self._fields:
                for type_ in filter_.types or ("",):
                    self._by_type.setdefault(type_, []).append(filter_)
        found = self._possible.get((species, types))
        if found is None:
            ids = (species.identity, species.id)
            found = self._possible[species, types] = [
                filter_
                for type_ in ("", *types)
                for filter_ in self._by_type.get(type_, ())
                if (not filter_.species or ids[0] in filter_.species or ids[1] in filter_.species)
                and (not filter_.named or species.id in filter_.named)
                and (len(filter_.types) < 2 or type_ == next(one for one in types if one in filter_.types))
            ]
        return found

    def _make_face(
        self,
        species: Species,
        types: tuple[str, ...],
        symbol: str | None,
        side: str,
        host: Species | None,
        under_river: bool,
    ) -> Face:
        line: Species | CardSet = species
        if species.set_id is not None:
            line = self.catalogue.sets[species.set_id]
        face = Face(species, types, symbol, side, host.kind if host else "", under_river, line)
        host_face = None
        if host is not None and species.proxy:
            types_of_host = host.prints[0].types if host.prints else ()
            host_face = Face(host, types_of_host, None, "host", "", False, host)
        vector = 0
        for filter_ in self._fields_of(species, types):
            if face.matches(filter_):
                vector += 1 << (FIELD_BITS * self._fields[filter_])
        if host_face is not None:
            for filter_, position in self._fields.items():
                if filter_.proxies and host_face.matches(filter_):
                    vector += 1 << (FIELD_BITS * position)
        face.vector = vector
        face.plan = self.plan(line)
        signature = tuple(face.matches(filter_) for filter_ in self._distinct)
        if any(signature):
            bit = self._classes.setdefault((face.identity, signature), len(self._classes))
            face.presence = 1 << bit
            others = [known for (identity, known) in self._classes if identity == face.identity and known != signature]
            for position, matched in enumerate(signature):
                if matched:
                    self._masks[position] |= 1 << bit
                    if any(known[position] for known in others):
                        # Prints of one species differ in what counts here: bits would count it twice.
                        self.ambiguous.add(position)
        if host is not None and host.doubles is not None and face.matches(host.doubles):
            face.factor = 2
        return face


def without_exclusion(filter_: Filter) -> Filter:
    """Return the filter for the cards as such, whichever of them is scored."""
    return filter_._replace(excluding="") if filter_.excluding else filter_


def measures_of(term: Term) -> tuple[Measure, ...]:
    """Return the measures that a term looks at."""
    match term:
        case Per(measures=measures):
            return measures
        case If(measure=measure) | Steps(measure=measure):
            return (measure,)
        case _:
            return ()
