"""A diagnostic: one fault of an input, with its place, its code and the mend."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

PathPart = str | int
Path = tuple[PathPart, ...]


class Severity(StrEnum):
    """How much a diagnostic matters; only errors make a game invalid."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Span(NamedTuple):
    """A piece of one line of the source: lines and columns count from 1, in code points.

    `end_column` is the first column after the span. A node that runs over several lines has the span of
    its part on the first line.
    """

    line: int
    column: int
    end_column: int


class Related(NamedTuple):
    """A second place that matters for a diagnostic, with a word on why."""

    span: Span
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One fault, warning or note.

    `message` says what is the case (one line, no full stop, user text in backticks), `help` what to do.
    `span` is None where the input has no text (a file that cannot be read). `path` leads to the value
    inside the document (`("players", "Anna", "forest", 0, "left", 0)`). `document` counts from 0.
    """

    code: str
    severity: Severity
    message: str
    span: Span | None = None
    path: Path = ()
    help: str | None = None
    related: tuple[Related, ...] = ()
    file: str = ""
    document: int = 0

    def placed(self, file: str, document: int) -> Diagnostic:
        """Return the same diagnostic, of *file* and *document*."""
        if self.file == file and self.document == document:
            return self
        return Diagnostic(  # written out, as it is done for every one of them, and `replace` takes twice the time
            code=self.code,
            severity=self.severity,
            message=self.message,
            span=self.span,
            path=self.path,
            help=self.help,
            related=self.related,
            file=file,
            document=document,
        )

    @property
    def is_error(self) -> bool:
        """Whether this makes the game invalid."""
        return self.severity is Severity.ERROR

    def as_json(self) -> dict[str, Any]:
        """Return the machine format: plain values only."""
        span = self.span
        return {
            "code": self.code,
            "severity": str(self.severity),
            "message": self.message,
            "file": self.file,
            "document": self.document,
            "line": span.line if span else None,
            "column": span.column if span else None,
            "end_column": span.end_column if span else None,
            "path": list(self.path),
            "help": self.help,
            "related": [
                {
                    "line": related.span.line,
                    "column": related.span.column,
                    "end_column": related.span.end_column,
                    "message": related.message,
                }
                for related in self.related
            ],
        }


def error(
    code: str,
    message: str,
    span: Span | None,
    *,
    path: Path = (),
    help: str | None = None,
    related: tuple[Related, ...] = (),
) -> Diagnostic:
    """Make an error: the game is invalid."""
    return Diagnostic(
        code=code, severity=Severity.ERROR, message=message, span=span, path=path, help=help, related=related
    )


def warning(
    code: str,
    message: str,
    span: Span | None,
    *,
    path: Path = (),
    help: str | None = None,
    related: tuple[Related, ...] = (),
) -> Diagnostic:
    """Make a warning: the game stays valid."""
    return Diagnostic(
        code=code,
        severity=Severity.WARNING,
        message=message,
        span=span,
        path=path,
        help=help,
        related=related,
    )


def quoted(text: object) -> str:
    """Return *text* in backticks, safe to show: control and format characters escaped, long text cut.

    Text from a file is data: escapes, right-to-left marks and lone surrogates must not reach a terminal.
    """
    return f"`{shown(str(text))}`"


def shown(text: str, limit: int = 80) -> str:
    """Return *text* with everything that is not printable escaped, cut after *limit* characters."""
    if len(text) > limit:
        text = text[: limit - 1] + "…"
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else char.encode("unicode_escape").decode("ascii") for char in text)
