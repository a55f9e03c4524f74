"""Finding the answer: the samples, the kept-back questions, and the parts of a question."""

from __future__ import annotations

from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forestcalc.arbiter.measure import Asked, ask_all, main, report
from forestcalc.arbiter.ranking import arbiter
from forestcalc.arbiter.spelling import corrected
from forestcalc.arbiter.text import fold, pieces, stem
from forestcalc.catalogue.spelling import distance
from tests.support import DATA

QUESTIONS = DATA / "arbiter"
SETS = ("samples", "fresh", "direct", "unseen")


@cache
def asked_of(name: str) -> list[Asked]:
    return ask_all(QUESTIONS / f"{name}.csv")


def share(asked: list[Asked], first: int) -> float:
    return sum(one.is_right(first) for one in asked) / len(asked)


@pytest.mark.parametrize("one", asked_of("samples"), ids=lambda one: one.question)
def test_a_sample_question_is_answered_rightly(one: Asked) -> None:
    assert one.is_right(1)


# What was reached, less what any change of the asks moves: a point or two.
@pytest.mark.parametrize(
    ("name", "first", "third", "outside"),
    [("fresh", 0.955, 0.985, 0.95), ("direct", 0.95, 0.98, 0.94), ("unseen", 0.945, 0.98, 0.9)],
)
def test_questions_are_answered_as_well_as_they_were(name: str, first: float, third: float, outside: float) -> None:
    asked = asked_of(name)
    to_answer = [one for one in asked if not one.is_outside]
    assert share(to_answer, 1) >= first
    assert share(to_answer, 3) >= third
    assert share([one for one in asked if one.is_outside], 1) >= outside


def test_no_question_stands_in_two_sets_or_among_the_asks() -> None:
    from forestcalc.arbiter.sources import read_asks

    sets = [{one.question for one in asked_of(name)} for name in SETS]
    assert sum(map(len, sets)) == len(set().union(*sets))
    assert not set().union(*sets) & {ask.text for ask in read_asks()}


def test_confidence_tells_right_from_wrong_answers() -> None:
    asked = [one for name in SETS for one in asked_of(name) if one.answer.answers]
    sure = [one for one in asked if one.answer.answers[0].confidence >= 0.95]
    unsure = [one for one in asked if one.answer.answers[0].confidence < 0.7]
    assert share(sure, 1) >= 0.95
    assert share(unsure, 1) <= 0.9


def test_the_measure_prints_its_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(QUESTIONS / "samples.csv"), "--misses"]) == 0
    printed = capsys.readouterr().out
    for word in ("hit@1", "hit@3", "false answers", "confidence", "ms a question"):
        assert word in printed
    assert main([]) == 2
    assert list(report([]))


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("5 hares", {"european-hare"}),
        ("drei Feuersalamander", {"fire-salamander"}),
        ("le chevreuil", {"roe-deer"}),
        ("瓢虫和狼", {"wolf"}),
        ("raccon", {"raccoon"}),
        ("fallow dear", {"fallow-deer"}),
        ("Dartmoor", set()),
        ("", set()),
    ],
)
def test_cards_are_found_in_a_question(text: str, ids: set[str]) -> None:
    named = arbiter().understand(text).names
    assert {name.ids[0] for name in named} == ids


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("How many cards may I hold?", "en"),
        ("Wie viele Karten darf ich halten?", "de"),
        ("Combien de cartes puis-je garder ?", "fr"),
        ("Hoeveel kaarten mag ik vasthouden?", "nl"),
        ("¿Cuántas cartas puedo tener?", "es"),
        ("我可以有多少张牌？", "zh"),
    ],
)
def test_the_language_of_a_question_is_told(text: str, language: str) -> None:
    assert arbiter().understand(text).language == language


@pytest.mark.parametrize(
    ("text", "game"),
    [
        ("in dartmoor, who begins?", "dartmoor"),
        ("Smoky Mountains rivers", "smoky-mountains"),
        ("with Alpine, how many cards", "forest-shuffle"),
        ("Dartmoor Pony points", None),
        ("who begins?", None),
    ],
)
def test_the_game_that_a_question_names_is_told(text: str, game: str | None) -> None:
    assert arbiter().understand(text).game == game


@pytest.mark.parametrize(
    ("one", "other"),
    [("cards", "card"), ("Karten", "Karte"), ("hares", "hare"), ("butterflies", "butterfly"), ("wolves", "wolf")],
)
def test_one_and_many_have_the_same_stem(one: str, other: str) -> None:
    assert stem(fold(one)) == stem(fold(other))


def test_a_swap_is_one_step_and_a_far_word_is_not_near() -> None:
    assert distance("raocoon", "raccoon", 2) == 1
    assert distance("hare", "mole", 1) == 2
    assert corrected("salamandr", ["salamander", "sycamore"]) == "salamander"
    assert corrected("chess", ["cress"]) is None


@given(st.text(max_size=60))
def test_folding_twice_changes_nothing_that_matters(text: str) -> None:
    once = fold(text)
    assert pieces(fold(once)) == pieces(once)
