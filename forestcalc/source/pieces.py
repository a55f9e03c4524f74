"""Pieces: a stream cut at its `---` and `...` lines, one piece a document.

A line that is a whole JSON object begins and ends a piece too: nothing else of its document may follow it in YAML,
and so the lines of a JSON lines file are its games.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from json import loads
from typing import NamedTuple

from forestcalc.source.lines import count_line_ends, line_end

# YAML lets no value run over a line that starts with one of these, so a cut there is always right.
_MARKER = re.compile(r"(?:---|\.\.\.)(?=[ \t\r\n]|\Z)")
_NEXT_MARKER = re.compile(r"[\r\n](?=(?:---|\.\.\.)(?:[ \t\r\n]|\Z))")
_BLANK_LINES = re.compile(r"(?:[ \t]*+(?:#[^\r\n]*+)?(?:\r\n|[\r\n]))*(?:[ \t]*+(?:#[^\r\n]*+)?\Z)?")
_BLANK = re.compile(_BLANK_LINES.pattern + r"\Z")
_PROLOGUE = re.compile(r"(?:(?:%[^\r\n]*+|[ \t]*+(?:#[^\r\n]*+)?)(?:\r\n|[\r\n]))*\Z")


class Piece(NamedTuple):
    """The text of one document, with its markers.

    `line` is the number of its first line, counted from 1; the piece starts at the first column. `marker` is the
    index of its `---` in `text`, or None. `is_line` tells whether it is one of several lines that each are a document.
    """

    text: str
    line: int
    marker: int | None
    is_line: bool = False

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing but comments and markers: no document."""
        text = self.text
        start = 0 if self.marker is None else self.marker + 3
        tail = _next_marker(text, start)
        return _is_blank(text[start:tail]) and _is_blank(text[tail + 3 :])


def pieces(text: str, limit: int | None = None) -> Iterator[Piece]:
    """Cut *text* into the pieces of its documents, in order; at least one, which may be blank.

    A `---` with nothing behind it at the very end begins no piece, unless it is the only one. Of a piece that has more
    characters than *limit*, no more is promised than its beginning.
    """
    cutter = Cutter(limit)
    yield from cutter.cut(text)
    yield from cutter.end()


