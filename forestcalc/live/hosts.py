"""Live hosts and cards: what stands and lies in a live forest, each with the changes that it allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forestcalc.catalogue.model import Species
from forestcalc.diagnostics.diagnostic import quoted
from forestcalc.game.places import slots_of
from forestcalc.live.names import CardError, Named
from forestcalc.scoring.faces import Face

if TYPE_CHECKING:
    from forestcalc.live.forest import LiveForest
    from forestcalc.live.points import Group


class LiveCard:
    """One card of a live forest: a dweller, a river below a tree, or a host's own card.

    It stays the same card while it is replaced by another species, or its host is. `face` is what it shows now.
    """

    __slots__ = ("by_hand", "face", "group", "named", "place", "side", "slot")

    face: Face
    group: Group

    def __init__(self, named: Named, place: LiveHost, side: str, slot: int = 0) -> None:
        self.named = named
        self.place = place
        self.side = side
        self.slot = slot
        self.by_hand = named.by_hand

    @property
    def host(self) -> LiveHost:
        """The host that it is attached to, or is the card of. CardError after it was taken away."""
        if self not in self.place.cards:
            raise CardError(f"{quoted(self.named.name)} was taken away")
        return self.place

    @property
    def species(self) -> Species:
        """The species of the card."""
        return self.named.species

    @property
    def symbol(self) -> str | None:
        """The tree symbol that it is known to show."""
        return self.named.symbol

    def replace(self, name: str) -> None:
        """Make it the card called *name*, in the same place."""
        host = self.host
        host.forest.replace(host, self, name)

    def detach(self) -> None:
        """Take the dweller away. A host is felled, and a river cannot go without its tree."""
        host = self.host
        host.forest.detach(host, self)

    def __repr__(self) -> str:
        return f"LiveCard({self.named.text}, {self.side})"


class LiveHost:
    """A host of a live forest with the cards attached to it.

    `dwellers` are in the order in which they came, `river` is the universal river below a tree. `slots` tells how
    many there are by side, `places` their number.
    """

    __slots__ = ("card", "cards", "dwellers", "forest", "places", "river", "slots")

    card: LiveCard

    def __init__(self, forest: LiveForest) -> None:
        self.forest = forest
        self.river: LiveCard | None = None
        self.dwellers: list[LiveCard] = []
        self.cards: list[LiveCard] = []
        self.slots: dict[str, int] = {}
        self.places = 0

    @property
    def species(self) -> Species:
        """The species of the host itself."""
        return self.card.named.species

    @property
    def is_full(self) -> bool:
        """Whether every slot holds a card."""
        if len(self.dwellers) < self.places:
            return False
        return len({(card.side, card.slot) for card in self.dwellers}) == self.places

    def same_slot(self, card: LiveCard) -> tuple[LiveCard, ...]:
        """Return the cards in the slot of *card*, itself included."""
        return tuple([one for one in self.dwellers if one.side == card.side and one.slot == card.slot])

    def attach(self, name: str, side: str, slot: int | None = None) -> LiveCard:
        """Attach the card called *name* to *side*; return it.

        On a side with several slots it takes the first free one, or the last; *slot* (from 0) says otherwise. Several
        cards in one slot share it. Whether the rules of the game allow the place is not looked at.
        """
        return self.forest.attach(self, name, side, slot)

    def replace(self, name: str) -> None:
        """Put the host called *name* in its place, under the same dwellers."""
        self.forest.replace(self, self.card, name)

    def fell(self) -> None:
        """Take the host away with everything attached to it."""
        self.forest.fell(self)

    def check_room(self, species: Species) -> None:
        """CardError where the cards here would have no place at a host of *species*."""
        catalogue = self.forest.table.catalogue
        if self.river is not None and catalogue.host_kinds[species.kind].river is None:
            raise CardError(f"no river can lie below {quoted(species.name)}")
        slots = slots_of(catalogue, species, self.river is not None)
        for card in self.dwellers:
            if card.slot >= slots.get(card.side, 0):
                raise CardError(f"{quoted(species.name)} has no slot for the {quoted(card.named.name)} that lies here")

    def refit(self) -> None:
        """Work out the slots anew: the species of the host has changed, or a river came below it."""
        self.slots = slots_of(self.forest.table.catalogue, self.species, self.river is not None)
        self.places = sum(self.slots.values())

    def slot_for(self, side: str, slot: int | None) -> int:
        """Return the slot that a card on *side* gets. CardError where the host has none, or not that one."""
        limit = self.slots.get(side, 0)
        if limit == 0 or (slot is not None and not 0 <= slot < limit):
            which = f"the side {quoted(side)}" if limit == 0 else f"a slot {slot} on the side {quoted(side)}"
            raise CardError(f"{quoted(self.species.name)} has not got {which}")
        if slot is not None or limit == 1:
            return slot or 0
        taken = {card.slot for card in self.dwellers if card.side == side}
        return next((free for free in range(limit) if free not in taken), limit - 1)

    def __repr__(self) -> str:
        return f"LiveHost({self.card.named.text}, {len(self.dwellers)} attached)"
