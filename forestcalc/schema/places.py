"""Places: which cards may lie on which side of which kind of host, as far as that holds under every ruling."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from forestcalc.catalogue.catalogue import Catalogue, catalogue
from forestcalc.catalogue.model import HostKind, Species
from forestcalc.catalogue.names import key
from forestcalc.catalogue.rules import SlotRule


@dataclass(frozen=True, slots=True)
class HostShape:
    """Hosts of one kind with the same slots: what the mapping below their name may hold."""

    kind: str
    slots: tuple[tuple[str, int], ...]
    species: tuple[Species, ...]


class Places:
    """The cards of a game, with all of its boxes, and where they may lie."""

    def __init__(self, game: str) -> None:
        self.cards: Catalogue = catalogue(game, catalogue(game).all_boxes[1:])
        self.species: tuple[Species, ...] = tuple(self.cards.species(id) for id in self.cards.species_ids)
        self.hosts: tuple[Species, ...] = tuple(one for one in self.species if one.is_host)
        self.dwellers: tuple[Species, ...] = tuple(one for one in self.species if not one.is_host)

    @cached_property
    def shapes(self) -> tuple[HostShape, ...]:
        """The hosts, grouped by kind and slots."""
        groups: dict[tuple[str, tuple[tuple[str, int], ...]], list[Species]] = {}
        for host in self.hosts:
            slots = {**self.cards.host_kinds[host.kind].slots, **(host.slots or {})}
            groups.setdefault((host.kind, tuple(slots.items())), []).append(host)
        return tuple(HostShape(kind, slots, tuple(species)) for (kind, slots), species in groups.items())

    def allowed(self, kind: HostKind, side: str) -> tuple[Species, ...]:
        """Return the cards that may lie on *side* of a host of *kind* (with a river: its `river`)."""
        return tuple(one for one in self.dwellers if self._may_lie(one, kind, side))

    def _may_lie(self, species: Species, kind: HostKind, side: str) -> bool:
        if species.prints and not any(print_.fits_side(side) for print_ in species.prints):
            return False
        water = kind.water.get(side)
        return any(
            (not rule.hosts or kind.id in rule.hosts) and water in (None, rule.water) for rule in self._rules(species)
        )

    def _rules(self, species: Species) -> Iterator[SlotRule]:
        """Yield where the card may lie under every way to decide the rulings that touch it."""
        values = [[reading.value for reading in self.cards.ruling(id).values] for id in species.rulings]
        for chosen in product(*values):
            decided = self.cards.decided(dict(zip(species.rulings, chosen, strict=True)))
            yield decided.species(species.id).slot

    # -- names ------------------------------------------------------------------------------------------------

    def name(self, species: Species) -> str:
        """Return the name to offer for a card: the English one, unless another card has it too."""
        return species.name if self.cards.name_index.get(key(species.name)) == [species.id] else species.id

    def names(self, wanted: Iterable[Species], *, only: bool = False) -> list[str]:
        """Return every name that may mean one of *wanted*; with *only*, those that mean nothing else."""
        ids = {one.id for one in wanted}
        index: Mapping[str, list[str]] = self.cards.name_index
        return [name for name, some in index.items() if (ids.issuperset(some) if only else not ids.isdisjoint(some))]
