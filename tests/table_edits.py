"""Edits of a layout given as plain values: the paths of the machine format tell where."""

from __future__ import annotations

import copy
from typing import Any

from forestcalc.advice.placing import Spot
from forestcalc.advice.stock import Half
from forestcalc.diagnostics.diagnostic import Path

Plain = dict[str, Any]


def without(value: Plain, player: str, path: Path) -> Plain:
    """Return a layout without the card at *path*; a host goes with everything at it, a river with what is below."""
    value = copy.deepcopy(value)
    forest = value["players"][player]["forest"]
    number = path[1]
    if len(path) == 2:
        del forest[number]
        return value
    (label, sides), *_ = forest[number].items()
    side = path[2]
    if side == "river":
        sides.pop("river")
        sides.pop("bottom", None)
    else:
        _take_out(sides, side, path[3:])
    forest[number] = {label: sides} if sides else label
    return value


def _take_out(sides: Plain, side: Any, places: Path) -> None:
    inside: Any = sides[side]
    if isinstance(inside, str):
        del sides[side]
        return
    at, *deeper = places
    if deeper and isinstance(inside[at], list) and len(inside[at]) > 1:
        del inside[at][deeper[0]]
    else:
        del inside[at]
    if not inside:
        del sides[side]


def with_card(value: Plain, player: str, half: Half, spot: Spot, *, two_slots: bool) -> Plain:
    """Return a layout with one card more at *spot*; *two_slots*: the side of the host holds a list of slots."""
    value = copy.deepcopy(value)
    forest = value["players"][player]["forest"]
    qualifiers = "" if half.species.face_down else f" ({', '.join(filter(None, (half.symbol, half.print_.box)))})"
    if half.species.kind != "dweller" and half.species.kind != "shrub" and not half.species.face_down:
        qualifiers = f" ({half.print_.box})"
    name = f"{half.species.id}{qualifiers}"
    if spot.host is None:
        forest.append(name)
        return value
    number, side = spot.card.host, spot.card.side
    host = forest[number]
    label, sides = (host, {}) if isinstance(host, str) else next(iter(host.items()))
    inside = sides.get(side, [])
    slots = [inside] if isinstance(inside, str) else list(inside)
    if not two_slots:
        sides[side] = [*slots, name]
    elif spot.beside:
        stack = slots[spot.card.slot]
        slots[spot.card.slot] = [*([stack] if isinstance(stack, str) else stack), name]
        sides[side] = slots
    else:
        sides[side] = [*slots, name]
    forest[number] = {label: sides}
    return value
