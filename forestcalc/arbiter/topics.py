"""Topics: what the rules say about one question, with sources, editions and the other side's reading."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple

from forestcalc.arbiter.text import fold, pieces
from forestcalc.arbiter.texts import compiled


class Citation(NamedTuple):
    """Where something stands: the document and the section in it (empty where none is known)."""

    source: str
    section: str

    def as_json(self) -> dict[str, str]:
        """Return the machine format."""
        return {"source": self.source, "section": self.section}


class Topic(NamedTuple):
    """One topic of the rules.

    `status` is answered, conflicted (sources differ) or not-covered (no source decides it). `editions` are those of
    Forest Shuffle; `cards` are ids of the cards it is about, `related` ids of other topics.
    """

    id: str
    title: str
    status: str
    games: tuple[str, ...]
    editions: tuple[str, ...]
    answer: str
    details: str
    conflicts: tuple[str, ...]
    citations: tuple[Citation, ...]
    related: tuple[str, ...]
    cards: tuple[str, ...]
    by_edition: Mapping[str, str]
    by_game: Mapping[str, str]

    def answer_for(self, game: str, edition: str | None) -> str:
        """Return the answer for *game*, and in Forest Shuffle by *edition*, where they have a wording of their own."""
        if game == "forest-shuffle":
            return self.by_edition.get(edition or "", self.answer)
        return self.by_game.get(game, self.answer)

    def as_json(self) -> dict[str, Any]:
        """Return the machine format."""
        return {
            "format": 1,
            "id": self.id,
            "title": self.title,
            "status": self.status,
            "games": list(self.games),
            "editions": list(self.editions),
            "answer": self.answer,
            "details": self.details,
            "citations": [citation.as_json() for citation in self.citations],
            "conflicts": list(self.conflicts),
            "related": list(self.related),
            "cards": list(self.cards),
        }


@lru_cache(maxsize=1)
def topic_ids() -> tuple[str, ...]:
    """Return the ids of all topics, in the order of the files."""
    return tuple(compiled("topics"))


@lru_cache(maxsize=256)
def topic(id: str) -> Topic:
    """Return a topic. KeyError if there is none of that id."""
    raw = compiled("topics")[id]
    return Topic(
        id=id,
        title=raw["title"],
        status=raw["status"],
        games=tuple(raw["games"]),
        editions=tuple(raw["editions"]),
        answer=raw["answer"],
        details=raw["details"],
        conflicts=tuple(raw["conflicts"]),
        citations=tuple(Citation(entry["source"], entry["section"]) for entry in raw["citations"]),
        related=tuple(raw["related"]),
        cards=tuple(raw["cards"]),
        by_edition=MappingProxyType(raw.get("by_edition", {})),
        by_game=MappingProxyType(raw.get("by_game", {})),
    )


def topics_about(game: str, card: str) -> list[str]:
    """Return the ids of the topics of *game* that are about a card, in the order of the files."""
    return [id for id, raw in compiled("topics").items() if card in raw["cards"] and game in raw["games"]]


def matching(text: str, game: str | None = None) -> list[str]:
    """Return the ids of the topics that hold every word of *text* in id, title, answer or details."""
    words = pieces(fold(text))
    return [
        id
        for id, raw in compiled("topics").items()
        if (game is None or game in raw["games"])
        and all(
            word in fold(f"{id} {raw['title']} {raw['answer']} {raw['details']} {' '.join(raw['cards'])}")
            for word in words
        )
    ]
