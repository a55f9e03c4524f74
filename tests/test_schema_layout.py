"""Schema: it accepts every legal layout, and refuses what cannot be right in any box, language or ruling."""

from __future__ import annotations

import csv
import json
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from forestcalc.catalogue.catalogue import catalogue, games
from forestcalc.schema.layout_schema import game_called, layout_schema
from forestcalc.schema.patterns import card, spelled
from forestcalc.source import Mapping, Node, Scalar, documents
from tests.support import DATA, EXAMPLES, errors, layout, run
from tests.tables import GAMES, as_text, as_value, dealt

SCORED = sorted((DATA / "cases" / "scored").glob("*.yaml"))
LAYOUTS = [
    *SCORED,
    *sorted((DATA / "share-codes").glob("*.yaml")),
    *(path for path in sorted(EXAMPLES.rglob("*.yaml")) if "packs" not in path.parts),
]
ILLEGAL = DATA / "cases" / "illegal"

# Faults that need the whole table, the declared boxes, or what shares a slot.
BEYOND_A_SCHEMA = {
    "both-halves-of-one-card",
    "card-not-in-boxes",
    "cave-twice",
    "duplicate-key",
    "must-share",
    "print-not-in-boxes",
    "shares-only-with",
    "sharing-not-here",
    "side-takes-only",
    "slot-taken",
    "symbol-not-printed",
    "symbol-unknown",
    "too-many-copies",
    "too-many-prints",
}


@cache
def validator(game: str | None = None) -> Draft7Validator:
    return Draft7Validator(layout_schema(game))


def plain(node: Node | None) -> Any:
    match node:
        case Mapping():
            return {key.text: plain(value) for key, value in node.pairs}
        case Scalar():
            return node.value
        case None:
            return None
    return [plain(item) for item in node.items]


def values(text: str) -> Iterator[Any]:
    for document in documents(text):
        yield plain(document.node)


def is_fine(text: str, game: str | None = None) -> bool:
    (value,) = values(text)
    return bool(validator(game).is_valid(value))


def test_it_is_a_schema_of_its_draft() -> None:
    for game in (None, *games()):
        Draft7Validator.check_schema(layout_schema(game))


@pytest.mark.parametrize("path", LAYOUTS, ids=lambda path: path.stem)
def test_every_legal_layout_passes(path: Path) -> None:
    for number, value in enumerate(values(path.read_text("utf-8"))):
        for game in (None, value.get("game", "forest-shuffle")):
            found = [(list(one.absolute_path), one.message[:200]) for one in validator(game).iter_errors(value)]
            assert not found, number


def illegal() -> list[tuple[str, str]]:
    with (ILLEGAL / "index.csv").open(encoding="utf-8", newline="") as file:
        return [(row["file"], row["code"]) for row in csv.DictReader(file)]


@pytest.mark.parametrize(("file", "defect"), illegal())
def test_an_illegal_layout_is_refused_where_a_schema_can(file: str, defect: str) -> None:
    (value,) = values((ILLEGAL / file).read_text("utf-8"))
    # Of two cards in a slot the schema knows nothing, of three slots where there are two it does.
    caught = defect not in BEYOND_A_SCHEMA or file == "ism-11.yaml"
    assert validator().is_valid(value) is not caught


@given(seed=st.integers(0, 10**9), table=st.sampled_from(GAMES), naming=st.sampled_from(["id", "name", "index"]))
def test_a_dealt_table_passes(seed: int, table: tuple[str, tuple[str, ...]], naming: str) -> None:
    rng = random.Random(seed)
    names: dict[str, list[str]] = {}
    for name, ids in catalogue(*table).name_index.items():
        if len(ids) == 1:
            names.setdefault(ids[0], []).append(name)

    def called(species: Any) -> str:
        return {"id": species.id, "name": species.name}.get(naming) or rng.choice(names[species.id])

    value = as_value(dealt(*table, rng, players=3, hosts=8, dwellers=20), called)
    assert not errors(as_text(value))
    found = [(list(one.absolute_path), one.message[:200]) for one in validator().iter_errors(value)]
    assert not found


