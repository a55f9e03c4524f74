"""Words: a card as players write it, `2x Roe Deer (birch)`, taken apart."""

from __future__ import annotations

import re
from dataclasses import dataclass

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.names import plain

_COUNT_BEFORE = re.compile(r"\s*(\d+)\s*[x×]\s*(.+)", re.IGNORECASE | re.DOTALL)
_COUNT_AFTER = re.compile(r"(.+?)(?:\s+x|\s*×)\s*(\d+)\s*", re.IGNORECASE | re.DOTALL)
_GROUPS = re.compile(r"(?:\s*\([^()]*\))+\s*")
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Words:
    """A written card: its name, the ids that it may mean (none, one, several), qualifiers and count.

    `count` is None where none is written.
    """

    name: str
    ids: tuple[str, ...]
    qualifiers: tuple[str, ...] = ()
    count: int | None = None


def read_words(text: str, catalogue: Catalogue) -> Words:
    """Take a written card apart: the longest beginning that is a name is the name, qualifiers follow in parentheses."""
    text = plain(text).strip()
    whole = _named(text, catalogue)
    if whole.ids:
        return whole
    for pattern, name_group, count_group in ((_COUNT_BEFORE, 2, 1), (_COUNT_AFTER, 1, 2)):
        if match := pattern.fullmatch(text):
            found = _named(match[name_group].strip(), catalogue)
            digits = match[count_group].lstrip("0") or "0"
            return Words(found.name, found.ids, found.qualifiers, int(digits[:9]))
    return whole


def _named(text: str, catalogue: Catalogue) -> Words:
    if len(text) > _LONGEST:
        return Words(text, ())
    ends = [len(text), *(at for at in range(len(text) - 1, 0, -1) if text[at] == "(")]
    for end in ends:
        name, rest = text[:end].strip(), text[end:]
        if rest and not _GROUPS.fullmatch(rest):
            continue
        ids = catalogue.find(name)
        if ids:
            return Words(name, tuple(ids), _qualifiers(rest))
    name, bracket, rest = text.partition("(")
    if bracket and _GROUPS.fullmatch(bracket + rest):
        return Words(name.strip(), (), _qualifiers(bracket + rest))
    return Words(text, ())


def _qualifiers(text: str) -> tuple[str, ...]:
    inside = text.replace("(", ",").replace(")", ",")
    return tuple(part.strip() for part in inside.split(",") if part.strip())
