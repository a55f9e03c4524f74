"""Rules made up by chance: whatever a pack may say, the engine and the plain scorer agree on it."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forestcalc.api import check_text
from forestcalc.catalogue import store
from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.rules import parse_rule
from forestcalc.packs.rule_checks import check_rule
from forestcalc.scoring.ranges import settle
from forestcalc.scoring.score import known_sheet
from tests.plain_scorer import plain_scores
from tests.tables import GAMES, as_text, as_value, dealt
from tests.test_ranges import MOST_WAYS, Brute, compare, opened, ways

SIDES = ("top", "bottom", "left", "right", "host", "river")


def some(values: Any) -> st.SearchStrategy[list[Any]]:
    return st.lists(st.sampled_from(sorted(values)), min_size=1, max_size=2, unique=True)


def filters(cards: Catalogue, ids: list[str], *, plain: bool = False) -> st.SearchStrategy[dict[str, Any]]:
    """Filters as packs write them; *plain* ones ask only what any card can answer."""
    keys: dict[str, st.SearchStrategy[Any]] = {
        "type": some(cards.types),
        "species": some(ids),
        "named": some(ids),
        "kind": some(["dweller", *cards.host_kinds]),
        "host": some(cards.host_kinds),
        "side": some(SIDES),
        "under_river": st.booleans(),
    }
    simple: st.SearchStrategy[dict[str, Any]] = st.lists(
        st.sampled_from(sorted(keys)), max_size=2, unique=True
    ).flatmap(lambda names: st.fixed_dictionaries({name: keys[name] for name in names}))
    if plain:
        return simple
    hosts = st.sampled_from([{}, {"full": True}, {"none_below": {"type": sorted(cards.types)[0]}}, {"proxies": True}])
    return st.builds(lambda one, more: {**one, **more}, simple, hosts)


def _compatible(one: dict[str, Any], at: dict[str, Any], but: dict[str, Any]) -> dict[str, Any]:
    """Put a measure together; whole hosts lie in no slot, and cards that stand for hosts count in whole forests."""
    if "proxies" in one:
        return one
    if at == {"at": "slot"}:
        one = {name: value for name, value in one.items() if name not in ("full", "none_below")}
    return {**one, **at, **but}


def measures(cards: Catalogue, ids: list[str], *, once: bool, is_host: bool, symbols: bool) -> st.SearchStrategy[Any]:
    scopes = [{}] if once else [{}, {}, {"at": "host"}] + ([] if is_host else [{"at": "slot"}])
    excepted = [{}] if once else [{}, {}, {"except": "itself"}, {"except": "own-species"}]
    counted = st.builds(
        _compatible,
        filters(cards, ids),
        st.sampled_from(scopes),
        st.sampled_from(excepted),
    )
    different = st.builds(
        lambda one, at, but: {**one, **at, **but, "different": "species"},
        filters(cards, ids, plain=True),
        st.sampled_from(scopes),
        st.sampled_from(excepted),
    )
    cave = st.just({"cave": "cards"})
    options = [counted, different, cave]
    if symbols:
        options.append(symbol_measures(cards, ids, once=once))
    return st.one_of(options)


def symbol_measures(cards: Catalogue, ids: list[str], *, once: bool) -> st.SearchStrategy[Any]:
    """Measures that count tree symbols: given ones, the card's own, or different ones at its host."""
    if once:
        return st.builds(
            lambda one, symbol: {**one, "symbol": symbol}, filters(cards, ids, plain=True), some(cards.symbols)
        )
    counted = st.builds(
        lambda one, symbol, at: {**one, "symbol": symbol, **at},
        filters(cards, ids, plain=True),
        st.one_of(some(cards.symbols), st.just("own")),
        st.sampled_from([{}, {}, {"at": "host"}]),
    )
    different = st.just({"different": "symbols", "at": "host"})
    return st.one_of(counted, counted, different)


@st.composite
def rules(draw: st.DrawFn, cards: Catalogue, ids: list[str], is_host: bool) -> Any:
    once = draw(st.booleans())
    points = st.integers(-3, 12)

    def measure(*, symbols: bool = False) -> Any:
        return draw(measures(cards, ids, once=once, is_host=is_host, symbols=symbols))

    terms: list[Any] = []
    for _ in range(draw(st.integers(1, 2))):
        match draw(st.sampled_from(["flat", "per", "if", "exactly", "most", "steps"])):
            case "flat":
                terms.append({"points": draw(points)})
            case "per":
                terms.append(
                    {"points": draw(points), "per": [measure(symbols=True) for _ in range(draw(st.integers(1, 2)))]}
                )
            case "if":
                terms.append(
                    {
                        "points": draw(points),
                        "if": {**measure(), "at_least": draw(st.integers(0, 4))},
                        "else": draw(points),
                    }
                )
            case "exactly":
                terms.append({"points": draw(points), "if": {**measure(), "exactly": draw(st.integers(0, 2))}})
            case "most":
                most = {
                    "most": draw(filters(cards, ids, plain=True)),
                    "against": "trees",
                    "alone": draw(st.sampled_from([None, 2])),
                    "floor": draw(st.sampled_from([0, 2])),
                }
                terms.append({"points": draw(points), "if": most})
            case "steps":
                steps = draw(st.dictionaries(st.integers(0, 6), points, min_size=1, max_size=3))
                terms.append({"points": steps, "of": measure()})
    if once:
        terms[0]["once"] = True
    return parse_rule(terms if len(terms) > 1 else terms[0])


