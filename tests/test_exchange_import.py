"""Import: share codes of the web scorer become a layout that stands for the same forests."""

from __future__ import annotations

import base64
import json
import os
import subprocess
import sys
import time
import tracemalloc
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forestcalc.api import load, score
from forestcalc.catalogue.catalogue import catalogue
from forestcalc.catalogue.names import key
from forestcalc.exchange.app_names import app_names
from forestcalc.exchange.find_codes import find_codes
from forestcalc.exchange.imported import FoundCode, Imported, import_codes
from forestcalc.exchange.packing import JSON_LIMIT, CodeFault, packed, unpacked
from forestcalc.exchange.shared import read_code
from forestcalc.exchange.yaml_text import layout_yaml, written
from forestcalc.source import Mapping, documents
from tests.support import DATA, ROOT, run, totals

CODES = DATA / "share-codes"
NAMES = sorted(path.stem for path in CODES.glob("*.txt"))


def code(name: str) -> str:
    return (CODES / f"{name}.txt").read_text("utf-8").strip()


def imported(*codes: str) -> Imported:
    return import_codes([FoundCode(one, f"<code {number}>") for number, one in enumerate(codes, start=1)])


def packed_text(text: str | bytes) -> str:
    data = text if isinstance(text, bytes) else text.encode()
    return base64.b64encode(zlib.compress(data)).decode()


def forest(**changed: Any) -> dict[str, Any]:
    """Return the JSON of a small forest, with some keys of the player changed."""
    host = {"name": "BEECH", "gameBox": "BASE", "treeSymbol": "BEECH", "dwellers": []}
    inside = {"woodyPlants": [host], "cave": {"name": "REGULAR_CAVE", "cardCount": 2}}
    player = {"name": "Anna", "forest": inside} | changed
    return {"appVersion": "0.5.1", "gameBoxes": ["BASE"], "player": player}


def with_dweller(**changed: Any) -> dict[str, Any]:
    value = forest()
    dweller = {"name": "ROE_DEER", "gameBox": "BASE", "treeSymbol": "BIRCH", "position": "RIGHT"} | changed
    value["player"]["forest"]["woodyPlants"][0]["dwellers"] = [dweller]
    return value


def faults(value: Any) -> list[str]:
    return [one.code for one in read_code(packed(value)).diagnostics]


# -- the real codes -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_real_code_scores_as_the_app_and_the_rules_say(name: str) -> None:
    result = imported(code(name))
    assert result.text is not None
    assert result.diagnostics == result.faults == ()
    (game,) = load(result.text)
    (meant,) = load(CODES / f"{name}.yaml")
    wanted = {player.name: (player.expect or {})["total"] for player in meant.players}
    assert totals(score(game)) == wanted
    assert {line.id: line.points for line in score(game).players[0].lines} == {
        line.id: line.points for line in score(meant).players[0].lines
    }


@pytest.mark.parametrize("name", NAMES)
def test_every_card_of_a_real_code_is_where_it_was(name: str) -> None:
    (game,) = load(imported(code(name)).text or "")
    (meant,) = load(CODES / f"{name}.yaml")

    def table(game: Any) -> list[Any]:
        return [
            sorted((card.species.id, card.side, card.symbol or "", card.print_.box) for card in host.cards)
            for host in game.players[0].forest.hosts
        ]

    assert table(game) == table(meant)
    assert game.players[0].forest is not None
    assert meant.players[0].forest is not None
    assert game.players[0].forest.cave == meant.players[0].forest.cave


def test_boxes_are_named_where_two_print_the_same_card() -> None:
    text = imported(code("shrubs-and-nettles")).text or ""
    assert "left: Squeaker (horse-chestnut, woodland-edge)\n" in text
    assert "left: Squeaker (horse-chestnut, base)\n" in text
    assert text.count("base)") == 1
    assert "      - Elderberry (linden):\n" in text


def test_equal_neighbours_become_a_count_and_others_a_list() -> None:
    text = imported(code("base-hares-and-toads")).text or ""
    assert "right: 2x European Hare (sycamore)\n" in text
    assert "left: [European Hare (linden), European Hare (oak), European Hare (birch)]\n" in text
    assert "\n      - Linden Tree\n" in text