@pytest.mark.parametrize(
    "text",
    [
        "players: {A: {forest: []}}",
        "players: {A: {forest: [Oak:]}}",
        "players: {A: {forest: [2x Oak:]}}",
        "players: {A: {forest: [2x Oak: {}]}}",
        "players: {A: {forest: [x2 Oak, Sapling 2x, Beech: {left: European Hare x2 (birch)}]}}",
        "{game: Mischwald, players: {A: {forest: [Eiche: {left: Feldhase}]}}}",
        "{game: 森森不息, players: {A: {forest: [山毛榉]}}}",
        "{game: FOREST SHUFFLE, expansions: [Waldrand, ALPINE, base], players: {A: {forest: [Sapling]}}}",
        "{expansions: null, rulings: null, players: {A: {forest: [Oak], expect: {total: 1, Oak: 1, butterflies: 0}}}}",
        "players: {A: {cave: {cards: 3}, forest: []}, B: {counts: null}}",
        "players: {A: {cave: {name: Cave}, forest: []}, B: {counts: {Linden Tree: 4, trees: 9, Linde: 1}}}",
        "players: {A: {forest: [Oak: {left: [], right: null, top: 2 x chaffinch, bottom: Common Toad x2, river: false}]}}",
        "players: {A: {forest: [Oak: {left: {card: roe-deer, symbol: Buche, box: base, count: 1}}]}}",
        "players: {A: {forest: [Oak: {left: {card: Jackalope, points: 6}}]}}",
        "players: {A: {forest: [Beech (beech), Elderberry (birch): {right: Roe Deer (birch)}]}}",
        "{game: dartmoor, players: {A: {forest: [Universal Moor: {top: [Barn Owl, [Barn Owl, Barn Owl]], bottom: []}]}}}",
        "{game: smoky-mountains, players: {A: {forest: [Hickory: {river: true, bottom: [[Brook Trout], Brook Trout]}]}}}",
        "{rulings: {solo: automa}, players: {A: {forest: []}}}",
    ],
)
def test_every_way_to_write_it_passes(text: str) -> None:
    (value,) = values(text)
    assert not [(list(one.absolute_path), one.message[:200]) for one in validator().iter_errors(value)]


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{}",
        "players:",
        "players: {}",
        "players: []",
        "{game: forest-scuffle, players: {A: {forest: []}}}",
        "{game: 5, players: {A: {forest: []}}}",
        "{name: x, players: {A: {forest: []}}}",
        "{expansions: alpine, players: {A: {forest: []}}}",
        "{expansions: [exmoor], players: {A: {forest: []}}}",
        "{expansions: [alpyne], players: {A: {forest: []}}}",
        "{rulings: {turkey-oak: sure}, players: {A: {forest: []}}}",
        "{rulings: {no-moors: tie}, players: {A: {forest: []}}}",
        "players: {A: {counts: {trees: 4}}}",
        "players: {A: {forest: [], counts: {}}}",
        "players: {A: {cave: 3}}",
        "players: {A: {counts: {trees: -1}}, B: {forest: []}}",
        "players: {A: {counts: {trees: 1}, cave: 1}, B: {forest: []}}",
        "players: {A: {forest:}}",
        "players: {A: {forest: Oak}}",
        "players: {A: {forest: [5]}}",
        "players: {A: {forest: [null]}}",
        "players: {A: {forest: [{}]}}",
        "players: {A: {forest: [{Oak: {top: Chaffinch}, Beech: {}}]}}",
        "players: {A: {forest: [Oak: {middle: Chaffinch}]}}",
        "players: {A: {forest: [Oak: {river: true}]}}",
        "players: {A: {forest: [Oak: {top: [null]}]}}",
        "players: {A: {forest: [Oak: {top: [[Chaffinch]]}]}}",
        "players: {A: {forest: [Oak: {left: Chaffinch}]}}",
        "players: {A: {forest: [Oak: {left: Buchfink}]}}",
        "players: {A: {forest: [Oak: {top: Chafinch}]}}",
        "players: {A: {forest: [Oak: {top: Oak}]}}",
        "players: {A: {forest: [2x Oak: {top: Chaffinch}]}}",
        "players: {A: {forest: [Sapling (birch)]}}",
        "players: {A: {forest: [Chaffinch]}}",
        "players: {A: {forest: [Oak: {top: {card: Chaffinch, count: 0}}]}}",
        "players: {A: {forest: [Oak: {top: {symbol: birch}}]}}",
        "players: {A: {forest: [Oak: {top: {card: Jackalope}}]}}",
        "players: {A: {forest: [Oak: {top: {card: Chaffinch, side: left}}]}}",
        "players: {A: {forest: [Oak: {top: {card: Chaffinch, box: dartmoor}}]}}",
        "players: {A: {cave: -1, forest: []}}",
        "players: {A: {cave: '5', forest: []}}",
        "players: {A: {cave: {name: Bear Cave, cards: 1}, forest: []}}",
        "players: {A: {cave: {count: 1}, forest: []}}",
        "players: {A: {expect: many, forest: []}}",
        "players: {A: {expect: {total: x}, forest: []}}",
        "{game: dartmoor, players: {A: {forest: [Tor: {left: Barn Owl}]}}}",
        "{game: dartmoor, players: {A: {forest: [Tor: {top: [Barn Owl, Barn Owl, Barn Owl]}]}}}",
        "{game: smoky-mountains, players: {A: {forest: [Creek: {river: true}]}}}",
        "{game: smoky-mountains, players: {A: {forest: [Oak]}}}",
    ],
)
def test_a_mistake_is_refused_and_is_one(text: str) -> None:
    assert not is_fine(text)
    assert errors(text)


