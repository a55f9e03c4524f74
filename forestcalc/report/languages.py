"""Languages: how cards are called in the output."""

from __future__ import annotations

from collections.abc import Mapping

from forestcalc.catalogue import store

LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pl", "pt", "ru", "bg", "zh", "ko")


def names(game: str, language: str) -> Mapping[str, str]:
    """Return the names of species, caves and sets of *game* in *language*; those without one are left out."""
    texts = store.texts(game)
    found: dict[str, str] = {}
    for id, boxes in texts["species"].items():
        for text in boxes.values():
            if language in text.get("names", {}):
                found.setdefault(id, text["names"][language][0])
    for part in (texts["caves"], store.core(game)["sets"]):
        for id, text in part.items():
            if known := text.get("names", {}).get(language):
                found.setdefault(id, known[-1] if part is not texts["caves"] else known[0])
    return found
