"""Recovery: a file beside the layout, there while it is being entered, that keeps what is not in the layout yet.

It holds the letters of an unfinished entry and where they belong. One that is left behind tells that the program
was killed; while it is held, no second program enters into the same layout.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

try:
    import fcntl
except ImportError:  # Windows: two programs are then not kept apart
    fcntl = None  # type: ignore[assignment]


class InUseError(Exception):
    """Another program is entering into the same file."""


def side_file(path: Path) -> Path:
    """Return the recovery file of a layout file."""
    return path.with_name(f".{path.name}.recover")


def left_behind(folder: Path, pattern: str) -> Path | None:
    """Return the layout file in *folder* of which a killed program left its recovery file, the latest if several."""
    found = []
    for side in folder.glob(f".{pattern}.recover"):
        path = side.with_name(side.name[1 : -len(".recover")])
        if path.exists() and not _is_held(side):
            found.append(path)
    return max(found, key=lambda path: path.stat().st_mtime, default=None)


def _is_held(side: Path) -> bool:
    if fcntl is None:
        return False
    try:
        handle = os.open(side, os.O_RDWR)
    except OSError:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(handle)
    return False


class Recovery:
    """The recovery file of one layout, held until `close`."""

    def __init__(self, path: Path) -> None:
        self._side = side_file(path)
        self._handle: int | None = None
        self._written = b""
        self.found: dict[str, Any] | None = None
        """What a killed program left, None if there was nothing."""
        try:
            self._handle = os.open(self._side, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return  # a folder that cannot be written: saving will say so
        if fcntl is not None:
            try:
                fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                os.close(self._handle)
                self._handle = None
                raise InUseError from None
        before = os.read(self._handle, 65536)
        self._written = before
        with suppress(ValueError):
            value = json.loads(before or b"null")
            self.found = value if isinstance(value, dict) else None

    def keep(self, state: dict[str, Any]) -> None:
        """Write down the state of the entry. It is on the disk when this returns; nothing raises."""
        if self._handle is None:
            return
        data = json.dumps(state).encode()
        if data == self._written.rstrip():
            return
        # Blanks instead of cutting the file short: one write, so a kill leaves the old state or the new one.
        data = data.ljust(len(self._written))
        with suppress(OSError):
            os.pwrite(self._handle, data, 0)
            os.fsync(self._handle)
            self._written = data

    def close(self) -> None:
        """Remove the file: all is in the layout."""
        if self._handle is None:
            return
        with suppress(OSError):
            self._side.unlink()
        os.close(self._handle)
        self._handle = None
