"""Patterns: regular expressions for names as a layout may write them, for Python and JavaScript alike.

A pattern must let pass whatever is right; what it stops has to be wrong for certain.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from forestcalc.catalogue.names import key

_COUNT = r"\s*(?:[0-9]+\s*[xX×]\s*)?"
_QUALIFIERS = r"\s*(?:\(.*)?$"
_SEPARATOR = r"[\W_]*"


def any_spelling(names: Iterable[str]) -> str:
    """Return a pattern for *names* in any spelling: without regard to case, spaces, hyphens and other signs.

    A text with letters beyond ASCII passes: how accents fall away is more than a pattern can say.
    """
    keys = sorted({key(name) for name in names})
    spelled = [_SEPARATOR.join(_either_case(char) for char in one) for one in keys if one.isascii() and one]
    return f"[^\\x00-\\x7F]|^{_SEPARATOR}(?:{'|'.join(spelled)}){_SEPARATOR}$"


def _either_case(char: str) -> str:
    return f"[{char}{char.upper()}]" if char.isalpha() else char


def card_named(names: Iterable[str]) -> str:
    """Return a pattern for a card called by one of *names* to the letter, with or without count and qualifiers."""
    return f"^{_COUNT}(?:{_alternatives(names)}){_QUALIFIERS}"


def qualified(names: Iterable[str]) -> str:
    """Return a pattern for a card called by one of *names* that has qualifiers."""
    return f"^{_COUNT}(?:{_alternatives(names)})\\s*\\("


COUNTED = r"^\s*[0-9]+\s*[xX×]\s*."
"""A pattern for a card with a count before its name; no name begins so."""


def _alternatives(names: Iterable[str]) -> str:
    return "|".join(re.sub(r"([.*+?^${}()|\[\]\\/])", r"\\\1", name) for name in dict.fromkeys(names))
