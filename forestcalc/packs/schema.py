"""Schema: the JSON Schema of pack files, made from the vocabulary, for editors."""

from __future__ import annotations

import json
from typing import Any

from forestcalc.catalogue.model import SIDES
from forestcalc.packs.shape import HALVES
from forestcalc.packs.vocabulary import (
    ID,
    LANGUAGE,
    Choice,
    Flag,
    KeyKind,
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

Raw = dict[str, Any]

_SHORT = 120

_KEYS: dict[KeyKind, Raw] = {
    "id": {"pattern": f"^{ID}$", "maxLength": 60},
    "threshold": {"pattern": "^(1000|[0-9]{1,3})$"},
    "language": {"pattern": f"^{LANGUAGE}$"},
    "side": {"enum": list(SIDES)},
    "halves": {"enum": list(HALVES)},
    "text": {"minLength": 1, "maxLength": 300},
}


def pack_schema() -> Raw:
    """Return the JSON Schema (draft 2020-12) of a pack file.

    It knows every key and form, but not the game: whether a species or type exists is only seen by the checker.
    """
    maker = _Maker()
    reference = maker.reference("pack", ruled=False)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "forestcalc pack",
        **reference,
        "$defs": dict(sorted(maker.definitions.items())),
    }


class _Maker:
    def __init__(self) -> None:
        self.definitions: dict[str, Raw] = {}
        self.long: dict[str, str] = {}

    def reference(self, record: str, *, ruled: bool) -> Raw:
        """Return a reference to the definition of *record*; with *ruled*, every value in it may depend on a ruling."""
        name = f"{record}-ruled" if ruled else record
        if name not in self.definitions:
            self.definitions[name] = {}  # a record may hold itself
            self.definitions[name] = self.record(RECORDS[record], ruled)
        return {"$ref": f"#/$defs/{name}"}

    def record(self, record: Record, ruled: bool) -> Raw:
        required = [key.name for key in record.keys if key.required]
        properties = {}
        for key in record.keys:
            schema = self.value(key.value, ruled or key.ruled)
            properties[key.name] = {**schema, "description": key.about}
        made: Raw = {
            "type": "object",
            "title": record.title,
            "description": record.about,
            "properties": properties,
            "additionalProperties": False,
        }
        if required:
            made["required"] = required
        if record.least:
            made["minProperties"] = record.least
        return made

    def value(self, value: Value, ruled: bool) -> Raw:
        schema = self.named(self.plain(value, ruled))
        if not ruled or (isinstance(value, Table) and value.keys in ("id", "text", "language")):
            return schema
        options = schema["anyOf"] if set(schema) == {"anyOf"} else [schema]
        return {"anyOf": [*options, self.by_ruling(schema)]}

    def named(self, schema: Raw) -> Raw:
        """Return a reference in place of a long schema, so that equal ones are written once."""
        text = json.dumps(schema, sort_keys=True)
        if len(text) < _SHORT:
            return schema
        name = self.long.setdefault(text, f"value-{len(self.long) + 1}")
        self.definitions[name] = schema
        return {"$ref": f"#/$defs/{name}"}

    def by_ruling(self, schema: Raw) -> Raw:
        nested = {"type": "object", "required": ["ruling"]}
        return {
            "type": "object",
            "title": "By ruling",
            "properties": {"ruling": {"type": "string", **_KEYS["id"]}},
            "required": ["ruling"],
            "additionalProperties": {"anyOf": [schema, nested]},
        }

    def plain(self, value: Value, ruled: bool) -> Raw:
        match value:
            case Choice(options):
                return {"anyOf": [self.plain(option, ruled) for option in options]}
            case Shape(record):
                return self.reference(record, ruled=ruled)
            case Listing(of, least, most):
                return {"type": "array", "items": self.value(of, ruled), "minItems": least, "maxItems": most}
            case Table(keys, of, most, least):
                return {
                    "type": "object",
                    "propertyNames": _KEYS[keys],
                    "additionalProperties": self.value(of, ruled),
                    "minProperties": least,
                    "maxProperties": most,
                }
            case _:
                return _single(value)


def _single(value: Value) -> Raw:
    match value:
        case Nothing():
            return {"type": "null"}
        case Text(limit, empty):
            return {"type": "string", "minLength": 0 if empty else 1, "maxLength": limit}
        case Whole(low, high):
            return {"type": "integer", "minimum": low, "maximum": high}
        case Flag():
            return {"type": "boolean"}
        case Word(of):
            return {"enum": list(of)}
        case NewId():
            return {"type": "string", **_KEYS["id"]}
        case Ref():
            return {"type": "string", **_KEYS["id"]}
    raise AssertionError(value)
