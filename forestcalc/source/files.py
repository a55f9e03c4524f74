"""Files: a path or standard input becomes text; whatever hinders that becomes a diagnostic."""

from __future__ import annotations

import codecs
import os
import stat
import sys
from pathlib import Path
from typing import BinaryIO

from forestcalc.diagnostics.diagnostic import Diagnostic, Span, error, quoted
from forestcalc.source.lines import span_at

SIZE_LIMIT = 50_000_000
"""How many bytes one file or standard input may have."""

STANDARD_INPUT = "-"

Faults = tuple[Diagnostic, ...]


def read_source(source: str | Path) -> tuple[str | None, Faults]:
    """Return the text of the file *source*, or of standard input for `"-"`; nothing raises.

    The text is None where there are faults. A byte order mark is dropped, line ends stay as they are.
    UTF-8, or UTF-16 with a byte order mark. Faults that have no place in a text have no span.
    """
    data = _read_standard_input() if source == STANDARD_INPUT else _read_file(str(source))
    if isinstance(data, Diagnostic):
        return None, (data,)
    return _decoded(data)


def _read_file(name: str) -> bytes | Diagnostic:
    if (found := _not_regular(name)) is not None:
        return found
    # Without O_NONBLOCK, a pipe put in its place just now would make us wait for a writer. Windows has only O_BINARY.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(name, flags)
    except (FileNotFoundError, NotADirectoryError):
        message = f"there is no file {quoted(name)}"
        return error("file-missing", message, None, help="check the name and the folder")
    except (OSError, ValueError) as fault:
        return _unreadable(name, fault)
    with open(handle, "rb", closefd=True) as file:  # noqa: PTH123  it is open already
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                return _unreadable(name, None)
            return _read_limited(file, name)
        except OSError as fault:
            return _unreadable(name, fault)


def _read_standard_input() -> bytes | Diagnostic:
    if sys.stdin is None:  # closed by the caller, or a program without a console
        return _unreadable("<stdin>", None)
    try:
        return _read_limited(sys.stdin.buffer, "<stdin>")
    except (OSError, ValueError) as fault:
        return _unreadable("<stdin>", fault)


def _read_limited(file: BinaryIO, name: str) -> bytes | Diagnostic:
    data = file.read(SIZE_LIMIT + 1) or b""
    if len(data) > SIZE_LIMIT:
        return error(
            "file-too-large",
            f"{quoted(name)} has more than {SIZE_LIMIT // 1_000_000} MB",
            None,
            help="split it into several files",
        )
    return data


def _not_regular(name: str) -> Diagnostic | None:
    try:
        mode = os.stat(name).st_mode  # noqa: PTH116  a name with a NUL is refused in the same way here
    except (OSError, ValueError):
        return None
    if stat.S_ISREG(mode):
        return None
    what = "a folder" if stat.S_ISDIR(mode) else "a pipe" if stat.S_ISFIFO(mode) else "a device or socket"
    help_ = "name the files in it" if stat.S_ISDIR(mode) else "use - and feed it to standard input"
    return error("file-not-regular", f"{quoted(name)} is {what}, not a file", None, help=help_)


def _unreadable(name: str, fault: Exception | None) -> Diagnostic:
    reason = (fault.strerror if isinstance(fault, OSError) else None) or "it cannot be opened"
    return error(
        "file-unreadable",
        f"{quoted(name)} cannot be read: {reason[:1].lower()}{reason[1:]}",
        None,
        help="check its permissions",
    )


def _decoded(data: bytes) -> tuple[str | None, Faults]:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        encoding, words = "utf-16", "UTF-16"
    else:
        encoding, words = "utf-8", "UTF-8"
        data = data.removeprefix(codecs.BOM_UTF8)
    try:
        return data.decode(encoding), ()
    except UnicodeDecodeError as fault:
        before = data[: fault.start].decode(encoding, "replace")
        at = span_at(before, len(before), 1)
        span = Span(at.line, at.column, at.column + 1)
        found = error(
            "encoding",
            f"the text is not {words}: byte 0x{data[fault.start]:02X} cannot be read here",
            span,
            help="save the file as UTF-8",
        )
        return None, (found,)
