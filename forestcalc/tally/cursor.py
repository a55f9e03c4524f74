"""Cursor: the place on the table that the next key press is about."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.tally.drafts import slots_at
from forestcalc.tally.model import Draft, Spot


@dataclass(frozen=True, slots=True)
class Cursor:
    """A player, and there a host, or a slot of it. Without a host: behind the last one, where a new host goes."""

    player: int
    host: int | None = None
    side: str | None = None
    slot: int = 0

    @property
    def spot(self) -> Spot | None:
        """The chosen slot, if one is chosen."""
        if self.host is None or self.side is None:
            return None
        return Spot(self.host, self.side, self.slot)


def kept(cursor: Cursor, draft: Draft) -> Cursor:
    """Return the cursor where it was, or near it if that place is gone."""
    players = {player.key: player for player in draft.players}
    if cursor.player not in players:
        return Cursor(draft.players[-1].key if draft.players else -1)
    if cursor.host is not None and players[cursor.player].host(cursor.host) is None:
        return Cursor(cursor.player)
    return cursor


def noted(cursor: Cursor, draft: Draft) -> dict[str, Any]:
    """Return where a cursor is by numbers that hold for the file too, to be found again after a kill."""
    owner = next((player for player in draft.players if player.key == cursor.player), None)
    hosts = [host.key for host in owner.hosts] if owner is not None else []
    return {
        "player": draft.players.index(owner) if owner is not None else 0,
        "host": hosts.index(cursor.host) if cursor.host in hosts else -1,
        "side": cursor.side,
        "slot": cursor.slot,
    }


def as_noted(state: Mapping[str, Any], draft: Draft, catalogue: Catalogue) -> Cursor | None:
    """Return the cursor of a note, as far as it fits the draft; None where not even the player does."""
    player, host = state.get("player"), state.get("host")
    if not (isinstance(player, int) and 0 <= player < len(draft.players)):
        return None
    owner = draft.players[player]
    if not (isinstance(host, int) and 0 <= host < len(owner.hosts)):
        return Cursor(owner.key)
    chosen = owner.hosts[host]
    side, slot = str(state.get("side")), state.get("slot")
    if isinstance(slot, int) and 0 <= slot < slots_at(chosen, catalogue).get(side, 0):
        return Cursor(owner.key, chosen.key, side, slot)
    return Cursor(owner.key, chosen.key)
