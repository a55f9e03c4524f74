"""Drawing: a forest as lines of styled text, each piece with the place on the table that a click on it means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from forestcalc.diagnostics.diagnostic import shown
from forestcalc.tally.app.host_drawing import draw_host
from forestcalc.tally.app.pieces import BOLD, DIM, Line, Piece
from forestcalc.tally.live import shown_range
from forestcalc.tally.session import Session

WIDEST = 76
NARROWEST = 46
"""Hosts are drawn beside each other where each of them has so many columns."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """The lines of a forest. `chosen` are the first and last line of what is chosen."""

    lines: Sequence[Line]
    chosen: tuple[int, int]


def draw_forest(session: Session, width: int) -> Drawing:
    """Draw the forest of the player for so many columns; the chosen host is drawn with a line for every slot."""
    player = session.player
    if player.counts is not None:
        counts = session.catalogue.counts
        lines = [(Piece(f"  {counts[id]['label']}: {number}"),) for id, number in player.counts.items()]
        return Drawing([*lines, (Piece("  given by counts alone: compared, not scored", DIM),)], (0, 0))
    columns = min(max(1, (width + 1) // (NARROWEST + 1)), max(1, len(player.hosts)))
    wide = min((width + 1) // columns - 1, WIDEST)
    blocks = [draw_host(session, number, host, wide) for number, host in enumerate(player.hosts)]
    drawn: list[Line] = []
    chosen = (0, 0)
    for first in range(0, len(blocks), columns):
        row = blocks[first : first + columns]
        start = len(drawn)
        drawn += _side_by_side(row, wide)
        if any(host.key == session.cursor.host for host in player.hosts[first : first + columns]):
            chosen = (start, len(drawn) - 1)
    here = session.cursor.host is None
    if here:
        chosen = (max(0, len(drawn) - 1), len(drawn))
    hint = "type the name of a tree" if not player.hosts else "a new host"
    text = f"{'▸' if here else ' '} {len(player.hosts) + 1} {hint}"
    drawn.append((Piece(text.ljust(wide), BOLD if here else DIM),))
    return Drawing(drawn, chosen)


def _side_by_side(blocks: Sequence[Sequence[Line]], width: int) -> Iterator[Line]:
    empty: Line = (Piece(" " * width),)
    for at in range(max(len(block) for block in blocks)):
        line: list[Piece] = []
        for number, block in enumerate(blocks):
            if number:
                line.append(Piece(" "))
            line += block[at] if at < len(block) else empty
        yield tuple(line)


def tab_label(session: Session, key: int) -> str:
    """Return what stands on the tab of a player: the name, and the total where there is one."""
    player = session.draft.player(key)
    sheet = session.live.player(player.name)
    total = f" {shown_range(sheet.range)}" if sheet is not None else ""
    return f"{shown(player.name, 14)}{total}"
