"""Pieces: a stream cut at its `---` and `...` lines, one piece a document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from forestcalc.source.lines import count_line_ends, line_end

# YAML lets no value run over a line that starts with one of these, so a cut there is always right.
_MARKER = re.compile(r"(?:---|\.\.\.)(?=[ \t\r\n]|\Z)")
_BLANK = re.compile(r"(?:[ \t]*+(?:#[^\r\n]*+)?+(?:\r\n|[\r\n]))*+[ \t]*+(?:#[^\r\n]*+)?+\Z")
_PROLOGUE = re.compile(r"(?:(?:%[^\r\n]*+|[ \t]*+(?:#[^\r\n]*+)?+)(?:\r\n|[\r\n]))*+\Z")


@dataclass(frozen=True, slots=True)
class Piece:
    """The text of one document, with its markers.

    `line` is the number of its first line, counted from 1; the piece starts at the first column.
    `marker` is the index of its `---` in `text`, or None.
    """

    text: str
    line: int
    marker: int | None

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing but comments and markers: no document."""
        text = self.text
        start = 0 if self.marker is None else self.marker + 3
        tail = text.rfind("...", start)
        if tail >= 0 and (tail == 0 or text[tail - 1] in "\r\n"):
            return _is_blank(text[start:tail]) and _is_blank(text[tail + 3 :])
        return _is_blank(text[start:])


def pieces(text: str) -> Iterator[Piece]:
    """Cut *text* into the pieces of its documents, in order; at least one, which may be blank.

    A `---` with nothing behind it at the very end begins no piece, unless it is the only one.
    """
    start, line = 0, 1
    marker: int | None = None
    any_piece = False
    for match in _MARKER.finditer(text):
        at = match.start()
        if at and text[at - 1] not in "\r\n":
            continue
        if text[at] == "-":
            if marker is None and _PROLOGUE.match(text[start:at]):
                marker = at
                continue
            end, next_marker = at, at
        else:
            end, next_marker = line_end(text, at), None
            end += 2 if text.startswith("\r\n", end) else 1
        piece = _piece(text, start, min(end, len(text)), line, marker)
        if marker is not None or not piece.is_blank:
            if any_piece and piece.is_blank and next_marker is None and _is_blank(text[end:]):
                return
            yield piece
            any_piece = True
        line += count_line_ends(text, start, end)
        start, marker = min(end, len(text)), next_marker
    piece = _piece(text, start, len(text), line, marker)
    if not any_piece or not piece.is_blank:
        yield piece


def _piece(text: str, start: int, end: int, line: int, marker: int | None) -> Piece:
    return Piece(text[start:end], line, None if marker is None else marker - start)


def _is_blank(text: str) -> bool:
    return _BLANK.match(text) is not None
