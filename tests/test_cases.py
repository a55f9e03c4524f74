"""Sample games with known results: random tables, edge cases, ranges, and layouts with one defect each."""

from __future__ import annotations

import csv
import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from forestcalc.api import check_text, score
from tests.support import DATA, diagnosed, run

SCORED = DATA / "cases" / "scored"
ILLEGAL = DATA / "cases" / "illegal"
STREAMS = tuple(sorted(path.stem for path in SCORED.glob("*.yaml")))


@cache
def stream(name: str) -> dict[str, tuple[Any, Any]]:
    """Return the checked games of a stream with what is expected of them, by id."""
    expected = [json.loads(line) for line in (SCORED / f"{name}.expected.jsonl").read_text("utf-8").splitlines()]
    checked = check_text((SCORED / f"{name}.yaml").read_text("utf-8"), f"{name}.yaml")
    return {one["id"]: (game, one) for game, one in zip(checked, expected, strict=True)}


def ids() -> list[tuple[str, str]]:
    return [
        (name, json.loads(line)["id"])
        for name in STREAMS
        for line in (SCORED / f"{name}.expected.jsonl").read_text("utf-8").splitlines()
    ]


@pytest.mark.parametrize(("name", "id"), ids())
def test_sample_game(name: str, id: str) -> None:
    checked, expected = stream(name)[id]
    assert checked.game is not None, checked.diagnostics
    sheet = score(checked.game)
    assert [player.name for player in sheet.players] == list(expected["expected"])
    for player in sheet.players:
        wanted = expected["expected"][player.name]
        assert player.total == wanted["total"]
        if "min" in wanted:
            assert (player.min, player.max) == (wanted["min"], wanted["max"])
        if "by_species" in wanted:
            assert {line.id: line.points for line in player.lines} == wanted["by_species"]
        if "cave" in wanted:
            assert player.cave_range.value == wanted["cave"]
    if "winners" in expected:
        assert list(sheet.winners) == expected["winners"]


def test_there_are_samples_of_every_kind() -> None:
    assert {"units", "random_base", "random_expansions", "edge", "ranges", "dartmoor", "exmoor", "smoky"} <= {*STREAMS}


@pytest.mark.parametrize("name", STREAMS)
def test_every_expectation_of_a_stream_holds(name: str) -> None:
    done = run("check", "--json", "--quiet", SCORED / f"{name}.yaml")
    assert all(one["valid"] and one["ok"] for one in done.json)
    assert done.status == 0


def faults() -> list[tuple[str, str, int, int]]:
    with (ILLEGAL / "index.csv").open(encoding="utf-8") as file:
        return [(row["file"], row["code"], int(row["line"]), int(row["column"])) for row in csv.DictReader(file)]


@pytest.mark.parametrize(("file", "code", "line", "column"), faults())
def test_a_layout_with_one_defect_has_one_error(file: str, code: str, line: int, column: int) -> None:
    found = [one for one in diagnosed((ILLEGAL / file).read_text("utf-8")) if one.is_error]
    assert [one.code for one in found] == [code]
    assert found[0].span is not None
    assert (found[0].span.line, found[0].span.column) == (line, column)


@pytest.mark.parametrize("command", ["score", "validate", "check"])
def test_every_layout_with_a_defect_ends_with_3(command: str) -> None:
    files = sorted(ILLEGAL.glob("*.yaml"))
    done = run(command, "--json", *files)
    assert done.status == 3
    assert [Path(one["file"]) for one in done.json] == files
    assert not any(one["valid"] for one in done.json)


def test_every_defect_is_indexed() -> None:
    assert {file for file, *_ in faults()} == {path.name for path in ILLEGAL.glob("*.yaml")}
