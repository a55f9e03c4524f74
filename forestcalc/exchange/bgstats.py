"""BG Stats: a scored game becomes a play for that app."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from forestcalc.diagnostics.diagnostic import Diagnostic, error, quoted
from forestcalc.exchange.exported import undecided
from forestcalc.game.forest import Card, Game
from forestcalc.scoring.sheet import ScoreSheet

_FILE = Path(__file__).with_name("bgstats.yaml")
_SOURCE = "forestcalc"
_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_DNS, "forestcalc")


@dataclass(frozen=True, slots=True)
class Play:
    """A play as the plain values of its JSON; None where the game has no settled result."""

    value: dict[str, Any] | None
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def text(self) -> str:
        """The JSON on one line."""
        return json.dumps(self.value, ensure_ascii=False, separators=(",", ":"))

    @property
    def link(self) -> str:
        """The address that opens the play in the app."""
        from urllib.parse import quote

        return str(_settings()["link"]) + quote(self.text.encode("utf-8", "replace"), safe="")


@lru_cache(maxsize=1)
def _settings() -> dict[str, Any]:
    from forestcalc.catalogue.store import read_yaml

    return read_yaml(_FILE)


def bgstats_play(sheet: ScoreSheet, played: datetime) -> Play:
    """Return the play of a scored game, *played* at that time (with a time zone; the app wants UTC).

    The id of the play follows from what lies on the table: the same file gives the same play, a mended one another.
    Every player of the first rank is a winner. Who started is not known, so nobody did.
    """
    game = sheet.game
    faults = [
        error(
            "export-needs-forest",
            f"{quoted(player.name)} is given by `counts`, and a play needs a score for everybody",
            player.span,
            path=("players", player.name),
            help="describe the forest, or remove this player from a copy of the file",
        )
        for player in game.players
        if player.forest is None
    ]
    faults += [undecided(one, "a play needs one score") for one in sheet.players if one.total is None]
    if faults:
        return Play(None, tuple(one.placed(game.file, game.document) for one in faults))
    entry: dict[str, Any] = {"sourceGameId": game.name}
    if (number := _settings()["games"].get(game.name)) is not None:
        entry["bggId"] = number
    entry |= {"name": game.catalogue.title, "highestWins": True, "noPoints": False}
    ranked = sorted(sheet.players, key=lambda one: one.rank or 0)
    return Play(
        {
            "sourceName": _SOURCE,
            "sourcePlayId": play_id(game),
            "playDate": played.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S"),
            "game": entry,
            "players": [
                {
                    "sourcePlayerId": one.name,
                    "name": one.name,
                    "startPlayer": False,
                    "score": one.total,
                    "winner": one.rank == 1,
                }
                for one in ranked
            ],
        }
    )


def play_id(game: Game) -> str:
    """Return an id for what lies on the table: the game, the players and all of their cards."""
    table = [
        [
            player.name,
            [player.forest.cave.card.id, player.forest.cave.cards],
            [[_lying(card) for card in host.cards] for host in player.forest.hosts],
        ]
        for player in game.players
        if player.forest is not None
    ]
    text = json.dumps([game.name, list(game.expansions), table], separators=(",", ":"))
    return str(uuid.uuid5(_NAMESPACE, text))


def _lying(card: Card) -> list[Any]:
    box = card.print_.box if card.print_ is not None else None
    return [card.species.id, card.side, card.slot, card.symbol, box, card.by_hand]
