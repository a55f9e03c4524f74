"""What many tests need: layouts as plain values, their sheets and diagnostics, and the command line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from forestcalc.api import check_text, load, score
from forestcalc.cli.app import app
from forestcalc.diagnostics.diagnostic import Diagnostic
from forestcalc.game.forest import Game
from forestcalc.scoring.sheet import ScoreSheet

ROOT = Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "data"
EXAMPLES = ROOT / "examples"

Plain = dict[str, Any]


def layout(
    forests: Mapping[str, Any] | list[Any],
    *,
    game: str = "forest-shuffle",
    boxes: list[str] | tuple[str, ...] = (),
    rulings: Mapping[str, str] | None = None,
) -> str:
    """Return the text of a layout. A list is the forest of Anna; of a mapping, lists are forests of its players."""
    players = {"Anna": forests} if isinstance(forests, list) else forests
    value: Plain = {"game": game, "expansions": list(boxes)}
    if rulings:
        value["rulings"] = dict(rulings)
    value["players"] = {name: {"forest": one} if isinstance(one, list) else one for name, one in players.items()}
    return json.dumps(value, ensure_ascii=False)


def game_of(text: str) -> Game:
    """Return the one game of a text; an invalid one fails the test."""
    (game,) = load(text)
    return game


def sheet_of(text: str) -> ScoreSheet:
    """Score the one game of a text."""
    return score(game_of(text))


def lines(sheet: ScoreSheet, player: str = "Anna") -> dict[str, int | None]:
    """Return the points of a player by species or set."""
    return {line.id: line.points for line in sheet.player(player).lines}


def points(text: str, line: str, player: str = "Anna") -> int | None:
    """Return the points of one line."""
    return lines(sheet_of(text), player)[line]


def totals(sheet: ScoreSheet) -> dict[str, int | None]:
    """Return all totals."""
    return {player.name: player.total for player in sheet.players}


def diagnosed(text: str) -> list[Diagnostic]:
    """Return everything that is found in a text."""
    return [one for checked in check_text(text) for one in checked.diagnostics]


def errors(text: str) -> list[str]:
    """Return the codes of all errors."""
    return [one.code for one in diagnosed(text) if one.is_error]


def warnings(text: str) -> list[str]:
    """Return the codes of all warnings and notes."""
    return [one.code for one in diagnosed(text) if not one.is_error]


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended, and what it wrote."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> list[Plain]:
        """The objects on standard output, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]


def run(*arguments: str | Path, stdin: str | bytes | None = None) -> Done:
    """Run a command in this process; anything but an ordinary end fails the test."""
    done = CliRunner().invoke(app, [str(one) for one in arguments], input=stdin)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Done(done.exit_code, done.stdout, done.stderr)
