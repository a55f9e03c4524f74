"""Merge: a checked pack is laid over a game, and every change of what was there already is reported."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from forestcalc.catalogue.compile import index_game, merge_packs
from forestcalc.diagnostics.diagnostic import Path

Raw = dict[str, Any]

TEXTS = ("effect", "bonus", "effect_notes", "effect_confidence", "confidence", "sources", "doubts")
"""What scoring never needs: a pack may fill it in, but not replace it."""

_SETTLED = ("title", "players")
_TABLES = ("hosts", "sides", "counts", "types", "symbols", "rulings")


@dataclass(frozen=True, slots=True)
class Change:
    """Something that was there already and is another now; `card` tells cards, sets and caves from the game."""

    path: Path
    what: str
    card: bool = True


def empty_game(id: str) -> Raw:
    """Return a game without anything."""
    return merge_packs([{"game": id}])[id]


def unindexed(core: Mapping[str, Any], texts: Mapping[str, Any]) -> Raw:
    """Return a copy of a compiled game as one structure, as it was before its texts were split off."""
    game: Raw = json.loads(json.dumps(core))
    apart: Raw = json.loads(json.dumps(texts))
    for id, species in game["species"].items():
        species["texts"] = apart["species"].get(id, {})
    for id, cave in game["caves"].items():
        cave.update(apart["caves"].get(id, {}))
    game["sources"] = apart["sources"]
    return game


def extend(
    core: Mapping[str, Any] | None, texts: Mapping[str, Any] | None, packs: Iterable[Mapping[str, Any]]
) -> tuple[Raw, Raw]:
    """Return the compiled game with *packs* laid over it, in order; the arguments stay as they are.

    *packs* are checked plain values of one game, at least one; *core* and *texts* are None for a game that the
    first pack defines.
    """
    packs = list(packs)
    game = empty_game(str(packs[0]["game"])) if core is None or texts is None else unindexed(core, texts)
    for pack in packs:
        merge(game, json.loads(json.dumps(pack)))
    return index_game(game)


def merge(game: Raw, pack: Raw) -> list[Change]:
    """Lay *pack* over *game*, which is changed, and return what was there already and is another now."""
    return _Merge(game, pack).run()


class _Merge:
    def __init__(self, game: Raw, pack: Raw) -> None:
        self.game = game
        self.pack = pack
        self.box: str | None = pack.get("box")
        self.changes: list[Change] = []

    def run(self) -> list[Change]:
        self.define(self.pack.get("define", {}))
        self.table(self.game["rulings"], self.pack.get("rulings", {}), ("rulings",))
        self.fill(self.game["sources"], self.pack.get("sources", {}))
        if self.box is not None:
            self.add_box(self.box)
        for id, species in self.pack.get("species", {}).items():
            self.species(id, species)
        for id, set_ in self.pack.get("sets", {}).items():
            if id in self.game["sets"]:
                self.entry(self.game["sets"][id], set_, ("sets", id), card=True)
            else:
                self.game["sets"][id] = set_
        for id, cave in self.pack.get("caves", {}).items():
            if id in self.game["caves"]:
                self.texts(self.game["caves"][id], cave, ("caves", id))
                self.entry(self.game["caves"][id], cave, ("caves", id), card=True)
            else:
                self.game["caves"][id] = {"box": self.box, **cave}
        if self.box is not None and "cards" in self.pack:
            self.cards(self.box, self.pack["cards"])
        return self.changes

    def change(self, path: Path, what: str, *, card: bool) -> None:
        self.changes.append(Change(path, what, card))

    # -- the game -------------------------------------------------------------------------------------------

    def define(self, define: Raw) -> None:
        game, is_new = self.game, not self.game["boxes"]
        for name in _SETTLED:
            if name in define and define[name] != game[name]:
                if not is_new:
                    self.change(("define", name), name, card=False)
                game[name] = define[name]
        add_names(game, define)
        for box in define.get("boxes", []):
            if box not in game["boxes"]:
                game["boxes"].append(box)
        self.setup(define.get("setup", []))
        for name in _TABLES:
            self.table(game[name], define.get(name, {}), ("define", name))
        self.fill(game["sources"], define.get("sources", {}))

    def setup(self, rows: list[Raw]) -> None:
        for number, row in enumerate(rows):
            same = [old for old in self.game["setup"] if set(old["boxes"]) == set(row["boxes"])]
            if same and same[0]["removed"] != row["removed"]:
                self.change(("define", "setup", number, "removed"), "removed", card=False)
                same[0].update(row)
            elif not same:
                self.game["setup"].append(row)

    def table(self, old: Raw, new: Raw, path: Path) -> None:
        for id, entry in new.items():
            if id in old:
                self.entry(old[id], entry, (*path, id), card=False)
            else:
                old[id] = {"names": {}, **entry} if path[-1] in ("types", "symbols") else entry

    def fill(self, old: Raw, new: Raw) -> None:
        for name, value in new.items():
            old.setdefault(name, value)

    def entry(self, old: Raw, new: Raw, path: Path, *, card: bool) -> None:
        """Take over the fields of *new*; all but names and texts are changes where they differ."""
        add_names(old, new)
        for name, value in new.items():
            if name == "names" or (card and name in TEXTS) or _same(old.get(name), value):
                continue
            self.change((*path, name), name, card=card)
            old[name] = value

    def texts(self, old: Raw, new: Raw, path: Path) -> None:
        for name in TEXTS:
            if name not in new:
                continue
            if old.get(name) not in (None, new[name]):
                self.change((*path, name), name, card=True)
            old[name] = new[name]

    def add_box(self, box: str) -> None:
        game = self.game
        is_new = box not in game["box_info"]
        info = game["box_info"].setdefault(box, {"title": box, "names": {}})
        if box not in game["boxes"]:
            game["boxes"].append(box)
        title = self.pack.get("title")
        if title is not None and title != info["title"]:
            if not is_new:
                self.change(("title",), "title", card=False)
            info["title"] = title
        add_names(info, self.pack)

    def cards(self, box: str, new: Raw) -> None:
        old = self.game["cards"].get(box)
        if old is None:
            self.game["cards"][box] = {"complete": False, "split": [], **new}
            return
        sure = {} if new.get("certain", True) else {"sure": False}
        old["split"] = [*old.get("split", []), *({**card, **sure} for card in new.get("split", []))]
        old["complete"] = bool(old.get("complete")) and bool(new.get("complete"))

    # -- species --------------------------------------------------------------------------------------------

    def species(self, id: str, new: Raw) -> None:
        known = id in self.game["species"]
        entry = self.game["species"].setdefault(id, {"prints": [], "texts": {}})
        path: Path = ("species", id)
        self.species_texts(entry["texts"], new, path)
        self.rule(entry, new, path)
        for name, value in new.items():
            if name in ("prints", "names", "rule", "set", "types", "cost") or name in TEXTS:
                continue
            if known and not _same(entry.get(name), value):
                self.change((*path, name), name, card=True)
            if not known or not _same(entry.get(name), value):
                entry[name] = value
        if "prints" in new:
            self.prints(entry, new, path)
        for name in ("types", "cost"):
            if name in new and name not in entry:
                entry[name] = new[name]
            elif name in new and "prints" not in new:
                self.field_of_prints(entry, name, new[name], path)

    def species_texts(self, boxes: Raw, new: Raw, path: Path) -> None:
        given = {name: new[name] for name in (*TEXTS, "names") if name in new}
        if not given:
            return
        # Without a box of its own, a pack speaks of the card where it first appeared.
        box = self.box if self.box is not None else next(iter(boxes), "")
        texts = boxes.setdefault(box, {})
        add_names(texts, given)
        self.texts(texts, given, path)

    def rule(self, entry: Raw, new: Raw, path: Path) -> None:
        for name, other in (("rule", "set"), ("set", "rule")):
            if name not in new:
                continue
            if (name in entry and entry[name] != new[name]) or other in entry:
                self.change((*path, name), name, card=True)
            entry.pop(other, None)
            entry[name] = new[name]

    def prints(self, entry: Raw, new: Raw, path: Path) -> None:
        prints = [
            {
                "box": self.box,
                **print_,
                "types": print_.get("types", new.get("types", entry.get("types", []))),
                "cost": print_.get("cost", new.get("cost", entry.get("cost"))),
            }
            for print_ in new["prints"]
        ]
        own = [print_ for print_ in entry["prints"] if print_["box"] == self.box]
        if own == prints:
            return
        if own:
            self.change((*path, "prints"), "prints", card=True)
            entry["prints"] = [print_ for print_ in entry["prints"] if print_["box"] != self.box]
        entry["prints"].extend(prints)

    def field_of_prints(self, entry: Raw, name: str, value: Any, path: Path) -> None:
        prints = [print_ for print_ in entry["prints"] if self.box in (None, print_["box"])]
        if not prints:
            prints = entry["prints"]
        differing = [print_ for print_ in prints if print_.get(name) != value]
        if any(print_.get(name) is not None for print_ in differing) or (not prints and entry[name] != value):
            self.change((*path, name), name, card=True)
        for print_ in differing:
            print_[name] = value
        if len(prints) == len(entry["prints"]):
            entry[name] = value


def add_names(old: Raw, new: Mapping[str, Any]) -> None:
    """Add the names of *new* to those of *old*, by language."""
    if "names" not in new:
        return
    known = old.setdefault("names", {})
    for language, names in new["names"].items():
        entry = known.setdefault(language, [])
        entry.extend(name for name in names if name not in entry)


def _same(old: Any, new: Any) -> bool:
    # A key that is left out means the same as one that says no.
    return bool(old == new) or (old is None and new in (False, [], {}))
