"""The option `score --watch`: what is printed follows every save."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from collections.abc import Callable, Iterable
from typing import NoReturn

import typer

from forestcalc.cli.output import write

EVERY = 0.2
"""Seconds from one look at the files to the next."""

PATIENCE = 5
"""How many looks a file may be missing before that counts: many editors take it away for a moment as they save."""

_CLEAR = "\x1b[2J\x1b[3J\x1b[H"
Stamp = tuple[int, int, int] | None


def watch(
    names: Iterable[str], run: Callable[[], object], *, quiet: bool, sleep: Callable[[float], object] = time.sleep
) -> NoReturn:
    """Call *run*, and again whenever one of the files has changed, until it is interrupted.

    A screen is cleared before each time. How a run ends is of no account, but a wrong command line ends it all.
    """
    files = tuple(names)
    if "-" in files:
        raise typer.BadParameter("standard input cannot be watched; name a file", param_hint="--watch")
    is_screen = sys.stdout.isatty()
    while True:
        seen = _stamps(files)  # before they are read: what is saved meanwhile is a change
        if is_screen:
            write(_CLEAR)
        _fresh()
        with contextlib.suppress(typer.Exit):
            run()
        sys.stdout.flush()
        if not quiet:
            write("waiting for the next save; Ctrl-C ends\n", sys.stderr)
            sys.stderr.flush()
        _changed(files, seen, sleep)


def _fresh() -> None:
    """Forget the packs of the run before, which may have changed, too."""
    from forestcalc.catalogue import store
    from forestcalc.catalogue.catalogue import catalogue

    store.lay_over({})
    catalogue.cache_clear()


def _changed(files: tuple[str, ...], seen: tuple[Stamp, ...], sleep: Callable[[float], object]) -> None:
    """Wait until some file has changed, and none has between two looks: a save may take several steps."""
    missing = 0
    before = seen
    while True:
        sleep(EVERY)
        now = _stamps(files)
        is_gone = any(new is None and old is not None for new, old in zip(now, seen, strict=True))
        missing = missing + 1 if is_gone else 0
        if now != seen and now == before and (not is_gone or missing > PATIENCE):
            return
        before = now


def _stamps(files: tuple[str, ...]) -> tuple[Stamp, ...]:
    return tuple(map(_stamp, files))


def _stamp(name: str) -> Stamp:
    try:
        found = os.stat(name)  # noqa: PTH116  a name with a NUL is no error here
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
