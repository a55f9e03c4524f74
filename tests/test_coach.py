"""Notes of `score` on what looks like a slip of the tally."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forestcalc.advice.coach import MOST_NOTES, coach
from forestcalc.advice.whatif import what_if
from forestcalc.catalogue.catalogue import catalogue
from forestcalc.diagnostics.diagnostic import Diagnostic, Severity
from tests.support import game_of, layout, run, sheet_of
from tests.tables import GAMES, as_text, as_value, dealt

SEVEN_TREES = ["Oak", "Oak", "Oak", "Birch", "Beech", "Linden Tree", "Sycamore", "Douglas Fir", "Horse Chestnut"]


def notes(players: Any, **how: Any) -> list[Diagnostic]:
    return list(coach(sheet_of(layout(players, **how))))


def told(players: Any, **how: Any) -> list[tuple[str, str]]:
    return [(note.code, note.message) for note in notes(players, **how)]


# -- the cave ---------------------------------------------------------------------------------------------------


def in_cave(cave: Any, forest: list[Any]) -> dict[str, Any]:
    return {"Anna": {"cave": cave, "forest": forest}}


def test_cards_in_a_cave_that_nothing_fills() -> None:
    (note,) = notes(in_cave(3, ["Birch"]))
    assert (note.code, note.severity) == ("coach-cave-unexplained", Severity.NOTE)
    assert note.message == "Anna's cave holds 3 cards, but no card in the forest puts any there"
    assert note.help is not None
    assert note.help.endswith("is missing: Brown Bear, Raccoon")
    assert note.path == ("players", "Anna", "cave")


@pytest.mark.parametrize("card", [{"right": "Brown Bear"}, {"left": "Raccoon"}])
def test_a_card_that_fills_caves_explains_them(card: dict[str, str]) -> None:
    assert notes(in_cave(3, [{"Birch": card}])) == []


def test_a_card_whose_bonus_fills_caves_explains_them_too() -> None:
    forest = [{"Birch": {"top": "Eurasian Magpie"}}]
    assert notes(in_cave(2, forest), boxes=["woodland-edge"]) == []
    assert notes({"Anna": {"forest": forest}}, boxes=["woodland-edge"]) == []  # it may have been paid otherwise


def test_a_card_that_fills_caves_without_a_cave() -> None:
    (note,) = notes([{"Birch": {"right": "Brown Bear"}}])
    assert note.code == "coach-cave-empty"
    assert note.message == "Anna's `Brown Bear` puts cards into the cave, but no cave is given"
    assert note.path == ("players", "Anna", "forest", 0, "right", 0)


def test_whoever_wrote_cave_0_has_looked() -> None:
    assert notes(in_cave(0, [{"Birch": {"right": "Brown Bear"}}])) == []


def test_a_card_that_no_pack_knows_may_have_filled_the_cave() -> None:
    forest = [{"Birch": {"top": {"card": "Glow Badger", "points": 3}}}]
    assert notes(in_cave(3, forest)) == []


@pytest.mark.parametrize(
    ("game", "boxes", "cave"),
    [
        ("smoky-mountains", [], 2),  # who can do nothing else puts cards there
        ("dartmoor", [], {"name": "cave-1", "cards": 2}),  # nobody knows what it does
        ("dartmoor", [], 2),
        ("forest-shuffle", ["exploration"], {"name": "storage-cave", "cards": 2}),
    ],
)
def test_caves_that_fill_in_other_ways_say_nothing(game: str, boxes: list[str], cave: Any) -> None:
    assert notes(in_cave(cave, []), game=game, boxes=boxes) == []


FILLING = {
    "forest-shuffle": {"brown-bear", "raccoon", "bearded-vulture", "bee-swarm", "eurasian-magpie", "beaver"},
    "dartmoor": {"wheatear", "beaver", "alcathoe-bat", "brandts-bat", "shrew"},
    "smoky-mountains": {
        "eastern-hellbender", "six-spotted-tiger-beetle", "beaver", "pileated-woodpecker", "raccoon",
        "short-tailed-shrew", "white-footed-mouse",
    },
}  # fmt: skip


@pytest.mark.parametrize("game", FILLING)
def test_every_card_whose_text_puts_cards_into_the_cave_says_so_in_its_data(game: str) -> None:
    from forestcalc.catalogue import store

    cards = catalogue(game)
    marked = {id: cards.species(id).fills_cave for id in cards.species_ids if cards.species(id).fills_cave}
    assert set(marked) == FILLING[game]
    for id, boxes in store.texts(game)["species"].items():
        texts = {part: " ".join(str(text.get(part) or "") for text in boxes.values()) for part in ("effect", "bonus")}
        puts = [part for part, text in texts.items() if "your cave" in text]
        assert marked.get(id, "") == (puts[0] if puts else "")


# -- one card short ---------------------------------------------------------------------------------------------


def test_oaks_with_seven_species() -> None:
    (note,) = notes(SEVEN_TREES)
    assert note.code == "coach-one-short"
    assert note.message == (
        "Anna's 3 `Oak` score nothing: 7 of the 8 different tree species needed, Silver Fir is missing"
    )
    assert note.help == "check whether a card is missing: one more would be worth 30 points here"
    assert note.path == ("players", "Anna", "forest", 0)


def test_a_lone_toad() -> None:
    assert told([{"Birch": {"bottom": "Common Toad"}}]) == [
        ("coach-one-short", "Anna's `Common Toad` scores nothing: 1 of the 2 Common Toads in its slot needed")
    ]
    assert told([{"Birch": {"bottom": "2x Common Toad"}}]) == []


def test_three_beeches_are_worth_fifteen_points_more_with_a_fourth() -> None:
    (note,) = notes(["Beech"] * 3)
    assert note.help is not None
    assert "15 points" in note.help
    assert notes(["Beech"] * 2) == notes(["Beech"] * 4) == []


def test_two_bats_of_three() -> None:
    bats = [{"Birch": {"right": "Greater Horseshoe Bat"}}, {"Birch": {"right": "Bechstein's Bat"}}]
    assert [code for code, _ in told(bats)] == ["coach-one-short"] * 2


def test_a_lone_butterfly() -> None:
    (note,) = notes([{"Birch": {"top": "Peacock Butterfly"}}])
    assert note.code == "coach-one-short"
    assert note.help is not None
    assert "3 points" in note.help


def test_a_card_at_the_wrong_host() -> None:
    (note,) = notes([{"Birch": {"top": "Red Squirrel"}}])
    assert (note.code, note.message) == ("coach-wrong-place", "Anna's `Red Squirrel` scores nothing: not at an Oak")
    assert note.help == "check where it lies: in the right place it is worth 5 points"
    assert notes([{"Oak": {"top": "Red Squirrel"}}]) == []


def test_a_card_without_its_partner() -> None:
    assert told([{"Birch": {"left": "Lynx"}}]) == [
        ("coach-one-short", "Anna's `Lynx` scores nothing: no Roe Deer in this forest")
    ]


def test_what_is_two_short_or_worth_nothing_anyway_is_no_slip() -> None:
    forest = ["Oak", "Beech", "Sapling", {"Birch": {"left": "Red Fox"}}, {"Birch": {"right": "Bechstein's Bat"}}]
    assert notes(forest) == []


def test_what_an_open_symbol_may_settle_is_no_slip() -> None:
    assert notes([{"Birch": {"left": "Roe Deer"}}]) == []


def test_a_lost_majority_is_no_slip() -> None:
    forest = [{"Birch": {"top": "Great Spotted Woodpecker"}}]
    assert notes({"Anna": forest, "Boris": ["Birch", "Birch"]}) == []


def test_the_most_valuable_come_first_and_they_are_few() -> None:
    forest: list[Any] = [
        *SEVEN_TREES,
        {"Birch": {"left": "Lynx", "top": "Red Squirrel", "bottom": "Common Toad"}},
        {"Birch": {"left": "Wild Boar", "top": "Peacock Butterfly"}},
        {"Birch": {"top": "Chaffinch"}},
    ]
    found = notes(in_cave(3, forest))
    assert len(found) == MOST_NOTES
    assert found[0].code == "coach-cave-unexplained"
    worth = [int(re.findall(r"(\d+) points", note.help or "")[-1]) for note in found[1:]]
    assert worth == [30, 10, 10, 5]


def test_a_name_from_the_file_is_safe_to_show() -> None:
    (note,) = notes({"Anna\u00ad[red]": ["Beech"] * 3})
    assert note.message.startswith("Anna\\xad[red]'s 3 `Beech`")


@settings(max_examples=12)
@given(chosen=st.sampled_from(GAMES), seed=st.integers(0, 10**9))
def test_what_is_one_short_is_what_one_card_more_brings(chosen: Any, seed: int) -> None:
    """Where some card is left that may come, it adds at least what the note promises."""
    table = dealt(chosen[0], chosen[1], random.Random(seed), players=2, hosts=6, dwellers=14)
    game = game_of(as_text(as_value(table)))
    ways: dict[object, list[int]] = {}
    for advice in what_if(game):
        for zero in advice.zeros:
            gains = [way.line_gain for way in zero.ways]
            ways.update({(advice.player, *card.path): gains for card in zero.cards})
    for note in coach(sheet_of(as_text(as_value(table)))):
        if note.code == "coach-one-short" and (gains := ways[note.path[1:]]):
            (worth,) = re.findall(r"worth (\d+) point", note.help or "")
            assert max(gains) >= int(worth)


# -- the commands -----------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.yaml"
    path.write_text(layout({"Anna": {"forest": SEVEN_TREES, "expect": 19}}), encoding="utf-8")
    return path


def test_score_prints_the_notes_to_standard_error(file: Path) -> None:
    done = run("score", file)
    assert done.status == 0
    assert "coach" not in done.out
    assert "note[coach-one-short]" in done.err
    assert "one more would be worth 30 points" in done.err


def test_in_json_they_have_a_key_of_their_own(file: Path) -> None:
    (value,) = run("score", file, "--json").json
    assert value["valid"] is True
    assert value["players"][0]["total"] == 19
    assert [(one["code"], one["severity"], one["line"]) for one in value["notes"]] == [("coach-one-short", "note", 1)]


def test_quiet_hides_them(file: Path) -> None:
    done = run("score", file, "--quiet")
    assert done.err == ""
    assert run("score", file, "--quiet", "--json").json[0]["notes"] == []


@pytest.mark.parametrize("command", ["validate", "check"])
def test_other_commands_do_without_them(file: Path, command: str) -> None:
    done = run(command, file)
    assert done.status == 0
    assert "coach" not in done.out + done.err
    assert run(command, file, "--json").json[0]["diagnostics"] == []
