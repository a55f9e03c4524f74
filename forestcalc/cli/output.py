"""Output: JSON lines and rich consoles; the only place of the command line that writes."""

from __future__ import annotations

import io
import json
import os
import sys
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console


# Many programs take these for line ends, which would cut an object in two.
_LINE_ENDS = {code: f"\\u{code:04x}" for code in (0x85, 0x2028, 0x2029)}


def print_json(value: Any) -> None:
    """Print one object on one line of standard output, at once, for who waits for it at the other end of a pipe."""
    text = json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
    if not text.isascii():
        text = text.translate(_LINE_ENDS)
        try:
            text.encode(sys.stdout.encoding or "ascii")
        except UnicodeEncodeError:  # the escapes of other encodings are not those of JSON
            text = json.dumps(value, separators=(", ", ": "))
    write(text + "\n")
    sys.stdout.flush()


def write(text: str, stream: IO[str] | None = None) -> None:
    """Write *text* to *stream* (standard output); what its encoding lacks is escaped, lone surrogates too."""
    out: Any = stream or sys.stdout
    try:
        out.write(text)
    except UnicodeEncodeError:
        encoding = out.encoding or "ascii"
        out.write(text.encode(encoding, "backslashreplace").decode(encoding))


def console(no_color: bool, *, stderr: bool = False) -> Console:
    """Make a console that never reads markup, emoji or highlights into text that comes from a file.

    A pipe has no width of its own: there, text is laid out for COLUMNS or 100 columns.
    """
    from rich.console import Console  # heavy, and not needed with --json

    stream = sys.stderr if stderr else sys.stdout
    if isinstance(stream, io.TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")  # rich writes as it is; what the encoding lacks is escaped
    return Console(
        file=stream,
        stderr=stderr,
        no_color=no_color or None,
        markup=False,
        emoji=False,
        highlight=False,
        soft_wrap=False,
        width=None if stream.isatty() else int(os.environ.get("COLUMNS") or 0) or 100,
    )
