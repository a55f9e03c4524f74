"""Spelling: which known word an unknown one was meant to be."""

from __future__ import annotations

from collections.abc import Iterable

from forestcalc.catalogue.spelling import distance

_SHORTEST = 6


def corrected(word: str, known: Iterable[str]) -> str | None:
    """Return the word of *known* that comes nearest: one letter off, two in words of nine letters and more.

    None if nothing is so near. Words that begin otherwise are only near if they end alike.
    """
    if len(word) < _SHORTEST or not word.isalpha():
        return None
    limit = 1 if len(word) < 9 else 2
    best: str | None = None
    least = limit + 1
    for other in known:
        if abs(len(other) - len(word)) > limit or (other[:1] != word[:1] and other[-3:] != word[-3:]):
            continue
        found = distance(word, other, min(limit, least))
        if found < least or (found == least <= limit and best is not None and other < best):
            best, least = other, found
    return best
