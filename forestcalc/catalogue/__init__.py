"""The cards as data: packs are compiled once, a catalogue is what one game with its boxes and rulings offers."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from forestcalc.catalogue.catalogue import Catalogue


class _Package(ModuleType):
    """The package itself, called like the public function: Python puts it into the place of `forestcalc.catalogue`."""

    def __call__(self, game_name: str, expansions: Iterable[str] = ()) -> Catalogue:
        """Return the cards of a game with the given boxes declared. KeyError for a game or box that does not exist."""
        from forestcalc.api import catalogue  # builds on this package

        return catalogue(game_name, expansions)


sys.modules[__name__].__class__ = _Package
