"""The machine format of a score sheet: plain values, keys fixed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from forestcalc.catalogue.model import SECTIONS
from forestcalc.diagnostics.diagnostic import Diagnostic
from forestcalc.scoring.sheet import Line, OpenValue, PlayerSheet, Range, RulingNote, ScoreSheet

FORMAT = 1
Names = Mapping[str, str]


def document_head(file: str, document: int, game: str | None, expansions: Iterable[str], valid: bool) -> dict[str, Any]:
    """Return the keys with which every object about a document begins."""
    return {
        "format": FORMAT,
        "file": file,
        "document": document,
        "game": game,
        "expansions": list(expansions),
        "valid": valid,
    }


def sheet_as_json(sheet: ScoreSheet, names: Names | None = None) -> dict[str, Any]:
    """Return a score sheet as plain values. *names* translates species and set ids for display."""
    game = sheet.game
    return {
        **document_head(game.file, game.document, game.name, game.expansions, True),
        "players": [_player(player, names or {}) for player in sheet.players],
        "winners": list(sheet.winners),
        "rulings": [_ruling(note) for note in sheet.rulings],
        "open": [_open(value) for value in sheet.open],
        "diagnostics": [diagnostic.as_json() for diagnostic in sheet.diagnostics],
    }


def invalid_as_json(
    file: str, document: int, game: str | None, expansions: Iterable[str], diagnostics: Iterable[Diagnostic]
) -> dict[str, Any]:
    """Return a document that could not be scored."""
    return {
        **document_head(file, document, game, expansions, False),
        "players": [],
        "winners": [],
        "rulings": [],
        "open": [],
        "diagnostics": [diagnostic.as_json() for diagnostic in diagnostics],
    }


def range_as_json(value: Range) -> dict[str, int]:
    """Return both ends of a range."""
    return {"min": value.min, "max": value.max}


def _player(player: PlayerSheet, names: Names) -> dict[str, Any]:
    return {
        "name": player.name,
        "rank": player.rank,
        "total": player.total,
        "min": player.min,
        "max": player.max,
        "sections": {section: _section(player.sections[section]) for section in (*SECTIONS, "cave")},
        "lines": [_line(player, line, names) for line in player.lines],
        "cave": {
            "name": player.cave.card.id,
            "cards": player.cave.cards,
            "points": player.cave_range.value,
            **({} if player.cave_range.value is not None else range_as_json(player.cave_range)),
        },
    }


def _section(value: Range) -> int | dict[str, int]:
    return value.min if value.value is not None else range_as_json(value)


def _line(player: PlayerSheet, line: Line, names: Names) -> dict[str, Any]:
    return {
        "species": line.id,
        "name": names.get(line.id, line.name),
        "count": line.count,
        "points": line.points,
        "min": line.min,
        "max": line.max,
        "section": line.section,
        "reason": player.reason(line),
        **({"by_hand": True} if line.by_hand else {}),
        "cards": [_card(line, number) for number in range(line.count)],
    }


def _card(line: Line, number: int) -> dict[str, Any]:
    card = line.cards[number]
    value: dict[str, Any] = {
        "path": list(card.path),
        "symbol": card.symbol,
        "points": line.card_points(number),
    }
    if line.each_range is not None and value["points"] is None:
        value |= range_as_json(line.each_range[number])
    return value


def _ruling(note: RulingNote) -> dict[str, Any]:
    return {
        "id": note.id,
        "value": note.value,
        "alternatives": [
            {
                "value": value,
                "totals": None
                if totals is None
                else {
                    name: total.min if total.value is not None else range_as_json(total)
                    for name, total in totals.items()
                },
            }
            for value, totals in note.alternatives.items()
        ],
    }


def _open(value: OpenValue) -> dict[str, Any]:
    return {
        "player": value.player,
        "path": list(value.path),
        "species": value.species,
        "totals": {symbol: range_as_json(total) for symbol, total in value.totals.items()},
    }
