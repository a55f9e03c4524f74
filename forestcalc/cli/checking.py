"""The command `check`."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, closing, contextmanager
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from forestcalc.cli.options import Files, Json, Lang, NoColor, NoPacks, Packs, Quiet
from forestcalc.cli.status import Status, worst

if TYPE_CHECKING:
    from forestcalc.checking.junit import JUnit
    from forestcalc.checking.result import GameCheck

FEW = 24
"""Up to so many files are checked in one process: starting others would take as long as they save."""

LARGE = 1_000_000
"""Bytes from which a file is not sent to another process: it may hold any number of games."""


class Format(StrEnum):
    """How differences are printed."""

    TEXT = "text"
    GITHUB = "github"


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("check")(check)


def check(
    files: Files,
    update: Annotated[bool, typer.Option("--update", help="Write the present values into each `expect`.")] = False,
    add: Annotated[
        bool, typer.Option("--add", help="With --update: give every player without an `expect` one.")
    ] = False,
    junit: Annotated[
        Path | None, typer.Option("--junit", metavar="FILE", help="Write a JUnit report for a build server.")
    ] = None,
    format_: Annotated[
        Format, typer.Option("--format", help="github prints annotations for a GitHub workflow.")
    ] = Format.TEXT,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", min=0, help="How many processes work; 0 is as many as are worth it.")
    ] = 0,
    pack: Packs = None,
    no_packs: NoPacks = False,
    json_: Json = False,
    lang: Lang = "en",  # noqa: ARG001 - differences are told in English; scripts pass it everywhere
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Compare games with what their `expect` says, and print each difference.

    A folder is searched for *.yaml, *.yml and *.json.

    Example: forestcalc check games --junit report.xml
    """
    from forestcalc.checking.walk import files_of
    from forestcalc.cli.check_output import CheckOutput
    from forestcalc.cli.packing import use_packs
    from forestcalc.cli.progress import Progress
    from forestcalc.cli.sources import steadily

    _usable(files, update=update, add=add, json_=json_, format_=format_)
    use_packs(pack, no_packs=no_packs, quiet=quiet, no_color=no_color)
    names = list(files_of(files))
    if update:  # what is named twice is written once
        names = list({os.path.realpath(name): name for name in names}.values())
    progress = Progress(len(names), quiet=quiet)
    output = CheckOutput(
        form="json" if json_ else format_.value, updating=update, quiet=quiet, no_color=no_color, progress=progress
    )
    setup = partial(use_packs, pack, no_packs=no_packs, quiet=True, no_color=True)
    statuses: set[Status] = set()
    with ExitStack() as stack:
        report = stack.enter_context(_report(junit)) if junit is not None else None
        stack.callback(progress.clear)
        before = -1
        for index, result in steadily(stack.enter_context(closing(_results(names, update, add, jobs, setup)))):
            statuses.add(Status[result.outcome])
            if report is not None:
                report.add(result, begins=index != before)
            output.add(result, begins=index != before)
            progress.step(index)
            before = index
    output.end()
    raise typer.Exit(worst(statuses))


def _usable(files: list[str], *, update: bool, add: bool, json_: bool, format_: Format) -> None:
    if add and not update:
        raise typer.BadParameter("it goes with --update", param_hint="--add")
    if update and "-" in files:
        raise typer.BadParameter("standard input cannot be written back; name a file", param_hint="--update")
    if json_ and format_ is not Format.TEXT:
        raise typer.BadParameter("it is one or the other: --json or --format", param_hint="--format")


def _results(
    names: list[str], update: bool, add: bool, jobs: int, setup: Callable[[], object]
) -> Generator[tuple[int, GameCheck], None, None]:
    from forestcalc.checking.run import check_named
    from forestcalc.checking.update import update_named

    work = partial(update_named, add=add) if update else check_named
    jobs = jobs or (_cores() if len(names) > FEW else 1)
    if jobs == 1:
        yield from ((index, result) for index, name in enumerate(names) for result in work(name))
        return
    from forestcalc.checking.spread import spread  # multiprocessing takes a while to import

    yield from spread(work, names, jobs, here=_stays, setup=setup)


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _stays(name: str) -> bool:
    """Whether a file is left to the first process: standard input, and what may hold any number of games."""
    if name == "-":
        return True
    try:
        return Path(name).stat().st_size >= LARGE
    except (OSError, ValueError):
        return False


@contextmanager
def _report(path: Path) -> Iterator[JUnit]:
    from forestcalc.checking.junit import JUnit
    from forestcalc.cli.written import named

    try:
        with JUnit(path) as report:
            yield report
    except BrokenPipeError:
        raise
    except OSError as fault:
        reason = (fault.strerror or "it cannot be opened").lower()
        raise typer.BadParameter(f"{named(path)} cannot be written: {reason}", param_hint="--junit") from None
