"""Faults that users met in other scoring tools, each as the smallest table that shows the right value."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support import errors, layout, lines, points, run, sheet_of, totals

S = "Sapling"
BASE: tuple[str, ...] = ()
EIGHT = ["Beech", "Douglas Fir", "Horse Chestnut", "Linden Tree", "Oak", "Silver Fir", "Sycamore"]

# what it is about, boxes, forest, expected points by line
REPORTS: list[tuple[str, tuple[str, ...], list[Any], dict[str, int]]] = [
    (
        "1: Bullfinch looks at insects, not at firs",
        BASE,
        [{"Linden Tree": {"top": "Bullfinch"}}, {"Beech": {"left": "Gnat"}}, {"Birch": {"bottom": "Wood Ant"}}],
        {"bullfinch": 4},
    ),
    (
        "2: at least eight species, more are fine",
        ("alpine",),
        [*EIGHT, {"Birch": {"bottom": "Wild Strawberries"}}, "European Larch"],
        {"oak": 10, "wild-strawberries": 10},
    ),
    (
        "3: the Mole has no points",
        BASE,
        [{"Beech": {"left": "European Badger", "right": "Lynx", "bottom": "Mole"}}],
        {"mole": 0},
    ),
    (
        "4: Goshawk 3 for each bird",
        BASE,
        [*[{"Birch": {"top": "Goshawk"}}] * 2, *[{"Birch": {"top": "Tawny Owl"}}] * 2],
        {"goshawk": 24},
    ),
    ("5: each hare scores all hares", BASE, [{S: {"left": "5x European Hare"}}], {"european-hare": 25}),
    ("7: the table of Horse Chestnuts does not end at six", BASE, ["8x Horse Chestnut"], {"horse-chestnut": 49}),
    (
        "9: Wild Boar needs a Squeaker, the sow counts them",
        BASE,
        [
            {S: {"left": "Wild Boar", "right": "Squeaker"}},
            {S: {"left": "Wild Boar", "right": "Squeaker"}},
            {S: {"left": "Squeaker"}},
        ],
        {"wild-boar": 20, "squeaker": 3},
    ),
    (
        "14: Crane Fly 1 for each bat",
        ("woodland-edge",),
        [
            {S: {"left": "Crane Fly", "right": "Greater Horseshoe Bat"}},
            {S: {"left": "Common Pipistrelle", "right": "Common Pipistrelle"}},
            {S: {"left": "Barbastelle Bat"}},
        ],
        {"crane-fly": 4, "greater-horseshoe-bat": 5, "common-pipistrelle": 10, "barbastelle-bat": 5},
    ),
    (
        "16: Palm Tree 1 for each bird",
        ("exploration",),
        ["Palm Tree", *[{S: {"top": "Tawny Owl"}}] * 3],
        {"palm-tree": 3},
    ),
    (
        "16: Sable is there",
        ("exploration",),
        [{S: {"right": "Sable"}}],
        {"sable": 3},
    ),
    (
        "17: Elk 2 for saplings, Birches and Douglas Firs",
        ("exploration", "woodland-edge"),
        [{"Birch": {"left": "Elk (birch)"}}, "2x Sapling", "Elderberry (oak)"],
        {"elk": 8},
    ),
    (
        "19: Wood Ant does not look below shrubs",
        ("woodland-edge",),
        [{"Beech": {"bottom": "Wood Ant"}}, {"Common Hazel": {"bottom": "Moss"}}],
        {"wood-ant": 2},
    ),
    (
        "20: Fat Dormouse needs a tree",
        ("woodland-edge",),
        [{"Elderberry": {"left": "European Fat Dormouse", "right": "Barbastelle Bat"}}],
        {"european-fat-dormouse": 0},
    ),
    (
        "21: both hares are hares to the fox",
        ("alpine",),
        [{S: {"left": "Red Fox", "right": "Mountain Hare"}}],
        {"red-fox": 2},
    ),
    (
        "22: hares of two boxes score together",
        ("alpine",),
        [{S: {"left": "3x European Hare", "right": "Mountain Hare"}}, {S: {"left": "Mountain Hare"}}],
        {"european-hare": 15, "mountain-hare": 10},
    ),
    (
        "23a: Gentian 3 for each butterfly",
        ("alpine",),
        [
            {S: {"bottom": "Gentian", "top": "Purple Emperor"}},
            {S: {"bottom": "Gentian", "top": "Purple Emperor"}},
            {S: {"top": "Phoebus Apollo"}},
        ],
        {"gentian": 18},
    ),
    (
        "23b: Stone Pine 1 for each Alpine card, itself included",
        ("alpine",),
        [{"Stone Pine": {"top": "Common Raven", "left": "Steinbock", "bottom": "Edelweiss"}}, "European Larch"],
        {"stone-pine": 5},
    ),
    (
        "25: the Crane Fly is an insect",
        ("woodland-edge",),
        [{"Beech": {"top": "Bullfinch", "right": "Crane Fly"}}],
        {"bullfinch": 2},
    ),
    (
        "27: the Robin shows a Birch",
        ("exploration",),
        [{"Linden Tree": {"top": "Robin", "right": "Roe Deer (birch)"}}],
        {"roe-deer": 6},
    ),
    (
        "28: the Common Raven with the Douglas Fir",
        ("alpine",),
        [{"Beech": {"top": "Common Raven (douglas-fir)", "right": "Chamois (douglas-fir)"}}],
        {"chamois": 6},
    ),
    (
        "34a: the bee completes the four Beeches and is none",
        BASE,
        [{"Beech": {"left": "Violet Carpenter Bee"}}, "2x Beech"],
        {"beech": 15, "violet-carpenter-bee": 0},
    ),
    (
        "35: only toads that share score",
        BASE,
        [{S: {"bottom": "2x Common Toad"}}, {S: {"bottom": "Common Toad"}}],
        {"common-toad": 10},
    ),
    (
        "36: every Beech Marten scores",
        BASE,
        [
            {S: {"top": "Tawny Owl", "bottom": "Mole", "left": "Beech Marten", "right": "Raccoon"}},
            {S: {"top": "Tawny Owl", "bottom": "Mole", "left": "Raccoon", "right": "Beech Marten"}},
            {S: {"top": "Tawny Owl", "bottom": "Moss", "left": "Raccoon", "right": "Gnat"}},
        ],
        {"beech-marten": 30},
    ),
    (
        "37: Lynx and Wild Boar need their partner",
        BASE,
        [{S: {"left": "Lynx", "right": "Lynx"}}, {S: {"left": "Wild Boar"}}],
        {"lynx": 0, "wild-boar": 0},
    ),
    ("39: three Beeches are too few", BASE, ["3x Beech"], {"beech": 0}),
    (
        "40: Hedgehog 2 for each butterfly",
        BASE,
        [
            {S: {"bottom": "Hedgehog", "top": "Purple Emperor"}},
            {S: {"top": "Peacock Butterfly"}},
            {S: {"top": "Camberwell Beauty"}},
        ],
        {"hedgehog": 6, "butterflies": 6},
    ),
    ("41: Birches score 1 each", BASE, ["3x Birch"], {"birch": 3}),
    ("L1: Moss with nine trees", BASE, [{"Birch": {"bottom": "Moss"}}, "8x Birch"], {"moss": 0}),
    (
        "L2: Marsh Cinquefoil with eight trees",
        ("exploration",),
        [{"Birch": {"bottom": "Marsh Cinquefoil"}}, "7x Birch"],
        {"marsh-cinquefoil": 7},
    ),
    (
        "L3: bees at Horse Chestnuts",
        BASE,
        [*[{"Horse Chestnut": {"left": "Violet Carpenter Bee"}}] * 2],
        {"horse-chestnut": 16},
    ),
    (
        "L4: Squeakers have no paws",
        BASE,
        [{S: {"bottom": "Stag Beetle", "left": "Squeaker", "right": "Squeaker"}}],
        {"stag-beetle": 0},
    ),
    (
        "L5: the Water Vole is no amphibian",
        ("woodland-edge",),
        [{S: {"bottom": "Tree Ferns"}}, {S: {"bottom": "Water Vole"}}],
        {"tree-ferns": 0},
    ),
    (
        "L6: Stag Beetle 1 for each pawed animal",
        BASE,
        [{S: {"bottom": "Stag Beetle", "left": "Lynx", "right": "Raccoon"}}, {S: {"left": "2x European Hare"}}],
        {"stag-beetle": 4},
    ),
    (
        "L9: White Stork counts insects and amphibians",
        ("exploration",),
        [
            {S: {"right": "White Stork", "bottom": "Tree Frog", "left": "Gnat"}},
            {S: {"bottom": "Pond Turtle", "right": "Gnat"}},
        ],
        {"white-stork": 4},
    ),
]


@pytest.mark.parametrize(("boxes", "forest", "expected"), [row[1:] for row in REPORTS], ids=[row[0] for row in REPORTS])
def test_report(boxes: tuple[str, ...], forest: list[Any], expected: dict[str, int]) -> None:
    found = lines(sheet_of(layout(forest, boxes=boxes)))
    assert {line: found[line] for line in expected} == expected


def test_11_sections_are_split_by_place() -> None:
    anna = sheet_of(layout([{"Douglas Fir": {"top": "Tawny Owl"}}])).player("Anna")
    assert (anna.sections["trees"].value, anna.sections["top"].value, anna.total) == (5, 5, 10)


def test_12_butterflies_stand_in_the_top_section() -> None:
    five = [
        "Purple Emperor",
        "Peacock Butterfly",
        "Camberwell Beauty",
        "Large Tortoiseshell",
        "Silver-Washed Fritillary",
    ]
    anna = sheet_of(layout([{"Birch": {"top": one}} for one in five])).player("Anna")
    assert (anna.sections["trees"].value, anna.sections["top"].value) == (5, 20)


def test_13_scoring_has_no_memory() -> None:
    assert points(layout(["4x Beech"]), "beech") == 20
    assert points(layout(["3x Beech"]), "beech") == 0


def test_15_the_bat_cave_counts_its_cards_and_all_bats() -> None:
    forest = [{S: {"left": "Barbastelle Bat", "right": "Barbastelle Bat"}}, {S: {"left": "Barbastelle Bat"}}]
    sheet = sheet_of(
        layout({"Anna": {"cave": {"name": "bat-cave", "cards": 2}, "forest": forest}}, boxes=["exploration"])
    )
    assert sheet.player("Anna").cave_range.value == 11
    assert lines(sheet)["barbastelle-bat"] == 0


def test_29_equal_totals_share_the_rank_and_the_next_is_skipped() -> None:
    sheet = sheet_of(layout({"Anna": ["2x Douglas Fir"], "Boris": ["2x Douglas Fir"], "Caro": ["Douglas Fir"]}))
    assert totals(sheet) == {"Anna": 10, "Boris": 10, "Caro": 5}
    assert [player.rank for player in sheet.players] == [1, 1, 3]
    assert sheet.winners == ("Anna", "Boris")


def test_30_butterflies_share_a_slot_only_above_a_nettle() -> None:
    three = ["Purple Emperor", "Peacock Butterfly", "Purple Emperor"]
    assert errors(layout([{"Birch": {"top": three, "bottom": "Stinging Nettle"}}], boxes=["woodland-edge"])) == []
    assert set(errors(layout([{"Birch": {"top": three}}], boxes=["woodland-edge"]))) == {"sharing-not-here"}


def test_31_the_wildcat_costs_1() -> None:
    (card,) = run("card", "European Wildcat", "--json").json[0]["cards"]
    assert {one["cost"] for one in card["prints"]} == {1}


def test_34b_bees_count_for_the_most_lindens_and_are_none() -> None:
    bees = [{"Linden Tree": {"left": "Violet Carpenter Bee"}}] * 2
    sheet = sheet_of(layout({"Anna": bees, "Boris": ["3x Linden Tree"]}))
    assert totals(sheet) == {"Anna": 6, "Boris": 3}


def test_38_every_moor_frog_scores_and_universal_moors_are_moors() -> None:
    forest = [{"Tor": {"bottom": ["Moor Frog", "Moor Frog"]}}, "2x Tor", "Fountainhead", "Universal Moor"]
    assert points(layout(forest, game="dartmoor"), "moor-frog") == 16


def test_44_the_cave_counts_for_the_vulture_and_by_itself() -> None:
    forest = [{S: {"top": "Bearded Vulture"}}, {S: {"top": "Bearded Vulture"}}]
    sheet = sheet_of(layout({"Anna": {"cave": 12, "forest": forest}}, boxes=["alpine"]))
    assert lines(sheet)["bearded-vulture"] == 24
    assert sheet.player("Anna").cave_range.value == 12


@pytest.mark.parametrize("cards", [5, 4, 0])
def test_49_the_cave_is_a_value_not_a_counter(cards: int) -> None:
    assert sheet_of(layout({"Anna": {"cave": cards, "forest": []}})).player("Anna").total == cards


def test_50_a_player_by_counts_is_compared_and_a_tie_is_most() -> None:
    sheet = sheet_of(layout({"Anna": ["3x Linden Tree"], "Boris": {"counts": {"Linden Tree": 3}}}))
    assert totals(sheet) == {"Anna": 9}


@pytest.mark.parametrize("count", [1, 2, 3, 5, 8])
def test_thresholds_are_never_an_equality(count: int) -> None:
    """At, below and beyond the end of each table of the base game."""
    trees = sheet_of(layout([f"{count}x Horse Chestnut", f"{count}x Beech"]))
    assert lines(trees) == {"horse-chestnut": min(count, 7) ** 2, "beech": 5 * count if count >= 4 else 0}
