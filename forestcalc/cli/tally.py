"""The command `tally`."""

from __future__ import annotations

import gc
import os
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from forestcalc.cli.options import Lang, NoColor, NoPacks, Packs
from forestcalc.cli.output import write
from forestcalc.cli.status import Status

if TYPE_CHECKING:
    from forestcalc.tally.document import Document
    from forestcalc.tally.recovery import Recovery
    from forestcalc.tally.setup import Setup


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("tally")(tally)


def tally(
    file: Annotated[
        str | None,
        typer.Argument(metavar="[FILE]", help="Layout file, new or existing; without one a new file is begun here."),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="Questions and answers line by line, for screen readers and pipes.")
    ] = False,
    game: Annotated[
        str | None,
        typer.Option("--game", metavar="GAME", help="For a new file: forest-shuffle, dartmoor or smoky-mountains."),
    ] = None,
    expansion: Annotated[
        list[str] | None, typer.Option("--expansion", metavar="BOX", help="For a new file: a box; repeatable.")
    ] = None,
    player: Annotated[
        list[str] | None, typer.Option("--player", metavar="NAME", help="For a new file: a player; repeatable.")
    ] = None,
    document: Annotated[int, typer.Option("--document", min=1, help="Which game of a file with several.")] = 1,
    pack: Packs = None,
    no_packs: NoPacks = False,
    lang: Lang = "en",
    no_color: NoColor = False,
) -> None:
    """Enter the forests of a table by typing a few letters of each card, with the score always in view.

    Every step is saved at once. Needs a terminal and the extra `tally`; --plain works anywhere.

    Example: forestcalc tally game.yaml --expansion alpine --player Anna --player Boris
    """
    from pathlib import Path

    from forestcalc.cli.packing import use_packs
    from forestcalc.cli.sources import known_language
    from forestcalc.diagnostics.diagnostic import quoted
    from forestcalc.tally.document import CannotOpenError, Document
    from forestcalc.tally.recovery import InUseError, Recovery
    from forestcalc.tally.start import file_for

    known_language(lang)
    use_packs(pack, no_packs=no_packs, quiet=False, no_color=no_color)
    setup = _setup(game, expansion or [], player or [])
    if file == "-":
        raise typer.BadParameter("standard input cannot be written back; name a file", param_hint="FILE")
    path = file_for(file, Path())
    try:
        opened = Document.open(path, document - 1)
    except CannotOpenError as fault:
        from forestcalc.cli.sources import show
        from forestcalc.source import read_source

        show(fault.diagnostics, read_source(path)[0] or "", 1, quiet=False, no_color=no_color)
        write("mend the file first; `forestcalc validate` shows where\n", sys.stderr)
        raise typer.Exit(Status.INVALID) from None
    if opened.draft is not None and (game or expansion or player):
        raise typer.BadParameter("--game, --expansion and --player are for a new file", param_hint="FILE")
    why_plain = "" if plain else _why_plain()
    try:
        recovery = Recovery(path)
    except InUseError:
        write(f"another `tally` has {quoted(path)} open\n", sys.stderr)
        raise typer.Exit(Status.USAGE) from None
    if plain or why_plain:
        _plain(opened, setup, lang, recovery, why_plain)
    else:
        _full_screen(opened, setup, lang, recovery, no_color=no_color)


def _setup(game: str | None, expansions: list[str], players: list[str]) -> Setup:
    from forestcalc.catalogue.catalogue import catalogue, games
    from forestcalc.layout.read import DEFAULT_GAME
    from forestcalc.tally.setup import Setup, find_boxes, find_game, refusal_of_players

    id = find_game(game) if game is not None else None
    if game is not None and id is None:
        raise typer.BadParameter(f"there are {', '.join(games())}", param_hint="--game")
    cards = catalogue(id or DEFAULT_GAME)
    boxes, unknown = find_boxes(expansions, cards)
    if unknown:
        raise typer.BadParameter(unknown, param_hint="--expansion")
    names = [name.strip() for name in players]
    refusal = refusal_of_players(names, cards.max_players) if names else ""
    if refusal:
        raise typer.BadParameter(refusal, param_hint="--player")
    return Setup(id or (DEFAULT_GAME if boxes else None), boxes, tuple(names))


def _why_plain() -> str:
    """Return why the full screen cannot be shown, "" if it can."""
    from importlib.util import find_spec

    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return "this is no terminal"
    if os.environ.get("TERM") == "dumb":
        return "this terminal shows no full screen"
    if find_spec("textual") is None:
        return "the full screen needs Textual: `pip install 'forestcalc[tally]'` brings it"
    return ""


def _plain(document: Document, setup: Setup, language: str, recovery: Recovery, why: str) -> None:
    from forestcalc.tally.plain import ask_line, converse, tell_line
    from forestcalc.tally.setup import ask_setup
    from forestcalc.tally.start import open_session

    if why:
        write(f"plain mode: {why}\n", sys.stderr)
    if document.draft is None and not setup.is_whole:
        answered = ask_setup(setup, ask_line, tell_line)
        if answered is None:
            recovery.close()
            raise typer.Exit(Status.OK)
        setup = answered
    converse(open_session(document, setup, language, recovery))


def _full_screen(document: Document, setup: Setup, language: str, recovery: Recovery, *, no_color: bool) -> None:
    if no_color:
        os.environ["NO_COLOR"] = "1"  # Textual reads it when it is imported
    from forestcalc.tally.app.terminal import prepare

    prepare()
    from forestcalc.tally.app.app import TallyApp

    app = TallyApp(document, setup, language, recovery)
    gc.collect()
    gc.freeze()  # going through all that is loaded would hold up a key press now and then
    app.run()
    session = app.session
    if session is None:
        recovery.close()
    else:
        from forestcalc.diagnostics.diagnostic import shown
        from forestcalc.tally.report import score_lines

        for line in score_lines(session):
            write(f"{line}\n")
        write(f"saved: {shown(str(session.document.path), 200)}\n")
