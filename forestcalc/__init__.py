"""The same as the command line, without it: load, validate, score, look up cards, and ask.

    >>> import forestcalc
    >>> game, = forestcalc.load("players: {Anna: {cave: 3, forest: [2x Douglas Fir]}}")
    >>> forestcalc.score(game).player("Anna").total
    13

Importing this module is cheap: each function imports what it needs when it is first called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from forestcalc.version import __version__

if TYPE_CHECKING:
    from forestcalc.api import LayoutError, catalogue, load, score, validate
    from forestcalc.arbiter.answers import Answer, ask
    from forestcalc.catalogue.catalogue import Catalogue
    from forestcalc.diagnostics.diagnostic import Diagnostic
    from forestcalc.game.forest import Game
    from forestcalc.live.forest import LiveForest
    from forestcalc.live.hosts import LiveCard, LiveHost
    from forestcalc.live.names import CardError
    from forestcalc.live.table import LiveTable
    from forestcalc.scoring.sheet import ScoreSheet

_HOMES = {
    "load": "forestcalc.api",
    "validate": "forestcalc.api",
    "score": "forestcalc.api",
    "catalogue": "forestcalc.api",
    "LayoutError": "forestcalc.api",
    "ask": "forestcalc.arbiter.answers",
    "Answer": "forestcalc.arbiter.answers",
    "Catalogue": "forestcalc.catalogue.catalogue",
    "Diagnostic": "forestcalc.diagnostics.diagnostic",
    "Game": "forestcalc.game.forest",
    "CardError": "forestcalc.live.names",
    "LiveCard": "forestcalc.live.hosts",
    "LiveForest": "forestcalc.live.forest",
    "LiveHost": "forestcalc.live.hosts",
    "LiveTable": "forestcalc.live.table",
    "ScoreSheet": "forestcalc.scoring.sheet",
}

__all__ = [
    "Answer",
    "CardError",
    "Catalogue",
    "Diagnostic",
    "Game",
    "LayoutError",
    "LiveCard",
    "LiveForest",
    "LiveHost",
    "LiveTable",
    "ScoreSheet",
    "__version__",
    "ask",
    "catalogue",
    "load",
    "score",
    "validate",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
