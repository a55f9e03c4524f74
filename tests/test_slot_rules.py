"""Where cards may lie, in every game: each rule from its legal and from its illegal side."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support import diagnosed, errors, layout, lines, sheet_of

OK: list[str] = []
FS, DM, SM = "forest-shuffle", "dartmoor", "smoky-mountains"
EX = ("exmoor",)
WE = ("woodland-edge",)
EXPLORATION = ("exploration", "woodland-edge")
NETTLE = {"bottom": "Stinging Nettle"}
BADGER = ["Dartmoor Badger", "Dartmoor Black Rabbit"]
FLIES = ["Keeled Skimmer", "Southern Damselfly"]
DRY_TREES = ["Hemlock", "Silver Maple"]

# what the rule says, game, boxes, forest, codes of the errors
Row = tuple[str, str, tuple[str, ...], list[Any], list[str]]

FOREST_SHUFFLE: list[Row] = [
    (
        "a tree has one slot on each side",
        FS,
        (),
        [{"Birch": {"top": "Tawny Owl", "left": "Gnat", "right": "Raccoon", "bottom": "Mole"}}],
        OK,
    ),
    (
        "so has a sapling",
        FS,
        (),
        [{"Sapling": {"top": "Tawny Owl", "left": "Gnat", "right": "Raccoon", "bottom": "Mole"}}],
        OK,
    ),
    (
        "so has a shrub",
        FS,
        WE,
        [{"Elderberry": {"top": "Tawny Owl", "left": "Gnat", "right": "Raccoon", "bottom": "Mole"}}],
        OK,
    ),
    ("two birds do not share the top", FS, (), [{"Birch": {"top": ["Tawny Owl", "Goshawk"]}}], ["slot-taken"]),
    ("nor do two cards below", FS, (), [{"Birch": {"bottom": ["Mole", "Moss"]}}], ["slot-taken"]),
    ("nor two of one species", FS, (), [{"Birch": {"left": "2x Lynx"}}], ["slot-taken"]),
    ("a top card does not lie below", FS, (), [{"Birch": {"bottom": "Tawny Owl"}}], ["slot-wrong-side"]),
    ("a top card does not lie at a side", FS, (), [{"Birch": {"left": "Tawny Owl"}}], ["slot-wrong-side"]),
    ("a bottom card does not lie on top", FS, (), [{"Birch": {"top": "Mole"}}], ["slot-wrong-side"]),
    ("a side card does not lie on top", FS, (), [{"Birch": {"top": "Lynx"}}], ["slot-wrong-side"]),
    ("a left print is no right one", FS, EXPLORATION, [{"Birch": {"right": "Genet"}}], ["slot-wrong-side"]),
    ("a right print is no left one", FS, EXPLORATION, [{"Birch": {"left": "Troll"}}], ["slot-wrong-side"]),
    (
        "European Hares share without limit",
        FS,
        (),
        [{"Birch": {"left": "6x European Hare", "right": "5x European Hare"}}],
        OK,
    ),
    (
        "a hare shares with no other species",
        FS,
        (),
        [{"Birch": {"left": ["European Hare", "Lynx"]}}],
        ["shares-only-with"],
    ),
    (
        "never with a Mountain Hare",
        FS,
        ("alpine",),
        [{"Birch": {"left": ["European Hare", "Mountain Hare"]}}],
        ["shares-only-with"],
    ),
    ("Mountain Hares do not share", FS, ("alpine",), [{"Birch": {"left": "2x Mountain Hare"}}], ["slot-taken"]),
    ("two toads share", FS, (), [{"Birch": {"bottom": "2x Common Toad"}}], OK),
    ("a third toad does not", FS, (), [{"Birch": {"bottom": "3x Common Toad"}}], ["slot-full"]),
    (
        "a toad shares with no other species",
        FS,
        (),
        [{"Birch": {"bottom": ["Common Toad", "Tree Frog"]}}],
        ["shares-only-with"],
    ),
    (
        "butterflies share above a nettle",
        FS,
        WE,
        [{"Birch": {**NETTLE, "top": ["Purple Emperor", "Map Butterfly", "Purple Emperor"]}}],
        OK,
    ),
    (
        "above a nettle at a shrub, too",
        FS,
        WE,
        [{"Elderberry": {**NETTLE, "top": ["Purple Emperor", "Map Butterfly"]}}],
        OK,
    ),
    ("not without a nettle", FS, WE, [{"Birch": {"top": ["Purple Emperor", "Map Butterfly"]}}], ["sharing-not-here"]),
    (
        "not above a nettle elsewhere",
        FS,
        WE,
        [{"Birch": NETTLE}, {"Birch": {"top": ["Purple Emperor", "Map Butterfly"]}}],
        ["sharing-not-here"],
    ),
    (
        "no bird among the butterflies",
        FS,
        WE,
        [{"Birch": {**NETTLE, "top": ["Purple Emperor", "Tawny Owl"]}}],
        ["shares-only-with"],
    ),
    ("a Cuckoo lies on a bird", FS, EXPLORATION, [{"Birch": {"top": ["Tawny Owl", "Cuckoo"]}}], OK),
    ("whichever is written first", FS, EXPLORATION, [{"Birch": {"top": ["Cuckoo", "Tawny Owl"]}}], OK),
    ("never alone", FS, EXPLORATION, [{"Birch": {"top": "Cuckoo"}}], ["must-share"]),
    ("never on another top card", FS, EXPLORATION, [{"Birch": {"top": ["Red Squirrel", "Cuckoo"]}}], ["must-share"]),
    (
        "nor on a butterfly above a nettle",
        FS,
        EXPLORATION,
        [{"Birch": {**NETTLE, "top": ["Purple Emperor", "Cuckoo"]}}],
        ["must-share"],
    ),
    ("nor two Cuckoos alone", FS, ("exploration", "promo"), [{"Birch": {"top": "2x Cuckoo"}}], ["must-share"]),
    ("a Cuckoo at a shrub", FS, EXPLORATION, [{"Elderberry": {"top": ["Tawny Owl", "Cuckoo"]}}], OK),
    ("Mistletoe lies on a sapling", FS, EXPLORATION, [{"Sapling": {"top": "Mistletoe"}}], OK),
    ("Mistletoe does not lie on a tree as such", FS, EXPLORATION, [{"Birch": {"top": "Mistletoe"}}], ["wrong-host"]),
    ("nor on a shrub", FS, EXPLORATION, [{"Elderberry": {"top": "Mistletoe"}}], ["wrong-host"]),
    (
        "one card beside Mistletoe is too many",
        FS,
        EXPLORATION,
        [{"Sapling": {"top": ["Mistletoe", "Tawny Owl"]}}],
        ["slot-taken"],
    ),
    ("a Roe Deer is no host", FS, (), ["Roe Deer"], ["dweller-as-host"]),
    ("a Beech is no dweller", FS, (), [{"Birch": {"left": "Beech"}}], ["host-as-dweller"]),
    ("a sapling is no dweller", FS, (), [{"Birch": {"left": "Sapling"}}], ["host-as-dweller"]),
    ("no river in this game", FS, (), [{"Birch": {"river": True}}], ["river-not-here"]),
]

DARTMOOR: list[Row] = [
    (
        "a moor has two slots on top and two below",
        DM,
        (),
        [{"Tor": {"top": ["Wheatear", "Buzzard"], "bottom": ["Heather", "Otter"]}}],
        OK,
    ),
    (
        "a universal moor, too",
        DM,
        (),
        [{"Universal Moor": {"top": ["Wheatear", "Buzzard"], "bottom": ["Heather", "Otter"]}}],
        OK,
    ),
    ("not three", DM, (), [{"Tor": {"top": ["Wheatear", "Buzzard", "Curlew"]}}], ["slot-taken"]),
    ("none at the sides", DM, (), [{"Tor": {"left": "Shrew"}}], ["no-such-slot"]),
    ("none at the sides of a universal moor", DM, (), [{"Universal Moor": {"right": "Shrew"}}], ["no-such-slot"]),
    ("a slot of a moor takes one card", DM, (), [{"Tor": {"top": [["Wheatear", "Buzzard"]]}}], ["slot-taken"]),
    ("a tree has one slot on top", DM, (), [{"Ash": {"top": ["Wheatear", "Buzzard"]}}], ["slot-taken"]),
    ("a shrub has one slot below", DM, (), [{"Elderberry": {"bottom": ["Heather", "Otter"]}}], ["slot-taken"]),
    *[
        (f"{one} lies on a moor", DM, (), [{"Universal Moor": {"top": one}}, {"Tor": {"top": one}}], OK)
        for one in ("Black-Tailed Godwit", "Common Moorhen", "Curlew", "Grey Heron")
    ],
    *[
        (
            f"{one} lies on nothing else",
            DM,
            (),
            [{"Ash": {"top": one}}, {"Elderberry": {"top": one}}],
            ["wrong-host"] * 2,
        )
        for one in ("Black-Tailed Godwit", "Common Moorhen", "Curlew", "Grey Heron")
    ],
    *[
        (f"{one} lies below a moor", DM, (), [{"Universal Moor": {"bottom": one}}, {"Tor": {"bottom": one}}], OK)
        for one in ("Bog Asphodel", "Grass Snake", "Moor Frog", "Warty Newt")
    ],
    *[
        (
            f"{one} lies below nothing else",
            DM,
            (),
            [{"Ash": {"bottom": one}}, {"Elderberry": {"bottom": one}}],
            ["wrong-host"] * 2,
        )
        for one in ("Bog Asphodel", "Grass Snake", "Moor Frog", "Warty Newt")
    ],
    ("Grey Wagtail lies on a moor", DM, EX, [{"Ring Cairn": {"top": "Grey Wagtail"}}], OK),
    ("Grey Wagtail lies on no tree", DM, EX, [{"Ash": {"top": "Grey Wagtail"}}], ["wrong-host"]),
    ("Tormentil and Sundew lie below a moor", DM, EX, [{"Tor": {"bottom": ["Common Tormentil", "Sundew"]}}], OK),
    ("Tormentil lies below no tree", DM, EX, [{"Ash": {"bottom": "Common Tormentil"}}], ["wrong-host"]),
    ("Sundew lies below no shrub", DM, EX, [{"Common Gorse": {"bottom": "Sundew"}}], ["wrong-host"]),
    (
        "Wheatear and Meadowsweet lie anywhere",
        DM,
        (),
        [{"Ash": {"top": "Wheatear", "bottom": "Meadowsweet"}}, {"Tor": {"top": "Wheatear", "bottom": "Meadowsweet"}}],
        OK,
    ),
    (
        "dragonflies share above Water Soldiers",
        DM,
        (),
        [{"Ash": {"top": [*FLIES, "Keeled Skimmer"], "bottom": "Water Soldiers"}}],
        OK,
    ),
    (
        "at a moor in one slot, another card in the other",
        DM,
        (),
        [{"Tor": {"top": [FLIES, "Buzzard"], "bottom": "Water Soldiers"}}],
        OK,
    ),
    (
        "a second slot takes one dragonfly",
        DM,
        (),
        [{"Tor": {"top": [FLIES, "Keeled Skimmer"], "bottom": "Water Soldiers"}}],
        OK,
    ),
    (
        "not two shared slots",
        DM,
        (),
        [{"Tor": {"top": [FLIES, FLIES], "bottom": "Water Soldiers"}}],
        ["too-many-shared-slots"],
    ),
    ("not without Water Soldiers", DM, (), [{"Ash": {"top": FLIES, "bottom": "Heather"}}], ["sharing-not-here"]),
    (
        "no bird among the dragonflies",
        DM,
        (),
        [{"Ash": {"top": ["Keeled Skimmer", "Buzzard"], "bottom": "Water Soldiers"}}],
        ["shares-only-with"],
    ),
    (
        "Exmoor's dragonfly shares, too",
        DM,
        EX,
        [{"Ash": {"top": ["Golden-Ringed Dragonfly", "Keeled Skimmer"], "bottom": "Water Soldiers"}}],
        OK,
    ),
    (
        "rabbits share at a badger's host",
        DM,
        (),
        [{"Ash": {"left": [*BADGER, "Dartmoor Black Rabbit"], "right": ["Shrew", "Dartmoor Black Rabbit"]}}],
        OK,
    ),
    ("at a shrub, too", DM, (), [{"Elderberry": {"left": BADGER, "right": "2x Dartmoor Black Rabbit"}}], OK),
    ("not without a badger", DM, (), [{"Ash": {"left": "2x Dartmoor Black Rabbit"}}], ["sharing-not-here"]),
    (
        "not at a badger's neighbour",
        DM,
        (),
        [{"Ash": {"left": "Dartmoor Badger"}}, {"Ash": {"left": ["Shrew", "Dartmoor Black Rabbit"]}}],
        ["sharing-not-here"],
    ),
    (
        "others do not share at a badger's host",
        DM,
        (),
        [{"Ash": {"left": "Dartmoor Badger", "right": ["Shrew", "Wood Mouse"]}}],
        ["slot-taken"],
    ),
    ("a Cuckoo lies on a bird at a tree", DM, (), [{"Ash": {"top": ["Buzzard", "Cuckoo"]}}], OK),
    ("a Cuckoo lies on a bird at a shrub", DM, (), [{"Elderberry": {"top": ["Buzzard", "Cuckoo"]}}], OK),
    ("never at a moor", DM, (), [{"Tor": {"top": [["Buzzard", "Cuckoo"]]}}], ["wrong-host"]),
    ("never alone", DM, (), [{"Ash": {"top": "Cuckoo"}}], ["must-share"]),
    ("never on a dragonfly", DM, (), [{"Ash": {"top": ["Keeled Skimmer", "Cuckoo"]}}], ["must-share"]),
    ("one at a host", DM, (), [{"Ash": {"top": ["Buzzard", "2x Cuckoo"]}}], ["too-many-at-host"]),
    (
        "two at two hosts",
        DM,
        (),
        [{"Ash": {"top": ["Buzzard", "Cuckoo"]}}, {"Ash": {"top": ["Buzzard", "Cuckoo"]}}],
        OK,
    ),
    ("a shrub is no dweller", DM, (), [{"Ash": {"left": "Elderberry"}}], ["host-as-dweller"]),
    ("a moor is no dweller", DM, (), [{"Ash": {"bottom": "Tor"}}], ["host-as-dweller"]),
    ("no river in this game", DM, (), [{"Ash": {"river": True}}], ["river-not-here"]),
]

SMOKY_MOUNTAINS: list[Row] = [
    (
        "a dry tree has one slot on each side",
        SM,
        (),
        [{"Hemlock": {"top": "Wood Thrush", "left": "Raccoon", "right": "Bobcat", "bottom": "Wood Frog"}}],
        OK,
    ),
    ("one card below a dry tree", SM, (), [{"Hemlock": {"bottom": ["Wood Frog", "Wintergreen"]}}], ["slot-taken"]),
    *[
        (f"{one} needs water on top", SM, (), [{tree: {"top": one}} for tree in DRY_TREES], ["water-missing"] * 2)
        for one in ("Bald Eagle", "Caddisfly", "Great Blue Heron")
    ],
    *[
        (
            f"{one} lies on a tree with a river",
            SM,
            (),
            [{"Hemlock": {"top": one, "river": True}}, {"Creek": {"top": one}}],
            OK,
        )
        for one in ("Bald Eagle", "Caddisfly", "Great Blue Heron")
    ],
    *[
        (f"{one} needs water below", SM, (), [{"Hemlock": {"bottom": one}}], ["water-missing"])
        for one in (
            "Brook Trout",
            "Brown Water Scorpion",
            "Eastern Hellbender",
            "Greenside Darter",
            "Largeleaf Pondweed",
            "Smallmouth Bass",
            "Yellow Bullhead",
            "Yellow Perch",
        )
    ],
    *[
        (
            f"{one} lies below a river",
            SM,
            (),
            [
                {"Hemlock": {"bottom": one, "river": True}},
                {"Creek": {"bottom": one}},
                {"Universal River": {"bottom": one}},
            ],
            OK,
        )
        for one in (
            "Brook Trout",
            "Brown Water Scorpion",
            "Eastern Hellbender",
            "Greenside Darter",
            "Largeleaf Pondweed",
            "Smallmouth Bass",
            "Yellow Bullhead",
            "Yellow Perch",
        )
    ],
    *[
        (f"{one} needs water at its side", SM, (), [{"Hemlock": {"left": one}}], ["water-missing"])
        for one in ("Beaver", "Mink", "River Otter")
    ],
    *[
        (f"{one} lies at a tree with a river", SM, (), [{"Hemlock": {"left": one, "right": one, "river": True}}], OK)
        for one in ("Beaver", "Mink", "River Otter")
    ],
    (
        "a tree with a river takes dry cards at top and sides",
        SM,
        (),
        [{"Hemlock": {"top": "Wood Thrush", "left": "Raccoon", "right": "Bobcat", "river": True}}],
        OK,
    ),
    ("but only water cards below", SM, (), [{"Hemlock": {"bottom": "Wood Frog", "river": True}}], ["water-only"]),
    ("two of them", SM, (), [{"Hemlock": {"bottom": ["Brook Trout", "Yellow Perch"], "river": True}}], OK),
    (
        "not three",
        SM,
        (),
        [{"Hemlock": {"bottom": ["Brook Trout", "Yellow Perch", "Yellow Perch"], "river": True}}],
        ["slot-taken"],
    ),
    (
        "a river has two slots on top and two below",
        SM,
        (),
        [{"Creek": {"top": ["Bald Eagle", "Caddisfly"], "bottom": ["Brook Trout", "Yellow Perch"]}}],
        OK,
    ),
    ("not three on top", SM, (), [{"Creek": {"top": ["Bald Eagle", "Caddisfly", "Caddisfly"]}}], ["slot-taken"]),
    ("none at its sides", SM, (), [{"Creek": {"left": "Mink"}}], ["no-such-slot"]),
    ("no dry card on top of a river", SM, (), [{"River Bend": {"top": "Wood Thrush"}}], ["water-only"]),
    ("no dry card below a river", SM, (), [{"Universal River": {"bottom": "Wood Frog"}}], ["water-only"]),
    (
        "a Waterfall takes four fish below",
        SM,
        (),
        [
            {
                "Waterfall": {
                    "bottom": ["Brook Trout", "Yellow Perch", "Yellow Bullhead", "Yellow Perch"],
                    "top": ["Caddisfly", "Bald Eagle"],
                }
            }
        ],
        OK,
    ),
    (
        "not five",
        SM,
        (),
        [{"Waterfall": {"bottom": ["Brook Trout", "Yellow Perch", "Yellow Bullhead", "Yellow Perch", "Yellow Perch"]}}],
        ["slot-taken"],
    ),
    (
        "and nothing but fish",
        SM,
        (),
        [{"Waterfall": {"bottom": ["Brook Trout", "Largeleaf Pondweed"]}}],
        ["side-takes-only"],
    ),
    (
        "Water-Starwort lies at rivers",
        SM,
        (),
        [{"Creek": {"top": ["Water-Starwort", "Water-Starwort"]}}, {"Universal River": {"top": "Water-Starwort"}}],
        OK,
    ),
    (
        "not at trees, not even with a river",
        SM,
        (),
        [{"Hemlock": {"top": "Water-Starwort"}}, {"Hemlock": {"top": "Water-Starwort", "river": True}}],
        ["wrong-host"] * 2,
    ),
    ("crickets share the top of a tree", SM, (), [{"Hemlock": {"top": "3x Thermometer Cricket"}}], OK),
    ("of a tree with a river, too", SM, (), [{"Hemlock": {"top": "3x Thermometer Cricket", "river": True}}], OK),
    (
        "with no other species",
        SM,
        (),
        [{"Hemlock": {"top": ["Thermometer Cricket", "Wood Thrush"]}}],
        ["shares-only-with"],
    ),
    ("never at a river", SM, (), [{"Creek": {"top": "Thermometer Cricket"}}], ["water-only"]),
    ("a Red Squirrel is a left card", SM, (), [{"Hemlock": {"left": "Red Squirrel", "right": "Gray Squirrel"}}], OK),
    ("and no right one", SM, (), [{"Hemlock": {"right": "Red Squirrel"}}], ["slot-wrong-side"]),
    ("a Gray Squirrel is no left one", SM, (), [{"Hemlock": {"left": "Gray Squirrel"}}], ["slot-wrong-side"]),
    ("no river below a river", SM, (), [{"Creek": {"river": True}}], ["river-not-here"]),
    ("no named river below a tree", SM, (), [{"Hemlock": {"bottom": "Creek"}}], ["host-as-dweller"]),
    ("river: false is no river", SM, (), [{"Hemlock": {"bottom": "Yellow Perch", "river": False}}], ["water-missing"]),
]

ROWS = FOREST_SHUFFLE + DARTMOOR + SMOKY_MOUNTAINS


@pytest.mark.parametrize(
    ("game", "boxes", "forest", "codes"), [row[1:] for row in ROWS], ids=[f"{row[1]}: {row[0]}" for row in ROWS]
)
def test_slot_rule(game: str, boxes: tuple[str, ...], forest: list[Any], codes: list[str]) -> None:
    assert errors(layout(forest, game=game, boxes=boxes)) == codes


# -- fully occupied hosts ------------------------------------------------------------------------------------------

FULL = {"top": "Tawny Owl", "bottom": "Mole", "left": "Beech Marten", "right": "Raccoon"}


@pytest.mark.parametrize(
    ("host", "sides", "points"),
    [
        ("Birch", FULL, 5),
        ("Sapling", FULL, 5),
        ("Elderberry", FULL, 0),
        ("Birch", {**FULL, "top": None}, 0),
        ("Birch", {**FULL, "bottom": None}, 0),
        ("Birch", {**FULL, "right": None}, 0),
        ("Birch", {**FULL, "right": "2x European Hare", "top": None}, 0),
        ("Birch", {**FULL, "right": "2x European Hare"}, 5),
    ],
)
def test_a_tree_is_full_with_a_card_in_each_of_four_slots(host: str, sides: dict[str, Any], points: int) -> None:
    assert lines(sheet_of(layout([{host: sides}], boxes=["woodland-edge"])))["beech-marten"] == points


@pytest.mark.parametrize(
    ("sides", "points"),
    [
        ({"top": "Buzzard", "bottom": "Otter", "left": "Shrew", "right": "Shrew"}, 8),
        ({"top": ["Buzzard", "Cuckoo"], "bottom": "Otter", "left": BADGER, "right": "2x Dartmoor Black Rabbit"}, 8),
        ({"top": ["Buzzard", "Cuckoo"], "bottom": "Otter", "left": [*BADGER, "Dartmoor Black Rabbit"]}, 0),
    ],
)
def test_a_crab_apple_is_full_with_a_card_in_each_slot(sides: dict[str, Any], points: int) -> None:
    assert lines(sheet_of(layout([{"Crab Apple": sides}], game="dartmoor")))["crab-apple"] == points


# -- one fault, one error ------------------------------------------------------------------------------------------

FLOWN = ("exploration", "woodland-edge")


@pytest.mark.parametrize(
    ("game", "boxes", "host", "codes"),
    [
        (FS, WE, {"bottom": "Stingin Netle", "top": "2x Peacock Butterfly"}, ["unknown-species"]),
        (FS, (), {"bottom": "Stinging Nettle", "top": "2x Peacock Butterfly"}, ["card-not-in-boxes"]),
        (FS, WE, {"bottom": "2x Stinging Nettle", "top": ["2x Peacock Butterfly"]}, ["slot-taken"]),
        (FS, FLOWN, {"top": ["Chafinch", "Cuckoo"]}, ["unknown-species"]),
        (FS, FLOWN, {"top": ["Capercaillie", "Cuckoo"]}, ["card-not-in-boxes"]),
        (DM, (), {"left": ["Dartmor Badgr", "Dartmoor Black Rabbit"]}, ["unknown-species"]),
    ],
)
def test_a_card_that_was_not_read_may_have_let_others_share(
    game: str, boxes: tuple[str, ...], host: dict[str, Any], codes: list[str]
) -> None:
    assert errors(layout([{"Crab Apple" if game == DM else "Beech": host}], game=game, boxes=boxes)) == codes


@pytest.mark.parametrize(
    ("top", "at_fault"),
    [
        (["Chaffinch", "Peacock Butterfly", "Peacock Butterfly"], 0),
        (["Peacock Butterfly", "Chaffinch", "Peacock Butterfly"], 1),
        (["Peacock Butterfly", "Peacock Butterfly", "Chaffinch"], 2),
        (["Peacock Butterfly", "Cuckoo", "Chaffinch"], 0),
        (["Peacock Butterfly", "Chaffinch"], 1),
        (["Chaffinch", "Peacock Butterfly"], 1),
    ],
)
def test_of_cards_that_do_not_fit_together_the_fewest_are_blamed(top: list[str], at_fault: int) -> None:
    (fault,) = diagnosed(layout([{"Beech": {**NETTLE, "top": top}}], boxes=FLOWN))
    assert (fault.code, fault.path[-1]) == ("shares-only-with", at_fault)


# -- order has no meaning ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"Birch": {"top": ["Tawny Owl", "Cuckoo"]}}, {"Birch": {"top": ["Cuckoo", "Tawny Owl"]}}),
        ({"Birch": {"bottom": "Mole", "top": "Goshawk"}}, {"Birch": {"top": "Goshawk", "bottom": "Mole"}}),
        ({"Birch": {"left": "2x European Hare"}}, {"Birch": {"left": ["European Hare", "European Hare"]}}),
        ({"Birch": {"left": ["European Hare"]}}, {"Birch": {"left": "European Hare"}}),
        ({"Birch": {"left": [], "right": None}}, "Birch"),
        ({"Birch": None}, "Birch"),
        ({"Birch": {}}, "Birch"),
    ],
)
def test_two_ways_to_write_one_host(one: Any, other: Any) -> None:
    first, second = (sheet_of(layout([host, "Beech"], boxes=["exploration"])) for host in (one, other))
    assert lines(first) == lines(second)
    assert first.player("Anna").total == second.player("Anna").total
