"""Places: every card of a layout, one by one, with the host and slot that it lies at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import Species
from forestcalc.catalogue.names import made_id
from forestcalc.diagnostics.diagnostic import Path, Span
from forestcalc.layout.model import CardEntry, HostEntry, Layout


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Place:
    """One card in its place: a host (`side` is `host`) or a dweller at one.

    `host` is the species of the host that it lies at, None for a host itself. `number` counts the hosts of the forest
    after counted ones are multiplied. `in_slot` is false for a card beyond the slots of its side.
    """

    player: str
    species: Species
    entry: CardEntry
    side: str
    number: int
    host: Species | None = None
    host_entry: HostEntry | None = None
    slot: int = 0
    under_river: bool = False
    in_slot: bool = True

    @property
    def span(self) -> Span:
        """Where the file names the card."""
        return self.entry.span

    @property
    def path(self) -> Path:
        """The path of the card inside its document."""
        return ("players", self.player, *self.entry.path)


def places_of(layout: Layout, catalogue: Catalogue) -> Iterator[Place]:
    """Yield every card of the layout in file order; a river below a tree follows its tree."""
    strangers: dict[str, Species] = {}  # cards that no pack knows: equal names are one species
    for player in layout.players:
        number = 0
        for host in player.hosts or ():
            species = host.card.species
            assert species is not None  # a host is always a known card
            for _ in range(host.card.count):
                yield Place(player.name, species, host.card, "host", number, host_entry=host)
                if host.river is not None:
                    river = _river_below(catalogue, species)
                    entry = CardEntry(name=river.name, species=river, span=host.river, path=(*host.card.path, "river"))
                    yield Place(player.name, river, entry, "river", number, species, host)
                yield from _dwellers(catalogue, player.name, host, species, number, strangers)
                number += 1


def _dwellers(
    catalogue: Catalogue,
    player: str,
    host: HostEntry,
    species: Species,
    number: int,
    strangers: dict[str, Species],
) -> Iterator[Place]:
    slots = slots_of(catalogue, species, host.river is not None)
    for side in host.sides:
        limit = slots.get(side.side, 0)
        for slot, stack in enumerate(side.slots):
            for entry in stack:
                card = entry.species or _by_hand(entry, side.side, strangers)
                for _ in range(entry.count):
                    yield Place(
                        player,
                        card,
                        entry,
                        side.side,
                        number,
                        species,
                        host,
                        slot,
                        under_river=host.river is not None and side.side == "bottom",
                        in_slot=slot < limit,
                    )


def slots_of(catalogue: Catalogue, species: Species, river: bool) -> dict[str, int]:
    """Return the slots of a host by side, with or without a river below it."""
    kind = catalogue.host_kinds[species.kind]
    own = (kind.river if river and kind.river is not None else kind).slots
    return {**own, **(species.slots or {})}


def _river_below(catalogue: Catalogue, host: Species) -> Species:
    for id in catalogue.species_ids:
        species = catalogue.species(id)
        if species.below == host.kind:
            return species
    raise LookupError(f"no river goes below a {host.kind}")  # a pack with rivers has one: checked when loaded


def _by_hand(entry: CardEntry, side: str, strangers: dict[str, Species]) -> Species:
    """Return the species of a card that no pack knows: its name as an id, no types, no symbol, no limit."""
    from forestcalc.catalogue.rules import SlotRule

    id = made_id(entry.name)
    if id not in strangers:
        strangers[id] = Species(
            id=id,
            name=entry.name,
            plural=None,
            kind="dweller",
            prints=(),
            identity=id,
            rule=None,
            set_id=None,
            slot=SlotRule(),
            section=side if side in ("top", "bottom") else "left_right",
        )
    return strangers[id]
