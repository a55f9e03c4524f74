"""Walk: what a command line names becomes files: folders are searched, patterns expanded."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from glob import glob, has_magic
from pathlib import Path

from forestcalc.checking.result import GameCheck
from forestcalc.diagnostics.diagnostic import error, quoted

SUFFIXES = (".yaml", ".yml", ".json")
"""The files that a folder is searched for."""

# Keys of a document, as YAML and as JSON; in a pack, `players` is a number below `define`.
_LAYOUT = re.compile(rb"""(?m)^["']?players["']?[ \t]*:|"players"\s*:\s*\{""")
_PACK = re.compile(rb"""(?m)^["']?(?:species|define)["']?[ \t]*:|"(?:species|define)"\s*:\s*\{""")
# What a JSON Schema begins with, such as the one that `init` writes beside a layout.
_SCHEMA = re.compile(rb"""\A(?:\xef\xbb\xbf)?\s*\{\s*"\$schema"\s*:""")


def files_of(names: Iterable[str]) -> Iterator[str]:
    """Yield the files that *names* stand for, in order, those of a folder sorted.

    A folder is searched with all folders in it, but hidden ones; links to folders are not followed. Packs and
    JSON Schemas that lie in it are no games and left out. A pattern (`games/**/*.yaml`) is expanded where no file has
    that very name. A name that stands for nothing is passed on, and so is a folder without games.
    """
    for name in names:
        if name == "-" or (not has_magic(name) and not os.path.isdir(name)):  # noqa: PTH112  it may hold a NUL
            yield name
        elif os.path.isdir(name):  # noqa: PTH112
            yield from _in_folder(name) or [name]
        elif os.path.lexists(name):
            yield name
        else:
            yield from sorted(one for one in glob(name, recursive=True) if not os.path.isdir(one)) or [name]  # noqa: PTH112, PTH207


def nothing_in(name: str) -> GameCheck:
    """Return the result for a folder without games."""
    found = error(
        "file-missing",
        f"there is no game in the folder {quoted(name)}",
        None,
        help=f"a folder is searched for {', '.join('*' + suffix for suffix in SUFFIXES)}",
    )
    return GameCheck(name, 0, None, (), False, diagnostics=(found.placed(name, 0),))


def _in_folder(top: str) -> list[str]:
    found: list[str] = []
    for folder, folders, files in os.walk(top):
        folders[:] = sorted(one for one in folders if not one.startswith("."))
        found += [
            path
            for one in sorted(files)
            if one.lower().endswith(SUFFIXES) and not one.startswith(".")
            if os.path.isfile(path := os.path.join(folder, one))  # noqa: PTH113, PTH118  names stay as they were given
            if not _is_no_game(path)
        ]
    return found


def _is_no_game(path: str) -> bool:
    try:
        with Path(path).open("rb") as file:
            beginning = file.read(1 << 16)
    except OSError:
        return False
    if _SCHEMA.match(beginning):
        return True
    return _LAYOUT.search(beginning) is None and _PACK.search(beginning) is not None
