"""Live forests: planting, attaching, replacing and felling, with points that follow every change.

The tally of the forest is one large number to which each face adds its own: a change is a subtraction and an
addition. When points are asked for, only the lines are worked out anew whose rule looks at a counter that changed,
that had a card coming or going, or that look at a host that changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from forestcalc.catalogue.model import SECTIONS
from forestcalc.diagnostics.diagnostic import quoted
from forestcalc.game.forest import Cave
from forestcalc.live.hosts import LiveCard, LiveHost
from forestcalc.live.looks import looks_of_rule
from forestcalc.live.names import CardError, Named
from forestcalc.live.points import Group, PlaceGroup, new_group
from forestcalc.live.tally import LiveTally
from forestcalc.scoring.faces import FIELD, FIELD_BITS, Face
from forestcalc.scoring.score import cave_points

if TYPE_CHECKING:
    from forestcalc.live.table import LiveTable

_MOST_CHANGES = 8192

_Found: TypeAlias = tuple[int, tuple[Group, ...], bool]
"""A mask of counters, the lines whose rule looks at one of them, and whether that of the cave does."""


class LiveForest:
    """The forest of one player of a live table."""

    def __init__(self, table: LiveTable, name: str, cave: Cave) -> None:
        self.table = table
        self.name = name
        self._cave = cave
        self._hosts: dict[LiveHost, None] = {}
        # What lies here now: the sum of all vectors, how often each face is there, and the bits of the species.
        self._vector = 0
        self._faces: dict[Face, int] = {}
        self._bits: dict[int, int] = {}
        self._presence = 0
        # What was there when the points were last worked out, and what has changed since beside counters.
        self.tally = LiveTally(table.book, self, table.compared)
        self._groups: dict[Any, Group] = {}
        self._points = 0
        self._cave_points = 0
        self._dirty: set[Group] = set()
        self._touched: list[tuple[Group, ...]] = []
        self._is_cave_touched = True
        self._changed_hosts: set[LiveHost] = set()
        # What a change of the tally and of the species there touches: found out once for each.
        self._found: dict[tuple[int, int], _Found] = {}
        self._comparing: list[Group] = []
        self._walking: list[Group] = []
        self._by_hosts: list[Group] = []
        self._cave_looks = looks_of_rule(table.book, cave.card.rule)
        table.changed[self] = None

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
    def different_faces(self) -> tuple[Face, ...]:
        """What the cards show, without repetition."""
        return tuple(self._faces)

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
        self._cave = cave
        self.tally.cave = self._cave.cards
        self._cave_looks = looks_of_rule(self.table.book, cave.card.rule)
        self._touched.append(tuple(group for group in self._groups.values() if group.looks.cave))
        self._is_cave_touched = True
        self._found.clear()
        self.table.changed[self] = None

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
        return self._points + self._cave_points

    @property
    def points(self) -> dict[str, int]:
        """The points by species or set, without the cave; lines of 0 points included."""
        self.table.settle()
        groups = sorted(self._groups.values(), key=lambda group: SECTIONS.index(group.scored.section))
        return {group.scored.id: group.points for group in groups if group.cards}

    @property
    def sections(self) -> dict[str, int]:
        """The points by section of the score pad, the cave among them."""
        self.table.settle()
        sections = dict.fromkeys((*SECTIONS, "cave"), 0)
        for group in self._groups.values():
            sections[group.scored.section] += group.points
        sections["cave"] = self._cave_points
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
        self._put(host.card, None)
        if below is not None:
            host.river = LiveCard(below, host, "river")
            host.cards.append(host.river)
            self._put(host.river, host)
        host.refit()
        self._touch(host)
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
        self._put(card, host)
        self._touch(host)
        return card

    def detach(self, host: LiveHost, card: LiveCard) -> None:
        """Take a dweller away from *host*."""
        self._check(host)
        if card not in host.dwellers:
            raise CardError(f"{quoted(card.named.name)} is no dweller: fell its host")
        host.dwellers.remove(card)
        host.cards.remove(card)
        self._take(card)
        self._touch(host)

    def replace(self, host: LiveHost, card: LiveCard, name: str) -> None:
        """Replace a dweller of *host*, or the host itself under its dwellers."""
        self._check(host)
        if card is host.river:
            raise CardError("a river below a tree is the universal one")
        named = self.table.names.find(name, card.side)
        changed = host.cards if card is host.card else (card,)
        for one in changed:
            self._take(one)
        card.named = named
        card.by_hand = named.by_hand
        for one in changed:
            self._put(one, None if one is host.card else host)
        if card is host.card:
            host.refit()
        self._touch(host, as_full=card is not host.card)

    def fell(self, host: LiveHost) -> None:
        """Take *host* away with everything attached to it."""
        self._check(host)
        del self._hosts[host]
        for card in host.cards:
            self._take(card)
        host.cards = []
        host.dwellers = []
        self._touch(host)

    def _check(self, host: LiveHost) -> None:
        if host not in self._hosts:
            raise CardError(f"this {quoted(host.card.named.name)} does not stand in the forest of {quoted(self.name)}")

    def _put(self, card: LiveCard, host: LiveHost | None) -> None:
        species = under_river = None
        if host is not None:
            species = host.card.named.species
            under_river = host.river is not None and card.side == "bottom"
        card.face = face = card.named.face(self.table.book, species, bool(under_river))
        self._vector += face.vector
        count = self._faces.get(face, 0)
        self._faces[face] = count + 1
        if not count and face.presence:
            self._bits[face.presence] = self._bits.get(face.presence, 0) + 1
            self._presence |= face.presence
        card.group = group = self._groups.get(face.plan) or self._new_group(face)
        group.add(card)
        self._dirty.add(group)

    def _take(self, card: LiveCard) -> None:
        face = card.face
        self._vector -= face.vector
        count = self._faces[face] - 1
        if count:
            self._faces[face] = count
        else:
            del self._faces[face]
            if face.presence:
                self._bits[face.presence] -= 1
                if not self._bits[face.presence]:
                    self._presence &= ~face.presence
        card.group.remove(card)
        self._dirty.add(card.group)

    def _touch(self, host: LiveHost, *, as_full: bool = False) -> None:
        """Note that something changed at *host*, for rules that look at hosts; *as_full*: its slots are as before."""
        self.table.changed[self] = None
        for card in host.cards:
            group = card.group
            if isinstance(group, PlaceGroup):
                group.stale.add(card)
                self._dirty.add(group)
        if self.tally.asks_what_is_below or (self.tally.asks_for_hosts and not as_full):
            self._changed_hosts.add(host)

    def _new_group(self, face: Face) -> Group:
        group = self._groups[face.plan] = new_group(face.plan, face.line, self.table.looks_of(face.line))
        looks = group.looks
        if looks.rivals:
            self._comparing.append(group)
        if looks.everything:
            self._walking.append(group)
        if looks.hosts:
            self._by_hosts.append(group)
        self._found.clear()
        return group

    # -- working the points out -----------------------------------------------------------------------------------

    def count(self) -> int:
        """Bring the tally up to date; return the mask of the counters that changed."""
        tally = self.tally
        delta = self._vector - tally.total
        appeared = self._presence ^ tally.presence
        if not delta and not appeared:
            return 0
        before = tally.counts
        tally.count(self._vector, self._presence)
        change = (delta, appeared)
        found = self._found.get(change)
        if found is None:
            found = self._look_up(change, before)
        fields, groups, is_of_cave = found
        self._touched.append(groups)
        if is_of_cave:
            self._is_cave_touched = True
        return fields

    def _look_up(self, change: tuple[int, int], before: tuple[int, ...]) -> _Found:
        fields = 0
        for number, (old, new) in enumerate(zip(before, self.tally.counts, strict=True)):
            if old != new:
                fields |= FIELD << (FIELD_BITS * number)
        if len(self._found) >= _MOST_CHANGES:
            self._found.clear()
        book = self.table.book
        groups = tuple(group for group in self._groups.values() if group.looks.sees(fields, change[1], book))
        found = self._found[change] = fields, groups, self._cave_looks.sees(fields, change[1], book)
        return found

    def compare(self, fields: int) -> None:
        """Note that *fields* of another forest changed."""
        groups = tuple(group for group in self._comparing if group.looks.rivals & fields)
        if groups:
            self._touched.append(groups)
        if self._cave_looks.rivals & fields:
            self._is_cave_touched = True
        if groups or self._is_cave_touched:
            self.table.changed[self] = None

    def settle(self) -> None:
        """Work out the lines that changes have touched. Every tally of the table is up to date."""
        tally, touched = self.tally, self._touched
        if self._walking:
            touched.append(tuple(self._walking))
        if self._changed_hosts:
            self._recount_hosts()
        again = touched[0] if len(touched) == 1 else tuple({group for groups in touched for group in groups})
        touched.clear()
        points = self._points
        for group in again:
            points += group.settle(tally, True)
        for group in self._dirty:
            if group not in again:
                points += group.settle(tally, False)
        self._dirty.clear()
        self._points = points
        if self._is_cave_touched:
            self._cave_points = cave_points(tally)
            self._is_cave_touched = self._cave_looks.everything

    def _recount_hosts(self) -> None:
        changed = self.tally.recount(self._changed_hosts)
        self._changed_hosts.clear()
        if changed:
            self._touched.append(
                tuple(group for group in self._by_hosts if any(one in changed for one in group.looks.hosts))
            )
            if any(one in changed for one in self._cave_looks.hosts):
                self._is_cave_touched = True