def test_the_whole_file_reads_well() -> None:
    assert (imported(code("explorers-bat-cave")).text or "").startswith(
        "game: forest-shuffle\n"
        "expansions: [alpine, exploration]\n"
        "players:\n"
        "  Ada & Noé:\n"
        "    cave: {name: bat-cave, cards: 5}\n"
        "    forest:\n"
        "      - Moor Birch:\n"
        "          top: Robin (birch)\n"
        "          bottom: Marsh Cinquefoil (black-alder)\n"
        "          left: Elk (birch)\n"
        "      - Palm Tree:\n"
        "          top: [Tawny Owl (beech), Cuckoo (birch)]\n"
    )


def test_names_may_be_those_of_another_language() -> None:
    done = run("import", "--lang", "de", CODES / "base-hares-and-toads.txt")
    assert done.status == 0
    assert "      - Linde:\n" in done.out
    assert "2x Feldhase (sycamore)" in done.out
    (game,) = load(done.out)
    assert totals(score(game)) == {"Jürgen": 174}


def test_a_sapling_of_an_old_version_has_no_symbol_key() -> None:
    value = forest()
    value["appVersion"] = "0.4.0"
    value["player"]["forest"]["woodyPlants"] = [{"name": "SAPLING", "gameBox": "BASE", "dwellers": []}]
    assert "- Sapling\n" in (imported(packed(value)).text or "")


# -- the names ------------------------------------------------------------------------------------------------


def test_every_name_of_the_app_is_one_of_ours() -> None:
    names = app_names()
    cards = catalogue(names.game)
    assert set(names.species.values()) <= set(cards.species_ids)
    assert list(names.boxes.values()) == list(cards.all_boxes)
    assert set(names.caves.values()) == set(cards.caves)
    assert set(names.symbols.values()) == set(cards.symbols)


def test_the_app_knows_all_cards_but_two() -> None:
    names = app_names()
    missing = set(catalogue(names.game).species_ids) - set(names.species.values())
    assert missing == {"beaver", "blue-jay"}


# -- several players ------------------------------------------------------------------------------------------


def test_several_codes_are_one_game_in_their_order() -> None:
    result = imported(packed(forest(name="Zoe")), packed(forest(name="Anna")))
    assert result.is_valid
    assert result.layout is not None
    assert list(result.layout["players"]) == ["Zoe", "Anna"]


def test_no_player_is_lost_where_two_have_one_name() -> None:
    second = with_dweller()
    result = imported(packed(forest()), packed(forest(name="Anna (1)")), packed(second), packed(forest(name=" ")))
    assert result.layout is not None
    assert list(result.layout["players"]) == ["Anna", "Anna (1)", "Anna (2)", "Player 4"]
    assert [one.code for one in result.diagnostics] == ["player-renamed", "player-renamed"]
    assert result.layout["players"]["Anna (2)"]["forest"] == [{"Beech": {"right": "Roe Deer (birch)"}}]


def test_a_code_given_twice_is_said_to_be() -> None:
    (found,) = imported(packed(forest()), packed(forest())).diagnostics
    assert found.help is not None
    assert "same" in found.help


def test_boxes_of_all_players_are_declared() -> None:
    other = forest(name="Boris")
    other["gameBoxes"] = ["BASE", "PROMO_CARDS", "ALPINE"]
    result = imported(packed(forest()), packed(other))
    assert result.layout is not None
    assert result.layout["expansions"] == ["alpine", "promo"]
    assert [one.code for one in result.diagnostics] == ["boxes-differ"]


@pytest.mark.parametrize(
    "name",
    ["12", "true", "~", "a: b", "#x", "- x", "'", '"', "a\\b", "Zoë", "名前", "x, y", "🦊", "[", "&a", "null", "@"],
)
def test_any_name_survives(name: str) -> None:
    result = imported(packed(forest(name=name)))
    assert result.is_valid
    (game,) = load(result.text or "")
    assert [player.name for player in game.players] == [name]


def test_control_characters_of_a_name_do_not_come_through() -> None:
    result = imported(packed_text(json.dumps(forest(name="An\x1b[31mna\n\ud800"))))
    assert result.layout is not None
    assert list(result.layout["players"]) == ["An [31mna"]
    assert [one.code for one in result.diagnostics] == ["player-renamed"]


