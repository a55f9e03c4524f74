"""Find codes: what stands on the command line is a share code, a file of codes, or standard input."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from forestcalc.diagnostics.diagnostic import Diagnostic, Span, error, quoted
from forestcalc.exchange.imported import FoundCode
from forestcalc.source import read_source

STANDARD_INPUT = "<stdin>"

# A zlib stream at its usual level begins so; what is long and of these letters only is hardly the name of a file.
_CODE = re.compile(r"eJ.*|[A-Za-z0-9+/]{40,}=*|.{300,}", re.DOTALL)


def find_codes(words: Iterable[str]) -> tuple[list[FoundCode], list[Diagnostic]]:
    """Return the codes that *words* stand for, in order, and what could not be read.

    A word is `-` for standard input, the name of a file with one code a line, or a code itself.
    """
    codes: list[FoundCode] = []
    faults: list[Diagnostic] = []
    for number, word in enumerate(words, start=1):
        if word != "-" and not os.path.exists(word):  # noqa: PTH110  a code may be too long for the name of a file
            name = f"<code {number}>"
            if _CODE.fullmatch(word.strip()):
                codes.append(FoundCode(word.strip(), name))
            else:
                message = f"there is no file {quoted(word)}, and it is no share code"
                faults.append(
                    error("file-missing", message, None, help="check the name, or copy the whole code").placed(word, 0)
                )
            continue
        name = STANDARD_INPUT if word == "-" else word
        text, found = read_source(word)
        faults += [one.placed(name, 0) for one in found]
        if text is None:
            continue
        lines = [
            FoundCode(line.strip(), name, Span(row, 1, len(line.rstrip()) + 1))
            for row, line in enumerate(text.splitlines(), start=1)
            if line.strip()
        ]
        codes += lines
        if not lines:
            message = f"there is no share code in {quoted(name)}"
            faults.append(error("share-code-missing", message, None, help="put one code on each line").placed(name, 0))
    return codes, faults
