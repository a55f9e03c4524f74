"""The machine formats: which keys every object has, of which types, and what they mean."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support import DATA, EXAMPLES, Plain, layout, run

INT, STR, BOOL, LIST, MAP = int, str, bool, list, dict
NULL = type(None)
Types = type | tuple[type, ...]
Shape = dict[str, Types]

HEAD: Shape = {"format": INT, "file": STR, "document": INT, "game": (STR, NULL), "expansions": LIST, "valid": BOOL}
DIAGNOSTIC: Shape = {
    "code": STR,
    "severity": STR,
    "message": STR,
    "file": STR,
    "document": INT,
    "line": (INT, NULL),
    "column": (INT, NULL),
    "end_column": (INT, NULL),
    "path": LIST,
    "help": (STR, NULL),
    "related": LIST,
}
RELATED: Shape = {"line": INT, "column": INT, "end_column": INT, "message": STR}
SCORE: Shape = {**HEAD, "players": LIST, "winners": LIST, "rulings": LIST, "open": LIST, "diagnostics": LIST}
PLAYER: Shape = {
    "name": STR,
    "rank": (INT, NULL),
    "total": (INT, NULL),
    "min": INT,
    "max": INT,
    "sections": MAP,
    "lines": LIST,
    "cave": MAP,
}
LINE: Shape = {
    "species": STR,
    "name": STR,
    "count": INT,
    "points": (INT, NULL),
    "min": INT,
    "max": INT,
    "reason": STR,
    "cards": LIST,
}
CARD_OF_LINE: Shape = {"path": LIST, "symbol": (STR, NULL), "points": (INT, NULL)}
CAVE: Shape = {"name": STR, "cards": INT, "points": (INT, NULL)}
OPEN: Shape = {"player": STR, "path": LIST, "species": (STR, NULL), "totals": MAP}
RULING_NOTE: Shape = {"id": STR, "value": STR, "alternatives": LIST}
ALTERNATIVE: Shape = {"value": STR, "totals": (MAP, NULL)}
VALIDATE: Shape = {**HEAD, "diagnostics": LIST}
CHECK: Shape = {**HEAD, "ok": BOOL, "checks": LIST, "diagnostics": LIST}
ONE_CHECK: Shape = {"player": STR, "what": STR, "expected": INT, "min": INT, "max": INT, "ok": BOOL}
FOUND: Shape = {"format": INT, "query": STR, "cards": LIST, "suggestions": LIST}
CARD: Shape = {
    "game": STR,
    "id": STR,
    "name": STR,
    "kind": STR,
    "rule": (STR, NULL),
    "effect": (STR, NULL),
    "bonus": (STR, NULL),
    "worked": LIST,
    "confidence": STR,
    "sources": LIST,
    "rulings": LIST,
    "topics": LIST,
    "prints": LIST,
}
WORKED: Shape = {"case": STR, "count": INT, "points": INT}
PRINT: Shape = {
    "box": STR,
    "side": (STR, NULL),
    "symbol": (STR, NULL),
    "copies": (INT, NULL),
    "cost": (INT, NULL),
    "types": LIST,
}
RULING: Shape = {"format": INT, "id": STR, "game": STR, "question": STR, "values": LIST, "sources": LIST}
READING: Shape = {"value": STR, "reading": STR, "read_so_by": LIST, "default": BOOL}


def fits(value: Plain, shape: Shape) -> None:
    """Check that every key of *shape* is there with a value of its type; more keys may be there."""
    for name, types in shape.items():
        assert name in value, (name, value)
        found = value[name]
        wanted = types if isinstance(types, tuple) else (types,)
        assert isinstance(found, wanted), (name, found)
        if isinstance(found, bool):
            assert bool in wanted, (name, found)


def fits_diagnostics(found: list[Plain]) -> None:
    for one in found:
        fits(one, DIAGNOSTIC)
        assert one["severity"] in ("error", "warning", "note")
        assert all(isinstance(part, str | int) for part in one["path"])
        for related in one["related"]:
            fits(related, RELATED)


def is_range(value: Any) -> bool:
    return isinstance(value, dict) and set(value) == {"min", "max"} and value["min"] <= value["max"]


def fits_score(one: Plain) -> None:
    fits(one, SCORE)
    assert one["format"] == 1
    fits_diagnostics(one["diagnostics"])
    names = [player["name"] for player in one["players"]]
    assert set(one["winners"]) <= set(names)
    for player in one["players"]:
        fits_player(player)
    for note in one["rulings"]:
        fits(note, RULING_NOTE)
        for alternative in note["alternatives"]:
            fits(alternative, ALTERNATIVE)
            totals = alternative["totals"]
            assert totals is None or all(isinstance(total, int) or is_range(total) for total in totals.values())
    for value in one["open"]:
        fits(value, OPEN)
        assert all(is_range(total) for total in value["totals"].values())


def fits_player(player: Plain) -> None:
    fits(player, PLAYER)
    fits(player["cave"], CAVE)
    assert player["min"] <= player["max"]
    assert (player["total"] is None) == (player["min"] != player["max"])
    assert list(player["sections"]) == ["trees", "top", "bottom", "left_right", "cave"]
    for value in player["sections"].values():
        assert isinstance(value, int) or is_range(value)
    for line in player["lines"]:
        fits(line, LINE)
        assert line["count"] == len(line["cards"])
        assert (line["points"] is None) == (line["min"] != line["max"])
        assert line["reason"]
        for card in line["cards"]:
            fits(card, CARD_OF_LINE)
    if player["total"] is not None and all(isinstance(value, int) for value in player["sections"].values()):
        assert sum(player["sections"].values()) == player["total"]
        assert sum(line["points"] for line in player["lines"]) + player["cave"]["points"] == player["total"]


SCORED = [*sorted(EXAMPLES.glob("*.yaml")), *sorted((DATA / "cases" / "scored").glob("r*.yaml"))]


@pytest.mark.parametrize("path", SCORED, ids=[path.stem for path in SCORED])
def test_score(path: Path) -> None:
    done = run("score", "--json", path)
    assert done.status == 0
    assert done.err == ""
    for number, one in enumerate(done.json):
        fits_score(one)
        assert (one["file"], one["document"], one["valid"]) == (str(path), number, True)


def test_a_whole_score() -> None:
    text = """\
