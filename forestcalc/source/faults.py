"""Faults: what stops the reading of one document, or of a whole source."""

from __future__ import annotations

from dataclasses import replace

from forestcalc.diagnostics.diagnostic import Diagnostic, Span
from forestcalc.source.lines import span_at


class Mark:
    """A place in the text of one document: `index`, `line` and `column` count from 0.

    A plain class, as every token makes two of them.
    """

    __slots__ = ("column", "index", "line")

    def __init__(self, index: int, line: int, column: int) -> None:
        self.index = index
        self.line = line
        self.column = column


class SyntaxFault(Exception):  # noqa: N818  it is a finding about the text, not an error of the program
    """The text is no YAML.

    `problem` and `context` are the YAML reader's own words, empty where it broke down without any; `at` is
    where it stopped, `since` where the thing began that it was reading (an open bracket, a mapping).
    """

    def __init__(self, problem: str, context: str, at: Mark, since: Mark | None) -> None:
        super().__init__(problem)
        self.problem = problem
        self.context = context
        self.at = at
        self.since = since


class DepthFault(Exception):  # noqa: N818
    """Something at *at* is nested too deep."""

    def __init__(self, at: Mark) -> None:
        super().__init__()
        self.at = at


class SourceFault(Exception):  # noqa: N818
    """Nothing more can be read of a source.

    `diagnostic` has no place yet; with *is_at_end*, it stands at the end of the text that came before it. `rest` is
    the part of that text which was still held back.
    """

    def __init__(self, diagnostic: Diagnostic, *, is_at_end: bool = False) -> None:
        super().__init__()
        self.diagnostic = diagnostic
        self.is_at_end = is_at_end
        self.rest = ""

    def placed(self, text: str, first_line: int) -> Diagnostic:
        """Return the diagnostic with its place after *text*, which starts on line *first_line*."""
        if not self.is_at_end:
            return self.diagnostic
        at = span_at(text, len(text), first_line)
        return replace(self.diagnostic, span=Span(at.line, at.column, at.column + 1))
