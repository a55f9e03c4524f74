"""Shared forests: what one share code holds, in our ids, read from its JSON."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from forestcalc.catalogue.catalogue import Catalogue, catalogue
from forestcalc.catalogue.model import NO_SYMBOL
from forestcalc.diagnostics.diagnostic import Diagnostic, Path, Span, error, quoted
from forestcalc.exchange.app_names import AppNames, app_names
from forestcalc.exchange.packing import CodeFault, unpacked

MOST_FAULTS = 20
"""After so many faults of one code the rest is not worth reading."""

_MOST_CAVE_CARDS = 1000


@dataclass(frozen=True, slots=True)
class SharedCard:
    """A card of a code: species, box and tree symbol by our ids; the symbol is None for a card that lies face down."""

    species: str
    box: str
    symbol: str | None


@dataclass(frozen=True, slots=True)
class SharedHost:
    """A host with the cards at its sides; cards of one side share its slot, in the order of the code."""

    card: SharedCard
    sides: Mapping[str, tuple[SharedCard, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedForest:
    """The forest of one player: `boxes` are those chosen for the game, `cave` the id of the cave."""

    name: str
    boxes: tuple[str, ...]
    hosts: tuple[SharedHost, ...]
    cave: str
    cave_cards: int


@dataclass(frozen=True, slots=True)
class ReadCode:
    """What came of a code: the forest, unless something is wrong with it, and what that is."""

    forest: SharedForest | None
    diagnostics: tuple[Diagnostic, ...] = ()


def read_code(code: str, *, file: str = "", span: Span | None = None) -> ReadCode:
    """Read one share code; nothing raises, whatever it holds.

    *file* and *span* say where it was found. The path of a diagnostic leads into the JSON of the code.
    """
    try:
        value = unpacked(code)
    except CodeFault as fault:
        found = error(fault.code, fault.message, span, help=fault.help)
        return ReadCode(None, (found.placed(file, 0),))
    reader = _Reader(app_names())
    forest = reader.forest(value)
    faults = tuple(replace(one, span=span, file=file) for one in reader.faults)
    return ReadCode(None if faults else forest, faults)


class _TooMany(Exception):  # noqa: N818  ends the reading of one code
    pass


class _Reader:
    def __init__(self, names: AppNames) -> None:
        self.names = names
        self.cards: Catalogue = catalogue(names.game)
        self.boxes: tuple[str, ...] = ()
        self.faults: list[Diagnostic] = []
        self.version = ""

    def forest(self, value: Any) -> SharedForest | None:
        try:
            return self._forest(value)
        except _TooMany:
            return None

    def _forest(self, value: Any) -> SharedForest | None:
        top = self.mapping(value, (), ("gameBoxes", "player"))
        if top is None:
            return None
        if isinstance(version := top.get("appVersion"), str):
            self.version = version
        self.boxes = self.game_boxes(top["gameBoxes"])
        player = self.mapping(top["player"], ("player",), ("name", "forest"))
        if player is None:
            return None
        name = self.text(player["name"], ("player", "name"))
        path: Path = ("player", "forest")
        forest = self.mapping(player["forest"], path, ("woodyPlants", "cave"))
        if forest is None or name is None:
            return None
        plants = self.listing(forest["woodyPlants"], (*path, "woodyPlants"))
        hosts = [self.host(plant, (*path, "woodyPlants", number)) for number, plant in enumerate(plants)]
        cave, cards = self.cave(forest["cave"], (*path, "cave"))
        whole = tuple(host for host in hosts if host is not None)
        return SharedForest(name=name, boxes=self.boxes, hosts=whole, cave=cave, cave_cards=cards)

    # -- parts ------------------------------------------------------------------------------------------------

    def game_boxes(self, value: Any) -> tuple[str, ...]:
        items = self.listing(value, ("gameBoxes",))
        boxes = [
            self.known(item, ("gameBoxes", number), "game box", self.names.boxes) for number, item in enumerate(items)
        ]
        # The first box is part of every game.
        return tuple(dict.fromkeys((self.cards.all_boxes[0], *(box for box in boxes if box is not None))))

    def host(self, value: Any, path: Path) -> SharedHost | None:
        plant = self.mapping(value, path, ("name", "gameBox", "dwellers"))
        if plant is None:
            return None
        card = self.card(plant, path, host=True)
        sides: dict[str, list[SharedCard]] = {}
        for number, dweller in enumerate(self.listing(plant["dwellers"], (*path, "dwellers"))):
            here = (*path, "dwellers", number)
            entry = self.mapping(dweller, here, ("name", "gameBox", "treeSymbol", "position"))
            if entry is None:
                continue
            side = self.known(entry["position"], (*here, "position"), "position", self.names.positions)
            found = self.card(entry, here, host=False, side=side)
            if found is not None and side is not None:
                sides.setdefault(side, []).append(found)
        return SharedHost(card, {side: tuple(cards) for side, cards in sides.items()}) if card is not None else None

    def card(self, value: Mapping[str, Any], path: Path, *, host: bool, side: str | None = None) -> SharedCard | None:
        id = self.known(value["name"], (*path, "name"), "card", self.names.species)
        box = self.known(value["gameBox"], (*path, "gameBox"), "game box", self.names.boxes)
        # Up to 0.4.1 of the app a sapling has no such key at all.
        shown = value.get("treeSymbol")
        symbol = None
        if shown is not None:
            symbol = self.known(shown, (*path, "treeSymbol"), "tree symbol", self.names.symbols)
            if symbol is None:
                return None
        if id is None or box is None:
            return None
        species = self.cards.species(id)
        if species.is_host is not host:
            self.fault(
                "share-code-shape",
                f"{quoted(value['name'])} is {'no host' if host else 'a host, and lies at no side of one'}",
                path,
            )
            return None
        if species.face_down and symbol is None:
            return SharedCard(id, box, None)
        if not host and side is None:
            return None
        if not any(
            print_.box == box and print_.symbol == (symbol or NO_SYMBOL) and (host or print_.fits_side(side or ""))
            for print_ in species.prints
        ):
            where = "" if host else f" on the {side}"
            self.fault(
                "share-code-no-such-card",
                f"no {quoted(species.name)} of `{box}` shows {f'`{symbol}`' if symbol else 'no tree symbol'}{where}",
                path,
            )
            return None
        if box not in self.boxes:
            self.fault(
                "share-code-no-such-card",
                f"{quoted(species.name)} is from `{box}`, which is not among the boxes of the code",
                path,
            )
            return None
        return SharedCard(id, box, symbol)

    def cave(self, value: Any, path: Path) -> tuple[str, int]:
        entry = self.mapping(value, path, ("name", "cardCount"))
        if entry is None:
            return "", 0
        cave = self.known(entry["name"], (*path, "name"), "cave", self.names.caves)
        count = entry["cardCount"]
        if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= _MOST_CAVE_CARDS:
            self.fault("share-code-shape", f"{quoted(_brief(count))} is no number of cave cards", (*path, "cardCount"))
            return "", 0
        if cave is not None and self.cards.caves[cave].box not in self.boxes:
            self.fault(
                "share-code-no-such-card",
                f"{quoted(self.cards.caves[cave].name)} is from `{self.cards.caves[cave].box}`, "
                "which is not among the boxes of the code",
                path,
            )
        return cave or "", count

    # -- shapes -----------------------------------------------------------------------------------------------

    def mapping(self, value: Any, path: Path, keys: tuple[str, ...]) -> dict[str, Any] | None:
        if not isinstance(value, dict):
            self.wrong(value, path, "an object")
            return None
        missing = [key for key in keys if key not in value]
        if missing:
            self.fault("share-code-shape", f"`{missing[0]}` is missing in {_place(path)}", path)
            return None
        return value

    def listing(self, value: Any, path: Path) -> list[Any]:
        if isinstance(value, list):
            return value
        self.wrong(value, path, "a list")
        return []

    def text(self, value: Any, path: Path) -> str | None:
        if isinstance(value, str):
            return value
        self.wrong(value, path, "a text")
        return None

    def known(self, value: Any, path: Path, what: str, table: Mapping[str, str]) -> str | None:
        name = self.text(value, path)
        if name is None:
            return None
        id = table.get(name)
        if id is None:
            self.fault("share-code-unknown-name", f"{quoted(name)} is no {what} of {self.names.app}", path)
        return id

    def wrong(self, value: Any, path: Path, wanted: str) -> None:
        self.fault("share-code-shape", f"{_place(path)} is {quoted(_brief(value))}, not {wanted}", path)

    def fault(self, code: str, message: str, path: Path) -> None:
        self.faults.append(error(code, message, None, path=path, help=self.help()))
        if len(self.faults) >= MOST_FAULTS:
            raise _TooMany

    def help(self) -> str:
        if self.version and self.version != self.names.version:
            return (
                f"the code was made by version {quoted(self.version)} of the app, the names known here are those of "
                f"`{self.names.version}`: check that forestcalc is up to date"
            )
        return "make the code anew in the app"


def _place(path: Path) -> str:
    return f"`{'.'.join(str(part) for part in path)}`" if path else "the code"


def _brief(value: Any) -> str:
    if isinstance(value, dict):
        return "{…}" if value else "{}"
    if isinstance(value, list):
        return "[…]" if value else "[]"
    if isinstance(value, (bool, type(None))):
        return {True: "true", False: "false", None: "null"}[value]
    if isinstance(value, int):
        return str(value) if abs(value) < 10**30 else "a huge number"
    return str(value)
