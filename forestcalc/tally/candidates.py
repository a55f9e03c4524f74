"""Candidates: the cards that typed letters may mean, and that fit where they are wanted; the best first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from forestcalc.catalogue.names import key, near
from forestcalc.tally.fitting import Fitting
from forestcalc.tally.model import DraftHost, Spot
from forestcalc.tally.names import ENGLISH, Name, names

MOST_CANDIDATES = 12
_TYPED = re.compile(r"\s*(?:(\d{1,2})\s*[x×]?\s+)?(.*?)\s*(?:\(([^()]*)\)?\s*)?", re.DOTALL)
GOOD, _GUESS = 2, 6
"""Ranks: a name, or a word of it, begins with the letters; the letters are scattered over it."""


@dataclass(frozen=True, slots=True)
class Typed:
    """An entry taken apart: how many, the letters of the name, and those of a tree symbol in parentheses."""

    count: int
    name: str
    symbol: str


def typed(text: str) -> Typed:
    """Take an entry apart: `2x toad`, `2 toad`, `roe (bi`."""
    match = _TYPED.fullmatch(text)
    assert match is not None  # every part may be empty
    return Typed(max(1, int(match[1] or 1)), match[2], match[3] or "")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A card that can be taken: as a host (`spot` is None), or into a slot.

    `matched` is the name in another language by which it was found, "" where that is the English one.
    """

    id: str
    spot: Spot | None
    symbol: str | None = None
    count: int = 1
    matched: str = ""
    rank: int = 0


@dataclass(frozen=True, slots=True)
class Search:
    """What a search found. `why` says what keeps out the card that was most likely meant, if nothing fits."""

    candidates: tuple[Candidate, ...] = ()
    why: str = ""


@dataclass(frozen=True, slots=True)
class Where:
    """Where the next card may go: into one slot, or at one host (on one side of it) or, if `hosts`, as a new host."""

    host: DraftHost | None = None
    spot: Spot | None = None
    side: str | None = None
    hosts: bool = True

    def spots(self, fitting: Fitting) -> list[Spot]:
        """Return the slots that come into question, the likeliest first."""
        if self.spot is not None:
            return [self.spot]
        if self.host is None:
            return []
        return [spot for spot in fitting.open_spots(self.host) if self.side in (None, spot.side)]


def search(text: str, where: Where, fitting: Fitting, language: str = ENGLISH) -> Search:
    """Find what *text* may mean at *where*: nothing if it has no letters."""
    wanted = typed(text)
    letters = key(wanted.name)
    if not letters:
        return Search()
    found: list[Candidate] = []
    excluded: tuple[str, str] | None = None
    for name, rank in _ranked(letters, wanted.name, fitting, language):
        candidate = _placed(name, rank, wanted, where, fitting)
        if candidate is None:
            if excluded is None:
                excluded = (name.id, name.text)
            continue
        found.append(candidate)
        if len(found) == MOST_CANDIDATES:
            break
    if found:
        # Letters far apart are a guess: not beside a name that begins with them.
        best = min(one.rank for one in found)
        return Search(tuple(one for one in found if best > GOOD or one.rank < _GUESS))
    if excluded is not None:
        return Search(why=f"{fitting.catalogue.species(excluded[0]).name}: {_why(excluded[0], where, fitting)}")
    return Search(why="no card has a name like that")


def _ranked(letters: str, written: str, fitting: Fitting, language: str) -> Iterator[tuple[Name, int]]:
    """Yield each card once, by its best name."""
    words = tuple(part for part in (key(word) for word in written.split()) if part)
    best: dict[str, tuple[tuple[int, int, int], Name]] = {}
    for name in names(fitting.catalogue):
        rank = name.rank(letters, words)
        if rank is None:
            continue
        foreign = name.language not in (ENGLISH, language)
        order = (rank + (2 if foreign and rank else 0), int(foreign), len(name.letters))
        if name.id not in best or order < best[name.id][0]:
            best[name.id] = (order, name)
    if not best and len(letters) > 3:  # letters typed wrongly
        index: dict[str, list[str]] = {}
        by_letters = {name.letters: name for name in names(fitting.catalogue)}
        for name in by_letters.values():
            index.setdefault(name.letters, []).append(name.id)
        for id in near(letters, index, 5):
            yield next(name for name in by_letters.values() if name.id == id), 9
        return
    for order, name in sorted(best.values(), key=lambda one: one[0]):
        yield name, order[0]


def _placed(name: Name, rank: int, wanted: Typed, where: Where, fitting: Fitting) -> Candidate | None:
    for spot in _spots(name.id, where, fitting):
        if fitting.fits(name.id, spot):
            symbol = None
            if wanted.symbol:
                symbol = find_symbol(wanted.symbol, fitting.symbols(name.id, spot), fitting)
                if symbol is None:
                    continue
            matched = "" if name.language == ENGLISH else name.text
            return Candidate(name.id, spot, symbol, wanted.count, matched, rank)
    return None


def _spots(id: str, where: Where, fitting: Fitting) -> Iterable[Spot | None]:
    if fitting.catalogue.species(id).is_host:
        return (None,) if where.hosts and where.spot is None and where.side is None else ()
    return where.spots(fitting)


def find_symbol(text: str, symbols: tuple[str, ...], fitting: Fitting) -> str | None:
    """Return the one of *symbols* that *text* begins or names, None if there is none."""
    named = fitting.catalogue.find_symbol(text)
    if named is not None:
        return named if named in symbols else None
    letters = key(text)
    tests: tuple[Callable[[str], bool], ...] = (
        lambda symbol: key(symbol).startswith(letters),
        lambda symbol: any(part.startswith(letters) for part in symbol.split("-")),
    )
    for test in tests:
        fitted = [symbol for symbol in symbols if test(symbol)]
        if fitted:
            return fitted[0]
    return None


def _why(id: str, where: Where, fitting: Fitting) -> str:
    """Say why a card goes nowhere here."""
    species = fitting.catalogue.species(id)
    if species.is_host:
        if where.spot is not None or where.side is not None or not where.hosts:
            return f"it is a {species.kind}, which is no card for a slot"
        fault = fitting.fault(id, None)
        return fault.message if fault is not None else "it cannot be added here"
    if where.host is None:
        return "it needs a host to lie at; add or choose one first"
    sides = {side for print_ in fitting.catalogue.prints(id) for side in print_.side.split("/")}
    faults = [(spot, fitting.fault(id, spot)) for spot in where.spots(fitting)]
    told = [fault for spot, fault in faults if fault is not None and spot.side in sides]
    told += [fault for _, fault in faults if fault is not None]
    return told[0].message if told else "no slot of this host is free for it"
