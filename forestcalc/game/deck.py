"""The physical deck: whether the visible halves of all players can come from the real cards at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.diagnostics.diagnostic import Diagnostic
from forestcalc.game.places import Place
from forestcalc.game.prints import Printed
from forestcalc.layout.model import Layout


def check_deck(
    layout: Layout, places: Sequence[Place], printed: Mapping[Place, Printed], catalogue: Catalogue
) -> list[Diagnostic]:
    """Check the table against the deck."""
    return []