class Cutter:
    """Cuts a stream that comes in blocks of whole lines; each piece is there as soon as its end is known.

    A piece that grows beyond *limit* is there at once, so that nobody waits for its end; the rest of it is dropped.
    `line` is the first line of the text that is kept. `size` counts the characters of all pieces that are no lines.
    """

    def __init__(self, limit: int | None = None) -> None:
        self.line = 1
        self.size = 0
        self._limit = sys.maxsize if limit is None else limit
        self._is_over = False  # whether the open piece is beyond the limit, and given away already
        self._parts: list[str] = []
        self._length = 0
        self._is_prologue = True  # whether the open piece has nothing but comments and directives
        self._is_bare = True  # whether it has nothing but comments, or nothing else since its marker
        self._marker: int | None = None
        self._is_begun = False  # whether the open piece has more than comments
        self._lines = 0  # how many pieces since the last marker were lines
        self._held: Piece | None = None  # a blank piece, of which only what follows tells whether it is a document
        self._is_first = True

    @property
    def text(self) -> str:
        """The text of the piece that is open."""
        return "".join(self._parts)

    def cut(self, block: str) -> Iterator[Piece]:
        """Yield the pieces that end in *block*."""
        at = 0
        has_marker = "---" in block or "..." in block
        while at < len(block):
            if not self._is_begun:
                blank = _BLANK_LINES.match(block, at)
                first = blank.end() if blank else at
                self._add(block[at:first])
                at = first
                yield from self._beyond_limit()
                self._is_begun = self._is_over or at < len(block)
                if self._is_begun and not self._is_over and not _MARKER.match(block, at):
                    end = _line_stop(block, at)
                    if self._is_alone(block[at:end]):
                        self._keep(block[at:end])
                        self._lines += 1
                        yield from self._released()
                        yield from self._closed(is_line=True)
                        at = end
                        continue
            stop = _next_marker(block, at) if has_marker else len(block)
            self._add(block[at:stop])
            yield from self._beyond_limit()
            if stop == len(block):
                return
            self._lines = 0
            yield from self._released()
            at = stop + 3
            if block[stop] == ".":
                at = _line_stop(block, stop)
                self._add(block[stop:at])
                yield from self._closed()
                continue
            if self._marker is not None or not self._is_prologue:
                yield from self._closed(at_marker=True)
            self._marker = self._length
            self._is_begun = True
            self._add(block[stop:at])
            self._is_bare = True

    def end(self) -> Iterator[Piece]:
        """Yield what is left at the end of the stream."""
        if self._is_over:
            return
        piece = Piece(self.text, self.line, self._marker)
        if self._is_first or not piece.is_blank:
            yield from self._released()
            yield piece

    def _is_alone(self, line: str) -> bool:
        """Whether the first line of a piece is all of it: an object, or whatever stands between such lines."""
        if self._lines > 1:
            return True
        if not line.lstrip(" \t").startswith("{"):
            return False
        return self._lines == 1 or (line.rstrip().endswith("}") and (len(line) > self._limit or _is_object(line)))

    def _add(self, text: str) -> None:
        self.size += len(text)
        self._keep(text)

    def _keep(self, text: str) -> None:
        if self._is_over:
            self.line += count_line_ends(text, 0, len(text))
            return
        if self._is_bare and not _is_blank(text):
            self._is_bare = False
        if self._is_prologue and not _PROLOGUE.match(text):
            self._is_prologue = False
        if text:
            self._parts.append(text)
            self._length += len(text)

    def _beyond_limit(self) -> Iterator[Piece]:
        """Give the open piece away if it is beyond the limit: no more of it is needed."""
        # Of comments and directives only what follows tells whether they are a document, but that the first one is.
        is_document = self._is_first or not (self._is_bare or self._is_prologue)
        if self._length > self._limit and not self._is_over and is_document:
            yield from self._released()
            piece = Piece(self.text, self.line, self._marker)
            self.line += count_line_ends(piece.text, 0, len(piece.text))
            self._parts.clear()
            self._length = 0
            self._is_over = True
            self._is_first = self._is_prologue = False  # so that the next marker begins another one
            yield piece

    def _closed(self, *, is_line: bool = False, at_marker: bool = False) -> Iterator[Piece]:
        """Close the open piece; it is none where there is nothing in it and no marker before it."""
        piece = Piece(self.text, self.line, self._marker, is_line)
        self.line += count_line_ends(piece.text, 0, len(piece.text))
        was_over = self._is_over
        self._is_over = False
        self._parts.clear()
        self._length = 0
        self._is_prologue = self._is_bare = True
        self._marker = None
        self._is_begun = False
        if was_over:
            return
        if is_line or piece.marker is not None or not piece.is_blank:
            if self._is_first or is_line or at_marker or not piece.is_blank:
                self._is_first = False
                yield piece
            else:
                self._held = piece

    def _released(self) -> Iterator[Piece]:
        if self._held is not None:
            yield self._held
            self._held = None


def _next_marker(block: str, start: int) -> int:
    """Return the index of the next marker, or the end of *block*."""
    if (not start or block[start - 1] in "\r\n") and _MARKER.match(block, start):
        return start
    match = _NEXT_MARKER.search(block, start)
    return match.end() if match else len(block)


def _line_stop(block: str, index: int) -> int:
    """Return the index after the line that holds *index* and its line end."""
    end = line_end(block, index)
    return min(len(block), end + (2 if block.startswith("\r\n", end) else 1))


def _is_object(line: str) -> bool:
    try:
        return isinstance(loads(line), dict)
    except RecursionError:
        return True  # nested too deep, which is found and said when it is read
    except ValueError:
        return False


def _is_blank(text: str) -> bool:
    return _BLANK.match(text) is not None
