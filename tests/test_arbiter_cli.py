"""The commands `ask`, `topics` and `setup`: exit statuses, machine formats, and text that stays text."""

from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from forestcalc.cli.app import app
from tests.support import DATA

TOPIC_KEYS = {
    "format",
    "id",
    "title",
    "status",
    "games",
    "editions",
    "answer",
    "details",
    "citations",
    "conflicts",
    "related",
}
SETUP_KEYS = {
    *(
        "format",
        "game",
        "expansions",
        "players",
        "deck",
        "removed",
        "piles",
        "winter_cards",
        "hand",
        "caves",
        "citations",
    ),
}


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), catch_exceptions=False)


def objects(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("ask", "how many cards may I hold?"), 0),
        (("ask", "how", "many", "cards", "may", "I", "hold"), 0),
        (("ask", "--json", "hand limit"), 0),
        (("ask", "--game", "dartmoor", "who begins"), 0),
        (("ask", "--lang", "de", "gnat points"), 0),
        (("ask", "What time is it in Tokyo?"), 1),
        (("ask", "--json", "What time is it in Tokyo?"), 1),
        (("ask", "may a sapling be replaced by a tree"), 1),
        (("ask", "--edition", "1999", "hand limit"), 2),
        (("ask", "--game", "chess", "hand limit"), 2),
        (("ask",), 2),
        (("topics",), 0),
        (("topics", "hand-limit"), 0),
        (("topics", "--game", "smoky-mountains", "river"), 0),
        (("topics", "no-such-topic"), 1),
        (("topics", "--game", "dartmoor", "mole-batch"), 1),
        (("topics", "--game", "chess"), 2),
        (("setup",), 0),
        (("setup", "--players", "3", "--expansion", "alpine", "--expansion", "exploration"), 0),
        (("setup", "--players", "1", "--game", "smoky-mountains"), 0),
        (("setup", "--players", "6"), 2),
        (("setup", "--expansion", "exmoor"), 2),
        (("setup", "--game", "dartmoor", "--expansion", "alpine"), 2),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else str(value),
)
def test_exit_status(arguments: tuple[str, ...], status: int) -> None:
    assert run(*arguments).exit_code == status


def test_ask_in_the_machine_format_is_one_line() -> None:
    (found,) = objects(run("ask", "--json", "5 hares how many points"))
    assert found["question"] == "5 hares how many points"
    assert found["answers"][0]["id"] == "card:european-hare"


def test_topics_in_the_machine_format() -> None:
    listed = objects(run("topics", "--json"))
    assert len(listed) == len(json.loads((DATA / "arbiter" / "registry.json").read_text(encoding="utf-8")))
    assert all(set(one) >= TOPIC_KEYS for one in listed)
    (one,) = objects(run("topics", "--json", "hand-limit"))
    assert one["id"] == "hand-limit"
    of_smoky = objects(run("topics", "--json", "--game", "smoky-mountains"))
    assert all("smoky-mountains" in one["games"] for one in of_smoky)


def test_setup_in_the_machine_format() -> None:
    (found,) = objects(run("setup", "--json", "--players", "3"))
    assert set(found) >= SETUP_KEYS
    assert (found["deck"], found["removed"], found["piles"]) == (158, 20, [46, 46, 46])
    assert (found["winter_cards"], found["hand"]) == (3, 6)
    assert [one["players"] for one in objects(run("setup", "--json"))] == [2, 3, 4, 5]


@pytest.mark.parametrize("command", ["ask", "topics"])
def test_text_from_outside_stays_text(command: str) -> None:
    result = run(command, "\x1b[31m[bold red]x[/]\x07 zzz")
    assert "\x1b" not in result.output
    assert "\x07" not in result.output


def test_the_short_answer_comes_before_details_conflicts_and_sources() -> None:
    text = run("ask", "may I redraw a hand without trees").stdout
    places = [text.index(part) for part in ("Not by the current rules", "In the current rules", "Differs:", "Sources:")]
    assert places == sorted(places)


def test_an_answer_fits_sixty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    text = run("ask", "what does the mole do").stdout
    assert max(map(len, text.splitlines())) <= 60


def test_an_unknown_topic_brings_near_ones() -> None:
    assert "hand-limit" in run("topics", "how many cards may I hold").output
