"""Run: the games of a source are scored and compared, one by one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from forestcalc.api import Checked, check_source
from forestcalc.checking.result import GameCheck
from forestcalc.checking.walk import nothing_in
from forestcalc.scoring.expect import checks
from forestcalc.scoring.score import score as score_game

STANDARD_INPUT = "-"


def check_games(source: Path | str) -> Iterator[GameCheck]:
    """Compare the games of a file, or of standard input for `"-"`, each as soon as it has been read.

    Nothing raises for what the source holds; no more than one game is in memory.
    """
    begun = perf_counter()
    for one in check_source(source, "<stdin>" if source == STANDARD_INPUT else str(source)):
        yield compared(one)._replace(seconds=perf_counter() - begun)
        begun = perf_counter()


def check_named(name: str) -> Iterator[GameCheck]:
    """Compare the games of what a command line names, as `walk.files_of` leaves it: a folder left has none."""
    return iter((nothing_in(name),)) if os.path.isdir(name) else check_games(name)  # noqa: PTH112  NUL


def compared(one: Checked) -> GameCheck:
    """Compare one game with what it expects."""
    result = GameCheck(one.file, one.document, one.name, one.expansions, one.game is not None)
    if one.diagnostics:
        result = result._replace(diagnostics=one.diagnostics, text=one.text, line=one.line)
    if one.game is None:
        return result
    # Rulings change nothing here, and looking at each costs more than all the rest.
    found, unexpected = checks(score_game(one.game))
    if unexpected:
        return result._replace(unexpected=unexpected[0], text=one.text, line=one.line)
    return result._replace(checks=tuple(found))
