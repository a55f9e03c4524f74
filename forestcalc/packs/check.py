"""Check: one pack, as nodes, against the vocabulary, the game and the packs before it."""

from __future__ import annotations

import json
from collections.abc import Mapping as MappingType
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from forestcalc.catalogue.compile import index_game
from forestcalc.diagnostics.diagnostic import Diagnostic, quoted
from forestcalc.packs.faults import Faults, PackTooLarge, TooMany, did_you_mean
from forestcalc.packs.known import child, known
from forestcalc.packs.meaning import MeaningChecker
from forestcalc.packs.merge import empty_game, merge
from forestcalc.packs.places import key_place
from forestcalc.packs.shape import ShapeChecker
from forestcalc.packs.singles import FAULTY
from forestcalc.packs.vocabulary import Shape
from forestcalc.source.nodes import Mapping, Node, Scalar

Raw = dict[str, Any]

ORDINARY_CAVE = "regular-cave"


@dataclass(frozen=True, slots=True)
class Checked:
    """What came of a check: the pack as plain values (None where it has errors), and what was found.

    `game` is the game with the pack laid over it, not yet indexed.
    """

    pack: Raw | None
    diagnostics: tuple[Diagnostic, ...]
    game: Raw | None = None


def check_pack(root: Node, games: MappingType[str, Raw], beside: Sequence[Node] = ()) -> Checked:
    """Check the pack *root* against *games*, merged games by id; nothing raises for what the pack holds.

    It may refer to what the packs *beside* it define, which are laid over the game later.
    """
    faults = Faults()
    pack: Raw | None = None
    game: Raw | None = None
    with suppress(TooMany, PackTooLarge):
        pack, game = _check(root, games, beside, faults)
    found = tuple(sorted(faults.found, key=lambda one: (one.span.line, one.span.column) if one.span else (0, 0)))
    return Checked(None if faults.has_errors else pack, found, None if faults.has_errors else game)


def _check(
    root: Node, games: MappingType[str, Raw], beside: Sequence[Node], faults: Faults
) -> tuple[Raw | None, Raw | None]:
    if not isinstance(root, Mapping):
        message = "a pack is a mapping with `game`, `box`, `species` and so on"
        faults.add("pack-not-a-mapping", message, root.span, (), "`forestcalc pack new` writes a pack to begin with")
        return None, None
    id_node = child(root, "game")
    id = game_of(root)
    game = games.get(id) if id is not None else None
    if game is None and id_node is not None and child(root, "define") is None:
        shown = quoted(id_node.text) if isinstance(id_node, Scalar) else "this"
        help = did_you_mean(str(id), games) or "add define: with the parts of a new game"
        faults.add("pack-unknown-game", f"there is no game {shown}", id_node.span, ("game",), help)
        return None, None
    pack = ShapeChecker(known([root, *(other for other in beside if game_of(other) == id)], game), faults).check(
        root, Shape("pack"), ()
    )
    if pack is FAULTY:
        return None, None
    sound = MeaningChecker(root, pack, game, faults).run()
    merged = json.loads(json.dumps(game)) if game is not None else empty_game(str(id))
    _check_changes(root, sound, merged, faults)
    if not faults.has_errors:
        _check_names(root, sound, game, merged, faults)
    return pack, merged


def game_of(root: Node) -> str | None:
    """Return the game that a pack names, or None."""
    node = child(root, "game")
    return node.value if isinstance(node, Scalar) and isinstance(node.value, str) else None


def _check_changes(root: Node, pack: Raw, merged: Raw, faults: Faults) -> None:
    changes = merge(merged, json.loads(json.dumps(pack)))
    if pack.get("override"):
        if not changes and not faults.has_errors:
            message = "`override` is set, but nothing that was there already is changed"
            faults.warn("pack-override-idle", message, key_place(root, ("override",)), ("override",), "leave it out")
        return
    for change in changes:
        code, of = "pack-changes-game", quoted(change.path[-2]) if len(change.path) > 2 else "the game"
        if change.card:
            code, of = "pack-changes-card", quoted(change.path[1])
        message = f"`{change.what}` of {of} is known already, and not the same"
        help = "leave it out, or write override: true if the pack is to change it"
        faults.add(code, message, key_place(root, change.path), change.path, help)


def _check_names(root: Node, pack: Raw, game: Raw | None, merged: Raw, faults: Faults) -> None:
    """Warn of names that mean two cards because of this pack."""
    before = index_game(game)[0] if game is not None else {"index": {}, "cave_index": {}}
    after = index_game(merged)[0]
    for part, index in (("species", "index"), ("caves", "cave_index")):
        warned = set()
        for name, ids in after[index].items():
            own = [id for id in ids if id in pack.get(part, {})]
            if len(ids) < 2 or not own or before[index].get(name) == ids or own[-1] in warned:
                continue
            warned.add(own[-1])
            others = " and ".join(quoted(id) for id in ids if id != own[-1])
            message = f"a name of {quoted(own[-1])} ({quoted(name)}) also means {others}"
            help = "a layout has to use another name or the id, unless only one of their boxes is declared"
            path = (part, own[-1])
            faults.warn("pack-shared-name", message, key_place(root, path), path, help)


def incomplete(game: Raw) -> list[str]:
    """Return what *game* lacks that every game needs."""
    missing = []
    if not any(species.get("kind") not in (None, "dweller") for species in game["species"].values()):
        missing.append("a species of a kind of host")
    if ORDINARY_CAVE not in game["caves"]:
        missing.append(f"the cave `{ORDINARY_CAVE}`, which `cave: 3` in a layout means")
    return missing
