"""Files that are written: beside the old one and then renamed, so that there is never half a file."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def write_text(path: Path, text: str, *, overwrite: bool = False) -> None:
    """Write *text* to *path* as UTF-8.

    FileExistsError where the file is there and is not to be overwritten; OSError where it cannot be written, and then
    a file that was there is as it was. A link is followed, the mode of an old file is kept.
    """
    if not overwrite and os.path.lexists(path):
        raise FileExistsError(path)
    target = path.resolve()
    beside = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        with beside.open("x", encoding="utf-8", newline="\n", errors="backslashreplace") as file:
            file.write(text)
        with contextlib.suppress(FileNotFoundError):
            beside.chmod(target.stat().st_mode & 0o7777)
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
