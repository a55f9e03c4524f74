"""The Python API: text or file in, validated games and score sheets out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from forestcalc.catalogue import catalogue as _catalogue
from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.diagnostics.diagnostic import Diagnostic
from forestcalc.game.build import build_game
from forestcalc.game.forest import Game
from forestcalc.layout.read import FindCatalogue, read_layout
from forestcalc.scoring.score import score
from forestcalc.source import Document, documents, source_documents

__all__ = [
    "Checked",
    "LayoutError",
    "catalogue",
    "check_source",
    "check_text",
    "load",
    "read_games",
    "score",
    "validate",
]

TEXT = "<text>"

_MISSING = ("no-players", "no-forest", "no-forest-or-counts", "card-missing")


class LayoutError(ValueError):
    """A layout is invalid or cannot be read; `diagnostics` holds everything that was found."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = tuple(diagnostics)
        first = next((one for one in self.diagnostics if one.is_error), None)
        where = f"{first.file}:{first.span.line}: " if first is not None and first.span is not None else ""
        super().__init__(f"{where}{first.message}" if first is not None else "the layout is invalid")


class Checked(NamedTuple):
    """One document of a source: the game, unless something is wrong with it, and what was found.

    `name` and `expansions` are those that the document states, also where it is invalid; `name` is None where no
    game can be told. `text` is the document itself, which starts on `line` of its file.
    """

    file: str
    document: int
    game: Game | None
    name: str | None
    expansions: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]
    text: str = ""
    line: int = 1


def check_text(text: str, file: str = TEXT, find: FindCatalogue = _catalogue.catalogue) -> Iterator[Checked]:
    """Check the documents of a text one by one; nothing is kept of those before."""
    return _checked(documents(text), file, find)


def check_source(
    source: Path | str, file: str | None = None, find: FindCatalogue = _catalogue.catalogue
) -> Iterator[Checked]:
    """Check the documents of a file, or of standard input for `"-"`, one by one as they are read.

    *file* is what the diagnostics call it. Nothing raises: a source that cannot be read has one document, or one more,
    that says so. No more than one document is in memory, however many there are.
    """
    return _checked(source_documents(source), str(source) if file is None else file, find)


def _checked(stream: Iterator[Document], file: str, find: FindCatalogue) -> Iterator[Checked]:
    for document in stream:
        found = tuple(one.placed(file, document.index) for one in document.diagnostics)
        if document.node is None:
            yield Checked(file, document.index, None, None, (), found, document.text, document.line)
            continue
        layout = read_layout(document.node, find)
        built = build_game(layout, file=file, document=document.index)
        # What a fault kept out of the document is not missing besides.
        missing = _MISSING if any(one.is_error for one in found) else ()
        everything = _by_place((*found, *(one for one in built.diagnostics if one.code not in missing)))
        yield Checked(
            file=file,
            document=document.index,
            game=None if any(one.is_error for one in everything) else built.game,
            name=layout.game,
            expansions=layout.expansions,
            diagnostics=everything,
            text=document.text,
            line=document.line,
        )


def _by_place(found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    return tuple(sorted(found, key=lambda one: (one.span.line, one.span.column) if one.span is not None else (0, 0)))


def read_games(source: Path | str, find: FindCatalogue = _catalogue.catalogue) -> Iterator[Checked]:
    """Check the documents of a source: a `Path` is a file, a `str` is text."""
    return check_text(source, find=find) if isinstance(source, str) else check_source(source, find=find)


def load(source: Path | str) -> tuple[Game, ...]:
    """Return the validated games of *source*: a `Path` is a file, a `str` is text.

    Raises LayoutError with all diagnostics if any document is invalid or the file cannot be read.
    """
    checked = list(read_games(source))
    if any(one.game is None for one in checked):
        raise LayoutError(diagnostic for one in checked for diagnostic in one.diagnostics)
    return tuple(one.game for one in checked if one.game is not None)


def validate(source: Path | str) -> tuple[Diagnostic, ...]:
    """Return everything that is wrong, doubtful or worth a note in *source*; never raises for what it holds."""
    return tuple(diagnostic for one in read_games(source) for diagnostic in one.diagnostics)


def catalogue(game_name: str, expansions: Iterable[str] = ()) -> Catalogue:
    """Return the cards of a game with the given boxes declared. KeyError for a game or box that does not exist."""
    return _catalogue.catalogue(game_name, tuple(expansions))