@given(st.text())
def test_whatever_is_written_is_read_again(text: str) -> None:
    (document,) = documents(f"k: {written(text)}\n")
    assert isinstance(document.node, Mapping)
    value = document.node.pairs[0][1]
    assert getattr(value, "value", None) == text
    (listed,) = documents(f"k: [{written(text, flow=True)}, x]\n")
    assert isinstance(listed.node, Mapping)
    assert getattr(listed.node.pairs[0][1], "items")[0].value == text  # noqa: B009


# -- what a code holds may break a rule -----------------------------------------------------------------------


def test_a_forest_against_the_rules_is_written_and_its_faults_shown(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    done = run(
        "import", packed(with_dweller(name="MISTLETOE", gameBox="EXPLORATION", treeSymbol="LINDEN", position="TOP"))
    )
    assert done.status == 3
    value = with_dweller(name="RED_FOX", treeSymbol="OAK")
    dwellers = value["player"]["forest"]["woodyPlants"][0]["dwellers"]
    dwellers.append({"name": "LYNX", "gameBox": "BASE", "treeSymbol": "BEECH", "position": "RIGHT"})
    done = run("import", packed(value), "-o", file)
    assert done.status == 3
    assert "error[slot-taken]" in done.err
    assert f"{file}:" in done.err
    assert "right: [Red Fox (oak), Lynx (beech)]" in file.read_text("utf-8")


# -- bad and hostile codes ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("eJ!!", "share-code-not-base64"),
        ("eJx", "share-code-damaged"),
        ("abcd", "share-code-damaged"),
        (code("alpine-heights")[:400], "share-code-damaged"),
        (base64.b64encode(b"{}").decode(), "share-code-damaged"),
        (base64.b64encode(zlib.compress(b"{}") + b"more").decode(), "share-code-damaged"),
        (packed_text("{"), "share-code-not-json"),
        (packed_text(b"\xff\xfe"), "share-code-not-json"),
        (packed_text("[" * 100_000), "share-code-not-json"),
        (packed_text('{"a": NaN}'), "share-code-not-json"),
        (packed_text('{"player": 1, "player": 2}'), "share-code-not-json"),
        (packed_text("9" * 10_000), "share-code-not-json"),
        (packed_text("{}"), "share-code-shape"),
        (packed_text("[]"), "share-code-shape"),
        (packed_text("null"), "share-code-shape"),
        (packed_text("1e999"), "share-code-shape"),
        ("A" * 200_000, "share-code-too-large"),
    ],
)
def test_what_is_no_code(text: str, fault: str) -> None:
    assert [one.code for one in read_code(text).diagnostics] == [fault]


def test_padding_may_be_missing() -> None:
    assert unpacked(code("alpine-heights").rstrip("=")) == unpacked(code("alpine-heights"))


def test_a_bomb_is_not_unpacked() -> None:
    bomb = packed_text(b" " * 60_000_000)
    assert len(bomb) < 100_000
    tracemalloc.start()
    started = time.monotonic()
    try:
        with pytest.raises(CodeFault, match="unpacks to more than"):
            unpacked(bomb)
        assert tracemalloc.get_traced_memory()[1] < 10 * JSON_LIMIT
    finally:
        tracemalloc.stop()
    assert time.monotonic() - started < 1


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"name": "UNICORN"}, "share-code-unknown-name"),
        ({"gameBox": "DARTMOOR"}, "share-code-unknown-name"),
        ({"treeSymbol": "PALM"}, "share-code-unknown-name"),
        ({"position": "MIDDLE"}, "share-code-unknown-name"),
        ({"name": 5}, "share-code-shape"),
        ({"name": None}, "share-code-shape"),
        ({"position": ["TOP"]}, "share-code-shape"),
        ({"name": "BEECH"}, "share-code-shape"),
        ({"treeSymbol": None}, "share-code-no-such-card"),
        ({"treeSymbol": "BAMBOO"}, "share-code-no-such-card"),
        ({"position": "TOP"}, "share-code-no-such-card"),
        ({"gameBox": "ALPINE"}, "share-code-no-such-card"),
        ({"name": "ELK", "gameBox": "EXPLORATION", "position": "LEFT"}, "share-code-no-such-card"),
    ],
)
def test_a_card_that_does_not_exist(changed: dict[str, Any], fault: str) -> None:
    assert faults(with_dweller(**changed)) == [fault]


