"""Sources of a command: files, standard input, and what was found in them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from forestcalc.api import Checked
    from forestcalc.diagnostics.diagnostic import Diagnostic
    from forestcalc.layout.read import FindCatalogue
    from forestcalc.report.excerpt import Source

STDIN = "<stdin>"


@dataclass(slots=True)
class Sources:
    """Reads the files of a command game by game; the text of the current game stays for excerpts."""

    names: Iterable[str]
    find: FindCatalogue | None = None
    texts: dict[str, Source] = field(default_factory=dict)

    def checked(self) -> Iterator[Checked]:
        """Yield every document of every file, in order, each as soon as it has been read."""
        from forestcalc.api import check_source
        from forestcalc.catalogue.catalogue import catalogue

        for name in self.names:
            file = STDIN if name == "-" else name
            for one in check_source(name, file, self.find or catalogue):
                if one.diagnostics or one.game is None:
                    self.keep(file, one.text, one.line)
                yield one

    def keep(self, file: str, text: str, line: int) -> None:
        """Keep the text of a game, which starts on *line* of its file, for what is shown next."""
        from forestcalc.report.excerpt import Source

        self.texts = {file: Source(text, line)}

    def show(self, diagnostics: Iterable[Diagnostic], *, quiet: bool, no_color: bool, stdout: bool = False) -> None:
        """Print diagnostics with their excerpts: to standard error, or where `validate` wants them."""
        from forestcalc.report.diagnostics import print_diagnostics

        wanted = [one for one in diagnostics if one.is_error or not quiet]
        if wanted:
            stream = sys.stdout if stdout else sys.stderr
            print_diagnostics(wanted, self.texts, stream, color=not no_color and stream.isatty())


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
