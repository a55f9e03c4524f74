"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated

import typer


def _language(code: str) -> str:
    """Return the bare code of a language that may be written with capitals or with a region, as in `pt_BR.UTF-8`."""
    return code.replace("_", "-").partition("-")[0].casefold()


Files = Annotated[list[str], typer.Argument(metavar="FILE...", help="Layout files; - is standard input.")]
Packs = Annotated[
    list[str] | None,
    typer.Option("--pack", metavar="FILE", help="A pack of further cards, or a folder of packs. Repeatable."),
]
NoPacks = Annotated[bool, typer.Option("--no-packs", help="Leave out the packs of the per-user folder.")]
Json = Annotated[bool, typer.Option("--json", help="Print the machine format: one JSON object a line.")]
Lang = Annotated[
    str,
    typer.Option(
        "--lang",
        metavar="CODE",
        callback=_language,
        help="Language of card names in the output: en de fr es it nl pl pt ru bg zh ko.",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", help="No warnings, notes or progress.")]
NoColor = Annotated[bool, typer.Option("--no-color", help="No colours; the NO_COLOR variable does the same.")]
Games = Annotated[
    str | None,
    typer.Option("--game", metavar="GAME", help="forest-shuffle, dartmoor or smoky-mountains."),
]
