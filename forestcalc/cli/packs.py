"""`forestcalc pack`: check packs, begin a new one, print the JSON Schema."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from forestcalc.cli.options import Json, NoColor, Quiet
from forestcalc.cli.status import Status

if TYPE_CHECKING:
    from forestcalc.packs import LoadedPacks

_pack = typer.Typer(
    name="pack",
    help="Packs: YAML files that add cards, boxes or whole games.",
    no_args_is_help=True,
    rich_markup_mode=None,
)


def register(app: typer.Typer) -> None:
    """Add `forestcalc pack` to the application."""
    app.add_typer(_pack)


@_pack.command()
def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE...", help="Packs, or folders of packs; - reads one.")],
    json: Json = False,
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Check packs and print what is wrong with them; each pack sees those before it.

    Example: forestcalc pack check my-promo.yaml
    """
    from forestcalc.packs.load import read_packs

    loaded = read_packs(files)
    if json:
        _print_json(loaded)
    else:
        _print_text(loaded, quiet, no_color)
    raise typer.Exit(Status.OK if loaded.is_valid else Status.INVALID)


@_pack.command()
def new(
    file: Annotated[str | None, typer.Argument(metavar="[FILE]", help="Where to write it; else it is printed.")] = None,
) -> None:
    """Write a commented pack to begin with; a file that is there already is left alone.

    Example: forestcalc pack new my-promo.yaml
    """
    from forestcalc.cli.output import write
    from forestcalc.packs.load import template

    if file is None or file == "-":
        write(template())
        return
    try:
        with Path(file).open("x", encoding="utf-8") as stream:
            stream.write(template())
    except FileExistsError:
        _fail(f"{file} is there already", "name a new file")
    except (OSError, ValueError) as fault:
        reason = getattr(fault, "strerror", None) or "it cannot be opened"
        _fail(f"{file} cannot be written: {reason.lower()}", "check the folder and its permissions")


@_pack.command()
def schema() -> None:
    """Print the JSON Schema of packs, for editors.

    Example: forestcalc pack schema > pack.schema.json
    """
    import json

    from forestcalc.cli.output import write
    from forestcalc.packs.schema import pack_schema

    write(json.dumps(pack_schema(), indent=2, ensure_ascii=False) + "\n")


def _fail(message: str, help: str) -> None:
    import sys

    from forestcalc.cli.output import write
    from forestcalc.diagnostics.diagnostic import shown

    write(f"error: {shown(message, 300)}\nhelp: {help}\n", sys.stderr)
    raise typer.Exit(Status.INVALID)


def _print_json(loaded: LoadedPacks) -> None:
    from forestcalc.cli.output import print_json

    packs = {pack.file: pack for pack in loaded.packs}
    for file in loaded.sources:
        found = [one for one in loaded.diagnostics if one.file == file]
        pack = packs.get(file)
        print_json(
            {
                "format": 1,
                "file": file,
                "game": pack.game if pack else None,
                "box": pack.box if pack else None,
                "title": pack.title if pack else None,
                "valid": pack is not None and not any(one.is_error for one in found),
                "species": list(pack.value.get("species", {})) if pack else [],
                "diagnostics": [one.as_json() for one in found],
            }
        )


def _print_text(loaded: LoadedPacks, quiet: bool, no_color: bool) -> None:
    import os
    import sys

    from forestcalc.cli.output import write
    from forestcalc.diagnostics.diagnostic import shown
    from forestcalc.report.diagnostics import print_diagnostics

    found = [one for one in loaded.diagnostics if one.is_error or not quiet]
    sources = {file: text for file, text in loaded.sources.items() if text}
    color = sys.stdout.isatty() and not no_color and not os.environ.get("NO_COLOR")
    print_diagnostics(found, sources, sys.stdout, color=color)
    if quiet:
        return
    invalid = {one.file for one in loaded.diagnostics if one.is_error}
    for pack in loaded.packs:
        if pack.file not in invalid:
            write(f"{shown(pack.file, 300)}: fine ({len(pack.value.get('species', {}))} species for {pack.game})\n")
