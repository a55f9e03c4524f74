"""GitHub: results as workflow commands, which become annotations beside the lines of a change."""

from __future__ import annotations

from collections.abc import Iterator

from forestcalc.checking.result import GameCheck
from forestcalc.diagnostics.diagnostic import Diagnostic, Severity, Span, shown

_COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_LONGEST = 10_000


def workflow_commands(result: GameCheck, *, quiet: bool = False) -> Iterator[str]:
    """Yield a line for each fault and each expectation that does not hold; with *quiet*, without the warnings."""
    for one in result.diagnostics:
        if one.is_error or not quiet:
            yield _command(_COMMANDS[one.severity], result.file, one.span, one.code, _message(one))
    for check in result.checks:
        if not check.ok:
            title = "open total" if check.status == "OPEN" else "expectation fails"
            yield _command("error", result.file, check.span, title, check.text())


def _message(one: Diagnostic) -> str:
    return f"{one.message}\nhelp: {one.help}" if one.help else one.message


def _command(command: str, file: str, span: Span | None, title: str, message: str) -> str:
    properties = {"file": file}
    if span is not None:
        # Both columns of an annotation belong to it.
        last = max(span.column, span.end_column - 1)
        properties |= {"line": str(span.line), "col": str(span.column), "endColumn": str(last)}
    properties["title"] = title
    listed = ",".join(f"{key}={_property(shown(value, _LONGEST))}" for key, value in properties.items())
    return f"::{command} {listed}::{_data(message)}"


def _data(text: str) -> str:
    """Escape a message: what ends a line would end the command, and let what follows begin another one."""
    lines = (shown(line, _LONGEST).replace("%", "%25") for line in text.split("\n"))
    return "%0A".join(lines)


def _property(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A").replace(":", "%3A").replace(",", "%2C")
