"""The score pad: players as columns, sections as rows; and the lines with their reasons below it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from forestcalc.report.wording import (
    SECTION_LABELS,
    Names,
    card_name,
    open_texts,
    player_name,
    points_text,
    range_text,
    rank_text,
    reason,
    ruling_texts,
    title,
    verdict,
)
from forestcalc.scoring.sheet import PlayerSheet, Range, ScoreSheet

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

_MOST_OPEN = 12


def print_sheet(console: Console, sheet: ScoreSheet, *, explain: bool, notes: bool, names: Names | None = None) -> None:
    """Print a score sheet: the pad, the winner, what is open, and with *explain* every line's reason."""
    for part in render_sheet(sheet, console.width, explain=explain, notes=notes, names=names or {}):
        console.print(part)


def render_sheet(
    sheet: ScoreSheet, width: int, *, explain: bool, notes: bool, names: Names
) -> Iterable[RenderableType]:
    """Yield the parts of the report for a page of *width* columns."""
    from rich.text import Text

    yield Text(title(sheet.game), style="bold")
    columns = _columns_that_fit(sheet.players, width)
    for start in range(0, len(sheet.players), columns):
        yield _pad(sheet, sheet.players[start : start + columns], width)
    yield Text(verdict(sheet), style="bold green")
    if explain:
        for player in sheet.players:
            yield Text("")
            yield from _explained(player, width, names)
    if sheet.open:
        yield Text("")
        yield from _open(sheet, names)
    if notes:
        yield from _rulings(sheet)


def _columns_that_fit(players: Sequence[PlayerSheet], width: int) -> int:
    """Return how many players fit side by side; long names are cut, ranges are not."""
    widest = max(
        max(len(range_text(value)) for value in (*player.sections.values(), player.range)) for player in players
    )
    return max(1, min(len(players), (width - 13) // (max(widest, 6) + 3)))


def _pad(sheet: ScoreSheet, players: Sequence[PlayerSheet], width: int) -> RenderableType:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_footer=False)
    table.add_column("", no_wrap=True, min_width=10)
    # Left to itself, the table gives long names all the room that they want, and players beyond the page get none.
    room = max(6, (width - 13) // len(players) - 3)
    for player in players:
        first = player.name in sheet.winners
        table.add_column(
            Text(player_name(player.name), style="bold green" if first else "bold"),
            justify="right",
            no_wrap=True,
            overflow="ellipsis",
            min_width=6,
            max_width=room,
        )
    for section, label in SECTION_LABELS:
        table.add_row(
            label, *(range_text(player.sections[section]) for player in players), end_section=section == "cave"
        )
    table.add_row(Text("Total", style="bold"), *(Text(range_text(player.range), style="bold") for player in players))
    if len(sheet.players) > 1:
        table.add_row("Rank", *(rank_text(player) for player in players))
    return table


def _explained(player: PlayerSheet, width: int, names: Names) -> Iterable[RenderableType]:
    from rich.table import Table
    from rich.text import Text

    yield Text(f"{player_name(player.name)}: {points_text(player.range)}", style="bold")
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(ratio=2, max_width=max(16, width // 3))
    table.add_column(ratio=5)
    section = None
    for line in player.lines:
        if line.section != section:
            section = line.section
            table.add_row("", Text(dict(SECTION_LABELS)[section], style="dim"), "")
        points = Range(line.min, line.max)
        label = f"{line.count}× " if line.count > 1 else ""
        style = "" if points.max else "dim"
        table.add_row(
            Text(range_text(points), style="bold" if points.max else "dim"),
            Text(f"{label}{card_name(line.id, line.name, names)}", style=style),
            Text(reason(player, line), style=style),
        )
    table.add_row("", Text("Cave", style="dim"), "")
    cave = card_name(player.cave.card.id, player.cave.card.name, names)
    table.add_row(Text(range_text(player.cave_range), style="bold"), Text(cave), Text(player.cave_reason()))
    yield table


def _open(sheet: ScoreSheet, names: Names) -> Iterable[RenderableType]:
    from rich.text import Text

    yield Text("To settle the totals, name the tree symbol of:", style="bold")
    texts = open_texts(sheet, names)
    for text in texts[:_MOST_OPEN]:
        yield Text(f"  {text}")
    if len(texts) > _MOST_OPEN:
        yield Text(f"  and {len(texts) - _MOST_OPEN} more")


def _rulings(sheet: ScoreSheet) -> Iterable[RenderableType]:
    from rich.text import Text

    for note in sheet.rulings:
        for text in ruling_texts(note):
            yield Text(f"note: {text}", style="dim")
