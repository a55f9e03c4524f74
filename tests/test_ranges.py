"""Ranges against brute force: every way in which open symbols can fall, on small tables of every game."""

from __future__ import annotations

import random
from collections.abc import Mapping
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forestcalc.api import check_text, score
from forestcalc.catalogue.catalogue import catalogue
from forestcalc.game.forest import Card, Game
from forestcalc.scoring.sheet import ScoreSheet
from tests.plain_scorer import Scored, choices, plain_ranks, plain_scores
from tests.support import game_of, layout, sheet_of
from tests.tables import GAMES, Dealt, as_text, as_value, attach, attached, dealt, spots

# Cards that count symbols: most tables get some of them, so that open symbols matter.
COUNTERS = {
    "forest-shuffle": ("roe-deer", "chamois", "european-bison", "elk"),
    "dartmoor": ("roe-deer", "smooth-snake", "ash", "rivulet"),
    "smoky-mountains": ("turkey", "virginia-opossum", "basswood", "buckeye"),
}
MOST_WAYS = 700


def opened(game: str, boxes: tuple[str, ...], seed: int, wanted: int) -> Dealt:
    """Deal a small table with cards that count symbols; only up to *wanted* cards leave theirs open."""
    rng = random.Random(seed)
    table = dealt(game, boxes, rng, players=rng.choice([1, 2, 2]), hosts=3, dwellers=4)
    counters = COUNTERS[game]
    trees = [one for one in table.trees if one[0].id in counters]
    for owner in table.owners:
        if trees and rng.random() < 0.7:
            owner.hosts[0].species, owner.hosts[0].box, owner.hosts[0].symbol = trees.pop()
            owner.hosts[0].sides = {side: [] for side in owner.hosts[0].sides}
            owner.hosts[0].river = (
                owner.hosts[0].river and game == "smoky-mountains" and owner.hosts[0].species.kind == "tree"
            )
    for card in list(table.deck):
        for half in card:
            if half.species in counters and rng.random() < 0.8:
                owner = rng.choice(table.owners)
                one = attached(table.catalogue, half)
                found = [(host, spot) for host in owner.hosts for spot in spots(table.catalogue, host, one)]
                if found and card in table.deck:
                    attach(*_at(rng.choice(found), one))
                    table.deck.remove(card)
    name_all_but(table, rng, wanted)
    return table


def _at(found: Any, one: Any) -> tuple[Any, Any, Any]:
    host, spot = found
    return host, one, spot


def name_all_but(table: Dealt, rng: random.Random, wanted: int) -> None:
    """Let every dweller name a symbol that it can show, but for some."""
    symbols = list(table.catalogue.symbols)
    turkeys = iter(rng.sample(symbols, len(symbols)))
    dwellers = [one for owner in table.owners for host in owner.hosts for one in host.attached]
    for one in dwellers:
        half = one.half
        if half.symbol is None:
            symbol = next(turkeys) if half.species == "turkey" else rng.choice(symbols)
            one.half = type(half)(half.species, half.box, half.side, symbol)
    for one in rng.sample(dwellers, min(wanted, len(dwellers))):
        one.names_symbol = False


class Brute:
    """Every outcome of a game: the scores of all players under every choice."""

    def __init__(self, game: Game, numbers: Mapping[str, list[int]] | None = None) -> None:
        self.game = game
        self.ways: list[tuple[Mapping[Card, str | None], list[Scored]]] = []
        ids, options = list(numbers or {}), list((numbers or {}).values())
        for symbols in choices(game, lambda card: card.is_open):
            for picked in product(*options):
                assumed = dict(zip(ids, picked, strict=True))
                self.ways.append((symbols, plain_scores(game, symbols, assumed)))

    def totals(self, player: int) -> list[int]:
        return [scores[player].total for _, scores in self.ways]

    def totals_with(self, player: int, card: Card, symbol: str) -> list[int]:
        return [scores[player].total for symbols, scores in self.ways if symbols[card] == symbol]


def ways(game: Game) -> int:
    number = 1
    for player in game.players:
        for card in player.forest.cards() if player.forest is not None else ():
            number *= max(1, len(card.options))
    return number


