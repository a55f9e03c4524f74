"""Edits: where the numbers of `expect` stand in a text, and the text with other ones."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from forestcalc.diagnostics.diagnostic import Span
from forestcalc.source.nodes import Mapping, Node
from forestcalc.source.text import Text

_COMMENT = re.compile(r"#[^\r\n]*")


class Edit(NamedTuple):
    """`text` instead of what stands from `start` to before `stop`, indexes of the text of a file."""

    start: int
    stop: int
    text: str


def replaced(text: Text, span: Span, value: int) -> Edit:
    """Return the edit that puts *value* in the place of another number."""
    return Edit(text.start(span), text.end(span), str(value))


def added(text: Text, player: Node, total: int) -> Edit | None:
    """Return the edit that gives *player* an `expect`; None where the text leaves no place for it.

    A line of its own where the player's keys have lines of their own, above `forest` and the comments over it;
    otherwise before the first key.
    """
    if not isinstance(player, Mapping) or not player.pairs:
        return None
    first = player.pairs[0][0]
    start, begin = text.start(player.span), text.start(first.span)
    if text.text[start : start + 1] == "*" or start > begin:
        return None  # the forest of another player, by an alias
    forest = next((name for name, _ in player.pairs if name.text == "forest"), first)
    indent = text.before(first.span.line, first.span.column)
    if _COMMENT.sub("", text.text[start:begin]).rstrip().endswith("{"):
        key = '"expect"' if text.text.startswith('"', begin) else "expect"
        gap = " " if indent.strip() else text.line_end() + indent
        return Edit(begin, begin, f"{key}: {total},{gap}")
    indent = text.before(forest.span.line, forest.span.column)
    if indent.strip(" "):
        return None
    line = forest.span.line
    while line > first.span.line and text.line(line - 1).lstrip().startswith("#"):
        line -= 1
    at = text.index(line, 1)
    return Edit(at, at, f"{indent}expect: {total}{text.line_end()}")


def edited(text: str, edits: Iterable[Edit]) -> str:
    """Return *text* with all edits made; the same one twice is one."""
    for edit in sorted(set(edits), reverse=True):
        text = text[: edit.start] + edit.text + text[edit.stop :]
    return text
