"""Spelling: the one name that a misspelt word can mean, if there is only one."""

from __future__ import annotations

from collections.abc import Iterable

from forestcalc.catalogue.names import key
from forestcalc.catalogue.spelling import distance

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
            slips = distance(wanted, name, allowed)
            if slips <= allowed:
                found[meant] = min(found.get(meant, (slips, name)), (slips, name))
    if len(found) != 1:
        return None
    ((meant, (_, name)),) = found.items()
    return name, meant
