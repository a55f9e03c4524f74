"""What `check` prints: differences as text, annotations or JSON lines, and what it comes to in the end."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Literal

from forestcalc.cli.output import print_json, write

if TYPE_CHECKING:
    from forestcalc.checking.result import Change, GameCheck
    from forestcalc.cli.progress import Progress


class CheckOutput:
    """Prints results game by game; that nothing is expected is said once a file."""

    def __init__(
        self,
        *,
        form: Literal["text", "github", "json"],
        updating: bool,
        quiet: bool,
        no_color: bool,
        progress: Progress,
    ) -> None:
        self._form = form
        self._updating = updating
        self._quiet = quiet
        self._no_color = no_color
        self._progress = progress
        self._unexpected: GameCheck | None = None  # the first game of a file in which nothing was expected so far
        self._compared = 0
        self._failed = 0
        self._open = 0
        self._invalid = 0
        self._changed = 0

    def add(self, result: GameCheck, *, begins: bool) -> None:
        """Print what is to be said of a game; *begins* tells whether it is the first of its file."""
        if begins:
            self._end_of_file()
        if not result.is_valid:
            self._invalid += 1
        elif result.unexpected is None:
            self._unexpected = None
        elif begins:
            self._unexpected = result
        self._compared += len(result.checks)
        self._failed += sum(check.status == "FAILED" for check in result.checks)
        self._open += sum(check.status == "OPEN" for check in result.checks)
        self._changed += len(result.changes)
        if self._form == "json":
            self._progress.clear()
            print_json(result.as_json(quiet=self._quiet, updating=self._updating))
        elif result.diagnostics or result.changes or result.notes or result.outcome != "OK":
            self._progress.clear()
            self._print(result)

    def end(self) -> None:
        """Print what is left to say, and the sum."""
        self._end_of_file()
        if self._form == "json" or self._quiet:
            return
        if self._changed:
            write(f"{_number(self._changed, 'expectation')} written\n")
        if self._failed or self._open or self._invalid:
            parts = [f"{self._failed} of {_number(self._compared, 'expectation')} failed"] if self._failed else []
            parts += [f"{_number(self._open, 'total')} open"] if self._open else []
            parts += [f"{_number(self._invalid, 'game')} invalid"] if self._invalid else []
            write(f"{', '.join(parts)}\n")
        elif self._compared:
            write(f"{self._compared:,} {'expectation holds' if self._compared == 1 else 'expectations hold'}\n")

    def _end_of_file(self) -> None:
        result, self._unexpected = self._unexpected, None
        if result is None or result.unexpected is None or self._quiet or self._form == "json":
            return
        self._progress.clear()
        self._print(result._replace(diagnostics=(result.unexpected,), changes=(), notes=()))

    def _print(self, result: GameCheck) -> None:
        from forestcalc.diagnostics.diagnostic import shown

        file = shown(result.file, 200)
        for change in result.changes:
            write(f"{file}:{change.span.line}: {_change_text(change)}\n")
        if not self._quiet:
            for note in result.notes:
                write(f"{file}: {note}\n", sys.stderr)
        if self._form == "github":
            from forestcalc.checking.github import workflow_commands

            for line in workflow_commands(result, quiet=self._quiet):
                write(f"{line}\n")
            return
        if result.diagnostics:
            from forestcalc.cli.sources import show

            show(result.diagnostics, result.text, result.line, quiet=self._quiet, no_color=self._no_color)
        for check in result.checks:
            if not check.ok:
                line = f":{check.span.line}" if check.span is not None else ""
                write(f"{file}{line}: {check.text()}\n")


def _change_text(change: Change) -> str:
    from forestcalc.diagnostics.diagnostic import shown

    was = f"{change.old} is now" if change.old is not None else "now expected:"
    return f"{shown(change.player, 60)}: {shown(change.what)} {was} {change.new}"


def _number(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"
