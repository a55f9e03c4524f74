"""Hints: what somebody may have meant by a name or a qualifier that nobody knows. Only needed where there is one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from forestcalc.catalogue.catalogue import Catalogue, games
from forestcalc.catalogue.names import key
from forestcalc.catalogue.store import core
from forestcalc.layout.shapes import Reader, listed
from forestcalc.layout.words import LONGEST

MOST_HINTS = 500
"""After so many errors nobody reads what each of the others could mean."""

_COUNTED = re.compile(r"(?P<count>\d+)[\s*.]+(?P<name>.+)|(?P<before>.+?)\s*[*:]?\s*(?P<behind>\d+)", re.DOTALL)
"""Counts as the format does not have them: `3 Beech`, `Beech * 3`."""
_COUNT_ALONE = re.compile(r"[x×*]?\s*\d{1,9}\s*[x×*]?", re.IGNORECASE)


def cut_hint(text: str) -> str | None:
    """Return what to do about a name or key that holds one half of a pair of parentheses."""
    if ("(" in text) == (")" in text):
        return None
    missing = "its `)`" if "(" in text else "its `(`"
    return f"{missing} is missing; between {{ }} or [ ] a comma ends the text, so put quotes around all of it"


def names_of(cards: Catalogue, ids: Iterable[str]) -> list[str]:
    """Return the English names of some species."""
    return [cards.species(id).name for id in ids]


def name_hint(reader: Reader, cards: Catalogue, name: str, *, host: bool) -> str | None:
    """Return what to do about a name that no card of the game has; None where there is nothing to say."""
    if len(name) > LONGEST:
        return "look for a missing comma or line end: no name is that long"
    if reader.errors >= MOST_HINTS:
        return None
    if own := cards.find(name):  # it is called so but for the parentheses
        return f"did you mean {listed(names_of(cards, own))}?"
    if cut := cut_hint(name):
        return cut
    if len(parts := _several(name, cards)) > 1:
        if host:
            return f"every host is an item of its own: {listed(parts, 'and')}"
        return f"several cards are a list: `[{', '.join(parts)}]`"
    if (match := _COUNTED.fullmatch(name)) and (ids := cards.find(match["name"] or match["before"])):
        count = int((match["count"] or match["behind"])[:9])
        return f"a count is written with an x: `{count}x {cards.species(ids[0]).name}`"
    if elsewhere := _other_game(name, cards):
        return elsewhere
    close = reader.near(name, cards.name_index, 6)
    wanted = [id for id in close if cards.species(id).is_host == host] or close
    return f"did you mean {listed(names_of(cards, wanted[:3]))}?" if wanted else None


def _several(text: str, cards: Catalogue) -> list[str]:
    """Return the cards that are written in one text, parted by commas, "and" or the like; none if any is unknown."""
    parts = [part.strip() for part in re.split(r"[,;+&]|\band\b", text)]
    return parts if all(part and cards.find(part) for part in parts) else []


def _other_game(name: str, cards: Catalogue) -> str | None:
    for game, title in games().items():
        if game != cards.game and key(name) in core(game)["index"]:
            return f"it is a card of {title}: write `game: {game}` if that is the game you played"
    return None


def qualifier_hint(reader: Reader, cards: Catalogue, word: str, index: Mapping[str, list[str]] | None = None) -> str:
    """Return what to do about a word that is no qualifier; *index* holds those that it could be (None: all)."""
    if _COUNT_ALONE.fullmatch(word):
        count = int(re.sub(r"\D", "", word))
        return f"a count stands before the name, as in `{count}x Beech`"
    close = reader.near(word, _qualifier_index(cards) if index is None else index, 2)
    return f"did you mean {listed(close)}?" if close else f"the tree symbols are {listed(cards.symbols, 'and')}"


@lru_cache(maxsize=32)
def _qualifier_index(cards: Catalogue) -> Mapping[str, list[str]]:
    return {**cards.symbol_index, **cards.box_index}