game: forest-shuffle
expansions: [alpine]
players:
  Anna:
    cave: 3
    forest:
      - Beech:
          left: [European Hare (linden), European Hare (oak)]
      - 2x Douglas Fir
"""
    (one,) = run("score", "--json", "-", stdin=text).json
    (player,) = one["players"]
    hares = player["lines"].pop()
    # keys may be added; these are the ones that scripts rely on
    assert {name: one[name] for name in SCORE if name != "players"} == {
        "format": 1,
        "file": "<stdin>",
        "document": 0,
        "game": "forest-shuffle",
        "expansions": ["alpine"],
        "valid": True,
        "winners": ["Anna"],
        "rulings": [],
        "open": [],
        "diagnostics": [],
    }
    assert {name: hares[name] for name in LINE if name != "reason"} == {
        "species": "european-hare",
        "name": "European Hare",
        "count": 2,
        "points": 4,
        "min": 4,
        "max": 4,
        "cards": [
            {"path": ["forest", 0, "left", 0], "symbol": "linden", "points": 2},
            {"path": ["forest", 0, "left", 1], "symbol": "oak", "points": 2},
        ],
    }
    assert [line["species"] for line in player.pop("lines")] == ["beech", "douglas-fir"]
    assert player == {
        "name": "Anna",
        "rank": 1,
        "total": 17,
        "min": 17,
        "max": 17,
        "sections": {"trees": 10, "top": 0, "bottom": 0, "left_right": 4, "cave": 3},
        "cave": {"name": "regular-cave", "cards": 3, "points": 3},
    }


# -- paths ---------------------------------------------------------------------------------------------------------


def paths(forest: list[Any], game: str = "forest-shuffle", boxes: tuple[str, ...] = ()) -> dict[str, list[Any]]:
    (one,) = run("score", "--json", "-", stdin=layout(forest, game=game, boxes=boxes)).json
    (player,) = one["players"]
    return {line["species"]: [card["path"] for card in line["cards"]] for line in player["lines"]}


def test_paths_of_one_slot_sides_end_with_the_index_of_the_entry() -> None:
    found = paths(
        ["Sapling", {"Birch": {"top": "Tawny Owl", "left": ["2x European Hare", "European Hare"]}}, "2x Beech"]
    )
    assert found["sapling"] == [["forest", 0]]
    assert found["birch"] == [["forest", 1]]
    assert found["tawny-owl"] == [["forest", 1, "top", 0]]
    assert found["european-hare"] == [["forest", 1, "left", 0], ["forest", 1, "left", 0], ["forest", 1, "left", 1]]
    assert found["beech"] == [["forest", 2], ["forest", 2]]


def test_paths_of_two_slot_sides_have_slot_and_index() -> None:
    forest = [{"Tor": {"top": ["Buzzard", ["Keeled Skimmer", "Southern Damselfly"]], "bottom": "Water Soldiers"}}]
    found = paths(forest, "dartmoor")
    assert found["buzzard"] == [["forest", 0, "top", 0, 0]]
    assert found["dragonflies"] == [["forest", 0, "top", 1, 0], ["forest", 0, "top", 1, 1]]
    assert found["water-soldiers"] == [["forest", 0, "bottom", 0, 0]]


def test_paths_of_rivers() -> None:
    forest = [
        {"Hemlock": {"bottom": ["Brook Trout", "Yellow Perch"], "river": True}},
        "Universal River",
        {"Waterfall": {"bottom": ["Yellow Perch"]}},
    ]
    found = paths(forest, "smoky-mountains")
    assert found["universal-river"] == [["forest", 0, "river"], ["forest", 1]]
    assert found["brook-trout"] == [["forest", 0, "bottom", 0, 0]]
    assert found["yellow-perch"] == [["forest", 0, "bottom", 1, 0], ["forest", 2, "bottom", 0, 0]]


def test_lines_stand_by_section_then_by_first_card() -> None:
    found = paths([{"Birch": {"left": "Gnat", "bottom": "Mole"}}, {"Beech": {"top": "Tawny Owl", "bottom": "Moss"}}])
    assert list(found) == ["birch", "beech", "tawny-owl", "mole", "moss", "gnat"]


def test_sets_are_one_line_in_the_section_of_their_side() -> None:
    (one,) = run("score", "--json", EXAMPLES / "smoky-258.yaml").json
    squirrels = next(line for line in one["players"][0]["lines"] if line["species"] == "squirrels")
    assert (squirrels["count"], squirrels["points"], squirrels["section"]) == (4, 40, "left_right")
    assert [card["points"] for card in squirrels["cards"]] == [None] * 4


def test_says_firefly_stands_in_the_line_of_the_fireflies() -> None:
    forest = [{"Sapling": {"bottom": "Fireflies"}}, {"Sapling": {"bottom": "Say's Firefly"}}]
    found = paths(forest, boxes=("exploration",))
    assert found["fireflies"] == [["forest", 0, "bottom", 0], ["forest", 1, "bottom", 0]]
    assert "says-firefly" not in found


# -- ranks, winners, players ----------------------------------------------------------------------------------------


def test_ranks_skip_after_a_tie_and_players_by_counts_are_left_out() -> None:
    text = layout(
        {
            "Caro": ["Douglas Fir"],
            "Dora": {"counts": {"trees": 3}},
            "Anna": ["2x Douglas Fir"],
            "Boris": ["2x Douglas Fir"],
        }
    )
    (one,) = run("score", "--json", "-", stdin=text).json
    assert [(player["name"], player["rank"]) for player in one["players"]] == [("Caro", 3), ("Anna", 1), ("Boris", 1)]
    assert one["winners"] == ["Anna", "Boris"]


def test_open_values_are_null_with_their_bounds() -> None:
    forest = ["Birch", {"Beech": {"right": "Roe Deer (birch)", "top": "Chaffinch"}}]
    (one,) = run("score", "--json", "-", stdin=layout({"Anna": forest, "Boris": ["2x Douglas Fir"]})).json
    anna, boris = one["players"]
    assert (anna["total"], anna["min"], anna["max"], anna["rank"]) == (None, 12, 15, 1)
    assert (boris["total"], boris["rank"]) == (10, 2)
    assert one["winners"] == ["Anna"]
    assert anna["sections"]["left_right"] == {"min": 6, "max": 9}
    deer = next(line for line in anna["lines"] if line["species"] == "roe-deer")
    assert (deer["points"], deer["min"], deer["max"]) == (None, 6, 9)
    assert one["open"] == [
        {
            "player": "Anna",
            "path": ["forest", 1, "top", 0],
            "species": "chaffinch",
            "totals": {"birch": {"min": 15, "max": 15}, "*": {"min": 12, "max": 12}},
        }
    ]


def test_a_rank_that_the_choice_could_change_is_null() -> None:
    forest = ["Birch", {"Beech": {"right": "Roe Deer (birch)", "top": "Chaffinch"}}]
    boris = {"cave": 13, "forest": []}
    (one,) = run("score", "--json", "-", stdin=layout({"Anna": forest, "Boris": boris})).json
    assert [player["rank"] for player in one["players"]] == [None, None]
    assert one["winners"] == []


def test_a_missing_count_opens_the_totals_that_hang_on_it() -> None:
    text = layout({"Anna": ["2x Linden Tree"], "Boris": {"counts": {"trees": 3}}})
    (one,) = run("score", "--json", "-", stdin=text).json
    fits_score(one)
    assert (one["players"][0]["min"], one["players"][0]["max"]) == (2, 6)
    assert one["open"] == [{"player": "Boris", "path": ["counts", "Linden Tree"], "species": None, "totals": {}}]


def test_points_by_hand_are_marked() -> None:
    forest = [{"Birch": {side: {"card": "Jackalope", "points": 6} for side in ("left", "right")}}]
    (one,) = run("score", "--json", "-", stdin=layout(forest)).json
    line = next(line for line in one["players"][0]["lines"] if line["species"] == "jackalope")
    assert (line["by_hand"], line["points"], line["count"], line["name"]) == (True, 12, 2, "Jackalope")
    assert not any("by_hand" in line for line in one["players"][0]["lines"] if line["species"] != "jackalope")


# -- invalid games ---------------------------------------------------------------------------------------------------


def test_an_invalid_game_has_no_players() -> None:
    (one,) = run("score", "--json", "-", stdin=layout([{"Birch": {"left": "Chaffinch"}}])).json
    fits_score(one)
    assert (one["valid"], one["players"], one["winners"], one["game"]) == (False, [], [], "forest-shuffle")
    (found,) = one["diagnostics"]
    assert (found["code"], found["path"]) == ("slot-wrong-side", ["players", "Anna", "forest", 0, "left", 0])


@pytest.mark.parametrize("command", ["score", "validate", "check"])
@pytest.mark.parametrize("text", ["players: [", "a: b: c", ""])
def test_a_text_that_cannot_be_read_gives_one_line(command: str, text: str) -> None:
    done = run(command, "--json", "-", stdin=text)
    assert done.status == 3
    assert done.err == ""
    (one,) = done.json
    fits(one, HEAD)
    assert (one["document"], one["game"], one["valid"]) == (0, None, False)
    fits_diagnostics(one["diagnostics"])


def test_documents_before_a_yaml_error_keep_their_lines() -> None:
    good = layout(["Birch"])
    done = run("score", "--json", "-", stdin=f"{good}\n---\n{good}\n---\nplayers: [\n")
    assert [one["valid"] for one in done.json] == [True, True, False]
    assert [one["document"] for one in done.json[:2]] == [0, 1]
    assert done.status == 3


def test_file_is_as_given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "game.yaml").write_text(layout(["Birch"]), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    for name in ("game.yaml", "./game.yaml", str(tmp_path / "game.yaml")):
        (one,) = run("score", "--json", name).json
        assert one["file"] == name


def test_related_places_of_too_many_copies() -> None:
    (one,) = run(
        "score", "--json", "-", stdin=layout({"Anna": ["Moor Birch", "2x Moor Birch"]}, boxes=["exploration"])
    ).json
    (found,) = one["diagnostics"]
    assert found["code"] == "too-many-copies"
    fits_diagnostics([found])
    assert found["related"]


# -- validate, check, card, cards, rulings ----------------------------------------------------------------------------


def test_validate() -> None:
    done = run("validate", "--json", *sorted(EXAMPLES.glob("*.yaml")), DATA / "cases" / "illegal" / "il-01.yaml")
    for one in done.json:
        fits(one, VALIDATE)
        fits_diagnostics(one["diagnostics"])
    assert [one["valid"] for one in done.json].count(False) == 1


def test_check() -> None:
    done = run("check", "--json", *sorted(EXAMPLES.glob("*.yaml")))
    assert done.status == 0
    for one in done.json:
        fits(one, CHECK)
        for result in one["checks"]:
            fits(result, ONE_CHECK)
    whats = {result["what"] for one in done.json for result in one["checks"]}
    assert {"total", "trees", "top", "bottom", "left_right", "cave", "squirrels", "hickory"} <= whats


def test_check_of_what_is_not_there() -> None:
    text = layout({"Anna": {"expect": {"total": 2, "European Hare": 16, "butterflies": 0}, "forest": ["Birch"]}})
    (one,) = run("check", "--json", "-", stdin=text).json
    assert (one["valid"], one["ok"]) == (True, False)
    assert [{name: result[name] for name in ONE_CHECK} for result in one["checks"]] == [
        {"player": "Anna", "what": "total", "expected": 2, "min": 1, "max": 1, "ok": False},
        {"player": "Anna", "what": "european-hare", "expected": 16, "min": 0, "max": 0, "ok": False},
        {"player": "Anna", "what": "butterflies", "expected": 0, "min": 0, "max": 0, "ok": True},
    ]


def fits_card(card: Plain) -> None:
    fits(card, CARD)
    assert card["confidence"] in ("high", "medium", "low")
    for row in card["worked"]:
        fits(row, WORKED)
    for print_ in card["prints"]:
        fits(print_, PRINT)


def test_every_card_of_every_game() -> None:
    cards = run("cards", "--json").json
    for card in cards:
        fits_card(card)
    assert {card["game"] for card in cards} == {"forest-shuffle", "dartmoor", "smoky-mountains"}
    assert len({(card["game"], card["id"]) for card in cards}) == len(cards)


def test_a_name_in_several_games_gives_all_unless_one_is_asked_for() -> None:
    (one,) = run("card", "--json", "roe", "deer").json
    fits(one, FOUND)
    assert [card["game"] for card in one["cards"]] == ["forest-shuffle", "dartmoor"]
    (one,) = run("card", "--json", "--game", "dartmoor", "roe deer").json
    assert [card["game"] for card in one["cards"]] == ["dartmoor"]


def test_an_unknown_card_gives_suggestions() -> None:
    done = run("card", "--json", "Roe Dear")
    (one,) = done.json
    fits(one, FOUND)
    assert (done.status, one["cards"]) == (1, [])
    assert "Roe Deer" in one["suggestions"]


def test_rulings() -> None:
    for one in run("rulings", "--json").json:
        fits(one, RULING)
        for reading in one["values"]:
            fits(reading, READING)
        assert [reading["default"] for reading in one["values"]] == [True, *[False] * (len(one["values"]) - 1)]


@pytest.mark.parametrize(
    "arguments", [["cards"], ["rulings"], ["card", "Elk"], ["score", str(EXAMPLES / "auf-deutsch.yaml")]]
)
def test_one_object_a_line_and_nothing_else(arguments: list[str]) -> None:
    done = run(*arguments, "--json")
    assert done.err == ""
    for line in done.out.splitlines():
        assert isinstance(json.loads(line), dict)


def test_lang_changes_names_only() -> None:
    path = EXAMPLES / "two-players.yaml"
    english, german = (run("score", "--json", path, "--lang", lang).json[0] for lang in ("en", "de"))
    names = {line["species"]: line["name"] for player in german["players"] for line in player["lines"]}
    assert names["douglas-fir"] == "Douglasie"
    for one in (english, german):
        for player in one["players"]:
            for line in player["lines"]:
                del line["name"]
    assert english == german
