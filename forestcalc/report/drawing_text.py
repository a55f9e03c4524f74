"""The drawing of a forest for a terminal: each host a box with its cards in their places, legible without colour.

    ┌───────────────────────────────────┐
    │        Chaffinch (beech): 5       │
    ├───────────┬───────────┬───────────┤
    │ European  │   Beech   │ Roe Deer: │
    │ Hare: 2   │     0     │ 3–12      │
    ├───────────┴───────────┴───────────┤
    │       2× Common Toad: 2 × 5       │
    └───────────────────────────────────┘
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from forestcalc.diagnostics.diagnostic import shown
from forestcalc.report.drawing import DrawnCard, DrawnForest, DrawnHost
from forestcalc.report.excerpt import Row
from forestcalc.report.width import cells
from forestcalc.report.wording import (
    SECTION_LABELS,
    Names,
    card_name,
    points_text,
    player_name,
    range_text,
)

NARROWEST, WIDEST = 37, 56
"""Columns of a host's box with its frame."""

_PLAIN = str.maketrans("─│┌┐└┘├┤┬┴┼≈×–", "-|+++++++++~x-")
# What meets where a rule crosses: whether a line goes up, and whether one goes down.
_JOINTS = {(False, False): "─", (True, False): "┴", (False, True): "┬", (True, True): "┼"}


@dataclass(frozen=True, slots=True)
class _Cell:
    """A part of a box: its lines, already no wider than `width`, with one blank at either side."""

    lines: tuple[str, ...]
    width: int
    style: str = ""


Band = tuple[_Cell, ...]
"""Cells beside each other; with the lines between them they are as wide as the box inside."""


def render_forest(forest: DrawnForest, names: Names, width: int, encoding: str | None = None) -> Iterator[Row]:
    """Yield the rows of a drawing no wider than *width* columns, each a list of texts with their styles.

    What *encoding* lacks is escaped, and drawn with plain characters where it lacks the lines.
    """
    page = _Page(max(width, NARROWEST), encoding)
    for row in page.forest(forest, names):
        yield row if page.has_lines else [(text.translate(_PLAIN), style) for text, style in row]


class _Page:
    """Lays boxes out on a page of *width* columns."""

    def __init__(self, width: int, encoding: str | None) -> None:
        self.width = width
        self.encoding = encoding
        self.has_lines = _can_show("─│┌┐└┘├┤┬┴┼≈×–", encoding)
        self.columns = (width + 1) // (NARROWEST + 1)
        self.box_width = min(WIDEST, (width + 1) // self.columns - 1)

    def forest(self, forest: DrawnForest, names: Names) -> Iterator[Row]:
        player = forest.player
        yield [(f"{self.text(player_name(player.name))}: {points_text(player.range)}", "bold")]
        yield from self.paragraph(" · ".join(_sections(player.sections)) if self.has_lines else ", ".join(
            _sections(player.sections)))
        for start in range(0, len(forest.hosts), self.columns):
            boxes = [self.host(host) for host in forest.hosts[start : start + self.columns]]
            yield from self.beside(boxes)
        yield from self.bare(forest.bare)
        for line in forest.together:
            points = range_text(_line_range(line.min, line.max))
            name = self.text(card_name(line.id, line.name, names))
            yield from self.paragraph(f"set: {name} {points} ({self.text(player.reason(line))})")
        yield from self.paragraph(
            f"cave: {range_text(player.cave_range)} ({self.text(player.cave_reason())})"
        )
