"""App names: what the web scorer calls boxes, sides, tree symbols, caves and cards, and which of ours they are."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

_FILE = Path(__file__).with_name("soldag.yaml")


@dataclass(frozen=True)
class AppNames:
    """The names of the app, each table from its name to our id.

    `version` is the version of the app that a code names unless told otherwise, `game` the one game that it knows.
    `positions` stand in the order in which a code lists the cards of a host.
    """

    app: str
    version: str
    game: str
    boxes: Mapping[str, str]
    positions: Mapping[str, str]
    symbols: Mapping[str, str]
    caves: Mapping[str, str]
    species: Mapping[str, str]

    @cached_property
    def of_box(self) -> Mapping[str, str]:
        """Our box -> its name."""
        return _turned(self.boxes)

    @cached_property
    def of_side(self) -> Mapping[str, str]:
        """Our side -> its name, in the order of a code."""
        return _turned(self.positions)

    @cached_property
    def of_symbol(self) -> Mapping[str, str]:
        """Our tree symbol -> its name."""
        return _turned(self.symbols)

    @cached_property
    def of_cave(self) -> Mapping[str, str]:
        """Our cave -> its name."""
        return _turned(self.caves)

    @cached_property
    def of_species(self) -> Mapping[str, str]:
        """Our species -> its name."""
        return _turned(self.species)


def _turned(table: Mapping[str, str]) -> dict[str, str]:
    return {ours: theirs for theirs, ours in table.items()}


@lru_cache(maxsize=1)
def app_names() -> AppNames:
    """Return the names of the app; they are read on the first call."""
    from forestcalc.catalogue.store import read_yaml

    raw: dict[str, Any] = read_yaml(_FILE)
    return AppNames(**raw)
