"""Card checks: the list of split cards against the prints of the box."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from forestcalc.diagnostics.diagnostic import Path, quoted
from forestcalc.packs.faults import did_you_mean
from forestcalc.packs.rule_checks import Report
from forestcalc.packs.vocabulary import ID

_HALF = re.compile(rf"({ID})(?: \(({ID})\))?")
_UNKNOWN = "unknown"


def check_cards(cards: dict[str, Any], species: dict[str, Any], skipped: frozenset[str], report: Report) -> None:
    """Report halves that no print has, too many halves, and too few where the list is said to be complete.

    *species* are all species of the pack by id, with the prints of this box; those in *skipped* have faults of their
    own and are not looked at.
    """
    halves: dict[tuple[str, str | None], list[Path]] = {}
    for number, card in enumerate(cards.get("split", [])):
        if ("top" in card or "bottom" in card) + ("left" in card or "right" in card) + ("sides" in card) > 1:
            help = "write top and bottom, left and right, or sides"
            report("pack-cards", "a card is split one way only", ("cards", "split", number), help)
        for side, text, path in _halves(card, ("cards", "split", number)):
            half = _HALF.fullmatch(text)
            if half is None:
                report("pack-cards", f"{quoted(text)} is no half", path, "write `species (symbol)` or `species`")
                continue
            id, symbol = half.groups()
            if id == _UNKNOWN or id in skipped:
                continue
            if id not in species or not species[id].get("prints"):
                help = did_you_mean(id, species) or "name a species with a print in this pack"
                report("pack-cards", f"this pack has no print of {quoted(id)}", path, help)
                continue
            if not _fits(species[id]["prints"], side, symbol):
                report("pack-cards", f"no print of {quoted(id)} fits {quoted(text)} here", path, _known(species[id]))
                continue
            halves.setdefault((id, symbol), []).append(path)
    used: Counter[str] = Counter()
    for (id, symbol), paths in halves.items():
        count = len(paths)
        used[id] += count
        copies = sum(print_["copies"] for print_ in species[id]["prints"] if symbol in (None, print_["symbol"]))
        if count > copies:
            message = (
                f"{count} halves are {quoted(id)}{f' ({symbol})' if symbol else ''}, but there are {copies} copies"
            )
            report("pack-cards", message, paths[copies], "mend the number of copies, or the list")
    if not cards.get("complete"):
        return
    for id, entry in species.items():
        copies = sum(print_["copies"] for print_ in entry.get("prints", []))
        if entry.get("kind") == "dweller" and id not in skipped and used[id] < copies:
            message = f"{quoted(id)} has {copies} copies, but {used[id]} halves in a list that is complete"
            report("pack-cards", message, ("species", id), "add the missing cards, or write complete: false")


def _halves(card: dict[str, Any], path: Path) -> list[tuple[str, str, Path]]:
    found: list[tuple[str, str, Path]] = [
        (side, card[side], (*path, side)) for side in ("top", "bottom", "left", "right") if side in card
    ]
    found += [("left/right", text, (*path, "sides", number)) for number, text in enumerate(card.get("sides", []))]
    return found


def _fits(prints: list[dict[str, Any]], side: str, symbol: str | None) -> bool:
    sides = {side, "left/right"} if side in ("left", "right") else {side}
    if side == "left/right":
        sides = {"left", "right", "left/right"}
    return any(
        print_.get("side") in sides and (symbol is None or print_["symbol"] in (symbol, "unknown", "unknown-different"))
        for print_ in prints
    )


def _known(entry: dict[str, Any]) -> str:
    shown = dict.fromkeys(f"{print_.get('side')} ({print_['symbol']})" for print_ in entry["prints"])
    return "its prints: " + ", ".join(list(shown)[:8])
