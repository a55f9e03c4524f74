"""Ranking: the topics and cards that may answer a question, with a confidence that means something."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import exp
from typing import Literal, NamedTuple

from forestcalc.arbiter.card_questions import CardHit, card_hits
from forestcalc.arbiter.index import Hit, Index
from forestcalc.arbiter.naming import CARD_NOTIONS, SETS
from forestcalc.arbiter.question import Question, understand
from forestcalc.arbiter.texts import Raw, compiled, content
from forestcalc.arbiter.vocabulary import Vocabulary

# Logistic weights, fitted on the development questions and on ways of asking kept out of the learning:
# constant, strength, lead over the next topic, share of known words, lead over what is outside the rules.
TOPIC_WEIGHTS = (-3.77, 1.89, 7.02, 0.8, 5.41)
# The same for whether a question is about the rules at all, whichever topic it is.
RULES_WEIGHTS = (-5.08, 5.83, 0.0, 1.52, 9.79)
# What is less sure than this is no answer.
LEAST_RULES = 0.4
LEAST_CARD = 0.58
_MOST = 3
# What is left of a confidence where the question seems to be about the animal and not about the card.
_DOUBT = 0.4
_NATURE = 0.15
# By how much the outside has to lead over the topics for that: at least, and to settle it.
_HARDLY = 0.1
_BY_FAR = 0.3
_ANIMALS = frozenset(f"c:{notion}" for notion in (*CARD_NOTIONS, *(notion for notion, _ in SETS.values())))


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


class Arbiter:
    """Ranks answers to questions; `data` and `features` are what the compiler wrote."""

    def __init__(self, data: Raw, features: bytes) -> None:
        self._data = data
        self.vocabulary = Vocabulary(data)
        self.index = Index(data["ids"], features)

    def understand(self, text: str) -> Question:
        """Read a question."""
        return understand(text, self.vocabulary, self.index, self._data["numbers"])

    def rank(self, text: str, game: str | None = None) -> Ranked:
        """Return the candidates for a question; *game* wins over a game that the question names."""
        question = self.understand(text)
        wanted = game or question.game
        hits = self.index.search(question.reading.features)
        outside = next((hit for hit in hits if hit.id.startswith("-")), None)
        doubt = _DOUBT if self._is_about_nature(question, hits) else 1.0
        cards = self._cards(question, wanted, doubt)
        # A question that says nothing but a card and what is asked of it is a question about that card.
        most = cards[0].confidence - 0.01 if cards and cards[0].card and cards[0].card.is_plain else 1.0
        rows = self.features(question, wanted, hits, outside)
        topics = [Candidate(id, "topic", min(_chance(TOPIC_WEIGHTS, row) * doubt, most)) for id, row in rows]
        about_rules = _chance(RULES_WEIGHTS, rows[0][1]) * doubt if rows else 0.0
        about_card = cards[0].confidence if cards else 0.0
        if about_rules < LEAST_RULES and about_card < LEAST_CARD:
            return Ranked(question, (), self._data["replies"][outside.id] if outside else "")
        ranked = sorted([*topics, *cards], key=lambda candidate: -candidate.confidence)
        return Ranked(question, tuple(ranked[:_MOST]), "")

    def _cards(self, question: Question, wanted: str | None, doubt: float) -> list[Candidate]:
        data = self._data
        hits = card_hits(question, wanted, self.vocabulary, self.index, data["card_words"], data["numbers"])
        return [
            Candidate(f"card:{hit.id}", "card", hit.confidence * (1.0 if hit.says_no_more else doubt), hit)
            for hit in hits[:_MOST]
        ]

    def _is_about_nature(self, question: Question, hits: list[Hit]) -> bool:
        """Whether a question that names cards seems to ask for something outside the rules.

        Either all of it does by far, or it does and so does what is left without the names. *hits* are those of all
        of it.
        """
        if not question.names:
            return False
        lead = _lead_of_outside(hits)
        if lead <= _HARDLY:
            return False
        if lead > _BY_FAR:
            return True
        features = {
            feature: weight
            for feature, weight in question.reading.features.items()
            if not feature.startswith("n:") and feature not in _ANIMALS
        }
        for named in question.names:
            for word in question.reading.words[named.start : named.end]:
                features.pop(f"w:{word}", None)
        rest = self.index.search(features)
        return bool(rest) and rest[0].id.startswith("-") and rest[0].score > _NATURE

    def features(
        self, question: Question, wanted: str | None, hits: list[Hit], outside: Hit | None
    ) -> list[tuple[str, tuple[float, ...]]]:
        """Return the topics with the numbers that their confidence is worked out from."""
        games = self._data["games"]
        scored: list[tuple[str, float]] = []
        for hit in hits:
            if hit.id.startswith("-"):
                continue
            fits = wanted is None or wanted in games[hit.id]
            if not fits:
                continue
            scored.append((hit.id, hit.score))
        share = self._known(question)
        away = outside.score if outside else 0.0
        rows: list[tuple[str, tuple[float, ...]]] = []
        for position, (id, score) in enumerate(scored[: _MOST + 1]):
            rival = scored[1][1] if position == 0 and len(scored) > 1 else scored[0][1] if position else 0.0
            rows.append((id, (1.0, score, score - rival, share, max(-0.5, min(0.5, score - away)))))
        return rows

    def _known(self, question: Question) -> float:
        """Return the share of a question that texts of the arbiter know, by weight."""
        known = total = 0.0
        for feature, weight in question.reading.features.items():
            value = weight * self.index.rarity(feature)
            total += value
            if self.index.knows(feature):
                known += value
        return known / total if total else 0.0


def _lead_of_outside(hits: Iterable[Hit]) -> float:
    """Return by how much the best hit outside the rules leads over the best topic; below 0 if it does not."""
    best = {False: 0.0, True: 0.0}
    for hit in hits:
        is_outside = hit.id.startswith("-")
        best[is_outside] = max(best[is_outside], hit.score)
    return best[True] - best[False]


def _chance(weights: Sequence[float], row: Sequence[float]) -> float:
    value = sum(weight * part for weight, part in zip(weights, row, strict=True))
    return 1 / (1 + exp(-max(-30.0, min(30.0, value))))


@lru_cache(maxsize=1)
def arbiter() -> Arbiter:
    """Return the arbiter of the package's own texts."""
    return Arbiter(compiled("asking"), content("features"))
