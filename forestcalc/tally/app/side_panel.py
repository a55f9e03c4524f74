"""Side panel: total and sections of the player, what the last step changed and why, and what is wrong."""

from __future__ import annotations

from collections.abc import Iterator

from forestcalc.diagnostics.diagnostic import shown
from forestcalc.tally.app.pieces import BOLD, DIM, Line, Piece, wrapped
from forestcalc.tally.live import shown_points, shown_range
from forestcalc.tally.report import SECTION_NAMES
from forestcalc.tally.session import Session

_MOST_CHANGES = 4
_EMPTY: Line = ()


def draw_panel(session: Session, width: int) -> Iterator[Line]:
    """Yield the score as it stands, in lines of at most *width* columns."""
    player = session.player
    sheet = session.live.player(player.name)
    yield from wrapped(shown(player.name, 24), width, BOLD)
    if sheet is not None:
        rank = ""
        if len(session.live.sheet.players if session.live.sheet is not None else ()) > 1:
            rank = f", rank {sheet.rank}" if sheet.rank is not None else ", rank open"
        yield Piece(shown_points(sheet.range), BOLD), Piece(rank)
        for section, value in sheet.sections.items():
            yield (Piece(f" {SECTION_NAMES[section]:<11}{shown_range(value):>8}"),)
    elif player.counts is not None:
        yield from wrapped("given by counts alone", width)
    for fault in session.live.errors[:2]:
        yield _EMPTY
        yield from wrapped(f"Not legal: {fault.message}", width, "bold red")
        if fault.help:
            yield from wrapped(fault.help, width, DIM)
    missing = len(session.live.open(player.name))
    if missing:
        yield _EMPTY
        them = "it" if missing == 1 else "them"
        yield from wrapped(f"{missing} without the tree symbol that matters: F4 names {them}", width)
    changes = session.changes()[:_MOST_CHANGES]
    if changes:
        yield _EMPTY
    for change in changes:
        name = session.name(change.id) if change.id in session.catalogue.species_ids else change.name
        yield from wrapped(f"{change.gain:+d} {name}" if change.gain else f"   {name}", width, BOLD)
        yield from wrapped(change.reason, width, indent=3)
