"""Questions about a game that was played are answered from its score sheet."""

from __future__ import annotations

import pytest

import forestcalc
from forestcalc.arbiter.game_questions import ask_about

GAME = """
players:
  Anna:
    cave: 4
    forest:
      - Oak: {top: Red Squirrel, left: European Hare, right: European Hare}
      - 2x Beech
      - Birch: {top: Peacock Butterfly}
  Boris:
    forest: [4x Beech]
"""


@pytest.fixture(scope="module")
def sheets() -> list[forestcalc.ScoreSheet]:
    return [forestcalc.score(game) for game in forestcalc.load(GAME)]


@pytest.mark.parametrize(
    ("question", "id", "texts"),
    [
        ("why does Anna's oak score nothing?", "card:oak", ["Anna's Oak scores 0 points", "3 of the 8"]),
        ("Wie viele Punkte bringen Annas Buchen?", "card:beech", ["2 Beeches score 0 points", "2 of the 4"]),
        ("Boris beech", "card:beech", ["Boris's 4 Beeches score 20 points"]),
        ("hares", "card:european-hare", ["2 hares score 4 points"]),
        ("what is Anna's cave worth", "card:regular-cave", ["4 points", "4 cards in the cave"]),
        ("butterflies?", "card:butterflies", ["0 for 1 different"]),
        ("does Boris have a wolf", "card:wolf", ["Boris has no Wolf"]),
        ("who won", "scoring-procedure", ["Boris wins with 20 points"]),
        ("Anna", "scoring-procedure", ["Anna scores"]),
        ("why did Anna's insects score nothing", "card:butterflies", ["0 for 1 different"]),
        ("Anna's top cards", "scoring-procedure", ["Red Squirrel 5 points"]),
    ],
)
def test_the_line_its_reason_and_the_rule_are_told(
    sheets: list[forestcalc.ScoreSheet], question: str, id: str, texts: list[str]
) -> None:
    answer = ask_about(question, sheets)
    assert answer.covered
    assert answer.answers[0].id == id
    for text in texts:
        assert text in answer.answers[0].answer


def test_a_rules_question_is_answered_from_the_rules(sheets: list[forestcalc.ScoreSheet]) -> None:
    assert ask_about("how many cards may I hold in my hand", sheets).answers[0].id == "hand-limit"


def test_what_neither_file_nor_rules_answer_names_the_players(sheets: list[forestcalc.ScoreSheet]) -> None:
    answer = ask_about("why did Zora lose the match of chess", sheets)
    assert not answer.covered
    assert answer.message.endswith("Ask about a card of Anna, Boris.")


def test_the_answer_cites_the_sheet_and_the_source_of_the_card(sheets: list[forestcalc.ScoreSheet]) -> None:
    citations = ask_about("Anna's oak", sheets).answers[0].citations
    assert citations[0].source == "score sheet"
    assert any("appendix" in citation.source for citation in citations)
