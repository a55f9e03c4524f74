"""Damaged games: whatever an input holds, it is answered by diagnostics, in time and in bounded memory."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from forestcalc.api import check_text
from forestcalc.report.diagnostics import render_diagnostics
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


# Files of some 800 kB that are made to be slow; the time is what the processor spends, with much room to spare.
LARGE = {
    "unknown names": "players:\n  A:\n    forest:\n"
    + "".join(f"      - Beech: {{left: Unknown Hare {number}}}\n" for number in range(20_000)),
    "more cards than there are": "players:\n  A:\n    forest:\n"
    + "      - Beech: {left: European Hare, top: Chaffinch}\n" * 15_000,
    "hosts by the million": f"players:\n  A:\n    forest: [{','.join(['99x Beech'] * 60_000)}]\n",
    "cards by the million": f"players:\n  A:\n    forest:\n      - Beech: {{left: [{','.join(['99x Red Fox'] * 20_000)}]}}\n",
    "players": "players:\n" + "".join(f"  A{number}: {{forest: [Beech]}}\n" for number in range(30_000)),
    "unknown keys": "players:\n  A:\n    forest:\n"
    + "".join(f"      - Sapling: {{left: European Hare, left{number}: x}}\n" for number in range(15_000)),
    "caves": f"players:\n  A: {{cave: {'9' * 800_000}, forest: []}}\n",
    "one long name": f"players:\n  A:\n    forest: [{'Beech (' * 100_000}]\n",
    "one long word": f"players:\n  A:\n    forest: [{'a' * 800_000}]\n",
    "expectations": "players:\n  A:\n    forest: []\n    expect:\n"
    + "".join(f"      card {number}: 1\n" for number in range(30_000)),
    "counts": "players:\n  A: {forest: []}\n  B:\n    counts:\n"
    + "".join(f"      card {number}: 1\n" for number in range(30_000)),
    "boxes": f"expansions: [{', '.join(f'box {number}' for number in range(60_000))}]\nplayers: {{A: {{forest: []}}}}\n",
    "rulings": f"rulings: {{{', '.join(f'ruling-{number}: x' for number in range(30_000))}}}\nplayers: {{A: {{forest: []}}}}\n",
    "qualifiers": "players:\n  A:\n    forest:\n"
    + "".join(f"      - Beech: {{left: European Hare (wood {number})}}\n" for number in range(15_000)),
    "documents": "players: {A: {forest: [Baech]}}\n---\n" * 2_000,
}


@pytest.mark.parametrize("text", LARGE.values(), ids=list(LARGE))
def test_large_files_are_answered_soon(text: str) -> None:
    began = time.process_time()
    found = [one for checked in check_text(text, "game.yaml") for one in checked.diagnostics]
    render_diagnostics(found, {"game.yaml": text})
    assert any(one.is_error for one in found)
    assert time.process_time() - began < 20


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in another way there")
@pytest.mark.parametrize("name", ["hosts by the million", "unknown names", "one long word"])
def test_large_files_take_bounded_memory(name: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(LARGE[name], encoding="utf-8")
    code = (
        "import re, sys\n"
        "from forestcalc.cli.app import app\n"
        "try:\n    app(['validate', sys.argv[1]])\n"
        "except SystemExit as end:\n    status = end.code\n"
        # The peak of this program alone: `ru_maxrss` still knows the process that it was started from.
        "peak = re.search(r'VmHWM:\\s+(\\d+)', open('/proc/self/status').read())\n"
        "print(status, int(peak[1]) // 1024, file=sys.stderr)\n"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code, str(path)],
        capture_output=True,
        text=True,
        check=True,
        encoding="utf-8",
        env={**os.environ, "PYTHONPATH": str(fuzz.ROOT)},
    )
    status, megabytes = ended.stderr.split()[-2:]
    assert status == "3"
    assert int(megabytes) < fuzz.MOST_MEGABYTES
