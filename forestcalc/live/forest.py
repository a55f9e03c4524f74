"""Live forests: planting, attaching, replacing and felling, with points that follow every change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from forestcalc.catalogue.model import SECTIONS
from forestcalc.diagnostics.diagnostic import quoted
from forestcalc.game.forest import Cave
from forestcalc.live.hosts import LiveCard, LiveHost
from forestcalc.live.names import CardError, Named
from forestcalc.live.standing import Standing
from forestcalc.scoring.faces import Face

if TYPE_CHECKING:
    from forestcalc.live.table import LiveTable


class LiveForest:
    """The forest of one player of a live table."""

    def __init__(self, table: LiveTable, name: str, cave: Cave) -> None:
        self.table = table
        self.name = name
        self._cave = cave
        self._hosts: dict[LiveHost, None] = {}
        self.standing = Standing(table, self, cave)

    # -- what is there --------------------------------------------------------------------------------------------

    @property
    def hosts(self) -> tuple[LiveHost, ...]:
        """The hosts in the order in which they were planted."""
        return tuple(self._hosts)

    def cards(self) -> Iterator[LiveCard]:
        """Yield every card, host by host."""
        for host in self._hosts:
            yield from host.cards

    @property
    def faces(self) -> tuple[Face, ...]:
        """What the cards show, one for each card."""
        return tuple([card.face for card in self.cards()])

    @property
    def full_hosts(self) -> tuple[LiveHost, ...]:
        """The hosts with a card in every slot."""
        return tuple([host for host in self._hosts if host.is_full])

    @property
    def cave(self) -> Cave:
        """The cave and the number of cards in it. It may be set; `cave_cards` sets the number alone."""
        return self._cave

    @cave.setter
    def cave(self, cave: Cave) -> None:
        if cave.cards < 0:
            raise CardError("a cave cannot hold fewer than 0 cards")
        before, self._cave = self._cave, cave
        self.standing.change_cave(before, cave)

    @property
    def cave_cards(self) -> int:
        """The number of cards in the cave. It may be set."""
        return self._cave.cards

    @cave_cards.setter
    def cave_cards(self, number: int) -> None:
        self.cave = self._cave._replace(cards=number)

    # -- points ---------------------------------------------------------------------------------------------------

    @property
    def total(self) -> int:
        """The total by what is known: a card whose tree symbol is open counts for no rule that asks for one."""
        if self.table.changed:
            self.table.settle()
        return self.standing.points + self.standing.cave_points

    @property
    def points(self) -> dict[str, int]:
        """The points by species or set, without the cave; lines of 0 points included."""
        self.table.settle()
        groups = sorted(self.standing.groups.values(), key=lambda group: SECTIONS.index(group.scored.section))
        return {group.scored.id: group.points for group in groups if group.cards}

    @property
    def sections(self) -> dict[str, int]:
        """The points by section of the score pad, the cave among them."""
        self.table.settle()
        sections = dict.fromkeys((*SECTIONS, "cave"), 0)
        for group in self.standing.groups.values():
            sections[group.scored.section] += group.points
        sections["cave"] = self.standing.cave_points
        return sections

    # -- changes --------------------------------------------------------------------------------------------------

    def plant(self, name: str, *, river: bool = False) -> LiveHost:
        """Plant the tree or other host called *name*, the universal river below it if *river*; return it."""
        return self.plant_named(self.table.names.find(name, "host"), river=river)

    def plant_named(self, named: Named, *, river: bool = False) -> LiveHost:
        """Plant a host whose name was looked up before."""
        host = LiveHost(self)
        host.card = LiveCard(named, host, "host")
        below = self.table.names.river_below(named.species) if river else None
        self._hosts[host] = None
        host.cards.append(host.card)
        self.standing.put(host.card, None)
        if below is not None:
            host.river = LiveCard(below, host, "river")
            host.cards.append(host.river)
            self.standing.put(host.river, host)
        host.refit()
        self.standing.touch(host)
        return host

    def attach(self, host: LiveHost, name: str, side: str, slot: int | None = None) -> LiveCard:
        """Attach a dweller to *host*; see `LiveHost.attach`."""
        slot = host.slot_for(side, slot)
        return self.attach_named(host, self.table.names.find(name, side), side, slot)

    def attach_named(self, host: LiveHost, named: Named, side: str, slot: int | None = None) -> LiveCard:
        """Attach a dweller whose name was looked up before."""
        self._check(host)
        card = LiveCard(named, host, side, host.slot_for(side, slot))
        host.dwellers.append(card)
        host.cards.append(card)
        self.standing.put(card, host)
        self.standing.touch(host)
        return card

    def detach(self, host: LiveHost, card: LiveCard) -> None:
        """Take a dweller away from *host*."""
        self._check(host)
        if card not in host.dwellers:
            raise CardError(f"{quoted(card.named.name)} is no dweller: fell its host")
        host.dwellers.remove(card)
        host.cards.remove(card)
        self.standing.take(card)
        self.standing.touch(host)

    def replace(self, host: LiveHost, card: LiveCard, name: str) -> None:
        """Replace a dweller of *host*, or the host itself under its dwellers."""
        self._check(host)
        if card is host.river:
            raise CardError("a river below a tree is the universal one")
        named = self.table.names.find(name, card.side)
        if card is host.card:
            host.check_room(named.species)
        changed = host.cards if card is host.card else (card,)
        for one in changed:
            self.standing.take(one)
        card.named = named
        card.by_hand = named.by_hand
        for one in changed:
            self.standing.put(one, None if one is host.card else host)
        if card is host.card:
            host.refit()
        self.standing.touch(host, as_full=card is not host.card)

    def fell(self, host: LiveHost) -> None:
        """Take *host* away with everything attached to it."""
        self._check(host)
        del self._hosts[host]
        for card in host.cards:
            self.standing.take(card)
        host.cards = []
        host.dwellers = []
        self.standing.touch(host)

    def _check(self, host: LiveHost) -> None:
        if host not in self._hosts:
            raise CardError(f"this {quoted(host.card.named.name)} does not stand in the forest of {quoted(self.name)}")
