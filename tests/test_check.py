"""The command `check`: what it compares, prints and returns; files, folders and patterns; processes and progress."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from forestcalc.checking import spread as spread_module
from forestcalc.checking.spread import CHUNK, spread
from forestcalc.checking.walk import files_of
from forestcalc.cli import checking
from forestcalc.cli.progress import Progress
from tests.support import EXAMPLES, ROOT, run

MAIN = [sys.executable, "-c", "from forestcalc.cli import main; main()"]

ANNA = """\
players:
  Anna:
    cave: 3
    expect: {expect}
    forest:
      - Beech: {{top: Chaffinch (beech), left: [European Hare (linden), European Hare (oak)]}}
"""
OPEN = """\
players:
  Anna:
    expect: {expect}
    forest:
      - Beech: {{right: Roe Deer}}
      - Birch
"""


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def anna(path: Path, expect: object = 12) -> Path:
    return write(path, ANNA.format(expect=expect))


# -- comparing ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (ANNA.format(expect=12), 0),
        (ANNA.format(expect=11), 1),
        (ANNA.format(expect="{total: 12, trees: 0, top: 5, bottom: 0, left_right: 4, cave: 3}"), 0),
        (ANNA.format(expect="{European Hare: 4, Chaffinch: 5, Elk: 0}"), 0),
        (ANNA.format(expect="{European Hare: 4, Elk: 1}"), 1),
        (ANNA.format(expect="{total: 12, butterflies: 0}"), 0),
        (ANNA.format(expect="many"), 3),
        (OPEN.format(expect=4), 4),
        (OPEN.format(expect=40), 1),
        ("players: {Anna: {forest: [Beech]}}\n", 0),
        (ANNA.format(expect=11) + "---\n" + OPEN.format(expect=4), 1),
        (ANNA.format(expect=11) + "---\nplayers: 5\n", 3),
    ],
)
def test_the_status_says_how_the_comparison_ended(tmp_path: Path, text: str, status: int) -> None:
    path = write(tmp_path / "game.yaml", text)
    assert run("check", path).status == status
    assert run("check", path, "--json", "--quiet").status == status


def test_a_difference_names_its_line_and_what_the_value_is_made_of(tmp_path: Path) -> None:
    path = anna(tmp_path / "game.yaml", "{total: 13, top: 4}")
    done = run("check", path)
    assert done.out == (
        f"{path}:4: Anna: total is 12, expected 13 (trees 0, top 5, bottom 0, left_right 4, cave 3)\n"
        f"{path}:4: Anna: top is 5, expected 4 (Chaffinch 5)\n"
        "2 of 2 expectations failed\n"
    )


def test_an_open_total_is_shown_as_a_range(tmp_path: Path) -> None:
    path = write(tmp_path / "game.yaml", OPEN.format(expect=4))
    done = run("check", path)
    assert "Anna: total is 4 to 7, expected 4" in done.out
    assert done.out.endswith("1 total open\n")


def test_json_has_the_keys_that_scripts_rely_on(tmp_path: Path) -> None:
    path = anna(tmp_path / "game.yaml", 13)
    (value,) = run("check", path, "--json").json
    assert list(value)[:6] == ["format", "file", "document", "game", "expansions", "valid"]
    assert (value["valid"], value["ok"], value["diagnostics"]) == (True, False, [])
    (check,) = value["checks"]
    assert check.pop("reason")
    assert check == {"player": "Anna", "what": "total", "expected": 13, "min": 12, "max": 12, "ok": False}


def test_that_nothing_is_expected_is_said_once_a_file(tmp_path: Path) -> None:
    bare = "players: {Anna: {forest: [Beech]}}\n"
    path = write(tmp_path / "bare.yaml", f"{bare}---\n{bare}")
    other = write(tmp_path / "other.yaml", f"{bare}---\n{ANNA.format(expect=12)}")
    done = run("check", path, other)
    assert done.status == 0
    assert done.err.count("warning[nothing-expected]") == 1
    assert f"{path}:1:" in done.err
    assert run("check", path, "--quiet").err == ""
    annotated = run("check", path, other, "--format", "github").out
    assert annotated.count("::warning file=") == 1


@pytest.mark.parametrize(
    "arguments",
    [["--add"], ["--update", "-"], ["--json", "--format", "github"], ["--format", "pdf"], ["-j", "-1"]],
    ids=" ".join,
)
def test_a_wrong_command_line_is_status_2(tmp_path: Path, arguments: list[str]) -> None:
    assert run("check", anna(tmp_path / "game.yaml"), *arguments).status == 2


def test_the_examples_hold() -> None:
    done = run("check", EXAMPLES)
    assert (done.status, done.err) == (0, "")


def test_standard_input_is_checked() -> None:
    done = run("check", "-", "-j", "4", stdin=ANNA.format(expect=11))
    assert (done.status, done.out.split(":")[0]) == (1, "<stdin>")


# -- files ----------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("b.yaml", "a.yml", "c.JSON", "notes.txt", "deep/er/d.yaml", ".hidden/e.yaml", ".f.yaml", "[x].yaml"):
        anna(tmp_path / "games" / name)
    write(tmp_path / "games/pack.yaml", "game: forest-shuffle\nbox: x\nspecies:\n  x: {name: X}\n")
    pack: dict[str, Any] = {"game": "x", "define": {"players": 4}}
    write(tmp_path / "games/pack.json", json.dumps(pack))
    schema = {"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"players": {}}}
    write(tmp_path / "games/forestcalc.schema.json", json.dumps(schema, indent=1))
    monkeypatch.chdir(tmp_path)
    return tmp_path


ALL = ["games/[x].yaml", "games/a.yml", "games/b.yaml", "games/c.JSON", "games/deep/er/d.yaml"]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["games"], ALL),
        (["games/deep", "games/b.yaml"], ["games/deep/er/d.yaml", "games/b.yaml"]),
        (["games/*.y*ml"], ["games/[x].yaml", "games/a.yml", "games/b.yaml", "games/pack.yaml"]),
        (["games/**/*.yaml"], ["games/[x].yaml", "games/b.yaml", "games/deep/er/d.yaml", "games/pack.yaml"]),
        (["games/[x].yaml"], ["games/[x].yaml"]),
        (["games/*.toml", "none.yaml", "-"], ["games/*.toml", "none.yaml", "-"]),
        (["nul\0name"], ["nul\0name"]),
    ],
)
def test_folders_are_searched_and_patterns_expanded(folder: Path, names: list[str], expected: list[str]) -> None:
    assert [name.replace(os.sep, "/") for name in files_of(names)] == expected


def test_links_in_a_circle_end(folder: Path) -> None:
    (folder / "games/deep/again").symlink_to(folder / "games")
    assert len(list(files_of(["games"]))) == len(ALL)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_in_a_folder_is_left_alone(folder: Path) -> None:
    os.mkfifo(folder / "games/pipe.yaml")
    assert "games/pipe.yaml" not in list(files_of(["games"]))


@pytest.mark.parametrize("options", [[], ["--update"]], ids=["check", "update"])
def test_a_folder_without_games_is_status_3(folder: Path, options: list[str]) -> None:
    (folder / "empty").mkdir()
    done = run("check", "games", "empty", *options)
    assert done.status == 3
    assert "there is no game in the folder `empty`" in done.err
    assert run("check", "games/*.toml").status == 3


# -- processes ------------------------------------------------------------------------------------------------


def work(item: str) -> Iterator[str]:
    """Do something that a test can tell from the outside."""
    if item == "raise":
        raise ValueError(item)
    if item == "die" and os.getpid() != MAIN_PROCESS:
        os.kill(os.getpid(), signal.SIGKILL)
    if item == "slow":
        time.sleep(0.2)
    yield item
    if item == "two":
        yield "more"


MAIN_PROCESS = os.getpid()


def spread_out(items: Iterable[str], jobs: int, here: tuple[str, ...] = ()) -> list[tuple[int, str]]:
    return list(spread(work, list(items), jobs, here=lambda item: item in here))


ITEMS = [*"abcd", "slow", *(str(number) for number in range(3 * CHUNK)), "two", "last"]


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_results_come_in_the_order_of_the_items(jobs: int) -> None:
    expected = [(index, item) for index, item in enumerate(ITEMS)]
    expected.insert(-1, (len(ITEMS) - 2, "more"))
    assert spread_out(ITEMS, jobs) == expected
    assert spread_out(ITEMS, jobs, here=("slow", "4", "two")) == expected
    assert spread_out([], jobs) == []


def test_the_work_of_a_process_that_was_killed_is_done_again() -> None:
    items = [*ITEMS, "die", *ITEMS, "die", *ITEMS]
    assert [item for _, item in spread_out(items, 2)].count("die") == 2
    assert len(spread_out(items, 2)) == len(items) + 3


def test_an_exception_comes_out_where_it_is_seen() -> None:
    with pytest.raises(ValueError, match="raise"):
        spread_out([*ITEMS, "raise"], 2)


def test_the_processes_end_when_nobody_wants_the_rest() -> None:
    import multiprocessing

    results = spread(work, ITEMS * 20, 2)
    assert [next(results)[1] for _ in range(6)] == [*"abcd", "slow", "0"]
    results.close()  # type: ignore[attr-defined]
    assert multiprocessing.active_children() == []


def test_other_processes_see_the_packs_where_none_is_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spread_module, "METHOD", "spawn")
    pack = write(
        tmp_path / "pack.yaml",
        "game: forest-shuffle\nbox: base\nspecies:\n  tall-fern:\n    name: Tall Fern\n    kind: dweller\n    types: [plant]\n"
        "    cost: 0\n    prints: [{side: bottom, symbol: birch, copies: 2}]\n    rule: {points: 4}\n",
    )
    games = [
        write(tmp_path / f"{number}.yaml", "players: {A: {expect: 4, forest: [Oak: {bottom: Tall Fern}]}}\n")
        for number in range(7)
    ]
    done = run("check", *games, "-j", "2", "--pack", pack)
    assert (done.status, done.out, done.err) == (0, "7 expectations hold\n", "")


def test_many_files_are_shared_and_few_are_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    jobs: list[int] = []

    def spy(work: Any, names: list[str], jobs_: int, **more: Any) -> Iterator[Any]:
        jobs.append(jobs_)
        return spread(work, names, jobs_, **more)

    monkeypatch.setattr(spread_module, "spread", spy)
    monkeypatch.setattr(checking, "_cores", lambda: 2)
    for number in range(checking.FEW + 1):
        anna(tmp_path / f"{number:02}.yaml", 12 + (number == 7))
    alone = run("check", tmp_path, "-j", "1")
    assert jobs == []
    shared = run("check", tmp_path)
    assert jobs == [2]
    assert (shared.status, shared.out, shared.err) == (alone.status, alone.out, alone.err)
    assert run("check", *sorted(tmp_path.iterdir())[: checking.FEW]).status == 1
    assert jobs == [2]


def test_large_files_stay_in_the_first_process(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [anna(tmp_path / f"{number}.yaml", 12) for number in range(9)]
    monkeypatch.setattr(checking, "LARGE", 10)
    assert run("check", *paths, "-j", "3").out == "9 expectations hold\n"


@pytest.mark.skipif(os.name != "posix", reason="signals are another thing elsewhere")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_interrupted_run_is_status_130_and_leaves_nobody_behind(tmp_path: Path, jobs: str) -> None:
    paths = [str(anna(tmp_path / f"{number}.yaml", 12)) for number in range(4)]
    command = [*MAIN, "check", *paths * 400, "-j", jobs, "--json"]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        os.killpg(process.pid, signal.SIGINT)
        # Both ends only come when no process holds the pipes any more.
        process.stdout.read()
        assert process.stderr.read() == ""
        assert process.wait(20) == 130


# -- progress -------------------------------------------------------------------------------------------------


class Screen:
    def __init__(self, is_screen: bool = True) -> None:
        self.text = ""
        self.is_screen = is_screen

    def isatty(self) -> bool:
        return self.is_screen

    def write(self, text: str) -> int:
        self.text += text
        return len(text)

    def flush(self) -> None:
        pass


def progressed(
    monkeypatch: pytest.MonkeyPatch, *, is_screen: bool = True, quiet: bool = False, columns: int = 80
) -> str:
    now = [0.0]
    screen = Screen(is_screen)
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setenv("COLUMNS", str(columns))
    progress = Progress(2000, quiet=quiet, clock=lambda: now[0])
    for number in range(1000):
        now[0] += 0.002
        progress.step(number)
    progress.clear()
    return screen.text


def test_progress_is_shown_past_a_second_and_taken_away(monkeypatch: pytest.MonkeyPatch) -> None:
    text = progressed(monkeypatch)
    shown = text.split("\r")
    assert 8 <= len(shown) <= 14
    assert "500 games, 499 of 2,000 files" in shown[1]
    assert "[#######" in shown[1]
    assert shown[-1] == "\x1b[K"
    assert progressed(monkeypatch, is_screen=False) == ""
    assert progressed(monkeypatch, quiet=True) == ""
    for columns in (10, 34, 40):
        rows = progressed(monkeypatch, columns=columns).replace("\x1b[K", "").split("\r")
        assert max(map(len, rows)) < columns
