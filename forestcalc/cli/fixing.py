"""The option `validate --fix`: the difference is shown, then the files are written."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from forestcalc.cli.output import write

if TYPE_CHECKING:
    from forestcalc.fix import FixResult
    from forestcalc.layout.read import FindCatalogue
    from forestcalc.report.excerpt import Row

_STYLES = {"---": "message", "+++": "message", "@@": "gutter", "-": "error", "+": "help"}


def fix_files(files: Iterable[str], *, no_color: bool, find: FindCatalogue | None = None) -> None:
    """Mend each of *files* and tell on standard error what was done: the difference first, then that it is written.

    Standard input cannot be mended, nor what cannot be read: of that, the validation that follows speaks.
    """
    from forestcalc.catalogue.catalogue import catalogue
    from forestcalc.diagnostics.diagnostic import shown
    from forestcalc.fix import fix_file
    from forestcalc.report.diagnostics import print_rows

    color = sys.stderr.isatty() and not no_color
    for name in dict.fromkeys(files):
        if name == "-":
            write("standard input is not mended: name a file\n", sys.stderr)
            continue
        result = fix_file(name, find=find or catalogue)
        if not result.mends:
            continue
        print_rows(_rows(result), sys.stderr, color=color)
        reason = result.write()
        if reason is None:
            count = len(result.mends)
            write(f"{shown(name, 200)}: {count} {'mend' if count == 1 else 'mends'} written\n", sys.stderr)
        else:
            write(f"error: {shown(name, 200)} is as it was: {shown(reason, 200)}\n", sys.stderr)


def _rows(result: FixResult) -> Iterator[Row]:
    from forestcalc.diagnostics.diagnostic import shown

    for line in result.difference():
        style = next((style for sign, style in _STYLES.items() if line.startswith(sign)), "")
        yield [(shown(line, 200), style)]
    for mend in result.mends:
        yield [(f"line {mend.line}: {mend.message}", ""), (f" [{mend.code}]", "gutter")]
