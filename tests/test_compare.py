"""`compare`: what changed between two versions of a table, by how much, and by which cards."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forestcalc.advice.compare import Comparison, compare
from tests.support import layout, run, sheet_of
from tests.tables import GAMES, as_text, as_value, dealt


def compared(before: Any, after: Any, **how: Any) -> Comparison:
    return compare(sheet_of(layout(before, **how)), sheet_of(layout(after, **how)))


def changes(comparison: Comparison) -> list[tuple[str, str, int | None]]:
    return [(card.change.kind, card.change.card.species.id, card.worth) for card in comparison.cards]


def lines(comparison: Comparison, player: str = "Anna") -> dict[str, int | None]:
    (found,) = [one for one in comparison.players if one.name == player]
    return {change.line.id: change.difference for change in found.lines}


def test_nothing_changed() -> None:
    forest = [{"Beech": {"top": "Chaffinch"}}, "Birch"]
    assert compared(forest, forest).is_same


def test_order_is_no_change() -> None:
    forest = [{"Beech": {"bottom": ["Common Toad", "Common Toad"]}}, "Birch", {"Oak": {"left": "Wolf"}}]
    assert compared(forest, forest[::-1]).is_same


def test_an_added_tree_explains_the_oaks() -> None:
    seven = ["Oak", "Birch", "Beech", "Linden Tree", "Sycamore", "Douglas Fir", "Horse Chestnut"]
    comparison = compared(seven, [*seven, "Silver Fir"])
    # Oak 10, one tree more for the sycamore; the fir itself has nothing at it.
    assert changes(comparison) == [("added", "silver-fir", 11)]
    assert lines(comparison) == {"oak": 10, "sycamore": 1, "silver-fir": 0}
    assert comparison.players[0].difference == 11
    assert comparison.players[0].sections == ("trees",)


def test_a_removed_card_is_told_with_what_it_was_worth() -> None:
    comparison = compared([{"Oak": {"top": "Red Squirrel"}}], ["Oak"])
    assert changes(comparison) == [("removed", "red-squirrel", 5)]
    assert lines(comparison) == {"red-squirrel": -5}


def test_a_card_that_lies_elsewhere_has_moved() -> None:
    comparison = compared(["Oak", {"Birch": {"top": "Red Squirrel"}}], [{"Oak": {"top": "Red Squirrel"}}, "Birch"])
    ((card),) = comparison.cards
    assert (card.change.kind, card.worth) == ("moved", None)
    assert card.change.before is not None
    assert card.change.after is not None
    assert card.change.before.host.card.species.id == "birch"
    assert card.change.after.host.card.species.id == "oak"
    assert lines(comparison) == {"red-squirrel": 5}


def test_a_card_may_move_to_another_player() -> None:
    comparison = compared({"Anna": ["Oak", "Birch"], "Boris": ["Oak"]}, {"Anna": ["Oak"], "Boris": ["Oak", "Birch"]})
    ((card),) = comparison.cards
    assert (card.change.kind, card.change.players) == ("moved", ("Anna", "Boris"))
    assert lines(comparison) == {"birch": -1}
    assert lines(comparison, "Boris") == {"birch": 1}


def test_another_symbol_in_the_same_place_is_a_change_of_that_card() -> None:
    before = [{"Birch": {"left": "Roe Deer (linden)"}}, "Linden Tree"]
    after = [{"Birch": {"left": "Roe Deer (silver-fir)"}}, "Linden Tree"]
    comparison = compared(before, after)
    assert [(card.change.kind, card.change.card.symbol) for card in comparison.cards] == [("changed", "silver-fir")]
    assert lines(comparison) == {"roe-deer": -3}


def test_sharing_a_slot_is_a_place_too() -> None:
    apart = [{"Birch": {"bottom": "Common Toad"}}, {"Birch": {"bottom": "Common Toad"}}]
    together = [{"Birch": {"bottom": "2x Common Toad"}}, "Birch"]
    comparison = compared(apart, together)
    assert [kind for kind, *_ in changes(comparison)] == ["moved"]
    assert lines(comparison) == {"common-toad": 10}


def test_the_cave_has_its_own_change() -> None:
    one, two = ({"Anna": {"forest": ["Birch"], "cave": number}} for number in (3, 5))
    comparison = compared(one, two)
    (anna,) = comparison.players
    assert (anna.difference, anna.sections, anna.lines, comparison.cards) == (2, ("cave",), (), ())
    assert not anna.is_same


def test_players_come_and_go() -> None:
    comparison = compared({"Anna": ["Birch"], "Boris": ["Oak"]}, {"Anna": ["Birch"], "Caro": ["Oak"]})
    assert [(one.name, one.before is None, one.after is None) for one in comparison.players] == [
        ("Anna", False, False),
        ("Caro", True, False),
        ("Boris", False, True),
    ]


def test_counts_and_boxes_and_rulings_are_told() -> None:
    before = layout({"Anna": ["Birch"], "Boris": {"counts": {"trees": 2}}})
    after = layout(
        {"Anna": ["Birch"], "Boris": {"counts": {"trees": 3}}}, boxes=["promo"], rulings={"turkey-oak": "own-species"}
    )
    comparison = compare(sheet_of(before), sheet_of(after))
    assert [(setting.what, setting.before, setting.after) for setting in comparison.settings] == [
        ("expansions", [], ["promo"]),
        ("ruling turkey-oak", "oak", "own-species"),
    ]
    assert not comparison.players[1].is_same


def test_open_values_have_no_difference() -> None:
    before = [{"Birch": {"left": "Roe Deer (linden)"}}, "Linden Tree"]
    after = [{"Birch": {"left": "Roe Deer"}}, "Linden Tree"]
    comparison = compared(before, after)
    assert comparison.players[0].difference is None
    assert lines(comparison) == {"roe-deer": None}


@settings(max_examples=12)
@given(chosen=st.sampled_from(GAMES), seed=st.integers(0, 10**9))
def test_differences_of_lines_and_cave_add_up_to_that_of_the_total(chosen: Any, seed: int) -> None:
    chance = random.Random(seed)
    before = as_value(dealt(chosen[0], chosen[1], chance, players=2, hosts=5, dwellers=10))
    after = copy.deepcopy(before)
    hosts = after["players"]["Anna"]["forest"]
    moved = hosts.pop(chance.randrange(len(hosts)))
    after["players"]["Boris"]["forest"].append(moved)
    comparison = compare(sheet_of(as_text(before)), sheet_of(as_text(after)))
    for player in comparison.players:
        if player.difference is not None and all(change.difference is not None for change in player.lines):
            assert player.before is not None
            assert player.after is not None
            cave = player.after.cave_range.min - player.before.cave_range.min
            assert sum(change.difference or 0 for change in player.lines) + cave == player.difference
    # All cards of that host, and nothing else, went from one player to the other.
    count = sum(1 for _ in _cards(before)) - sum(1 for _ in _cards(before, without=moved))
    assert len(comparison.cards) == count
    assert all(card.change.kind == "moved" for card in comparison.cards)
    assert all(card.change.players == ("Anna", "Boris") for card in comparison.cards)


def _cards(value: dict[str, Any], without: Any = None) -> Any:
    value = copy.deepcopy(value)
    if without is not None:
        value["players"]["Anna"]["forest"].remove(without)
    sheet = sheet_of(as_text(value))
    return (card for player in sheet.players for card in player.forest.cards())


# -- the command ------------------------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    before, after = tmp_path / "before.yaml", tmp_path / "after.yaml"
    before.write_text(layout({"Anna": ["Oak", {"Birch": {"top": "Red Squirrel"}}], "Boris": ["Beech"]}))
    after.write_text(layout({"Anna": [{"Oak": {"top": "Red Squirrel"}}, "Birch"], "Boris": ["Beech"]}))
    return before, after


def test_two_files_as_text(files: tuple[Path, Path]) -> None:
    done = run("compare", *files)
    assert done.status == 0
    assert "Anna: 1 → 6 points (+5)" in done.out
    assert "top of Birch in line 1 → top of Oak in line 1" in done.out
    assert "Boris: 0 points as before" in done.out


def test_one_file_with_two_games_and_standard_input(files: tuple[Path, Path]) -> None:
    text = "\n---\n".join(path.read_text() for path in files)
    assert "Anna: 1 → 6 points (+5)" in run("compare", "-", stdin=text).out


def test_the_machine_format(files: tuple[Path, Path]) -> None:
    (value,) = run("compare", *files, "--json").json
    assert list(value) == [
        "format", "before", "after", "valid", "same", "settings", "winners", "players", "cards", "diagnostics",
    ]  # fmt: skip
    assert value["before"]["file"] == str(files[0])
    anna, boris = value["players"]
    assert (anna["difference"], boris["same"]) == (5, True)
    assert anna["sections"] == {"top": {"before": _value(0), "after": _value(5)}}
    (line,) = anna["lines"]
    assert (line["species"], line["difference"], line["before"]["points"], line["after"]["points"]) == (
        "red-squirrel", 5, 0, 5,
    )  # fmt: skip
    (card,) = value["cards"]
    assert (card["change"], card["worth"]) == ("moved", None)
    assert card["before"]["path"] == ["forest", 1, "top", 0]
    assert card["after"]["host"] == "oak"


def _value(points: int) -> dict[str, int]:
    return {"points": points, "min": points, "max": points}


def test_equal_games_are_said_to_be(files: tuple[Path, Path]) -> None:
    assert run("compare", files[0], files[0]).out == "nothing that scores has changed\n"
    assert run("compare", files[0], files[0], "--json").json[0]["same"] is True


@pytest.mark.parametrize("number", [1, 3])
def test_a_number_of_games_that_cannot_be_paired_is_a_usage_error(files: tuple[Path, Path], number: int) -> None:
    text = "\n---\n".join([files[0].read_text()] * number)
    done = run("compare", "-", stdin=text)
    assert (done.status, done.out) == (2, "")
    assert "two games" in done.err


def test_files_with_different_numbers_of_games_are_a_usage_error(files: tuple[Path, Path], tmp_path: Path) -> None:
    two = tmp_path / "two.yaml"
    two.write_text("\n---\n".join(path.read_text() for path in files))
    assert run("compare", files[0], two).status == 2
    assert run("compare", *files, two).status == 2
    assert [line["before"]["document"] for line in run("compare", two, two, "--json").json] == [0, 1]


def test_an_invalid_game_is_status_3(files: tuple[Path, Path], tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text(layout([{"Beech": {"left": "Chaffinch"}}]))
    assert run("compare", files[0], bad).status == 3
    done = run("compare", files[0], bad, "--json")
    assert done.status == 3
    assert (done.json[0]["valid"], done.json[0]["players"]) == (False, [])
    assert [one["code"] for one in done.json[0]["diagnostics"]] == ["slot-wrong-side"]
    assert run("compare", files[0], tmp_path / "missing.yaml").status == 3
