"""Text in an SVG: how wide it will be, and how it is broken into lines, which SVG does not do by itself.

No font can be asked here, so widths are those of a wide common sans-serif; with any other the text is a bit narrower.
"""

from __future__ import annotations

import unicodedata
from xml.sax.saxutils import escape

from forestcalc.diagnostics.diagnostic import shown
from forestcalc.report.width import width

# In parts of the font size.
_NARROW, _MEDIUM, _NORMAL, _CAPITAL, _BROAD = 0.34, 0.45, 0.63, 0.74, 0.98
_WIDTHS = (
    dict.fromkeys("iIjl.,:;'|!·", _NARROW) | dict.fromkeys(' ftr()[]-–/"`', _MEDIUM) | dict.fromkeys("mwMW@%—…", _BROAD)
)


def safe(text: object) -> str:
    """Return *text* for any place in an SVG, attributes included: markup and what is not printable escaped."""
    return escape(shown(str(text), 2000), {'"': "&quot;", "'": "&#39;"})


def text_width(text: str, size: float) -> float:
    """Return about how many pixels a text in bold type of *size* pixels takes; rather too many."""
    return sum(map(_em, text)) * size


def _em(char: str) -> float:
    known = _WIDTHS.get(char)
    if known is not None:
        return known
    columns = width(char)
    if columns != 1:
        return float(columns)
    return _CAPITAL if unicodedata.category(char) == "Lu" else _NORMAL


def broken(text: str, room: float, size: float) -> list[str]:
    """Break *text* at blanks into lines that fit into *room* pixels; a longer word is cut."""
    lines: list[str] = []
    line = ""
    for word in text.split(" "):
        joined = f"{line} {word}" if line else word
        if text_width(joined, size) <= room:
            line = joined
            continue
        if line:
            lines.append(line)
        *pieces, line = _pieces(word, room, size)
        lines += pieces
    return [*lines, line]


def _pieces(word: str, room: float, size: float) -> list[str]:
    pieces, piece = [], ""
    for char in word:
        if piece and text_width(piece + char, size) > room:
            pieces.append(piece)
            piece = ""
        piece += char
    return [*pieces, piece]
