"""Layout schema: the JSON Schema of the layout file, made from the catalogue.

Draft 7, which the YAML extensions of editors know best. It offers the names of cards, lets every other way to write
them pass, and stops what no ruling, box or language could make right.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from forestcalc.catalogue.catalogue import games
from forestcalc.catalogue.names import build_index
from forestcalc.catalogue.store import listing
from forestcalc.layout.read import DEFAULT_GAME
from forestcalc.schema.game_schema import GameSchema
from forestcalc.schema.patterns import any_spelling

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
    wanted = tuple(games()) if game is None else (game,)
    spelled = _game_names()
    parts = {one: GameSchema(one) for one in wanted}
    names = [name for one in wanted for name in spelled[one]]
    schema: Raw = {
        "$schema": DRAFT,
        "title": _TITLE if game is None else f"{_TITLE} for {games()[game]}",
        "description": "Made by `forestcalc schema`.",
        "type": "object",
        "required": ["players"] if game in (None, DEFAULT_GAME) else ["game", "players"],
        "properties": {word: {"description": text} for word, text in _KEYS.items()},
        "additionalProperties": False,
    }
    schema["properties"]["game"] |= {"anyOf": [{"enum": list(wanted)}, {"type": "string", "pattern": any_spelling(names)}]}
    if game is None:
        schema["allOf"] = [_when(one, spelled[one]) for one in wanted]
    else:
        schema["allOf"] = [{"$ref": f"#/definitions/{game}"}]
    schema["definitions"] = {name: part for one in parts.values() for name, part in one.definitions().items()}
    return schema


def _when(game: str, names: Iterable[str]) -> Raw:
    named = {"properties": {"game": {"type": "string", "pattern": _one_of(names)}}}
    if game != DEFAULT_GAME:  # what is not there matches, and the game that is not named is the default
        named["required"] = ["game"]  # type: ignore[assignment]
    return {"if": named, "then": {"$ref": f"#/definitions/{game}"}}


def _one_of(names: Iterable[str]) -> str:
    """Return a pattern for one game alone: of names beyond ASCII only the printed spelling tells which it is."""
    every = list(names)
    beyond = "|".join(name for name in every if not name.isascii())
    spelled = any_spelling(every).partition("|")[2]
    return f"^(?:{beyond})$|{spelled}" if beyond else spelled


def _game_names() -> dict[str, list[str]]:
    """Return every name by which a file may call a game: id -> names."""
    known = listing()["games"]
    names: dict[str, list[str]] = {id: [id] for id in known}
    index = build_index(
        (id, info["names"].get("en", []), [name for some in info["names"].values() for name in some])
        for id, info in known.items()
    )
    for name, ids in index.items():
        if len(ids) == 1:
            names[ids[0]].append(name)
    for id, info in known.items():
        names[id] += [name for some in info["names"].values() for name in some if not name.isascii()]
    return names
