"""The Typer application: which commands there are, and how their end becomes an exit status."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from forestcalc.cli.status import Status

app = typer.Typer(
    name="forestcalc",
    help="Score games of Forest Shuffle and its family, explain every point, and answer rules questions.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from forestcalc.version import __version__

        typer.echo(f"forestcalc {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[  # noqa: ARG001 - the callback acts on it
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Score games of Forest Shuffle and its family, explain every point, and answer rules questions."""


# In the order of the help page.
_MODULES = ("scoring", "cards", "rules", "packs", "exchange", "schema", "explain")


def _register() -> None:
    # Importing a command's module only reads its options; what it needs is imported when it runs.
    from importlib import import_module
    from importlib.util import find_spec

    for name in _MODULES:
        if find_spec(f"forestcalc.cli.{name}"):
            import_module(f"forestcalc.cli.{name}").register(app)


_register()


def run() -> None:
    """Run the application and exit with its status; a closed pipe ends quietly."""
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(Status.INTERRUPTED)
    except BrokenPipeError:
        # Python flushes standard output once more when it exits; that must not fail a second time.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(Status.OK)
