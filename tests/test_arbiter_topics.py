"""The topics as data: complete, true to the registry of facts, and pointing only at what exists."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import pytest

from forestcalc.arbiter.naming import SETS
from forestcalc.arbiter.sources import Ask, read_asks, read_topics
from forestcalc.arbiter.topics import matching, topic, topic_ids, topics_about
from forestcalc.catalogue import store
from tests.support import DATA

KEYS = {
    *("title", "status", "games", "editions", "answer", "details", "conflicts", "citations"),
    *("related", "cards", "keywords"),
}
LEAST_ASKS = {"en": 4, "de": 2, "fr": 2, "nl": 2, "es": 2, "zh": 2}


@cache
def all_asks() -> list[Ask]:
    return read_asks()


@cache
def registry() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DATA / "arbiter" / "registry.json").read_text(encoding="utf-8"))
    return found


@cache
def written() -> dict[str, Any]:
    return read_topics()


def test_every_topic_of_the_registry_is_there_and_no_other() -> None:
    assert set(topic_ids()) == set(registry()) == set(written())


@pytest.mark.parametrize("id", sorted(registry()))
def test_a_topic_is_true_to_the_registry(id: str) -> None:
    known, found = registry()[id], topic(id)
    assert found.status == known["status"]
    assert sorted(found.games) == known["games"]
    assert sorted(found.editions) == known["editions"]
    assert [[citation.source, citation.section] for citation in found.citations] == known["citations"]


@pytest.mark.parametrize("id", sorted(registry()))
def test_a_topic_is_complete_and_points_at_what_exists(id: str) -> None:
    raw = written()[id]
    assert set(raw) - {"by_edition", "by_game"} == KEYS
    assert raw["answer"].strip()
    assert set(raw["related"]) <= set(registry()) - {id}
    cards = {card for game in raw["games"] for part in ("species", "caves") for card in store.core(game)[part]}
    assert set(raw["cards"]) <= cards | set(SETS)
    assert set(raw.get("by_edition", ())) <= set(raw["editions"])
    assert set(raw.get("by_game", ())) <= set(raw["games"])
    for language, least in LEAST_ASKS.items():
        asks = [ask.text for ask in all_asks() if ask.ids[0] == id and ask.language == language]
        assert len(asks) >= least
        assert len(set(asks)) == len(asks)


def test_a_topic_whose_sources_differ_states_the_conflict() -> None:
    assert all(topic(id).conflicts for id in topic_ids() if topic(id).status == "conflicted")


def test_topics_and_cards_refer_to_each_other() -> None:
    assert "mole-batch" in topics_about("forest-shuffle", "mole")
    assert topics_about("dartmoor", "mole") == []
    assert "gnat-bats" in topics_about("dartmoor", "gnat")


def test_a_search_wants_every_word_and_the_game() -> None:
    assert "third-winter-by-tree" in matching("third winter tree")
    assert "waterfall-fish" in matching("waterfall")
    assert "waterfall-fish" not in matching("waterfall", "dartmoor")
    assert matching("zzzz") == []
