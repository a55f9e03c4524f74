"""Pieces: lines of styled text, each piece with what a click on it means."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size

from forestcalc.report import drawing_wrap
from forestcalc.tally.model import Spot

BOLD = "bold"
DIM = "dim"


@dataclass(frozen=True, slots=True)
class Piece:
    """Text in one style. A click on it chooses `host`, or the slot `spot`."""

    text: str
    style: str = ""
    host: int | None = None
    spot: Spot | None = None


Line = tuple[Piece, ...]


def fit(text: str, width: int) -> str:
    """Return *text* in exactly so many columns, cut with an ellipsis."""
    if cell_len(text) > width:
        return set_cell_size(set_cell_size(text, max(0, width - 1)).rstrip() + "…", width)
    return set_cell_size(text, width)


def fit_line(line: Line, width: int) -> Line:
    """Return a line in exactly so many columns, cut or with blanks behind it."""
    room = width
    found: list[Piece] = []
    for piece in line:
        size = cell_len(piece.text)
        if size > room:
            if room:
                found.append(Piece(set_cell_size(piece.text, room), piece.style, piece.host, piece.spot))
            return tuple(found)
        found.append(piece)
        room -= size
    if room:
        found.append(Piece(" " * room))
    return tuple(found)


def wrapped(text: str, width: int, style: str = "", indent: int = 0) -> Iterator[Line]:
    """Yield a paragraph in lines of at most *width* columns, each of them *indent* columns in; long words are cut."""
    for line in drawing_wrap.wrapped(text, max(2, width - indent)).lines:  # a letter may be two columns wide
        yield (Piece(" " * indent + line, style),)


def piece_at(line: Sequence[Piece], column: int) -> Piece | None:
    """Return the piece that covers a column, None behind the last."""
    at = 0
    for piece in line:
        at += cell_len(piece.text)
        if column < at:
            return piece
    return None
