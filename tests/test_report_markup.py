"""Reports as HTML, SVG, Markdown and CSV: what they say, and that no text from a file is ever more than text."""

from __future__ import annotations

import csv
import io
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from forestcalc.api import LayoutError, read_games, score
from forestcalc.report.csv_format import COLUMNS, header, render_csv
from forestcalc.report.html import PageGame, render_page
from forestcalc.report.languages import names
from forestcalc.report.markdown import render_markdown
from forestcalc.report.svg import render_svg
from forestcalc.scoring.sheet import ScoreSheet
from tests.support import EXAMPLES, layout, sheet_of

FILES = sorted(EXAMPLES.glob("*.yaml"))
HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</style></svg><b>",
    "a | b",
    "`code` *a* _b_ ~~c~~ $d$ ![x](y) [x](javascript:alert(1))",
    "http://example.org and www.example.org",
    "<http://example.org>",
    "&lt;b&gt; &#60;",
    "# heading",
    "\\",
    "\\|",
    "=1+1",
    "+cmd|' /C calc'!A0",
    "-1",
    "-",
    "+ a",
    "1. a",
    "@SUM(A1)",
    "＝1+1",
    " =1+1",
    "\u202egnp.exe\u2066",
    "a\u00a0b\u2028c",
    "]]>",
    "{{ name }} {% x %}",
    "x" * 500,
]
NAMES = st.text(st.characters(exclude_categories=["Cc", "Cs"]), min_size=1, max_size=30).filter(str.strip)


def hostile(name: str) -> ScoreSheet:
    """A game with *name* wherever a file can put a text of its own: two players, and a card that no pack knows."""

    def game(card: str) -> ScoreSheet:
        forest = [{"Beech": {"left": {"card": card, "points": 3}, "top": "Chaffinch"}}]
        return sheet_of(layout({name: forest, f"{name} too": ["Oak"], f"{name} three": {"counts": {"trees": 3}}}))

    try:
        return game(name)
    except LayoutError:  # not every name of a player can be one of a card
        return game("plain")


PLAIN = hostile("plain")


def page_of(sheet: ScoreSheet) -> str:
    return render_page([PageGame(f"{sheet.players[0].name}.yaml", sheet, {}, sheet.diagnostics)])


@cache
def pages() -> list[tuple[str, ScoreSheet]]:
    return [(file.stem, sheet_of(file.read_text(encoding="utf-8"))) for file in FILES]


