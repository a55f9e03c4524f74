"""Written: a live table as a layout, as plain values or as the text of a file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from forestcalc.exchange.yaml_text import flow, side_lines, written
from forestcalc.layout.players import ORDINARY_CAVE
from forestcalc.live.hosts import LiveCard, LiveHost
from forestcalc.live.snapshot import stacks_of

if TYPE_CHECKING:
    from forestcalc.live.forest import LiveForest
    from forestcalc.live.table import LiveTable


def layout_of(table: LiveTable) -> dict[str, Any]:
    """Return *table* as the plain values of a layout file."""
    cards = table.catalogue
    layout: dict[str, Any] = {"game": cards.game}
    if cards.expansions:
        layout["expansions"] = list(cards.expansions)
    if table.rulings:
        layout["rulings"] = dict(table.rulings)
    players: dict[str, Any] = {}
    for name in table.players:
        counts = table.counts_of(name)
        if counts is None:
            players[name] = _player(table[name])
        else:
            players[name] = {"counts": {str(cards.counts[id]["label"]): number for id, number in counts.items()}}
    layout["players"] = players
    return layout


def _player(forest: LiveForest) -> dict[str, Any]:
    cave = forest.cave
    is_plain = cave.card.id == ORDINARY_CAVE
    return {
        "cave": cave.cards if is_plain else {"name": cave.card.id, "cards": cave.cards},
        "forest": [_host(host) for host in forest.hosts],
    }


def _host(host: LiveHost) -> Any:
    sides: dict[str, Any] = {side: _side(host, side, stacks) for side, stacks in stacks_of(host)}
    if host.river is not None:
        sides["river"] = True
    return {host.card.named.text: sides} if sides else host.card.named.text


def _side(host: LiveHost, side: str, stacks: Sequence[Sequence[LiveCard]]) -> Any:
    slots = [[_card(card) for card in stack] for stack in stacks]
    if host.slots[side] == 1:
        return slots[0][0] if len(slots[0]) == 1 else slots[0]
    return [slot[0] if len(slot) == 1 else slot for slot in slots]


def _card(card: LiveCard) -> Any:
    named = card.named
    if named.by_hand is None:
        return named.text
    symbol = {} if named.symbol is None else {"symbol": named.symbol}
    return {"card": named.name, **symbol, "points": named.by_hand}


def layout_text(layout: Mapping[str, Any]) -> str:
    """Return a layout of plain values as the text of one document, a side of a host a line."""
    lines = [f"{key}: {flow(value)}" for key, value in layout.items() if key != "players"]
    lines.append("players:" if layout["players"] else "players: {}")
    for name, player in layout["players"].items():
        lines.append(f"  {written(name)}:")
        lines += [f"    {key}: {flow(value)}" for key, value in player.items() if key != "forest" or not value]
        if player.get("forest"):
            lines.append("    forest:")
            lines += [line for host in player["forest"] for line in _host_lines(host)]
    return "\n".join(lines) + "\n"


def _host_lines(host: str | Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    if isinstance(host, str):
        yield f"      - {written(host)}"
        return
    for name, sides in host.items():
        yield f"      - {written(name)}:"
        for side, value in sides.items():
            yield from side_lines(side, value, 10)
