"""Text: where the places that spans name lie in a text that is to be changed."""

from __future__ import annotations

import re

from forestcalc.diagnostics.diagnostic import Span

_LINE_END = re.compile(r"\r\n|\r|\n")


class Text:
    """A text with the index of every line; lines end in LF, CRLF or CR."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def index(self, line: int, column: int) -> int:
        """Return the index of a place; lines and columns count from 1."""
        return self._starts[line - 1] + column - 1

    def start(self, span: Span) -> int:
        """Return the index where *span* begins."""
        return self.index(span.line, span.column)

    def end(self, span: Span) -> int:
        """Return the index after *span*."""
        return self.index(span.line, span.end_column)

    def slice(self, span: Span) -> str:
        """Return what stands in *span*."""
        return self.text[self.start(span) : self.end(span)]

    def before(self, line: int, column: int) -> str:
        """Return what stands on *line* before *column*."""
        return self.text[self._starts[line - 1] : self.index(line, column)]

    def line(self, number: int) -> str:
        """Return a line without its end."""
        begin, end = self.line_bounds(number)
        return self.text[begin:end].rstrip("\r\n")

    def line_bounds(self, line: int) -> tuple[int, int]:
        """Return where *line* begins and where the next one does."""
        begin = self._starts[line - 1]
        return begin, self._starts[line] if line < len(self._starts) else len(self.text)

    def line_end(self) -> str:
        """Return the line end that the text uses first; LF if it has none."""
        match = _LINE_END.search(self.text)
        return match[0] if match else "\n"
