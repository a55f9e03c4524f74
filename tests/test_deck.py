"""The physical deck: a dealt table is never refused, an impossible one is explained by a set that is not too large."""

from __future__ import annotations

import random
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forestcalc.catalogue.catalogue import Catalogue, catalogue
from forestcalc.diagnostics.diagnostic import Diagnostic
from forestcalc.game.build import build_game
from forestcalc.game.cards import deck_of
from forestcalc.game.deck import check_deck, clashes
from forestcalc.game.places import Place
from forestcalc.game.prints import assign_prints, fits
from forestcalc.layout.read import read_layout
from forestcalc.source import documents
from tests.deck_helpers import TABLES, RealHalf, host_places, layout_of, place_of, real_cards, table

IDS = ["-".join((game, *boxes)) for game, boxes in TABLES]


def diagnosed(text: str) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    for document in documents(text):
        found += document.diagnostics
        if document.node is not None:
            found += build_game(read_layout(document.node)).diagnostics
    return found


def coded(text: str, code: str) -> Diagnostic:
    found = [one for one in diagnosed(text) if one.is_error or one.code == code]
    assert [one.code for one in found] == [code]
    return found[0]


# -- the data -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "boxes", "total"),
    [
        ("forest-shuffle", (), 158),
        ("forest-shuffle", ("alpine",), 194),
        ("forest-shuffle", ("alpine", "woodland-edge"), 230),
        ("forest-shuffle", ("exploration",), 173),
        ("dartmoor", (), 172),
        ("smoky-mountains", (), 172),
    ],
)
def test_the_deck_has_as_many_cards_as_the_box_says(game: str, boxes: tuple[str, ...], total: int) -> None:
    # Printed on the boxes, less winter cards and caves.
    assert deck_of(catalogue(game, boxes)).total == total


@pytest.mark.parametrize("boxes", [boxes for game, boxes in TABLES if game == "forest-shuffle"])
def test_every_half_of_forest_shuffle_is_on_a_known_card(boxes: tuple[str, ...]) -> None:
    deck = deck_of(catalogue("forest-shuffle", boxes))
    assert not deck.unknown
    assert not deck.doubtful


