"""Exit statuses: scripts rely on these numbers."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum


class Status(IntEnum):
    """How a command ended."""

    OK = 0
    FAILED = 1
    USAGE = 2
    INVALID = 3
    OPEN = 4
    INTERRUPTED = 130


_ORDER = (Status.INVALID, Status.FAILED, Status.OPEN)


def worst(statuses: Iterable[Status]) -> Status:
    """Return the first that applies of invalid, failed, open, fine."""
    seen = set(statuses)
    return next((status for status in _ORDER if status in seen), Status.OK)