@pytest.mark.parametrize("count", [-1, True, "5", 2.5, None, 10**30, [], 1001])
def test_a_number_of_cave_cards_that_is_none(count: Any) -> None:
    value = forest()
    value["player"]["forest"]["cave"]["cardCount"] = count
    assert faults(value) == ["share-code-shape"]


def test_a_cave_of_a_box_that_was_not_chosen() -> None:
    value = forest()
    value["player"]["forest"]["cave"]["name"] = "BAT_CAVE"
    assert faults(value) == ["share-code-no-such-card"]
    value["player"]["forest"]["cave"]["name"] = "DRAGON_CAVE"
    assert faults(value) == ["share-code-unknown-name"]


def test_a_dweller_is_no_host() -> None:
    value = forest()
    value["player"]["forest"]["woodyPlants"] = [
        {"name": "ROE_DEER", "gameBox": "BASE", "treeSymbol": "BIRCH", "dwellers": []}
    ]
    assert faults(value) == ["share-code-shape"]


def test_all_faults_are_told_but_not_without_end() -> None:
    value = with_dweller()
    dwellers = value["player"]["forest"]["woodyPlants"][0]["dwellers"]
    dwellers[:] = [{**dwellers[0], "name": f"X{number}"} for number in range(300)]
    found = read_code(packed(value)).diagnostics
    assert len(found) == 20
    assert found[1].path == ("player", "forest", "woodyPlants", 0, "dwellers", 1, "name")


def test_another_version_of_the_app_is_named() -> None:
    value = with_dweller(name="UNICORN")
    value["appVersion"] = "9.0.0"
    (found,) = read_code(packed(value)).diagnostics
    assert found.help is not None
    assert "9.0.0" in found.help


_json = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


@st.composite
def damaged(draw: st.DrawFn) -> Any:
    """Draw the JSON of a real code with some value in it replaced or removed."""
    value = unpacked(code(draw(st.sampled_from(NAMES))))
    here: Any = value
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not keys:
            return value
        chosen = draw(st.sampled_from(keys))
        inner = here[chosen]
        if not isinstance(inner, (dict, list)) or draw(st.integers(0, 3)) == 0:
            if draw(st.booleans()):
                here[chosen] = draw(_json)
            else:
                del here[chosen]
            return value
        here = inner


@given(damaged())
def test_a_damaged_code_is_read_or_refused(value: Any) -> None:
    result = imported(packed(value))
    if result.layout is None:
        assert any(one.is_error for one in result.diagnostics)
    else:
        assert all(one.code != "unknown-key" for one in result.faults)
        load_faults = {one.code for one in result.faults if one.is_error}
        assert load_faults or load(result.text or "")


@given(st.binary() | st.binary().map(zlib.compress), st.text())
def test_no_bytes_make_it_raise(data: bytes, text: str) -> None:
    assert read_code(base64.b64encode(data).decode()).forest is None
    assert read_code(text).forest is None


# -- the command ----------------------------------------------------------------------------------------------


def test_a_file_holds_a_code_a_line(tmp_path: Path) -> None:
    file = tmp_path / "codes.txt"
    file.write_text(f"\n{packed(forest())}  \r\n\n{packed(forest(name='Boris'))}\n", "utf-8")
    done = run("import", file)
    assert done.status == 0
    assert done.err == ""
    assert [player.name for player in load(done.out)[0].players] == ["Anna", "Boris"]


def test_codes_come_from_standard_input_too() -> None:
    done = run("import", packed(forest(name="Caro")), "-", stdin=packed(forest()) + "\n")
    assert [player.name for player in load(done.out)[0].players] == ["Caro", "Anna"]


def test_a_fault_says_in_which_line_it_is(tmp_path: Path) -> None:
    file = tmp_path / "codes.txt"
    file.write_text(f"{packed(forest())}\nnonsense!\n", "utf-8")
    done = run("import", file)
    assert (done.status, done.out) == (3, "")
    assert f"--> {file}:2:1" in done.err