# -- properties ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "boxes"), TABLES, ids=IDS)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), shown=st.integers(0, 100), told=st.integers(0, 100))
def test_a_dealt_table_is_never_refused(game: str, boxes: tuple[str, ...], seed: int, shown: int, told: int) -> None:
    rng = random.Random(seed)
    cards = table(game, boxes)
    deck = real_cards(cards, rng)
    rng.shuffle(deck)
    visible = deck[: len(deck) * shown // 100]
    places = [
        place_of(cards, rng.choice(card), number, symbol=rng.randrange(100) < told, box=rng.randrange(100) < told)
        for number, card in enumerate(visible)
    ]
    rest = deck_of(cards).total - len(visible)
    hosts = host_places(cards, rng.randint(0, rest), len(places))
    caves = [rng.randint(0, (rest - len(hosts)) // 5) for _ in range(4)]
    caves.append(rest - len(hosts) - sum(caves))
    everything = [*hosts, *places]
    rng.shuffle(everything)
    printed, faults = assign_prints(everything, cards)
    assert not faults
    found = check_deck(layout_of(cards, everything, caves), everything, printed, cards)
    assert [one for one in found if one.is_error or one.code == "halves-in-doubt"] == []


@pytest.mark.parametrize(("game", "boxes"), TABLES, ids=IDS)
@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), both=st.integers(1, 30), told=st.integers(0, 100))
def test_an_impossible_table_is_explained_by_a_set_of_which_none_can_be_left_out(
    game: str, boxes: tuple[str, ...], seed: int, both: int, told: int
) -> None:
    rng = random.Random(seed)
    cards = table(game, boxes)
    deck = deck_of(cards, trusting=True)
    dealt = real_cards(cards, rng)
    rng.shuffle(dealt)
    halves: list[RealHalf] = [half for card in dealt[:both] for half in card]
    halves += [rng.choice(card) for card in dealt[both : both + 40]]
    places = [place_of(cards, half, number, symbol=rng.randrange(100) < told) for number, half in enumerate(halves)]
    found = clashes(places, deck)
    assert bool(found) == (not is_possible(places, cards))
    for clash in found:
        everyone = [*clash.rivals, clash.last]
        assert clash.last.span.line == max(place.span.line for place in everyone)
        assert not is_possible(everyone, cards)
        for left_out in everyone:
            assert is_possible([place for place in everyone if place is not left_out], cards)


def is_possible(places: Sequence[Place], cards: Catalogue) -> bool:
    """Decide the same plainly: the greatest flow from single halves over prints to cards, as sums of copies."""
    deck = deck_of(cards, trusting=True)
    room: dict[object, dict[object, int]] = defaultdict(lambda: defaultdict(int))
    left: Counter[tuple[str, str, bool]] = Counter()
    for id in cards.species_ids:
        for print_ in () if cards.species(id).is_host else cards.prints(id):
            left[id, print_.box, is_tall(print_.side)] += print_.copies or 0
    for number, card in enumerate(deck.known):
        room["card", number]["end"] = 1
        for half in card.halves:
            left[half.species, card.box, is_tall(card.halves[0].side)] -= 1
    halves_left: Counter[tuple[str, bool]] = Counter()
    for (id, box, tall), number in left.items():
        halves_left[box, tall] += number
        room["rest", id, box, tall]["rest", box, tall] = number
    for (box, tall), number in halves_left.items():
        room["rest", box, tall]["end"] = number // 2
    for place in places:
        for print_, node in deck.prints[place.species.id]:
            if fits(place, print_):
                room["begin"][id_of(place)] = room[id_of(place)]["print", node] = 1
                room["print", node]["copies", node] = print_.copies or 0
                room["copies", node]["rest", print_.species, print_.box, is_tall(print_.side)] = 99
                for number, card in enumerate(deck.known):
                    if card.box == print_.box and any(half.may_be(print_) for half in card.halves):
                        room["copies", node]["card", number] = 1
    return all(has_way(room) for _ in places)


def is_tall(side: str | None) -> bool:
    return side in ("top", "bottom")


def id_of(place: Place) -> tuple[str, int]:
    return ("place", place.number)


def has_way(room: dict[object, dict[object, int]]) -> bool:
    came: dict[object, object] = {"begin": None}
    queue: list[object] = ["begin"]
    end: object
    for node in queue:
        for end, units in list(room[node].items()):
            if units > 0 and end not in came:
                came[end] = node
                queue.append(end)
    if "end" not in came:
        return False
    end = "end"
    while (before := came[end]) is not None:
        room[before][end] -= 1
        room[end][before] += 1
        end = before
    return True


# -- single tables ------------------------------------------------------------------------------------------------

BOTH_HALVES = """\
players:
  Anna:
    forest:
      - Beech: {right: Red Fox (oak)}
  Boris:
    forest:
      - Birch: {left: European Hare (silver-fir)}
"""


def test_two_halves_of_one_card_are_named_with_their_owners() -> None:
    found = coded(BOTH_HALVES, "both-halves-of-one-card")
    assert (
        found.message
        == "Anna's `Red Fox (oak)` and Boris's `European Hare (silver-fir)` are the two halves of one card"
    )
    assert (found.span.line, found.span.column) == (7, 23) if found.span else False
    assert [related.span.line for related in found.related] == [4]


def test_a_half_without_its_symbol_may_be_on_another_card() -> None:
    assert not [one for one in diagnosed(BOTH_HALVES.replace(" (silver-fir)", "")) if one.is_error]


def test_a_box_that_is_not_declared_has_no_cards_to_offer() -> None:
    # With both boxes there are two cards with a Fire Salamander (beech) and a Whinchat, with one there is one.
    text = """\
expansions: [exploration{more}]
players:
  Anna:
    forest:
      - Beech: {{bottom: Fire Salamander (beech), top: Whinchat}}
"""
    coded(text.format(more=""), "both-halves-of-one-card")
    assert not [one for one in diagnosed(text.format(more=", promo")) if one.is_error]


def test_known_pairs_of_a_box_that_is_only_partly_known_are_checked() -> None:
    sides = ["left: Red Squirrel"] * 4 + ["right: River Otter, river: true"] * 3
    hosts = "".join(f"      - Yellow Birch: {{{side}}}\n" for side in sides)
    found = coded(f"game: smoky-mountains\nplayers:\n  Anna:\n    forest:\n{hosts}", "both-halves-of-one-card")
    assert found.message.startswith("7 visible halves compete for 6 cards: Anna's `Red Squirrel` (4) and")
    assert found.help is not None
    assert "`River Otter` and `Red Squirrel` are the halves of card S097" in found.help
    one_less = hosts.replace("left: Red Squirrel", "river: false", 1)
    assert not diagnosed(f"game: smoky-mountains\nplayers:\n  Anna:\n    forest:\n{one_less}")


def test_pairs_that_are_in_doubt_only_warn() -> None:
    sides = ["left: Lake Fly"] * 3 + ["right: Dartmoor Badger"] * 5
    hosts = "".join(f"      - Ash: {{{side}}}\n" for side in sides[:6])
    hosts += "".join(f"      - Black Alder: {{{side}}}\n" for side in sides[6:])
    found = diagnosed(f"game: dartmoor\nplayers:\n  Anna:\n    forest:\n{hosts}")
    assert [(one.code, one.is_error) for one in found] == [("halves-in-doubt", False)]


# -- numbers ------------------------------------------------------------------------------------------------------


def test_a_cave_with_more_cards_than_the_boxes_have_is_an_error_beside_others() -> None:
    text = "players:\n  Anna:\n    cave: {}\n    forest: [Beech]\n"
    found = coded(text.format(159), "cave-too-many")
    assert found.span is not None
    assert (found.span.line, found.span.column, found.span.end_column) == (3, 11, 14)
    assert [one.code for one in diagnosed(text.format(159).replace("Beech", "Beach Tree"))] == [
        "cave-too-many",
        "unknown-host",
    ]
    assert not [one for one in diagnosed(text.format(157)) if one.is_error]


def test_more_cards_than_there_are_is_an_error_at_the_largest_part() -> None:
    found = coded(
        "players:\n  Anna:\n    cave: 100\n    forest: [Beech]\n  Boris: {cave: 58, forest: []}\n", "deck-exhausted"
    )
    assert found.span is not None
    assert found.span.line == 3
    assert (
        found.message
        == "159 cards are on the table (1 in the forests, 158 in the caves), but the declared boxes have 158"
    )


@pytest.mark.parametrize(
    ("head", "players", "left"),
    [
        ("", 2, 128),
        ("", 3, 138),
        ("", 5, 158),
        ("expansions: [alpine]\n", 2, 139),
        ("expansions: [alpine, woodland-edge]\n", 2, 140),
        ("expansions: [alpine, woodland-edge]\n", 4, 185),
        ("expansions: [exploration]\n", 2, 128),
        ("game: dartmoor\n", 2, 127),
        ("game: dartmoor\nexpansions: [exmoor]\n", 2, 152),
        ("game: smoky-mountains\n", 4, 157),
    ],
)
def test_cards_taken_out_for_the_player_count_only_warn(head: str, players: int, left: int) -> None:
    rest = "".join(f"  P{number}: {{forest: []}}\n" for number in range(players - 1))
    text = f"{head}players:\n  Anna: {{cave: {{}}, forest: []}}\n{rest}"
    assert not diagnosed(text.replace("{}", str(left)))
    found = diagnosed(text.replace("{}", str(left + 1)))
    if players < 5 or "expansions" in head:
        assert [(one.code, one.is_error) for one in found] == [("deck-short", False)]
        assert f"but {left} of " in found[0].message
        assert "source: " in (found[0].help or "")
    else:
        assert [one.code for one in found] == ["cave-too-many"]


@pytest.mark.parametrize("head", ["expansions: [promo]\n", ""])
def test_where_no_document_gives_a_number_there_is_no_warning(head: str) -> None:
    players = "  Boris: {forest: []}\n" if head else ""  # nobody tells for promos, nor for one player
    assert not diagnosed(f"{head}players:\n  Anna: {{cave: 158, forest: []}}\n{players}")


def test_face_down_cards_and_rivers_use_up_cards() -> None:
    text = "game: smoky-mountains\nplayers:\n  Anna:\n    cave: 170\n    forest: [Hemlock: {river: true}]\n"
    assert not [one for one in diagnosed(text) if one.is_error]
    coded(text.replace("170", "171"), "deck-exhausted")
    coded(text.replace("[", "[Universal River, "), "deck-exhausted")


def test_the_largest_game_is_checked_at_once() -> None:
    cards = catalogue("forest-shuffle", ("alpine", "woodland-edge", "exploration", "promo"))
    deck = deck_of(cards)
    dealt = real_cards(cards, random.Random(5))
    places = [place_of(cards, card[0], number) for number, card in enumerate(dealt)]
    began = time.perf_counter()
    assert not clashes(places, deck)
    assert time.perf_counter() - began < 0.05  # some 2 ms; the slack is for a busy machine


def test_sample_tables_stay_legal() -> None:
    for path in sorted(Path("examples").glob("*.yaml")):
        assert not [one for one in diagnosed(path.read_text(encoding="utf-8")) if one.is_error]
