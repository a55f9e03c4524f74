"""Faults: what stops the reading of one document."""

from __future__ import annotations


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
