"""Writing: a file is written beside the old one and renamed, so that at every moment one of the two is there whole."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Put *data* in the place of the file *path*, or begin it. A link is followed, the mode of an old file is kept.

    Raises OSError where it cannot be written, or is a folder or device, and ValueError where it is no name of a file;
    then an old file is as it was.
    """
    target = Path(os.path.realpath(path))
    mode = _mode(target)
    # No other process takes this name, and what a broken run may leave behind is in nobody's way.
    beside = target.with_name(f".{target.name}.{os.urandom(3).hex()}")
    try:
        with beside.open("xb") as file:
            if mode is not None and mode != stat.S_IMODE(beside.stat().st_mode):
                beside.chmod(mode)  # while it is empty: a private file is private from the start
            file.write(data)
            file.flush()
            os.fsync(file.fileno())  # a full disk shows here, before the old file is gone
        beside.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
    _sync_folder(target.parent)


def _mode(target: Path) -> int | None:
    """Return the mode of the file *target*, None where there is none. OSError for what must not be replaced."""
    try:
        mode = target.lstat().st_mode
    except FileNotFoundError:
        return None
    if stat.S_ISREG(mode):
        return stat.S_IMODE(mode)
    # A link is only left where it leads in a circle.
    number = errno.EISDIR if stat.S_ISDIR(mode) else errno.ELOOP if stat.S_ISLNK(mode) else None
    raise OSError(errno.EINVAL, "it is no file") if number is None else OSError(number, os.strerror(number))


def _sync_folder(folder: Path) -> None:
    # That the name now means the new file is kept in the folder, which has to reach the disk too.
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
