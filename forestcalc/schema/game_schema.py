"""Game schema: the part of the layout's JSON Schema that is about one game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from forestcalc.catalogue.model import SIDES, HostKind, Species
from forestcalc.layout.cards import MOST_COPIES
from forestcalc.layout.players import EXPECT_WORDS
from forestcalc.schema.patterns import COUNTED, any_spelling, card_named, qualified
from forestcalc.schema.places import HostShape, Places

Raw = dict[str, Any]

_LARGEST = 1_000_000
_MOST_POINTS = 10_000


class GameSchema:
    """Makes the definitions of one game; their names begin with its id."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.places = Places(game)
        self.cards = self.places.cards
        self.made: dict[str, Raw] = {}
        self.entries: dict[tuple[str, ...], str] = {}

    def definitions(self) -> dict[str, Raw]:
        """Return all definitions; the one called like the game is that of the whole document."""
        self.made = {}
        self.entries = {}
        self.made[self.game] = {
            "properties": {
                "expansions": self._expansions(),
                "rulings": self._rulings(),
                "players": self._players(),
            }
        }
        return self.made

    def _define(self, name: str, schema: Raw) -> Raw:
        self.made[f"{self.game}-{name}"] = schema
        return {"$ref": f"#/definitions/{self.game}-{name}"}

    # -- the game ---------------------------------------------------------------------------------------------

    def _expansions(self) -> Raw:
        boxes = list(self.cards.all_boxes[1:])
        titles = [f"`{box}`: {self.cards.box_title(box)}" for box in boxes]
        return {
            "description": f"Boxes beside the first: {', '.join(titles)}." if boxes else "This game has no expansions.",
            "type": ["array", "null"],
            "items": self._box(boxes),
        }

    def _box(self, offered: Sequence[str]) -> Raw:
        anything = {"type": "string", "pattern": any_spelling(self.cards.box_index)}
        return {"anyOf": [{"enum": list(offered)}, anything]} if offered else anything

    def _rulings(self) -> Raw:
        rulings: Raw = {}
        for id in self.cards.ruling_ids:
            ruling = self.cards.ruling(id)
            readings = [f"{one.value}: {one.reading}" for one in ruling.values]
            rulings[id] = {
                "description": "\n\n".join([ruling.question, *readings]),
                "enum": [one.value for one in ruling.values],
                "default": ruling.default,
            }
        return {"type": ["object", "null"], "properties": rulings, "additionalProperties": False}

    # -- players ----------------------------------------------------------------------------------------------

    def _players(self) -> Raw:
        return {
            "type": "object",
            "minProperties": 1,
            "maxProperties": self.cards.max_players,
            "additionalProperties": self._player(),
            # Somebody has to have a forest.
            "not": {"minProperties": 1, "additionalProperties": {"type": "object", "required": ["counts"]}},
        }

    def _player(self) -> Raw:
        return self._define(
            "player",
            {
                "type": "object",
                "properties": {
                    "cave": self._cave(),
                    "expect": self._expect(),
                    "forest": {
                        "description": "The hosts: a name alone, or `Name: {top: card, left: [card, card]}`.",
                        "type": "array",
                        "items": self._host(),
                    },
                    "counts": self._counts(),
                },
                "additionalProperties": False,
                "if": {"required": ["counts"]},
                "then": {"properties": {word: False for word in ("forest", "cave", "expect")}},
                "else": {"required": ["forest"]},
            },
        )

    def _cave(self) -> Raw:
        number = {"type": "integer", "minimum": 0}
        names = {"anyOf": [{"enum": list(self.cards.caves)}, {"type": "string", "pattern": any_spelling(self._caves())}]}
        return {
            "description": "The number of cards in the cave, or `{name: ..., cards: 3}` for a special cave.",
            "anyOf": [
                number,
                {"type": "object", "properties": {"name": names, "cards": number}, "additionalProperties": False},
            ],
        }

    def _caves(self) -> Iterable[str]:
        return self.cards.cave_index

    def _expect(self) -> Raw:
        points = {"type": "integer", "minimum": -_LARGEST, "maximum": _LARGEST}
        words = [*EXPECT_WORDS, *self.cards.sets, *(self.places.name(one) for one in self.places.species)]
        return {
            "description": "What `forestcalc check` compares: the total, or points by section, species or set.",
            "anyOf": [
                points,
                {
                    "type": "object",
                    "properties": {word: {"type": "integer"} for word in dict.fromkeys(words)},
                    "additionalProperties": points,
                },
            ],
        }

    def _counts(self) -> Raw:
        number = {"type": "integer", "minimum": 0, "maximum": _LARGEST}
        labels = [str(one["label"]) for one in self.cards.counts.values()]
        return {
            "description": "Instead of a forest: numbers of a player who is only compared with.",
            "type": ["object", "null"],
            "properties": dict.fromkeys(labels, number),
            "additionalProperties": number if labels else False,
        }

    # -- hosts ------------------------------------------------------------------------------------------------

    def _host(self) -> Raw:
        hosts = self.places.hosts
        own = self.places.own_names
        wrong = [card_named(own(self.places.dwellers))]
        face_down = [one for one in hosts if one.face_down]
        if face_down:
            wrong.append(qualified(own(face_down)))
        no_host = {"anyOf": [{"pattern": pattern} for pattern in wrong]}
        names = [self.places.name(one) for one in hosts]
        below: Raw = {}
        patterns: Raw = {COUNTED: {"type": "null"}}
        for number, shape in enumerate(self.places.shapes):
            ref = self._shape(shape, f"{shape.kind}-{number}")
            below |= {self.places.name(one): ref for one in shape.species}
            patterns[card_named(own(shape.species))] = ref
        sides = {side: self._side(side, None, self.places.dwellers) for side in SIDES}
        other = self._define(
            "any-host",
            {
                "type": ["object", "null"],
                "properties": sides,
                "patternProperties": {"^river$": {"type": "boolean"}},
                "additionalProperties": False,
            },
        )
        return self._define(
            "host",
            {
                "anyOf": [
                    {"enum": names},
                    {"type": "string", "not": no_host},
                    {
                        "type": "object",
                        "minProperties": 1,
                        "maxProperties": 1,
                        "propertyNames": {"not": no_host},
                        "properties": below,
                        "patternProperties": patterns,
                        "additionalProperties": other,
                    },
                ]
            },
        )

    def _shape(self, shape: HostShape, name: str) -> Raw:
        kind = self.cards.host_kinds[shape.kind]
        dry = self._sides(kind, dict(shape.slots))
        words = {side: {"description": f"The {side} of the {shape.kind}."} for side in dry}
        schema: Raw = {"type": ["object", "null"], "additionalProperties": False}
        if kind.river is None:
            # Not offered, as it says nothing, but no fault either.
            schema |= {"properties": dry, "patternProperties": {"^river$": {"enum": [False]}}}
        else:
            words["river"] = {"description": "Whether a universal river lies below it.", "type": "boolean"}
            wet = self._sides(kind.river, {**dict(shape.slots), **kind.river.slots})
            schema |= {
                "properties": words,
                "if": {"type": "object", "properties": {"river": {"const": True}}, "required": ["river"]},
                "then": {"properties": wet},
                "else": {"properties": dry},
            }
        return self._define(name, schema)

    # -- sides ------------------------------------------------------------------------------------------------

    def _sides(self, kind: HostKind, slots: dict[str, int]) -> Raw:
        return {side: self._side(side, slots[side], self.places.allowed(kind, side)) for side in SIDES if side in slots}

    def _side(self, side: str, slots: int | None, allowed: Sequence[Species]) -> Raw:
        """Return the schema of one side: an entry, or a list; *slots* is None where the host is not known."""
        entry = self._entry(side, allowed)
        stack = {"type": "array", "items": entry}
        several = {"type": "array", "items": {"anyOf": [entry, stack]}}
        if slots is not None and slots > 1:
            several["maxItems"] = slots
        return {"anyOf": [entry, stack if slots == 1 else several, {"type": "null"}]}

    def _entry(self, side: str, allowed: Sequence[Species]) -> Raw:
        ids = tuple(one.id for one in allowed)
        if ids not in self.entries:
            others = [one for one in self.places.species if one.id not in set(ids)]
            pattern = card_named(self.places.own_names(others))
            name: Raw = {"type": "string", "not": {"pattern": pattern}}
            offered = [self.places.name(one) for one in allowed]
            anyhow: list[Raw] = [{"enum": offered}, name] if offered else [name]
            self.entries[ids] = f"{side}-{len(self.entries)}"
            self._define(self.entries[ids], {"anyOf": [*anyhow, self._long_form(anyhow)]})
        return {"$ref": f"#/definitions/{self.game}-{self.entries[ids]}"}

    def _long_form(self, name: Sequence[Raw]) -> Raw:
        return {
            "type": "object",
            "required": ["card"],
            "properties": {
                "card": {"description": "The name of the card.", "anyOf": list(name)},
                "symbol": self._define(
                    "symbol",
                    {"description": "Its tree symbol.", "anyOf": [{"enum": list(self.cards.symbols)}, {"type": "string"}]},
                ),
                "box": self._define("box", {"description": "Its box.", **self._box(self.cards.all_boxes)}),
                "count": {"description": "How many.", "type": "integer", "minimum": 1, "maximum": MOST_COPIES},
                "points": {
                    "description": "The points of one such card, where no rule is known.",
                    "type": "integer",
                    "minimum": -_MOST_POINTS,
                    "maximum": _MOST_POINTS,
                },
            },
            "additionalProperties": False,
        }
