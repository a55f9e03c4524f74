"""Sources of a command: files, standard input, and what was found in them."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from forestcalc.api import Checked
    from forestcalc.diagnostics.diagnostic import Diagnostic
    from forestcalc.layout.read import FindCatalogue

STDIN = "<stdin>"

MANY = 50
"""From so many games on, a call is a long one."""

T = TypeVar("T")


class Sources:
    """Reads the files of a command game by game; the current one stays for excerpts."""

    def __init__(self, names: Iterable[str], find: FindCatalogue | None = None) -> None:
        self.names = names
        self.find = find
        self.current: Checked | None = None

    def checked(self) -> Iterator[Checked]:
        """Yield every document of every file, in order, each as soon as it has been read."""
        from forestcalc.api import check_source
        from forestcalc.catalogue.catalogue import catalogue

        find = self.find or catalogue
        for one in steadily(
            one for name in self.names for one in check_source(name, STDIN if name == "-" else name, find)
        ):
            self.current = one
            yield one

    def show(self, diagnostics: Iterable[Diagnostic], *, quiet: bool, no_color: bool, stdout: bool = False) -> None:
        """Print diagnostics of the current game: to standard error, or where `validate` wants them."""
        if self.current is not None:
            text, line = self.current.text, self.current.line
            show(diagnostics, text, line, quiet=quiet, no_color=no_color, stdout=stdout)


def steadily(items: Iterable[T]) -> Iterator[T]:
    """Yield *items* as they come; once there have been many, no memory waits long for the garbage collector.

    A short call is over before collecting would pay, which is why it begins with a collector that hardly ever runs.
    """
    for number, item in enumerate(items):
        if number == MANY:
            gc.collect()
            gc.freeze()  # what is there now, catalogues above all, stays
            gc.set_threshold(5_000, 10, 10)
        yield item


def show(
    diagnostics: Iterable[Diagnostic], text: str, line: int, *, quiet: bool, no_color: bool, stdout: bool = False
) -> None:
    """Print diagnostics of one game with their excerpts from its *text*, which starts on *line* of its file."""
    wanted = reported(diagnostics, quiet)
    if not wanted:
        return
    from forestcalc.report.diagnostics import print_diagnostics
    from forestcalc.report.excerpt import Source

    stream = sys.stdout if stdout else sys.stderr
    color = not no_color and stream.isatty()
    print_diagnostics(wanted, {wanted[0].file: Source(text, line)}, stream, color=color)


def where(one: Checked) -> str:
    """Name the file of a game, and which game of the file it is where that is not the first."""
    from forestcalc.diagnostics.diagnostic import shown

    return f"{shown(one.file, 200)}{f', game {one.document + 1}' if one.document else ''}"


def names_of(one: Checked, lang: str) -> Mapping[str, str]:
    """Return how the cards of a game are called in a language; nothing for English, which they all have."""
    if lang == "en" or one.game is None:
        return {}
    from forestcalc.report.languages import names

    return names(one.game.name, lang)


def reported(diagnostics: Iterable[Diagnostic], quiet: bool) -> tuple[Diagnostic, ...]:
    """Return the diagnostics that a command reports: with *quiet*, only errors."""
    return tuple(one for one in diagnostics if one.is_error or not quiet)


def known_language(lang: str) -> None:
    """Refuse a language that has no card names: a wrong command line."""
    if lang == "en":
        return
    from forestcalc.report.languages import LANGUAGES

    if lang not in LANGUAGES:
        import typer

        raise typer.BadParameter(f"the languages are {', '.join(LANGUAGES)}", param_hint="--lang")
