"""The drawing of `score --svg`: every forest of every game in one picture that loads nothing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from forestcalc.report.drawing import DrawnForest, DrawnHost, drawn_forest
from forestcalc.report.svg_shapes import Piece, bar, bar_width, beside, rect, stack, text, tree
from forestcalc.report.svg_text import broken, safe
from forestcalc.report.wording import (
    Names,
    card_name,
    line_range,
    player_name,
    points_text,
    range_text,
    title,
    verdict,
)
from forestcalc.scoring.sheet import PlayerSheet, ScoreSheet

_STYLE = Path(__file__).with_name("svg_style.css")
WIDTH = 1100
_MARGIN = 24
_COLUMNS = 3
_GAP = 16
_INNER = WIDTH - 2 * _MARGIN
_TILE = (_INNER - (_COLUMNS - 1) * _GAP) / _COLUMNS
_PAD = 10
_SLOT_GAP = 6


def render_svg(games: Sequence[tuple[ScoreSheet, Names]]) -> str:
    """Return the picture of all forests, one game below the other; without a game, an empty one."""
    page = _Canvas()
    for number, (sheet, names) in enumerate(games):
        if number:
            page.skip(28)
        page.text(title(sheet.game), 24, "big")
        page.text(verdict(sheet), 16, "good")
        for player in sheet.players:
            page.player(player, drawn_forest(sheet, player, names), names)
    names_of_games = "; ".join(f"{title(sheet.game)}: {verdict(sheet)}" for sheet, _ in games) or "no valid game"
    height = page.y + _MARGIN
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:.0f}"'
        f' viewBox="0 0 {WIDTH} {height:.0f}" role="img">\n<title>{safe(names_of_games)}</title>\n'
        f"<style>\n{_STYLE.read_text(encoding='utf-8')}</style>\n"
        f"{rect(0, 0, WIDTH, height, 'page', 0)}{''.join(page.parts)}</svg>\n"
    )


class _Canvas:
    """What is drawn so far; `y` is where the next part begins."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.y: float = _MARGIN

    def skip(self, height: float) -> None:
        self.y += height

    def text(self, content: str, size: float, classes: str) -> None:
        for line in broken(content, _INNER, size):
            self.parts.append(text(_MARGIN, self.y + size, line, size, classes))
            self.y += size * 1.4

    def player(self, player: PlayerSheet, forest: DrawnForest, names: Names) -> None:
        self.skip(22)
        name = broken(player_name(player.name), _INNER - 220, 19)[0]
        self.parts.append(text(_MARGIN, self.y + 18, name, 19, "big"))
        self.parts.append(text(WIDTH - _MARGIN, self.y + 18, points_text(player.range), 19, "good", "end"))
        self.parts.append(rect(_MARGIN, self.y + 28, _INNER, 2, "rule", 0))
        self.skip(44)
        for start in range(0, len(forest.hosts), _COLUMNS):
            self.tiles([_tile(host) for host in forest.hosts[start : start + _COLUMNS]])
        self.bare(forest)
        for line in forest.together:
            name = card_name(line.id, line.name, names)
            self.text(f"Set: {name}, {points_text(line_range(line))} ({player.reason(line)})", 13, "soft")
        cave = card_name(player.cave.card.id, player.cave.card.name, names)
        self.text(f"{cave}: {range_text(player.cave_range)} ({player.cave_reason()})", 13, "soft")

    def tiles(self, tiles: Sequence[Piece]) -> None:
        for number, tile in enumerate(tiles):
            self.parts.append(tile.at(_MARGIN + number * (_TILE + _GAP), self.y, tile.height))
        self.skip(max(tile.height for tile in tiles) + _GAP)

    def bare(self, forest: DrawnForest) -> None:
        """Draw the hosts with nothing attached, as many in a row as fit."""
        x: float = _MARGIN
        for card in forest.bare:
            width = bar_width(card)
            if x > _MARGIN and x + width > WIDTH - _MARGIN:
                x = _MARGIN
                self.skip(36)
            self.parts.append(bar(card, width).at(x, self.y, 28))
            x += width + 8
        if forest.bare:
            self.skip(40)


def _tile(host: DrawnHost) -> Piece:
    rows = _rows(host)
    height = sum(row.height for row, _ in rows) + _SLOT_GAP * (len(rows) - 1) + 2 * _PAD

    def at(x: float, y: float, given: float) -> str:
        parts = [rect(x, y, _TILE, given, "panel", 12)]
        top = y + _PAD
        for row, indent in rows:
            parts.append(row.at(x + _PAD + indent, top, row.height))
            top += row.height + _SLOT_GAP
        return "".join(parts)

    return Piece(height, at)


def _rows(host: DrawnHost) -> list[tuple[Piece, float]]:
    """Return the rows of a host, each with how far it is indented: top, centre, river, bottom."""
    width = _TILE - 2 * _PAD
    centre = tree(host.card, width)
    if "left" in host.sides and "right" in host.sides:
        middle = (width - 2 * _SLOT_GAP) / 3
        pieces = [stack(host.sides["left"][0], middle), tree(host.card, middle), stack(host.sides["right"][0], middle)]
        centre = beside(pieces, [middle] * 3, _SLOT_GAP)
    rows = [*_slots(host, "top", width), (centre, 0.0)]
    if host.river is not None:
        rows.append((bar(host.river, width), 0.0))
    return [*rows, *_slots(host, "bottom", width)]


def _slots(host: DrawnHost, side: str, width: float) -> list[tuple[Piece, float]]:
    slots = host.sides.get(side, ())
    if len(slots) == 1:
        room = width * 0.7
        return [(stack(slots[0], room), (width - room) / 2)]
    half = (width - _SLOT_GAP) / 2
    pairs = [slots[start : start + 2] for start in range(0, len(slots), 2)]
    return [(beside([stack(slot, half) for slot in pair], [half] * len(pair), _SLOT_GAP), 0.0) for pair in pairs]
