"""Terminal: what Textual waits for before it answers a key, made as short as a table needs it.

`prepare` comes before Textual is imported, which reads its settings then.
"""

from __future__ import annotations

import os
import selectors
from time import monotonic

_ESCAPE = 25
"""A lone Esc is told from the beginning of an arrow key by nothing that follows it within so many ms."""
_DRAWINGS = 240
"""A screen is drawn at most so many times a second; what changes is little, so nothing is held back."""


def prepare() -> None:
    """Set what was not set otherwise."""
    os.environ.setdefault("ESCDELAY", str(_ESCAPE))
    os.environ.setdefault("TEXTUAL_FPS", str(_DRAWINGS))
    try:
        from textual.drivers import linux_driver
    except ImportError:  # Windows, whose terminal names every key
        return
    # Textual looks only ten times a second whether the wait for an Esc is over.
    if getattr(linux_driver, "selectors", None) is selectors:
        linux_driver.selectors = _Selectors  # type: ignore[assignment,attr-defined]


class _Selector(selectors.SelectSelector):
    """Waits shorter than asked for just after a key, so that the wait for what follows it ends in time."""

    def __init__(self) -> None:
        super().__init__()
        self._pressed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is not None and monotonic() - self._pressed < timeout:
            from textual.constants import ESCAPE_DELAY

            timeout = min(timeout, ESCAPE_DELAY + 0.001)
        found = super().select(timeout)
        if found:
            self._pressed = monotonic()
        return found


class _Selectors:
    """What the input of Textual uses of the module `selectors`."""

    EVENT_READ = selectors.EVENT_READ
    SelectSelector = _Selector
    SelectorKey = selectors.SelectorKey
