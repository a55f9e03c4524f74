"""Players: the option `--player` of the commands that show forests one by one."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from forestcalc.cli.output import write
from forestcalc.cli.status import Status

Players = Annotated[
    list[str] | None, typer.Option("--player", metavar="NAME", help="Only the forest of this player; repeatable.")
]


def chosen(names: Sequence[str], wanted: Sequence[str] | None) -> list[str]:
    """Return the *names* that are wanted: the exact ones, else whatever the case of their letters is."""
    if not wanted:
        return list(names)
    folded = {name.casefold() for name in wanted if name not in names}
    return [name for name in names if name in wanted or name.casefold() in folded]


def unknown(wanted: Sequence[str], known: Sequence[str]) -> Status:
    """Say that nobody is called as *wanted*, and who there is; return the exit status for that."""
    from forestcalc.diagnostics.diagnostic import quoted

    names = ", ".join(quoted(name) for name in wanted)
    write(f"error: nobody here is called {names}; the forests are of {', '.join(map(quoted, known))}\n", sys.stderr)
    return Status.FAILED
