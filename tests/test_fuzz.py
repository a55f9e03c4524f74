"""Damaged games: whatever an input holds, it is answered by diagnostics, in time and in bounded memory."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests import fuzz

# Inputs that once went wrong, found by fuzzing: each stays mended.
FOUND: dict[str, bytes] = {
    "a line separator in a name, which cut the JSON in two": "players:\n  'p\u2028q': {forest: [Beech]}\n".encode(),
    "a line separator in a key": "game: forest-shuffle\np\u2028layers: {}\n".encode(),
}


@pytest.mark.skipif(sys.platform == "win32", reason="it needs an alarm clock")
def test_two_thousand_damaged_games() -> None:
    outcome = fuzz.run(2000, seed=1)
    assert [(number, what) for number, _, what in outcome.failures] == []
    assert outcome.kinds["valid"] > 50
    assert len(outcome.codes) > 40


@pytest.mark.parametrize("data", FOUND.values(), ids=list(FOUND))
def test_what_once_went_wrong(data: bytes, tmp_path: Path) -> None:
    fuzz.examine(data, tmp_path / "game.yaml", thorough=True)
