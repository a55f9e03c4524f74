"""Answers: what the rules and the cards say to a question, with sources, editions and the other side's reading."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from forestcalc.arbiter.card_answers import card_answer
from forestcalc.arbiter.question import EDITIONS, Question
from forestcalc.arbiter.ranking import Candidate, arbiter
from forestcalc.arbiter.topics import Citation, topic, topics_about
from forestcalc.catalogue.catalogue import games

DEFAULT_GAME = "forest-shuffle"
# From this confidence on the first answer is given as the answer; below, the others are shown as equals.
CERTAIN = 0.75


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerItem:
    """One answer: a topic, a card, or a topic that no source decides (`not-covered`).

    `confidence` is the share of such answers that are right, 0 to 1. `editions` are those of Forest Shuffle that the
    answer holds for; `details` says more; `topics` and `cards` are ids to read on.
    """

    id: str
    kind: Literal["topic", "card", "not-covered"]
    game: str
    confidence: float
    title: str
    answer: str
    details: str = ""
    citations: tuple[Citation, ...] = ()
    editions: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """Return the machine format."""
        return {
            "id": self.id,
            "kind": self.kind,
            "game": self.game,
            "confidence": round(self.confidence, 2),
            "title": self.title,
            "answer": self.answer,
            "details": self.details,
            "citations": [citation.as_json() for citation in self.citations],
            "editions": list(self.editions),
            "conflicts": list(self.conflicts),
            "topics": list(self.topics),
            "cards": list(self.cards),
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """The answers to a question, best first, at most three.

    `covered` is whether the best of them is one; `message` says in plain words why there is none, empty otherwise.
    """

    question: str
    covered: bool
    answers: tuple[AnswerItem, ...] = ()
    message: str = ""
    language: str = field(default="en")

    def as_json(self) -> dict[str, Any]:
        """Return the machine format."""
        return {
            "format": 1,
            "question": self.question,
            "covered": self.covered,
            "answers": [item.as_json() for item in self.answers],
            "message": self.message,
        }


def ask(question: str, *, game: str | None = None, edition: str | None = None) -> Answer:
    """Answer a question about the rules or a card, in any of English, German, French, Dutch, Spanish and Chinese.

    *game* is the id of a game and wins over one that the question names; *edition* is `2023` or `2026`. Raises
    ValueError for another game or edition; never for what the question says.
    """
    if game is not None and game not in games():
        raise ValueError(f"unknown game: {game}")
    if edition is not None and edition not in EDITIONS:
        raise ValueError(f"unknown edition: {edition}")
    ranked = arbiter().rank(question, game)
    items: list[AnswerItem] = []
    for candidate in ranked.candidates:
        item = _item(candidate, ranked.question, game, edition or ranked.question.edition)
        if item is not None:
            items.append(item)
    if not items:
        return Answer(
            question=question,
            covered=False,
            message=ranked.outside or _NOTHING,
            language=ranked.question.language,
        )
    covered = items[0].kind != "not-covered"
    return Answer(
        question=question,
        covered=covered,
        answers=tuple(items),
        message="" if covered else _UNDECIDED,
        language=ranked.question.language,
    )


_NOTHING = "Neither the rules nor the cards of Forest Shuffle and its family say anything about this."
_UNDECIDED = "The rules do not cover this."


def _item(candidate: Candidate, question: Question, game: str | None, edition: str | None) -> AnswerItem | None:
    if candidate.card is not None:
        hit = candidate.card
        card = card_answer(hit)
        return AnswerItem(
            id=candidate.id,
            kind="card",
            game=hit.game,
            confidence=candidate.confidence,
            title=card.name,
            answer=card.answer,
            details=card.details,
            citations=card.citations,
            editions=card.editions,
            conflicts=card.conflicts,
            topics=tuple(topics_about(hit.game, hit.id)),
            cards=(hit.id,),
        )
    found = topic(candidate.id)
    if edition is not None and found.editions and edition not in found.editions:
        return None
    in_game = _game_of(found.games, question, game)
    return AnswerItem(
        id=found.id,
        kind="not-covered" if found.status == "not-covered" else "topic",
        game=in_game,
        confidence=candidate.confidence,
        title=found.title,
        answer=found.answer_for(in_game, edition),
        details=found.details,
        citations=found.citations,
        editions=found.editions,
        conflicts=found.conflicts,
        topics=found.related,
        cards=found.cards,
    )


def _game_of(of_topic: tuple[str, ...], question: Question, game: str | None) -> str:
    """Return the game that an answer is for: the one asked for, the only one of a named card, Forest Shuffle."""
    of_cards = [{target.partition(":")[0] for target in named.targets} for named in question.names]
    wanted = [game, question.game, *(next(iter(games)) for games in of_cards if len(games) == 1), DEFAULT_GAME]
    return next((one for one in wanted if one in of_topic), of_topic[0])
