"""Files: a path or standard input becomes text; whatever hinders that becomes a diagnostic."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Iterator
from io import BufferedReader
from pathlib import Path
from typing import cast

from forestcalc.diagnostics.diagnostic import Diagnostic, error, quoted
from forestcalc.source.decode import decoded
from forestcalc.source.faults import SourceFault

SIZE_LIMIT = 50_000_000
"""How many bytes one file or standard input may have."""

STANDARD_INPUT = "-"
_STDIN = "<stdin>"

Faults = tuple[Diagnostic, ...]

_CHUNK = 1 << 18


def read_source(source: str | Path) -> tuple[str | None, Faults]:
    """Return the text of the file *source*, or of standard input for `"-"`; nothing raises.

    The text is None where there are faults. A byte order mark is dropped, line ends stay as they are.
    UTF-8, or UTF-16 with a byte order mark. Faults that have no place in a text have no span.
    """
    chunks: list[str] = []
    try:
        chunks.extend(text_chunks(source, SIZE_LIMIT))
    except SourceFault as fault:
        return None, (fault.placed("".join(chunks), 1),)
    return "".join(chunks), ()


def text_chunks(source: str | Path, limit: int | None = None) -> Iterator[str]:
    """Yield the text of a file or of standard input as it comes, so that it is never in memory as a whole.

    What arrives on standard input is passed on at once. Otherwise as `read_source`, but raises `SourceFault` where
    something hinders it, and where there are more than *limit* bytes.
    """
    if source == STANDARD_INPUT:
        if sys.stdin is None:  # closed by the caller, or a program without a console
            raise SourceFault(_unreadable(_STDIN, None))
        stdin = cast(BufferedReader, sys.stdin.buffer)
        yield from decoded(_chunks(lambda: stdin.read1(_CHUNK), source, limit))
        return
    name = str(source)
    with _opened(name) as file:
        yield from decoded(_chunks(lambda: file.read1(_CHUNK), source, limit))


def text_blocks(source: str | Path) -> Iterator[str]:
    """Yield the text of a source in blocks of whole lines; only the last may lack its line end.

    Raises `SourceFault` as `text_chunks` does, and where one line is beyond the limit of a file.
    """
    held: list[str] = []
    size = 0
    try:
        for chunk in text_chunks(source):
            # A CR at the very end may be half of a line end.
            end = max(chunk.rfind("\n"), chunk.rfind("\r", 0, len(chunk) - 1)) + 1
            if end:
                yield "".join((*held, chunk[:end]))
                held.clear()
                size = 0
            held.append(chunk[end:])
            size += len(chunk) - end
            if size > SIZE_LIMIT:
                raise SourceFault(too_large(source))  # noqa: TRY301  the rest is added to it as well
    except SourceFault as fault:
        fault.rest = "".join(held)
        raise
    if size:
        yield "".join(held)


def too_large(source: str | Path) -> Diagnostic:
    """Return the error for a file or stream that is beyond the limit."""
    message = f"{quoted(_name(source))} has more than {SIZE_LIMIT // 1_000_000} MB"
    return error("file-too-large", message, None, help="split it into several files")


def _name(source: str | Path) -> str:
    return _STDIN if source == STANDARD_INPUT else str(source)


def _opened(name: str) -> BufferedReader:
    if (found := _not_regular(name)) is not None:
        raise SourceFault(found)
    # Without O_NONBLOCK, a pipe put in its place just now would make us wait for a writer. Windows has only O_BINARY.
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        handle = os.open(name, flags)
    except (FileNotFoundError, NotADirectoryError):
        message = f"there is no file {quoted(name)}"
        raise SourceFault(error("file-missing", message, None, help="check the name and the folder")) from None
    except (OSError, ValueError) as fault:
        raise SourceFault(_unreadable(name, fault)) from None
    file = open(handle, "rb")  # noqa: PTH123, SIM115  it is open already, and closed by who asked for it
    try:
        if stat.S_ISREG(os.fstat(handle).st_mode):
            return file
    except OSError:
        pass
    file.close()
    raise SourceFault(_unreadable(name, None))


def _chunks(read: Callable[[], bytes], source: str | Path, limit: int | None) -> Iterator[bytes]:
    size = 0
    while True:
        try:
            chunk = read()
        except (OSError, ValueError) as fault:
            raise SourceFault(_unreadable(_name(source), fault)) from None
        if not chunk:
            return
        size += len(chunk)
        if limit is not None and size > limit:
            raise SourceFault(too_large(source))
        yield chunk


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
