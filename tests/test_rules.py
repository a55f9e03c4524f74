"""The rule vocabulary: every shape read from data, its points at, below and beyond each threshold, and none unused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from forestcalc.catalogue.catalogue import catalogue
from forestcalc.catalogue.rules import (
    CaveCards,
    Count,
    Filter,
    Flat,
    If,
    Measure,
    Most,
    Per,
    Rule,
    Sharing,
    SlotRule,
    Steps,
    Term,
    parse_filter,
    parse_measure,
    parse_rule,
    parse_slot,
)
from forestcalc.scoring.measures import step_points
from forestcalc.scoring.plans import group_sizes, set_points
from tests.support import layout, points

BOXES = {
    "forest-shuffle": ("alpine", "woodland-edge", "exploration", "promo"),
    "dartmoor": ("exmoor",),
    "smoky-mountains": (),
}

BIRDS = Count(Filter(types=("bird",)))


@pytest.mark.parametrize(
    ("value", "rule"),
    [
        (5, Rule((Flat(5),))),
        (0, Rule((Flat(0),))),
        ({"points": 5}, Rule((Flat(5),))),
        ({"points": 3, "per": {"type": "bird"}}, Rule((Per(3, (BIRDS,)),))),
        (
            {"points": 1, "per": [{"type": "bird"}, {"cave": "cards"}]},
            Rule((Per(1, (BIRDS, CaveCards())),)),
        ),
        ({"points": 9, "if": {"type": "bird"}}, Rule((If(9, BIRDS),))),
        ({"points": 9, "if": {"type": "bird", "at_least": 3}, "else": 2}, Rule((If(9, BIRDS, 3, None, 2),))),
        ({"points": 9, "if": {"type": "bird", "at_least": 0}}, Rule((If(9, BIRDS, 0),))),
        ({"points": 9, "if": {"type": "bird", "exactly": 0}}, Rule((If(9, BIRDS, 0, 0),))),
        ({"points": {2: 5, 1: 3}, "of": {"type": "bird"}}, Rule((Steps(((1, 3), (2, 5)), BIRDS),))),
        ({"once": True, "points": {1: 3}, "of": {"type": "bird"}}, Rule((Steps(((1, 3),), BIRDS),), once=True)),
        ([{"points": 1, "per": {"type": "bird"}}, 4], Rule((Per(1, (BIRDS,)), Flat(4)))),
        (
            {"points": 7, "if": {"most": {"type": "bird"}, "against": "birds", "alone": 3, "floor": 1}, "else": 2},
            Rule((If(7, Most(BIRDS, "birds", 3, 1), 1, None, 2),)),
        ),
    ],
)
def test_a_rule_is_read(value: Any, rule: Rule) -> None:
    assert parse_rule(value) == rule


@pytest.mark.parametrize(
    ("value", "measure"),
    [
        ({"cave": "cards"}, CaveCards()),
        ({"type": "bird"}, BIRDS),
        ({"type": ["bird"], "different": "species"}, Count(Filter(types=("bird",)), "species")),
        ({"different": "symbols", "at": "host"}, Count(Filter(), "symbols", "host")),
        ({"type": "bird", "at": "slot"}, Count(Filter(types=("bird",)), at="slot")),
    ],
)
def test_a_measure_is_read(value: Any, measure: Measure) -> None:
    assert parse_measure(value) == measure


@pytest.mark.parametrize(
    ("value", "filter_"),
    [
        ({}, Filter()),
        ({"type": None}, Filter()),
        ({"type": "bird"}, Filter(types=("bird",))),
        ({"type": ["bird", "bat"]}, Filter(types=("bird", "bat"))),
        ({"species": "a"}, Filter(species=("a",))),
        ({"named": ["a", "b"]}, Filter(named=("a", "b"))),
        ({"symbol": "own"}, Filter(symbols=("own",))),
        ({"kind": "tree"}, Filter(kinds=("tree",))),
        ({"host": ["tree", "shrub"]}, Filter(hosts=("tree", "shrub"))),
        ({"side": "top"}, Filter(sides=("top",))),
        ({"under_river": False}, Filter(under_river=False)),
        ({"full": True}, Filter(full=True)),
        ({"none_below": {"type": "fish"}}, Filter(none_below=Filter(types=("fish",)))),
        ({"proxies": True}, Filter(proxies=True)),
        ({"except": "itself"}, Filter(excluding="itself")),
        ({"except": "own-species"}, Filter(excluding="own-species")),
    ],
)
def test_a_filter_is_read(value: Any, filter_: Filter) -> None:
    assert parse_filter(value) == filter_


@pytest.mark.parametrize(
    ("value", "slot"),
    [
        ({}, SlotRule()),
        ({"hosts": "moor"}, SlotRule(hosts=("moor",))),
        ({"water": True}, SlotRule(water=True)),
        ({"at_host": 1}, SlotRule(at_host=1)),
        ({"hint": "so"}, SlotRule(hint="so")),
        (
            {"shares": {"with": {"named": "a"}, "while": {"named": "b"}, "at_most": 2, "must": True, "slots": "one"}},
            SlotRule(sharing=Sharing(Filter(named=("a",)), Filter(named=("b",)), 2, True, "one")),
        ),
        ({"shares": {"with": {}}}, SlotRule(sharing=Sharing(Filter()))),
    ],
)
def test_a_slot_rule_is_read(value: Any, slot: SlotRule) -> None:
    assert parse_slot(value) == slot


# -- numbers ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("value", "expected"), [(0, 0), (1, 0), (2, 5), (3, 5), (4, 9), (40, 9)])
def test_steps_hold_from_their_threshold_on(value: int, expected: int) -> None:
    assert step_points(value, ((2, 5), (4, 9))) == expected


@pytest.mark.parametrize(
    ("counts", "sizes"),
    [([], []), ([1], [1]), ([3], [1, 1, 1]), ([2, 2, 1], [3, 2]), ([1, 1, 1, 1], [4]), ([4, 1], [2, 1, 1, 1])],
)
def test_groups_take_one_of_each_again_and_again(counts: list[int], sizes: list[int]) -> None:
    assert group_sizes(counts) == sizes


@pytest.mark.parametrize(("size", "expected"), [(1, 0), (2, 3), (3, 6), (4, 6)])
def test_the_last_value_of_a_set_holds_beyond_its_end(size: int, expected: int) -> None:
    assert set_points(size, (0, 3, 6)) == expected


# One row a shape: a species that scores by it, forests with growing numbers of what it counts, the points.
SHAPES: list[tuple[str, str, str, list[tuple[list[Any], int]]]] = [
    ("flat", "forest-shuffle", "tawny-owl", [([{"Birch": {"top": "Tawny Owl"}}], 5)]),
    (
        "per card of a type",
        "forest-shuffle",
        "goshawk",
        [
            ([{"Birch": {"top": "Goshawk"}}], 3),
            ([{"Birch": {"top": "Goshawk"}}, {"Birch": {"top": "Eurasian Jay"}}], 6),
        ],
    ),
    (
        "per two measures added",
        "forest-shuffle",
        "red-deer",
        [([{"Birch": {"left": "Red Deer"}}], 1), ([{"Birch": {"left": "Red Deer", "bottom": "Moss"}}, "Sapling"], 3)],
    ),
    (
        "per different species",
        "dartmoor",
        "blueberry",
        [
            ([{"Ash": {"bottom": "Blueberry"}}], 0),
            ([{"Ash": {"bottom": "Blueberry", "top": "Buzzard", "left": "Nuthatch"}}, {"Ash": {"top": "Buzzard"}}], 4),
        ],
    ),
    (
        "per card of the own symbol",
        "forest-shuffle",
        "roe-deer",
        [([{"Beech": {"right": "Roe Deer (birch)"}}], 3), ([{"Birch": {"right": "Roe Deer (birch)"}}, "Birch"], 9)],
    ),
    (
        "per card of given symbols",
        "forest-shuffle",
        "european-bison",
        [([{"Birch": {"left": "European Bison (oak)"}}], 2), ([{"Beech": {"left": "European Bison (oak)"}}, "Oak"], 6)],
    ),
    (
        "per card at the host",
        "forest-shuffle",
        "silver-fir",
        [(["Silver Fir"], 0), ([{"Silver Fir": {"top": "Tawny Owl", "left": "3x European Hare"}}], 8)],
    ),
    (
        "per other card at the host",
        "smoky-mountains",
        "hickory",
        [(["Hickory"], 0), ([{"Hickory": {"river": True}}], 2), ([{"Hickory": {"left": "Raccoon", "river": True}}], 4)],
    ),
    (
        "per different symbol at the host",
        "smoky-mountains",
        "virginia-opossum",
        [
            ([{"Hemlock": {"top": "Virginia Opossum (hemlock)"}}], 2),
            ([{"Hemlock": {"top": "Virginia Opossum (fir)", "left": "Raccoon (fir)", "right": "Raccoon (birch)"}}], 6),
        ],
    ),
    (
        "per full host",
        "forest-shuffle",
        "beech-marten",
        [
            ([{"Birch": {"left": "Beech Marten"}}], 0),
            ([{"Birch": {"left": "Beech Marten", "top": "Goshawk", "right": "Raccoon", "bottom": "Mole"}}], 5),
        ],
    ),
    (
        "per river without a fish below",
        "smoky-mountains",
        "brook-trout",
        [
            ([{"Creek": {"bottom": "Brook Trout"}}], 0),
            ([{"Creek": {"bottom": "Brook Trout"}}, "Universal River", {"Hemlock": {"river": True}}], 6),
            ([{"Creek": {"bottom": "Brook Trout"}}, {"Hemlock": {"river": True, "bottom": "Yellow Perch"}}], 0),
            ([{"Creek": {"bottom": "Brook Trout"}}, {"Hemlock": {"river": True, "bottom": "Largeleaf Pondweed"}}], 3),
        ],
    ),
    (
        "per card below trees",
        "forest-shuffle",
        "wood-ant",
        [
            ([{"Birch": {"bottom": "Wood Ant"}}], 2),
            ([{"Birch": {"bottom": "Wood Ant"}}, {"Sapling": {"bottom": "2x Common Toad"}}], 6),
        ],
    ),
    (
        "if at least one",
        "forest-shuffle",
        "lynx",
        [([{"Birch": {"left": "Lynx"}}], 0), ([{"Birch": {"left": "Lynx", "right": "Roe Deer"}}], 10)],
    ),
    (
        "if enough, else less",
        "dartmoor",
        "curlew",
        [
            (
                [
                    {"Tor": {"top": "Curlew", "bottom": ["Blue Ground Beetle"] * 2}},
                    {"Tor": {"bottom": ["Blue Ground Beetle"] * 2}},
                ],
                3,
            ),
            (
                [
                    {"Tor": {"top": ["Curlew", "Keeled Skimmer"], "bottom": ["Blue Ground Beetle"] * 2}},
                    {"Tor": {"bottom": ["Blue Ground Beetle"] * 2}},
                ],
                10,
            ),
            (
                [
                    {"Tor": {"top": ["Curlew", "Keeled Skimmer"], "bottom": ["Blue Ground Beetle"] * 2}},
                    {"Tor": {"top": "Keeled Skimmer", "bottom": ["Blue Ground Beetle"] * 2}},
                ],
                10,
            ),
        ],
    ),
    (
        "if exactly",
        "forest-shuffle",
        "european-polecat",
        [
            ([{"Birch": {"left": "European Polecat"}}], 10),
            ([{"Birch": {"left": "European Polecat", "top": "Goshawk"}}], 0),
        ],
    ),
    (
        "if enough different species",
        "forest-shuffle",
        "barbastelle-bat",
        [
            ([{"Birch": {"left": "Barbastelle Bat", "right": "Greater Horseshoe Bat"}}], 0),
            (
                [
                    {"Birch": {"left": "Barbastelle Bat", "right": "Greater Horseshoe Bat"}},
                    {"Birch": {"left": "Common Pipistrelle"}},
                ],
                5,
            ),
        ],
    ),
    (
        "if at a certain host",
        "forest-shuffle",
        "chaffinch",
        [([{"Birch": {"top": "Chaffinch"}}], 0), ([{"Beech": {"top": "Chaffinch"}}], 5)],
    ),
    (
        "if another shares the slot",
        "forest-shuffle",
        "common-toad",
        [([{"Birch": {"bottom": "Common Toad"}}], 0), ([{"Birch": {"bottom": "2x Common Toad"}}], 10)],
    ),
    (
        "steps of a whole forest",
        "forest-shuffle",
        "marsh-cinquefoil",
        [
            ([{"Elderberry": {"bottom": "Marsh Cinquefoil"}}], 15),
            ([{"Elderberry": {"bottom": "Marsh Cinquefoil"}}, "5x Birch"], 15),
            ([{"Elderberry": {"bottom": "Marsh Cinquefoil"}}, "6x Birch"], 7),
            ([{"Elderberry": {"bottom": "Marsh Cinquefoil"}}, "10x Birch"], 7),
            ([{"Elderberry": {"bottom": "Marsh Cinquefoil"}}, "10x Birch", "Beech"], 3),
        ],
    ),
    (
        "steps of different species",
        "dartmoor",
        "meadow-pipit",
        [
            ([{"Ash": {"top": "Meadow Pipit"}}], 1),
            ([{"Ash": {"top": "Meadow Pipit", "left": "Nuthatch"}}], 3),
            ([{"Ash": {"top": "Meadow Pipit", "left": "Nuthatch", "right": "Capercaillie"}}], 3),
            (
                [
                    {"Ash": {"top": "Meadow Pipit", "left": "Nuthatch", "right": "Capercaillie"}},
                    {"Ash": {"left": "Treecreeper"}},
                ],
                6,
            ),
        ],
    ),
    (
        "steps scored once",
        "forest-shuffle",
        "horse-chestnut",
        [
            (["Horse Chestnut"], 1),
            (["6x Horse Chestnut"], 36),
            (["7x Horse Chestnut"], 49),
            (["11x Horse Chestnut"], 49),
        ],
    ),
    (
        "a set of different species",
        "dartmoor",
        "dragonflies",
        [
            ([{"Tor": {"top": "Keeled Skimmer"}}], 0),
            ([{"Tor": {"top": ["Keeled Skimmer", "Keeled Skimmer"]}}], 0),
            ([{"Tor": {"top": ["Keeled Skimmer", "Emerald Damselfly"]}}], 5),
        ],
    ),
    (
        "a set by its number",
        "forest-shuffle",
        "fireflies",
        [
            ([{"Birch": {"bottom": "Fireflies"}}], 0),
            ([{"Birch": {"bottom": "Fireflies"}}] * 2, 10),
            ([{"Birch": {"bottom": "Fireflies"}}] * 4, 20),
        ],
    ),
    (
        "points of birds doubled",
        "dartmoor",
        "grey-heron",
        [([{"Tor": {"top": "Grey Heron"}}], 8), ([{"High Coastal Heath": {"top": ["Grey Heron", "Grey Heron"]}}], 32)],
    ),
    (
        "cards that stand for their host",
        "forest-shuffle",
        "beech",
        [
            ([{"Beech": {"left": "Violet Carpenter Bee", "right": "Violet Carpenter Bee"}}, "Beech"], 10),
            ([{"Birch": {"left": "Violet Carpenter Bee", "right": "Violet Carpenter Bee"}}, "2x Beech"], 0),
        ],
    ),
]


@pytest.mark.parametrize(
    ("game", "line", "forest", "expected"),
    [(game, line, forest, expected) for _, game, line, rows in SHAPES for forest, expected in rows],
    ids=[f"{shape} {number}" for shape, _, _, rows in SHAPES for number in range(len(rows))],
)
def test_shape(game: str, line: str, forest: list[Any], expected: int) -> None:
    assert points(layout(forest, game=game, boxes=BOXES[game]), line) == expected


@pytest.mark.parametrize(
    ("own", "others", "expected"),
    [(3, [2], 9), (3, [3], 9), (3, [4], 3), (3, [2, 4], 3), (3, [2, 3], 9), (1, [0], 3), (1, [9 - 1], 1)],
)
def test_most_among_all_forests(own: int, others: list[int], expected: int) -> None:
    forests: dict[str, Any] = {"Anna": [f"{own}x Linden Tree"]}
    for name, count in zip(("Boris", "Caro"), others, strict=False):
        forests[name] = {"counts": {"Linden Tree": count}}
    assert points(layout(forests), "linden-tree") == expected


# -- the shipped rules use all of it --------------------------------------------------------------------------------------


def shipped() -> Iterator[Rule]:
    for game, boxes in BOXES.items():
        cards = catalogue(game, boxes)
        for id in cards.species_ids:
            rule = cards.species(id).rule
            if rule is not None:
                yield rule
        for set_ in cards.sets.values():
            if set_.rule is not None:
                yield set_.rule
        for cave in cards.caves.values():
            yield cave.rule


def measures(term: Term) -> tuple[Measure, ...]:
    if isinstance(term, Per):
        return term.measures
    return (term.measure,) if isinstance(term, If | Steps) else ()


def test_every_kind_of_term_and_measure_is_used() -> None:
    terms = [term for rule in shipped() for term in rule.terms]
    used = {type(term) for term in terms} | {type(measure) for term in terms for measure in measures(term)}
    assert used == {Flat, Per, If, Steps, Count, CaveCards, Most}
    counts = [measure for term in terms for measure in measures(term) if isinstance(measure, Count)]
    assert {count.at for count in counts} == {"forest", "host", "slot"}
    assert {count.different for count in counts} == {"", "species", "symbols"}


def test_every_question_of_a_filter_is_used() -> None:
    filters = [
        measure.filter if isinstance(measure, Count) else measure.counted.filter
        for rule in shipped()
        for term in rule.terms
        for measure in measures(term)
        if not isinstance(measure, CaveCards)
    ]
    everywhere = {
        name for filter_ in filters for name, value in filter_._asdict().items() if value != getattr(Filter(), name)
    }
    # whether a card lies below a river is only asked under some rulings
    assert everywhere | {"under_river"} == set(Filter._fields)


def test_every_part_of_a_slot_rule_is_used() -> None:
    slots = [
        catalogue(game, boxes).species(id).slot
        for game, boxes in BOXES.items()
        for id in catalogue(game, boxes).species_ids
    ]
    assert {
        name for slot in slots for name in SlotRule._fields if getattr(slot, name) != getattr(SlotRule(), name)
    } == set(SlotRule._fields)
    shared = [slot.sharing for slot in slots if slot.sharing is not None]
    assert any(one.while_ for one in shared)
    assert any(one.at_most for one in shared)
    assert any(one.must for one in shared)
    assert {one.slots for one in shared} >= {"any", "one"}
