"""Patterns: regular expressions for names as a layout may write them, for Python and JavaScript alike.

Names are compared by letters and digits alone (`catalogue.names.key`); a pattern says the same for a text in ASCII. How
accents fall away and letters are folded is more than a pattern can say: a text with other letters always passes.
A pattern lets everything pass that is right; what it stops is wrong for certain.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from forestcalc.catalogue.names import key

_SIGNS = r"[\W_]*"  # what a comparison of names does not look at
_BEYOND = r"[^\x00-\x7F]"
_COUNT = r"\s*(?:[0-9]+\s*[xX]\s*|[xX]\s*[0-9]+\s+)?"
_REST = r"(?:\([\s\S]*|\s(?:[xX]\s*[0-9]+|[0-9]+\s*[xX])\s*(?:\([\s\S]*)?)?"

COUNTED = r"^\s*[0-9]+\s*[xX×]\s*\S"
"""A pattern for a card with a count before its name; no name begins so."""

_Branches: TypeAlias = dict[str, "_Branches"]
_END = ""


def spelled(names: Iterable[str]) -> str:
    """Return a pattern for a text that is one of *names*, in any spelling.

    >>> import re
    >>> [bool(re.search(spelled(["bat-cave"]), text)) for text in ("Bat Cave", "BATCAVE", "bat", "蝙蝠洞")]
    [True, True, False, True]
    """
    return f"{_BEYOND}|{only(names)}"


def only(names: Iterable[str]) -> str:
    """Return the same pattern, but one that no text beyond ASCII passes."""
    return f"^{_SIGNS}{_alternatives(names)}$"


def card(names: Iterable[str]) -> str:
    """Return a pattern for a card that is called by one of *names*, with or without count and qualifiers."""
    return f"{_BEYOND}|{only_card(names)}"


def only_card(names: Iterable[str]) -> str:
    """Return the same pattern, but one that no name beyond ASCII passes."""
    return f"^{_COUNT}{_SIGNS}{_alternatives(names)}{_REST}$"


def qualified(names: Iterable[str]) -> str:
    """Return a pattern for a card that is called by one of *names* and has qualifiers."""
    return rf"^{_COUNT}{_SIGNS}{_alternatives(names)}\([\s\S]*$"


def _alternatives(names: Iterable[str]) -> str:
    branches: _Branches = {}
    for one in sorted({key(name) for name in names} - {""}):
        if one.isascii():
            here = branches
            for char in one:
                here = here.setdefault(char, {})
            here[_END] = {}
    return _written(branches) if branches else "(?!)"


def _written(branches: Mapping[str, _Branches]) -> str:
    """Write a tree of letters: names that begin alike share their beginning, which keeps the pattern short."""
    parts = [f"{_letter(char)}{_SIGNS}{_written(rest)}" for char, rest in branches.items() if char != _END]
    if not parts:
        return ""
    if len(parts) == 1 and _END not in branches:
        return parts[0]
    return f"(?:{'|'.join(parts)}){'?' if _END in branches else ''}"


def _letter(char: str) -> str:
    return f"[{char}{char.upper()}]" if char.isalpha() else char
