"""Stages: what share reading, checking, scoring and reporting have of one file, with either YAML reader."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

from forestcalc.game.build import build_game
from forestcalc.layout.read import read_layout
from forestcalc.report.json_format import sheet_as_json
from forestcalc.scoring.rulings import ruling_notes
from forestcalc.scoring.score import score as score_game
from forestcalc.source import Node, documents
from tests.benchmarks.timing import timed
from tests.support import EXAMPLES

FILE = EXAMPLES / "two-players.yaml"


def measure(rounds: int) -> dict[str, float]:
    """Return the seconds of each stage for an example of two players; `read, pure` replaces `read` where no C is."""
    text = FILE.read_text(encoding="utf-8")
    node = _node(text, fast=True)
    layout = read_layout(node)
    game = build_game(layout).game
    assert game is not None  # the examples are valid
    sheet = score_game(game)
    assert sheet.rulings is not None  # worked out here, so that `report` does not pay for it
    return timed(
        {
            "read, C": partial(_node, text, fast=True),
            "read, pure": partial(_node, text, fast=False),
            "layout": partial(read_layout, node),
            "build": partial(build_game, layout),
            "score": partial(score_game, game),
            "rulings": lambda: tuple(ruling_notes(sheet)),
            "report": lambda: json.dumps(sheet_as_json(sheet)),
        },
        rounds=rounds,
        span=0.01,
    )


def shares(stages: dict[str, float], reader: str) -> dict[str, float]:
    """Return the share of each stage when *reader* (`C` or `pure`) reads."""
    other = "read, pure" if reader == "C" else "read, C"
    chosen = {name: seconds for name, seconds in stages.items() if name != other}
    whole = sum(chosen.values())
    return {name: seconds / whole for name, seconds in chosen.items()}


def _node(text: str, *, fast: bool) -> Node:
    (document,) = documents(text, fast=fast)
    assert document.node is not None  # the examples are valid
    return document.node


def lines_of_file() -> dict[str, Any]:
    """Return which file was measured and how long it is."""
    return {"file": FILE.name, "lines": len(FILE.read_text(encoding="utf-8").splitlines())}
