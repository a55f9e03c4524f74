"""Meaning: what the shape of a pack cannot tell, such as a dweller with slots or a species without a rule."""

from __future__ import annotations

from collections.abc import Mapping as MappingType
from typing import Any

from forestcalc.catalogue.model import EITHER_SIDE
from forestcalc.diagnostics.diagnostic import Path, quoted
from forestcalc.packs.card_checks import check_cards
from forestcalc.packs.faults import Faults, did_you_mean
from forestcalc.packs.known import child, entries
from forestcalc.packs.places import key_place, place
from forestcalc.packs.rule_checks import check_rule
from forestcalc.source.nodes import Node

Raw = dict[str, Any]

MOST_MEASURES = 2000
"""How many measures all rules of a pack may have."""

_DWELLER_KEYS = ("slot", "proxy_of_host")
_HOST_KEYS = ("face_down", "slots", "only", "doubles", "below")
_NEW_GAME = ("title", "boxes", "hosts", "types", "symbols")
_NEW_SPECIES = ("name", "kind")


class MeaningChecker:
    """Checks what the shape checker made of one pack; *game* is None for a game that the pack defines."""

    def __init__(self, root: Node, pack: Raw, game: MappingType[str, Any] | None, faults: Faults) -> None:
        self.root = root
        self.pack = pack
        self.game = game
        self.faults = faults
        self.box: str | None = pack.get("box")

    def run(self) -> Raw:
        """Report what is wrong, and return the pack without the species, sets and caves that are."""
        sound = dict(self.pack)
        self.check_game()
        measures = 0
        for part, check in (("species", self.check_species), ("sets", self.check_set), ("caves", self.check_cave)):
            kept = {}
            for id, entry in self.pack.get(part, {}).items():
                before = len(self.faults.found)
                measures += check(id, entry)
                if not any(found.is_error for found in self.faults.found[before:]):
                    kept[id] = entry
            if part in self.pack:
                sound[part] = kept
        if measures > MOST_MEASURES:
            message = f"the rules of a pack take at most {MOST_MEASURES:,} measures, here are {measures:,}"
            self.report("pack-too-large", message, ("species",), "split the pack")
        if "cards" in self.pack:
            self.check_split_cards(sound)
        return sound

    def report(self, code: str, message: str, path: Path, help: str | None = None) -> None:
        """Add an error at the key that *path* leads to."""
        self.faults.add(code, message, key_place(self.root, path), path, help)

    def report_half(self, code: str, message: str, path: Path, help: str | None = None) -> None:
        """Add an error at the value at *path* where it is a half of a split card, else at its key."""
        where = place if path[0] == "cards" else key_place
        self.faults.add(code, message, where(self.root, path), path, help)

    def check_game(self) -> None:
        """A game has its parts, and cards have a box."""
        # A file that names no game lacks just that name, not all that a new game needs.
        if self.game is None and any(child(self.root, name) is not None for name in ("game", "define")):
            given = {name for name, _ in entries(child(self.root, "define"))}
            for name in _NEW_GAME:
                if name not in given:
                    self.report("pack-game-incomplete", f"a new game needs `{name}`", ("define",), f"add {name}:")
            boxes = self.pack.get("define", {}).get("boxes")
            if boxes and boxes[0] != "base":
                message = "the first box of a game is `base`"
                self.report(
                    "pack-game-incomplete", message, ("define", "boxes", 0), "call it base, and give it a title"
                )
        if self.box is None and child(self.root, "box") is None:
            for name in ("caves", "cards", "title", "names"):
                if name in self.pack:
                    self.report("pack-no-box", f"`{name}` needs a box", (name,), "add box:")

    # -- species --------------------------------------------------------------------------------------------

    def check_species(self, id: str, entry: Raw) -> int:
        """Check one species and return how many measures its rule has."""
        path: Path = ("species", id)
        known = self.game["species"].get(id) if self.game is not None else None
        if known is None:
            self.check_new(id, entry, path)
        kind = entry.get("kind", known["kind"] if known else None)
        if kind is None:
            return 0
        is_host = kind != "dweller"
        for name in _DWELLER_KEYS if is_host else _HOST_KEYS:
            if name in entry:
                message = f"`{name}` is a key of {'dwellers' if is_host else 'hosts'}, but {quoted(id)} is a {kind}"
                self.report("pack-kind-key", message, (*path, name), "leave it out")
        if "prints" in entry and self.box is None and child(self.root, "box") is None:
            self.report("pack-no-box", "prints need a box", (*path, "prints"), "add box: to the pack")
        for number, print_ in enumerate(entry.get("prints", [])):
            self.check_side(print_, is_host, (*path, "prints", number))
        self.check_sections(id, entry, known, path)
        if "rule" in entry and "set" in entry:
            message = "a card has a rule or scores in a set, not both"
            self.report("pack-rule-shape", message, (*path, "set"), "leave one of them out")
        if "rule" in entry:
            return check_rule(entry["rule"], (*path, "rule"), "host" if is_host else "dweller", self.report)
        return 0

    def check_new(self, id: str, entry: Raw, path: Path) -> None:
        """Check what a species needs that nobody knows yet."""
        for name in _NEW_SPECIES:
            if name not in entry:
                message = f"{quoted(id)} is new, and lacks the key `{name}`"
                help = f"add {name}:"
                if self.game is not None and name == "name":
                    near = did_you_mean(id, self.game["species"])
                    help = f"{help}; for a card that is there already: {near}" if near else help
                self.report("pack-missing-key", message, path, help)
        prints = entry.get("prints", [])
        if "types" not in entry and not (prints and all("types" in print_ for print_ in prints)):
            self.report("pack-missing-key", f"{quoted(id)} is new, and lacks the key `types`", path, "add types: []")
        if not prints and not entry.get("face_down"):
            help = "add prints:, or face_down: true for a card of which there are any number"
            self.report("pack-missing-key", f"{quoted(id)} is new, and has no print", path, help)
        if "rule" not in entry and "set" not in entry:
            message = f"{quoted(id)} has no rule: a layout has to give its points by hand"
            help = "add rule: as soon as you know it"
            self.faults.warn("pack-no-rule", message, key_place(self.root, path), path, help)

    def check_side(self, print_: Raw, is_host: bool, path: Path) -> None:
        """A dweller's print has a side, a host's has none."""
        if is_host and "side" in print_:
            self.report("pack-kind-key", "a host lies on no side", (*path, "side"), "leave it out")
        elif not is_host and "side" not in print_:
            help = "add side: top, bottom, left, right, or left/right where it is not known which"
            self.report("pack-missing-key", "the print of a dweller needs a side", path, help)

    def check_sections(self, id: str, entry: Raw, known: Raw | None, path: Path) -> None:
        """All prints of a species lie in one section of the score sheet."""
        first = {_section(print_) for print_ in (known or {}).get("prints", []) if print_.get("box") != self.box}
        for number, print_ in enumerate(entry.get("prints", [])):
            section = _section(print_)
            if section is None:
                continue
            if first and section not in first:
                message = f"{quoted(id)} has prints in different sections: left and right are one, top and bottom apart"
                help = "give the card on the other side an id of its own"
                self.report("pack-section", message, (*path, "prints", number, "side"), help)
                return
            first.add(section)

    # -- sets, caves, cards ---------------------------------------------------------------------------------

    def check_set(self, id: str, entry: Raw) -> int:
        """A set is worth something in one of two ways."""
        is_new = self.game is None or id not in self.game["sets"]
        if is_new and ("different" in entry) == ("points" in entry):
            message = f"the set {quoted(id)} needs either `different` or `points`"
            self.report("pack-rule-shape", message, ("sets", id), "give the points in one of the two ways")
        return 1

    def check_cave(self, id: str, entry: Raw) -> int:
        """Check the rule of a cave and return how many measures it has."""
        return check_rule(entry["rule"], ("caves", id, "rule"), "cave", self.report)

    def check_split_cards(self, sound: Raw) -> None:
        """Check the split cards against the prints of the species that are sound."""
        written = {id for id, _ in entries(child(self.root, "species"))}
        species = sound.get("species", {})
        known = self.game["species"] if self.game is not None else {}
        full = {
            id: {**entry, "kind": entry.get("kind", known.get(id, {}).get("kind"))} for id, entry in species.items()
        }
        check_cards(self.pack["cards"], full, frozenset(written - set(species)), self.report_half)


def _section(print_: Raw) -> str | None:
    side = print_.get("side")
    return "left_right" if side in ("left", "right", EITHER_SIDE) else side
