"""Expectations: what a layout says its totals, sections and lines should be, compared with the score sheet."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from forestcalc.diagnostics.diagnostic import Diagnostic, Span, shown, warning
from forestcalc.scoring.sheet import PlayerSheet, Range, ScoreSheet


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One expectation and what came out: `what` is `total`, a section, or the id of a species or set."""

    player: str
    what: str
    name: str
    expected: int
    range: Range
    reason: str
    span: Span | None

    @property
    def status(self) -> Literal["OK", "FAILED", "OPEN"]:
        """The name of the exit status that the comparison asks for."""
        if self.range.value == self.expected:
            return "OK"
        if self.range.value is None and self.range.min <= self.expected <= self.range.max:
            return "OPEN"
        return "FAILED"

    @property
    def ok(self) -> bool:
        """Whether the value is settled and as expected."""
        return self.status == "OK"

    def as_json(self) -> dict[str, Any]:
        """Return the machine format."""
        return {
            "player": self.player,
            "what": self.what,
            "expected": self.expected,
            "min": self.range.min,
            "max": self.range.max,
            "ok": self.ok,
            "reason": self.reason,
        }

    def text(self) -> str:
        """Return the comparison as one line: what differs, and why the value is what it is."""
        value = str(self.range.min) if self.range.value is not None else f"{self.range.min} to {self.range.max}"
        reason = f" ({self.reason})" if self.reason else ""
        return f"{shown(self.player, 60)}: {shown(self.name)} is {value}, expected {self.expected}{reason}"


def checks(sheet: ScoreSheet) -> tuple[list[Check], list[Diagnostic]]:
    """Return the comparisons of all players; a game without any has a warning."""
    found: list[Check] = []
    for player in sheet.players:
        for what, expected in (player.player.expect or {}).items():
            found.append(_check(sheet, player, what, expected))
    if found:
        return found, []
    first = sheet.players[0].player.span
    note = warning(
        "nothing-expected",
        "no player has an `expect`, so nothing was compared",
        first,
        path=("players",),
        help="add `expect: TOTAL` to a player",
    )
    return found, [note.placed(sheet.game.file, sheet.game.document)]


def _check(sheet: ScoreSheet, player: PlayerSheet, what: str, expected: int) -> Check:
    value, reason, name = Range(0, 0), "", what
    if what == "total":
        value = player.range
        reason = ", ".join(f"{section} {_short(points)}" for section, points in player.sections.items())
    elif what in player.sections:
        value = player.sections[what]
        reason = (
            player.cave_reason()
            if what == "cave"
            else ", ".join(
                f"{line.name} {_short(Range(line.min, line.max))}" for line in player.lines if line.section == what
            )
        )
    else:
        line = next((line for line in player.lines if line.id == what), None)
        if line is None:
            # A species that scores in a set has no line of its own.
            line = next((line for line in player.lines if any(card.species.id == what for card in line.cards)), None)
        catalogue = sheet.game.catalogue
        name = catalogue.sets[what].name if what in catalogue.sets else catalogue.species(what).name
        if line is None:
            reason = "not in this forest"
        else:
            value, reason = Range(line.min, line.max), player.reason(line)
    return Check(
        player=player.name,
        what=what,
        name=name,
        expected=expected,
        range=value,
        reason=reason,
        span=player.player.expect_spans.get(what),
    )


def _short(value: Range) -> str:
    return str(value.min) if value.value is not None else f"{value.min} to {value.max}"
