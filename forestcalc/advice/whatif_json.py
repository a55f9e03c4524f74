"""The machine format of `whatif`: plain values."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from forestcalc.advice.placing import Spot
from forestcalc.advice.trials import Change
from forestcalc.advice.whatif import Best, ForestAdvice, Worth, Zero
from forestcalc.report.wording import Names


def advice_as_json(advice: ForestAdvice, names: Names) -> dict[str, Any]:
    """Return the advice for one player.

    `known` is the total that everything is measured against: another one than `total` where the file leaves something
    open, which then counts as nothing.
    """
    return {
        "name": advice.player,
        "total": advice.range.value,
        "min": advice.range.min,
        "max": advice.range.max,
        "known": advice.known,
        "cards": [_worth(worth, names) for worth in advice.worths],
        "best": [_best(best, names) for best in advice.best],
        "zeros": [_zero(zero, names) for zero in advice.zeros],
    }


def _worth(worth: Worth, names: Names) -> dict[str, Any]:
    species = worth.card.species
    return {
        "path": list(worth.card.path),
        "species": species.id,
        "name": names.get(species.id, species.name),
        "symbol": worth.card.symbol,
        "points": worth.scores,
        "worth": worth.points,
        "along": [list(card.path) for card in worth.along],
        "illegal_without": worth.illegal,
        "others": _others(worth.others),
    }


def _best(best: Best, names: Names) -> dict[str, Any]:
    return {
        "species": best.species.id,
        "name": names.get(best.species.id, best.species.name),
        "symbol": best.symbol,
        "box": best.box,
        "gain": best.gain,
        "places": [_spot(spot) for spot in best.spots],
        "others": _others(best.others),
    }


def _spot(spot: Spot) -> dict[str, Any]:
    return {
        "path": list(spot.path),
        "host": None if spot.host is None else spot.host.card.species.id,
        "side": None if spot.host is None else spot.card.side,
        "slot": None if spot.host is None else spot.card.slot,
        "beside": [card.species.id for card in spot.beside],
    }


def _zero(zero: Zero, names: Names) -> dict[str, Any]:
    return {
        "species": zero.line.id,
        "name": names.get(zero.line.id, zero.line.name),
        "cards": [list(card.path) for card in zero.cards],
        "reason": zero.reason,
        "ways": [{**_best(way, names), "line_gain": way.line_gain} for way in zero.ways],
        "one_more_in_cave": zero.in_cave,
    }


def _others(changes: Iterable[Change]) -> list[dict[str, Any]]:
    return [{"player": change.player, "points": change.points} for change in changes]
