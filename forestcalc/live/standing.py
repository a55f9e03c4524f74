"""Standing: what lies in a live forest as numbers, and the points of its lines, brought up to date when asked for.

The tally of the forest is one large number to which each face adds its own: a change is a subtraction and an
addition. When points are asked for, only the lines are worked out anew whose rule looks at a counter that changed,
that had a card coming or going, or that look at a host that changed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from forestcalc.game.forest import Cave
from forestcalc.live.hosts import LiveCard, LiveHost
from forestcalc.live.looks import looks_of_rule
from forestcalc.live.points import Group, PlaceGroup, new_group
from forestcalc.live.tally import LiveTally
from forestcalc.scoring.faces import FIELD, FIELD_BITS, Face
from forestcalc.scoring.score import cave_points

if TYPE_CHECKING:
    from forestcalc.live.forest import LiveForest
    from forestcalc.live.table import LiveTable

_MOST_CHANGES = 8192

_Found: TypeAlias = tuple[int, tuple[Group, ...], bool]
"""A mask of counters, the lines whose rule looks at one of them, and whether that of the cave does."""


class Standing:
    """The numbers of one live forest: `groups` are its lines, `points` theirs in all, `cave_points` those of the cave.

    All are as of the last time that the table was settled.
    """

    def __init__(self, table: LiveTable, forest: LiveForest, cave: Cave) -> None:
        self.table = table
        # What lies there now: the sum of all vectors, how often each face is there, and the bits of the species.
        self._vector = 0
        self._faces: dict[Face, int] = {}
        self._bits: dict[int, int] = {}
        self._presence = 0
        # What was there when the points were last worked out, and what has changed since beside counters.
        self.tally = LiveTally(table.book, forest, table.rivals)
        self.groups: dict[Any, Group] = {}
        self.points = 0
        self.cave_points = 0
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

    @property
    def different_faces(self) -> tuple[Face, ...]:
        """What the cards show, without repetition."""
        return tuple(self._faces)

    # -- changes --------------------------------------------------------------------------------------------------

    def put(self, card: LiveCard, host: LiveHost | None) -> None:
        """Count *card* at *host* (None for a host itself), with the face that it shows there."""
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
        card.group = group = self.groups.get(face.plan) or self._new_group(face)
        group.add(card)
        self._dirty.add(group)

    def take(self, card: LiveCard) -> None:
        """Count *card* no longer."""
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

    def touch(self, host: LiveHost, *, as_full: bool = False) -> None:
        """Note that something changed at *host*, for rules that look at hosts; *as_full*: its slots are as before."""
        self.table.changed[self] = None
        for card in host.cards:
            group = card.group
            if isinstance(group, PlaceGroup):
                group.stale.add(card)
                self._dirty.add(group)
        if self.tally.asks_what_is_below or (self.tally.asks_for_hosts and not as_full):
            self._changed_hosts.add(host)

    def change_cave(self, old: Cave, new: Cave) -> None:
        """Take over another number of cards in the cave, or another cave."""
        self.tally.cave = new.cards
        if old.card is not new.card:
            self._cave_looks = looks_of_rule(self.table.book, new.card.rule)
            self._found.clear()
        self._touched.append(tuple(group for group in self.groups.values() if group.looks.cave))
        self._is_cave_touched = True
        self.table.changed[self] = None

    def _new_group(self, face: Face) -> Group:
        group = self.groups[face.plan] = new_group(face.plan, face.line, self.table.looks_of(face.line))
        looks = group.looks
        if looks.rivals:
            self._comparing.append(group)
        if looks.everything:
            self._walking.append(group)
        if looks.hosts:
            self._by_hosts.append(group)
        self._found.clear()
        return group

    # -- points ---------------------------------------------------------------------------------------------------

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
        groups = tuple(group for group in self.groups.values() if group.looks.sees(fields, change[1], book))
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
        points = self.points
        for group in again:
            points += group.settle(tally, True)
        for group in self._dirty:
            if group not in again:
                points += group.settle(tally, False)
        self._dirty.clear()
        self.points = points
        if self._is_cave_touched:
            self.cave_points = cave_points(tally)
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
