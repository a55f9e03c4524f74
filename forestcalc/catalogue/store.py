"""The store: the compiled packs inside the package, built from `cards/` and never older than it."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from forestcalc.catalogue.compile import FORMAT, Raw, index_game, merge_packs

DATA = Path(__file__).resolve().parent.parent / "data"
_CHECKOUT = DATA.parent.parent
CARDS = _CHECKOUT / "cards"
_INDEX = "index.json"

_cache: dict[str, Raw] = {}
_laid_over: list[str] = []


def is_checkout() -> bool:
    """Whether the packs lie as YAML beside the package, as in a clone; a wheel only carries the compiled data."""
    return (CARDS / "forest-shuffle" / "game.yaml").is_file() and (_CHECKOUT / "pyproject.toml").is_file()


def pack_files(folder: Path = CARDS) -> list[Path]:
    """Return the pack files of *folder* in loading order: of each game `game.yaml` first, then its boxes."""
    return sorted(folder.glob("*/*.yaml"), key=lambda path: (path.parent.name, path.name != "game.yaml", path.name))


def fingerprint(files: list[Path]) -> list[list[Any]]:
    """Return size and time of change of each file: cheap enough to be compared on every call."""
    stats = [(path, path.stat()) for path in files]
    return [[f"{path.parent.name}/{path.name}", stat.st_size, stat.st_mtime_ns] for path, stat in stats]


def read_yaml(path: Path) -> Raw:
    """Read a pack file as plain values (positions are only needed where a pack is checked)."""
    from ruamel.yaml import YAML  # heavy, and only needed when packs are compiled

    value: Raw = YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8"))
    return value


def build(target: Path = DATA, folder: Path = CARDS) -> None:
    """Compile the packs of *folder* into *target*: two files a game and an index that knows their state."""
    files = pack_files(folder)
    state = fingerprint(files)
    games = merge_packs(_in_box_order([read_yaml(path) for path in files]))
    target.mkdir(exist_ok=True)
    listing: Raw = {"format": FORMAT, "files": state, "games": {}}
    for id, game in games.items():
        core, texts = index_game(game)
        _write(target / f"{id}.json", core)
        _write(target / f"{id}.texts.json", texts)
        listing["games"][id] = {"title": game["title"], "names": game["names"]}
    _write(target / _INDEX, listing)


def _in_box_order(packs: list[Raw]) -> list[Raw]:
    order = {pack["game"]: pack["define"]["boxes"] for pack in packs if "define" in pack}

    def position(pack: Raw) -> tuple[str, int]:
        boxes = order.get(pack["game"], [])
        box = pack.get("box")
        return pack["game"], -1 if box is None else boxes.index(box) if box in boxes else len(boxes)

    return sorted(packs, key=position)


def _write(path: Path, value: Raw) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_text(json.dumps(value, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    beside.replace(path)


def _read(name: str) -> Raw:
    if name not in _cache:
        value: Raw = json.loads((DATA / name).read_bytes())
        _cache[name] = value
    return _cache[name]


def listing() -> Raw:
    """Return the games that the package knows: id -> title and names. In a checkout, stale data is rebuilt first."""
    if _INDEX in _cache:
        return _cache[_INDEX]
    if is_checkout() and not _is_fresh():
        build()
    return _read(_INDEX)


def _is_fresh() -> bool:
    try:
        stored = json.loads((DATA / _INDEX).read_bytes())
    except (OSError, ValueError):
        return False
    fresh = bool(stored.get("format") == FORMAT and stored["files"] == fingerprint(pack_files()))
    if fresh:
        _cache[_INDEX] = stored
    return fresh


def core(game: str) -> Raw:
    """Return the compiled data of *game* that scoring needs. KeyError for an unknown game."""
    if game not in listing()["games"]:
        raise KeyError(game)
    return _read(f"{game}.json")


def is_laid_over() -> bool:
    """Whether games of packs stand for shipped ones."""
    return bool(_laid_over)


def lay_over(games: Mapping[str, tuple[Mapping[str, Any], Mapping[str, Any]]]) -> None:
    """Let these games (id -> core and texts) stand for the shipped ones in this process; an empty mapping undoes it.

    This is how the packs of a user come into every command alike. Catalogues made before keep what they have.
    """
    for name in _laid_over:
        _cache.pop(name, None)
    _laid_over.clear()
    shipped = listing()
    known = dict(shipped["games"])
    for id, (core_, texts_) in games.items():
        known[id] = {"title": core_["title"], "names": core_["names"]}
        for name, value in ((f"{id}.json", core_), (f"{id}.texts.json", texts_)):
            _cache[name] = dict(value)
            _laid_over.append(name)
    if games:
        _cache[_INDEX] = {**shipped, "games": known}
        _laid_over.append(_INDEX)


def texts(game: str) -> Raw:
    """Return the texts of *game*: effects, names, sources, confidence."""
    if game not in listing()["games"]:
        raise KeyError(game)
    return _read(f"{game}.texts.json")
