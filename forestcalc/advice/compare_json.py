"""The machine format of `compare`: plain values."""

from __future__ import annotations

from typing import Any

from forestcalc.advice.cards_changed import Where
from forestcalc.advice.compare import Comparison, LineChange, PlayerChange, WorthChange
from forestcalc.report.wording import Names
from forestcalc.scoring.sheet import Line, PlayerSheet, Range


def comparison_as_json(comparison: Comparison, names: Names) -> dict[str, Any]:
    """Return what differs between two games; `before` and `after` are null where a version lacks the thing."""
    return {
        "same": comparison.is_same,
        "settings": [
            {"what": setting.what, "before": setting.before, "after": setting.after} for setting in comparison.settings
        ],
        "winners": {"before": list(comparison.before.winners), "after": list(comparison.after.winners)},
        "players": [_player(player, names) for player in comparison.players],
        "cards": [_card(card, names) for card in comparison.cards],
    }


def without_comparison() -> dict[str, Any]:
    """Return the same keys where a game is invalid, so that nothing can be compared."""
    return {
        "same": False,
        "settings": [],
        "winners": {"before": [], "after": []},
        "players": [],
        "cards": [],
    }


def _player(player: PlayerChange, names: Names) -> dict[str, Any]:
    return {
        "name": player.name,
        "same": player.is_same,
        "before": _total(player.before),
        "after": _total(player.after),
        "difference": player.difference,
        "counts": {"before": _plain(player.counts[0]), "after": _plain(player.counts[1])},
        "sections": {
            section: {"before": _section(player.before, section), "after": _section(player.after, section)}
            for section in player.sections
        },
        "cave": {"before": _cave(player.before), "after": _cave(player.after)},
        "lines": [_line(change, player, names) for change in player.lines],
    }


def _plain(counts: Any) -> dict[str, int] | None:
    return None if counts is None else dict(counts)


def _total(sheet: PlayerSheet | None) -> dict[str, Any] | None:
    return None if sheet is None else {**_range(sheet.range, "total"), "rank": sheet.rank}


def _range(value: Range, name: str = "points") -> dict[str, Any]:
    return {name: value.value, "min": value.min, "max": value.max}


def _section(sheet: PlayerSheet | None, section: str) -> dict[str, Any] | None:
    return None if sheet is None else _range(sheet.sections[section])


def _cave(sheet: PlayerSheet | None) -> dict[str, Any] | None:
    if sheet is None:
        return None
    return {"name": sheet.cave.card.id, "cards": sheet.cave.cards, **_range(sheet.cave_range)}


def _line(change: LineChange, player: PlayerChange, names: Names) -> dict[str, Any]:
    line = change.line
    return {
        "species": line.id,
        "name": names.get(line.id, line.name),
        "section": line.section,
        "difference": change.difference,
        "before": _version(change.before, player.before),
        "after": _version(change.after, player.after),
    }


def _version(line: Line | None, sheet: PlayerSheet | None) -> dict[str, Any] | None:
    if line is None or sheet is None:
        return None
    return {**_range(Range(line.min, line.max)), "count": line.count, "reason": sheet.reason(line)}


def _card(card: WorthChange, names: Names) -> dict[str, Any]:
    change = card.change
    species = change.card.species
    return {
        "change": change.kind,
        "species": species.id,
        "name": names.get(species.id, species.name),
        "before": _where(change.before),
        "after": _where(change.after),
        "worth": card.worth,
    }


def _where(where: Where | None) -> dict[str, Any] | None:
    if where is None:
        return None
    return {
        "player": where.player,
        "path": list(where.card.path),
        "line": where.card.span.line,
        "symbol": where.card.symbol,
        "box": where.card.named_box,
        "side": None if where.is_host else where.card.side,
        "host": None if where.is_host else where.host.card.species.id,
    }
