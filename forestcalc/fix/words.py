"""Mends of single words: names misspelt, numbers written as text, counts without their x."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from forestcalc.catalogue import store
from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.names import key
from forestcalc.diagnostics.diagnostic import Diagnostic
from forestcalc.fix.edits import Edit
from forestcalc.fix.spelling import one_meant
from forestcalc.layout.forest import HOST_KEYS
from forestcalc.layout.players import PLAYER_KEYS
from forestcalc.layout.read import LAYOUT_KEYS
from forestcalc.layout.words import read_words
from forestcalc.source.text import Text

_QUOTED_NUMBER = re.compile(r"""(["'])\s*([+-]?)0*([0-9]{1,9})\s*\1""")
_WORDLESS_COUNT = re.compile(r"(\d{1,2})\s+(.+)", re.DOTALL)
_QUOTES = "\"'"

_KEYS = {0: LAYOUT_KEYS, 2: PLAYER_KEYS}
"""The keys that a layout has at a depth of the path."""

NUMBERS = ("cave-not-a-number", "count-not-a-number", "points-not-a-number", "expect-not-a-number")


def number_edit(text: Text, found: Diagnostic) -> Edit | None:
    """Return the edit that takes the quotes off a whole number, or None if it is none."""
    assert found.span is not None
    match = _QUOTED_NUMBER.fullmatch(text.slice(found.span))
    if match is None:
        return None
    sign = "-" if match[2] == "-" else ""
    return Edit(text.start(found.span), text.end(found.span), f"{sign}{match[3]}")


def card_edit(text: Text, found: Diagnostic, cards: Catalogue, *, host: bool) -> Edit | None:
    """Return the edit that corrects a misspelt card, or puts the x behind a count."""
    assert found.span is not None
    written = text.slice(found.span)
    inner = written[1:-1] if written[:1] in _QUOTES and written[:1] == written[-1:] else written
    words = read_words(inner, cards)
    if words.ids:
        return None
    if match := _WORDLESS_COUNT.fullmatch(words.name):
        ids = cards.find(match[2])
        if len(ids) == 1 and cards.species(ids[0]).is_host == host:
            return _replaced(text, found, words.name, f"{match[1]}x {match[2]}")
        return None
    names = ((name, id) for name, ids in cards.name_index.items() for id in ids if cards.species(id).is_host == host)
    meant = one_meant(words.name, names)
    return _replaced(text, found, words.name, _as_shown(cards, *meant)) if meant is not None else None


def word_edit(text: Text, found: Diagnostic, index: Mapping[str, list[str]]) -> Edit | None:
    """Return the edit that corrects a misspelt word to the id that it means."""
    assert found.span is not None
    written = text.slice(found.span).strip(_QUOTES)
    meant = one_meant(written, ((name, id) for name, ids in index.items() for id in ids))
    return _replaced(text, found, written, meant[1]) if meant is not None else None


def symbol_edit(text: Text, found: Diagnostic, cards: Catalogue) -> Edit | None:
    """Return the edit that corrects a tree symbol or box in parentheses."""
    assert found.span is not None
    written = text.slice(found.span)
    wrong = [
        word
        for part in re.findall(r"\(([^()]*)\)", written)
        for word in (word.strip() for word in part.split(","))
        if word and cards.find_symbol(word) is None and cards.find_box(word) is None
    ]
    if len(wrong) != 1:
        return None
    index = (*cards.symbol_index.items(), *cards.box_index.items())
    meant = one_meant(wrong[0], ((name, id) for name, ids in index for id in ids))
    return _replaced(text, found, wrong[0], meant[1]) if meant is not None else None


def key_edit(text: Text, found: Diagnostic) -> Edit | None:
    """Return the edit that corrects a misspelt key of a layout, a player or a host."""
    depth = len(found.path) - 1
    known: Iterable[str] = _KEYS.get(depth, ())
    if depth == 4 and found.path[2] == "forest":
        known = HOST_KEYS
    return word_edit(text, found, {key(word): [word] for word in known})


def _replaced(text: Text, found: Diagnostic, old: str, new: str) -> Edit | None:
    """Replace *old*, if it stands in the span exactly once and *new* needs no quoting there."""
    assert found.span is not None
    written = text.slice(found.span)
    if not old or written.count(old) != 1:
        return None
    if written[0] == "'":
        new = new.replace("'", "''")
    elif written[0] == '"':
        new = new.replace("\\", "\\\\").replace('"', '\\"')
    begin = text.start(found.span) + written.index(old)
    return Edit(begin, begin + len(old), new)


def _as_shown(cards: Catalogue, name: str, id: str) -> str:
    """Return the name of *id* whose comparable form is *name*, as it is written; the English one if it is no name."""
    for shown in _names(cards, id):
        if key(shown) == name:
            return shown
    return cards.species(id).name


def _names(cards: Catalogue, id: str) -> Iterator[str]:
    yield cards.species(id).name
    try:
        boxes = store.texts(cards.game)["species"].get(id, {})
    except KeyError:  # a game that a pack defines
        return
    for texts in boxes.values():
        for names in texts.get("names", {}).values():
            yield from names
