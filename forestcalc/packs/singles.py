"""Singles: single values of a pack, such as numbers, words and ids, against the vocabulary."""

from __future__ import annotations

import re
from typing import Any, Final

from forestcalc.diagnostics.diagnostic import Path, quoted
from forestcalc.packs.describe import ID_RULE, WHAT, described, place_name
from forestcalc.packs.faults import Faults, did_you_mean, one_of
from forestcalc.packs.known import Known
from forestcalc.packs.vocabulary import ID, Flag, NewId, Nothing, Ref, Text, Value, Whole, Word
from forestcalc.source.nodes import Node, Scalar

FAULTY: Final = object()
"""Stands for a value that was reported and left out."""

_ID = re.compile(ID)
_SURROGATE = re.compile("[\ud800-\udfff]")
_MOST_LISTED = 20


class SingleChecker:
    """Checks single values; each method returns the plain value, or FAULTY after reporting why it is none."""

    def __init__(self, known: Known, faults: Faults) -> None:
        self.known = known
        self.faults = faults

    def single(self, node: Node, value: Value, path: Path) -> Any:
        """Check a value that is neither a list nor a mapping."""
        if not isinstance(node, Scalar):
            return self.wrong(node, path, "pack-shape", f"{place_name(path)} takes {described(value)}", None)
        match value:
            case Nothing():
                return (
                    None if node.value is None else self.wrong(node, path, "pack-shape", "only `null` can stand here")
                )
            case Text(limit, empty):
                return self._text(node, limit, empty, path)
            case Whole(low, high):
                return self._whole(node, low, high, path)
            case Flag():
                if isinstance(node.value, bool):
                    return node.value
                return self.wrong(node, path, "pack-not-yes-or-no", f"{place_name(path)} takes `true` or `false`")
            case Word(words):
                if node.value in words and isinstance(node.value, str):
                    return node.value
                message = f"{place_name(path)} takes {one_of(words)}, not {quoted(node.text)}"
                return self.wrong(node, path, "pack-not-a-choice", message, did_you_mean(node.text, words))
            case NewId():
                found = self.id(node, path)
                return FAULTY if found is None else found
            case Ref(what, extra):
                ids = self.known.ids[what]
                if isinstance(node.value, str) and (node.value in ids or node.value in extra):
                    return node.value
                message = f"there is no {WHAT[what]} {quoted(node.text)}"
                near = did_you_mean(node.text, [*sorted(ids), *extra])
                if near is None and len(ids) + len(extra) <= _MOST_LISTED:
                    near = f"known are {one_of([*sorted(ids), *extra])}" if ids or extra else None
                return self.wrong(node, path, f"pack-unknown-{what}", message, near)
        raise AssertionError(value)

    def _text(self, node: Scalar, limit: int, empty: bool, path: Path) -> Any:
        if not isinstance(node.value, str):
            return self.wrong(node, path, "pack-not-text", f"{place_name(path)} takes text", "put it in quotes")
        if len(node.value) > limit or (not empty and not node.value.strip()):
            message = (
                f"{place_name(path)} takes {'0' if empty else '1'} to {limit} characters, here are {len(node.value)}"
            )
            return self.wrong(node, path, "pack-size", message)
        if _SURROGATE.search(node.value):
            return self.wrong(node, path, "pack-not-text", f"{place_name(path)} holds half a character")
        return node.value

    def _whole(self, node: Scalar, low: int, high: int, path: Path) -> Any:
        number = whole(node)
        if number is None:
            help = "write it without quotes, point or unit"
            return self.wrong(node, path, "pack-not-a-number", f"{place_name(path)} takes a whole number", help)
        if not low <= number <= high:
            return self.wrong(
                node, path, "pack-number-range", f"{place_name(path)} takes a number from {low} to {high}"
            )
        return number

    def id(self, node: Scalar, path: Path) -> str | None:
        """Check an id that the pack gives; None after reporting why it is none."""
        text = node.value
        if isinstance(text, str) and len(text) <= 60 and _ID.fullmatch(text) and text != "ruling":
            return text
        better = re.sub(r"[^a-z0-9]+", "-", node.text.lower()[:60]).strip("-")
        help = f"write it as {quoted(better)}" if _ID.fullmatch(better) and better != node.text else None
        self.faults.add("pack-id", f"{quoted(node.text)} cannot be an id", node.span, path, help or ID_RULE)
        return None

    def wrong(self, node: Node, path: Path, code: str, message: str, help: str | None = None) -> Any:
        """Report a value and return FAULTY."""
        self.faults.add(code, message, node.span, path, help)
        return FAULTY


def whole(node: Node) -> int | None:
    """Return the whole number that *node* is, or None; a number in quotes is none."""
    if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool):
        return node.value
    return None
