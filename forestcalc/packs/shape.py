"""Shape: nodes are checked against the vocabulary and become plain values; what does not fit is a fault."""

from __future__ import annotations

import re
from typing import Any

from forestcalc.catalogue.model import SIDES
from forestcalc.diagnostics.diagnostic import Path, quoted
from forestcalc.packs.describe import (
    described,
    is_free,
    key_names,
    mark,
    place_name,
    ruling_key,
    takes,
)
from forestcalc.packs.faults import Faults, PackTooLarge, did_you_mean, one_of
from forestcalc.packs.known import Known
from forestcalc.packs.singles import FAULTY, SingleChecker, whole
from forestcalc.packs.vocabulary import (
    LANGUAGE,
    Choice,
    Listing,
    Record,
    Ref,
    Shape,
    Table,
    Value,
    Whole,
)
from forestcalc.packs.words import RECORDS
from forestcalc.source.nodes import Mapping, Node, Scalar, Sequence

MOST_PARTS = 100_000
"""How many values a pack may have, aliases followed."""

HALVES = ("top/bottom", "left/right")
_LANGUAGE = re.compile(LANGUAGE)
_THRESHOLD = re.compile("[0-9]{1,4}")


class ShapeChecker(SingleChecker):
    """Checks the nodes of one pack against the vocabulary."""

    def __init__(self, known: Known, faults: Faults) -> None:
        super().__init__(known, faults)
        self.parts = 0

    def check(self, node: Node, value: Value, path: Path, *, ruled: bool = False) -> Any:
        """Return *node* as a plain value, fit to be stored as JSON, or FAULTY after reporting why it is none."""
        self.parts += 1
        if self.parts > MOST_PARTS:
            self.faults.add(
                "pack-too-large", f"the pack has more than {MOST_PARTS:,} values", node.span, path, "split it"
            )
            raise PackTooLarge
        if isinstance(node, Mapping) and (key := ruling_key(node)) is not None and not is_free(value):
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
                return self.single(node, value, path)

    # -- mappings -----------------------------------------------------------------------------------------

    def _record(self, node: Node, record: Record, path: Path, ruled: bool) -> Any:
        if not isinstance(node, Mapping):
            return self.wrong(
                node, path, "pack-not-a-mapping", f"{place_name(path)} takes keys and values", key_names(record)
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
                message = f"{place_name(path)} lacks the key `{key.name}`"
                self.faults.add("pack-missing-key", message, node.span, path, f"add {key.name}: {key.about}")
                faulty = True
        if len(given) < record.least:
            message = f"{place_name(path)} is empty"
            self.faults.add("pack-missing-key", message, node.span, path, f"give at least one of {key_names(record)}")
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
            f"{quoted(node.text)} is no key of {place_name(path[:-1])}",
            node.span,
            path,
            did_you_mean(node.text, names) or f"the keys here are {key_names(record)}",
        )

    def _table(self, node: Node, table: Table, path: Path, ruled: bool) -> Any:
        if not isinstance(node, Mapping):
            return self.wrong(node, path, "pack-not-a-mapping", f"{place_name(path)} takes keys and values", None)
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
                    self.faults.add("pack-steps-order", message, name_node.span, where, "sort the thresholds upwards")
                    faulty = True
                last = threshold
            result[name] = checked
        # Entries with ids stand for themselves: the sound ones are checked further.
        return FAULTY if faulty and table.keys != "id" else result

    def _table_key(self, node: Scalar, table: Table, path: Path) -> str | None:
        text, found = node.text, None
        match table.keys:
            case "id":
                return self.id(node, path)
            case "threshold":
                # In JSON, every key is in quotes.
                if _THRESHOLD.fullmatch(text) and int(text) <= 1000:
                    return str(int(text))
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
            message = f"{place_name(path)} cannot depend on a ruling"
            self.faults.add("pack-ruling-nowhere", message, key.span, (*path, "ruling"), "write one value")
            return FAULTY
        where = (*path, "ruling")
        id_node = next(part for name, part in node.pairs if name is key)
        id = self.single(id_node, Ref("ruling"), where)
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
        fitting = [option for option in options if takes(option, node)]
        if len(fitting) > 1 and isinstance(node, Mapping):
            given = {name.text for name, _ in node.pairs}
            marked = [option for option in fitting if mark(option) in given]
            fitting = marked[:1] or [option for option in fitting if not mark(option)][:1] or fitting
        if fitting and not (len(options) > 1 and isinstance(fitting[0], Whole) and whole(node) is None):
            return self.check(node, fitting[0], path, ruled=ruled)
        wanted = ", or ".join(dict.fromkeys(described(option) for option in options))
        return self.wrong(node, path, "pack-shape", f"{place_name(path)} takes {wanted}", None)

    def _list(self, node: Node, of: Value, least: int, most: int, path: Path, ruled: bool) -> Any:
        if not isinstance(node, Sequence):
            return self.wrong(
                node, path, "pack-not-a-list", f"{place_name(path)} takes a list", "put it in brackets: [..]"
            )
        if not self._has_size(node, len(node.items), least, most, path):
            return FAULTY
        result = [self.check(item, of, (*path, number), ruled=ruled) for number, item in enumerate(node.items)]
        return FAULTY if any(item is FAULTY for item in result) else result

    def _has_size(self, node: Node, size: int, least: int, most: int, path: Path) -> bool:
        if least <= size <= most:
            return True
        message = f"{place_name(path)} takes {least} to {most} entries, here are {size}"
        self.faults.add("pack-size", message, node.span, path)
        return False
