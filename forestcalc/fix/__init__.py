"""Mends that cannot be wrong, made in the text of a layout without touching anything else in it.

    fix_text(text, *, file="", find=catalogue) -> FixedText(text, mends)     a text in, the mended text out
    fix_file(path, *, find=catalogue) -> FixResult                           what would be mended in a file
    FixResult.write() -> str | None                                          replace the file; the reason if that fails

A mend is kept only if the fault is gone with it and no other has come.
"""

from __future__ import annotations

from forestcalc.fix.files import FixResult, fix_file
from forestcalc.fix.text import FixedText, Mend, fix_text

__all__ = ["FixResult", "FixedText", "Mend", "fix_file", "fix_text"]
