"""Live tables: whatever changes, the points are those of scoring from scratch, and of the same layout as a file."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forestcalc import load, score
from forestcalc.catalogue.catalogue import catalogue
from forestcalc.live import CardError, LiveTable
from forestcalc.scoring.score import score as score_game
from forestcalc.scoring.sheet import ScoreSheet
from tests.live_helpers import differences, do
from tests.support import DATA, EXAMPLES, Plain
from tests.tables import GAMES, as_text, as_value, dealt

EDITS = st.lists(
    st.tuples(st.integers(0, 11), st.integers(0, 2), st.integers(0, 40), st.integers(0, 5000)),
    max_size=40,
)

READINGS = [
    ("forest-shuffle", {"turkey-oak": "own-species", "bee-and-marsh-cinquefoil": "counted", "solo": "automa"}),
    ("dartmoor", {"blanket-bog": "every-card", "no-moors": "no-majority", "exmoor-pony": "once"}),
    ("smoky-mountains", {"two-skunks": "points", "skunk-below-river": "points", "mice-pawed": "pawed"}),
]


def _table(game: str, boxes: tuple[str, ...], players: int, rulings: dict[str, str] | None = None) -> LiveTable:
    table = LiveTable(game, boxes, rulings)
    for name in ("Anna", "Boris", "Caro")[:players]:
        table.player(name)
    return table


@pytest.mark.parametrize(("game", "boxes"), [one for one in GAMES if one[1] or one[0] == "smoky-mountains"])
@given(players=st.integers(1, 3), edits=EDITS, every=st.sampled_from([1, 1, 7]))
@settings(max_examples=25)
def test_points_after_any_edits_are_those_from_scratch(
    game: str, boxes: tuple[str, ...], players: int, edits: list[tuple[int, int, int, int]], every: int
) -> None:
    table = _table(game, boxes, players)
    for number, edit in enumerate(edits):
        do(table, edit)
        if number % every == 0:
            assert list(differences(table)) == []
    assert list(differences(table)) == []


@pytest.mark.parametrize(("game", "rulings"), READINGS)
@given(players=st.integers(1, 2), edits=EDITS)
@settings(max_examples=15)
def test_other_rulings_hold_too(
    game: str, rulings: dict[str, str], players: int, edits: list[tuple[int, int, int, int]]
) -> None:
    boxes = catalogue(game).all_boxes[1:]
    table = _table(game, boxes, players, rulings)
    for edit in edits:
        do(table, edit)
    if players == 1:
        assert list(differences(table)) == []
        table.player("Dora").plant(table.catalogue.species_ids[0])  # ends playing alone
    assert list(differences(table)) == []


@pytest.mark.parametrize(("game", "boxes"), GAMES)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=5)
def test_a_loaded_game_scores_the_same_live_and_as_its_own_layout(game: str, boxes: tuple[str, ...], seed: int) -> None:
    rng = random.Random(seed)
    text = as_text(as_value(dealt(game, boxes, rng, players=rng.randint(1, 3), hosts=5, dwellers=14)))
    (loaded,) = load(text)
    sheet = score_game(loaded)
    table = LiveTable.of(loaded)
    assert list(differences(table)) == []
    assert _in_any_order(sheet) == _in_any_order(table.score())
    (again,) = load(table.to_yaml())
    assert _as_json(score_game(again)) == _as_json(table.score())
    assert LiveTable.of(again).to_layout() == table.to_layout()


def _as_json(sheet: ScoreSheet) -> Plain:
    """Return a sheet without what only a file has: a live table has no layout to read under another ruling."""
    return {**sheet.as_json(), "diagnostics": [], "file": "", "rulings": []}


def _in_any_order(sheet: ScoreSheet) -> Plain:
    """Return a sheet without the order of the sides of a host, which a live table writes in its own."""
    plain = _as_json(sheet)
    plain["open"].sort(key=lambda one: (one["player"], one["path"]))
    for player in plain["players"]:
        for line in player["lines"]:
            line["cards"].sort(key=lambda card: card["path"])
        player["lines"].sort(key=lambda line: line["species"])
    return plain


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.yaml")), ids=lambda path: path.stem)
def test_examples_score_the_same_live(path: Path) -> None:
    for game in load(path):
        table = LiveTable.of(game)
        assert list(differences(table)) == []
        live = table.score()
        for player in score(game).players:
            assert (live.player(player.name).min, live.player(player.name).max) == (player.min, player.max)


@pytest.mark.parametrize("path", sorted((DATA / "cases" / "scored").glob("*.yaml")), ids=lambda path: path.stem)
def test_cases_score_the_same_live(path: Path) -> None:
    for game in load(path):
        sheet = score_game(game)
        live = LiveTable.of(game)
        assert list(differences(live)) == []
        assert [(one.name, one.min, one.max, one.rank) for one in live.score().players] == [
            (one.name, one.min, one.max, one.rank) for one in sheet.players
        ]


# -- building by hand -------------------------------------------------------------------------------------------


def test_a_forest_is_built_card_by_card() -> None:
    table = LiveTable()
    anna = table.player("Anna", cave=3)
    beech = anna.plant("Beech")
    hare = beech.attach("European Hare (linden)", "left")
    assert anna.total == 4
    beech.attach("european hares", "left")
    assert anna.points == {"beech": 0, "european-hare": 4}
    assert anna.sections == {"trees": 0, "top": 0, "bottom": 0, "left_right": 4, "cave": 3}
    hare.replace("red-fox (beech)")
    assert (anna.points, hare.species.id) == ({"beech": 0, "red-fox": 2, "european-hare": 1}, "red-fox")
    hare.detach()
    beech.fell()
    assert (anna.total, anna.hosts) == (3, ())


def test_what_others_have_counts_for_majorities() -> None:
    table = LiveTable()
    anna, boris = table.player("Anna"), table.player("Boris")
    anna.plant("Linden Tree")
    assert table.totals == {"Anna": 3, "Boris": 0}
    lindens = [boris.plant("Linden Tree") for _ in range(2)]
    assert table.totals == {"Anna": 1, "Boris": 6}
    lindens[0].replace("Birch")
    assert table.totals == {"Anna": 3, "Boris": 4}
    table.player_by_counts("Caro", {"Linden Tree": 2})
    assert table.totals == {"Anna": 1, "Boris": 2}
    assert table.to_layout()["players"]["Caro"] == {"counts": {"Linden Tree": 2}}


def test_the_cave_follows() -> None:
    table = LiveTable("forest-shuffle", ["alpine", "exploration"])
    anna = table.player("Anna", cave=2, cave_card="Bat Cave")
    anna.plant("Beech").attach("Bearded Vulture", "top")
    assert anna.sections["cave"] == 2
    anna.cave_cards = 5
    assert (anna.sections["cave"], anna.points["bearded-vulture"]) == (5, 5)
    anna.hosts[0].attach("Barbastelle Bat", "left")
    assert anna.sections["cave"] == 8


def test_a_river_and_its_slots() -> None:
    table = LiveTable("smoky-mountains")
    hemlock = table.player("Anna").plant("Hemlock", river=True)
    fish = hemlock.attach("Brook Trout", "bottom"), hemlock.attach("Yellow Perch", "bottom")
    assert [one.slot for one in fish] == [0, 1]
    assert table.to_layout()["players"]["Anna"]["forest"] == [
        {"Hemlock": {"bottom": ["Brook Trout", "Yellow Perch"], "river": True}}
    ]
    assert load(table.to_yaml())


def test_a_card_of_an_open_symbol_makes_a_range_of_the_sheet() -> None:
    table = LiveTable()
    anna = table.player("Anna")
    anna.plant("Birch").attach("Roe Deer (birch)", "right")
    other = anna.plant("Oak").attach("Chaffinch", "top")
    assert other.symbol is None
    live, (game,) = table.score().player("Anna"), load(table.to_yaml())
    sheet = score(game).player("Anna")
    assert (live.min, live.max, anna.total) == (sheet.min, sheet.max, live.min)


@pytest.mark.parametrize(
    ("name", "side", "words"),
    [
        ("Red Fax", "left", "no card called `Red Fax`: did you mean `Red Fox`"),
        ("Red Fox", "top", "Red Fox"),
        ("Red Fox (gold)", "left", "`gold` is no tree symbol"),
        ("2x Red Fox", "left", "one at a time"),
        ("Beech", "left", "it is a host"),
        ("Chamois (beech)", "left", "alpine"),
        ("Red Fox", "middle", "has not got the side"),
    ],
)
def test_what_is_no_card_of_that_side_is_refused(name: str, side: str, words: str) -> None:
    host = LiveTable().player("Anna").plant("Oak")
    with pytest.raises(CardError, match=words):
        host.attach(name, side)
    assert (host.dwellers, host.forest.total) == ([], 0)


def test_what_was_taken_away_cannot_be_changed() -> None:
    table = LiveTable()
    host = table.player("Anna").plant("Oak")
    card = host.attach("Tawny Owl", "top")
    with pytest.raises(CardError, match="a slot 1 on"):
        host.attach("Tawny Owl", "top", 1)
    with pytest.raises(CardError, match="fell its host"):
        host.card.detach()
    card.detach()
    with pytest.raises(CardError, match="taken away"):
        card.replace("Bullfinch")
    host.fell()
    for change in (host.fell, lambda: host.attach("Tawny Owl", "top"), lambda: host.replace("Beech")):
        with pytest.raises(CardError, match="does not stand"):
            change()
    assert table["Anna"].total == 0


def test_a_host_is_not_replaced_by_one_without_room() -> None:
    table = LiveTable("dartmoor")
    anna = table.player("Anna")
    tree, moor = anna.plant("Ash"), anna.plant("Tor")
    tree.attach("Roe Deer", "left")
    with pytest.raises(CardError, match="no slot for the `Roe Deer`"):
        tree.replace("Tor")
    moor.attach("Grass Snake", "bottom", 1)
    with pytest.raises(CardError, match="no slot for the `Grass Snake`"):
        moor.replace("Ash")
    assert list(differences(table)) == []
    smoky = LiveTable("smoky-mountains").player("Anna").plant("Hemlock", river=True)
    with pytest.raises(CardError, match="no river can lie below"):
        smoky.replace("Creek")


def test_the_table_refuses_players_that_it_cannot_have() -> None:
    table = LiveTable()
    table.player("Anna")
    with pytest.raises(ValueError, match="at the table already"):
        table.player_by_counts("Anna", {})
    with pytest.raises(CardError, match="no cave called"):
        table.player("Boris", cave_card="Rabbit Hole")
    with pytest.raises(CardError, match="box that is not declared"):
        table.player("Boris", cave_card="Bat Cave")
    with pytest.raises(CardError, match="nothing compares"):
        table.player_by_counts("Boris", {"foxes": 3})
    with pytest.raises(CardError, match="no river"):
        table["Anna"].plant("Oak", river=True)
    with pytest.raises(CardError, match="fewer than 0"):
        table.player("Boris", cave=-1)
    with pytest.raises(CardError, match="fewer than 0"):
        table["Anna"].cave_cards = -1
    assert (table.players, table["Anna"].cave_cards) == (("Anna",), 0)
    for wrong in (("chess", ()), ("dartmoor", ("alpine",))):
        with pytest.raises(KeyError):
            LiveTable(*wrong)


def test_points_by_hand_stay() -> None:
    (game,) = load("players: {Anna: {forest: [Oak: {top: {card: Dodo, points: 6}}]}}")
    table = LiveTable.of(game)
    assert table.totals == {"Anna": 6}
    assert table.to_layout()["players"]["Anna"]["forest"] == [{"Oak": {"top": {"card": "Dodo", "points": 6}}}]
    assert load(table.to_yaml())
    table["Anna"].hosts[0].replace("Beech")
    table["Anna"].hosts[0].dwellers[0].replace("Tawny Owl")
    assert table.totals == {"Anna": 5}
