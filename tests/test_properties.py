"""What holds for every table: sums, orders, languages, ways of writing, and a second scorer that agrees."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from io import StringIO
from typing import Any

from hypothesis import example, given, settings
from hypothesis import strategies as st
from ruamel.yaml import YAML

from forestcalc.api import check_text, score
from forestcalc.catalogue.catalogue import catalogue
from forestcalc.catalogue.model import Species
from forestcalc.game.forest import Game
from forestcalc.report.languages import names
from forestcalc.scoring.score import known_sheet
from forestcalc.scoring.sheet import ScoreSheet
from tests.plain_scorer import plain_ranks, plain_scores
from tests.tables import GAMES, Dealt, as_text, as_value, dealt

Value = dict[str, Any]


@st.composite
def tables(draw: st.DrawFn, *, players: int = 3, hosts: int = 6, dwellers: int = 16) -> Dealt:
    """Legal tables of every game, dealt from real decks."""
    game, boxes = draw(st.sampled_from(GAMES))
    rng = draw(st.randoms(use_true_random=False))
    return dealt(
        game,
        boxes,
        random.Random(rng.random()),
        players=draw(st.integers(1, players)),
        hosts=draw(st.integers(0, hosts)),
        dwellers=draw(st.integers(0, dwellers)),
    )


def game_of(value: Value) -> Game:
    (checked,) = check_text(as_text(value))
    assert checked.game is not None, checked.diagnostics
    return checked.game


def summary(sheet: ScoreSheet) -> dict[str, Any]:
    """Return everything that two ways of writing a table must have in common; the order of lines is left out."""
    return {
        player.name: (
            {line.id: (line.min, line.max, line.count) for line in player.lines},
            dict(player.sections),
            player.cave_range,
            player.range,
            player.rank,
        )
        for player in sheet.players
    } | {"winners": set(sheet.winners)}


def shuffled(value: Any, rng: random.Random) -> Any:
    """Return the same layout with keys, hosts, stacks and slots in another order."""
    if isinstance(value, dict):
        keys = list(value)
        rng.shuffle(keys)
        return {key: shuffled(value[key], rng) for key in keys}
    if isinstance(value, list):
        items = [shuffled(item, rng) for item in value]
        rng.shuffle(items)
        return items
    return value


@given(tables())
def test_the_plain_scorer_agrees(table: Dealt) -> None:
    game = game_of(as_value(table))
    sheet, plain = known_sheet(game), plain_scores(game)
    for player, other in zip(sheet.players, plain, strict=True):
        assert {line.id: line.known for line in player.lines} == other.lines
        assert player.cave_range.value == other.cave
        assert {section: value.min for section, value in player.sections.items()} == dict(other.sections)
        for line in player.lines:
            each = other.each[line.id]
            assert [line.card_points(number) for number in range(line.count)] == list(each or [None] * line.count)
    assert [player.rank for player in sheet.players] == plain_ranks([one.total for one in plain])


@given(tables())
def test_lines_add_up_to_sections_and_totals(table: Dealt) -> None:
    sheet = known_sheet(game_of(as_value(table)))
    for player in sheet.players:
        assert player.total == sum(line.known for line in player.lines) + (player.cave_range.value or 0)
        assert player.total == sum(value.min for value in player.sections.values())
        for section, value in player.sections.items():
            if section != "cave":
                assert value.min == sum(line.known for line in player.lines if line.section == section)
        for line in player.lines:
            points = [line.card_points(number) for number in range(line.count)]
            if None not in points:
                assert sum(one or 0 for one in points) == line.known
        # every visible card has its line
        assert sum(line.count for line in player.lines) == len(player.forest.faces)


@given(tables(), st.integers(0, 1000))
def test_order_has_no_meaning(table: Dealt, seed: int) -> None:
    value = as_value(table)
    other = shuffled(value, random.Random(seed))
    assert summary(score(game_of(value))) == summary(score(game_of(other)))


@cache
def naming(game: str, language: str) -> Callable[[Species], str]:
    """Return how cards are called in a language; where a name means two cards, by their id."""
    cards = catalogue(game)
    known = names(game, language)
    translated = {id: name for id, name in known.items() if cards.name_index.get(_key(name)) == [id]}
    return lambda species: translated.get(species.id, species.id)


def _key(name: str) -> str:
    from forestcalc.catalogue.names import key

    return key(name)


@given(tables(), st.sampled_from(["de", "fr", "es", "it", "nl", "pl", "pt", "ru", "bg", "zh", "ko"]))
def test_names_in_other_languages_give_the_same_sheet(table: Dealt, language: str) -> None:
    english = score(game_of(as_value(table)))
    other = score(game_of(as_value(table, naming(table.catalogue.game, language))))
    assert summary(english) == summary(other)


@given(tables())
def test_english_names_give_the_same_sheet_as_ids(table: Dealt) -> None:
    named = as_value(table, lambda species: species.name)
    assert summary(score(game_of(as_value(table)))) == summary(score(game_of(named)))


@given(tables(hosts=4, dwellers=8), st.booleans())
def test_writing_a_layout_as_yaml_changes_nothing(table: Dealt, flow: bool) -> None:
    value = as_value(table)
    yaml = YAML(typ="safe", pure=True)
    yaml.default_flow_style = flow
    stream = StringIO()
    yaml.dump(value, stream)
    (checked,) = check_text(stream.getvalue())
    assert checked.game is not None, checked.diagnostics
    assert summary(score(checked.game)) == summary(score(game_of(value)))


@given(tables(hosts=4, dwellers=8), st.sampled_from([0, 1, 5, 11]))
def test_one_card_more_in_an_ordinary_cave_is_one_point_more(table: Dealt, cards: int) -> None:
    totals = []
    for cave in (cards, cards + 1):
        value = as_value(table)
        for player in value["players"].values():
            player["cave"] = cave
        totals.append(known_sheet(game_of(value)).players)
    for before, after in zip(*totals, strict=True):
        assert (before.cave_range.value, after.cave_range.value) == (cards, cards + 1)
        changed = {line.id for line, other in zip(before.lines, after.lines, strict=True) if line.known != other.known}
        # only cards that count the cave's cards may change with it
        assert changed <= {"beaver", "bearded-vulture"}
        if not changed:
            assert after.min == before.min + 1


@given(st.integers(0, 10**6), st.integers(1, 12))
@example(0, 1)
def test_saplings_never_lower_the_sycamores(seed: int, more: int) -> None:
    table = dealt("forest-shuffle", (), random.Random(seed), players=1, hosts=8, dwellers=6)
    value = as_value(table)
    value["players"]["Anna"]["forest"].append("sycamore") if table.trees else None
    before = _sycamores(value)
    value["players"]["Anna"]["forest"] += ["sapling"] * more
    after = _sycamores(value)
    assert after == before + more * value_count(value, "sycamore")


def _sycamores(value: Value) -> int:
    (player,) = known_sheet(game_of(value)).players
    return sum(line.known for line in player.lines if line.id == "sycamore")


def value_count(value: Value, species: str) -> int:
    (player,) = known_sheet(game_of(value)).players
    return sum(line.count for line in player.lines if line.id == species)


@given(tables(hosts=5, dwellers=10))
def test_two_forests_of_a_table_only_meet_in_majorities(table: Dealt) -> None:
    compared = {"linden-tree", "great-spotted-woodpecker", "black-tailed-godwit", "dartmoor-pony"}
    value = as_value(table)
    together = known_sheet(game_of(value))
    for player in together.players:
        alone = known_sheet(game_of({**value, "players": {player.name: value["players"][player.name]}})).players[0]
        for line, other in zip(player.lines, alone.lines, strict=True):
            if line.id not in compared:
                assert line.known == other.known


@settings(max_examples=15)
@given(tables(hosts=5, dwellers=10))
def test_every_line_has_a_reason_that_names_its_points(table: Dealt) -> None:
    sheet = score(game_of(as_value(table)))
    for player in sheet.players:
        for line in player.lines:
            reason = player.reason(line)
            assert reason
            assert "\n" not in reason