@settings(max_examples=120)
@given(data=st.data(), table=st.sampled_from(GAMES), seed=st.integers(0, 10**6))
def test_engine_and_plain_scorer_agree_on_any_rule(
    data: st.DataObject, table: tuple[str, tuple[str, ...]], seed: int
) -> None:
    game, boxes = table
    made = dealt(game, boxes, random.Random(seed), players=2, hosts=4, dwellers=10)
    hosts = [host for owner in made.owners for host in owner.hosts]
    species = {host.species for host in hosts} | {one.species for host in hosts for one in host.attached}
    ids = sorted(one.id for one in species)
    # a catalogue of its own, so that no other test sees these rules
    cards = Catalogue(store.core(game), boxes)
    fitting = [id for id in ids if cards.species(id).set_id is None]
    for id in data.draw(st.lists(st.sampled_from(fitting), min_size=1, max_size=3, unique=True), label="changed"):
        rule = data.draw(rules(cards, ids, cards.species(id).is_host), label=id)
        cards._species[id] = replace(cards.species(id), rule=rule)
    (checked,) = check_text(as_text(as_value(made)), find=lambda *_: cards)
    assert checked.game is not None, checked.diagnostics
    for sheet, plain in zip(known_sheet(checked.game).players, plain_scores(checked.game), strict=True):
        assert {line.id: line.known for line in sheet.lines} == plain.lines


@settings(max_examples=60)
@given(data=st.data(), table=st.sampled_from(GAMES), seed=st.integers(0, 10**6))
def test_ranges_of_any_rule_are_those_of_brute_force(
    data: st.DataObject, table: tuple[str, tuple[str, ...]], seed: int
) -> None:
    game, boxes = table
    made = opened(game, boxes, seed, 3)
    cards = Catalogue(store.core(game), boxes)
    hosts = [host for owner in made.owners for host in owner.hosts]
    ids = sorted({host.species.id for host in hosts} | {one.species.id for host in hosts for one in host.attached})
    fitting = [id for id in ids if cards.species(id).set_id is None]
    for id in data.draw(st.lists(st.sampled_from(fitting), min_size=1, max_size=2, unique=True), label="changed"):
        once = data.draw(st.booleans())
        measure = data.draw(symbol_measures(cards, ids, once=once), label=id)
        rule = parse_rule({"points": data.draw(st.integers(1, 4)), "per": measure, "once": once})
        cards._species[id] = replace(cards.species(id), rule=rule)
    (checked,) = check_text(as_text(as_value(made, boxes=False)), find=lambda *_: cards)
    if checked.game is None or ways(checked.game) > MOST_WAYS:
        return  # halves of one card were left without their symbols, or there is too much to try
    sheet = settle(checked.game, known_sheet(checked.game))
    compare(sheet, Brute(checked.game))


# -- what a pack may not combine, because nobody could say what it means --------------------------------------------

CLASHES: list[dict[str, Any]] = [
    {"symbol": "own", "except": "itself"},
    {"symbol": "oak", "except": "own-species"},
    {"symbol": "own", "full": True},
    {"symbol": "oak", "proxies": True},
    {"different": "symbols", "at": "host", "type": "bird"},
    {"different": "symbols", "at": "host", "except": "itself"},
    {"different": "species", "full": True},
    {"different": "species", "none_below": {"type": "bird"}},
    {"different": "species", "proxies": True},
    {"type": "tree", "full": True, "at": "slot"},
    {"type": "tree", "proxies": True, "at": "host"},
    {"type": "tree", "proxies": True, "except": "itself"},
    {"type": "tree", "proxies": True, "full": True},
]


@pytest.mark.parametrize("measure", CLASHES, ids=lambda measure: " ".join(map(str, measure.items())))
def test_a_clash_is_refused(measure: dict[str, Any]) -> None:
    found: list[str] = []
    check_rule({"points": 1, "per": measure}, (), "dweller", lambda code, *_: found.append(code))
    assert found == ["pack-rule-shape"]


@settings(max_examples=80)
@given(st.data(), st.booleans())
def test_what_these_tests_make_up_is_never_refused(data: st.DataObject, once: bool) -> None:
    cards = Catalogue(store.core("smoky-mountains"))
    measure = data.draw(measures(cards, ["hemlock", "raccoon"], once=once, is_host=False, symbols=True))
    found: list[str] = []
    check_rule({"points": 1, "per": measure, "once": once}, (), "dweller", lambda *fault: found.append(str(fault)))
    assert found == []
