"""Shapes of the SVG: cards with their names and points, as pieces that know how high they are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from forestcalc.report.drawing import DrawnCard
from forestcalc.report.svg_text import broken, safe, text_width

LINE = 16
"""Pixels from one line of a card's text to the next."""

SIZE, SMALL = 12.5, 11.0
"""Font sizes of a card's name, and of its symbol and points."""

_PAD = 8
_BADGE = 17
HOST_KINDS = frozenset({"shrub", "sapling", "moor", "river"})


@dataclass(frozen=True, slots=True)
class Piece:
    """Something to draw: `height` is the least it needs, `at(x, y, height)` draws it, `height` pixels high."""

    height: float
    at: Callable[[float, float, float], str]


def text(x: float, y: float, content: str, size: float, classes: str, anchor: str = "start") -> str:
    """Return a line of text, its baseline at *y*."""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" class="{classes}" text-anchor="{anchor}">'
        f"{safe(content)}</text>\n"
    )


def rect(x: float, y: float, width: float, height: float, classes: str, radius: float = 8) -> str:
    """Return a rectangle with round corners."""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(0, width):.1f}" height="{max(0, height):.1f}"'
        f' rx="{radius:g}" class="{classes}"/>\n'
    )


def badge_width(card: DrawnCard) -> float:
    """Return how wide the points of a card are."""
    return max(24, text_width(card.points_text, SMALL) + 12)


def badge(x: float, y: float, card: DrawnCard, *, on_host: bool = False) -> str:
    """Draw the points of a card, their left upper corner at (x, y)."""
    width = badge_width(card)
    tone = "" if on_host else card.section
    is_open = card.points is not None and card.points.value is None
    if card.points is None or card.is_zero:
        frame = "outline-on" if on_host else "nil" if card.is_zero else f"{tone} outline"
        ink = "light" if on_host else "soft" if card.is_zero else tone
    elif on_host:
        frame, ink = "plate", "plate-ink"
    else:
        frame, ink = (f"{tone} outline dashed", tone) if is_open else (tone, "on")
    return rect(x, y, width, _BADGE, frame, _BADGE / 2) + text(
        x + width / 2, y + 12.5, card.points_text, SMALL, f"worth {ink}", "middle"
    )


def chip(card: DrawnCard, width: float) -> Piece:
    """Return a card at a host, *width* pixels wide."""
    room = width - 2 * _PAD
    points = badge_width(card)
    symbol = card.symbol_text
    beside = (text_width(symbol, SMALL) + 6 if symbol else 0) + points + 6
    names = broken(card.label, room, SIZE)
    is_short = len(names) == 1 and text_width(card.label, SIZE) + beside <= room
    extra: list[str] = []
    if symbol and not is_short:
        left = room - points - 6
        fits = all(text_width(word, SMALL) <= left for word in symbol.split())
        # A word that does not fit beside the points goes above them.
        extra = broken(symbol, left, SMALL) if fits else [*broken(symbol, room, SMALL), ""]
    lines = 1 if is_short else len(names) + max(1, len(extra))
    height = lines * LINE + 12

    def at(x: float, y: float, given: float) -> str:
        parts = [rect(x, y, width, given, "chip"), rect(x, y, 3, given, card.section, 1.5)]
        first = y + (given - lines * LINE) / 2 + 12
        parts += [text(x + _PAD, first + number * LINE, name, SIZE, "name") for number, name in enumerate(names)]
        kind = "ask" if card.is_open else "soft"
        if is_short and symbol:
            parts.append(text(x + _PAD + text_width(card.label, SIZE) + 6, first, symbol, SMALL, kind))
        last = first + (lines - 1) * LINE
        parts += [
            text(x + _PAD, last - (len(extra) - 1 - number) * LINE, part, SMALL, kind)
            for number, part in enumerate(extra)
        ]
        parts.append(badge(x + width - _PAD - points + 2, last - 12.5, card))
        return "".join(parts)

    return Piece(height, at)


def tree(card: DrawnCard, width: float) -> Piece:
    """Return a host, *width* pixels wide: its name and its points in the middle."""
    names = broken(card.label, width - 2 * _PAD, 14)
    symbol = card.symbol_text
    inside = len(names) * 18 + (15 if symbol else 0) + _BADGE + 3
    kind = card.kind if card.kind in HOST_KINDS else "host"

    def at(x: float, y: float, given: float) -> str:
        middle = x + width / 2
        first = y + (given - inside) / 2
        parts = [rect(x, y, width, given, kind)]
        parts += [
            text(middle, first + 14 + number * 18, name, 14, "big light", "middle") for number, name in enumerate(names)
        ]
        if symbol:
            parts.append(text(middle, first + len(names) * 18 + 11, symbol, SMALL, "light", "middle"))
        parts.append(badge(middle - badge_width(card) / 2, first + inside - _BADGE, card, on_host=True))
        return "".join(parts)

    return Piece(max(66, inside + 16), at)


def bar(card: DrawnCard, width: float) -> Piece:
    """Return a host in one line: its name at the left, its points at the right."""
    points = badge_width(card)
    kind = card.kind if card.kind in HOST_KINDS else "host"

    def at(x: float, y: float, given: float) -> str:
        base = y + given / 2
        return (
            rect(x, y, width, given, kind)
            + text(x + 10, base + 4.5, bar_text(card), SIZE, "name light")
            + badge(x + width - 7 - points, base - _BADGE / 2, card, on_host=True)
        )

    return Piece(28, at)


def bar_text(card: DrawnCard) -> str:
    """Return what a host in one line says."""
    return f"{card.label} ({card.symbol_text})" if card.symbol_text else card.label


def bar_width(card: DrawnCard) -> float:
    """Return how wide a host in one line has to be."""
    return text_width(bar_text(card), SIZE) + badge_width(card) + 26


def stack(cards: Sequence[DrawnCard], width: float) -> Piece:
    """Return the cards of a slot one below the other, or an empty slot."""
    pieces = [chip(card, width) for card in cards]
    if not pieces:
        return Piece(14, lambda x, y, given: rect(x, y, width, given, "free"))
    least = sum(piece.height for piece in pieces) + 4 * (len(pieces) - 1)

    def at(x: float, y: float, given: float) -> str:
        more = (given - least) / len(pieces)
        parts = []
        for piece in pieces:
            parts.append(piece.at(x, y, piece.height + more))
            y += piece.height + more + 4
        return "".join(parts)

    return Piece(least, at)


def beside(pieces: Sequence[Piece], widths: Sequence[float], gap: float) -> Piece:
    """Return pieces of the given widths next to each other, all of one height."""

    def at(x: float, y: float, given: float) -> str:
        parts = []
        for piece, width in zip(pieces, widths, strict=True):
            parts.append(piece.at(x, y, given))
            x += width + gap
        return "".join(parts)

    return Piece(max(piece.height for piece in pieces), at)
