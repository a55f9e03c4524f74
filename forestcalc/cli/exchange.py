"""The commands `import` and `export`: share codes of a scoring web app, and plays for BG Stats."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from forestcalc.cli.options import Json, Lang, NoColor, Quiet
from forestcalc.cli.status import Status, worst
from forestcalc.cli.written import check_output, print_file, write_output

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from forestcalc.diagnostics.diagnostic import Diagnostic
    from forestcalc.exchange.imported import Imported
    from forestcalc.game.forest import Game

_LAYOUT = "<layout>"


def register(app: typer.Typer) -> None:
    """Add the commands to *app*."""
    app.command("import")(import_)
    app.command()(export)


def import_(
    codes: Annotated[
        list[str],
        typer.Argument(metavar="CODE_OR_FILE...", help="Share codes, files with one code a line, or - for stdin."),
    ],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write the layout to FILE, not to stdout.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite FILE if it is there.")] = False,
    json: Json = False,
    lang: Lang = "en",
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Turn share codes of the web scorer soldag/forest-shuffle-scoring into one layout, a player each.

    Example: forestcalc import anna.txt boris.txt -o game.yaml

    The layout is written even where what lies in it breaks a rule of the table, which the app does not look at;
    the faults are shown, and the exit status is 3.
    """
    from forestcalc.cli.sources import known_language, reported
    from forestcalc.exchange.find_codes import find_codes
    from forestcalc.exchange.imported import Imported, import_codes

    check_output(output, force)
    known_language(lang)
    file = str(output) if output is not None else _LAYOUT
    found, faults = find_codes(codes)
    imported = import_codes(found, file=file, translated=_translated(lang))
    if faults:
        imported = Imported(None, None, (*faults, *imported.diagnostics))
    if imported.text is not None:
        if output is not None:
            write_output(output, imported.text, force)
        elif not json:
            print_file(imported.text)
    diagnostics = reported((*imported.diagnostics, *imported.faults), quiet)
    if json:
        _print_imported(imported, diagnostics)
    else:
        _show(diagnostics, {} if imported.text is None else {file: imported.text}, no_color=no_color)
    if not imported.is_valid:
        raise typer.Exit(Status.INVALID)


def _translated(lang: str) -> Mapping[str, str]:
    if lang == "en":
        return {}
    from forestcalc.exchange.app_names import app_names
    from forestcalc.report.languages import names

    return names(app_names().game, lang)


def _print_imported(imported: Imported, diagnostics: tuple[Diagnostic, ...]) -> None:
    from forestcalc.cli.output import print_json

    layout = imported.layout
    print_json(
        {
            "format": 1,
            "game": layout["game"] if layout is not None else None,
            "expansions": layout.get("expansions", []) if layout is not None else [],
            "valid": imported.is_valid,
            "layout": layout,
            "diagnostics": [one.as_json() for one in diagnostics],
        }
    )


def export(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Layout files, or - for stdin.")],
    bgstats: Annotated[
        bool, typer.Option("--bgstats", help="Print a play for BG Stats, one JSON line a game.")
    ] = False,
    link: Annotated[bool, typer.Option("--link", help="With --bgstats: print the link that opens the app.")] = False,
    date: Annotated[
        str | None,
        typer.Option(
            "--date",
            metavar="TIME",
            help="With --bgstats: when it was played, as 2026-05-02 or 2026-05-02 19:41, local time "
            "[default: when the file was last changed].",
        ),
    ] = None,
    app_version: Annotated[
        str | None,
        typer.Option("--app-version", metavar="VERSION", help="The version of the web scorer, which takes no other."),
    ] = None,
    json: Json = False,
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Print share codes for the web scorer soldag/forest-shuffle-scoring: one code a line, a player each, in order.

    Example: forestcalc export game.yaml

    With --bgstats a play for BG Stats is printed instead. Nothing is printed of a game that cannot be told so:
    a card that the app does not know, a player given by counts, tree symbols that would change the total.
    """
    from forestcalc.cli.sources import Sources, reported

    if not bgstats and (link or date is not None):
        raise typer.BadParameter(f"{'--link' if link else '--date'} goes with --bgstats")
    if bgstats and app_version is not None:
        raise typer.BadParameter("--app-version does not go with --bgstats")
    when = _time(date) if date is not None else None
    sources = Sources(files)
    statuses = []
    for checked in sources.checked():
        found: tuple[Diagnostic, ...] = checked.diagnostics
        lines: list[str] = []
        value: dict[str, Any] = {}
        if checked.game is not None:
            if bgstats:
                lines, value, more = _play(checked.game, when or _changed(checked.file), link)
            else:
                lines, value, more = _codes(checked.game, app_version)
            found = (*found, *more)
        failed = checked.game is None or any(one.is_error for one in found)
        statuses.append(Status.INVALID if failed else Status.OK)
        if json:
            _print_exported(checked, reported(found, quiet), value, valid=not failed)
            continue
        sources.show(found, quiet=quiet, no_color=no_color)
        if not failed:
            from forestcalc.cli.output import write

            write("".join(f"{line}\n" for line in lines))
    if (status := worst(statuses)) is not Status.OK:
        raise typer.Exit(status)


def _codes(game: Game, version: str | None) -> tuple[list[str], dict[str, Any], tuple[Diagnostic, ...]]:
    from forestcalc.exchange.exported import export_codes

    exported = export_codes(game, version=version)
    players = [{"name": name, "code": code} for name, code in exported.codes]
    return [code for _, code in exported.codes], {"players": players}, exported.diagnostics


def _play(game: Game, when: datetime, link: bool) -> tuple[list[str], dict[str, Any], tuple[Diagnostic, ...]]:
    from forestcalc.exchange.bgstats import bgstats_play
    from forestcalc.scoring.score import score

    play = bgstats_play(score(game), when)
    if play.value is None:
        return [], {"play": None, "link": None}, play.diagnostics
    return [play.link if link else play.text], {"play": play.value, "link": play.link}, play.diagnostics


def _print_exported(checked: Any, found: tuple[Diagnostic, ...], value: dict[str, Any], *, valid: bool) -> None:
    from forestcalc.cli.output import print_json

    print_json(
        {
            "format": 1,
            "file": checked.file,
            "document": checked.document,
            "game": checked.name,
            "expansions": list(checked.expansions),
            "valid": valid,
            **value,
            "diagnostics": [one.as_json() for one in found],
        }
    )


def _time(text: str) -> datetime:
    from datetime import datetime

    try:
        return datetime.fromisoformat(text.strip()).astimezone()
    except (ValueError, OverflowError, OSError):
        raise typer.BadParameter("write the date as 2026-05-02 or 2026-05-02 19:41", param_hint="--date") from None


def _changed(file: str) -> datetime:
    """Return when *file* was last changed; now for standard input."""
    from datetime import UTC, datetime

    try:
        return datetime.fromtimestamp(Path(file).stat().st_mtime, UTC)
    except (OSError, ValueError, OverflowError):
        return datetime.now(UTC)


def _show(found: tuple[Diagnostic, ...], sources: dict[str, str], *, no_color: bool) -> None:
    import os
    import sys

    from forestcalc.report.diagnostics import print_diagnostics

    color = sys.stderr.isatty() and not no_color and not os.environ.get("NO_COLOR")
    print_diagnostics(found, sources, sys.stderr, color=color)
