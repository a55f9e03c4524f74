"""Warnings about a legal table: what the file leaves to be assumed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from forestcalc.diagnostics.diagnostic import Diagnostic, quoted, warning
from forestcalc.game.places import Place
from forestcalc.game.prints import Printed, fits, stock
from forestcalc.layout.shapes import listed
from forestcalc.scoring.faces import Book


def assumed_boxes(places: Sequence[Place], printed: Mapping[Place, Printed], book: Book) -> list[Diagnostic]:
    """Warn where a box is not named and the print of another declared box would count for other rules here."""
    found: dict[object, Diagnostic] = {}
    for place in places:
        chosen = printed[place].print_
        if place.entry.box is not None or chosen is None or place.species.face_down:
            continue
        symbol = printed[place].symbol
        here = book.face(place.species, chosen.types, symbol, place.side, place.host, under_river=place.under_river)
        for other in stock(place.species, book.catalogue):
            if other.box == chosen.box or not fits(place, other) or set(other.types) == set(chosen.types):
                continue
            there = book.face(place.species, other.types, symbol, place.side, place.host, under_river=place.under_river)
            if (there.vector, there.presence) != (here.vector, here.presence):
                differing = sorted(set(other.types) ^ set(chosen.types))
                found.setdefault(
                    place.span,
                    warning(
                        "box-assumed",
                        f"{quoted(place.species.name)} is taken from `{chosen.box}`; "
                        f"the one of `{other.box}` differs in {listed(differing, 'and')}, which counts here",
                        place.span,
                        path=place.path,
                        help=f"name the box: `{place.species.name} ({chosen.box})` or `({other.box})`",
                    ),
                )
    return list(found.values())
