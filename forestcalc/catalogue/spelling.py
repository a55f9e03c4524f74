"""Spelling: how far a written word is from a known one."""

from __future__ import annotations


def distance(one: str, other: str, limit: int) -> int:
    """Return how many letters to add, drop, change or swap with their neighbour; *limit* + 1 if more than *limit*.

    >>> distance("europaenhare", "europeanhare", 3)
    1
    """
    if abs(len(one) - len(other)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(one, 1):
        current = [i]
        for j, at in enumerate(other, 1):
            cost = min(row[j] + 1, current[-1] + 1, row[j - 1] + (letter != at))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == at:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        if min(current) > limit:
            return limit + 1
        before, row = row, current
    return min(row[-1], limit + 1)
