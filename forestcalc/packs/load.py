"""Load: pack files and folders become checked packs."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from forestcalc.catalogue import store
from forestcalc.diagnostics.diagnostic import Diagnostic, Span, error, quoted
from forestcalc.packs.check import Checked, check_pack, game_of, incomplete
from forestcalc.packs.known import child
from forestcalc.packs.loaded import LoadedPacks, Pack
from forestcalc.packs.merge import unindexed
from forestcalc.packs.places import key_place
from forestcalc.source import Document, documents, read_source
from forestcalc.source.nodes import Node, Scalar
from forestcalc.source.nodes import Sequence as NodeList

SIZE_LIMIT = 1_000_000
"""How many characters a pack may have."""

FILE_LIMIT = 100
"""How many files a folder of packs may hold."""

_SUFFIXES = (".yaml", ".yml", ".json")

Raw = dict[str, Any]


class _Games(Mapping[str, Raw]):
    """Games by id as packs see them: shipped ones are only taken apart when asked for."""

    def __init__(self) -> None:
        self.merged: dict[str, Raw] = {}
        self.shipped = store.listing()["games"]

    def __getitem__(self, id: str) -> Raw:
        if id not in self.merged:
            self.merged[id] = unindexed(store.core(id), store.texts(id))
        return self.merged[id]

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*self.shipped, *self.merged)))

    def __len__(self) -> int:
        return len(list(iter(self)))


def template() -> str:
    """Return a commented pack to begin with."""
    return (Path(__file__).parent / "template.yaml").read_text(encoding="utf-8")


@dataclass(frozen=True, slots=True)
class _Read:
    """A pack file that was read: its node (None where that failed), and what was found so far."""

    name: str
    node: Node | None
    found: tuple[Diagnostic, ...]
    text: str = ""


def read_packs(places: Iterable[str | Path]) -> LoadedPacks:
    """Read and check the packs at *places*, files or folders, in order; each sees those before it.

    They may refer to one another in any order. Nothing raises for what the files hold. A file that is named twice is
    read once.
    """
    games = _Games()
    found: list[Diagnostic] = []
    read: dict[str, _Read] = {}
    for name in _files(places, found):
        real = name if name == "-" else os.path.realpath(name)
        if real not in read:
            read[real] = _read(name)
    return _checked(_in_box_order(list(read.values())), games, found)


def check_text(text: str, games: Mapping[str, Raw] | None = None) -> Checked:
    """Check the pack that *text* is against *games*, merged games by id (by default those that are shipped)."""
    return _check(_parsed("", text), _Games() if games is None else games, ())


def _checked(read: list[_Read], games: _Games, found: list[Diagnostic]) -> LoadedPacks:
    packs: list[Pack] = []
    sources = {**dict.fromkeys((one.file for one in found), ""), **{one.name: one.text for one in read}}
    defined: dict[str, _Read] = {}
    nodes = [one.node for one in read if one.node is not None]
    for one in read:
        checked = _check(one, games, nodes)
        found += [fault.placed(one.name, fault.document) for fault in checked.diagnostics]
        if checked.pack is None or checked.game is None:
            continue
        id = str(checked.pack["game"])
        if id not in games.shipped:
            defined.setdefault(id, one)
        games.merged[id] = checked.game
        packs.append(_pack(one.name, checked.pack))
    found = [fault for fault in found if not _is_completed(fault, packs, games)]
    if not any(fault.is_error for fault in found):
        found += _incomplete_games(games, defined)
    return LoadedPacks(tuple(packs), tuple(found), sources)


def _is_completed(fault: Diagnostic, packs: list[Pack], games: _Games) -> bool:
    """Whether *fault* warns of a species without a rule that a later pack completes."""
    if fault.code != "pack-no-rule":
        return False
    game = next((pack.game for pack in packs if pack.file == fault.file), None)
    species = games[game]["species"].get(str(fault.path[1]), {}) if game is not None else {}
    return "rule" in species or "set" in species


def _check(read: _Read, games: Mapping[str, Raw], beside: Sequence[Node]) -> Checked:
    if read.node is None:
        return Checked(None, read.found)
    checked = check_pack(read.node, games, beside)
    sound = not any(fault.is_error for fault in read.found)
    return Checked(
        checked.pack if sound else None, (*read.found, *checked.diagnostics), checked.game if sound else None
    )


def _in_box_order(read: list[_Read]) -> list[_Read]:
    """Sort packs of a game that one of them defines: that one first, then its boxes; all else stays in order."""
    order: dict[str | None, list[str]] = {}
    for one in read:
        boxes = child(child(one.node, "define"), "boxes")
        if one.node is not None and isinstance(boxes, NodeList):
            order[game_of(one.node)] = [box.text for box in boxes.items if isinstance(box, Scalar)]

    def position(one: _Read) -> int:
        boxes = order.get(game_of(one.node)) if one.node is not None else None
        if boxes is None:
            return 0
        if child(one.node, "define") is not None:
            return -1
        box = child(one.node, "box")
        name = box.text if isinstance(box, Scalar) else ""
        return boxes.index(name) if name in boxes else len(boxes)

    return sorted(read, key=position)


def _files(places: Iterable[str | Path], found: list[Diagnostic]) -> Iterator[str]:
    for place in places:
        if str(place) == "-" or not Path(place).is_dir():
            yield str(place)
            continue
        files = _folder(Path(place))
        if len(files) > FILE_LIMIT:
            message = f"the folder {quoted(place)} holds more than {FILE_LIMIT} packs"
            found.append(
                error("pack-too-large", message, None, help="name the files that you want").placed(str(place), 0)
            )
            continue
        yield from files


def _folder(folder: Path) -> list[str]:
    """Return the packs in *folder* and the folders in it: `game.yaml` before the boxes of its game."""
    paths = [path for pattern in ("*", "*/*") for path in folder.glob(pattern) if path.suffix.lower() in _SUFFIXES]
    wanted = [path for path in paths if not path.name.startswith(".") and path.is_file()]
    return [str(path) for path in sorted(wanted, key=lambda path: (str(path.parent), path.stem != "game", path.name))]


def _read(name: str) -> _Read:
    text, faults = read_source(name)
    return _Read(name, None, faults) if text is None else _parsed(name, text)


def _parsed(name: str, text: str) -> _Read:
    if len(text) > SIZE_LIMIT:
        message = f"a pack has at most {SIZE_LIMIT:,} characters, here are {len(text):,}"
        return _Read(name, None, (error("pack-too-large", message, Span(1, 1, 1), help="split it"),), text)
    first, *more = _first_two(text)
    found = tuple(_reworded(one) for one in first.diagnostics)
    if more:
        message = "a file holds one pack, here a second document begins"
        span = more[0].node.span if more[0].node is not None else None
        found = (*found, error("pack-several-documents", message, span, help="give each pack its own file"))
    return _Read(name, first.node, found, text)


def _first_two(text: str) -> Iterator[Document]:
    # A pack holds many more values than a game; that it has no more characters was seen already.
    for number, document in enumerate(documents(text, values=SIZE_LIMIT)):
        yield document
        if number == 1:
            return


def _reworded(found: Diagnostic) -> Diagnostic:
    """Return a finding about YAML in words for a pack, where the reader speaks of games."""
    if found.code == "document-empty":
        help = "`forestcalc pack new` writes a pack to begin with"
        return replace(found, code="pack-empty", message="there is no pack here", help=help)
    return replace(
        found,
        message=found.message.replace("part of a layout", "part of a pack"),
        help=found.help and found.help.replace("a layout needs", "a pack needs"),
    )


def _pack(name: str, value: Raw) -> Pack:
    box = value.get("box")
    title = value.get("title") or box or value.get("define", {}).get("title") or value["game"]
    return Pack(name, value["game"], box, title, bool(value.get("override")), value)


def _incomplete_games(games: _Games, defined: Mapping[str, _Read]) -> list[Diagnostic]:
    found = []
    for id, read in defined.items():
        for missing in incomplete(games[id]):
            message = f"the game {quoted(id)} lacks {missing}"
            help = "add it to one of the game's packs"
            span = key_place(read.node, ("game",)) if read.node is not None else None
            found.append(error("pack-game-incomplete", message, span, path=("game",), help=help).placed(read.name, 0))
    return found
