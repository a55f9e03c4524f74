"""Layout schema: the JSON Schema of the layout file, made from the catalogue.

Draft 7, which the YAML extensions of editors know best. It offers the names of cards, lets every other way to write
them pass, and stops what no ruling, box or language could make right.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from forestcalc.catalogue.names import build_index, key
from forestcalc.catalogue.store import listing
from forestcalc.layout.read import DEFAULT_GAME
from forestcalc.schema.game_schema import GameSchema
from forestcalc.schema.patterns import only, spelled

Raw = dict[str, Any]

DRAFT = "http://json-schema.org/draft-07/schema#"

_TITLE = "A layout file of forestcalc"
_KEYS = {
    "game": "Which game was played. Left out, it is Forest Shuffle.",
    "expansions": "The boxes that were played with, beside the first. Left out: none.",
    "rulings": "How questions that the rules leave open are decided. `forestcalc rulings` explains them.",
    "players": "The players: a name, and below it the forest.",
}


def layout_schema(game: str | None = None) -> Raw:
    """Return the schema of a document: of any game, or of *game* alone. KeyError if there is no such game."""
    known = listing()["games"]
    wanted = tuple(known) if game is None else (game,)
    names = {one: game_names(one, known) for one in wanted}
    every = [name for some in names.values() for name in some]
    schema: Raw = {
        "$schema": DRAFT,
        "title": _TITLE if game is None else f"{_TITLE} for {known[game]['title']}",
        "description": "Made by `forestcalc schema`.",
        "type": "object",
        "required": ["players"] if game in (None, DEFAULT_GAME) else ["game", "players"],
        "properties": {word: {"description": text} for word, text in _KEYS.items()},
        "additionalProperties": False,
    }
    schema["properties"]["game"]["anyOf"] = [{"enum": list(wanted)}, {"type": "string", "pattern": spelled(every)}]
    if game is None:
        schema["allOf"] = [_when(one, names[one]) for one in wanted]
    else:
        schema["allOf"] = [{"$ref": f"#/definitions/{game}"}]
    schema["definitions"] = {name: part for one in wanted for name, part in GameSchema(one).definitions().items()}
    return schema


def _when(game: str, names: Iterable[str]) -> Raw:
    # Of names beyond ASCII only the printed spelling tells which game it is; in another, the game is left open.
    every = [*names]
    one_of = [{"enum": [name for name in every if not name.isascii()]}, {"pattern": only(every)}]
    named: Raw = {"properties": {"game": {"anyOf": one_of}}}
    if game != DEFAULT_GAME:  # a key that is not there matches, and the game that is not named is the default
        named["required"] = ["game"]
    return {"if": named, "then": {"$ref": f"#/definitions/{game}"}}


def game_called(name: str) -> str | None:
    """Return the game that *name* means, as in a layout; None if there is none."""
    known = listing()["games"]
    return next((id for id in known if key(name) in {key(one) for one in game_names(id, known)} - {""}), None)


def game_names(game: str, known: Mapping[str, Raw]) -> list[str]:
    """Return every name by which a file may call *game*."""
    printed = {id: [name for some in info["names"].values() for name in some] for id, info in known.items()}
    index = build_index((id, info["names"].get("en", []), printed[id]) for id, info in known.items())
    return [game, *(name for name, ids in index.items() if ids == [game]), *printed[game]]
