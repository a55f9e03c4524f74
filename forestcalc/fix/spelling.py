"""Spelling: the one name that a misspelt word can mean, if there is only one."""

from __future__ import annotations

from collections.abc import Iterable

from forestcalc.catalogue.names import key

_SHORT, _LONG = 4, 8


def one_meant(word: str, names: Iterable[tuple[str, str]]) -> tuple[str, str] | None:
    """Return the pair of *names* (a name in comparable form, what it means) that *word* is a slip of the pen for.

    Words of four letters may have one slip (a letter too many, too few, another, or two exchanged), of eight and more
    two. None if nothing is so near, or two different things are.
    """
    wanted = key(word)[:80]
    allowed = 2 if len(wanted) >= _LONG else 1 if len(wanted) >= _SHORT else 0
    if not allowed:
        return None
    found: dict[str, tuple[int, str]] = {}
    for name, meant in names:
        if abs(len(name) - len(wanted)) <= allowed:
            distance = slips(wanted, name, allowed)
            if distance <= allowed:
                found[meant] = min(found.get(meant, (distance, name)), (distance, name))
    if len(found) != 1:
        return None
    ((meant, (_, name)),) = found.items()
    return name, meant


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
