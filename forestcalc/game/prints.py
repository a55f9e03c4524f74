"""Prints: which box every card of the table comes from, and whether there are that many."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import NO_SYMBOL, UNKNOWN_DIFFERENT, Print, Species
from forestcalc.diagnostics.diagnostic import Diagnostic, Related, Span, error, quoted
from forestcalc.game.places import Place
from forestcalc.layout.shapes import listed

MOST_RELATED = 12


class Printed(NamedTuple):
    """The print that a card was taken from, the symbol it shows, and the symbols left open."""

    print_: Print | None
    symbol: str | None
    options: tuple[str, ...] = ()


def assign_prints(places: Sequence[Place], catalogue: Catalogue) -> tuple[dict[Place, Printed], list[Diagnostic]]:
    """Find a print for every place, over the whole table.

    A place without one is left out of the result and has an error. Where a box is not named, the card is taken from
    the first declared box that has a fitting copy left.
    """
    found: dict[Place, Printed] = {}
    faults: list[Diagnostic] = []
    groups: dict[Species, list[Place]] = defaultdict(list)
    for place in places:
        if place.species.face_down:
            symbol = place.species.prints[0].symbol
            found[place] = Printed(place.species.prints[0], None if symbol == NO_SYMBOL else symbol)
        elif not place.species.prints:
            found[place] = Printed(None, place.entry.symbol)
        else:
            fault = misfit(place, catalogue)
            if fault is not None:
                faults.append(fault)
            else:
                groups[place.species].append(place)
    for species, members in groups.items():
        prints = stock(species, catalogue)
        matching = Matching(prints)
        shortages = _fill(matching, members, species, prints)
        if shortages:
            faults += shortages
            continue
        if len({print_.box for print_ in prints}) > 1:
            _settle_boxes(matching, members, catalogue)
        for place in members:
            print_ = matching.print_of(place)
            found[place] = _printed(place, print_, prints, catalogue)
    return found, faults


def stock(species: Species, catalogue: Catalogue) -> list[Print]:
    """Return the prints of declared boxes; copies that all show different symbols become one print a symbol."""
    prints: list[Print] = []
    for print_ in species.prints:
        if print_.box not in catalogue.boxes:
            continue
        if print_.symbol == UNKNOWN_DIFFERENT:
            prints += [replace(print_, symbol=symbol, copies=1) for symbol in catalogue.symbols]
        else:
            prints.append(print_)
    return prints


def fits(place: Place, print_: Print) -> bool:
    """Whether the card, as the file names it, may be of this print."""
    entry = place.entry
    return (
        (place.side == "host" or print_.fits_side(place.side))
        and (entry.box is None or entry.box == print_.box)
        and (entry.symbol is None or print_.is_open or print_.symbol == entry.symbol)
    )


class Matching:
    """Cards matched with prints, each print used no more often than it has copies."""

    def __init__(self, prints: Sequence[Print]) -> None:
        self.prints = prints
        self._used: list[list[Place]] = [[] for _ in prints]
        self._of: dict[Place, int] = {}
        self._fixed: dict[Place, str] = {}

    def print_of(self, place: Place) -> Print:
        """Return the print that *place* is matched with."""
        return self.prints[self._of[place]]

    def add(self, place: Place) -> bool:
        """Match one card more, moving others if need be; false (and nothing changed) if there is no way."""
        return self._augment(place, set())

    def reached(self, place: Place) -> list[Place]:
        """Return the matched cards that compete with *place* for its prints."""
        return [other for number in sorted(self.within_reach(place)) for other in self._used[number]]

    def within_reach(self, place: Place) -> set[int]:
        """Return the prints that *place*, which got none, could have if other cards moved: all of them are used up."""
        seen: set[int] = set()
        self._augment(place, seen)
        return seen

    def fix_box(self, place: Place, box: str) -> bool:
        """Take *place* from *box*, moving others if need be; false if there is no way."""
        if self.print_of(place).box == box:
            self._fixed[place] = box
            return True
        number = self._of.pop(place)
        self._used[number].remove(place)
        self._fixed[place] = box
        if self._augment(place, set()):
            return True
        del self._fixed[place]
        self._of[place] = number
        self._used[number].append(place)
        return False

    def _augment(self, place: Place, seen: set[int]) -> bool:
        wanted = self._fixed.get(place)
        for number, print_ in enumerate(self.prints):
            if number in seen or not fits(place, print_) or (wanted is not None and print_.box != wanted):
                continue
            seen.add(number)
            used = self._used[number]
            if print_.copies is None or len(used) < print_.copies:
                used.append(place)
                self._of[place] = number
                return True
            for position, other in enumerate(used):
                if self._augment(other, seen):
                    used[position] = place
                    self._of[place] = number
                    return True
        return False


def _fill(matching: Matching, members: Sequence[Place], species: Species, prints: Sequence[Print]) -> list[Diagnostic]:
    """Match all cards of a species with its prints; return an error for every shortage of its own."""
    copies = sum(print_.copies or 0 for print_ in species.prints if print_.box in {one.box for one in prints})
    # Cards that name more leave fewer choices, but the first card too many is the first in file order.
    for number, place in enumerate(members):
        if number < copies and matching.add(place):
            continue
        if number >= copies:
            return [_too_many_copies(members, number, species, copies)]
        short = [place, *(other for other in members[number + 1 :] if not matching.add(other))]
        return list(_shortages(matching, short, members, species))
    return []


def _shortages(
    matching: Matching, short: Sequence[Place], members: Sequence[Place], species: Species
) -> Iterator[Diagnostic]:
    """Yield an error for each group of the cards without a print (*short*) that want the same prints."""
    reach = {place: matching.within_reach(place) for place in short}
    while short:
        first = short[0]
        group = [place for place in short if reach[place] <= reach[first]]
        yield _too_many_prints(matching, first, group[1:], members, species)
        short = [place for place in short if place not in group]


def _too_many_copies(members: Sequence[Place], number: int, species: Species, copies: int) -> Diagnostic:
    place = members[number]
    return error(
        "too-many-copies",
        f"{len(members)} cards of {quoted(species.name)} on the table; the declared boxes hold {copies}",
        place.span,
        path=place.path,
        help=f"check the {species.name} cards of all players, or declare the box that holds more of them",
        related=_related(other for other in members if other is not place),
    )


def _too_many_prints(
    matching: Matching, place: Place, others: Sequence[Place], members: Sequence[Place], species: Species
) -> Diagnostic:
    """Report *place*, the first card without a print; *others* are the later ones that lack one of the same."""
    rivals = [*matching.reached(place), *others]
    what = species.name + (f" ({place.entry.symbol})" if place.entry.symbol else "")
    side = "" if place.side == "host" else f" on the {place.side}"
    held = sum(print_.copies or 0 for print_ in matching.prints if fits(place, print_))
    order = {member: number for number, member in enumerate(members)}
    rivals.sort(key=order.__getitem__)
    return error(
        "too-many-prints",
        f"{len(rivals) + 1} cards compete for {held} {'print' if held == 1 else 'prints'} of {quoted(what)}{side}",
        place.span,
        path=place.path,
        help="check the side and the tree symbol of these cards",
        related=_related(rivals),
    )


def _related(places: Iterable[Place]) -> tuple[Related, ...]:
    spans: dict[Span, Place] = {}
    for place in places:
        spans.setdefault(place.span, place)
    return tuple(Related(span, f"{place.player} has one here") for span, place in list(spans.items())[:MOST_RELATED])


def _settle_boxes(matching: Matching, members: Sequence[Place], catalogue: Catalogue) -> None:
    for place in members:
        for box in catalogue.boxes if place.entry.box is None else ():
            if any(print_.box == box and fits(place, print_) for print_ in matching.prints) and matching.fix_box(
                place, box
            ):
                break


def _printed(place: Place, print_: Print, prints: Sequence[Print], catalogue: Catalogue) -> Printed:
    if place.entry.symbol is not None:
        return Printed(print_, place.entry.symbol)
    symbols: dict[str, None] = {}
    for other in prints:
        if not fits(place, other):
            continue
        if other.is_open:
            if other.unnamed == "any":
                symbols.update(dict.fromkeys(catalogue.symbols))
        elif other.symbol != NO_SYMBOL:
            symbols[other.symbol] = None
    if len(symbols) > 1:
        return Printed(print_, None, tuple(symbols))
    return Printed(print_, next(iter(symbols), None))


def misfit(place: Place, catalogue: Catalogue) -> Diagnostic | None:
    """Return why no print of a declared box can be this card, or None if one can."""
    species, entry = place.species, place.entry
    declared = [print_ for print_ in species.prints if print_.box in catalogue.boxes]
    if any(fits(place, print_) for print_ in declared):
        return None
    name = quoted(species.name)

    def fault(code: str, message: str, help: str | None) -> Diagnostic:
        return error(code, message, place.span, path=place.path, help=help)

    if entry.box is not None and entry.box not in catalogue.boxes:
        return fault("box-not-declared", f"the box `{entry.box}` is not declared", f"add `{entry.box}` to `expansions`")
    if not declared:
        boxes = list(dict.fromkeys(print_.box for print_ in species.prints))
        return fault(
            "card-not-in-boxes",
            f"{name} is a card of {listed(boxes)}, which is not declared",
            f"add `{boxes[0]}` to `expansions`",
        )
    if entry.box is not None and not any(print_.box == entry.box for print_ in declared):
        boxes = list(dict.fromkeys(print_.box for print_ in declared))
        return fault("not-in-that-box", f"the box `{entry.box}` has no {name}", f"it is in {listed(boxes, 'and')}")
    on_side = [print_ for print_ in declared if place.side == "host" or print_.fits_side(place.side)]
    elsewhere = [print_ for print_ in species.prints if print_.box not in catalogue.boxes and fits(place, print_)]
    if not on_side and not elsewhere:
        sides = list(dict.fromkeys(side for print_ in declared for side in print_.side.split("/")))
        return fault(
            "slot-wrong-side",
            f"{name} is a {' or '.join(sides)} card: it cannot be {_where(place.side)}",
            f"move it to {' or '.join(f'`{side}:`' for side in sides)} of a host",
        )
    if elsewhere:
        boxes = list(dict.fromkeys(print_.box for print_ in elsewhere))
        none = "which is not declared" if len(boxes) == 1 else "and none of them is declared"
        print_ = f"{name} with the symbol `{entry.symbol}`" if entry.symbol else name
        return fault(
            "print-not-in-boxes",
            f"{print_} {_where(place.side)} is a card of {listed(boxes)}, {none}",
            f"add {listed(boxes)} to `expansions`, or check the card",
        )
    shown = list(dict.fromkeys(print_.symbol for print_ in on_side if entry.box is None or print_.box == entry.box))
    where = "" if place.side == "host" else f" {_where(place.side)}"
    return fault(
        "symbol-not-printed",
        f"no {name}{where} prints `{entry.symbol}`",
        f"{'it prints' if place.side == 'host' else 'there it prints'} {listed(shown)}" if shown else None,
    )


def _where(side: str) -> str:
    return {"host": "as a host", "top": "on top", "bottom": "at the bottom"}.get(side, f"on the {side}")
