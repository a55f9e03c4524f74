"""The commands `whatif` and `compare`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from forestcalc.cli.options import Json, Lang, NoColor, Quiet
from forestcalc.cli.output import print_json, write
from forestcalc.cli.status import Status, worst

if TYPE_CHECKING:
    from collections.abc import Sequence

    from forestcalc.api import Checked


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command("whatif")(whatif)
    app.command("compare")(compare)


def whatif(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Layout files; - is standard input.")],
    player: Annotated[
        list[str] | None, typer.Option("--player", metavar="NAME", help="Only the forest of this player; repeatable.")
    ] = None,
    top: Annotated[int, typer.Option("--top", min=0, max=500, help="How many cards to add are named.")] = 5,
    json_: Json = False,
    lang: Lang = "en",
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Tell what each card is really worth, which card more would gain most, and what is missing for zeros.

    A host is taken out with everything at it. Cards to add are those of which copies are left over the whole table;
    where they may go follows the slot rules.

    Example: forestcalc whatif game.yaml --player Anna
    """
    from forestcalc.cli.sources import Sources, names_of, where
    from forestcalc.report.json_format import document_head

    sources = Sources(files)
    statuses: list[Status] = []
    known: dict[str, None] = {}
    shown = 0
    for one in sources.checked():
        statuses.append(Status.INVALID if one.game is None else Status.OK)
        chosen = _chosen(one, player)
        known.update(dict.fromkeys(_forests(one)))
        shown += len(chosen)
        advice = ()
        if one.game is not None:
            from forestcalc.advice.whatif import what_if

            advice = what_if(one.game, chosen, top=top)
        names = names_of(one, lang)
        if json_:
            from forestcalc.advice.whatif_json import advice_as_json

            head = document_head(one.file, one.document, one.name, one.expansions, one.game is not None)
            players = [advice_as_json(each, names) for each in advice]
            print_json({**head, "players": players, "diagnostics": [found.as_json() for found in one.diagnostics]})
            continue
        sources.show(one.diagnostics, quiet=quiet, no_color=no_color)
        if not advice:
            continue
        from forestcalc.advice.whatif_text import render_advice
        from forestcalc.cli.output import console

        out = console(no_color)
        if len(files) > 1 or one.document:
            write(f"{where(one)}\n")
        for each in advice:
            for part in render_advice(each, names, notes=not quiet):
                out.print(part)
            out.print()
    if player and not shown and known:
        statuses.append(_unknown(player, list(known)))
    raise typer.Exit(worst(statuses))


def _forests(one: Checked) -> list[str]:
    players = one.game.players if one.game is not None else ()
    return [player.name for player in players if player.forest is not None]


def _chosen(one: Checked, wanted: Sequence[str] | None) -> list[str]:
    """Return the players who are wanted: by their exact names, else whatever the case of their letters is."""
    forests = _forests(one)
    if not wanted:
        return forests
    folded = {name.casefold() for name in wanted if name not in forests}
    return [name for name in forests if name in wanted or name.casefold() in folded]


def _unknown(wanted: Sequence[str], known: Sequence[str]) -> Status:
    from forestcalc.diagnostics.diagnostic import quoted

    names = ", ".join(quoted(name) for name in wanted)
    write(f"error: nobody here is called {names}; the forests are of {', '.join(map(quoted, known))}\n", sys.stderr)
    return Status.FAILED


def compare() -> None:
    """Compare."""
