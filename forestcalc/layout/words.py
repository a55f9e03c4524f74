"""Words: a card as players write it, `2x Roe Deer (birch)`, taken apart."""

from __future__ import annotations

import re
from typing import NamedTuple

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.names import plain

_COUNTED = tuple(
    re.compile(form, re.IGNORECASE | re.DOTALL)
    for form in (
        r"(?P<count>\d+)\s*[x×]\s*(?P<name>.+)",
        r"[x×]\s*(?P<count>\d+)\s+(?P<name>.+)",
        r"(?P<name>.+?)(?:\s+x|\s*×)\s*(?P<count>\d+)\s*(?P<rest>(?:\([^()]*\)\s*)*)",
        r"(?P<name>.+?)\s+(?P<count>\d+)\s*[x×]\s*(?P<rest>(?:\([^()]*\)\s*)*)",
    )
)
_GROUP = re.compile(r"\(([^()]*)\)")
_GROUPS = re.compile(r"(?:\s*\([^()]*\))+\s*")
_TAIL = re.compile(r"(?:\s*\([^()]*\))+\s*\Z")
LONGEST = 200
"""How many characters a written card may have to be looked for."""


class Words(NamedTuple):
    """A written card: its name, the ids that it may mean (none, one, several), qualifiers and count.

    `count` is None where none is written.
    """

    name: str
    ids: tuple[str, ...]
    qualifiers: tuple[str, ...] = ()
    count: int | None = None  # type: ignore[assignment]  # a tuple's own `count` is of no use here


def read_words(text: str, catalogue: Catalogue) -> Words:
    """Take a written card apart: the longest beginning that is a name is the name, qualifiers follow in parentheses."""
    text = plain(text).strip()
    whole = _named(text, catalogue)
    if whole.ids:
        return whole
    # In a long text the forms with the count behind would be looked for at every place, and no name is that long.
    for pattern in _COUNTED if len(text) <= 2 * LONGEST else _COUNTED[:2]:
        if match := pattern.fullmatch(text):
            rest = match.groupdict().get("rest") or ""
            found = _named(f"{match['name'].strip()} {rest}".strip(), catalogue)
            digits = match["count"].lstrip("0") or "0"
            return Words(found.name, found.ids, found.qualifiers, int(digits[:9]))
    return whole


def _named(text: str, catalogue: Catalogue) -> Words:
    if len(text) > LONGEST:
        return Words(text, ())
    tail = _TAIL.search(text)
    begin = max(tail.start(), 1) if tail else len(text)
    for end in (len(text), *(at for at in range(len(text) - 1, begin - 1, -1) if text[at] == "(")):
        name, rest = text[:end].strip(), text[end:]
        ids = catalogue.find(name)
        if ids and (("(" not in name and ")" not in name) or catalogue.has_brackets(name)):
            return Words(name, tuple(ids), _qualifiers(rest))
    name, bracket, rest = text.partition("(")
    if name and bracket and not catalogue.find(text) and _GROUPS.fullmatch(bracket + rest):
        return Words(name.strip(), (), _qualifiers(bracket + rest))
    return Words(text, ())


def _qualifiers(text: str) -> tuple[str, ...]:
    """Return what stands in the parentheses; a pair with nothing in it gives an empty qualifier."""
    found: list[str] = []
    for inside in _GROUP.findall(text):
        found += [part.strip() for part in inside.split(",") if part.strip()] or [""]
    return tuple(found)
