"""Whatever a pack holds: diagnostics or a catalogue, and where it passes, tables score."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.compile import index_game
from forestcalc.catalogue.model import SIDES
from forestcalc.game.build import build_game
from forestcalc.layout.read import read_layout
from forestcalc.packs.check import Checked
from forestcalc.packs.load import check_text
from forestcalc.packs.rule_words import RULE
from forestcalc.packs.vocabulary import (
    Choice,
    Flag,
    Listing,
    NewId,
    Nothing,
    Ref,
    Shape,
    Table,
    Text,
    Value,
    Whole,
    Word,
)
from forestcalc.packs.words import RECORDS
from forestcalc.scoring.score import score
from forestcalc.source import documents
from tests.packs_helpers import make_everything, shipped_games

GAMES = shipped_games()
WORDS = sorted({key.name for record in RECORDS.values() for key in record.keys} | {"ruling", "robin", "en", "1"})

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8) | st.sampled_from(WORDS),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4) | st.sampled_from(WORDS), inner, max_size=5)
    ),
    max_leaves=30,
)

few = settings(deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def check(pack: object) -> Checked:
    checked = check_text(json.dumps(pack), GAMES)
    for found in checked.diagnostics:
        assert found.message
        assert found.message.isprintable()
    if checked.pack is not None:
        assert checked.game is not None
        core = json.loads(json.dumps(index_game(checked.game)[0]))
        make_everything(core, checked.pack.get("species", {}))
    else:
        assert any(found.is_error for found in checked.diagnostics)
    return checked


@few
@given(anything)
def test_any_value_at_all_is_checked(value: object) -> None:
    check(value)


@few
@given(
    st.sampled_from(sorted(GAMES)),
    st.dictionaries(st.sampled_from([key.name for key in RECORDS["pack"].keys]), anything),
)
def test_any_value_below_the_keys_of_a_pack_is_checked(game: str, pack: dict[str, Any]) -> None:
    check({**pack, "game": game})


@few
@given(st.text())
def test_any_text_is_checked(text: str) -> None:
    assert check_text(text, GAMES).pack is None or text.strip()


# -- values by the vocabulary ------------------------------------------------------------------------------------


def strategy(value: Value, game: str, depth: int = 4) -> st.SearchStrategy[Any]:
    """Values that fit *value* in a game, not always together with others."""
    made = GAMES[game]
    ids = {
        "type": list(made["types"]),
        "symbol": list(made["symbols"]),
        "species": list(made["species"])[:30],
        "kind": ["dweller", *made["hosts"]],
        "host": list(made["hosts"]),
        "set": list(made["sets"]) or ["none"],
        "ruling": list(made["rulings"]),
        "count": list(made["counts"]) or ["none"],
        "box": made["boxes"],
    }
    match value:
        case Nothing():
            return st.none()
        case Text():
            return st.sampled_from(["Some text", "x", "<b>"])
        case Whole(low, high):
            return st.integers(max(low, -5), min(high, 12))
        case Flag():
            return st.booleans()
        case Word(of):
            return st.sampled_from(of)
        case NewId():
            return st.sampled_from(["new-one", "new-two"])
        case Ref(what, extra):
            return st.sampled_from([*ids[what], *extra])
        case Listing(of, least):
            return st.lists(strategy(of, game, depth), min_size=least, max_size=3)
        case Choice(options):
            return st.one_of([strategy(option, game, depth) for option in options])
        case Shape(record):
            return record_strategy(record, game, depth - 1)
        case Table(keys="threshold", of=of):
            points = st.dictionaries(st.integers(0, 9), strategy(of, game, depth), min_size=1, max_size=4)
            return points.map(lambda steps: dict(sorted(steps.items())))
        case Table(keys=keys, of=of):
            names = {"side": SIDES, "language": ("en", "de"), "halves": ("top/bottom",)}.get(keys, ("new-one",))
            return st.dictionaries(st.sampled_from(names), strategy(of, game, depth), max_size=2)
    raise AssertionError(value)


def record_strategy(id: str, game: str, depth: int) -> st.SearchStrategy[Any]:
    record = RECORDS[id]
    if depth <= 0:
        return st.just({})
    required = {key.name: strategy(key.value, game, depth) for key in record.keys if key.required}
    optional = {key.name: strategy(key.value, game, depth) for key in record.keys if not key.required}
    shapes = st.fixed_dictionaries(required, optional={})
    extra = st.lists(st.sampled_from(sorted(optional)), max_size=3, unique=True) if optional else st.just([])
    return st.tuples(
        shapes, extra.flatmap(lambda names: st.fixed_dictionaries({name: optional[name] for name in names}))
    ).map(lambda both: {**both[0], **both[1]})


@pytest.mark.parametrize("game", sorted(GAMES))
@few
@given(data=st.data())
def test_packs_by_the_vocabulary_are_checked(game: str, data: st.DataObject) -> None:
    pack = data.draw(record_strategy("pack", game, 5))
    check({**pack, "game": game})


@pytest.mark.parametrize("game", sorted(GAMES))
@settings(few, max_examples=60)
@given(data=st.data())
def test_a_rule_that_passes_scores(game: str, data: st.DataObject) -> None:
    rule = data.draw(strategy(RULE, game))
    symbol = next(iter(GAMES[game]["symbols"]))
    tree = next(id for id, entry in GAMES[game]["species"].items() if entry["kind"] == "tree" and entry["prints"])
    card = {
        "name": "New One",
        "kind": "dweller",
        "types": data.draw(strategy(Listing(Ref("type")), game)),
        "rule": rule,
    }
    prints = [{"side": "left", "symbol": data.draw(st.sampled_from([symbol, "unknown", "none"])), "copies": 4}]
    checked = check({"game": game, "box": "new-box", "species": {"new-one": {**card, "prints": prints}}})
    if checked.game is None:
        return
    core = json.loads(json.dumps(index_game(checked.game)[0]))
    forest = [{GAMES[game]["species"][tree]["name"]: {"left": "New One"}}, {tree: {"left": "new-one"}}, tree]
    layout = {
        "game": game,
        "expansions": ["new-box"],
        "players": {"A": {"cave": 2, "forest": forest}, "B": {"forest": []}},
    }
    node = next(iter(documents(json.dumps(layout)))).node
    assert node is not None
    built = build_game(read_layout(node, lambda _, boxes, rulings: Catalogue(core, boxes, dict(rulings))))
    assert built.game is not None, built.diagnostics
    sheet = score(built.game)
    assert all(player.range.min <= player.range.max for player in sheet.players)
