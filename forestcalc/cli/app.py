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
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Score games of Forest Shuffle and its family, explain every point, and answer rules questions."""


# Which module has which commands, in the order of the help page.
_COMMANDS = {
    "scoring": ("score", "validate"),
    "checking": ("check",),
    "show": ("show",),
    "advice": ("whatif", "compare"),
    "tally": ("tally",),
    "cards": ("card", "cards", "rulings"),
    "rules": ("ask", "topics", "setup"),
    "explain": ("explain",),
    "schema": ("schema", "init"),
    "exchange": ("import", "export"),
    "packs": ("pack",),
}


def _register() -> None:
    """Register the command that is called, or all of them for help and completion.

    Typer reads the options of every command that it knows, which a script would pay for on each of its calls.
    """
    from importlib import import_module
    from importlib.util import find_spec

    wanted = next(iter(sys.argv[1:] or _words_to_complete()), "")
    modules = [name for name, commands in _COMMANDS.items() if wanted in commands] or list(_COMMANDS)
    for name in modules:
        if find_spec(f"forestcalc.cli.{name}"):
            import_module(f"forestcalc.cli.{name}").register(app)


def _words_to_complete() -> list[str]:
    """Return the words after the command's name that a shell asks to complete, if one does."""
    return (os.environ.get("COMP_WORDS") or os.environ.get("_TYPER_COMPLETE_ARGS") or "").split()[1:]


_register()


def run() -> None:
    """Run the application and end the process with its status; a closed pipe ends quietly."""
    code: object = Status.OK
    try:
        app()
    except SystemExit as end:
        # Who stops reading has seen enough; click and rich would call that a failure.
        code = Status.OK if isinstance(end.__context__, BrokenPipeError) else end.code
    except KeyboardInterrupt:
        code = Status.INTERRUPTED
    except BrokenPipeError:
        code = _quietly(code)
    except OSError as fault:
        code = _disk_is_full(fault)
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BrokenPipeError:
        code = _quietly(code)
    except OSError as fault:
        code = _disk_is_full(fault)
    # Nothing is left to be done, and taking all objects apart would cost a fifth of a short call.
    os._exit(code if isinstance(code, int) else int(code is not None))


def _quietly(code: object) -> object:
    """Let nobody write to the closed pipe once more; the status stays what it was."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def _disk_is_full(fault: OSError) -> Status:
    """Tell that what was printed could not be kept; any other fault of the system is one of ours."""
    import errno

    if fault.errno != errno.ENOSPC:
        raise fault
    _quietly(None)
    sys.stderr.write("error: the output cannot be written: no space left on device\n")
    sys.stderr.flush()
    return Status.FAILED
