"""The commands `score` and `validate`."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from forestcalc.cli.options import Files, Json, Lang, NoColor, NoPacks, Packs, Quiet
from forestcalc.cli.output import print_json, write
from forestcalc.cli.reports import Csv, Html, Markdown, Reports, Svg, form_of, print_as
from forestcalc.cli.status import Status, worst


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command("score")(score)
    app.command("validate")(validate)


def score(
    files: Files,
    explain: Annotated[bool, typer.Option("--explain", help="Print the reason for every line.")] = False,
    strict: Annotated[bool, typer.Option("--strict", help="Exit with status 4 if a total is open.")] = False,
    html: Html = None,
    svg: Svg = None,
    markdown: Markdown = False,
    csv: Csv = False,
    watch: Annotated[bool, typer.Option("--watch", help="Score again after every save, until Ctrl-C.")] = False,
    pack: Packs = None,
    no_packs: NoPacks = False,
    json_: Json = False,
    lang: Lang = "en",
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Validate and score games, rank the players and name the winner.

    Example: forestcalc score game.yaml --explain
    """
    if watch:
        from forestcalc.cli.watching import watch as watch_files

        again = partial(
            score,
            files,
            explain=explain,
            strict=strict,
            html=html,
            svg=svg,
            markdown=markdown,
            csv=csv,
            pack=pack,
            no_packs=no_packs,
            json_=json_,
            lang=lang,
            quiet=quiet,
            no_color=no_color,
        )
        watch_files([*files, *(pack or ())], again, quiet=quiet)
    from forestcalc.advice.coach import coach
    from forestcalc.cli.packing import use_packs
    from forestcalc.cli.sources import Sources, known_language, names_of, reported, where
    from forestcalc.report.json_format import invalid_as_json, sheet_as_json
    from forestcalc.scoring.score import score as score_game

    known_language(lang)
    form = form_of(json=json_, markdown=markdown, csv=csv)
    reports = Reports(html, svg, files)
    packs = use_packs(pack, no_packs=no_packs, quiet=quiet, no_color=no_color)
    sources = Sources(files)
    statuses: list[Status] = []
    first = True
    for one in sources.checked():
        if one.game is None:
            statuses.append(Status.INVALID)
            reports.add(one, None, {})
            if json_:
                print_json(
                    invalid_as_json(one.file, one.document, one.name, one.expansions, reported(one.diagnostics, quiet))
                )
            else:
                sources.show(one.diagnostics, quiet=quiet, no_color=no_color)
            continue
        sheet = score_game(one.game)
        slips = () if quiet else coach(sheet)
        statuses.append(Status.OPEN if strict and sheet.is_open else Status.OK)
        names = names_of(one, lang)
        used_packs = [used.describe() for used in packs.of(sheet.game.name)]
        reports.add(one, sheet, names, used_packs, slips)
        if json_:
            value = sheet_as_json(sheet, names)
            value["diagnostics"] = [one.as_json() for one in reported(sheet.diagnostics, quiet)]
            # Advice on how one might have counted is no finding about the layout, so it has a key of its own.
            value["notes"] = [slip.as_json() for slip in slips]
            if used := packs.of(sheet.game.name):
                value["packs"] = [one.as_json() for one in used]
            print_json(value)
            continue
        sources.show(one.diagnostics, quiet=quiet, no_color=no_color)
        if form != "table":
            place = where(one) if len(files) > 1 or one.document else ""
            print_as(form, sheet, names, place, used_packs, first=first, explain=explain, notes=not quiet)
            first = False
            continue
        from forestcalc.cli.output import console
        from forestcalc.report.score_text import print_sheet

        out = console(no_color)
        if not first or len(files) > 1:
            from rich.text import Text

            out.print(Text(f"{'' if first else chr(10)}{where(one)}", style="dim"))
        first = False
        print_sheet(out, sheet, explain=explain, notes=not quiet, names=names)
        sources.show(slips, quiet=quiet, no_color=no_color)
        for used_pack in used_packs:
            write(f"with the pack {used_pack}\n")
    reports.write()
    raise typer.Exit(worst(statuses))


def validate(
    files: Files,
    fix: Annotated[
        bool, typer.Option("--fix", help="Apply the mends that cannot be wrong; shows the difference.")
    ] = False,
    pack: Packs = None,
    no_packs: NoPacks = False,
    json_: Json = False,
    lang: Lang = "en",  # noqa: ARG001 - diagnostics quote the file; scripts pass it everywhere
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Check games and print everything that is wrong with them.

    Example: forestcalc validate game.yaml
    """
    from forestcalc.cli.packing import use_packs
    from forestcalc.cli.sources import Sources, reported
    from forestcalc.report.json_format import document_head

    use_packs(pack, no_packs=no_packs, quiet=quiet, no_color=no_color)
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
            print_json({**head, "diagnostics": [found.as_json() for found in reported(one.diagnostics, quiet)]})
        else:
            sources.show(one.diagnostics, quiet=quiet, no_color=no_color, stdout=True)
    status = worst(statuses)
    if not json_ and not quiet and status is Status.OK:
        write(f"{count} {'game is' if count == 1 else 'games are'} valid\n")
    raise typer.Exit(status)
