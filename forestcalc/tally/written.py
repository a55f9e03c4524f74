"""Written: a draft as the text of a layout file, tidy where it is new."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import SIDES
from forestcalc.exchange.yaml_text import flow, side_lines, written
from forestcalc.layout.players import ORDINARY_CAVE
from forestcalc.tally.drafts import has_several_slots
from forestcalc.tally.model import Draft, DraftCard, DraftCave, DraftHost, DraftPlayer, Stack

STEP = 2


def draft_text(draft: Draft, catalogue: Catalogue) -> str:
    """Return a whole new file for a draft."""
    lines = [f"game: {written(draft.game)}"]
    if draft.expansions:
        lines.append(boxes_line(draft.expansions))
    if draft.rulings:
        lines.append(f"rulings: {flow(dict(draft.rulings))}")
    lines.append("players:")
    for player in draft.players:
        lines += player_lines(player, 2, catalogue)
    if not draft.players:
        lines[-1] = "players: {}"
    return "\n".join(lines) + "\n"


def boxes_line(boxes: tuple[str, ...]) -> str:
    """Return the line that declares boxes."""
    return f"expansions: {flow(list(boxes))}"


def player_lines(player: DraftPlayer, indent: int, catalogue: Catalogue, step: int = STEP) -> Iterator[str]:
    """Yield the lines of a player whose name stands *indent* columns in, each level *step* further."""
    yield f"{' ' * indent}{written(player.name)}:"
    inner = " " * (indent + step)
    if player.counts is not None:
        yield f"{inner}counts: {flow(counts_value(player, catalogue))}"
        return
    if player.cave is not None:
        yield f"{inner}cave: {flow(cave_value(player.cave))}"
    yield from forest_lines(player.hosts, indent + step, catalogue, step)


def forest_lines(hosts: tuple[DraftHost, ...], indent: int, catalogue: Catalogue, step: int = STEP) -> Iterator[str]:
    """Yield the lines of a forest, its key included."""
    if not hosts:
        yield f"{' ' * indent}forest: []"
        return
    yield f"{' ' * indent}forest:"
    for host in hosts:
        yield from host_lines(host, indent + step, catalogue)


def host_lines(host: DraftHost, indent: int, catalogue: Catalogue, *, tail: str = "") -> Iterator[str]:
    """Yield the lines of a host, its dash *indent* columns in; *tail* is a comment for the first."""
    name = written(card_text(host.card))
    if host.is_bare:
        yield f"{' ' * indent}- {name}{tail}"
        return
    yield f"{' ' * indent}- {name}:{tail}"
    for key, value in side_values(host, catalogue).items():
        yield from side_lines(key, value, indent + 2 * STEP)


def side_values(host: DraftHost, catalogue: Catalogue) -> dict[str, Any]:
    """Return what a file says of a host: its sides as plain values, and `river`."""
    values: dict[str, Any] = {}
    for side in SIDES:
        stacks = host.sides.get(side)
        if stacks:
            values[side] = _side_value(stacks, several=has_several_slots(host, side, catalogue))
    if host.river:
        values["river"] = True
    return values


def _side_value(stacks: tuple[Stack, ...], *, several: bool) -> Any:
    slots = [[card_value(card) for card in stack] for stack in stacks]
    if not several:
        return slots[0][0] if len(slots[0]) == 1 else slots[0]
    parts = [slot[0] if len(slot) == 1 else slot for slot in slots]
    return parts[0] if len(parts) == 1 and not isinstance(parts[0], list) else parts


def card_text(card: DraftCard) -> str:
    """Return a card as one text: `2x Roe Deer (birch)`."""
    qualifiers = [part for part in (card.symbol, card.box) if part is not None]
    count = f"{card.count}x " if card.count > 1 else ""
    after = f" ({', '.join(qualifiers)})" if qualifiers else ""
    return f"{count}{card.name}{after}"


def card_value(card: DraftCard) -> Any:
    """Return a card as a value of the file: its text, or the long form where points are given by hand."""
    if card.points is None:
        return card_text(card)
    value: dict[str, Any] = {"card": card.name}
    if card.symbol is not None:
        value["symbol"] = card.symbol
    if card.box is not None:
        value["box"] = card.box
    if card.count > 1:
        value["count"] = card.count
    return {**value, "points": card.points}


def cave_value(cave: DraftCave) -> Any:
    """Return a cave as a value of the file."""
    return cave.cards if cave.id == ORDINARY_CAVE else {"name": cave.id, "cards": cave.cards}


def counts_value(player: DraftPlayer, catalogue: Catalogue) -> dict[str, int]:
    """Return the counts of a player by the words of the file."""
    return {str(catalogue.counts[id]["label"]): number for id, number in (player.counts or {}).items()}


def draft_json(draft: Draft, catalogue: Catalogue) -> str:
    """Return a whole new file in JSON, for a file that was JSON before."""
    players: dict[str, Any] = {}
    for player in draft.players:
        if player.counts is not None:
            players[player.name] = {"counts": counts_value(player, catalogue)}
            continue
        value: dict[str, Any] = {} if player.cave is None else {"cave": cave_value(player.cave)}
        value["forest"] = [
            card_text(host.card) if host.is_bare else {card_text(host.card): side_values(host, catalogue)}
            for host in player.hosts
        ]
        players[player.name] = value
    whole: dict[str, Any] = {"game": draft.game}
    if draft.expansions:
        whole["expansions"] = list(draft.expansions)
    if draft.rulings:
        whole["rulings"] = dict(draft.rulings)
    return json.dumps({**whole, "players": players}, ensure_ascii=False, indent=2) + "\n"
