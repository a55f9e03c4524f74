"""The score pad: players as columns, sections as rows; and the lines with their reasons below it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from forestcalc.diagnostics.diagnostic import shown
from forestcalc.scoring.sheet import Line, OpenValue, PlayerSheet, Range, ScoreSheet

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

_ROWS = (
    ("trees", "Trees"),
    ("top", "Top"),
    ("bottom", "Bottom"),
    ("left_right", "Left/Right"),
    ("cave", "Cave"),
)
_MOST_OPEN = 12
Names = Mapping[str, str]


def print_sheet(console: Console, sheet: ScoreSheet, *, explain: bool, notes: bool, names: Names | None = None) -> None:
    """Print a score sheet: the pad, the winner, what is open, and with *explain* every line's reason."""
    for part in render_sheet(sheet, console.width, explain=explain, notes=notes, names=names or {}):
        console.print(part)


def render_sheet(
    sheet: ScoreSheet, width: int, *, explain: bool, notes: bool, names: Names
) -> Iterable[RenderableType]:
    """Yield the parts of the report for a page of *width* columns."""
    from rich.text import Text

    title = sheet.game.catalogue.title
    boxes = [sheet.game.catalogue.box_title(box) for box in sheet.game.expansions]
    yield Text(f"{title}{' with ' + ', '.join(boxes) if boxes else ''}", style="bold")
    columns = _columns_that_fit(sheet.players, width)
    for start in range(0, len(sheet.players), columns):
        yield _pad(sheet, sheet.players[start : start + columns])
    yield Text(_verdict(sheet), style="bold green")
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
    widest = max(max(len(_range(value)) for value in (*player.sections.values(), player.range)) for player in players)
    return max(1, min(len(players), (width - 13) // (max(widest, 6) + 3)))


def _pad(sheet: ScoreSheet, players: Sequence[PlayerSheet]) -> RenderableType:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), show_footer=False)
    table.add_column("", no_wrap=True, min_width=10)
    for player in players:
        first = player.name in sheet.winners
        table.add_column(
            Text(shown(player.name, 40), style="bold green" if first else "bold"),
            justify="right",
            no_wrap=True,
            overflow="ellipsis",
            min_width=6,
        )
    for section, label in _ROWS:
        table.add_row(label, *(_range(player.sections[section]) for player in players), end_section=section == "cave")
    table.add_row(Text("Total", style="bold"), *(Text(_range(player.range), style="bold") for player in players))
    if len(sheet.players) > 1:
        table.add_row("Rank", *(str(player.rank) if player.rank is not None else "open" for player in players))
    return table


def _range(value: Range) -> str:
    return str(value.min) if value.value is not None else f"{value.min}–{value.max}"


def _verdict(sheet: ScoreSheet) -> str:
    names = [shown(name, 40) for name in sheet.winners]
    if len(sheet.players) == 1:
        return f"{names[0]} scores {_range(sheet.players[0].range)} points."
    if not names:
        return "Who wins depends on what the file leaves open."
    if any(player.rank is None for player in sheet.players) and len(names) < len(sheet.players):
        return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} first, whatever is left open."
    points = _range(sheet.player(sheet.winners[0]).range)
    if len(names) == 1:
        return f"{names[0]} wins with {points} points."
    return f"{', '.join(names[:-1])} and {names[-1]} share the victory with {points} points."


def _explained(player: PlayerSheet, width: int, names: Names) -> Iterable[RenderableType]:
    from rich.table import Table
    from rich.text import Text

    yield Text(f"{shown(player.name, 60)}: {_range(player.range)} points", style="bold")
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(ratio=2, max_width=max(16, width // 3))
    table.add_column(ratio=5)
    section = None
    for line in player.lines:
        if line.section != section:
            section = line.section
            table.add_row("", Text(dict(_ROWS)[section], style="dim"), "")
        points = Range(line.min, line.max)
        label = f"{line.count}× " if line.count > 1 else ""
        style = "" if points.max else "dim"
        table.add_row(
            Text(_range(points), style="bold" if points.max else "dim"),
            Text(f"{label}{shown(names.get(line.id, line.name), 60)}", style=style),
            Text(_reason(player, line), style=style),
        )
    table.add_row("", Text("Cave", style="dim"), "")
    cave = names.get(player.cave.card.id, player.cave.card.name)
    table.add_row(Text(_range(player.cave_range), style="bold"), Text(cave), Text(player.cave_reason()))
    yield table


def _reason(player: PlayerSheet, line: Line) -> str:
    from forestcalc.report.confidence import doubts

    reason = player.reason(line)
    doubt = doubts(player.tally.book.catalogue, line)
    return f"{reason} [{doubt}]" if doubt else reason


def _open(sheet: ScoreSheet, names: Names) -> Iterable[RenderableType]:
    from rich.text import Text

    yield Text("To settle the totals, name the tree symbol of:", style="bold")
    for number, value in enumerate(sheet.open):
        if number == _MOST_OPEN:
            yield Text(f"  and {len(sheet.open) - number} more")
            break
        yield Text(f"  {_open_text(value, names)}")


def _open_text(value: OpenValue, names: Names) -> str:
    if value.card is None:
        return f"{shown(value.player, 40)}: give {shown(str(value.path[-1]))} under `counts`"
    name = names.get(value.card.species.id, value.card.species.name)
    totals = ", ".join(
        f"{'other' if symbol == '*' else symbol} {_range(total)}" for symbol, total in value.totals.items()
    )
    return f"{shown(value.player, 40)}'s {name} in line {value.card.span.line} ({totals})"


def _rulings(sheet: ScoreSheet) -> Iterable[RenderableType]:
    from rich.text import Text

    for note in sheet.rulings:
        for value, totals in note.alternatives.items():
            if totals is None:
                effect = "this layout would not be legal"
            else:
                effect = ", ".join(f"{shown(name, 40)} {_range(total)}" for name, total in totals.items())
            yield Text(f"note: ruling {note.id} stands at {note.value}; with {value}: {effect}", style="dim")
