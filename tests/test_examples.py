"""The examples: realistic games that hold what they say, on which the plain scorer agrees."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from forestcalc.scoring.score import known_sheet
from tests.plain_scorer import plain_ranks, plain_scores
from tests.support import EXAMPLES, Plain, game_of, run, sheet_of

GAMES = sorted(EXAMPLES.glob("*.yaml"))
IDS = [path.stem for path in GAMES]


@pytest.mark.parametrize("path", GAMES, ids=IDS)
def test_every_expectation_holds(path: Path) -> None:
    done = run("check", "--json", path)
    (one,) = done.json
    assert done.status == 0
    assert one["ok"]
    assert one["checks"]
    assert not [found for found in one["diagnostics"] if found["severity"] != "note"]


@pytest.mark.parametrize("path", GAMES, ids=IDS)
def test_the_plain_scorer_agrees(path: Path) -> None:
    game = game_of(path.read_text("utf-8"))
    sheet = known_sheet(game)
    plain = plain_scores(game)
    for player, other in zip(sheet.players, plain, strict=True):
        assert {line.id: line.known for line in player.lines} == other.lines
        assert {section: value.min for section, value in player.sections.items()} == dict(other.sections)
    assert [player.rank for player in sheet.players] == plain_ranks([one.total for one in plain])


@pytest.mark.parametrize("path", GAMES, ids=IDS)
def test_every_closed_total_is_expected(path: Path) -> None:
    sheet = sheet_of(path.read_text("utf-8"))
    for player in sheet.players:
        if player.total is not None:
            assert player.player.expect is not None
            assert player.player.expect["total"] == player.total
            assert 60 <= player.total <= 260


@pytest.mark.parametrize("path", GAMES, ids=IDS)
def test_every_example_begins_with_what_it_shows(path: Path) -> None:
    first = path.read_text("utf-8").splitlines()[0]
    assert re.fullmatch(r"# [A-Z].{20,}", first)


@cache
def scored(name: str) -> Plain:
    one: Plain = run("score", "--json", EXAMPLES / f"{name}.yaml").json[0]
    return one


def test_every_box_and_game_is_there() -> None:
    seen = {(one["game"], box) for path in GAMES for one in [scored(path.stem)] for box in ("base", *one["expansions"])}
    assert seen == {
        *(("forest-shuffle", box) for box in ("base", "alpine", "woodland-edge", "exploration", "promo")),
        *(("dartmoor", box) for box in ("base", "exmoor")),
        ("smoky-mountains", "base"),
    }


def test_there_are_games_for_one_to_five_players() -> None:
    assert {len(scored(path.stem)["players"]) for path in GAMES} == {1, 2, 3, 4, 5}


def test_special_caves_are_there() -> None:
    caves = {player["cave"]["name"] for path in GAMES for player in scored(path.stem)["players"]}
    assert {"bat-cave", "lonely-cave", "collectors-cave", "storage-cave", "smugglers-cave", "cave-4", "cave-7"} <= caves


def test_a_shared_victory_is_there() -> None:
    assert scored("shared-victory")["winners"] == ["Anna", "Caro"]
    assert [player["rank"] for player in scored("shared-victory")["players"]] == [1, 3, 1, 4]


def test_an_open_total_is_there() -> None:
    one = scored("missing-symbols")
    assert [player["total"] is None for player in one["players"]] == [True, False]
    assert one["open"]


def test_rulings_are_there() -> None:
    assert {note["id"]: note["value"] for note in scored("solo")["rulings"]} == {
        "turkey-oak": "own-species",
        "solo": "automa",
    }


def test_a_player_by_counts_decides_majorities() -> None:
    text = (EXAMPLES / "player-by-counts.yaml").read_text("utf-8")
    more = text.replace("{Linden Tree: 3, trees: 10}", "{Linden Tree: 4, trees: 12}")
    assert more != text
    assert sheet_of(text).player("Anna").total == 98
    # three Lindens are worth 1 each now, and the woodpecker nothing
    assert sheet_of(more).player("Anna").total == 98 - 6 - 10


@pytest.mark.parametrize("name", ["auf-deutsch", "alpes-en-francais"])
def test_examples_in_other_languages_use_no_english_names(name: str) -> None:
    text = (EXAMPLES / f"{name}.yaml").read_text("utf-8")
    assert not re.search(r"\b(Oak|Birch|Beech|European|Tawny|Roe Deer)\b", text.split("forest:", 1)[1])