def compare(sheet: ScoreSheet, brute: Brute) -> None:
    ranks = [plain_ranks([one.total for one in scores]) for _, scores in brute.ways]
    for number, player in enumerate(sheet.players):
        totals = brute.totals(number)
        assert (player.min, player.max) == (min(totals), max(totals))
        for line in player.lines:
            values = [scores[number].lines[line.id] for _, scores in brute.ways]
            assert (line.min, line.max) == (min(values), max(values)), line.id
            each = [scores[number].each[line.id] for _, scores in brute.ways]
            if each[0] is not None and line.each_range is not None:
                for at in range(line.count):
                    card_values = [one[at] for one in each if one is not None]
                    assert (line.each_range[at].min, line.each_range[at].max) == (min(card_values), max(card_values))
        for section, value in player.sections.items():
            values = [scores[number].sections[section] for _, scores in brute.ways]
            assert (value.min, value.max) == (min(values), max(values)), section
        seen = {rank[number] for rank in ranks}
        assert player.rank == (seen.pop() if len(seen) == 1 else None)
    firsts = [{sheet.players[at].name for at, rank in enumerate(rank_of) if rank == 1} for rank_of in ranks]
    assert set(sheet.winners) == set.intersection(*firsts)
    for left in sheet.open:
        if left.card is None:
            continue
        number = next(at for at, player in enumerate(sheet.players) if player.name == left.player)
        by_symbol = {symbol: brute.totals_with(number, left.card, symbol) for symbol in left.card.options}
        named = {symbol: totals for symbol, totals in by_symbol.items() if symbol in left.totals and totals}
        rest = [total for symbol, totals in by_symbol.items() if symbol not in left.totals for total in totals]
        expected = {symbol: (min(totals), max(totals)) for symbol, totals in named.items()}
        if rest:
            expected["*"] = (min(rest), max(rest))
        assert {symbol: (total.min, total.max) for symbol, total in left.totals.items()} == expected


def needed(sheet: ScoreSheet, brute: Brute) -> None:
    """Every card whose symbol alone can change the range of its player's open total is listed."""
    listed = {id(value.card) for value in sheet.open}
    for number, player in enumerate(sheet.players):
        if player.total is not None:
            continue
        for card in player.forest.cards():
            if not card.is_open or id(card) in listed:
                continue
            found = {
                (min(totals), max(totals))
                for symbol in card.options
                if (totals := brute.totals_with(number, card, symbol))
            }
            assert len(found) <= 1, card


@settings(max_examples=60)
@given(table=st.sampled_from(GAMES), seed=st.integers(0, 10**6), wanted=st.integers(1, 4))
def test_ranges_are_those_of_brute_force(table: tuple[str, tuple[str, ...]], seed: int, wanted: int) -> None:
    game, boxes = table
    for number in range(wanted, 0, -1):
        (checked,) = check_text(as_text(as_value(opened(game, boxes, seed, number), boxes=False)))
        if checked.game is not None and ways(checked.game) <= MOST_WAYS:
            brute = Brute(checked.game)
            sheet = score(checked.game)
            compare(sheet, brute)
            needed(sheet, brute)
            return


# -- situations that are easy to get wrong --------------------------------------------------------------------------


def bounds(text: str, player: str = "Anna") -> tuple[int, int]:
    game = game_of(text)
    sheet = score(game)
    compare(sheet, Brute(game))
    one = sheet.player(player)
    return one.min, one.max


def test_one_open_card() -> None:
    assert bounds(layout(["Birch", {"Beech": {"right": "Roe Deer (birch)", "top": "Chaffinch"}}])) == (12, 15)


def test_a_print_is_used_no_more_often_than_there_are() -> None:
    # one Chaffinch shows birch, one beech, two sycamore: two of them cannot both show birch
    forest = [{"Beech": {"right": "Roe Deer (birch)", "top": "Chaffinch"}}, {"Beech": {"top": "Chaffinch"}}]
    assert bounds(layout(forest)) == (3 + 10, 6 + 10)


def test_what_another_player_holds_is_gone() -> None:
    forest = [{"Beech": {"right": "Roe Deer (birch)", "top": "Chaffinch"}}]
    taken = [{"Oak": {"top": "Chaffinch (birch)"}}]
    assert bounds(layout({"Anna": forest, "Boris": taken})) == (8, 8)


def test_the_last_copy_left_settles_a_symbol() -> None:
    # of the two right Roe Deer that remain one shows horse-chestnut, one beech
    forest = [{"Beech": {"right": "Roe Deer (birch)"}}, {"Oak": {"right": "Roe Deer"}}, {"Oak": {"right": "Roe Deer"}}]
    assert bounds(layout(forest))[0] == bounds(layout(forest))[1]


def test_a_card_that_counts_its_own_open_symbol() -> None:
    assert bounds(layout(["3x Birch", {"Beech": {"right": "Roe Deer"}}])) == (3 + 3, 3 + 12)


