"""Packs of a command: loaded before anything else, so that every part of it sees them."""

from __future__ import annotations

import sys

import typer

from forestcalc.catalogue import store
from forestcalc.cli.status import Status
from forestcalc.packs import LoadedPacks, load_packs, wants_user_folder


def use_packs(paths: list[str] | None, *, no_packs: bool, quiet: bool, no_color: bool) -> LoadedPacks:
    """Load the packs that a command is to use; what is wrong with them is printed and ends the command."""
    packs = load_packs(paths or (), user_folder=wants_user_folder(no_packs))
    wanted = [one for one in packs.diagnostics if one.is_error or not quiet]
    if wanted:
        from forestcalc.report.diagnostics import print_diagnostics

        print_diagnostics(wanted, packs.sources, sys.stderr, color=not no_color and sys.stderr.isatty())
    if not packs.is_valid:
        raise typer.Exit(Status.INVALID)
    if packs.packs or store.is_laid_over():  # what an earlier call in this process used does not stay
        packs.use()
    return packs
