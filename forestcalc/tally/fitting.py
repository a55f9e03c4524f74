"""Fitting: which cards can be added where, by the slot rules and by the copies that are left over the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import NO_SYMBOL, Species
from forestcalc.diagnostics.diagnostic import Diagnostic, Span, error
from forestcalc.game.cards import deck_of
from forestcalc.game.deck import clashes
from forestcalc.game.places import Place, places_of
from forestcalc.game.prints import assign_prints, stock
from forestcalc.game.slots import Lying, check_host
from forestcalc.layout.model import CardEntry
from forestcalc.scoring.faces import Book
from forestcalc.tally.drafts import layout_of, slots_at
from forestcalc.tally.model import Draft, DraftCard, DraftHost, DraftPlayer, Spot

_NOBODY = "\0"
_BEHIND = Span(10**9, 1, 2)


@lru_cache(maxsize=8)
def _book(catalogue: Catalogue) -> Book:
    return Book(catalogue)


class Fitting:
    """What fits onto the table of one draft; answers are kept, so each draft gets its own."""

    def __init__(self, draft: Draft, catalogue: Catalogue) -> None:
        self.draft = draft
        self.catalogue = catalogue
        self._places: list[Place] | None = None
        self._by_species: dict[str, list[Place]] = defaultdict(list)
        self._clashing: int | None = None
        self._faults_at: dict[int, int] = {}
        self._known: dict[tuple[object, ...], Diagnostic | None] = {}

    # -- slots ------------------------------------------------------------------------------------------

    def spots(self, host: DraftHost) -> Iterator[Spot]:
        """Yield the slots of a host, taken ones too, side by side."""
        for side, slots in slots_at(host, self.catalogue).items():
            for slot in range(slots):
                yield Spot(host.key, side, slot)

    def open_spots(self, host: DraftHost) -> Iterator[Spot]:
        """Yield where one card more may lie: first free slots, then those that may be shared."""
        free, shared = [], []
        for side, slots in slots_at(host, self.catalogue).items():
            taken = len(host.sides.get(side, ()))
            if taken < slots:
                free.append(Spot(host.key, side, taken))
            shared += [Spot(host.key, side, slot) for slot in range(min(taken, slots))]
        yield from free
        yield from shared

    # -- cards ------------------------------------------------------------------------------------------

    def fault(self, id: str, spot: Spot | None, symbol: str | None = None) -> Diagnostic | None:
        """Return what keeps one more card of *id* out of *spot* (None: from the hosts); None if it fits."""
        if spot is not None and not self.host(spot).stack(spot.side, spot.slot):
            # A free slot is the next one of its side, whatever its number.
            spot = replace(spot, slot=len(self.host(spot).sides.get(spot.side, ())))
        asked = (id, spot, symbol)
        if asked not in self._known:
            self._known[asked] = self._fault(id, spot, symbol)
        return self._known[asked]

    def fits(self, id: str, spot: Spot | None, symbol: str | None = None) -> bool:
        """Whether one more card of *id* fits into *spot*, or among the hosts (None)."""
        species = self.catalogue.species(id)
        if species.is_host != (spot is None):
            return False
        return self.fault(id, spot, symbol) is None

    def host(self, spot: Spot) -> DraftHost:
        """Return the host of a slot."""
        return self.draft.host(spot.host)

    def _fault(self, id: str, spot: Spot | None, symbol: str | None) -> Diagnostic | None:
        species = self.catalogue.species(id)
        card = DraftCard(species.name, id, symbol)
        if spot is None:
            place = Place(_NOBODY, species, _entry(species, symbol), "host", 0)
        else:
            host = self.host(spot)
            host = replace(host, card=replace(host.card, count=1))
            places = self._places_at(self._alone(host).put(spot, card).host(host.key))
            there = places[-1]
            for one in places:
                if one.species is species and one.side == spot.side and one.slot == spot.slot:
                    there = one
            place = replace(there, entry=_entry(species, symbol))
            if fault := self._slot_fault(host, places):
                return fault
        return self._copies_fault(species, place) or self._deck_fault(place)

    def _places_at(self, host: DraftHost) -> list[Place]:
        return list(places_of(layout_of(self._alone(host), self.catalogue), self.catalogue))

    def _alone(self, host: DraftHost) -> Draft:
        """Return a table with nothing but one host."""
        return Draft(self.draft.game, players=(DraftPlayer(-1, _NOBODY, (host,)),))

    def _slot_fault(self, host: DraftHost, places: list[Place]) -> Diagnostic | None:
        """Return a fault that the slots of a host have only since a card was added."""
        if host.key not in self._faults_at:
            self._faults_at[host.key] = len(self._faults(self._places_at(host)))
        found = self._faults(places)
        return found[-1] if len(found) > self._faults_at[host.key] else None

    def _faults(self, places: list[Place]) -> list[Diagnostic]:
        printed, faults = assign_prints(places, self.catalogue)
        if faults:
            return faults
        lying = []
        for place in places:
            print_ = printed[place].print_
            face = _book(self.catalogue).face(
                place.species,
                print_.types if print_ is not None else (),
                printed[place].symbol,
                place.side,
                place.host,
                under_river=place.under_river,
            )
            lying.append(Lying(place, face))
        return list(check_host(places[0], [one for one in lying[1:] if one.place.side != "river"], self.catalogue))

    # -- the table --------------------------------------------------------------------------------------

    def _table(self) -> list[Place]:
        if self._places is None:
            self._places = list(places_of(layout_of(self.draft, self.catalogue), self.catalogue))
            for place in self._places:
                self._by_species[place.species.id].append(place)
        return self._places

    def _copies_fault(self, species: Species, place: Place) -> Diagnostic | None:
        if species.face_down or not species.prints:
            return None
        self._table()
        _, faults = assign_prints([*self._by_species[species.id], place], self.catalogue)
        return faults[0] if faults else None

    def _deck_fault(self, place: Place) -> Diagnostic | None:
        """Return why the card behind the half is not there: its other half is on the table."""
        if place.side == "host":
            return None
        deck = deck_of(self.catalogue)
        if self._clashing is None:
            self._clashing = len(clashes(self._table(), deck))
        if len(clashes([*self._table(), place], deck)) <= self._clashing:
            return None
        return error("both-halves-of-one-card", "every card that has it shows its other half on the table", None)

    def symbols(self, id: str, spot: Spot | None) -> tuple[str, ...]:
        """Return the tree symbols that one more card of *id* may show there, prints used up left out."""
        species = self.catalogue.species(id)
        shown: dict[str, None] = {}
        for print_ in stock(species, self.catalogue):
            if spot is not None and not print_.fits_side(spot.side):
                continue
            if print_.is_open:
                shown.update(dict.fromkeys(self.catalogue.symbols))
            elif print_.symbol != NO_SYMBOL:
                shown[print_.symbol] = None
        if len(shown) < 2:
            return tuple(shown)
        return tuple(symbol for symbol in shown if self.fault(id, spot, symbol) is None)


def _entry(species: Species, symbol: str | None) -> CardEntry:
    return CardEntry(name=species.name, species=species, symbol=symbol, span=_BEHIND, path=())
