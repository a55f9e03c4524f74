"""The result of one game: what was compared, and what was found in it."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from forestcalc.diagnostics.diagnostic import Diagnostic, Span
from forestcalc.report.json_format import document_head
from forestcalc.scoring.expect import Check

Outcome = Literal["OK", "FAILED", "OPEN", "INVALID"]


class Change(NamedTuple):
    """An expectation that was written into a file: the value before (None for a new one) and after."""

    player: str
    what: str
    old: int | None
    new: int
    span: Span

    def as_json(self) -> dict[str, Any]:
        """Return the machine format."""
        return {"player": self.player, "what": self.what, "old": self.old, "new": self.new}


class GameCheck(NamedTuple):
    """One game of a file, compared with what it expects; small enough to be sent from one process to another.

    `unexpected` is the warning of a game without any expectation. `text`, which starts on `line` of the file, is only
    kept where something was found. `seconds` is how long reading and scoring it took. `changes` were written, `notes`
    say what was not.
    """

    file: str
    document: int
    name: str | None
    expansions: tuple[str, ...]
    is_valid: bool
    checks: tuple[Check, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()
    unexpected: Diagnostic | None = None
    text: str = ""
    line: int = 1
    seconds: float = 0.0
    changes: tuple[Change, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """The name of the exit status that this game asks for."""
        if not self.is_valid:
            return "INVALID"
        found = {check.status for check in self.checks}
        return "FAILED" if "FAILED" in found else "OPEN" if "OPEN" in found else "OK"

    def as_json(self, *, quiet: bool, updating: bool) -> dict[str, Any]:
        """Return the machine format; with *quiet*, errors are the only diagnostics."""
        found = (*self.diagnostics, *((self.unexpected,) if self.unexpected is not None else ()))
        return {
            **document_head(self.file, self.document, self.name, self.expansions, self.is_valid),
            "ok": self.outcome == "OK",
            "checks": [check.as_json() for check in self.checks],
            **({"updated": [change.as_json() for change in self.changes]} if updating else {}),
            "diagnostics": [one.as_json() for one in found if one.is_error or not quiet],
        }
