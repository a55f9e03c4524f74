"""The command `show`: forests drawn in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from forestcalc.cli.options import Files, Json, Lang, NoColor, NoPacks, Packs, Quiet
from forestcalc.cli.output import print_json, write
from forestcalc.cli.players import Players, chosen, unknown
from forestcalc.cli.status import Status, worst

if TYPE_CHECKING:
    from collections.abc import Iterable

    from forestcalc.report.wording import Names
    from forestcalc.scoring.sheet import PlayerSheet, ScoreSheet


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("show")(show)


def show(
    files: Files,
    player: Players = None,
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
        sheets = sheet.players if sheet is not None else ()
        wanted = chosen([each.name for each in sheets], player)
        known.update((each.name, None) for each in sheets)
        drawn += len(wanted)
        to_draw = [each for each in sheets if each.name in wanted]
        names = names_of(one, lang)
        if json_:
            from forestcalc.report.drawing_json import forest_as_json

            players = [forest_as_json(each, names) for each in to_draw]
            found = [diagnostic.as_json() for diagnostic in reported(one.diagnostics, quiet)]
            value = {**head, "players": players, "diagnostics": found}
            if one.name is not None and (used_packs := packs.of(one.name)):
                value["packs"] = [used.as_json() for used in used_packs]
            print_json(value)
            continue
        sources.show(one.diagnostics, quiet=quiet, no_color=no_color)
        if sheet is not None and to_draw:
            several = len(files) > 1 or one.document > 0
            _draw(sheet, to_draw, names, no_color, where(one) if several else "")
            for used in packs.of(sheet.game.name):
                write(f"with the pack {used.describe()}\n")
    if player and not drawn and known:
        statuses.append(unknown(player, list(known)))
    raise typer.Exit(worst(statuses))


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
