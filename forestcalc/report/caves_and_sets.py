"""Caves and sets in the form of a card, for those who ask for them by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from forestcalc.catalogue import store
from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.names import key
from forestcalc.report.confidence import LEVELS, confidence_of
from forestcalc.scoring.words import Words
from forestcalc.scoring.worked import rule_cases, set_table


def find_set(catalogue: Catalogue, name: str) -> str | None:
    """Return the set of a game that is called *name* in some language."""
    return set_names(catalogue).get(key(name))


def set_names(catalogue: Catalogue) -> dict[str, str]:
    """Return every name of every set in comparable form -> id."""
    return {
        key(name): id
        for id, raw in store.core(catalogue.game)["sets"].items()
        for name in (id, raw["name"], *_names(raw.get("names", {}).values()))
    }


def _names(values: Iterable[Any]) -> Iterable[str]:
    for value in values:
        yield from [value] if isinstance(value, str) else value


def cave_as_json(catalogue: Catalogue, id: str, topics: Sequence[str] = (), name: str | None = None) -> dict[str, Any]:
    """Return a cave in the machine format of cards; its one print has neither side, symbol nor cost."""
    cave = catalogue.caves[id]
    text = store.texts(catalogue.game)["caves"].get(id, {})
    words = Words(catalogue)
    return {
        "game": catalogue.game,
        "id": id,
        "name": name or cave.name,
        "kind": "cave",
        "rule": words.rule(cave.rule),
        "effect": text.get("effect"),
        "bonus": "",
        "effect_notes": text.get("effect_notes") or "",
        "worked": [
            {"case": case or "the cave alone", "count": 1, "points": points}
            for case, points in rule_cases(words, cave.rule)
        ],
        "confidence": text.get("confidence", "high"),
        "doubts": list(text.get("doubts", ())),
        "sources": list(text.get("sources", ())),
        "rulings": [],
        "topics": list(topics),
        "prints": [
            {"box": cave.box, "side": None, "symbol": None, "copies": cave.copies, "cost": None, "types": []},
        ],
    }


def set_as_json(catalogue: Catalogue, id: str, topics: Sequence[str] = (), name: str | None = None) -> dict[str, Any]:
    """Return a set in the machine format of cards, as sure as the least sure of its cards; it has no prints."""
    set_ = catalogue.sets[id]
    members = [member for member in catalogue.species_ids if catalogue.species(member).set_id == id]
    texts = store.texts(catalogue.game)["species"]
    boxes = [text for member in members for text in texts.get(member, {}).values()]
    names = ", ".join(catalogue.species(member).name for member in members)
    return {
        "game": catalogue.game,
        "id": id,
        "name": name or set_.name,
        "kind": "set",
        "rule": Words(catalogue).set(set_),
        "effect": "",
        "bonus": "",
        "effect_notes": f"In this set: {names}." if len(members) > 1 else "",
        "worked": set_table(set_),
        "confidence": min((confidence_of(catalogue, one)[0] for one in members), key=LEVELS.index, default="high"),
        "doubts": [],
        "sources": list(dict.fromkeys(source for text in boxes for source in text.get("sources", ()))),
        "rulings": list(dict.fromkeys(one for member in members for one in catalogue.species(member).rulings)),
        "topics": list(topics),
        "prints": [],
    }
