"""Shape: nodes are checked against the vocabulary and become plain values; what does not fit is a fault."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

from forestcalc.catalogue.model import SIDES
from forestcalc.diagnostics.diagnostic import Path, quoted
from forestcalc.packs.faults import Faults, did_you_mean, one_of
from forestcalc.packs.known import Known
from forestcalc.packs.vocabulary import (
    ID,
    LANGUAGE,
    Choice,
    Flag,
    Listing,
    NewId,
    Nothing,
    Record,
    Ref,
    Shape,
    Table,
    Text,
    Value,
    Whole,
    Word,
)
from forestcalc.packs.words import RECORDS
from forestcalc.source.nodes import Mapping, Node, Scalar, Sequence

FAULTY: Final = object()
"""Stands for a value that was reported and left out."""

MOST_PARTS = 100_000
"""How many values a pack may have, aliases followed."""

_WHAT = {
    "type": "type symbol",
    "symbol": "tree symbol",
    "species": "species",
    "kind": "kind of card",
    "host": "kind of host",
    "set": "set",
    "ruling": "ruling",
    "count": "count",
}
HALVES = ("top/bottom", "left/right")
_ID = re.compile(ID)
_LANGUAGE = re.compile(LANGUAGE)


class ShapeChecker:
    """Checks the nodes of one pack against the vocabulary."""

    def __init__(self, known: Known, faults: Faults) -> None:
        self.known = known
        self.faults = faults
        self.parts = 0

    def check(self, node: Node, value: Value, path: Path, *, ruled: bool = False) -> Any:
        """Return *node* as a plain value, fit to be stored as JSON, or FAULTY after reporting why it is none."""
        self.parts += 1
        if self.parts > MOST_PARTS:
            self.faults.add(
                "pack-too-large", f"the pack has more than {MOST_PARTS:,} values", node.span, path, "split it"
            )
            raise PackTooLarge
        if isinstance(node, Mapping) and (key := _ruling_key(node)) is not None and not _is_free(value):
            return self._ruled(node, key, value, path, ruled)
        match value:
            case Choice(options):
                return self._choice(node, options, path, ruled)
            case Shape(record):
                return self._record(node, RECORDS[record], path, ruled)
            case Table():
                return self._table(node, value, path, ruled)
            case Listing(of, least, most):
                return self._list(node, of, least, most, path, ruled)
            case _:
                return self._single(node, value, path)

    # -- mappings -----------------------------------------------------------------------------------------

    def _record(self, node: Node, record: Record, path: Path, ruled: bool) -> Any:
        if not isinstance(node, Mapping):
            return self._wrong(
                node, path, "pack-not-a-mapping", f"{_place(path)} takes keys and values", _keys(record)
            )
        result: dict[str, Any] = {}
        faulty = False
        for name_node, part in node.pairs:
            name = name_node.text
            key = record.key(name)
            if key is None:
                self._unknown_key(name_node, record, (*path, name))
                faulty = True
                continue
            checked = self.check(part, key.value, (*path, name), ruled=ruled or key.ruled)
            if checked is FAULTY:
                faulty = True
            else:
                result[name] = checked
        given = {name_node.text for name_node, _ in node.pairs}
        for key in record.keys:
            if key.required and key.name not in given:
                message = f"{_place(path)} lacks the key `{key.name}`"
                self.faults.add("pack-missing-key", message, node.span, path, f"add {key.name}: {key.about}")
                faulty = True
        if len(given) < record.least:
            message = f"{_place(path)} is empty"
            self.faults.add(
                "pack-missing-key", message, node.span, path, f"give at least one of {_keys(record)}"
            )
            faulty = True
        # The sound parts of the file itself are checked further, so that every fault is found in one go.
        return FAULTY if faulty and record.id not in ("pack", "define") else result

    def _unknown_key(self, node: Scalar, record: Record, path: Path) -> None:
        for refusal in record.refused:
            if refusal.name == node.text:
                self.faults.add(refusal.code, refusal.message, node.span, path, refusal.help)
                return
        names = [key.name for key in record.keys]
        self.faults.add(
            "pack-unknown-key",
            f"{quoted(node.text)} is no key of {_place(path[:-1])}",
            node.span,
            path,
            did_you_mean(node.text, names) or f"the keys here are {_keys(record)}",
        )

    def _table(self, node: Node, table: Table, path: Path, ruled: bool) -> Any:
        if not isinstance(node, Mapping):
            return self._wrong(
                node, path, "pack-not-a-mapping", f"{_place(path)} takes keys and values", None
            )
        if not self._has_size(node, len(node.pairs), table.least, table.most, path):
            return FAULTY
        result: dict[str, Any] = {}
        faulty = False
        last: int | None = None
        for name_node, part in node.pairs:
            where = (*path, name_node.text)
            name = self._table_key(name_node, table, where)
            checked = self.check(part, table.of, where, ruled=ruled)
            if name is None or checked is FAULTY:
                faulty = True
                continue
            if table.keys == "threshold":
                threshold = int(name)
                if last is not None and threshold <= last:
                    message = f"the threshold {threshold} comes after {last}"
                    self.faults.add(
                        "pack-steps-order", message, name_node.span, where, "sort the thresholds upwards"
                    )
                    faulty = True
                last = threshold
            result[name] = checked
        # Entries with ids stand for themselves: the sound ones are checked further.
        return FAULTY if faulty and table.keys != "id" else result

    def _table_key(self, node: Scalar, table: Table, path: Path) -> str | None:
        text, found = node.text, None
        match table.keys:
            case "id":
                return self._id(node, path)
            case "threshold":
                if (
                    isinstance(node.value, int)
                    and not isinstance(node.value, bool)
                    and 0 <= node.value <= 1000
                ):
                    return str(node.value)
                found = "a threshold is a whole number from 0 to 1000"
            case "language":
                found = None if _LANGUAGE.fullmatch(text) else "names are given by language, as `en` or `de`"
            case "side":
                found = None if text in SIDES else f"a side is one of {one_of(SIDES)}"
            case "halves":
                found = None if text in HALVES else f"halves are one of {one_of(HALVES)}"
            case "text":
                found = None if 0 < len(text) <= 300 else "a key has 1 to 300 characters"
        if found is None:
            return text
        self.faults.add("pack-key", f"{quoted(text)} cannot be a key here", node.span, path, found)
        return None

    def _ruled(self, node: Mapping, key: Scalar, value: Value, path: Path, ruled: bool) -> Any:
        if not ruled:
            message = f"{_place(path)} cannot depend on a ruling"
            self.faults.add("pack-ruling-nowhere", message, key.span, (*path, "ruling"), "write one value")
            return FAULTY
        where = (*path, "ruling")
        id_node = next(part for name, part in node.pairs if name is key)
        id = self._single(id_node, Ref("ruling"), where)
        result: dict[str, Any] = {"ruling": id}
        faulty = id is FAULTY
        values = self.known.rulings.get(id, ()) if not faulty else ()
        for name_node, part in node.pairs:
            if name_node is key:
                continue
            name = name_node.text
            if not faulty and name not in values:
                message = f"{quoted(name)} is no answer to the ruling {quoted(id)}"
                self.faults.add(
                    "pack-ruling-values",
                    message,
                    name_node.span,
                    (*path, name),
                    f"its answers are {one_of(values)}",
                )
                faulty = True
            result[name] = self.check(part, value, (*path, name), ruled=True)
        missing = [name for name in values if name not in result]
        if missing and id is not FAULTY:
            message = f"the answer {one_of(missing)} to the ruling {quoted(id)} has no value"
            self.faults.add("pack-ruling-values", message, node.span, path, "give a value for every answer")
            faulty = True
        return FAULTY if faulty or any(part is FAULTY for part in result.values()) else result

    # -- choices and lists -----------------------------------------------------------------------------------

    def _choice(self, node: Node, options: tuple[Value, ...], path: Path, ruled: bool) -> Any:
        fitting = [option for option in options if _takes(option, node)]
        if len(fitting) > 1 and isinstance(node, Mapping):
            given = {name.text for name, _ in node.pairs}
            marked = [option for option in fitting if _mark(option) in given]
            fitting = marked[:1] or [option for option in fitting if not _mark(option)][:1] or fitting
        if fitting:
            return self.check(node, fitting[0], path, ruled=ruled)
        wanted = ", or ".join(dict.fromkeys(_described(option) for option in options))
        return self._wrong(node, path, "pack-shape", f"{_place(path)} takes {wanted}", None)

    def _list(self, node: Node, of: Value, least: int, most: int, path: Path, ruled: bool) -> Any:
        if not isinstance(node, Sequence):
            return self._wrong(
                node, path, "pack-not-a-list", f"{_place(path)} takes a list", "put it in brackets: [..]"
            )
        if not self._has_size(node, len(node.items), least, most, path):
            return FAULTY
        result = [
            self.check(item, of, (*path, number), ruled=ruled) for number, item in enumerate(node.items)
        ]
        return FAULTY if any(item is FAULTY for item in result) else result

    def _has_size(self, node: Node, size: int, least: int, most: int, path: Path) -> bool:
        if least <= size <= most:
            return True
        message = f"{_place(path)} takes {least} to {most} entries, here are {size}"
        self.faults.add("pack-size", message, node.span, path)
        return False

    # -- single values ---------------------------------------------------------------------------------------

    def _single(self, node: Node, value: Value, path: Path) -> Any:
        if not isinstance(node, Scalar):
            return self._wrong(node, path, "pack-shape", f"{_place(path)} takes {_described(value)}", None)
        match value:
            case Nothing():
                return (
                    None
                    if node.value is None
                    else self._wrong(node, path, "pack-shape", "only `null` can stand here")
                )
            case Text(limit, empty):
                return self._text(node, limit, empty, path)
            case Whole(low, high):
                return self._whole(node, low, high, path)
            case Flag():
                if isinstance(node.value, bool):
                    return node.value
                return self._wrong(
                    node, path, "pack-not-yes-or-no", f"{_place(path)} takes `true` or `false`"
                )
            case Word(words):
                if node.value in words and isinstance(node.value, str):
                    return node.value
                message = f"{_place(path)} takes {one_of(words)}, not {quoted(node.text)}"
                return self._wrong(node, path, "pack-not-a-choice", message, did_you_mean(node.text, words))
            case NewId():
                id = self._id(node, path)
                return FAULTY if id is None else id
            case Ref(what, extra):
                ids = self.known.ids[what]
                if isinstance(node.value, str) and (node.value in ids or node.value in extra):
                    return node.value
                message = f"there is no {_WHAT[what]} {quoted(node.text)}"
                near = did_you_mean(node.text, [*sorted(ids), *extra])
                if near is None and len(ids) + len(extra) <= 20:
                    near = f"known are {one_of([*sorted(ids), *extra])}" if ids or extra else None
                return self._wrong(node, path, f"pack-unknown-{what}", message, near)
        raise AssertionError(value)

    def _text(self, node: Scalar, limit: int, empty: bool, path: Path) -> Any:
        if not isinstance(node.value, str):
            return self._wrong(node, path, "pack-not-text", f"{_place(path)} takes text", "put it in quotes")
        if len(node.value) > limit or (not empty and not node.value.strip()):
            message = f"{_place(path)} takes {'0' if empty else '1'} to {limit} characters, here are {len(node.value)}"
            return self._wrong(node, path, "pack-size", message)
        if re.search("[\ud800-\udfff]", node.value):
            return self._wrong(node, path, "pack-not-text", f"{_place(path)} holds half a character")
        return node.value

    def _whole(self, node: Scalar, low: int, high: int, path: Path) -> Any:
        if isinstance(node.value, bool) or not isinstance(node.value, int):
            help = "write it without quotes, point or unit"
            return self._wrong(node, path, "pack-not-a-number", f"{_place(path)} takes a whole number", help)
        if not low <= node.value <= high:
            return self._wrong(
                node, path, "pack-number-range", f"{_place(path)} takes a number from {low} to {high}"
            )
        return node.value

    def _id(self, node: Scalar, path: Path) -> str | None:
        text = node.value
        if isinstance(text, str) and len(text) <= 60 and _ID.fullmatch(text) and text != "ruling":
            return text
        better = re.sub(r"[^a-z0-9]+", "-", node.text.lower()[:60]).strip("-")
        help = f"write it as {quoted(better)}" if _ID.fullmatch(better) and better != node.text else None
        self.faults.add("pack-id", f"{quoted(node.text)} cannot be an id", node.span, path, help or _ID_RULE)
        return None

    def _wrong(self, node: Node, path: Path, code: str, message: str, help: str | None = None) -> Any:
        self.faults.add(code, message, node.span, path, help)
        return FAULTY


_ID_RULE = "an id is at most 60 lower case letters, digits and single hyphens"


class PackTooLarge(Exception):  # noqa: N818  it ends a check, it is no error of the program
    """The pack has more values than anybody wants to check."""


def _ruling_key(node: Mapping) -> Scalar | None:
    return next((name for name, _ in node.pairs if name.text == "ruling"), None)


def _is_free(value: Value) -> bool:
    # Where the pack chooses the keys, `ruling` is one that `_id` refuses.
    return isinstance(value, Table) and value.keys in ("id", "text", "language")


_TAKES: dict[type, Callable[[Node], bool]] = {
    Nothing: lambda node: isinstance(node, Scalar) and node.value is None,
    Listing: lambda node: isinstance(node, Sequence),
    Table: lambda node: isinstance(node, Mapping),
    Shape: lambda node: isinstance(node, Mapping),
    Choice: lambda node: True,
}


def _takes(value: Value, node: Node) -> bool:
    takes = _TAKES.get(type(value))
    if takes is not None:
        return takes(node)
    return isinstance(node, Scalar) and node.value is not None


def _mark(value: Value) -> str:
    return RECORDS[value.record].mark if isinstance(value, Shape) else ""


def _described(value: Value) -> str:
    match value:
        case Nothing():
            return "`null`"
        case Text():
            return "text"
        case Whole():
            return "a whole number"
        case Flag():
            return "`true` or `false`"
        case Word(words):
            return one_of(words)
        case Ref(what):
            return f"a {_WHAT[what]}"
        case NewId():
            return "an id"
        case Listing():
            return "a list"
        case _:
            return "keys and values"


def _keys(record: Record) -> str:
    return one_of(key.name for key in record.keys)


def _place(path: Path) -> str:
    """Return how the place at *path* is called in a message."""
    names = [part for part in path if isinstance(part, str)]
    if not path:
        return "a pack"
    if isinstance(path[-1], int):
        return f"an entry of {quoted(names[-1])}" if names else "an entry"
    return quoted(path[-1])