def test_a_game_of_its_own_takes_no_other() -> None:
    ash = layout(["Ash"], game="dartmoor")
    assert is_fine(ash, "dartmoor")
    assert not is_fine(ash, "forest-shuffle")
    assert not is_fine("players: {A: {forest: []}}", "dartmoor")
    assert is_fine("players: {A: {forest: []}}", "forest-shuffle")


def test_all_cards_of_a_game_are_offered() -> None:
    for game in games():
        text = json.dumps(layout_schema(game), ensure_ascii=False)
        cards = catalogue(game)
        for id in cards.species_ids:
            if cards.species(id).below is None:
                assert json.dumps(cards.species(id).name, ensure_ascii=False) in text


def names() -> list[tuple[str, str]]:
    return [(game, name) for game in games() for name in catalogue(game).name_index if name.isascii()]


@given(name=st.sampled_from(names()), data=st.data())
def test_a_pattern_passes_every_spelling(name: tuple[str, str], data: st.DataObject) -> None:
    """Letters in either case, signs between them, a count before and qualifiers after."""
    signs = st.text(" -_'.&", max_size=2)
    written = data.draw(signs)
    for char in name[1]:
        written += (char.upper() if data.draw(st.booleans()) else char) + data.draw(signs)
    assert catalogue(name[0]).find(written)
    assert re.search(spelled([name[1]]), written)
    count = data.draw(st.sampled_from(["", "2x", "12 X ", " 3x ", "x2 "]))
    rests = ["", " (birch)", " (a, b)", " x2", " 2x", " x2 (birch)", " 2x (birch)"]
    assert re.search(card([name[1]]), count + written + data.draw(st.sampled_from(rests)))
    assert not re.search(spelled([name[1]]), written + "q")


def test_games_go_by_any_of_their_names() -> None:
    assert game_called("Mischwald Dartmoor") == "dartmoor"
    assert game_called("forest shuffle") == "forest-shuffle"
    assert game_called("森森不息") == "forest-shuffle"
    assert game_called("") is None
    assert game_called("chess") is None


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
def test_javascript_reads_the_patterns_the_same(tmp_path: Path) -> None:
    schema = tmp_path / "schema.json"
    schema.write_text(json.dumps(layout_schema()), "utf-8")
    words = [
        "European Hare",
        "2x european-hares (oak)",
        "Feldhase",
        "Chaffinch",
        "蝙蝠",
        "Europaen Hare",
        "ROE_DEER x2",
    ]
    script = """
        const [file, ...words] = process.argv.slice(1);
        const schema = JSON.parse(require('fs').readFileSync(file));
        const found = {};
        (function walk(value) {
          if (!value || typeof value !== 'object') return;
          const own = typeof value.pattern === 'string' ? [value.pattern] : [];
          const keys = value.patternProperties && !Array.isArray(value) ? Object.keys(value.patternProperties) : [];
          for (const one of own.concat(keys)) found[one] = words.map(word => new RegExp(one, 'u').test(word));
          Object.values(value).forEach(walk);
        })(schema);
        console.log(JSON.stringify(found));
    """
    done = subprocess.run(["node", "-e", script, schema, *words], capture_output=True, check=True, text=True)
    found = json.loads(done.stdout)
    assert len(found) > 30
    for pattern, matches in found.items():
        assert [re.search(pattern, word) is not None for word in words] == matches


# -- the command ----------------------------------------------------------------------------------------------


def test_the_command_prints_or_writes_it(tmp_path: Path) -> None:
    printed = run("schema")
    assert printed.status == 0
    assert json.loads(printed.out) == layout_schema()
    file = tmp_path / "schema.json"
    assert run("schema", "--game", "Dartmoor", "-o", file).status == 0
    assert json.loads(file.read_text("utf-8")) == layout_schema("dartmoor")
    assert run("schema", "-o", file).status == 2
    assert run("schema", "-o", file, "--force").status == 0
    assert json.loads(file.read_text("utf-8")) == layout_schema()


def test_json_is_one_line() -> None:
    (value,) = run("schema", "--json").json
    assert value["$schema"] == "http://json-schema.org/draft-07/schema#"


def test_an_unknown_game_is_a_wrong_command_line() -> None:
    assert run("schema", "--game", "chess").status == 2


def test_packs_are_part_of_it() -> None:
    pack = EXAMPLES / "packs" / "orchard.yaml"
    printed = run("schema", "--pack", pack, "--game", "orchard")
    assert printed.status == 0
    apple = {"game": "orchard", "players": {"Anna": {"forest": ["Apple Tree"]}}}
    assert Draft7Validator(json.loads(printed.out)).is_valid(apple)
    assert not Draft7Validator(json.loads(run("schema").out)).is_valid(apple)
