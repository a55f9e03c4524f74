"""Cursor: the place on the table that the next key press is about."""

from __future__ import annotations

from dataclasses import dataclass

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
