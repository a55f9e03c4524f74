"""Progress: how far a long run has come, on standard error, and only where a person sees it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from shutil import get_terminal_size
from time import monotonic

DELAY = 1.0
"""Seconds before anything is shown: short runs show nothing."""

EVERY = 0.1
"""Seconds from one showing to the next."""


class Progress:
    """A bar over a number of files. Clear it before anything else is printed."""

    def __init__(self, total: int, *, quiet: bool, clock: Callable[[], float] = monotonic) -> None:
        self._total = total
        self._clock = clock
        self._next = clock() + DELAY
        self._is_on = not quiet and sys.stderr is not None and sys.stderr.isatty()
        self._is_shown = False
        self._games = 0

    def step(self, files: int) -> None:
        """One more game is done, and *files* files are done with."""
        self._games += 1
        if not self._is_on or (now := self._clock()) < self._next:
            return
        self._next = now + EVERY
        text = f" {self._games:,} {'game' if self._games == 1 else 'games'}, {files:,} of {self._total:,} files"
        width = min(30, get_terminal_size().columns - len(text) - 3)
        done = width * files // max(1, self._total)
        bar = f"[{'#' * done}{'.' * (width - done)}]" if width > 4 else ""
        sys.stderr.write(f"\r{(bar + text)[: get_terminal_size().columns - 1]}\x1b[K")
        sys.stderr.flush()
        self._is_shown = True

    def clear(self) -> None:
        """Take the bar away."""
        if self._is_shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._is_shown = False
