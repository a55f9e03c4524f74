"""Boxes of a terminal: bands of cells in a frame, with rules between the bands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from forestcalc.report.drawing_wrap import Wrapped, centred, columns, wrapped
from forestcalc.report.excerpt import Row

LINES = "─│┌┐└┘├┤┬┴┼"
_PLAIN = "-|+++++++++"
PLAIN_LINES = str.maketrans(LINES, _PLAIN)
"""Translates the lines of boxes to plain characters."""

# What a rule shows where cells meet: whether there is a border above it, and whether below.
_JOINTS = {(False, False): "─", (True, False): "┴", (False, True): "┬", (True, True): "┼"}


@dataclass(frozen=True, slots=True)
class Cell:
    """A part of a box: paragraphs of text, which are centred."""

    texts: tuple[str, ...] = ()
    style: str = ""

    def wrapped(self, width: int) -> Wrapped:
        """Wrap the paragraphs to *width* columns."""
        parts = [wrapped(text, width) for text in self.texts]
        return Wrapped(tuple(line for part in parts for line in part.lines), sum(part.broken for part in parts))


def box(bands: Iterable[Sequence[Cell]], width: int) -> list[Row]:
    """Return a box of *width* columns; each band is a row of cells beside each other."""
    rows: list[Row] = []
    above: set[int] = set()
    inside = width - 2
    for cells in bands:
        widths = _fitting(cells, inside - (len(cells) - 1))
        borders = {sum(widths[: number + 1]) + number for number in range(len(cells) - 1)}
        rule = "".join(_JOINTS[at in above, at in borders] for at in range(inside))
        rows.append([(f"├{rule}┤" if rows else f"┌{rule}┐", "")])
        rows.extend(_band(cells, widths))
        above = borders
    rule = "".join(_JOINTS[at in above, False] for at in range(inside))
    return [*rows, [(f"└{rule}┘", "")]]


def _band(cells: Sequence[Cell], widths: Sequence[int]) -> Iterator[Row]:
    blocks = [cell.wrapped(width - 2).lines for cell, width in zip(cells, widths, strict=True)]
    height = max(1, *map(len, blocks))
    raised = [("",) * ((height - len(block)) // 2) + block for block in blocks]
    for lines in zip_longest(*raised, [""] * height, fillvalue=""):
        row: Row = [("│", "")]
        for cell, line, width in zip(cells, lines, widths, strict=False):
            row += [(f" {centred(line, width - 2)} ", cell.style), ("│", "")]
        yield row


def _fitting(cells: Sequence[Cell], width: int) -> list[int]:
    """Share *width* columns among the cells of a band, so that no word is broken and the band is low."""
    if len(cells) == 1:
        return [width]
    blocks = [{size: cell.wrapped(size - 2) for size in range(4, width)} for cell in cells]
    best: tuple[tuple[int, int, int], list[int]] | None = None
    for sizes in _shares(len(cells), width):
        parts = [block[size] for block, size in zip(blocks, sizes, strict=True)]
        cost = (
            sum(part.broken for part in parts),
            max(len(part.lines) for part in parts),
            max(sizes) - min(sizes),
        )
        if best is None or cost < best[0]:
            best = (cost, sizes)
    assert best is not None  # a box is wide enough for three cells
    return best[1]


def _shares(number: int, width: int) -> Iterator[list[int]]:
    """Yield the ways to share *width* columns among two or three cells of at least four."""
    if number == 2:
        yield from ([first, width - first] for first in range(4, width - 3))
        return
    for first in range(4, width - 7):
        yield from ([first, second, width - first - second] for second in range(4, width - first - 3))


def beside(boxes: Sequence[list[Row]], gap: str = " ") -> Iterator[Row]:
    """Yield the rows of boxes that stand beside each other, low ones filled up with blanks."""
    widths = [sum(columns(text) for text, _ in rows[0]) for rows in boxes]
    for parts in zip_longest(*boxes):
        row: Row = []
        for part, width in zip(parts, widths, strict=True):
            row += [*(part if part is not None else [(" " * width, "")]), (gap, "")]
        yield row[:-1]
