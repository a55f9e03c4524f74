"""Places in a text: where an index lies, how many lines a stretch has. Lines end in LF, CRLF or CR."""

from __future__ import annotations

from forestcalc.diagnostics.diagnostic import Span


def count_line_ends(text: str, start: int, end: int) -> int:
    """Count the line ends of `text[start:end]`; a CRLF is one."""
    count = text.count("\n", start, end)
    returns = text.count("\r", start, end)
    if returns:
        count += returns - text.count("\r\n", start, end)
    return count


def line_start(text: str, index: int) -> int:
    """Return the index of the first character of the line that holds *index*."""
    return max(text.rfind("\n", 0, index), text.rfind("\r", 0, index)) + 1


def line_end(text: str, index: int) -> int:
    """Return the index just after the last character of the line that holds *index*, without its line end."""
    ends = [end for end in (text.find("\n", index), text.find("\r", index)) if end >= 0]
    return min(ends, default=len(text))


def span_at(text: str, index: int, first_line: int, width: int = 1) -> Span:
    """Return the span of *width* characters from *index*, cut at the end of its line.

    *first_line* is the number of the line on which *text* starts. An index beyond the text, or at the end
    of a line, has an empty span there.
    """
    index = min(index, len(text))
    start = line_start(text, index)
    column = index - start + 1
    line = first_line + count_line_ends(text, 0, start)
    return Span(line, column, column + max(0, min(width, line_end(text, index) - index)))
