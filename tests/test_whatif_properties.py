"""What `whatif` says is what scoring the changed layout says: cards taken out, cards put in, nothing better missed."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from forestcalc.advice.placing import Placing, Spot
from forestcalc.advice.stock import Stock
from forestcalc.advice.trials import Trials
from forestcalc.advice.whatif import what_if
from forestcalc.api import check_text
from forestcalc.game.forest import Game
from forestcalc.game.places import slots_of
from forestcalc.scoring.score import known_sheet
from tests.support import game_of
from tests.table_edits import Plain, with_card, without
from tests.tables import GAMES, as_text, as_value, dealt


def known_totals(game: Game) -> dict[str, int]:
    return {player.name: player.range.min for player in known_sheet(game).players}


def table(chosen: tuple[str, tuple[str, ...]], seed: int, players: int, hosts: int, dwellers: int) -> Plain:
    return as_value(dealt(chosen[0], chosen[1], random.Random(seed), players=players, hosts=hosts, dwellers=dwellers))


tables = st.builds(
    table,
    st.sampled_from(GAMES),
    st.integers(0, 10**9),
    players=st.integers(1, 3),
    hosts=st.integers(1, 7),
    dwellers=st.integers(0, 16),
)


@given(value=tables)
def test_trials_score_a_table_as_it_is_like_the_score_sheet(value: Plain) -> None:
    game = game_of(as_text(value))
    trials = Trials(game)
    base = {player.name: trial.total for player, trial in zip(trials.players, trials.base, strict=True)}
    assert base == known_totals(game)


@settings(max_examples=15)
@given(value=tables)
def test_a_card_is_worth_the_total_minus_that_of_the_layout_without_it(value: Plain) -> None:
    game = game_of(as_text(value))
    before = known_totals(game)
    for advice in what_if(game, top=0):
        assert len(advice.worths) == sum(1 for _ in _forest(game, advice.player).cards())
        for worth in advice.worths:
            (checked,) = check_text(as_text(without(value, advice.player, worth.card.path)))
            assert (checked.game is None) == (worth.illegal is not None)
            if checked.game is None:
                continue
            after = known_totals(checked.game)
            assert before[advice.player] - after.pop(advice.player) == worth.points
            changed = {name: total - before[name] for name, total in after.items() if total != before[name]}
            assert {change.player: change.points for change in worth.others} == changed


@settings(max_examples=15)
@given(value=tables)
def test_a_card_to_add_is_legal_and_gains_what_is_promised(value: Plain) -> None:
    game = game_of(as_text(value))
    before = known_totals(game)
    for advice in what_if(game, top=4):
        ways = [way for zero in advice.zeros for way in zero.ways]
        for best in (*advice.best, *ways[:4]):
            for spot in best.spots[:2]:
                two = _has_slot_lists(game, spot)
                changed = with_card(value, advice.player, best.half, spot, two_slots=two)
                after = known_totals(game_of(as_text(changed)))
                assert after.pop(advice.player) - before[advice.player] == best.gain
                others = {name: total - before[name] for name, total in after.items() if total != before[name]}
                assert {change.player: change.points for change in best.others} == others


@pytest.mark.parametrize(
    ("chosen", "seed"),
    [(("forest-shuffle", ("woodland-edge",)), 3), (("dartmoor", ()), 5), (("smoky-mountains", ()), 8)],
    ids=lambda value: value[0] if isinstance(value, tuple) else None,
)
def test_no_legal_card_gains_more_than_the_best(chosen: tuple[str, tuple[str, ...]], seed: int) -> None:
    """Every print is put everywhere, and the validator says what is legal."""
    value = table(chosen, seed, players=2, hosts=3, dwellers=4)
    game = game_of(as_text(value))
    before = known_totals(game)["Anna"]
    trials = Trials(game)
    stock = Stock(game, trials.places.values())
    (advice,) = what_if(game, ["Anna"], top=500)
    promised = {best.species.id: best.gain for best in advice.best}
    greatest: dict[str, int] = {}
    stock._has_copy = lambda half: True  # type: ignore[method-assign]
    for half in stock.halves():
        for spot in _everywhere(game, stock, trials, half):
            two = _has_slot_lists(game, spot)
            (checked,) = check_text(as_text(with_card(value, "Anna", half, spot, two_slots=two)))
            if checked.game is not None:
                gain = known_totals(checked.game)["Anna"] - before
                greatest[half.species.id] = max(gain, greatest.get(half.species.id, gain))
    assert {id: gain for id, gain in greatest.items() if gain > 0} == promised


def _everywhere(game: Game, stock: Stock, trials: Trials, half: object) -> list[Spot]:
    """Return every slot, taken or not, whatever the slot rules say of it."""
    placing = Placing(trials, stock, 0)
    placing._is_legal = lambda *_: True  # type: ignore[method-assign]
    return list(placing.spots(half))  # type: ignore[arg-type]


def _has_slot_lists(game: Game, spot: Spot) -> bool:
    if spot.host is None:
        return False
    has_river = spot.host.river is not None
    if spot.card.side == "bottom" and has_river:
        return True
    slots = slots_of(game.catalogue, spot.host.card.species, has_river)
    return spot.host.card.species.kind in ("moor", "river") and spot.card.side in slots


def _forest(game: Game, name: str):  # type: ignore[no-untyped-def]
    return next(player.forest for player in game.players if player.name == name)