def test_the_layout_is_written_to_a_file_once(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    assert run("import", packed(forest()), "-o", file).status == 0
    before = file.read_text("utf-8")
    done = run("import", packed(forest(name="Boris")), "-o", file)
    assert done.status == 2
    assert "--force" in done.err
    assert file.read_text("utf-8") == before
    file.chmod(0o640)
    assert run("import", packed(forest(name="Boris")), "-o", file, "--force").status == 0
    assert "Boris" in file.read_text("utf-8")
    assert file.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [file]


def test_a_bad_code_leaves_an_old_file_alone(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text("old", "utf-8")
    assert run("import", "eJxxxx", "-o", file, "--force").status == 3
    assert file.read_text("utf-8") == "old"


def test_a_file_that_cannot_be_written(tmp_path: Path) -> None:
    done = run("import", packed(forest()), "-o", tmp_path / "none" / "game.yaml")
    assert done.status == 2
    assert "Traceback" not in done.err


@pytest.mark.parametrize("word", ["nowhere.txt", "codes", "x" * 20])
def test_neither_file_nor_code(word: str) -> None:
    codes, found = find_codes([word])
    assert codes == []
    assert [one.code for one in found] == ["file-missing"]


def test_an_empty_file_has_no_code(tmp_path: Path) -> None:
    file = tmp_path / "codes.txt"
    file.write_text("\n \n", "utf-8")
    done = run("import", file)
    assert done.status == 3
    assert "share-code-missing" in done.err


def test_a_folder_is_no_file_of_codes(tmp_path: Path) -> None:
    done = run("import", tmp_path)
    assert done.status == 3
    assert "file-not-regular" in done.err


def test_too_many_codes_are_not_read(tmp_path: Path) -> None:
    file = tmp_path / "codes.txt"
    file.write_text(f"{packed(forest())}\n" * 101, "utf-8")
    done = run("import", file)
    assert (done.status, done.out) == (3, "")
    assert "share-code-too-many" in done.err


def test_json_is_the_layout_and_what_was_found() -> None:
    done = run("import", "--json", packed(forest()), packed(forest()))
    (value,) = done.json
    assert done.err == ""
    assert value["valid"] is True
    assert [one["code"] for one in value["diagnostics"]] == ["player-renamed"]
    assert load(json.dumps(value["layout"]))
    (value,) = run("import", "--json", "eJxxxx").json
    assert value["valid"] is False
    assert value["layout"] is None


def test_quiet_hides_warnings_only() -> None:
    assert run("import", "--quiet", packed(forest()), packed(forest())).err == ""
    assert run("import", "--quiet", "eJxxxx").err != ""
    (value,) = run("import", "--quiet", "--json", packed(forest()), packed(forest())).json
    assert value["diagnostics"] == []


def test_an_unknown_language_is_a_wrong_command_line() -> None:
    assert run("import", "--lang", "xx", packed(forest())).status == 2


def test_no_code_on_the_command_line_is_a_wrong_command_line() -> None:
    assert run("import").status == 2


def test_a_layout_is_utf_8_whatever_the_locale_is() -> None:
    command = [
        sys.executable,
        "-c",
        "from forestcalc.cli import main; main()",
        "import",
        str(CODES / f"{NAMES[1]}.txt"),
    ]
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, check=True, cwd=ROOT, env=environment)
    assert "  Jürgen:\n" in done.stdout.decode("utf-8")


def test_long_lists_get_a_line_for_each_card() -> None:
    long = [f"Card {number} (horse-chestnut)" for number in range(9)]
    text = layout_yaml({"game": "g", "players": {"A": {"forest": [{"Beech": {"top": long}}]}}})
    assert "          top:\n            - Card 0 (horse-chestnut)\n" in text
    assert max(len(line) for line in text.splitlines()) <= 100


def test_the_tables_of_names_are_free_of_double_meanings() -> None:
    names = app_names()
    for table in (names.boxes, names.positions, names.symbols, names.caves, names.species):
        assert len(set(table.values())) == len(table)
        assert all(key(name) for name in table)


@pytest.mark.skipif(os.name != "posix", reason="a link is one of POSIX here")
def test_a_link_is_followed(tmp_path: Path) -> None:
    real, link = tmp_path / "real.yaml", tmp_path / "link.yaml"
    real.write_text("old", "utf-8")
    link.symlink_to(real)
    assert run("import", packed(forest()), "-o", link, "--force").status == 0
    assert link.is_symlink()
    assert "Anna" in real.read_text("utf-8")
