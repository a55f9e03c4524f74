"""Compile packs: the YAML files of one game become one plain structure, names indexed, ready to be stored as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from forestcalc.catalogue.names import bracket_key, build_index, plain

Raw = dict[str, Any]

FORMAT = 3

# What scoring never needs: kept apart, so that it is read only when somebody asks for it.
_TEXT_FIELDS = (
    "effect",
    "bonus",
    "effect_notes",
    "effect_confidence",
    "names",
    "confidence",
    "sources",
    "doubts",
)
_INHERITED = ("types", "cost")


def merge_packs(packs: Iterable[Mapping[str, Any]]) -> dict[str, Raw]:
    """Merge checked packs into games: id -> the game with its boxes, species, sets, caves and cards.

    The packs come in order; a pack adds a box, species, prints, caves, names, texts, or completes a rule.
    Later values win, so the caller has to refuse what may not be changed.
    """
    games: dict[str, Raw] = {}
    for pack in packs:
        game = games.setdefault(str(pack["game"]), _empty(str(pack["game"])))
        if define := pack.get("define"):
            game.update({name: value for name, value in define.items() if name != "rulings"})
            game["rulings"].update(define.get("rulings", {}))
        box = pack.get("box")
        if box is not None:
            entry = game["box_info"].setdefault(box, {"title": box, "names": {}})
            entry.update({name: pack[name] for name in ("title", "names") if name in pack})
            if box not in game["boxes"]:
                game["boxes"].append(box)
        for id, species in pack.get("species", {}).items():
            _merge_species(game["species"].setdefault(id, {"prints": [], "texts": {}}), box, species)
        for id, cave in pack.get("caves", {}).items():
            game["caves"].setdefault(id, {"box": box}).update(cave)
        game["sets"].update(pack.get("sets", {}))
        game["sources"].update(pack.get("sources", {}))
        if "cards" in pack and box is not None:
            game["cards"][box] = pack["cards"]
    return games


def _empty(id: str) -> Raw:
    return {
        "id": id,
        "title": id,
        "names": {},
        "boxes": [],
        "box_info": {},
        "players": 5,
        "hosts": {},
        "sides": {},
        "counts": {},
        "setup": [],
        "types": {},
        "symbols": {},
        "rulings": {},
        "sources": {},
        "species": {},
        "sets": {},
        "caves": {},
        "cards": {},
    }


def _merge_species(entry: Raw, box: str | None, species: Mapping[str, Any]) -> None:
    prints = species.get("prints", [])
    for name, value in species.items():
        if name == "prints" or name in _TEXT_FIELDS:
            continue
        if name in _INHERITED and name in entry:
            continue
        entry[name] = value
    for print_ in prints:
        entry["prints"].append(
            {
                "box": box,
                **print_,
                "types": print_.get("types", species.get("types", entry.get("types", []))),
                "cost": print_.get("cost", species.get("cost", entry.get("cost"))),
            }
        )
    texts = {name: species[name] for name in _TEXT_FIELDS if name in species}
    if texts:
        entry["texts"].setdefault(box or "", {}).update(texts)


def index_game(game: Raw) -> tuple[Raw, Raw]:
    """Split a merged game into what scoring needs and the texts that only reports need.

    The first part holds the indexes of names: `index` (species), `cave_index`, `symbol_index`, `box_index`,
    `side_index`; `bracketed` are the names printed with parentheses. The second part maps species and cave ids to
    their texts by box, and everything to its names.
    """
    core = {name: value for name, value in game.items() if name not in ("species", "caves", "sources")}
    texts: Raw = {"format": FORMAT, "species": {}, "caves": {}, "sources": game["sources"]}
    core["species"] = {}
    for id, species in game["species"].items():
        core["species"][id] = {name: value for name, value in species.items() if name != "texts"}
        core["species"][id]["rulings"] = sorted(_rulings_in(core["species"][id]))
        texts["species"][id] = species["texts"]
    core["caves"] = {}
    for id, cave in game["caves"].items():
        core["caves"][id] = {name: value for name, value in cave.items() if name not in _TEXT_FIELDS}
        texts["caves"][id] = {name: cave[name] for name in _TEXT_FIELDS if name in cave}
    core["index"] = build_index(
        (id, *_split_names(species["name"], *_all_names(species))) for id, species in game["species"].items()
    )
    core["bracketed"] = sorted(
        {
            bracket_key(name)
            for species in game["species"].values()
            for names in _split_names(species["name"], *_all_names(species))
            for name in names
            if "(" in plain(name)
        }
    )
    core["cave_index"] = build_index(
        (id, *_split_names(cave["name"], cave.get("names", {}))) for id, cave in game["caves"].items()
    )
    core["symbol_index"] = _symbol_index(game)
    core["box_index"] = build_index((id, *_split_names(id, info["names"])) for id, info in game["box_info"].items())
    core["side_index"] = build_index(
        (id, *_split_names(id, side.get("names", {}))) for id, side in game["sides"].items()
    )
    core["format"] = FORMAT
    return core, texts


def _rulings_in(value: Any) -> set[str]:
    """Return the ids of the rulings on which something in *value* depends."""
    if isinstance(value, dict):
        own = {str(value["ruling"])} if "ruling" in value else set()
        return own.union(*(_rulings_in(part) for part in value.values()))
    if isinstance(value, list):
        return set().union(*(_rulings_in(part) for part in value))
    return set()


def _symbol_index(game: Raw) -> dict[str, list[str]]:
    index = build_index(
        (id, *_split_names(symbol["name"], symbol.get("names", {}))) for id, symbol in game["symbols"].items()
    )
    trees = []
    for id, species in game["species"].items():
        symbols = {str(print_["symbol"]) for print_ in species["prints"]}
        if species.get("kind") == "tree" and len(symbols) == 1:
            trees.append((id, symbols.pop(), species))
    for name, ids in build_index(
        (symbol, [id, species["name"]], _split_names("", *_all_names(species))[1]) for id, symbol, species in trees
    ).items():
        if name not in index and len(ids) == 1:
            index[name] = ids
    return index


def _all_names(species: Raw) -> list[Mapping[str, Any]]:
    return [texts["names"] for texts in species["texts"].values() if "names" in texts]


def _split_names(name: str, *tables: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    english = [name] if name else []
    foreign: list[str] = []
    for table in tables:
        for language, values in table.items():
            (english if language == "en" else foreign).extend(str(value) for value in values)
    return english, foreign
