"""Excerpts: lines of a source with places underlined, as a compiler shows them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from forestcalc.diagnostics.diagnostic import Span
from forestcalc.report.width import cells

Piece = tuple[str, str]
"""A text and its style: a word of `diagnostics.STYLES`, or nothing."""

Row = list[Piece]

LINE_WIDTH = 110
"""How many columns of one source line are shown; of longer ones the part around the place."""

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Mark:
    """A place to underline, with a label that may be empty. `is_main` marks the fault itself."""

    span: Span
    label: str = ""
    is_main: bool = False
    style: str = "second"

    @property
    def sign(self) -> str:
        """The character that underlines it."""
        return "^" if self.is_main else "-"


class Source:
    """A text by lines, the first of which has the number *first_line*. Lines end in LF, CRLF or CR, as read."""

    def __init__(self, text: str, first_line: int = 1) -> None:
        self._lines = _LINE_END.split(text.removeprefix("\ufeff"))
        self._first = first_line

    def line(self, number: int) -> str | None:
        """Return line *number*; None where there is none."""
        index = number - self._first
        return self._lines[index] if 0 <= index < len(self._lines) else None


def excerpt(source: Source, marks: Sequence[Mark], encoding: str | None = None) -> Iterator[Row]:
    """Yield the rows that show *marks* in *source*: the numbered lines, and the signs below them.

    One line of context stands before the first. Lines left out are shown as dots; no row depends on the terminal.
    """
    by_line: dict[int, list[Mark]] = {}
    for mark in marks:
        if source.line(mark.span.line) is not None:
            by_line.setdefault(mark.span.line, []).append(mark)
    if not by_line:
        return
    numbers = sorted(by_line)
    gutter = len(str(numbers[-1]))
    bar: Piece = (f"{'':{gutter}} |", "gutter")
    yield [bar]
    shown = numbers[0] - 2 if (source.line(numbers[0] - 1) or "").strip() else numbers[0] - 1
    for number in numbers:
        if number > shown + 2:
            yield [("...", "gutter")]
        elif number == shown + 2:  # a single line between two is shown, as dots would take as much room
            yield _numbered(number - 1, gutter, _window(source.line(number - 1) or "", (), encoding)[0])
        text, spans = _window(source.line(number) or "", by_line[number], encoding)
        yield _numbered(number, gutter, text)
        for row in _underlined(list(zip(by_line[number], spans, strict=True))):
            yield [bar, (" ", ""), *row]
        shown = number
    yield [bar]


def _numbered(number: int, gutter: int, text: str) -> Row:
    return [(f"{number:>{gutter}} |", "gutter"), (f" {text}" if text else "", "")]


Columns = tuple[int, int]


def _window(line: str, marks: Sequence[Mark], encoding: str | None) -> tuple[str, list[Columns]]:
    """Return what is shown of *line*, and where the marks lie in it: first column and the one after, from 0."""
    if len(line) <= LINE_WIDTH and line.isascii() and line.isprintable():  # as nearly all are
        ends = [(min(mark.span.column - 1, len(line)), min(mark.span.end_column - 1, len(line))) for mark in marks]
        return line.rstrip(), [(max(left, 0), max(right, left + 1, 1)) for left, right in ends]
    # A line may have a million characters: only those around the first mark are looked at.
    first = min((mark.span.column - 1 for mark in marks), default=0)
    begin = 0 if first < LINE_WIDTH - 30 else first - LINE_WIDTH // 3
    lead = "..." if begin else ""
    shown: list[str] = []
    starts = [len(lead)]
    for char, wide in cells(line[begin : begin + 2 * LINE_WIDTH], encoding):
        if starts[-1] + wide > LINE_WIDTH:
            break
        shown.append(char)
        starts.append(starts[-1] + wide)
    is_cut = begin + len(shown) < len(line)
    text = lead + "".join(shown)
    spans = []
    for mark in marks:
        left = starts[min(max(mark.span.column - 1 - begin, 0), len(shown))]
        right = starts[min(max(mark.span.end_column - 1 - begin, 0), len(shown))]
        spans.append((left, max(right, left + 1)))
    return text + "..." if is_cut else text.rstrip(), spans


def _underlined(marks: list[tuple[Mark, Columns]]) -> Iterator[Row]:
    """Yield the rows below one line: signs that do not overlap share a row, and labels hang below it."""
    rest = sorted(marks, key=lambda one: (not one[0].is_main, one[1]))
    while rest:
        row: list[tuple[Mark, Columns]] = []
        later: list[tuple[Mark, Columns]] = []
        for mark, columns in rest:
            fits = all(columns[0] >= right or columns[1] <= left for _, (left, right) in row)
            (row if fits else later).append((mark, columns))
        row.sort(key=lambda one: one[1])
        yield from _row(row)
        rest = later


def _row(marks: list[tuple[Mark, Columns]]) -> Iterator[Row]:
    signs: Row = []
    at = 0
    for mark, (left, right) in marks:
        signs += [(" " * (left - at), ""), (mark.sign * (right - left), mark.style)]
        at = right
    last = marks[-1][0]
    if last.label:
        signs.append((f" {last.label}", last.style))
    yield signs
    hanging = [(mark, left) for mark, (left, _) in marks[:-1] if mark.label]
    while hanging:
        for number in (len(hanging), len(hanging) - 1):
            row: Row = []
            at = 0
            for mark, left in hanging[:number]:
                row += [(" " * (left - at), ""), ("|", mark.style)]
                at = left + 1
            if number < len(hanging):
                mark, left = hanging[-1]
                row += [(" " * (left - at), ""), (mark.label, mark.style)]
            yield row
        hanging.pop()
