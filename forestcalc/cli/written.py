"""Written files: what the commands that write one have in common; a file that is there is only replaced by force."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import typer


def check_output(path: Path | None, force: bool, option: str = "-o") -> None:
    """Refuse a file that is there, before any work is done; None is standard output."""
    if path is not None and not force and os.path.lexists(path):
        raise typer.BadParameter(
            f"{named(path)} is there already: name a new file, or add --force to replace it", param_hint=option
        )


def write_output(path: Path, text: str, force: bool, option: str = "-o") -> None:
    """Write a file in one go; one that cannot be written is a wrong command line."""
    from forestcalc.source.writing import write_whole

    check_output(path, force, option)
    try:
        write_whole(path, text.encode("utf-8", "backslashreplace"))
    except (OSError, ValueError) as fault:
        reason = (getattr(fault, "strerror", None) or "it cannot be opened").lower()
        raise typer.BadParameter(f"{named(path)} cannot be written: {reason}", param_hint=option) from None


def print_file(text: str) -> None:
    """Print what is to become a file: where no person reads it, as UTF-8 whatever the locale is."""
    from forestcalc.cli.output import write

    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None or sys.stdout.isatty():
        write(text)
        return
    sys.stdout.flush()
    buffer.write(text.encode("utf-8", "backslashreplace"))
    buffer.flush()


def named(path: Path) -> str:
    """Return the name of a file, safe to show."""
    from forestcalc.diagnostics.diagnostic import shown

    return shown(str(path), 200)