class Tags(HTMLParser):
    """The elements of a page with the names of their attributes; and its text."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, tuple[str, ...]]] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.links: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(name for name, _ in attrs)))
        self.links += [value or "" for name, value in attrs if name in ("href", "src", "action", "srcset", "data")]
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


KNOWN_TAGS = {*Tags(page_of(PLAIN)).tags, ("br", ())}


# -- the page ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "sheet"), pages(), ids=[file.stem for file in FILES])
def test_page_is_well_formed_and_loads_nothing(name: str, sheet: ScoreSheet) -> None:
    page = page_of(sheet)
    tags = Tags(page)
    assert tags.open == []
    assert not {tag for tag, _ in tags.tags} & {"script", "link", "img", "iframe", "object", "embed", "base", "form"}
    assert all(link.startswith("#") for link in tags.links)
    targets = re.findall(r' id="([^"]+)"', page)
    assert len(targets) == len(set(targets))
    assert {link[1:] for link in tags.links} <= set(targets)
    assert not re.search(r"url\(|@import|https?:", page)
    assert "default-src 'none'; style-src 'unsafe-inline'" in page


@pytest.mark.parametrize(("name", "sheet"), pages(), ids=[file.stem for file in FILES])
def test_page_tells_every_total_line_and_reason(name: str, sheet: ScoreSheet) -> None:
    text = " ".join("".join(Tags(page_of(sheet)).text).split())
    for player in sheet.players:
        assert player.name in text
        for line in player.lines:
            assert line.name in text
            assert " ".join(player.reason(line).split()) in text
        assert player.cave_reason() in text


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_no_text_becomes_markup_in_a_page(name: str) -> None:
    plain, tags = Tags(page_of(PLAIN)), Tags(page_of(hostile(name)))
    assert tags.tags == plain.tags
    assert name[:30].isprintable() is (name[:30] in "".join(tags.text))


@given(NAMES)
def test_any_name_is_only_text_in_a_page(name: str) -> None:
    tags = Tags(page_of(hostile(name)))
    assert tags.open == []
    assert set(tags.tags) <= KNOWN_TAGS


def test_page_says_what_is_wrong_with_a_layout() -> None:
    found = list(read_games(layout({"<b>Anna</b>": ["Beach"]})))
    page = render_page([PageGame("<i>.yaml", None, {}, one.diagnostics) for one in found])
    assert "Not a valid game" in page
    assert "`Beach`" in page
    assert "<i>" not in page


def test_several_games_are_sections_with_a_list_of_contents() -> None:
    sheets = [sheet for _, sheet in pages()][:3]
    page = render_page([PageGame(f"{number}.yaml", sheet, {}) for number, sheet in enumerate(sheets)])
    tags = Tags(page)
    assert "<h1>3 games</h1>" in page
    assert [tag for tag, _ in tags.tags].count("article") == 3
    assert {"#game-1", "#game-2", "#game-3"} <= set(tags.links)


def test_open_values_rulings_and_warnings_stand_in_the_page() -> None:
    file = EXAMPLES / "missing-symbols.yaml"
    (one,) = read_games(file)
    assert one.game is not None
    sheet = score(one.game)
    text = "".join(Tags(render_page([PageGame("x", sheet, {}, one.diagnostics)])).text)
    assert "To settle the totals" in text
    assert f"ruling {sheet.rulings[0].id}" in text if sheet.rulings else True
    assert "symbol?" in text


# -- the picture ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "sheet"), pages(), ids=[file.stem for file in FILES])
def test_picture_is_xml_with_every_card(name: str, sheet: ScoreSheet) -> None:
    picture = render_svg([(sheet, {})])
    root = ET.fromstring(picture)
    assert not re.search(r"url\(|@import|href|https?:(?!//www\.w3\.org/2000/svg\")", picture)
    words = " ".join("".join(one.itertext()) for one in root.iter("{http://www.w3.org/2000/svg}text"))
    for player in sheet.players:
        assert player.name in words
        assert all(line.name.split()[0] in words for line in player.lines if line.id in _species(sheet))


def _species(sheet: ScoreSheet) -> set[str]:
    return {card.species.id for player in sheet.players for card in player.forest.cards()}


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_no_text_becomes_markup_in_a_picture(name: str) -> None:
    allowed = {"svg", "title", "style", "rect", "text"}
    root = ET.fromstring(render_svg([(hostile(name), {})]))
    assert {one.tag.removeprefix("{http://www.w3.org/2000/svg}") for one in root.iter()} <= allowed


@given(NAMES)
def test_any_name_is_only_text_in_a_picture(name: str) -> None:
    ET.fromstring(render_svg([(hostile(name), {})]))


def test_picture_holds_several_games_or_none() -> None:
    sheets = [(sheet, names("forest-shuffle", "de")) for _, sheet in pages()][:2]
    assert ET.fromstring(render_svg(sheets)).get("height") is not None
    assert "no valid game" in render_svg([])


# -- Markdown ---------------------------------------------------------------------------------------------------------

MARKDOWN = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def inline_kinds(text: str) -> set[str]:
    return {child.type for token in MARKDOWN.parse(text) for child in token.children or ()}


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_no_text_becomes_markup_in_markdown(name: str) -> None:
    plain, text = (
        render_markdown(sheet, {}, where=f"{where}.yaml", explain=True, notes=True)
        for sheet, where in ((PLAIN, "plain"), (hostile(name), name))
    )
    blocks = [token.type for token in MARKDOWN.parse(text)]
    assert blocks == [token.type for token in MARKDOWN.parse(plain)]
    assert inline_kinds(text) == {"text", "strong_open", "strong_close"} | (inline_kinds(text) & {"text_special"})
    assert not re.search(r"(?i)https?://|www\.", text)


@pytest.mark.parametrize("name", [name for name in HOSTILE if name.isprintable() and len(name) < 35])
def test_markdown_shows_a_name_as_it_is(name: str) -> None:
    tokens = MARKDOWN.parse(render_markdown(hostile(name), {}, explain=True, notes=True))
    cells = ["".join(child.content for child in token.children or ()) for token in tokens if token.type == "inline"]
    assert name.strip() in cells


@given(NAMES)
def test_any_name_is_only_text_in_markdown(name: str) -> None:
    text = render_markdown(hostile(name), {}, explain=True, notes=True)
    plain = render_markdown(PLAIN, {}, explain=True, notes=True)
    assert [one.type for one in MARKDOWN.parse(text)] == [one.type for one in MARKDOWN.parse(plain)]


def test_markdown_of_a_small_game() -> None:
    sheet = sheet_of(layout({"Anna": {"cave": 2, "forest": ["2x Birch"]}, "Boris": ["Douglas Fir"]}))
    assert render_markdown(sheet, {"birch": "Birke"}, explain=True, notes=True).splitlines()[:20] == [
        "## Forest Shuffle",
        "",
        "|  | Anna | Boris |",
        "| --- | ---: | ---: |",
        "| Trees | 2 | 5 |",
        "| Top | 0 | 0 |",
        "| Bottom | 0 | 0 |",
        "| Left/Right | 0 | 0 |",
        "| Cave | 2 | 0 |",
        "| **Total** | **4** | **5** |",
        "| Rank | 2 | 1 |",
        "",
        "**Boris wins with 5 points.**",
        "",
        "### Anna: 4 points",
        "",
        "| Section | Card | Points | Reason |",
        "| --- | --- | ---: | --- |",
        "| Trees | 2× Birke | 2 | 2 × 1 |",
        "| Cave | Cave | 2 | 2 cards in the cave |",
    ]


# -- CSV --------------------------------------------------------------------------------------------------------------


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text, newline="")))


@pytest.mark.parametrize(("name", "sheet"), pages(), ids=[file.stem for file in FILES])
def test_csv_rows_add_up(name: str, sheet: ScoreSheet) -> None:
    rows = rows_of(header() + render_csv(sheet, {}))
    assert tuple(rows[0]) == COLUMNS
    for player in sheet.players:
        own = [row for row in rows if row["player"] == player.name]
        assert len(own) == len(player.lines) + 1
        assert {row["total"] for row in own} == {"" if player.total is None else str(player.total)}
        if player.total is not None:
            assert sum(int(row["points"]) for row in own) == player.total
        assert {(row["total_min"], row["total_max"]) for row in own} == {(str(player.min), str(player.max))}


@pytest.mark.parametrize("name", HOSTILE, ids=range(len(HOSTILE)))
def test_no_cell_is_a_formula(name: str) -> None:
    check_cells(name)


@given(NAMES)
def test_no_name_makes_a_formula(name: str) -> None:
    check_cells(name)


def check_cells(name: str) -> None:
    rows = list(csv.reader(io.StringIO(header() + render_csv(hostile(name), {}), newline="")))
    assert {len(row) for row in rows} == {len(COLUMNS)}
    assert len(rows) == 7
    for row in rows:
        for cell in row:
            assert cell.isprintable()
            assert not cell.lstrip().startswith(tuple("=+-@＝＋－＠"))


def test_a_formula_gets_an_apostrophe() -> None:
    sheet = sheet_of(layout({"=1+1": ["Birch"], 'A, "B"': ["Birch"]}))
    rows = rows_of(header() + render_csv(sheet, {}))
    assert [row["player"] for row in rows] == ["'=1+1", "'=1+1", 'A, "B"', 'A, "B"']


def test_style_files_are_found_beside_the_code() -> None:
    folder = Path(render_page.__code__.co_filename).parent
    assert {file.name for file in folder.glob("*.css")} == {"html_style.css", "svg_style.css"}
