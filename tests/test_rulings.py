"""Rulings: every open question both ways, with the totals that it changes and what the score says of the other way."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from forestcalc.catalogue import store
from forestcalc.catalogue.catalogue import catalogue, games
from forestcalc.scoring.sheet import ScoreSheet
from tests.support import errors, layout, run, sheet_of

Total = int | tuple[int, int] | None


class Question(NamedTuple):
    """A table on which a ruling matters. `totals` give Anna's total by value; None where the layout is illegal."""

    id: str
    game: str
    boxes: tuple[str, ...]
    players: Any
    totals: dict[str, Total]
    illegal: str = ""


FLIES = ["Keeled Skimmer", "Southern Damselfly"]
SIX_OTHERS = ["Beech", "Birch", "Douglas Fir", "Horse Chestnut", "Linden Tree", "Silver Fir"]
PONY = [{"Crab Apple": {"left": "Dartmoor Pony"}}]

QUESTIONS = [
    Question(
        "turkey-oak",
        "forest-shuffle",
        ("exploration",),
        ["Oak", "Turkey Oak", *SIX_OTHERS],
        {"oak": 10, "own-species": 20},
    ),
    Question(
        "red-squirrel-on-turkey-oak",
        "forest-shuffle",
        ("exploration",),
        [{"Turkey Oak": {"top": "Red Squirrel"}}],
        {"no-points": 0, "points": 5},
    ),
    Question(
        "bee-and-marsh-cinquefoil",
        "forest-shuffle",
        ("exploration",),
        [{"Birch": {"left": "Violet Carpenter Bee", "bottom": "Marsh Cinquefoil"}}, "4x Birch"],
        {"not-counted": 20, "counted": 12},
    ),
    Question(
        "cuckoo-at-shrub",
        "forest-shuffle",
        ("exploration", "woodland-edge"),
        [{"Elderberry": {"top": ["Tawny Owl", "Cuckoo"]}}],
        {"allowed": 12, "forbidden": None},
        "wrong-host",
    ),
    Question(
        "solo",
        "forest-shuffle",
        (),
        [{"Linden Tree": {"top": "Great Spotted Woodpecker"}}, "Linden Tree"],
        {"as-multiplayer": 16, "automa": 2},
    ),
    Question(
        "cuckoos-per-host",
        "dartmoor",
        (),
        [{"Sessile Oak": {"top": ["Buzzard", "Cuckoo", "Cuckoo"]}}],
        {"one": None, "any": 15},
        "too-many-at-host",
    ),
    Question("no-moors", "dartmoor", (), {"Anna": PONY, "Boris": PONY}, {"tie": 15, "no-majority": 5}),
    Question(
        "blanket-bog",
        "dartmoor",
        (),
        [{"Blanket Bog": {"bottom": ["Adder's Tongue", "Common Lizard"]}}],
        {"plants": 11, "every-card": 16},
    ),
    Question(
        "two-water-soldiers",
        "dartmoor",
        (),
        [{"Tor": {"top": [FLIES, FLIES], "bottom": ["Water Soldiers", "Water Soldiers"]}}],
        {"one-shared-slot": None, "one-each": 26},
        "too-many-shared-slots",
    ),
    Question("terrain-symbols", "dartmoor", (), ["Ash", "Elderberry"], {"none": 0, "any": (0, 1)}),
    Question(
        "solo",
        "dartmoor",
        (),
        [{"Universal Moor": {"top": "Black-Tailed Godwit"}}, *PONY],
        {"as-multiplayer": 25, "automa": 5},
    ),
    Question(
        "dormouse-at-shrub",
        "dartmoor",
        ("exmoor",),
        [{"Elderberry": {"left": "Dormouse", "right": "Brandt's Bat"}}],
        {"no-points": 0, "points": 15},
    ),
    Question(
        "exmoor-pony",
        "dartmoor",
        ("exmoor",),
        [{"Crab Apple": {"left": "Exmoor Pony", "right": "Exmoor Pony"}}],
        {"per-card": 40, "once": 20},
    ),
    Question(
        "exmoor-bottom-plants",
        "dartmoor",
        ("exmoor",),
        [{"Crab Apple": {"bottom": "Common Tormentil"}}, {"Elderberry": {"bottom": "Sundew", "top": "Keeled Skimmer"}}],
        {"moor-only": None, "anywhere": 6},
        "wrong-host",
    ),
    Question("terrain-symbols", "smoky-mountains", (), ["Buckeye", "River Bend"], {"none": 1, "any": (1, 2)}),
    Question(
        "squirrels-pawed",
        "smoky-mountains",
        (),
        [{"Hemlock": {"left": "Gray Fox", "right": "Gray Squirrel"}}],
        {"pawed": 12, "not-pawed": 11},
    ),
    Question(
        "mice-pawed",
        "smoky-mountains",
        (),
        [{"Hemlock": {"left": "Gray Fox", "right": "Masked Shrew"}}],
        {"not-pawed": 9, "pawed": 10},
    ),
    Question(
        "tiger-beetle",
        "smoky-mountains",
        (),
        [{"Hemlock": {"bottom": "Six-Spotted Tiger Beetle", "top": "Thermometer Cricket"}}],
        {"insect": 12, "no-type": 11},
    ),
    Question(
        "wasp-below-river",
        "smoky-mountains",
        (),
        [{"Hemlock": {"left": "Weevil Wasp", "bottom": "Brown Water Scorpion", "river": True}}],
        {"counted": 17, "not-counted": 7},
    ),
    Question(
        "two-skunks",
        "smoky-mountains",
        (),
        [{"Hemlock": {"left": "Spotted Skunk", "right": "Spotted Skunk"}}],
        {"no-points": 5, "points": 25},
    ),
    Question(
        "skunk-below-river",
        "smoky-mountains",
        (),
        [{"Hemlock": {"left": "Spotted Skunk", "bottom": "Yellow Perch", "river": True}}],
        {"no-points": 7, "points": 17},
    ),
]

