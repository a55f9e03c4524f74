"""BG Stats: a scored game as a play that the app takes."""

from __future__ import annotations

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from forestcalc.exchange.bgstats import bgstats_play
from tests.support import layout, run, sheet_of

WHEN = datetime(2026, 5, 2, 19, 41, 7, tzinfo=UTC)


def play(text: str) -> dict[str, Any]:
    made = bgstats_play(sheet_of(text), WHEN)
    assert made.value is not None
    return made.value


def test_a_whole_play() -> None:
    text = layout(
        {"Caro": {"cave": 1, "forest": []}, "Anna": {"cave": 3, "forest": []}, "Boris": {"cave": 3, "forest": []}}
    )
    value = play(text)
    number = value.pop("sourcePlayId")
    assert isinstance(number, str)
    assert len(number) == 36
    assert value == {
        "sourceName": "forestcalc",
        "playDate": "2026-05-02 19:41:07",
        "game": {
            "sourceGameId": "forest-shuffle",
            "bggId": 391163,
            "name": "Forest Shuffle",
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {"sourcePlayerId": "Anna", "name": "Anna", "startPlayer": False, "score": 3, "winner": True},
            {"sourcePlayerId": "Boris", "name": "Boris", "startPlayer": False, "score": 3, "winner": True},
            {"sourcePlayerId": "Caro", "name": "Caro", "startPlayer": False, "score": 1, "winner": False},
        ],
    }


def test_numbers_of_the_games_are_numbers_and_left_out_where_unknown() -> None:
    assert play(layout([], game="dartmoor"))["game"]["bggId"] == 438402
    assert "bggId" not in play(layout([], game="smoky-mountains"))["game"]


def test_the_same_table_is_the_same_play_and_a_mended_one_another() -> None:
    one, same, other = (play(layout(forest))["sourcePlayId"] for forest in (["Oak"], ["oak"], ["Birch"]))
    assert one == same
    assert one != other


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (layout({"Anna": ["Oak"], "Caro": {"counts": {"trees": 9}}}), "export-needs-forest"),
        (layout([{"Oak": {"left": "Roe Deer", "right": "European Hare"}}, "Birch"]), "export-open"),
    ],
)
def test_without_a_settled_result_there_is_no_play(text: str, fault: str) -> None:
    made = bgstats_play(sheet_of(text), WHEN)
    assert made.value is None
    assert [one.code for one in made.diagnostics] == [fault]


def test_the_command_prints_a_line_a_game(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(layout({"Zoë": ["Oak"]}) + "\n---\n" + layout(["Ash"], game="dartmoor"), "utf-8")
    os.utime(file, (WHEN.timestamp(), WHEN.timestamp()))
    done = run("export", "--bgstats", file)
    assert (done.status, done.err) == (0, "")
    assert [(one["players"][0]["name"], one["playDate"]) for one in done.json] == [
        ("Zoë", "2026-05-02 19:41:07"),
        ("Anna", "2026-05-02 19:41:07"),
    ]


def test_the_link_holds_the_play(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(layout({"Zoë & Co": ["Oak"]}), "utf-8")
    link = run("export", "--bgstats", "--link", file).out.strip()
    address, _, data = link.partition("?data=")
    assert address == "https://app.bgstatsapp.com/createPlay.html"
    assert "&" not in data
    assert json.loads(unquote(data))["players"][0]["name"] == "Zoë & Co"


def test_a_date_can_be_given() -> None:
    done = run("export", "--bgstats", "--date", "2026-05-02T12:00:00+02:00", "-", stdin=layout(["Oak"]))
    assert done.json[0]["playDate"] == "2026-05-02 10:00:00"
    assert run("export", "--bgstats", "--date", "yesterday", "-", stdin=layout(["Oak"])).status == 2


def test_standard_input_was_played_now() -> None:
    done = run("export", "--bgstats", "-", stdin=layout(["Oak"]))
    played = datetime.strptime(done.json[0]["playDate"], "%Y-%m-%d %H:%M:%S").replace(tzinfo=UTC)
    assert abs((datetime.now(UTC) - played).total_seconds()) < 60


@pytest.mark.parametrize("options", [["--link"], ["--date", "2026-05-02"], ["--bgstats", "--app-version", "1"]])
def test_options_that_do_not_go_together(options: list[str]) -> None:
    assert run("export", *options, "-", stdin=layout(["Oak"])).status == 2


def test_json_holds_the_play_and_the_link() -> None:
    (value,) = run("export", "--bgstats", "--json", "-", stdin=layout(["Oak"])).json
    assert value["valid"] is True
    assert value["play"]["game"]["bggId"] == 391163
    assert value["link"].startswith("https://")
