"""The command `show`: forests drawn in the terminal."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from forestcalc.cli.options import Files, Json, Lang, NoColor, NoPacks, Packs, Quiet
from forestcalc.cli.output import print_json, write
from forestcalc.cli.status import Status, worst

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from forestcalc.report.wording import Names
    from forestcalc.scoring.sheet import PlayerSheet, ScoreSheet


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("show")(show)


def show(
    files: Files,
    player: Annotated[
        list[str] | None, typer.Option("--player", metavar="NAME", help="Only the forest of this player; repeatable.")
    ] = None,
    pack: Packs = None,
    no_packs: NoPacks = False,
    json_: Json = False,
    lang: Lang = "en",
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Draw every forest: each host as a box with the cards around it in their places, and what each card scores.

    Example: forestcalc show game.yaml --player Anna
    """
    from forestcalc.cli.packing import use_packs
    from forestcalc.cli.sources import Sources, known_language, names_of, reported, where
    from forestcalc.report.json_format import document_head
    from forestcalc.scoring.score import score as score_game

    known_language(lang)
    packs = use_packs(pack, no_packs=no_packs, quiet=quiet, no_color=no_color)
    sources = Sources(files)
    statuses: list[Status] = []
    known: dict[str, None] = {}
    drawn = 0
    for one in sources.checked():
        head = document_head(one.file, one.document, one.name, one.expansions, one.game is not None)
        sheet = None if one.game is None else score_game(one.game)
        statuses.append(Status.INVALID if sheet is None else Status.OK)
        chosen = _chosen(sheet, player)
        known.update((one.name, None) for one in (sheet.players if sheet is not None else ()))
        drawn += len(chosen)
        names = names_of(one, lang)
        if json_:
            from forestcalc.report.drawing_json import forest_as_json

            players = [forest_as_json(one, names) for one in chosen]
            found = [diagnostic.as_json() for diagnostic in reported(one.diagnostics, quiet)]
            value = {**head, "players": players, "diagnostics": found}
            if one.name is not None and (used_packs := packs.of(one.name)):
                value["packs"] = [used.as_json() for used in used_packs]
            print_json(value)
            continue
        sources.show(one.diagnostics, quiet=quiet, no_color=no_color)
        if sheet is not None and chosen:
            several = len(files) > 1 or one.document > 0
            _draw(sheet, chosen, names, no_color, where(one) if several else "")
            for used in packs.of(sheet.game.name):
                write(f"with the pack {used.describe()}\n")
    if player and not drawn and known:
        statuses.append(_unknown(player, list(known)))
    raise typer.Exit(worst(statuses))


def _chosen(sheet: ScoreSheet | None, wanted: Sequence[str] | None) -> list[PlayerSheet]:
    """Return the players who are wanted: by their exact names, else whatever the case of their letters is."""
    players = list(sheet.players) if sheet is not None else []
    if not wanted:
        return players
    exact = {one.name for one in players}
    folded = {name.casefold() for name in wanted if name not in exact}
    return [one for one in players if one.name in wanted or one.name.casefold() in folded]


def _draw(sheet: ScoreSheet, players: Iterable[PlayerSheet], names: Names, no_color: bool, heading: str) -> None:
    from rich.text import Text

    from forestcalc.cli.output import console
    from forestcalc.report.drawing import drawn_forest
    from forestcalc.report.drawing_text import render_forest

    out = console(no_color)
    if heading:
        out.print(Text(heading, style="dim"))
    for player in players:
        for row in render_forest(drawn_forest(sheet, player, names), names, out.width, out.encoding):
            out.print(Text.assemble(*row, no_wrap=True, overflow="ignore"), soft_wrap=True)
        out.print()


def _unknown(wanted: Sequence[str], known: Sequence[str]) -> Status:
    from forestcalc.diagnostics.diagnostic import quoted

    names = ", ".join(quoted(name) for name in wanted)
    write(f"error: nobody here is called {names}; the forests are of {', '.join(map(quoted, known))}\n", sys.stderr)
    return Status.FAILED
