"""Wrapping: text in columns of a terminal, where characters may be wide, combining or not printable at all."""

from __future__ import annotations

from dataclasses import dataclass

from forestcalc.report.width import cells

NO_BREAK = "\x00"
"""Stands for a blank at which a text must not be wrapped; wrapping makes it a blank again. No text from a file has it:
there it is shown escaped."""


@dataclass(frozen=True, slots=True)
class Wrapped:
    """The lines of a text, and how many words had to be broken for them."""

    lines: tuple[str, ...]
    broken: int = 0


def printable(text: str, encoding: str | None) -> str:
    """Return what is shown of *text*: anything that is not printable, or lacks in *encoding*, escaped."""
    return NO_BREAK.join("".join(shown for shown, _ in cells(part, encoding)) for part in text.split(NO_BREAK))


def columns(text: str) -> int:
    """Return the columns that a printable text takes."""
    return len(text) if text.isascii() else sum(width for _, width in cells(text.replace(NO_BREAK, " ")))


def centred(text: str, width: int) -> str:
    """Return *text* with blanks at both sides, *width* columns in all."""
    free = width - columns(text)
    return " " * (free // 2) + text + " " * (free - free // 2)


def wrapped(text: str, width: int) -> Wrapped:
    """Wrap *text* at blanks to lines of at most *width* columns (2 or more); a longer word is broken."""
    lines: list[str] = []
    line = ""
    broken = 0
    for word in text.split(" "):
        joined = f"{line} {word}" if line else word
        if columns(joined) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        *pieces, line = _pieces(word, width)
        broken += len(pieces)
        lines += pieces
    return Wrapped(tuple(one.replace(NO_BREAK, " ") for one in (*lines, line)), broken)


def _pieces(word: str, width: int) -> list[str]:
    """Cut a word into pieces that fit; a combining character stays with the one before it."""
    pieces, piece, used = [], "", 0
    for char in word:
        taken = columns(char)
        if used + taken > width:
            pieces.append(piece)
            piece, used = "", 0
        piece += char
        used += taken
    return [*pieces, piece]
