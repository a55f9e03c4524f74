"""The option `score --watch`: another score after every save, whatever way an editor saves."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import typer

from forestcalc.cli.watching import PATIENCE, watch
from tests.support import ROOT, run

GAME = "players: {Anna: {cave: %d, forest: [Beech]}}\n"


def save(path: Path, cave: int) -> None:
    path.write_text(GAME % cave, encoding="utf-8")


def replace(path: Path, cave: int) -> None:
    beside = path.with_suffix(".new")
    save(beside, cave)
    beside.replace(path)


def watched(path: Path, *steps: Callable[[], object]) -> list[str]:
    """Return what each run read, where each look at the file is followed by a step."""
    read: list[str] = []
    rest = list(steps)

    def run_once() -> None:
        read.append(path.read_text(encoding="utf-8") if path.exists() else "")
        raise typer.Exit(3)

    def sleep(_: float) -> None:
        if not rest:
            raise KeyboardInterrupt
        rest.pop(0)()

    with pytest.raises(KeyboardInterrupt):
        watch([str(path)], run_once, quiet=True, sleep=sleep)
    return read


def nothing() -> None:
    pass


@pytest.mark.parametrize("way", [save, replace])
def test_every_save_is_followed_by_a_run(tmp_path: Path, way: Callable[[Path, int], None]) -> None:
    path = tmp_path / "game.yaml"
    save(path, 1)
    read = watched(path, nothing, lambda: way(path, 22), nothing, nothing, lambda: way(path, 333), nothing)
    assert read == [GAME % 1, GAME % 22, GAME % 333]


def test_a_save_in_several_steps_is_one(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    save(path, 1)
    read = watched(path, path.unlink, nothing, path.touch, lambda: save(path, 2), nothing, nothing)
    assert read == [GAME % 1, GAME % 2]


def test_a_file_that_stays_away_is_told(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    save(path, 1)
    assert watched(path, path.unlink, *[nothing] * (PATIENCE + 3), lambda: save(path, 2), nothing) == [
        GAME % 1,
        "",
        GAME % 2,
    ]


def test_standard_input_cannot_be_watched() -> None:
    done = run("score", "-", "--watch")
    assert done.status == 2
    assert "standard input cannot be watched" in done.err


@pytest.mark.skipif(os.name != "posix", reason="signals are another thing elsewhere")
def test_the_command_scores_again_until_it_is_interrupted(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    save(path, 1)
    pack = tmp_path / "pack.yaml"
    fern = (
        "game: forest-shuffle\nbox: base\nspecies:\n  tall-fern:\n    name: Tall Fern\n    kind: dweller\n    types: [plant]\n"
        "    cost: 0\n    prints: [{side: bottom, symbol: birch, copies: 2}]\n    rule: {points: %d}\n"
    )
    pack.write_text(fern % 4)
    command = [sys.executable, "-c", "from forestcalc.cli import main; main()"]
    command += ["score", str(path), "--watch", "--json", "--pack", str(pack)]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None

        def next_total() -> str:
            assert process.stdout is not None
            assert process.stderr is not None
            line = process.stdout.readline()
            assert "\x1b" not in line
            assert process.stderr.readline() == "waiting for the next save; Ctrl-C ends\n"
            return line.partition('"total": ')[2].partition(",")[0]

        assert next_total() == "1"
        replace(path, 22)
        assert next_total() == "22"
        path.write_text("players: {Anna: {forest: [Oak: {bottom: Tall Fern}]}}\n")
        assert next_total() == "4"
        pack.write_text(fern % 6)
        assert next_total() == "6"
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        assert process.stderr.read() == ""
