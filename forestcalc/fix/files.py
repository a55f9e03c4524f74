"""Files are mended: what would change is shown as a difference, and the new text is written whole."""

from __future__ import annotations

import codecs
import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from forestcalc.catalogue import catalogue as _catalogue
from forestcalc.fix.text import Mend, fix_text
from forestcalc.layout.read import FindCatalogue
from forestcalc.source import read_source
from forestcalc.source.writing import write_whole

CONTEXT = 2
"""How many lines the difference shows around a change."""


@dataclass(frozen=True, slots=True)
class FixResult:
    """What would be mended in a file: the text before and after, which are the same where nothing can be."""

    path: Path
    before: str
    after: str
    mends: tuple[Mend, ...]

    def difference(self) -> Iterator[str]:
        """Yield the lines of a unified difference, without line ends."""
        return difflib.unified_diff(
            self.before.splitlines(), self.after.splitlines(), str(self.path), str(self.path), n=CONTEXT, lineterm=""
        )

    def write(self) -> str | None:
        """Replace the file, keeping its encoding and mode; return why that failed, or None.

        If it fails, or the file has changed in the meantime, it stays as it is. A link is followed.
        """
        try:
            data = self.path.read_bytes()
            encoded, known = _encodings(data)
            if known.decode(encoded) != self.before:
                return "it was changed in the meantime"
            write_whole(self.path, data[: len(data) - len(known)] + self.after.encode(encoded, "surrogatepass"))
        except (OSError, ValueError) as fault:
            reason = (fault.strerror if isinstance(fault, OSError) else None) or "it cannot be written"
            return f"{reason[:1].lower()}{reason[1:]}"
        return None


def fix_file(path: str | Path, *, find: FindCatalogue = _catalogue.catalogue) -> FixResult:
    """Return what would be mended in the file *path*; nothing is written. What cannot be read is not mended."""
    text, _ = read_source(path)
    if text is None:
        return FixResult(Path(path), "", "", ())
    fixed = fix_text(text, file=str(path), find=find)
    return FixResult(Path(path), text, fixed.text, fixed.mends)


def _encodings(data: bytes) -> tuple[str, bytes]:
    """Return the encoding of a file, and its text without the byte order mark."""
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        if data.startswith(mark):
            return encoding, data[len(mark) :]
    return "utf-8", data
