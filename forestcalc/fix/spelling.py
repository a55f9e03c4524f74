"""Spelling: the one name that a misspelt word can mean, if there is only one."""

from __future__ import annotations

from collections.abc import Iterable

from forestcalc.catalogue.names import key

_SHORT, _LONG = 4, 8


def one_meant(word: str, names: Iterable[tuple[str, str]]) -> tuple[str, str] | None:
    """Return the pair of *names* (a name in comparable form, what it means) that *word* is a slip of the pen for.

    Words of four letters may have one slip (a letter too many, too few, another, or two exchanged), of eight and more
    two. None if there is no such name, or something else is nearly as near.
    """
    wanted = key(word)[:80]
    allowed = 2 if len(wanted) >= _LONG else 1 if len(wanted) >= _SHORT else 0
    if not allowed:
        return None
    best: tuple[int, str, str] | None = None
    second = allowed + 2
    for name, meant in names:
        limit = allowed + 1
        if abs(len(name) - len(wanted)) > limit:
            continue
        distance = slips(wanted, name, limit)
        if best is None or distance < best[0]:
            if best is not None and best[2] != meant:
                second = min(second, best[0])
            best = (distance, name, meant)
        elif best[2] != meant:
            second = min(second, distance)
    if best is None or best[0] > allowed or second <= best[0] + 1:
        return None
    return best[1], best[2]


def slips(one: str, other: str, limit: int) -> int:
    """Return how many letters are added, left out, changed or exchanged with the next; at most *limit* + 1.

    >>> slips("europaenhare", "europeanhare", 3)
    1
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for number, char in enumerate(one, 1):
        following = [number]
        for position, at in enumerate(other, 1):
            cost = min(row[position] + 1, following[-1] + 1, row[position - 1] + (char != at))
            if number > 1 and position > 1 and char == other[position - 2] and one[number - 2] == at:
                cost = min(cost, before[position - 2] + 1)
            following.append(cost)
        if min(following) > limit:
            return limit + 1
        before, row = row, following
    return min(row[-1], limit + 1)
