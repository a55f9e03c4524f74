"""Edits: where the numbers of `expect` stand in a text, and the text with other ones."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from forestcalc.diagnostics.diagnostic import Span
from forestcalc.source.nodes import Mapping, Node, Scalar

_LINE_END = re.compile(r"\r\n|\r|\n")
_COMMENT = re.compile(r"#[^\r\n]*")


class Edit(NamedTuple):
    """`text` instead of what stands from `start` to before `stop`, indexes of the text of a file."""

    start: int
    stop: int
    text: str


class Lines:
    """A text by lines, to find the index of a place."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def index(self, line: int, column: int) -> int:
        """Return the index of a place."""
        return self._starts[line - 1] + column - 1

    def before(self, line: int, column: int) -> str:
        """Return what stands on *line* before *column*."""
        return self.text[self._starts[line - 1] : self.index(line, column)]

    def line(self, number: int) -> str:
        """Return a line without its end."""
        stop = self._starts[number] if number < len(self._starts) else len(self.text)
        return self.text[self._starts[number - 1] : stop].rstrip("\r\n")

    @property
    def end(self) -> str:
        """How lines end here."""
        match = _LINE_END.search(self.text)
        return match[0] if match else "\n"


def replaced(lines: Lines, span: Span, value: int) -> Edit:
    """Return the edit that puts *value* in the place of another number."""
    return Edit(lines.index(span.line, span.column), lines.index(span.line, span.end_column), str(value))


def added(lines: Lines, player: Node, total: int) -> Edit | None:
    """Return the edit that gives *player* an `expect`; None where the text leaves no place for it.

    A line of its own where the player's keys have lines of their own, above `forest` and the comments over it;
    otherwise before the first key.
    """
    if not isinstance(player, Mapping) or not player.pairs:
        return None
    first = player.pairs[0][0]
    start, begin = lines.index(player.span.line, player.span.column), _index(lines, first)
    if lines.text[start : start + 1] == "*" or start > begin:
        return None  # the forest of another player, by an alias
    forest = next((name for name, _ in player.pairs if name.text == "forest"), first)
    indent = lines.before(first.span.line, first.span.column)
    if _COMMENT.sub("", lines.text[start:begin]).rstrip().endswith("{"):
        key = '"expect"' if lines.text.startswith('"', begin) else "expect"
        gap = " " if indent.strip() else lines.end + indent
        return Edit(begin, begin, f"{key}: {total},{gap}")
    indent = lines.before(forest.span.line, forest.span.column)
    if indent.strip(" "):
        return None
    line = forest.span.line
    while line > first.span.line and lines.line(line - 1).lstrip().startswith("#"):
        line -= 1
    at = lines.index(line, 1)
    return Edit(at, at, f"{indent}expect: {total}{lines.end}")


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Return *text* with all edits made; the same one twice is one."""
    for edit in sorted(set(edits), reverse=True):
        text = text[: edit.start] + edit.text + text[edit.stop :]
    return text


def _index(lines: Lines, key: Scalar) -> int:
    return lines.index(key.span.line, key.span.column)
