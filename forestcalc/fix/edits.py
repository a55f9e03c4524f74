"""Edits: pieces of a text replaced by others, all at once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """Put `new` in the place of `text[start:end]`."""

    start: int
    end: int
    new: str


def applied(text: str, edits: Iterable[Edit]) -> str | None:
    """Return *text* with *edits* made, or None if two of them overlap."""
    parts: list[str] = []
    at = 0
    for edit in sorted(set(edits), key=lambda one: (one.start, one.end)):
        if edit.start < at:
            return None
        parts += (text[at : edit.start], edit.new)
        at = edit.end
    return "".join((*parts, text[at:]))
