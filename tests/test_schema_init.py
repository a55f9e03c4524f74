"""Starter files: valid as they are, with an example that is valid too."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest
from jsonschema import Draft7Validator

from forestcalc.api import load
from forestcalc.catalogue.catalogue import catalogue, games
from forestcalc.schema.layout_schema import layout_schema
from forestcalc.schema.starter import example, starter
from tests.support import diagnosed, errors, layout, run

TABLES = [
    (game, boxes)
    for game in games()
    for size in range(len(catalogue(game).all_boxes))
    for boxes in combinations(catalogue(game).all_boxes[1:], size)
]


@pytest.mark.parametrize(("game", "boxes"), TABLES)
def test_a_starter_is_valid_as_it_is(game: str, boxes: tuple[str, ...]) -> None:
    text = starter(game, boxes, ["Anna", "Boris"], "forestcalc.schema.json")
    assert diagnosed(text) == []
    (found,) = load(text)
    assert (found.name, found.expansions) == (game, boxes)
    assert [player.name for player in found.players] == ["Anna", "Boris"]


@pytest.mark.parametrize(("game", "boxes"), TABLES)
def test_its_example_is_valid_and_shows_every_kind_of_host(game: str, boxes: tuple[str, ...]) -> None:
    text = layout(example(game, boxes), game=game, boxes=boxes)
    assert errors(text) == []
    assert Draft7Validator(layout_schema(game)).is_valid(json.loads(text))
    (found,) = load(text)
    shown = {
        host.card.species.kind for player in found.players for host in (player.forest or pytest.fail("no forest")).hosts
    }
    cards = catalogue(game, boxes)
    kinds = {cards.species(id).kind for id in cards.species_ids if cards.is_declared(id)}
    assert shown == kinds - {"dweller"}


@pytest.mark.parametrize(("game", "boxes"), TABLES)
def test_the_example_in_the_comments_is_that_one(game: str, boxes: tuple[str, ...]) -> None:
    text = starter(game, boxes, ["Anna"])
    lines = [line[6:] for line in text.splitlines() if line.startswith("#     ")]
    head = f"game: {game}\nexpansions: [{', '.join(boxes)}]\nplayers:\n  Anna:\n"
    (found,) = load(head + "\n".join(f"    {line}" for line in lines) + "\n")
    (wanted,) = load(layout(example(game, boxes), game=game, boxes=boxes))

    def table(game: object) -> list[list[str]]:
        forest = game.players[0].forest  # type: ignore[attr-defined]
        return [[f"{card.side} {card.species.id} {card.symbol}" for card in host.cards] for host in forest.hosts]

    assert table(found) == table(wanted)


def test_the_commented_keys_are_legal_too() -> None:
    for game in games():
        text = starter(game, (), ["Anna"]).replace("# rulings:", "rulings:").replace("# expect:", "expect:")
        assert diagnosed(text) == []


def test_the_command_writes_the_file_and_the_schema(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("init")
    assert (done.status, done.out) == (0, "")
    assert done.err == "wrote game.yaml and forestcalc.schema.json\n"
    first = Path("game.yaml").read_text("utf-8").splitlines()[0]
    assert first == "# yaml-language-server: $schema=forestcalc.schema.json"
    assert json.loads(Path("forestcalc.schema.json").read_text("utf-8")) == layout_schema()
    assert run("validate", "game.yaml").status == 0
    assert [player.name for player in load(Path("game.yaml"))[0].players] == ["Player 1", "Player 2"]


def test_game_boxes_and_players_are_those_wanted(tmp_path: Path) -> None:
    file = tmp_path / "new.yaml"
    done = run(
        "init", file, "--game", "Forest Shuffle", "--expansion", "Waldrand", "--expansion", "alpine",
        "--player", "Zoë: the 1st", "--players", "3",
    )  # fmt: skip
    assert done.status == 0
    (game,) = load(file)
    assert game.expansions == ("alpine", "woodland-edge")
    assert [player.name for player in game.players] == ["Zoë: the 1st", "Player 1", "Player 2"]


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    file, schema = tmp_path / "game.yaml", tmp_path / "forestcalc.schema.json"
    schema.write_text("mine", "utf-8")
    assert run("init", file, "--quiet").err == ""
    assert schema.read_text("utf-8") == "mine"
    file.write_text("mine", "utf-8")
    done = run("init", file)
    assert done.status == 2
    assert "there already" in done.err
    assert file.read_text("utf-8") == "mine"
    assert run("init", file, "--force").status == 0
    assert len(load(file)) == 1


def test_the_schema_may_be_elsewhere(tmp_path: Path) -> None:
    folder = tmp_path / "my games"
    folder.mkdir()
    file, schema = folder / "game.yaml", tmp_path / "a schema.json"
    assert run("init", file, "--schema", schema).status == 0
    assert file.read_text("utf-8").startswith("# yaml-language-server: $schema=../a%20schema.json\n")
    assert schema.is_file()


def test_without_a_schema(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    assert run("init", file, "--no-schema").status == 0
    assert list(tmp_path.iterdir()) == [file]
    assert "$schema" not in file.read_text("utf-8")
    assert run("init", tmp_path / "b.yaml", "--no-schema", "--schema", "x").status == 2


def test_it_can_be_printed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run("init", "-", "--game", "smoky-mountains", "--player", "Anna")
    assert load(done.out)[0].name == "smoky-mountains"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "options",
    [
        ["--players", "6"],
        ["--players", "0"],
        ["--game", "chess"],
        ["--expansion", "exmoor"],
        ["--game", "smoky-mountains", "--expansion", "alpine"],
        ["--player", "A", "--player", "A"],
        ["--player", "\x1b"],
        ["--player", " "],
        [f"--player={name}" for name in "ABCDEF"],
    ],
)
def test_a_wrong_command_line_writes_nothing(options: list[str], tmp_path: Path) -> None:
    wanted = [part for one in options for part in (one if isinstance(one, list) else [one])]
    assert run("init", tmp_path / "game.yaml", *wanted).status == 2
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    done = run("init", tmp_path / "none" / "game.yaml")
    assert done.status == 2
    assert "cannot be written" in " ".join(done.err.split())
