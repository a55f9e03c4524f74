"""A text is mended: candidates are found for its errors, and kept only if the errors are gone with them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from forestcalc.api import check_text
from forestcalc.catalogue import catalogue as _catalogue
from forestcalc.catalogue.catalogue import Catalogue, games
from forestcalc.catalogue.names import build_index
from forestcalc.diagnostics.diagnostic import Diagnostic, quoted
from forestcalc.fix.edits import Edit, applied
from forestcalc.fix.sides import side_edits
from forestcalc.fix.words import NUMBERS, card_edit, key_edit, number_edit, symbol_edit, word_edit
from forestcalc.layout.read import FindCatalogue, read_layout
from forestcalc.source import Document, documents
from forestcalc.source.text import Text

MOST_MENDS = 200
"""A text with more faults than this is not mended by somebody who looks at the difference."""

MOST_TRIED = 300_000
"""In a text with more characters, mends are made all or none: trying each on its own would take too long."""

# These are only looked for where nothing else is wrong, so that any mend may bring them to light.
_LAST = ("deck-exhausted", "both-halves-of-one-card")


@dataclass(frozen=True, slots=True)
class _Round:
    """Mends that are made together: the codes that they cure, and those that may come to light by it."""

    cures: tuple[str, ...]
    reveals: tuple[str, ...] | None = _LAST


# What stands below a wrong key or game is not read at all, and what lies at an unknown host is not checked.
_OPENING = _Round(("unknown-key", "unknown-game"), None)
_ROUNDS = (
    _OPENING,
    _OPENING,
    _Round(("unknown-box", *NUMBERS)),
    _Round(("unknown-host",), (*_LAST, "slot-wrong-side")),
    _Round(("unknown-species", "cave-unknown", "unknown-ruling", "symbol-unknown")),
    _Round(("slot-wrong-side",)),
)


@dataclass(frozen=True, slots=True)
class Mend:
    """One mend: the code of the fault, its line in the text as it was, and what was done, in words."""

    code: str
    line: int
    message: str


@dataclass(frozen=True, slots=True)
class FixedText:
    """The text with its mends made, which are none where nothing could be mended for certain."""

    text: str
    mends: tuple[Mend, ...]


@dataclass(frozen=True, slots=True)
class _Candidate:
    mend: Mend
    document: int
    edits: tuple[Edit, ...]
    cures: int
    """How many diagnostics it does away with."""


def fix_text(text: str, *, file: str = "", find: FindCatalogue = _catalogue.catalogue) -> FixedText:
    """Return *text* with the mends that cannot be wrong; all else in it stays, comments and order included.

    Never raises for what the text holds.
    """
    mends: list[Mend] = []
    for each in _ROUNDS:
        text, made = _mended(text, file, find, each)
        mends += made
    return FixedText(text, tuple(mends))


def _mended(text: str, file: str, find: FindCatalogue, each: _Round) -> tuple[str, list[Mend]]:
    found = [one for checked in check_text(text, file, find) for one in checked.diagnostics if one.is_error]
    if not any(one.code in each.cures for one in found) or len(found) > MOST_MENDS:
        return text, []
    candidates = list(_candidates(Text(text), found, find, each))
    kept = candidates
    if candidates and not _is_better(text, found, candidates, find, each):
        kept = []  # one of them is no mend after all: try each on top of those that were
        for candidate in candidates if len(text) <= MOST_TRIED else ():
            if _is_better(text, found, [*kept, candidate], find, each):
                kept.append(candidate)
    mended = applied(text, [edit for one in kept for edit in one.edits])
    return (text, []) if mended is None else (mended, [one.mend for one in kept])


def _is_better(text: str, found: list[Diagnostic], kept: list[_Candidate], find: FindCatalogue, each: _Round) -> bool:
    """Whether all that *kept* is to cure is cured, and nothing has come that could have been seen before."""
    mended = applied(text, [edit for one in kept for edit in one.edits])
    if mended is None:
        return False
    wanted = Counter((one.document, one.code) for one in found)
    after = Counter(
        (one.document, one.code)
        for checked in check_text(mended, "", find)
        for one in checked.diagnostics
        if one.is_error
    )
    for one in kept:
        wanted[one.document, one.mend.code] -= one.cures
    if each.reveals is None:
        return all(after[place] <= number for place, number in wanted.items() if place[1] in each.cures)
    return all(number <= wanted[place] for place, number in after.items() if place[1] not in each.reveals)


def _candidates(text: Text, found: list[Diagnostic], find: FindCatalogue, each: _Round) -> Iterator[_Candidate]:
    by_document: dict[int, list[Diagnostic]] = defaultdict(list)
    for one in found:
        if one.span is not None and one.code in each.cures:
            by_document[one.document].append(one)
    for document in documents(text.text):
        if document.index in by_document and document.node is not None:
            yield from _of_document(text, document, by_document[document.index], find)


def _of_document(text: Text, document: Document, found: list[Diagnostic], find: FindCatalogue) -> Iterator[_Candidate]:
    assert document.node is not None
    cards = read_layout(document.node, find).catalogue
    sides: dict[tuple[str | int, ...], list[Diagnostic]] = defaultdict(list)
    words: dict[tuple[Edit, str], int] = {}
    for one in found:
        if one.code == "slot-wrong-side":
            sides[one.path[:5]].append(one)
        elif (edit := _word(text, one, cards)) is not None:
            words[edit, one.code] = words.get((edit, one.code), 0) + 1
    for (edit, code), cures in words.items():
        line = next(one.span.line for one in found if one.code == code and one.span and text.end(one.span) >= edit.end)
        old = text.text[edit.start : edit.end]
        yield _Candidate(Mend(code, line, f"{quoted(old)} becomes {quoted(edit.new)}"), document.index, (edit,), cures)
    if cards is None:
        return
    for group in sides.values():
        moved = side_edits(text, document.node, group, cards)
        span = group[0].span
        if moved is not None and span is not None:
            edits, target = moved
            what = quoted(text.slice(span))
            mend = Mend("slot-wrong-side", span.line, f"{what} moves to {quoted(target + ':')}")
            yield _Candidate(mend, document.index, tuple(edits), len(group))


def _word(text: Text, one: Diagnostic, cards: Catalogue | None) -> Edit | None:
    if one.code in NUMBERS:
        return number_edit(text, one)
    if one.code == "unknown-key":
        return key_edit(text, one)
    if one.code == "unknown-game":
        return word_edit(text, one, build_index((id, (), ()) for id in games()))
    if cards is None:
        return None
    match one.code:
        case "unknown-host" | "unknown-species":
            return card_edit(text, one, cards, host=one.code == "unknown-host")
        case "unknown-box":
            return word_edit(text, one, cards.box_index)
        case "cave-unknown":
            return word_edit(text, one, cards.cave_index)
        case "unknown-ruling":
            return word_edit(text, one, build_index((id, (), ()) for id in cards.ruling_ids))
        case "symbol-unknown":
            return symbol_edit(text, one, cards)
    return None
