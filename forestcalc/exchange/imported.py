"""Imported: the forests of several share codes become one layout."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from forestcalc.api import check_text
from forestcalc.diagnostics.diagnostic import Diagnostic, Span, error, quoted, warning
from forestcalc.exchange.plain_layout import layout_of
from forestcalc.exchange.shared import SharedForest, read_code
from forestcalc.exchange.yaml_text import layout_yaml

MOST_CODES = 100
"""More codes than this are not read."""


@dataclass(frozen=True, slots=True)
class FoundCode:
    """A share code and where it was found: a file with the place in it, or no place for one on the command line."""

    code: str
    file: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Imported:
    """The game of some codes.

    `layout` are the plain values of a layout file and `text` its YAML; both are None where a code cannot be read.
    `diagnostics` are about the codes, `faults` about the layout: what a code holds may break a rule of the table, which
    the app does not look at.
    """

    layout: dict[str, Any] | None
    text: str | None
    diagnostics: tuple[Diagnostic, ...]
    faults: tuple[Diagnostic, ...] = ()

    @property
    def is_valid(self) -> bool:
        """Whether the layout is there and can be scored."""
        return self.layout is not None and not any(one.is_error for one in self.faults)


def import_codes(
    codes: Sequence[FoundCode], *, file: str = "", translated: Mapping[str, str] | None = None
) -> Imported:
    """Read *codes*, a player each, into one game.

    *file* is the name that the diagnostics give the layout. Cards are called by their names in *translated* (id ->
    name), by their English ones where they have none there.
    """
    found: list[Diagnostic] = []
    forests: list[tuple[SharedForest, FoundCode]] = []
    if len(codes) > MOST_CODES:
        message = f"{len(codes):,} share codes are more than any game has players"
        found = [
            error("share-code-too-many", message, None, help="give the codes of one game").placed(codes[0].file, 0)
        ]
        return Imported(None, None, tuple(found))
    for one in codes:
        read = read_code(one.code, file=one.file, span=one.span)
        found += read.diagnostics
        if read.forest is not None:
            forests.append((read.forest, one))
    if any(one.is_error for one in found) or not forests:
        return Imported(None, None, tuple(found))
    found += _different_boxes(forests)
    names, renamed = _player_names(forests)
    found += renamed
    layout = layout_of(dict(zip(names, (forest for forest, _ in forests), strict=True)), translated or {})
    text = layout_yaml(layout)
    return Imported(layout, text, tuple(found), _checked(text, file))


def _checked(text: str, file: str) -> tuple[Diagnostic, ...]:
    return tuple(found for checked in check_text(text, file) for found in checked.diagnostics)


# -- players --------------------------------------------------------------------------------------------------


def _player_names(forests: Sequence[tuple[SharedForest, FoundCode]]) -> tuple[list[str], list[Diagnostic]]:
    """Give every forest a name of its own, so that none is lost, and tell where that is not the one of the code."""
    names: list[str] = []
    found: list[Diagnostic] = []
    wanted = [_printable(forest.name) for forest, _ in forests]
    taken = set(wanted)
    for number, (forest, place) in enumerate(forests):
        name = wanted[number]
        if not name:
            name = _free(f"Player {number + 1}", taken)
            why = "a player has no name"
        elif name in names:
            name = _free(name, taken)
            why = f"two players are called {quoted(forest.name)}"
        else:
            why = f"the name {quoted(forest.name)} holds control characters" if name != forest.name else ""
        names.append(name)
        taken.add(name)
        if why:
            found.append(
                warning(
                    "player-renamed",
                    f"{why}: this one becomes {quoted(name)}",
                    place.span,
                    path=("player", "name"),
                    help="the two codes are the same: remove one of them"
                    if any(forest == other for other, _ in forests[:number])
                    else "change the name in the layout",
                ).placed(place.file, 0)
            )
    return names, found


def _free(name: str, taken: set[str]) -> str:
    """Return *name* or, as the app does, the first of `name (1)`, `name (2)`, ... that nobody has."""
    candidate, number = name, 0
    while candidate in taken:
        number += 1
        candidate = f"{name} ({number})"
    return candidate


def _printable(name: str) -> str:
    return " ".join("".join(" " if unicodedata.category(char) in _CONTROL else char for char in name).split())


_CONTROL = ("Cc", "Cs", "Zl", "Zp")


def _different_boxes(forests: Sequence[tuple[SharedForest, FoundCode]]) -> list[Diagnostic]:
    first, _ = forests[0]
    for forest, place in forests[1:]:
        if set(forest.boxes) != set(first.boxes):
            return [
                warning(
                    "boxes-differ",
                    f"{quoted(first.name)} and {quoted(forest.name)} chose different boxes: all of them are declared",
                    place.span,
                    path=("gameBoxes",),
                    help="check that the codes are from one game",
                ).placed(place.file, 0)
            ]
    return []
