"""The drawing of a forest in the machine format: every host with its cards by side and slot, and their points."""

from __future__ import annotations

from typing import Any

from forestcalc.game.forest import Card, Host
from forestcalc.report.drawing import CardLines
from forestcalc.report.json_format import range_as_json
from forestcalc.report.wording import Names
from forestcalc.scoring.sheet import PlayerSheet


def forest_as_json(player: PlayerSheet, names: Names) -> dict[str, Any]:
    """Return the forest of a player as plain values.

    `sides` maps each side with cards to its slots, each a list of cards; `line` is the line of `score --json` in which
    a card is counted, which matters where `points` is null because the line scores once for all.
    """
    lines = CardLines(player)
    cave = player.cave_range
    return {
        "name": player.name,
        "total": player.total,
        **range_as_json(player.range),
        "hosts": [_host(host, lines, names) for host in player.forest.hosts],
        "cave": {
            "name": player.cave.card.id,
            "cards": player.cave.cards,
            "points": cave.value,
            **({} if cave.value is not None else range_as_json(cave)),
        },
    }


def _host(host: Host, lines: CardLines, names: Names) -> dict[str, Any]:
    sides: dict[str, dict[int, list[dict[str, Any]]]] = {}
    for card in host.dwellers:
        sides.setdefault(card.side, {}).setdefault(card.slot, []).append(_card(card, lines, names))
    return {
        **_card(host.card, lines, names),
        "kind": host.card.species.kind,
        "river": None if host.river is None else _card(host.river, lines, names),
        "sides": {side: list(slots.values()) for side, slots in sides.items()},
    }


def _card(card: Card, lines: CardLines, names: Names) -> dict[str, Any]:
    line, points = lines.of(card)
    value: dict[str, Any] = {
        "path": list(card.path),
        "species": card.species.id,
        "name": names.get(card.species.id, card.species.name),
        "symbol": card.symbol,
        "points": None if points is None else points.value,
        "line": line.id,
    }
    if points is not None and points.value is None:
        value |= range_as_json(points)
    return value
