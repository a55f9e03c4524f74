"""Packs: YAML files by which players add species, rules, names or whole games.

`load_packs` is cheap where no pack is in use: nothing of the checker is imported then.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike

from forestcalc.packs.loaded import NO_PACKS, LoadedPacks, Pack
from forestcalc.packs.where import pack_places, wants_user_folder

__all__ = ["NO_PACKS", "LoadedPacks", "Pack", "load_packs", "wants_user_folder"]


def load_packs(paths: Iterable[str | PathLike[str]] = (), *, user_folder: bool) -> LoadedPacks:
    """Load the packs of the per-user folder, of FORESTCALC_PACKS and of *paths*, in this order.

    A path is a file or a folder. Nothing raises for what the files hold: the result has the diagnostics, and is
    not to be used where one is an error. With *user_folder* false, the per-user folder is left alone.
    """
    places = pack_places([str(path) for path in paths], user_folder=user_folder)
    if not places:
        return NO_PACKS
    from forestcalc.packs.load import read_packs  # the checker, which only packs need

    return read_packs(places)
