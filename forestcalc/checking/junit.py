"""JUnit: the results as XML that build servers read, a test suite for each file and a test case an expectation."""

from __future__ import annotations

import contextlib
import errno
import os
from pathlib import Path
from types import TracebackType
from typing import TextIO
from xml.sax.saxutils import escape, quoteattr

from forestcalc.checking.result import GameCheck
from forestcalc.diagnostics.diagnostic import Diagnostic, Span, shown
from forestcalc.scoring.expect import Check

_LONGEST = 10_000


class JUnit:
    """Writes a report game by game: beside the file, which only takes its place when all is well.

    Raises OSError where it cannot be written. Text from layouts is escaped, and has no characters that XML forbids.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.resolve()
        self._beside = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        self._file: TextIO | None = None
        self._suite: str | None = None
        self._cases: list[str] = []
        self._counts = {"tests": 0, "failures": 0, "errors": 0, "skipped": 0}
        self._seconds = 0.0

    def __enter__(self) -> JUnit:
        if self._path.exists() and not self._path.is_file():  # a device must not be replaced
            raise OSError(errno.EINVAL, "it is no file")
        self._file = self._beside.open("w", encoding="utf-8", newline="\n")
        self._file.write('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="forestcalc check">\n')
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._file is not None
        try:
            if kind is None:
                self._end_suite()
                self._file.write("</testsuites>\n")
            self._file.close()
            if kind is None:
                self._beside.replace(self._path)
        finally:
            self._file.close()
            with contextlib.suppress(OSError):
                self._beside.unlink(missing_ok=True)

    def add(self, result: GameCheck, *, begins: bool) -> None:
        """Write the cases of a game; *begins* tells whether it is the first of its file."""
        if begins:
            self._end_suite()
            self._suite = result.file
        self._seconds += result.seconds
        game = f"game {result.document + 1}"
        if not result.is_valid:
            errors = [one for one in result.diagnostics if one.is_error]
            text = "\n".join(_placed(result.file, one.span, one.message) for one in errors)
            message = errors[0].message if errors else "the game is invalid"
            self._case(result, game, "valid", _child("error", _kind(errors), message, text), "errors")
        elif not result.checks:
            self._case(result, game, "expectations", '<skipped message="nothing is expected"/>', "skipped")
        for check in result.checks:
            name = f"{check.player}: {check.what}"
            child = "" if check.ok else _child("failure", check.status.lower(), check.text(), _explained(result, check))
            self._case(result, game, name, child, None if check.ok else "failures", check.span)

    def _case(
        self, result: GameCheck, game: str, name: str, child: str, count: str | None, span: Span | None = None
    ) -> None:
        self._counts["tests"] += 1
        if count is not None:
            self._counts[count] += 1
        seconds = result.seconds / max(1, len(result.checks))
        line = f' line="{span.line}"' if span is not None else ""
        start = f"    <testcase name={_attribute(name)} classname={_attribute(f'{result.file}: {game}')}"
        start += f' file={_attribute(result.file)}{line} time="{seconds:.6f}"'
        self._cases.append(f"{start}>{child}</testcase>\n" if child else f"{start}/>\n")

    def _end_suite(self) -> None:
        if self._suite is None:
            return
        assert self._file is not None
        counts = " ".join(f'{name}="{count}"' for name, count in self._counts.items())
        self._file.write(f'  <testsuite name={_attribute(self._suite)} {counts} time="{self._seconds:.6f}">\n')
        self._file.writelines(self._cases)
        self._file.write("  </testsuite>\n")
        self._cases.clear()
        self._counts = dict.fromkeys(self._counts, 0)
        self._seconds = 0.0


def _kind(errors: list[Diagnostic]) -> str:
    return errors[0].code if errors else "invalid"


def _explained(result: GameCheck, check: Check) -> str:
    return _placed(result.file, check.span, check.text())


def _placed(file: str, span: Span | None, text: str) -> str:
    return f"{shown(file, _LONGEST)}{f':{span.line}:{span.column}' if span is not None else ''}: {text}"


def _child(tag: str, kind: str, message: str, text: str) -> str:
    lines = "\n".join(escape(shown(line, _LONGEST)) for line in text.split("\n"))
    return f"<{tag} type={_attribute(kind)} message={_attribute(message)}>{lines}</{tag}>"


def _attribute(text: str) -> str:
    # What is shown is printable throughout, and XML allows every printable character.
    return quoteattr(shown(text, _LONGEST))
