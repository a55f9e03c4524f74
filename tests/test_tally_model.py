"""Drafts: what each change does, and that it does nothing else."""

from __future__ import annotations

from pathlib import Path

from forestcalc.catalogue.catalogue import catalogue
from forestcalc.game.build import build_game
from forestcalc.scoring.score import score
from forestcalc.tally.drafts import draft_of, layout_of, means_the_same
from forestcalc.tally.history import History, Step
from forestcalc.tally.model import Draft, DraftCard, DraftHost, Spot
from forestcalc.tally.written import draft_text
from tests.tally_helpers import new_session, say

BEECH = DraftCard("Beech", "beech")
HARE = DraftCard("European Hare", "european-hare")
CARDS = catalogue("forest-shuffle")


def table() -> tuple[Draft, int, int]:
    draft, anna = Draft("forest-shuffle").add_player("Anna")
    draft, beech = draft.add_host(anna, BEECH)
    return draft, anna, beech


def test_equal_cards_in_one_slot_become_a_count() -> None:
    draft, _, beech = table()
    spot = Spot(beech, "left")
    draft = draft.put(spot, HARE).put(spot, HARE)
    assert [card.count for card in draft.host(beech).stack("left", 0)] == [2]
    draft = draft.take(spot, 0)
    assert [card.count for card in draft.host(beech).stack("left", 0)] == [1]
    assert draft.take(spot, 0).host(beech).is_bare


def test_naming_the_symbol_of_a_counted_card_splits_it() -> None:
    draft, _, beech = table()
    spot = Spot(beech, "left")
    draft = draft.put(spot, HARE).put(spot, HARE).put(spot, HARE).set_symbol(spot, 0, "linden")
    assert [(card.symbol, card.count) for card in draft.host(beech).stack("left", 0)] == [(None, 2), ("linden", 1)]
    draft = draft.set_symbol(spot, 0, "linden").set_symbol(spot, 0, "linden")
    assert [(card.symbol, card.count) for card in draft.host(beech).stack("left", 0)] == [("linden", 3)]


def test_a_counted_host_is_split_before_it_carries_a_card() -> None:
    draft, anna = Draft("forest-shuffle").add_player("Anna")
    draft, linden = draft.add_host(anna, DraftCard("Linden Tree", "linden-tree", count=3))
    draft, one = draft.single(linden)
    assert [(host.key, host.card.count) for host in draft.player(anna).hosts] == [(linden, 2), (one, 1)]


def test_a_host_moves_with_all_that_lies_at_it() -> None:
    draft, _, beech = table()
    draft = draft.put(Spot(beech, "left"), HARE)
    draft, boris = draft.add_player("Boris")
    draft = draft.move_host(beech, boris, 0)
    assert draft.owner(beech).name == "Boris"
    assert draft.host(beech).stack("left", 0) == (HARE,)


def test_a_slot_that_becomes_empty_closes_up() -> None:
    host = DraftHost(0, BEECH).with_stack("top", 0, (HARE,)).with_stack("top", 1, (BEECH,))
    assert host.with_stack("top", 0, ()).sides == {"top": ((BEECH,),)}


def test_undo_and_redo_go_through_all_steps() -> None:
    first, anna, _ = table()
    second = first.rename_player(anna, "Eva")
    history = History([Step(first, "")])
    renamed = Step(second, "renamed")
    history.add(renamed)
    assert (history.undo(), history.draft) == (renamed, first)
    assert history.undo() is None
    assert (history.redo(), history.draft) == (renamed, second)
    assert history.redo() is None
    history.undo()
    history.add(Step(first, "other"))
    assert history.redo() is None


def test_a_draft_scores_like_its_file() -> None:
    from forestcalc import api

    text = (
        "players: {Anna: {cave: 3, forest: [Beech: {top: Chaffinch, left: 2x European Hare}, 2x Linden Tree]}, "
        "Boris: {counts: {Linden Tree: 1}}}"
    )
    game = api.load(text)[0]
    assert game.layout is not None
    draft = draft_of(game.layout)
    built = build_game(layout_of(draft, CARDS))
    assert built.game is not None
    assert score(built.game).as_json()["players"] == score(game).as_json()["players"]
    again = api.load(draft_text(draft, CARDS))[0]
    assert again.layout is not None
    assert means_the_same(draft_of(again.layout), draft)


def test_undo_goes_where_the_step_was_made(tmp_path: Path) -> None:
    session = new_session(tmp_path / "g.yaml", "Anna", "Boris")
    say(session, "oak")
    oak = session.cursor
    say(session, "birch", "player Boris")
    session.undo()
    assert session.cursor == oak
    session.redo()
    assert session.host is not None
    assert session.host.card.name == "Birch"
    say(session, "remove host")
    session.undo()
    assert session.host is not None
    assert session.host.card.name == "Birch"
