"""Export: forests become share codes, and nothing is told that a code cannot hold."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forestcalc.api import load, score
from forestcalc.exchange.exported import Exported, export_codes
from forestcalc.exchange.imported import FoundCode, import_codes
from forestcalc.exchange.packing import unpacked
from forestcalc.exchange.symbols import with_symbols
from tests.support import DATA, EXAMPLES, layout, run, totals
from tests.tables import GAMES, as_text, as_value, dealt

CODES = DATA / "share-codes"
NAMES = sorted(path.stem for path in CODES.glob("*.txt"))


def exported(text: str) -> Exported:
    (game,) = load(text)
    return export_codes(game)


def faults(text: str) -> list[str]:
    return [one.code for one in exported(text).diagnostics]


def back(codes: Any) -> str:
    result = import_codes([FoundCode(code, "") for _, code in codes])
    assert result.is_valid, (result.diagnostics, result.faults)
    return result.text or ""


@pytest.mark.parametrize("name", NAMES)
def test_a_real_code_comes_out_as_it_went_in(name: str) -> None:
    code = (CODES / f"{name}.txt").read_text("utf-8").strip()
    text = import_codes([FoundCode(code, "")]).text or ""
    ((_, again),) = exported(text).codes
    assert again == code


@pytest.mark.parametrize("name", NAMES)
def test_the_layout_of_a_real_code_gives_that_code(name: str) -> None:
    ((_, code),) = exported((CODES / f"{name}.yaml").read_text("utf-8")).codes
    assert unpacked(code) == unpacked((CODES / f"{name}.txt").read_text("utf-8").strip())


TABLES = [(boxes) for game, boxes in GAMES if game == "forest-shuffle" and "promo" not in boxes]


@given(
    seed=st.integers(0, 10**9),
    boxes=st.sampled_from(TABLES),
    players=st.integers(1, 4),
    hosts=st.integers(0, 9),
    dwellers=st.integers(0, 25),
)
def test_a_dealt_table_survives_the_way_there_and_back(
    seed: int, boxes: tuple[str, ...], players: int, hosts: int, dwellers: int
) -> None:
    table = dealt("forest-shuffle", boxes, random.Random(seed), players=players, hosts=hosts, dwellers=dwellers)
    (game,) = load(as_text(as_value(table)))
    codes = export_codes(game).codes
    assert [name for name, _ in codes] == [player.name for player in game.players]
    text = back(codes)
    (again,) = load(text)
    assert export_codes(again).codes == codes
    assert totals(score(again)) == totals(score(game))
    assert again.expansions == game.expansions


def test_a_code_names_boxes_and_an_empty_forest() -> None:
    text = layout([], boxes=["promo", "alpine"])
    ((name, code),) = exported(text).codes
    assert name == "Anna"
    assert unpacked(code) == {
        "appVersion": "0.5.1",
        "gameBoxes": ["BASE", "ALPINE", "PROMO_CARDS"],
        "player": {
            "name": "Anna",
            "forest": {"woodyPlants": [], "cave": {"name": "REGULAR_CAVE", "cardCount": 0}},
        },
    }


def test_counts_are_written_out() -> None:
    ((_, code),) = exported(layout(["2x Sapling", {"Oak": {"bottom": "2x Common Toad"}}])).codes
    plants = unpacked(code)["player"]["forest"]["woodyPlants"]
    assert [plant["name"] for plant in plants] == ["SAPLING", "SAPLING", "OAK"]
    assert [dweller["name"] for dweller in plants[2]["dwellers"]] == ["COMMON_TOAD", "COMMON_TOAD"]


# -- what a code cannot hold ----------------------------------------------------------------------------------


def test_another_game_has_no_codes() -> None:
    assert faults(layout(["Ash"], game="dartmoor")) == ["export-other-game"]
    assert faults(layout(["Hickory"], game="smoky-mountains")) == ["export-other-game"]


def test_a_player_given_by_counts_has_no_code() -> None:
    result = exported(layout({"Anna": ["Oak"], "Caro": {"counts": {"trees": 9}}}))
    assert result.codes == ()
    assert [one.code for one in result.diagnostics] == ["export-needs-forest"]
    assert result.diagnostics[0].path == ("players", "Caro")


def test_a_card_that_the_app_does_not_know_has_no_code() -> None:
    text = layout([{"Oak": {"left": {"card": "Jackalope", "points": 7}}}])
    assert "export-card-unknown" in faults(text)
    assert exported(text).codes == ()


def test_symbols_that_do_not_matter_are_chosen_from_the_cards_left() -> None:
    text = layout(
        [{"Oak": {"right": ["European Hare (birch)", "European Hare"]}}, {"Beech": {"right": "European Hare"}}]
    )
    result = exported(text)
    assert [one.code for one in result.diagnostics] == ["export-symbol-chosen"]
    assert not result.diagnostics[0].is_error
    (game,) = load(back(result.codes))
    symbols = [
        card.symbol for card in (game.players[0].forest or pytest.fail("no forest")).cards() if card.side == "right"
    ]
    assert None not in symbols
    assert symbols[0] == "birch"


def test_symbols_that_would_change_a_total_are_not_chosen() -> None:
    result = exported(layout([{"Oak": {"left": "Roe Deer", "right": "European Hare"}}, "Birch"]))
    assert result.codes == ()
    (found,) = result.diagnostics
    assert found.code == "export-open"
    assert found.path == ("players", "Anna", "forest", 0, "left", 0)


def test_rulings_are_no_part_of_a_code() -> None:
    assert faults(layout(["Oak"], rulings={"turkey-oak": "own-species"})) == ["export-rulings"]
    assert faults(layout(["Oak"], rulings={"turkey-oak": "oak"})) == []


# -- the command ----------------------------------------------------------------------------------------------


def test_one_code_a_line_a_player_each(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(layout({"Boris": ["Oak"], "Anna": ["Birch"]}) + "\n---\n" + layout({"Caro": []}), "utf-8")
    done = run("export", file)
    assert (done.status, done.err) == (0, "")
    assert [unpacked(line)["player"]["name"] for line in done.out.splitlines()] == ["Boris", "Anna", "Caro"]


def test_import_and_export_are_each_others_way_back(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    codes = CODES / "shrubs-and-nettles.txt"
    assert run("import", codes, "-o", file).status == 0
    assert run("export", file).out == codes.read_text("utf-8").strip() + "\n"
    assert run("import", "-", stdin=run("export", file).out).out == file.read_text("utf-8")


def test_the_version_of_the_app_can_be_given() -> None:
    done = run("export", "-", "--app-version", "0.6.0", stdin=layout(["Oak"]))
    assert unpacked(done.out.strip())["appVersion"] == "0.6.0"


def test_what_cannot_be_told_gives_no_code_and_the_status_of_an_invalid_layout() -> None:
    done = run("export", "-", stdin=layout(["Ash"], game="dartmoor"))
    assert (done.status, done.out) == (3, "")
    assert "error[export-other-game]" in done.err


def test_an_invalid_layout_gives_no_code() -> None:
    done = run("export", "-", stdin=layout(["Oaak"]))
    assert (done.status, done.out) == (3, "")
    assert "unknown-host" in done.err
    assert run("export", "nowhere.yaml").status == 3


def test_json_is_a_line_a_game() -> None:
    done = run("export", "--json", "-", stdin=layout({"Anna": ["Oak"]}) + "\n---\n" + layout(["Ash"], game="dartmoor"))
    first, second = done.json
    assert done.status == 3
    assert first["valid"] is True
    assert [one["name"] for one in first["players"]] == ["Anna"]
    assert unpacked(first["players"][0]["code"])["player"]["name"] == "Anna"
    assert second["valid"] is False
    assert [one["code"] for one in second["diagnostics"]] == ["export-other-game"]


@pytest.mark.parametrize(
    "name", ["two-players", "five-players-all-boxes", "shared-victory", "special-caves", "stinging-nettle"]
)
def test_chosen_symbols_are_those_of_cards_that_can_be_there_at_once(name: str) -> None:
    (game,) = load(EXAMPLES / f"{name}.yaml")
    settled = with_symbols(game)
    forests = [player.forest for player in settled.players if player.forest is not None]
    assert not any(card.is_open for forest in forests for card in forest.cards())
    assert [sheet.total for sheet in score(settled).players] == [sheet.total for sheet in score(game).players]
