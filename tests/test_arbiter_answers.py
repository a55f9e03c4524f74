"""Answers: what is in them, for which game and edition, and that no text whatever upsets the arbiter."""

from __future__ import annotations

from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forestcalc.arbiter.answers import ask
from forestcalc.arbiter.setup import set_up

ANSWER_KEYS = {"format", "question", "covered", "answers"}
ITEM_KEYS = {"id", "kind", "game", "confidence", "answer", "citations", "editions", "conflicts"}


@pytest.mark.parametrize(
    ("question", "id", "points"),
    [
        ("5 hares how many points", "card:european-hare", "25 points"),
        ("Three fire salamanders, how many points?", "card:fire-salamander", "25 points"),
        ("vier Douglasien, wie viele Punkte?", "card:douglas-fir", "20 points"),
        ("cinq lièvres, combien de points ?", "card:european-hare", "25 points"),
        ("三只火蝾螈多少分", "card:fire-salamander", "25 points"),
        ("four different dragonflies, points in dartmoor?", "card:dragonflies", "15 points"),
    ],
)
def test_a_number_of_cards_is_worked_out(question: str, id: str, points: str) -> None:
    first = ask(question).answers[0]
    assert first.id == id
    assert points in first.answer


@pytest.mark.parametrize(
    ("question", "id", "begins"),
    [
        ("Roe deer bonus", "card:roe-deer", "Bonus:"),
        ("what does the chanterelle do", "card:chanterelle", "No points"),
        ("lynx", "card:lynx", "10 points"),
        ("how does the gnat score", "card:gnat", "1 point"),
        ("what does the red fox cost", "card:red-fox", ""),
        ("bats points", "card:bats", "5 points"),
        ("storage cave points", "card:storage-cave", "1 point"),
    ],
)
def test_what_is_asked_of_a_card_comes_first(question: str, id: str, begins: str) -> None:
    first = ask(question).answers[0]
    assert (first.id, first.kind) == (id, "card")
    assert first.answer.startswith(begins)
    assert first.citations


def test_the_price_and_the_place_of_a_card_are_told() -> None:
    assert "cost 2" in ask("what does the red fox cost").answers[0].answer
    assert "Top card" in ask("on which side does the chaffinch go").answers[0].answer


def test_a_card_answers_for_the_game_that_is_asked_for() -> None:
    assert ask("elk points").answers[0].game == "forest-shuffle"
    assert ask("in smoky mountains, how does the elk score?").answers[0].game == "smoky-mountains"
    assert ask("elk points", game="smoky-mountains").answers[0].game == "smoky-mountains"
    assert ask("warty newt points").answers[0].game == "dartmoor"


def test_the_option_wins_over_the_game_in_the_question() -> None:
    first = ask("in dartmoor, who begins?", game="smoky-mountains").answers[0]
    assert (first.id, first.game) == ("start-player", "smoky-mountains")


def test_an_edition_has_its_own_wording_and_the_default_names_both() -> None:
    question = "may I redraw an opening hand without trees"
    old, new, today = (ask(question, edition=edition).answers[0] for edition in ("2023", "2026", None))
    assert {old.id, new.id, today.id} == {"no-tree-mulligan"}
    assert old.answer.startswith("Yes")
    assert new.answer.startswith("No.")
    assert "2023" in today.answer
    assert today.conflicts
    assert ask("By the 2023 rules, may I redraw a hand without trees?").answers[0].answer == old.answer
    assert ask(question, game="dartmoor").answers[0].answer.startswith("No.")


def test_not_covered_and_not_about_the_game_are_two_things() -> None:
    undecided = ask("do I get the bonus of a card with cost zero")
    assert not undecided.covered
    assert undecided.answers[0].kind == "not-covered"
    elsewhere = ask("What time is it in Tokyo?")
    assert not elsewhere.covered
    assert elsewhere.answers == ()
    assert elsewhere.message != undecided.message


def test_the_machine_format_has_its_keys() -> None:
    found = ask("hand limit").as_json()
    assert set(found) >= ANSWER_KEYS
    assert found["format"] == 1
    assert 1 <= len(found["answers"]) <= 3
    for item in found["answers"]:
        assert set(item) >= ITEM_KEYS
        assert item["kind"] in ("topic", "card", "not-covered")
        assert all(set(citation) == {"source", "section"} for citation in item["citations"])


@pytest.mark.parametrize(("game", "edition"), [("chess", None), (None, "1999")])
def test_an_unknown_game_or_edition_is_refused(game: str | None, edition: str | None) -> None:
    with pytest.raises(ValueError, match="unknown"):
        ask("hand limit", game=game, edition=edition)


@given(st.text(max_size=300))
def test_any_text_gets_an_answer_object(text: str) -> None:
    found = ask(text)
    assert found.question == text
    assert len(found.answers) <= 3
    confidences = [item.confidence for item in found.answers]
    assert confidences == sorted(confidences, reverse=True)
    assert all(0 <= confidence <= 1 for confidence in confidences)
    assert found.covered == bool(found.answers and found.answers[0].kind != "not-covered")


_WORDS = (
    "winter",
    "clearing",
    "Karten",
    "毒蝇伞",
    "roe deer",
    "5",
    "bonus",
    "\x1b[31m",
    "grotte",
    "[bold]",
    "mol",
    "xyzzy",
)


@given(st.lists(st.sampled_from(_WORDS), max_size=30).map(" ".join))
def test_any_words_of_the_game_get_an_answer_object(text: str) -> None:
    assert len(ask(text).answers) <= 3


@pytest.mark.parametrize("text", ["winter card " * 100_000, "狼" * 500_000, "\ud800\x00" * 1000, "a" * 1_000_000])
def test_a_question_of_any_length_is_answered_at_once(text: str) -> None:
    start = perf_counter()
    ask(text)
    assert perf_counter() - start < 1.0


@pytest.mark.parametrize(
    ("game", "players", "boxes", "deck", "removed", "piles"),
    [
        ("forest-shuffle", 3, [], 158, 20, (46, 46, 46)),
        ("forest-shuffle", 2, [], 158, 30, (43, 43, 42)),
        ("forest-shuffle", 5, [], 158, 0, (53, 53, 52)),
        ("forest-shuffle", 4, ["alpine"], 194, 25, (57, 56, 56)),
        ("forest-shuffle", 2, ["alpine", "woodland-edge"], 230, 90, (47, 47, 46)),
        ("forest-shuffle", 2, ["exploration"], 173, 45, (43, 43, 42)),
        ("forest-shuffle", 3, ["promo"], None, None, None),
        ("forest-shuffle", 1, [], 158, 30, None),
        ("dartmoor", 2, [], 172, 45, (43, 42, 42)),
        ("dartmoor", 4, ["exmoor"], 222, 25, (66, 66, 65)),
        ("smoky-mountains", 3, [], 172, 30, (48, 47, 47)),
        ("smoky-mountains", 1, [], 172, None, None),
    ],
)
def test_set_up_numbers(
    game: str, players: int, boxes: list[str], deck: int | None, removed: int | None, piles: tuple[int, ...] | None
) -> None:
    found = set_up(game, players, boxes)
    assert (found.deck, found.removed, found.piles) == (deck, removed, piles)
    assert found.citations


def test_a_table_of_six_has_no_set_up() -> None:
    with pytest.raises(ValueError, match="6"):
        set_up("dartmoor", 6)
