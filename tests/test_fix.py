"""Mends: what cannot be wrong is mended in the text, all else stays as it was, and no file is ever lost."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from forestcalc.api import check_text
from forestcalc.catalogue.spelling import distance
from forestcalc.cli.app import app
from forestcalc.fix import fix_file, fix_text
from forestcalc.fix.spelling import one_meant

LAYOUT = "players:\n  Anna:\n    cave: 2\n    forest:\n      - {}\n"


def forest(host: str) -> str:
    return LAYOUT.replace("{}", host)


def errors(text: str) -> list[str]:
    return [one.code for checked in check_text(text) for one in checked.diagnostics if one.is_error]


MENDED = {
    "misspelt host": ("Beach: {left: European Hare}", "Beech: {left: European Hare}"),
    "counted host": ("3x Linden Tre", "3x Linden Tree"),
    "letters exchanged": ("Beech: {left: europaen-hare (oak)}", "Beech: {left: European Hare (oak)}"),
    "misspelt in German": ("Beech: {left: Feldhaase}", "Beech: {left: Feldhase}"),
    "in single quotes": ("Oak: {left: 'Bechsteins Batt'}", "Oak: {left: 'Bechstein''s Bat'}"),
    "in double quotes": ('Oak: {left: "Bechsteins Batt"}', 'Oak: {left: "Bechstein\'s Bat"}'),
    "count without x": ("Beech: {bottom: 2 Common Toads}", "Beech: {bottom: 2x Common Toads}"),
    "symbol": ("Beech: {right: Roe Deer (brich)}", "Beech: {right: Roe Deer (birch)}"),
    "side": ("Beech: {left: Chaffinch, right: Red Fox}", "Beech: {top: Chaffinch, right: Red Fox}"),
    "side of a one-item list": ("Beech: {left: [Chaffinch]}", "Beech: {top: [Chaffinch]}"),
    "side, out of a list": (
        "Beech: {left: [European Hare, Chaffinch, European Hare]}",
        "Beech: {top: Chaffinch, left: [European Hare, European Hare]}",
    ),
    "side, last of a list": (
        "Beech: {left: [European Hare, Chaffinch (beech)]}",
        "Beech: {top: Chaffinch (beech), left: [European Hare]}",
    ),
    "side, block style": (
        "Beech:\n          left: Chaffinch  # sings\n          right: Red Fox",
        "Beech:\n          top: Chaffinch  # sings\n          right: Red Fox",
    ),
    "side, out of a block list": (
        "Beech:\n          # pets\n          left:\n            - European Hare  # Hoppel\n            - Chaffinch\n",
        "Beech:\n          # pets\n          top: Chaffinch\n          left:\n            - European Hare  # Hoppel\n",
    ),
    "count as text": (
        'Beech: {bottom: {card: Common Toad, count: "2"}}',
        "Beech: {bottom: {card: Common Toad, count: 2}}",
    ),
    "key of a host": ("Beech: {rigth: Red Fox}", "Beech: {right: Red Fox}"),
    "several at once": (
        "Beach: {left: [Chafinch, 2 European Hares], rigth: Roe Deer (brich)}",
        "Beech: {left: [Chafinch, 2x European Hares], right: Roe Deer (birch)}",
    ),
}


@pytest.mark.parametrize(("before", "after"), MENDED.values(), ids=list(MENDED))
def test_what_cannot_be_wrong_is_mended(before: str, after: str) -> None:
    fixed = fix_text(forest(before))
    assert fixed.text == forest(after)
    assert fixed.mends
    assert fix_text(fixed.text).text == fixed.text


def test_numbers_and_keys_of_a_player() -> None:
    text = 'gaem: dartmoor\nplayers:\n  Anna: {cave: "5", expect: {total: \'05\'}, forrest: []}\n  B: {counts: {moors: "2"}}\n'
    assert fix_text(text).text == (
        "game: dartmoor\nplayers:\n  Anna: {cave: 5, expect: {total: 5}, forest: []}\n  B: {counts: {moors: 2}}\n"
    )


LEFT_ALONE = {
    "two names are near": "Beech: {left: Moose Hare}",
    "a short name": "Oka",
    "no name is near": "Beech: {left: Unicorn}",
    "its side is taken": "Beech: {left: Chaffinch, top: Bullfinch}",
    "two sides are possible": "Beech: {top: European Hare}",
    "more fit nowhere": "Beech: {left: [Chaffinch, Bullfinch]}",
    "a number of words": "Beech: {bottom: {card: Common Toad, count: two}}",
    "a fraction": "Beech: {bottom: {card: Common Toad, count: 2.5}}",
    "a card of a box that is not declared": "Beech: {top: Golden Eegle}",
    "the corrected card would be on a wrong side": "Beech: {left: Chafinch}",
    "the other half of the deck": "Beech: {right: Red Fox (oak), left: European Hare (silver-fir)}",
}


@pytest.mark.parametrize("host", LEFT_ALONE.values(), ids=list(LEFT_ALONE))
def test_what_might_be_wrong_is_left_alone(host: str) -> None:
    assert errors(forest(host))
    assert fix_text(forest(host)).text == forest(host)


def test_comments_order_and_line_ends_stay() -> None:
    text = forest("Beach: {left: Chaffinch}   # first").replace("cave", "# a remark\n    cave").replace("\n", "\r\n")
    expected = text.replace("Beach: {left", "Beech: {top")
    assert fix_text(text).text == expected


def test_every_document_is_mended_on_its_own() -> None:
    text = f"{forest('Beach')}---\n{forest('Beech')}---\n{forest('Brich')}"
    assert fix_text(text).text == text.replace("Beach", "Beech").replace("Brich", "Birch")


def test_a_repeated_value_is_mended_where_it_stands() -> None:
    text = "players:\n  Anna: &a {forest: [Beach]}\n  Boris: *a\n"
    assert fix_text(text).text == text.replace("Beach", "Beech")


@given(st.text(alphabet="playersforest: {}[]\n-BeechOakleft\"'5&*", max_size=80))
def test_nothing_that_a_text_holds_upsets_it(text: str) -> None:
    fixed = fix_text(text)
    assert len(errors(fixed.text)) <= len(errors(text)) or fixed.mends


@pytest.mark.parametrize(
    ("one", "other", "number"),
    [("beech", "beech", 0), ("brich", "birch", 1), ("beach", "beech", 1), ("oak", "oaks", 1), ("abcdef", "fedcba", 3)],
)
def test_slips_are_counted(one: str, other: str, number: int) -> None:
    assert distance(one, other, 2) == distance(other, one, 2) == number


def test_a_word_between_two_names_means_neither() -> None:
    names = [("lakefly", "lake-fly"), ("lateflx", "late-fly")]
    assert one_meant("latefly", names) is None
    assert one_meant("lakefly", names[:1]) == ("lakefly", "lake-fly")


# -- files --------------------------------------------------------------------------------------------------------


def written(path: Path, text: str, encoding: str = "utf-8") -> Path:
    path.write_bytes(text.encode(encoding))
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_file_keeps_its_encoding_and_mode(tmp_path: Path, encoding: str) -> None:
    path = written(tmp_path / "game.yaml", forest("Beach: {left: Feldhase}  # für Zoë"), encoding)
    path.chmod(0o640)
    assert fix_file(path).write() is None
    assert path.read_bytes() == forest("Beech: {left: Feldhase}  # für Zoë").encode(encoding)
    if os.name == "posix":
        assert path.stat().st_mode & 0o777 == 0o640
    assert [one.name for one in tmp_path.iterdir()] == ["game.yaml"]


def test_nothing_is_written_where_nothing_is_mended(tmp_path: Path) -> None:
    path = written(tmp_path / "game.yaml", forest("Unicorn"))
    result = fix_file(path)
    assert result.mends == ()
    assert list(result.difference()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path = written(tmp_path / "game.yaml", forest("Beach"))
    link = tmp_path / "link.yaml"
    link.symlink_to(path)
    assert fix_file(link).write() is None
    assert link.is_symlink()
    assert path.read_text(encoding="utf-8") == forest("Beech")


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path / "game.yaml", forest("Beach"))

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    result = CliRunner().invoke(app, ["validate", "--fix", str(path)])
    assert result.exit_code == 3
    assert "is as it was: no space left on device" in result.stderr
    assert path.read_text(encoding="utf-8") == forest("Beach")
    assert [one.name for one in tmp_path.iterdir()] == ["game.yaml"]


def test_a_file_that_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = written(tmp_path / "game.yaml", forest("Beach"))
    result = fix_file(path)
    written(path, forest("Beach: {top: Chaffinch}"))
    assert result.write() == "it was changed in the meantime"
    assert path.read_text(encoding="utf-8") == forest("Beach: {top: Chaffinch}")
    path.unlink()
    assert result.write() == "no such file or directory"


def test_the_command_shows_the_difference_and_validates_what_came_of_it(tmp_path: Path) -> None:
    path = written(tmp_path / "game.yaml", forest("Beach"))
    result = CliRunner().invoke(app, ["validate", "--fix", "--json", str(path)])
    assert result.exit_code == 0
    assert result.stdout.count("\n") == 1
    assert '"valid": true' in result.stdout
    for line in (
        "-      - Beach",
        "+      - Beech",
        "line 5: `Beach` becomes `Beech` [unknown-host]",
        "1 mend written",
    ):
        assert line in result.stderr


def test_standard_input_is_not_mended() -> None:
    result = CliRunner().invoke(app, ["validate", "--fix", "-"], input=forest("Beach"))
    assert result.exit_code == 3
    assert "standard input is not mended" in result.stderr


def test_what_cannot_be_read_is_left_to_the_validation(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["validate", "--fix", str(tmp_path / "none.yaml"), str(tmp_path)])
    assert result.exit_code == 3
    assert "file-missing" in result.stdout
    assert "file-not-regular" in result.stdout