def test_two_cards_that_count_their_own_open_symbols() -> None:
    forest = ["3x Birch", "2x Horse Chestnut", {"Oak": {"left": "Roe Deer", "right": "Roe Deer"}}]
    assert bounds(layout(forest)) == (7 + 3 + 3, 7 + 12 + 3)


def test_a_doubled_card_counts_twice() -> None:
    forest = [{"High Coastal Heath": {"top": "Wheatear"}}, "Ash", {"Crab Apple": {"bottom": "Heather"}}]
    assert bounds(layout(forest, game="dartmoor", boxes=["exmoor"])) == (10 + 1, 10 + 1 + 2)


def test_opossums_count_different_symbols_at_their_tree() -> None:
    forest = [{"Hemlock": {"top": "Virginia Opossum", "left": "Raccoon", "right": "Bobcat (hemlock)"}}]
    assert bounds(layout(forest, game="smoky-mountains")) == (5 + 2 + 10, 5 + 6 + 10)


def test_turkeys_show_different_symbols() -> None:
    forest = ["2x Hemlock", {"Hemlock": {"left": "Turkey", "right": "Turkey"}}]
    assert bounds(layout(forest, game="smoky-mountains")) == (15 + 2 + 2, 15 + 8 + 2)


def test_basswoods_count_at_their_own_host() -> None:
    forest = [{"Basswood": {"left": "Raccoon"}}, {"Basswood": {"left": "Raccoon (basswood)"}}]
    assert bounds(layout(forest, game="smoky-mountains")) == (2 + 4, 4 + 4)


def test_shrubs_and_moors_show_no_symbol_unless_named() -> None:
    assert bounds(layout(["Ash", "Elderberry", "Tor"], game="dartmoor")) == (0, 0)
    assert bounds(layout(["Ash", "Elderberry (black-alder)", "Tor (black-alder)"], game="dartmoor")) == (2, 2)
    any_symbol = layout(["Ash", "Elderberry", "Tor"], game="dartmoor", rulings={"terrain-symbols": "any"})
    assert bounds(any_symbol) == (0, 2)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ({"Linden Tree": 2, "trees": 2}, (16, 16)),
        ({"Linden Tree": 3, "trees": 2}, (12, 12)),
        ({"Linden Tree": 2}, (6, 16)),
        ({"trees": 2}, (12, 16)),
        ({}, (2, 16)),
    ],
)
def test_counts_that_are_left_out(counts: dict[str, int], expected: tuple[int, int]) -> None:
    forest = [{"Linden Tree": {"top": "Great Spotted Woodpecker"}}, "Linden Tree"]
    text = layout({"Anna": forest, "Boris": {"counts": counts}})
    game = game_of(text)
    labels = {"linden-tree": "Linden Tree", "trees": "trees"}
    missing = {id: [0, 1, 2, 3, 4] for id, label in labels.items() if label not in counts}
    sheet = score(game)
    compare(sheet, Brute(game, missing))
    assert (sheet.player("Anna").min, sheet.player("Anna").max) == expected
    assert bool(sheet.open) == bool(missing)


def test_open_symbols_and_open_counts_together() -> None:
    forest = [{"Linden Tree": {"right": "Roe Deer (birch)", "top": "Chaffinch"}}]
    game = game_of(layout({"Anna": forest, "Boris": {"counts": {}}, "Caro": ["Douglas Fir"]}))
    sheet = score(game)
    compare(sheet, Brute(game, {"linden-tree": [0, 1, 2], "trees": [0]}))
    assert (sheet.player("Anna").min, sheet.player("Anna").max) == (1 + 3, 3 + 6)


def test_nothing_is_open_where_no_card_counts_symbols() -> None:
    sheet = sheet_of(layout([{"Beech": {"top": "Chaffinch", "left": "European Hare"}}]))
    assert not sheet.is_open
    assert sheet.open == ()


def test_a_large_table_without_symbols_is_settled_quickly() -> None:
    cards = catalogue("forest-shuffle", ("alpine", "woodland-edge"))
    table = dealt("forest-shuffle", cards.expansions, random.Random(7), players=5, hosts=14, dwellers=22)
    for owner in table.owners:
        for host in owner.hosts:
            for one in host.attached:
                one.names_symbol = False
    game = game_of(as_text(as_value(table, boxes=False)))
    sheet = score(game)
    for player in sheet.players:
        assert player.min <= player.max
