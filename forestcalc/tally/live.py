"""Live: the score of a draft as it stands, what a change did to it, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.diagnostics.diagnostic import Diagnostic
from forestcalc.game.build import build_game
from forestcalc.scoring.ranges import settle
from forestcalc.scoring.score import known_sheet
from forestcalc.scoring.sheet import Line, OpenValue, PlayerSheet, Range, ScoreSheet
from forestcalc.tally.drafts import layout_of
from forestcalc.tally.model import Draft, DraftCard, Spot


@dataclass(frozen=True, slots=True)
class Live:
    """A draft with its score: `sheet` is None while something is wrong, or nobody has a forest."""

    draft: Draft
    sheet: ScoreSheet | None
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """What is wrong."""
        return tuple(one for one in self.diagnostics if one.is_error)

    def player(self, name: str) -> PlayerSheet | None:
        """Return the sheet of a player, None where there is none."""
        if self.sheet is None:
            return None
        return next((sheet for sheet in self.sheet.players if sheet.name == name), None)

    def open(self, name: str) -> tuple[OpenValue, ...]:
        """Return the cards of a player whose tree symbol would settle the total, in file order."""
        if self.sheet is None:
            return ()
        return tuple(one for one in self.sheet.open if one.player == name and one.card is not None)

    def hangs_on(self, name: str, path: tuple[object, ...]) -> bool:
        """Whether the total of a player hangs on the tree symbol of the card at *path*."""
        return any(one.path == path for one in self.open(name))

    def points(self, name: str) -> dict[tuple[object, ...], int | None]:
        """Return what every card of a player scores, by the path of its entry: the sum of a counted one.

        None where the points are open, or belong to a set as a whole.
        """
        found: dict[tuple[object, ...], int | None] = {}
        sheet = self.player(name)
        for line in sheet.lines if sheet is not None else ():
            for number, card in enumerate(line.cards):
                points = line.card_points(number)
                before = found.get(card.path, 0)
                found[card.path] = None if points is None or before is None else before + points
        return found


def live(draft: Draft, catalogue: Catalogue) -> Live:
    """Score a draft. The rulings that matter are left to `score`: they take longer than a key press may."""
    if not any(player.counts is None for player in draft.players):
        return Live(draft, None)
    built = build_game(layout_of(draft, catalogue))
    if built.game is None:
        return Live(draft, None, built.diagnostics)
    return Live(draft, settle(built.game, known_sheet(built.game)), built.diagnostics)


def shown_range(value: Range) -> str:
    """Return points as they are shown: `87`, or `80–87` where they are open."""
    return str(value.min) if value.value is not None else f"{value.min}–{value.max}"


def shown_points(value: Range) -> str:
    """Return points with their word: `87 points`, `1 point`, `80–87 points`."""
    return f"{shown_range(value)} {'point' if value.value == 1 else 'points'}"


@dataclass(frozen=True, slots=True)
class Change:
    """What a line scores now, how much more that is than before, and why."""

    id: str
    name: str
    points: Range
    gain: int
    reason: str


def changes(before: Live, now: Live, player: str) -> Iterator[Change]:
    """Yield the lines of a player that a step changed: those with the greatest change first."""
    sheet, old = now.player(player), before.player(player)
    if sheet is None:
        return
    earlier: Mapping[str, Line] = {line.id: line for line in old.lines} if old is not None else {}
    found = []
    for line in sheet.lines:
        was = earlier.get(line.id)
        gain = line.min - (was.min if was is not None else 0)
        if was is None or gain or line.count != was.count:
            found.append(Change(line.id, line.name, Range(line.min, line.max), gain, sheet.reason(line)))
    now_there = {line.id for line in sheet.lines}
    for line in earlier.values():
        if line.id not in now_there:
            found.append(Change(line.id, line.name, Range(0, 0), -line.min, "no such card any more"))
    if old is not None and sheet.cave_range != old.cave_range:
        gain = sheet.cave_range.min - old.cave_range.min
        found.append(Change("", sheet.cave.card.name, sheet.cave_range, gain, sheet.cave_reason()))
    yield from sorted(found, key=lambda change: -abs(change.gain))


def path_of(draft: Draft, spot: Spot | int, position: int, catalogue: Catalogue) -> tuple[object, ...]:
    """Return the path, from its player on, of a card in a slot, or of a host (an int)."""
    from forestcalc.tally.drafts import has_several_slots

    key = spot if isinstance(spot, int) else spot.host
    hosts = draft.owner(key).hosts
    number = next(at for at, host in enumerate(hosts) if host.key == key)
    if isinstance(spot, int):
        return ("forest", number)
    if has_several_slots(hosts[number], spot.side, catalogue):
        return ("forest", number, spot.side, spot.slot, position)
    return ("forest", number, spot.side, position)


@dataclass(frozen=True, slots=True)
class Placed:
    """Where one entry lies: its host alone, or a slot of it and the place in its stack."""

    host: int
    spot: Spot | None
    position: int
    card: DraftCard


def entry_at(draft: Draft, player: int, path: tuple[object, ...]) -> Placed | None:
    """Return the entry at a path of a player; None for a path that leads to no card."""
    hosts = draft.player(player).hosts
    if len(path) < 2 or not isinstance(path[1], int) or path[1] >= len(hosts):
        return None
    host = hosts[path[1]]
    if len(path) == 2:
        return Placed(host.key, None, 0, host.card)
    rest = path[3:]
    slot, position = (0, rest[0]) if len(rest) == 1 else rest if len(rest) == 2 else (None, None)
    if not isinstance(slot, int) or not isinstance(position, int):
        return None
    spot = Spot(host.key, str(path[2]), slot)
    stack = host.stack(spot.side, slot)
    return Placed(host.key, spot, position, stack[position]) if position < len(stack) else None
