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

STDIN = "<stdin>"


@dataclass(slots=True)
class Sources:
    """Reads the files of a command one by one; the text of the current one stays for excerpts."""

    names: Iterable[str]
    find: FindCatalogue | None = None
    texts: dict[str, str] = field(default_factory=dict)

    def checked(self) -> Iterator[Checked]:
        """Yield every document of every file, in order."""
        from forestcalc.api import Checked, check_text
        from forestcalc.catalogue.catalogue import catalogue
        from forestcalc.source import read_source

        for name in self.names:
            shown_name = STDIN if name == "-" else name
            text, found = read_source(name)
            self.texts = {shown_name: text or ""}
            if text is None:
                yield Checked(
                    file=shown_name,
                    document=0,
                    game=None,
                    name=None,
                    expansions=(),
                    diagnostics=tuple(one.placed(shown_name, 0) for one in found),
                )
                continue
            yield from check_text(text, shown_name, self.find or catalogue)

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
