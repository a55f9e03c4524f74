"""The score sheet as CSV, for spreadsheets: one row a line of points, the cave of each player after its lines."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from forestcalc.diagnostics.diagnostic import shown
from forestcalc.report.wording import Names, card_name, reason
from forestcalc.scoring.sheet import PlayerSheet, ScoreSheet

COLUMNS = (
    "file",
    "document",
    "game",
    "player",
    "rank",
    "total",
    "section",
    "species",
    "name",
    "count",
    "points",
    "min",
    "max",
    "reason",
    "total_min",
    "total_max",
)
"""The header. `rank`, `total` and `points` are empty where they are open; the ranges stand beside them."""

# A spreadsheet takes a text that begins with one of these for a formula, full-width ones in some languages too.
_FORMULA = tuple("=+-@\t\r＝＋－＠")
Value = str | int | None


def header() -> str:
    """Return the first line."""
    return _written([COLUMNS])


def render_csv(sheet: ScoreSheet, names: Names) -> str:
    """Return the rows of a game, without the header."""
    return _written([row for player in sheet.players for row in _rows(sheet, player, names)])


def harmless(text: str) -> str:
    """Return *text* for a cell: what is not printable is escaped, and what would be a formula begins with `'`."""
    text = shown(text, 2000)
    return f"'{text}" if text.lstrip().startswith(_FORMULA) else text


def _rows(sheet: ScoreSheet, player: PlayerSheet, names: Names) -> Iterator[Sequence[Value]]:
    game = sheet.game
    head = (game.file, game.document, game.name, player.name, player.rank, player.total)
    for line in player.lines:
        name = card_name(line.id, line.name, names)
        why = reason(player, line)
        points = (line.points, line.min, line.max)
        yield (*head, line.section, line.id, name, line.count, *points, why, player.min, player.max)
    cave, worth = player.cave, player.cave_range
    name = card_name(cave.card.id, cave.card.name, names)
    points = (worth.value, worth.min, worth.max)
    why = player.cave_reason()
    yield (*head, "cave", cave.card.id, name, cave.cards, *points, why, player.min, player.max)


def _written(rows: Sequence[Sequence[Value]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows([harmless(value) if isinstance(value, str) else value for value in row] for row in rows)
    return text.getvalue()
