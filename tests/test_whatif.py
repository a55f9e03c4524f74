"""`whatif`: small tables worked out by hand, and the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from forestcalc.advice.whatif import Best, ForestAdvice, what_if
from tests.support import game_of, layout, run

SEVEN_TREES = ["Oak", "Oak", "Oak", "Birch", "Beech", "Linden Tree", "Sycamore", "Douglas Fir", "Horse Chestnut"]


def advised(text: str, player: str = "Anna", top: int = 5) -> ForestAdvice:
    (advice,) = what_if(game_of(text), [player], top=top)
    return advice


def worths(advice: ForestAdvice) -> dict[str, int]:
    return {worth.card.species.id: worth.points for worth in advice.worths}


def ways(advice: ForestAdvice, line: str) -> dict[str, tuple[int, int]]:
    """Return the cards that would change a zero: what they add to it, and to the total."""
    (zero,) = [zero for zero in advice.zeros if zero.line.id == line]
    return {way.species.id: (way.line_gain, way.gain) for way in zero.ways}


def places(best: Best) -> list[tuple[object, ...]]:
    return [spot.path for spot in best.spots]


def test_cards_are_worth_what_the_total_loses_without_them() -> None:
    # Linden 3, birch 1, douglas fir 5, chestnut 1, sycamore 1 for each of the 9 trees: 19.
    advice = advised(layout(SEVEN_TREES))
    assert advice.known == 19
    assert worths(advice) == {
        "oak": 1,  # scores nothing itself, but is one of the sycamore's trees
        "birch": 2,
        "beech": 1,
        "linden-tree": 4,
        "sycamore": 9,
        "douglas-fir": 6,
        "horse-chestnut": 2,
    }


def test_the_missing_tree_is_named_with_what_it_would_bring() -> None:
    advice = advised(layout(SEVEN_TREES))
    assert ways(advice, "oak") == {"silver-fir": (30, 31)}  # and one for the sycamore
    best = advice.best[0]
    assert (best.species.id, best.gain, places(best)) == ("silver-fir", 31, [("forest",)])


def test_a_zero_that_no_single_card_changes_has_no_ways() -> None:
    assert ways(advised(layout(["Beech", "Beech"])), "beech") == {}
    assert ways(advised(layout(["Beech", "Beech", "Beech"])), "beech") == {
        "beech": (15, 20),
        "violet-carpenter-bee": (15, 15),  # at a beech it stands for one more
    }


def test_a_lone_toad_wants_another_beside_it() -> None:
    advice = advised(layout([{"Birch": {"bottom": "Common Toad"}}, "Birch"]))
    assert ways(advice, "common-toad") == {"common-toad": (5, 10)}
    (zero,) = advice.zeros
    (spot,) = zero.ways[0].spots
    assert spot.path == ("forest", 0, "bottom")
    assert [card.species.id for card in spot.beside] == ["common-toad"]


def test_a_host_goes_with_everything_at_it() -> None:
    advice = advised(layout([{"Oak": {"top": "Red Squirrel", "bottom": "Pond Turtle"}}]))
    oak, squirrel, turtle = advice.worths
    assert (oak.points, [card.species.id for card in oak.along]) == (10, ["red-squirrel", "pond-turtle"])
    assert (squirrel.points, squirrel.along, turtle.points) == (5, (), 5)


def test_a_card_of_a_set_is_worth_what_the_set_loses() -> None:
    # Two different butterflies 3, one 0.
    advice = advised(layout([{"Oak": {"top": "Peacock Butterfly"}}, {"Oak": {"top": "Large Tortoiseshell"}}]))
    butterflies = [worth for worth in advice.worths if worth.card.side == "top"]
    assert [(worth.points, worth.scores) for worth in butterflies] == [(3, None), (3, None)]


def test_a_card_that_lets_others_lie_is_scored_alone_and_says_so() -> None:
    # Two butterflies 3, the nettle 2 for each of them.
    forest = [{"Oak": {"top": ["Peacock Butterfly", "Large Tortoiseshell"], "bottom": "Stinging Nettle"}}]
    advice = advised(layout(forest, boxes=["woodland-edge"]))
    oak, peacock, _, nettle = advice.worths
    assert (oak.points, peacock.points, nettle.points) == (7, 5, 4)
    assert oak.illegal is peacock.illegal is None
    assert nettle.illegal is not None
    assert "share a slot only while" in nettle.illegal


def test_a_majority_won_or_lost_is_told_with_who_pays() -> None:
    # Two lindens each: all four are worth 3. A third one takes 2 from each of Boris's.
    advice = advised(layout({"Anna": ["Linden Tree", "Linden Tree"], "Boris": ["Linden Tree", "Linden Tree"]}), top=500)
    (linden,) = [best for best in advice.best if best.species.id == "linden-tree"]
    assert (linden.gain, [(change.player, change.points) for change in linden.others]) == (3, [("Boris", -4)])
    assert [(worth.points, worth.others) for worth in advice.worths] == [(5, ()), (5, ())]


def test_without_the_card_that_held_the_majority_another_may_win_it() -> None:
    advice = advised(layout({"Anna": ["Linden Tree", "Linden Tree"], "Boris": ["Linden Tree"]}))
    assert [(worth.points, [(c.player, c.points) for c in worth.others]) for worth in advice.worths] == [
        (3, [("Boris", 2)]),
        (3, [("Boris", 2)]),
    ]


def test_the_number_that_a_player_gives_is_compared_with() -> None:
    text = layout({"Anna": ["Linden Tree"], "Boris": {"counts": {"Linden Tree": 2, "trees": 9}}})
    (linden,) = [best for best in advised(text, top=500).best if best.species.id == "linden-tree"]
    assert linden.gain == 5  # two lindens at 3 instead of one at 1


def test_only_cards_of_which_copies_are_left_are_offered() -> None:
    lindens = ["Linden Tree"] * 9  # all there are
    offered = {best.species.id for best in advised(layout(lindens), top=500).best}
    assert "linden-tree" not in offered
    assert "douglas-fir" in offered


def test_a_symbol_is_named_where_it_matters() -> None:
    forest = [{"Birch": {"right": "Roe Deer (birch)"}}, "Birch"]
    advice = advised(layout(forest), top=500)
    found = {best.species.id: (best.symbol, best.gain) for best in advice.best}
    # The deer has three points for each card showing birch.
    assert found["chaffinch"] == ("birch", 3)
    assert found["birch"] == ("birch", 4)
    assert found["douglas-fir"] == (None, 5)


def test_full_forests_take_no_more_cards_of_a_side() -> None:
    forest = [{"Birch": {"top": "Chaffinch", "left": "Wolf", "right": "Red Fox", "bottom": "Moss"}}]
    for best in advised(layout(forest), top=500).best:
        assert all(spot.host is None for spot in best.spots)


def test_an_empty_forest_can_take_hosts_only() -> None:
    advice = advised(layout([]), top=500)
    assert (advice.worths, advice.zeros) == ((), ())
    assert advice.best
    assert all(best.species.is_host for best in advice.best)


def test_one_card_more_in_the_cave_may_be_what_is_missing() -> None:
    advice = advised(layout([{"Birch": {"top": "Bearded Vulture"}}], boxes=["alpine"]))
    (zero,) = advice.zeros
    assert (zero.line.id, zero.in_cave, zero.ways) == ("bearded-vulture", 1, ())


def test_what_is_open_is_counted_as_known_and_is_no_zero() -> None:
    advice = advised(layout([{"Birch": {"left": "Roe Deer"}}]))
    assert (advice.range.value, advice.known, advice.is_open) == (4, 1, True)  # whatever it shows, it counts itself
    assert [zero.line.id for zero in advice.zeros] == []


def test_a_river_goes_with_what_lies_below_it() -> None:
    game = layout([{"Hickory": {"river": True, "bottom": ["Brook Trout"]}}], game="smoky-mountains")
    advice = advised(game)
    river = next(worth for worth in advice.worths if worth.card.side == "river")
    assert [card.species.id for card in river.along] == ["brook-trout"]


# -- the command ------------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.yaml"
    path.write_text(layout({"Anna": SEVEN_TREES, "Boris": ["Beech"]}), encoding="utf-8")
    return path


def test_the_text_says_what_is_missing(file: Path) -> None:
    done = run("whatif", file, "--player", "Anna")
    assert done.status == 0
    assert "3 Oaks: 7 of the 8" in done.out
    assert "one Silver Fir more: +30 for 3 Oaks (+31 in all), as a new host" in done.out
    assert "Boris" not in done.out


def test_all_players_are_told_unless_some_are_named(file: Path) -> None:
    assert [player["name"] for player in run("whatif", file, "--json").json[0]["players"]] == ["Anna", "Boris"]
    (value,) = run("whatif", file, "--json", "--player", "boris").json
    assert [player["name"] for player in value["players"]] == ["Boris"]


def test_the_machine_format(file: Path) -> None:
    (value,) = run("whatif", file, "--json", "--top", "1").json
    assert list(value) == ["format", "file", "document", "game", "expansions", "valid", "players", "diagnostics"]
    anna = value["players"][0]
    assert list(anna) == ["name", "total", "min", "max", "known", "cards", "best", "zeros"]
    assert anna["total"] == anna["known"] == 19
    assert anna["cards"][0] == {
        "path": ["forest", 0], "species": "oak", "name": "Oak", "symbol": "oak", "points": 0, "worth": 1,
        "along": [], "illegal_without": None, "others": [],
    }  # fmt: skip
    (best,) = anna["best"]
    assert best == {
        "species": "silver-fir", "name": "Silver Fir", "symbol": None, "box": None, "gain": 31,
        "places": [{"path": ["forest"], "host": None, "side": None, "slot": None, "beside": []}], "others": [],
    }  # fmt: skip
    oak = anna["zeros"][0]
    assert [oak["species"], oak["cards"], oak["one_more_in_cave"]] == ["oak", [["forest", at] for at in range(3)], 0]
    assert [(way["species"], way["line_gain"], way["gain"]) for way in oak["ways"]] == [("silver-fir", 30, 31)]


def test_names_come_in_the_language_asked_for(file: Path) -> None:
    assert "Weißtanne" in run("whatif", file, "--lang", "de").out or "Tanne" in run("whatif", file, "--lang", "de").out


def test_an_unknown_player_is_status_1(file: Path) -> None:
    done = run("whatif", file, "--player", "Zoe")
    assert done.status == 1
    assert "`Zoe`" in done.err
    assert "`Anna`" in done.err


def test_an_invalid_layout_is_status_3(tmp_path: Path) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(layout([{"Beech": {"left": "Chaffinch"}}]), encoding="utf-8")
    done = run("whatif", path, "--json")
    assert done.status == 3
    assert done.json[0]["valid"] is False
    assert done.json[0]["players"] == []


def test_open_totals_are_told_unless_quiet(tmp_path: Path) -> None:
    path = tmp_path / "open.yaml"
    path.write_text(layout([{"Birch": {"left": "Roe Deer"}}]), encoding="utf-8")
    assert "counts only what is known: 1 point" in run("whatif", path).out
    assert "only what is known" not in run("whatif", path, "--quiet").out
    assert json.dumps(run("whatif", path, "--json").json[0]["players"][0]["total"]) == "4"
