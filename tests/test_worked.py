"""Worked examples: each a small forest, the lines that are scored, and the points that a source gives."""

from __future__ import annotations

import json
import re
from functools import cache
from typing import Any

import pytest
from ruamel.yaml import YAML

from forestcalc.catalogue import store
from forestcalc.catalogue.catalogue import catalogue
from forestcalc.scoring.sheet import ScoreSheet
from tests.support import DATA, EXAMPLES, ROOT, lines, sheet_of

WORKED = ROOT / "tests" / "worked"
EVERYTHING = {
    "forest-shuffle": ("alpine", "woodland-edge", "exploration", "promo"),
    "dartmoor": ("exmoor",),
    "smoky-mountains": (),
}


def read(path: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = YAML(typ="safe").load((WORKED / path).read_text("utf-8"))
    return cases


CASES = {f"{path.stem}-{case['id']}": case for path in sorted(WORKED.glob("*.yaml")) for case in read(path.name)}


@cache
def example(name: str) -> ScoreSheet:
    return sheet_of((EXAMPLES / name).read_text("utf-8"))


def sheet_for(case: dict[str, Any]) -> ScoreSheet:
    return example(case["file"]) if "file" in case else sheet_of(json.dumps(case["layout"]))


def game_for(case: dict[str, Any]) -> str:
    return str(case["layout"]["game"]) if "layout" in case else "dartmoor"


@pytest.mark.parametrize("id", CASES)
def test_worked_example(id: str) -> None:
    case = CASES[id]
    sheet = sheet_for(case)
    anna = sheet.player("Anna")
    known = {**lines(sheet), "cave": anna.cave_range.value, "total": anna.total}
    assert sum(known[line] or 0 for line in case["lines"]) == case["points"]
    assert None not in [known[line] for line in case["lines"]]


@pytest.mark.parametrize("id", [id for id, case in CASES.items() if "each" in case])
def test_every_card_of_a_worked_example_scores_as_much(id: str) -> None:
    case = CASES[id]
    scored = [line for line in sheet_for(case).player("Anna").lines if line.id in case["lines"]]
    assert {line.card_points(number) for line in scored for number in range(line.count)} == {case["each"]}


@pytest.mark.parametrize("id", CASES)
def test_every_source_of_a_worked_example_is_known(id: str) -> None:
    case = CASES[id]
    assert set(case["source"]) <= set(store.texts(game_for(case))["sources"])
    assert case["source"]


def covered(game: str) -> set[str]:
    """Return the species, sets and caves that have a case of their own here or among the unit samples."""
    found = {
        name for case in CASES.values() if game_for(case) == game for name in (case["species"], *case.get("lines", []))
    }
    streams = {"forest-shuffle": ("units",), "dartmoor": ("dartmoor", "exmoor"), "smoky-mountains": ("smoky",)}
    for stream in streams[game]:
        for row in (DATA / "cases" / "scored" / f"{stream}.expected.jsonl").read_text("utf-8").splitlines():
            if match := re.fullmatch(r"(?:su|dm-ax|ex|sm)-(.+)-\d+", json.loads(row)["id"]):
                found.add(match[1])
    return found


@pytest.mark.parametrize("game", EVERYTHING)
def test_every_species_and_cave_has_a_worked_example(game: str) -> None:
    cards = catalogue(game, EVERYTHING[game])
    found = covered(game)
    missing = [id for id in cards.species_ids if id not in found and cards.species(id).set_id not in found]
    assert missing == []
    assert [id for id in cards.caves if id not in found] == []


def test_ids_of_worked_examples_are_not_used_twice() -> None:
    ids = [(path.name, case["id"]) for path in WORKED.glob("*.yaml") for case in read(path.name)]
    assert len(ids) == len(set(ids))


# -- the examples of the rulebooks, row by row as printed --------------------------------------------------------

SMOKY_258 = {
    "great-blue-heron": 6,
    "bald-eagle": 10,
    "water-starwort": 8,
    "thermometer-cricket": 8,
    "eastern-hellbender": 20,
    "brown-water-scorpion": 2,
    "greenside-darter": 12,
    "yellow-perch": 2,
    "smallmouth-bass": 9,
    "coyote": 30,
    "black-bear": 30,
    "white-tailed-deer": 8,
    "rock-vole": 5,
    "river-otter": 18,
    "weevil-wasp": 10,
    "squirrels": 40,
    "buckeye": 20,
    "hickory": 10,
    "black-gum": 5,
    "river-bend": 0,
    "creek": 3,
    "universal-river": 0,
}
DARTMOOR_127 = {
    "dragonflies": 15,
    "wheatear": 5,
    "buzzard": 4,
    "beaver": 10,
    "heather": 5,
    "blue-ground-beetle": 5,
    "water-soldiers": 8,
    "bog-asphodel": 3,
    "common-pheasant": 3,
    "wood-mouse": 2,
    "shrew": 1,
    "roe-deer": 15,
    "dartmoor-black-rabbit": 4,
    "dartmoor-badger": 12,
    "valley-mire": 10,
    "wet-woodland": 6,
    "crab-apple": 8,
    "moor-birch": 1,
    "elderberry": 0,
    "universal-moor": 0,
}


def sections(sheet: ScoreSheet) -> dict[str, int | None]:
    return {section: value.value for section, value in sheet.player("Anna").sections.items()}


def test_the_smoky_mountains_display_scores_258_row_by_row() -> None:
    sheet = example("smoky-258.yaml")
    assert lines(sheet) == SMOKY_258
    # trees 35 and rivers 3 are one section; squirrels stand at the sides, as on the score pad
    assert sections(sheet) == {"trees": 38, "top": 32, "bottom": 45, "left_right": 141, "cave": 2}
    assert sheet.player("Anna").total == 258


def test_the_dartmoor_display_scores_127_row_by_row() -> None:
    sheet = example("dartmoor-127.yaml")
    assert lines(sheet) == DARTMOOR_127
    assert sections(sheet) == {"trees": 25, "top": 24, "bottom": 31, "left_right": 37, "cave": 10}
    assert sheet.player("Anna").total == 127


def test_the_smoky_mountains_display_needs_squirrels_with_paws() -> None:
    text = (
        (EXAMPLES / "smoky-258.yaml")
        .read_text("utf-8")
        .replace("players:", "rulings: {squirrels-pawed: not-pawed}\nplayers:")
    )
    sheet = sheet_of(text)
    assert sheet.player("Anna").total == 238
    assert lines(sheet)["coyote"] == 10
