"""The drawing of a forest for a terminal: each host a box with its cards in their places, legible without colour.

┌───────────────────────────────────┐
│       Chaffinch (beech): 5        │
├───────────┬───────────┬───────────┤
│ European  │  Beech:   │ Roe Deer: │
│ Hare: 2   │     0     │   3–12    │
├───────────┴───────────┴───────────┤
│       2× Common Toad: 2 × 5       │
└───────────────────────────────────┘
"""

from __future__ import annotations

from collections.abc import Iterator

from forestcalc.report.drawing import DrawnCard, DrawnForest, DrawnHost
from forestcalc.report.drawing_boxes import LINES, PLAIN_LINES, Cell, beside, box
from forestcalc.report.drawing_wrap import NO_BREAK, columns, printable, wrapped
from forestcalc.report.excerpt import Row
from forestcalc.report.wording import (
    SECTION_LABELS,
    Names,
    card_name,
    line_range,
    player_name,
    points_text,
    range_text,
)

NARROWEST, WIDEST = 37, 56
"""Columns of a host's box with its frame."""

_SIGNS = "×–≈·…"
_PLAIN_SIGNS = str.maketrans(_SIGNS, "x-~-.")


def render_forest(forest: DrawnForest, names: Names, width: int, encoding: str | None = None) -> Iterator[Row]:
    """Yield the rows of a drawing of *width* columns (37 at least), each a list of texts with their styles.

    What *encoding* lacks is escaped, and drawn with plain characters where it lacks the lines.
    """
    page = _Page(max(width, NARROWEST), encoding)
    for row in page.forest(forest, names):
        yield row if page.has_lines else [(text.translate(PLAIN_LINES), style) for text, style in row]


class _Page:
    """Lays boxes out on a page."""

    def __init__(self, width: int, encoding: str | None) -> None:
        self.width = width
        self.encoding = encoding
        self.has_lines = printable(LINES + _SIGNS, encoding) == LINES + _SIGNS
        self.columns = (width + 1) // (NARROWEST + 1)
        self.box_width = min(WIDEST, (width + 1) // self.columns - 1)

    def text(self, text: str) -> str:
        return printable(text if self.has_lines else text.translate(_PLAIN_SIGNS), self.encoding)

    def forest(self, forest: DrawnForest, names: Names) -> Iterator[Row]:
        player = forest.player
        yield [(self.text(f"{player_name(player.name)}: {points_text(player.range)}"), "bold")]
        sections = (f"{label}{NO_BREAK}{range_text(player.sections[id])}" for id, label in SECTION_LABELS)
        yield from self.paragraph(" · ".join(sections))
        for start in range(0, len(forest.hosts), self.columns):
            yield from beside([self.host(host) for host in forest.hosts[start : start + self.columns]])
        yield from self.bare(forest.bare)
        for line in forest.together:
            name = card_name(line.id, line.name, names)
            yield from self.paragraph(f"set: {name} {range_text(line_range(line))} ({player.reason(line)})")
        cave = card_name(player.cave.card.id, player.cave.card.name, names)
        yield from self.paragraph(f"{cave}: {range_text(player.cave_range)} ({player.cave_reason()})")

    def paragraph(self, text: str) -> Iterator[Row]:
        for number, line in enumerate(wrapped(self.text(text), self.width - 2).lines):
            yield [(f"{'  ' if number else ''}{line}", "")]

    def host(self, host: DrawnHost) -> list[Row]:
        sides = {side: [Cell(tuple(map(self.card, slot))) for slot in slots] for side, slots in host.sides.items()}
        centre = [Cell((self.card(host.card),), "bold")]
        if host.has("left"):
            centre = [*sides["left"], *centre]
        if host.has("right"):
            centre = [*centre, *sides["right"]]
        bands = [*_pairs(sides.get("top", [])), centre]
        if host.river is not None:
            bands.append([Cell((self.text(f"≈≈ {_card(host.river)} ≈≈"),), "bold")])
        return box([*bands, *_pairs(sides.get("bottom", []))], self.box_width)

    def bare(self, cards: tuple[DrawnCard, ...]) -> Iterator[Row]:
        """Yield hosts with nothing attached: small boxes, as many in a row as fit."""
        row: list[list[Row]] = []
        used = 0
        for card in cards:
            text = self.card(card)
            width = min(columns(text) + 4, self.width)
            if row and used + width > self.width:
                yield from beside(row)
                row, used = [], 0
            row.append(box([[Cell((text,), "bold")]], width))
            used += width + 1
        if row:
            yield from beside(row)

    def card(self, card: DrawnCard) -> str:
        return self.text(_card(card))


def _card(card: DrawnCard) -> str:
    symbol = f" ({card.symbol_text})" if card.symbol_text else ""
    return f"{card.label.replace('× ', '×' + NO_BREAK, 1)}{symbol}: {card.points_text.replace(' ', NO_BREAK)}"


def _pairs(slots: list[Cell]) -> list[list[Cell]]:
    """Split the slots of a side into bands of two; a band without a card is left out."""
    bands = [slots[start : start + 2] for start in range(0, len(slots), 2)]
    return [band for band in bands if any(cell.texts for cell in band)]
