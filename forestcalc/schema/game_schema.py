"""Game schema: the part of the layout's JSON Schema that is about one game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from forestcalc.catalogue.model import SIDES, HostKind, Species
from forestcalc.layout.cards import MOST_COPIES
from forestcalc.layout.players import EXPECT_WORDS
from forestcalc.schema.patterns import COUNTED, card, only_card, qualified, spelled
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
        anything = {"type": "string", "pattern": spelled(self.cards.box_index)}
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
                "then": {"properties": dict.fromkeys(("forest", "cave", "expect"), False)},
                "else": {"required": ["forest"]},
            },
        )

    def _cave(self) -> Raw:
        number = {"type": "integer", "minimum": 0}
        names = {
            "anyOf": [{"enum": list(self.cards.caves)}, {"type": "string", "pattern": spelled(self.cards.cave_index)}]
        }
        return {
            "description": "The number of cards in the cave, or `{name: ..., cards: 3}` for a special cave.",
            "anyOf": [
                number,
                {"type": "object", "properties": {"name": names, "cards": number}, "additionalProperties": False},
            ],
        }

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
        below: Raw = {}
        patterns: Raw = {COUNTED: {"type": ["null", "object"], "maxProperties": 0}}
        for number, shape in enumerate(self.places.shapes):
            ref = self._shape(shape, f"{shape.kind}-{number}")
            below |= {self.places.name(one): ref for one in shape.species}
            patterns[only_card(self.places.names(shape.species, only=True))] = ref
        name: Raw = {"pattern": card(self.places.names(hosts))}
        if face_down := [one for one in hosts if one.face_down]:
            name["not"] = {"pattern": qualified(self.places.names(face_down, only=True))}
        named = self._define("host-name", {"type": "string", **name})
        return self._define(
            "host",
            {
                "anyOf": [
                    {"enum": [self.places.name(one) for one in hosts]},
                    named,
                    {
                        "type": "object",
                        "minProperties": 1,
                        "maxProperties": 1,
                        "propertyNames": named,
                        "properties": below,
                        "patternProperties": patterns,
                        "additionalProperties": self._any_shape(),
                    },
                ]
            },
        )

    def _any_shape(self) -> Raw:
        """Return what holds below a host that is written in letters beyond ASCII."""
        kinds = list(self.cards.host_kinds.values())
        kinds += [kind.river for kind in kinds if kind.river is not None]
        allowed = {side: {one.id for kind in kinds for one in self.places.allowed(kind, side)} for side in SIDES}
        sides = {
            side: self._side(side, None, [one for one in self.places.dwellers if one.id in allowed[side]])
            for side in SIDES
        }
        return self._define(
            "any-host",
            {
                "type": ["object", "null"],
                "properties": sides,
                "patternProperties": {"^river$": {"type": "boolean"}},
                "additionalProperties": False,
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
        several: Raw = {"type": "array", "items": {"anyOf": [entry, stack]}}
        if slots is not None and slots > 1:
            several["maxItems"] = slots
        return {"anyOf": [entry, stack if slots == 1 else several, {"type": "null"}]}

    def _entry(self, side: str, allowed: Sequence[Species]) -> Raw:
        ids = tuple(one.id for one in allowed)
        if ids not in self.entries:
            self.entries[ids] = f"{side}-{len(self.entries)}"
            named = self._define(
                f"{self.entries[ids]}-name", {"type": "string", "pattern": card(self.places.names(allowed))}
            )
            offered = [{"enum": [self.places.name(one) for one in allowed]}] if allowed else []
            self._define(self.entries[ids], {"anyOf": [*offered, named, self._long_form(offered, named)]})
        return {"$ref": f"#/definitions/{self.game}-{self.entries[ids]}"}

    def _long_form(self, offered: Sequence[Raw], named: Raw) -> Raw:
        return {
            "type": "object",
            "required": ["card"],
            "properties": {
                "card": {"description": "The name of the card.", "anyOf": [*offered, {"type": "string"}]},
                "symbol": self._define(
                    "symbol",
                    {
                        "description": "Its tree symbol.",
                        "anyOf": [{"enum": list(self.cards.symbols)}, {"type": "string"}],
                    },
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
            # Only with points by hand a card may have a name that no game knows.
            "anyOf": [{"required": ["points"]}, {"properties": {"card": named}}],
        }
