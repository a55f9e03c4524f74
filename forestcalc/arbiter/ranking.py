"""Ranking: the topics and cards that may answer a question, with a confidence that means something."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp, log
from typing import Literal, NamedTuple

from forestcalc.arbiter.card_questions import CardHit, card_hits
from forestcalc.arbiter.index import ABOUT_A_CARD, Hit, Index
from forestcalc.arbiter.question import Question, understand
from forestcalc.arbiter.texts import Raw, compiled, content
from forestcalc.arbiter.vocabulary import Vocabulary

# Logistic weights, fitted on ways of asking whose authors were kept out of the learning; first the constant.
# Whether a question is about the rules: lead over what is outside them, share of known words.
_RULES_WEIGHTS = (-4.23, 11.14, 3.65)
# A topic: strength, lead over the next topic, share of known words, lead over what is outside, over cards in general.
_TOPIC_WEIGHTS = (-2.4, 0.52, 4.67, 0.49, 3.32, 1.49)
# A card: how little else is said (log odds, words), whether that is nothing, lead of cards over topics and over what
# is outside, cards named before it.
_CARD_WEIGHTS = (-1.13, 1.01, 0.85, -0.96, -0.33, 3.29, -1.38)
# What is less sure than this is no answer.
_LEAST_RULES = 0.5
_LEAST_CARD = 0.6
# What lies outside the rules is called by its kind from this strength on.
CLEARLY_OUTSIDE = 0.35
_MOST = 3
# Of the questions that say nothing but a card, and what is asked of cards, so many are about that card.
_PLAIN = 0.84
# Leads beyond this say no more, nor do more words beside a card.
_FAR = 0.6
_FAR_FOR_CARDS = 1.0
_MOST_BESIDE = 4.0


class Candidate(NamedTuple):
    """A topic or a card that may answer, with the confidence that it does."""

    id: str
    kind: Literal["topic", "card"]
    confidence: float
    card: CardHit | None = None


class Ranked(NamedTuple):
    """The candidates, likeliest first, and what else was found out about the question.

    `outside` is the reply to a question that the rules leave out or that is about something else; empty otherwise.
    """

    question: Question
    candidates: tuple[Candidate, ...]
    outside: str


class Evidence(NamedTuple):
    """How strongly a question speaks for the topics of the games in question, for anything outside, for a card.

    `known` is the share of the question that texts of the arbiter know, by weight.
    """

    topics: list[Hit]
    outside: Hit | None
    card: float
    known: float

    @property
    def best(self) -> float:
        """The strength of the best topic."""
        return self.topics[0].score if self.topics else 0.0

    @property
    def away(self) -> float:
        """The strength of what is outside the rules."""
        return self.outside.score if self.outside else 0.0


class Arbiter:
    """Ranks answers to questions; `data` and `features` are what the compiler wrote."""

    def __init__(self, data: Raw, features: bytes) -> None:
        self._data = data
        self.vocabulary = Vocabulary(data)
        self.index = Index(data["ids"], features)

    def understand(self, text: str) -> Question:
        """Read a question."""
        return understand(text, self.vocabulary, self._data["numbers"])

    def rank(self, text: str, game: str | None = None) -> Ranked:
        """Return the candidates for a question; *game* wins over a game that the question names."""
        question = self.understand(text)
        wanted = game or question.game
        evidence = self._evidence(question, wanted)
        about_topics = topics(evidence)
        cards = self._cards(question, wanted, evidence, about_topics)
        is_about_card = any(one.confidence >= _LEAST_CARD or (one.card and one.card.is_plain) for one in cards)
        if about_rules(evidence) < _LEAST_RULES and not is_about_card:
            outside = evidence.outside
            is_clear = outside is not None and outside.score >= CLEARLY_OUTSIDE
            return Ranked(question, (), self._data["replies"][outside.id] if outside and is_clear else "")
        ranked = sorted([*about_topics, *cards], key=lambda candidate: -candidate.confidence)
        return Ranked(question, tuple(ranked[:_MOST]), "")

    def _evidence(self, question: Question, wanted: str | None) -> Evidence:
        hits = self.index.search(question.reading.features)
        games = self._data["games"]
        return Evidence(
            [hit for hit in hits if hit.id in games and (wanted is None or wanted in games[hit.id])],
            next((hit for hit in hits if hit.id.startswith("-")), None),
            next((hit.score for hit in hits if hit.id == ABOUT_A_CARD), 0.0),
            self._known(question),
        )

    def _known(self, question: Question) -> float:
        known = total = 0.0
        for feature, weight in question.reading.features.items():
            value = weight * self.index.rarity(feature)
            total += value
            if self.index.knows(feature):
                known += value
        return known / total if total else 0.0

    def _cards(
        self, question: Question, wanted: str | None, evidence: Evidence, rivals: Sequence[Candidate]
    ) -> list[Candidate]:
        data = self._data
        hits = card_hits(question, wanted, self.vocabulary, self.index, data["card_words"], data["numbers"])
        best_topic = max((rival.confidence for rival in rivals), default=0.0)
        found = []
        for rank, hit in enumerate(hits[:_MOST]):
            confidence = _chance(_CARD_WEIGHTS, _card_row(hit, rank, evidence))
            if rank == 0 and hit.is_plain:
                confidence = max(confidence, _PLAIN * (1 - best_topic))
            found.append(Candidate(f"card:{hit.id}", "card", confidence, hit))
        return found


def about_rules(evidence: Evidence) -> float:
    """Return how likely the question is about the rules or a card at all, whichever it is."""
    return _chance(_RULES_WEIGHTS, (_lead(max(evidence.best, evidence.card), evidence.away), evidence.known))


def topics(evidence: Evidence) -> list[Candidate]:
    """Return the topics that may be meant."""
    found = []
    for rank, hit in enumerate(evidence.topics[: _MOST + 1]):
        rivals = evidence.topics[1:] if rank == 0 else evidence.topics
        row = (
            hit.score,
            hit.score - (rivals[0].score if rivals else 0.0),
            evidence.known,
            _lead(hit.score, evidence.away),
            _lead(hit.score, evidence.card),
        )
        found.append(Candidate(hit.id, "topic", _chance(_TOPIC_WEIGHTS, row)))
    return found


def _card_row(hit: CardHit, rank: int, evidence: Evidence) -> tuple[float, ...]:
    return (
        log(hit.confidence / (1 - hit.confidence)),
        min(hit.beside, _MOST_BESIDE),
        float(hit.is_plain),
        _lead(evidence.card, evidence.best, _FAR_FOR_CARDS),
        _lead(evidence.card, evidence.away, _FAR_FOR_CARDS),
        float(rank),
    )


def _lead(score: float, other: float, far: float = _FAR) -> float:
    return max(-far, min(far, score - other))


def _chance(weights: Sequence[float], row: Sequence[float]) -> float:
    value = weights[0] + sum(weight * part for weight, part in zip(weights[1:], row, strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, value))))


@lru_cache(maxsize=1)
def arbiter() -> Arbiter:
    """Return the arbiter of the package's own texts."""
    return Arbiter(compiled("asking"), content("features"))
