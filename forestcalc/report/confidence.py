"""Confidence: what is not certain about a card, for those who want to know how far to trust a line."""

from __future__ import annotations

from forestcalc.catalogue import store
from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import CardSet
from forestcalc.scoring.sheet import Line

LEVELS = ("low", "medium", "high")


def doubts(catalogue: Catalogue, line: Line) -> str:
    """Return in a few words what is uncertain about the card of a line; empty if nothing is."""
    if line.by_hand:
        return ""
    ids = {card.species.id for card in line.cards} if isinstance(line.scored, CardSet) else {line.scored.id}
    parts: list[str] = []
    for id in sorted(ids):
        level, texts = confidence_of(catalogue, id)
        if level != "high":
            parts.append(f"{level} confidence")
        parts.extend(text.rstrip(".") for text in texts)
    return "; ".join(dict.fromkeys(parts))


def confidence_of(catalogue: Catalogue, id: str) -> tuple[str, list[str]]:
    """Return the lowest confidence of the declared boxes for a species, and what exactly is doubted."""
    texts = store.texts(catalogue.game)["species"].get(id, {})
    boxes = [texts[box] for box in catalogue.boxes if box in texts] or list(texts.values())
    levels = [text.get("confidence", "high") for text in boxes]
    # A species that a safe box describes is as safe as that box, whatever a later print is worth.
    level = max(levels, key=LEVELS.index) if levels else "high"
    return level, [doubt for text in boxes for doubt in text.get("doubts", ())]
