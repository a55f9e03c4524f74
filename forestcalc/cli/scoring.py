"""The commands `score`, `validate` and `check`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from forestcalc.cli.options import Json, Lang, NoColor, Quiet
from forestcalc.cli.output import print_json, write
from forestcalc.cli.status import Status, worst

if TYPE_CHECKING:
    from collections.abc import Mapping

    from forestcalc.api import Checked

Files = Annotated[list[str], typer.Argument(metavar="FILE...", help="Layout files; - is standard input.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command("score")(score)
    app.command("validate")(validate)
    app.command("check")(check)


def score(
    files: Files,
    explain: Annotated[bool, typer.Option("--explain", help="Print the reason for every line.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with status 4 if a total is open.")] = False,
    json_: Json = False,
    lang: Lang = "en",
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Validate and score games, rank the players and name the winner.

    Example: forestcalc score game.yaml --explain
    """
    from forestcalc.cli.sources import Sources
    from forestcalc.report.json_format import invalid_as_json, sheet_as_json
    from forestcalc.scoring.score import score as score_game

    sources = Sources(files)
    statuses: list[Status] = []
    first = True
    for one in sources.checked():
        if one.game is None:
            statuses.append(Status.INVALID)
            if json_:
                print_json(invalid_as_json(one.file, one.document, one.name, one.expansions, one.diagnostics))
            else:
                sources.show(one.diagnostics, quiet=quiet, no_color=no_color)
            continue
        sheet = score_game(one.game)
        statuses.append(Status.OPEN if strict and sheet.is_open else Status.OK)
        names = _names(one, lang)
        if json_:
            print_json(sheet_as_json(sheet, names))
            continue
        from forestcalc.cli.output import console
        from forestcalc.report.score_text import print_sheet

        sources.show(one.diagnostics, quiet=quiet, no_color=no_color)
        out = console(no_color)
        if not first or len(files) > 1:
            from rich.text import Text

            out.print(Text(f"{'' if first else chr(10)}{_where(one)}", style="dim"))
        first = False
        print_sheet(out, sheet, explain=explain, notes=not quiet, names=names)
    raise typer.Exit(worst(statuses))


def _where(one: Checked) -> str:
    from forestcalc.diagnostics.diagnostic import shown

    return f"{shown(one.file, 200)}{f', game {one.document + 1}' if one.document else ''}"


def _names(one: Checked, lang: str) -> Mapping[str, str]:
    if lang == "en" or one.game is None:
        return {}
    from forestcalc.report.languages import names

    return names(one.game.name, lang)


def validate(
    files: Files,
    fix: Annotated[
        bool, typer.Option("--fix", help="Apply the mends that cannot be wrong; shows the difference.")
    ] = False,
    json_: Json = False,
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Check games and print everything that is wrong with them.

    Example: forestcalc validate game.yaml
    """
    from forestcalc.cli.sources import Sources
    from forestcalc.report.json_format import document_head

    if fix:
        from forestcalc.cli.fixing import fix_files

        fix_files(files, no_color=no_color)
    sources = Sources(files)
    statuses: list[Status] = []
    count = 0
    for one in sources.checked():
        count += 1
        statuses.append(Status.OK if one.game is not None else Status.INVALID)
        if json_:
            head = document_head(one.file, one.document, one.name, one.expansions, one.game is not None)
            print_json({**head, "diagnostics": [found.as_json() for found in one.diagnostics]})
        else:
            sources.show(one.diagnostics, quiet=quiet, no_color=no_color, stdout=True)
    status = worst(statuses)
    if not json_ and not quiet and status is Status.OK:
        write(f"{count} {'game is' if count == 1 else 'games are'} valid\n")
    raise typer.Exit(status)


def check(
    files: Files,
    json_: Json = False,
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Compare games with what their `expect` says, and print each difference.

    Example: forestcalc check games/*.yaml
    """
    from forestcalc.cli.sources import Sources
    from forestcalc.report.json_format import document_head
    from forestcalc.scoring.expect import checks
    from forestcalc.scoring.score import score as score_game

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
                    "diagnostics": [found.as_json() for found in diagnostics],
                }
            )
            continue
        sources.show(diagnostics, quiet=quiet, no_color=no_color)
        for result in results:
            if not result.ok:
                write(f"{_where(one)}: {result.text()}\n")
    status = worst(statuses)
    if not json_ and not quiet and status is Status.OK and compared:
        write(f"{compared} {'expectation holds' if compared == 1 else 'expectations hold'}\n")
    raise typer.Exit(status)
