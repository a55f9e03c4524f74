"""The reports on the command line: what is printed, what is written, and which options do not go together."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support import layout, run

TWO = layout({"Anna": ["2x Birch"], "Boris": ["Douglas Fir"]})
BAD = layout({"Anna": ["Beach"]})


@pytest.fixture
def game(tmp_path: Path) -> Path:
    file = tmp_path / "game.yaml"
    file.write_text(TWO, encoding="utf-8")
    return file


def test_page_and_picture_are_written_beside_the_table(game: Path, tmp_path: Path) -> None:
    page, picture = tmp_path / "game.html", tmp_path / "game.svg"
    done = run("score", game, "--html", page, "--svg", picture)
    assert (done.status, done.err) == (0, "")
    assert "Boris wins with 5 points." in done.out
    assert page.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert picture.read_text(encoding="utf-8").startswith("<?xml")
    assert {file.name for file in tmp_path.iterdir()} == {"game.yaml", "game.html", "game.svg"}


def test_an_older_report_is_replaced(game: Path, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    page.write_text("old", encoding="utf-8")
    assert run("score", game, "--json", "--html", page).json[0]["winners"] == ["Boris"]
    assert "old" not in page.read_text(encoding="utf-8")[:100]


@pytest.mark.parametrize("option", ["--html", "--svg"])
def test_a_layout_is_never_replaced(game: Path, tmp_path: Path, option: str) -> None:
    other = tmp_path / "other.yml"
    other.write_text(TWO, encoding="utf-8")
    for output in (game, other):
        done = run("score", game, option, output)
        assert (done.status, done.out) == (2, "")
        assert output.read_text(encoding="utf-8") == TWO


def test_one_file_cannot_be_both(game: Path, tmp_path: Path) -> None:
    assert run("score", game, "--html", tmp_path / "x", "--svg", tmp_path / "x").status == 2
    assert not (tmp_path / "x").exists()


def test_a_file_that_cannot_be_written(game: Path, tmp_path: Path) -> None:
    done = run("score", game, "--html", tmp_path / "missing" / "game.html")
    assert done.status == 2
    assert "cannot be written: no such file or directory" in " ".join(done.err.split())


@pytest.mark.parametrize("options", [("--json", "--csv"), ("--json", "--markdown"), ("--markdown", "--csv")])
def test_only_one_form_goes_to_standard_output(game: Path, options: tuple[str, str]) -> None:
    done = run("score", game, *options)
    assert (done.status, done.out) == (2, "")
    assert f"{' and '.join(options)} do not go together" in done.err


def test_csv_has_one_header_for_all_games(game: Path) -> None:
    done = run("score", game, "-", "--csv", stdin=TWO)
    lines = done.out.splitlines()
    assert (done.status, len(lines)) == (0, 9)
    assert [line.split(",")[0] for line in lines] == ["file", *[str(game)] * 4, *["<stdin>"] * 4]


def test_markdown_names_the_files_where_there_are_several(game: Path) -> None:
    assert "game.yaml" not in run("score", game, "--markdown").out
    done = run("score", game, "-", "--markdown", stdin=TWO)
    assert done.out.count("## Forest Shuffle") == 2
    assert "game.yaml\n" in done.out
    assert "&lt;stdin&gt;\n" in done.out


def test_reasons_come_with_explain(game: Path) -> None:
    assert "### Anna" not in run("score", game, "--markdown").out
    assert "| Trees | 2× Birch | 2 | 2 × 1 |" in run("score", game, "--markdown", "--explain").out


def test_an_invalid_layout_is_told_in_the_page(game: Path, tmp_path: Path) -> None:
    page = tmp_path / "both.html"
    done = run("score", game, "-", "--csv", "--html", page, stdin=BAD)
    assert done.status == 3
    assert "Beach" in done.err
    assert len(done.out.splitlines()) == 5
    assert "Not a valid game" in page.read_text(encoding="utf-8")


def test_an_open_total_keeps_its_status(tmp_path: Path) -> None:
    text = layout([{"Beech": {"right": "Roe Deer", "bottom": "Common Toad"}}])
    done = run("score", "-", "--strict", "--markdown", "--html", tmp_path / "open.html", stdin=text)
    assert done.status == 4
    assert (tmp_path / "open.html").exists()


def test_names_in_another_language(game: Path, tmp_path: Path) -> None:
    page, picture = tmp_path / "de.html", tmp_path / "de.svg"
    done = run("score", game, "--lang", "de", "--csv", "--html", page, "--svg", picture)
    assert "Birke" in done.out
    assert "Birke" in page.read_text(encoding="utf-8")
    assert "Birke" in picture.read_text(encoding="utf-8")