IDS = [f"{one.game}: {one.id}" for one in QUESTIONS]
WAYS = [(one, value) for one in QUESTIONS for value in one.totals]
WAY_IDS = [f"{one.game}: {one.id} {value}" for one, value in WAYS]


def text_of(one: Question, value: str | None = None) -> str:
    rulings = {} if value is None else {one.id: value}
    return layout(one.players, game=one.game, boxes=one.boxes, rulings=rulings)


def total_of(sheet: ScoreSheet) -> Total:
    anna = sheet.player("Anna")
    return anna.total if anna.total is not None else (anna.min, anna.max)


@pytest.mark.parametrize(("one", "value"), WAYS, ids=WAY_IDS)
def test_ruling_decides_the_total(one: Question, value: str) -> None:
    expected = one.totals[value]
    if expected is None:
        assert set(errors(text_of(one, value))) == {one.illegal}
    else:
        assert total_of(sheet_of(text_of(one, value))) == expected


@pytest.mark.parametrize("one", QUESTIONS, ids=IDS)
def test_the_first_value_is_the_default(one: Question) -> None:
    assert next(iter(one.totals)) == catalogue(one.game, one.boxes).rulings[one.id]
    default = next(iter(one.totals.values()))
    if default is None:
        assert set(errors(text_of(one))) == {one.illegal}
    else:
        assert total_of(sheet_of(text_of(one))) == default


@pytest.mark.parametrize(("one", "value"), WAYS, ids=WAY_IDS)
def test_the_score_says_what_the_other_reading_would_change(one: Question, value: str) -> None:
    if one.totals[value] is None:
        return
    notes = {note.id: note for note in sheet_of(text_of(one, value)).rulings}
    assert notes[one.id].value == value
    for other, expected in one.totals.items():
        if other != value:
            changed = notes[one.id].alternatives[other]
            if expected is None:
                assert changed is None
            else:
                assert changed is not None
                bounds = expected if isinstance(expected, tuple) else (expected, expected)
                assert (changed["Anna"].min, changed["Anna"].max) == bounds


@pytest.mark.parametrize("one", QUESTIONS, ids=IDS)
def test_a_ruling_that_changes_no_total_has_no_note(one: Question) -> None:
    plain = {"forest-shuffle": ["Turkey Oak", "Beech"], "dartmoor": ["Crab Apple"], "smoky-mountains": ["Hemlock"]}
    boxes = ("exploration",) if one.game == "forest-shuffle" else one.boxes
    assert sheet_of(layout(plain[one.game], game=one.game, boxes=boxes)).rulings == ()


def test_every_ruling_has_a_table_on_which_it_matters() -> None:
    known = {(game, id) for game in games() for id in store.core(game)["rulings"]}
    assert {(one.game, one.id) for one in QUESTIONS} == known
    for one in QUESTIONS:
        assert list(one.totals) == [reading.value for reading in catalogue(one.game).ruling(one.id).values]


def test_several_rulings_are_each_looked_at_alone() -> None:
    forest = [{"Turkey Oak": {"top": "Red Squirrel"}}, "Oak", *SIX_OTHERS]
    notes = {note.id: note for note in sheet_of(layout(forest, boxes=["exploration"])).rulings}
    # with the Turkey Oak by itself eight species make the Oak 10; squirrel and Linden are questions of their own
    assert {
        id: {value: totals and totals["Anna"].min for value, totals in note.alternatives.items()}
        for id, note in notes.items()
    } == {
        "turkey-oak": {"own-species": 20},
        "red-squirrel-on-turkey-oak": {"points": 15},
        "solo": {"automa": 8},
    }


def test_solo_is_one_player_and_nobody_by_counts() -> None:
    forest = ["2x Linden Tree"]
    solo = layout(forest, rulings={"solo": "automa"})
    assert total_of(sheet_of(solo)) == 2
    two = layout({"Anna": forest, "Boris": {"counts": {"Linden Tree": 2}}}, rulings={"solo": "automa"})
    assert total_of(sheet_of(two)) == 6


@pytest.mark.parametrize(
    ("game", "rulings", "code"),
    [
        ("forest-shuffle", {"turkey-oaks": "oak"}, "unknown-ruling"),
        ("forest-shuffle", {"turkey-oak": "birch"}, "unknown-ruling-value"),
        ("forest-shuffle", {"blanket-bog": "plants"}, "unknown-ruling"),
        ("dartmoor", {"turkey-oak": "oak"}, "unknown-ruling"),
        ("smoky-mountains", {"solo": "automa"}, "unknown-ruling"),
    ],
)
def test_an_unknown_ruling_or_value_is_an_error(game: str, rulings: dict[str, str], code: str) -> None:
    assert errors(layout([], game=game, rulings=rulings)) == [code]


def test_the_note_is_printed_and_left_out_with_quiet() -> None:
    text = text_of(QUESTIONS[0])
    assert "turkey-oak" in run("score", "-", stdin=text).out
    assert "turkey-oak" not in run("score", "--quiet", "-", stdin=text).out


def test_one_ruling_can_be_asked_for() -> None:
    done = run("rulings", "turkey-oak")
    assert done.status == 0
    assert "own-species" in done.out
    assert "[soldag/forest-shuffle-scoring; garfix/forest-shuffle-score]" in " ".join(done.out.split())
    assert run("rulings", "no-such-ruling").status == 1
