"""The command `check`."""

from __future__ import annotations

from typing import Any

import typer

from forestcalc.cli.options import Files, Json, NoColor, NoPacks, Packs, Quiet
from forestcalc.cli.output import print_json, write
from forestcalc.cli.status import Status, worst


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("check")(check)


def check(
    files: Files,
    pack: Packs = None,
    no_packs: NoPacks = False,
    json_: Json = False,
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Compare games with what their `expect` says, and print each difference.

    Example: forestcalc check games/*.yaml
    """
    from forestcalc.cli.packing import use_packs
    from forestcalc.cli.sources import Sources, reported, where
    from forestcalc.report.json_format import document_head
    from forestcalc.scoring.expect import checks
    from forestcalc.scoring.score import score as score_game

    use_packs(pack, no_packs=no_packs, quiet=quiet, no_color=no_color)
    sources = Sources(files)
    statuses: list[Status] = []
    compared = 0
    for one in sources.checked():
        head = document_head(one.file, one.document, one.name, one.expansions, one.game is not None)
        diagnostics = list(one.diagnostics)
        results: list[Any] = []
        if one.game is None:
            statuses.append(Status.INVALID)
        else:
            results, found = checks(score_game(one.game))
            diagnostics += found
            compared += len(results)
            statuses.append(worst(Status[result.status] for result in results))
        if json_:
            print_json(
                {
                    **head,
                    "ok": one.game is not None and all(result.ok for result in results),
                    "checks": [result.as_json() for result in results],
                    "diagnostics": [found.as_json() for found in reported(diagnostics, quiet)],
                }
            )
            continue
        sources.show(diagnostics, quiet=quiet, no_color=no_color)
        for result in results:
            if not result.ok:
                write(f"{where(one)}: {result.text()}\n")
    status = worst(statuses)
    if not json_ and not quiet and status is Status.OK and compared:
        write(f"{compared} {'expectation holds' if compared == 1 else 'expectations hold'}\n")
    raise typer.Exit(status)
