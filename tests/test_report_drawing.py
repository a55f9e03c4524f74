"""The drawing of a forest: what is drawn, how it stands in a terminal, and the command `show`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forestcalc.report.drawing import DrawnForest, drawn_forest
from forestcalc.report.drawing_text import render_forest
from forestcalc.report.drawing_wrap import NO_BREAK, columns, printable, wrapped
from forestcalc.report.languages import names
from forestcalc.scoring.sheet import Range
from tests.support import EXAMPLES, Plain, layout, run, sheet_of

BEECH = {
    "Beech": {
        "top": "Chaffinch (beech)",
        "left": ["European Hare (linden)", "European Hare (oak)"],
        "right": "Roe Deer",
        "bottom": "2x Common Toad",
    }
}
SMALL = layout({"Anna": {"cave": 3, "forest": [BEECH, "2x Douglas Fir", "Sapling"]}, "Boris": ["Linden Tree"]})
FILES = sorted(EXAMPLES.glob("*.yaml"))


def drawn(text: str, player: str = "Anna") -> DrawnForest:
    sheet = sheet_of(text)
    return drawn_forest(sheet, sheet.player(player), {})


def rendered(forest: DrawnForest, width: int, encoding: str | None = None) -> list[str]:
    return ["".join(text for text, _ in row) for row in render_forest(forest, {}, width, encoding)]


def test_small_forest_in_the_terminal() -> None:
    assert rendered(drawn(SMALL), 80) == [
        "Anna: 35–44 points",
        "Trees 10 · Top 5 · Bottom 10 · Left/Right 7–16 · Cave 3",
        "┌─────────────────────────────────────┐",
        "│        Chaffinch (Beech): 5         │",
        "├───────────────┬────────┬────────────┤",
        "│ European Hare │        │  Roe Deer  │",
        "│  (Linden): 2  │ Beech: │ (symbol?): │",
        "│ European Hare │   0    │    3–12    │",
        "│   (Oak): 2    │        │            │",
        "├───────────────┴────────┴────────────┤",
        "│   2× Common Toad (symbol?): 2 × 5   │",
        "└─────────────────────────────────────┘",
        "┌───────────────────────┐ ┌────────────┐",
        "│ 2× Douglas Fir: 2 × 5 │ │ Sapling: 0 │",
        "└───────────────────────┘ └────────────┘",
        "Cave: 3 (3 cards in the cave)",
    ]


def test_rivers_have_two_slots_and_lie_below_trees() -> None:
    text = layout(
        [
            {"Hickory": {"top": "Thermometer Cricket", "bottom": ["Yellow Perch", "Greenside Darter"], "river": True}},
            {"Creek": {"top": ["Bald Eagle"], "bottom": ["Brown Water Scorpion"]}},
        ],
        game="smoky-mountains",
    )
    forest = drawn(text)
    hickory, creek = forest.hosts
    assert hickory.river is not None
    assert [len(hickory.sides[side]) for side in ("top", "bottom", "left", "right")] == [1, 2, 1, 1]
    assert {side: len(slots) for side, slots in creek.sides.items()} == {"top": 2, "bottom": 2}
    assert creek.sides["top"][1] == ()
    lines = rendered(forest, 80)
    (river,) = [line for line in lines if "≈≈ Universal River: 0 ≈≈" in line]
    assert lines.index(river) > next(number for number, line in enumerate(lines) if "Hickory:" in line)
    assert any("Yellow Perch" in line and "Greenside" in line for line in lines)


def test_a_set_is_told_once_with_its_reason() -> None:
    text = layout(["Horse Chestnut", "Horse Chestnut", {"Oak": {"bottom": "Fire Salamander"}}])
    lines = rendered(drawn(text), 80)
    assert any("2× Horse Chestnut: set" in line for line in lines)
    assert "set: Horse Chestnut 4 (4 for 2 Horse Chestnuts)" in lines


def test_equal_hosts_are_one_only_with_nothing_attached() -> None:
    forest = drawn(layout(["Birch", {"Birch": {"top": "Chaffinch"}}, "Birch"]))
    assert [card.label for card in forest.bare] == ["2× Birch"]
    assert [host.card.label for host in forest.hosts] == ["Birch"]


def test_points_of_a_card_may_be_open() -> None:
    forest = drawn(SMALL)
    deer = forest.hosts[0].sides["right"][0][0]
    assert (deer.points, deer.points_text, deer.symbol_text) == (Range(3, 12), "3–12", "symbol?")


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
@pytest.mark.parametrize("width", [60, 80, 120])
def test_no_line_is_wider_than_the_page(file: Path, width: int) -> None:
    sheet = sheet_of(file.read_text(encoding="utf-8"))
    for player in sheet.players:
        forest = drawn_forest(sheet, player, {})
        lines = rendered(forest, width)
        assert max(map(columns, lines)) <= width
        text = " ".join(" ".join(lines).replace("│", " ").split())
        shown = {line.name for line in player.lines if line.each is not None or line.each_range is not None}
        assert all(name.split()[0] in text for name in shown)


@pytest.mark.parametrize("width", [60, 80, 120])
def test_boxes_close_in_a_language_of_wide_characters(width: int) -> None:
    sheet = sheet_of((EXAMPLES / "five-players-all-boxes.yaml").read_text(encoding="utf-8"))
    words = names("forest-shuffle", "zh")
    for player in sheet.players:
        rows = list(render_forest(drawn_forest(sheet, player, words), words, width))
        boxes = ["".join(text for text, _ in row) for row in rows if row[0][0][:1] in tuple("┌│├└")]
        tops = [line for line in boxes if line.startswith("┌")]
        assert {columns(line) for line in boxes} <= {columns(line) for line in tops}


def test_plain_characters_where_the_encoding_lacks_the_lines() -> None:
    lines = rendered(drawn(SMALL), 80, "ascii")
    assert all(line.isascii() for line in lines)
    assert "| 2x Douglas Fir: 2 x 5 | | Sapling: 0 |" in lines
    assert "Anna: 35-44 points" in lines


def test_a_name_cannot_reach_the_terminal() -> None:
    name = "\u202eevil\u2066"
    (heading, *_) = rendered(drawn(layout({name: ["Birch"]}), name), 80)
    assert heading == "\\u202eevil\\u2066: 1 point"


@given(st.text(min_size=1, max_size=60), st.integers(4, 40))
def test_wrapping_loses_nothing_and_fits(text: str, width: int) -> None:
    text = printable(text.replace("\t", " "), None).replace(NO_BREAK, "")
    lines = wrapped(text, width).lines
    assert "".join("".join(lines).split(" ")) == "".join(text.split(" "))
    assert max(map(columns, lines)) <= width


def test_no_break_keeps_words_together() -> None:
    assert wrapped(f"Common Toad 2{NO_BREAK}×{NO_BREAK}5", 14).lines == ("Common Toad", "2 × 5")


# -- the command ------------------------------------------------------------------------------------------------------


def test_show_draws_every_forest() -> None:
    done = run("show", "-", stdin=SMALL)
    assert done.status == 0
    assert "Anna: 35–44 points" in done.out
    assert "Boris: 3 points" in done.out


def test_show_only_one_player_whatever_the_case() -> None:
    done = run("show", "-", "--player", "boris", stdin=SMALL)
    assert (done.status, "Anna" in done.out, "Boris" in done.out) == (0, False, True)


def test_show_an_unknown_player() -> None:
    done = run("show", "-", "--player", "Caro", stdin=SMALL)
    assert (done.status, done.out) == (1, "")
    assert done.err == "error: nobody here is called `Caro`; the forests are of `Anna`, `Boris`\n"


def test_show_an_invalid_layout() -> None:
    done = run("show", "-", stdin=layout(["Beach"]))
    assert (done.status, done.out) == (3, "")
    assert "Beach" in done.err
    (value,) = run("show", "-", "--json", stdin=layout(["Beach"])).json
    assert (value["valid"], value["players"], len(value["diagnostics"])) == (False, [], 1)


def test_show_in_another_language() -> None:
    assert "Höhle" in run("show", "-", "--lang", "de", stdin=SMALL).out


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.stem))
def test_json_agrees_with_the_score(file: Path) -> None:
    (drawing,) = run("show", file, "--json").json
    (score,) = run("score", file, "--json", "--quiet").json
    for shown, scored in zip(drawing["players"], score["players"], strict=True):
        assert [shown[key] for key in ("name", "total", "min", "max", "cave")] == [
            scored[key] for key in ("name", "total", "min", "max", "cave")
        ]
        cards: list[Plain] = []
        for host in shown["hosts"]:
            cards += [host, *([host["river"]] if host["river"] else [])]
            cards += [card for slots in host["sides"].values() for slot in slots for card in slot]
        for line in scored["lines"]:
            own = [card for card in cards if card["line"] == line["species"]]
            assert sorted(json.dumps(card["path"]) for card in own) == sorted(
                json.dumps(card["path"]) for card in line["cards"]
            )
            assert sorted(str(card["points"]) for card in own) == sorted(str(card["points"]) for card in line["cards"])
        assert sum(len(line["cards"]) for line in scored["lines"]) == len(cards)
