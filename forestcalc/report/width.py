"""Width: how many columns of a terminal a text takes, and the form in which a text from a file is shown."""

from __future__ import annotations

import unicodedata

TAB = 4
"""How many columns a tab is shown as."""

# Vowels and finals of Korean syllables written in parts: they join the consonant before them.
_JOINING_JAMO = range(0x1160, 0x1200)


def width(char: str) -> int:
    """Return the columns that a printable character takes: 0 for combining ones, 2 for wide ones, else 1."""
    if char < "\u0300":
        return 1
    if unicodedata.category(char) in ("Mn", "Me") or ord(char) in _JOINING_JAMO:
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def cells(text: str, encoding: str | None = None) -> list[tuple[str, int]]:
    r"""Return for each character of *text* what is shown for it and the columns that it takes.

    Tabs become blanks; what is not printable, or lacks in *encoding*, becomes an escape such as `\x1b`.
    """
    if text.isascii() and text.isprintable():
        return [(char, 1) for char in text]
    return [_cell(char, encoding) for char in text]


def _cell(char: str, encoding: str | None) -> tuple[str, int]:
    if char == "\t":
        return " " * TAB, TAB
    if char.isprintable():
        if encoding is None or _has(encoding, char):
            return char, width(char)
        escaped = char.encode("ascii", "backslashreplace").decode("ascii")
    else:
        escaped = char.encode("unicode_escape").decode("ascii")
    return escaped, len(escaped)


def _has(encoding: str, char: str) -> bool:
    try:
        char.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
