"""Spelling: which known word an unknown one was meant to be."""

from __future__ import annotations

from collections.abc import Iterable

_SHORTEST = 6


def distance(left: str, right: str, limit: int) -> int:
    """Return how many letters to add, drop, change or swap with their neighbour; limit + 1 if more than *limit*.

    >>> distance("raccon", "raccoon", 2)
    1
    """
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, letter in enumerate(left, 1):
        current = [i]
        for j, other in enumerate(right, 1):
            cost = min(row[j] + 1, current[-1] + 1, row[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == right[j - 2] and left[i - 2] == other:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        if min(current) > limit:
            return limit + 1
        before, row = row, current
    return row[-1]


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
