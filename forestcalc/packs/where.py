"""Where: the places in which packs are looked for. Cheap, since every score command asks."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

VARIABLE = "FORESTCALC_PACKS"
"""The environment variable that lists pack files and folders, separated as in PATH."""

_APP = "forestcalc"
_FOLDER = "packs"


def wants_user_folder(no_packs: bool = False) -> bool:
    """Whether the per-user folder is looked at: not with `--no-packs`, and not where `CI` is set."""
    return not no_packs and not os.environ.get("CI")


def pack_places(paths: Sequence[str], *, user_folder: bool) -> list[str]:
    """Return the files and folders to read, in order: per-user folder, environment variable, *paths*."""
    places = []
    if user_folder and (folder := user_packs()) is not None:
        places.append(folder)
    places += [place for place in os.environ.get(VARIABLE, "").split(os.pathsep) if place]
    places += paths
    return places


def user_packs() -> str | None:
    """Return the per-user folder of packs, or None where there is none."""
    if not _may_exist():
        return None
    folder = user_packs_folder()
    return folder if os.path.isdir(folder) else None  # noqa: PTH112  pathlib is not imported yet, and need not be


def user_packs_folder() -> str:
    """Return where the per-user folder of packs is, or would be."""
    # Importing it takes longer than looking whether its folder can be there at all.
    from platformdirs import user_config_dir

    return os.path.join(user_config_dir(_APP, appauthor=False), _FOLDER)  # noqa: PTH118


def _may_exist() -> bool:
    """Whether the folder can be there, found out without platformdirs where its rules are plain."""
    if sys.platform != "linux" or "ANDROID_DATA" in os.environ:
        return True
    config = os.environ.get("XDG_CONFIG_HOME", "").strip() or os.path.expanduser("~/.config")  # noqa: PTH111
    return os.path.isdir(os.path.join(config, _APP, _FOLDER))  # noqa: PTH112, PTH118
