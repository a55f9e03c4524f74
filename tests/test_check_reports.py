"""What `check` writes for build servers: JUnit XML and the annotations of GitHub workflows."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forestcalc.api import check_text
from forestcalc.checking.github import workflow_commands
from forestcalc.checking.junit import JUnit
from forestcalc.checking.result import GameCheck
from forestcalc.checking.run import compared
from tests.support import run

GAMES = """\
players:
  Anna: {expect: {total: 1, trees: 0}, forest: [Beech]}
  Boris: {expect: 4, forest: [Beech: {right: Roe Deer}, Birch]}
---
players: {Anna: {forest: [Beech]}}
---
players: {Anna: {forest: [Elk]}}
"""


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("games.yaml").write_text(GAMES)
    Path("fine.yaml").write_text("players: {Anna: {expect: 0, forest: [Beech]}}\n")
    return tmp_path


def test_junit_has_a_suite_for_each_file_and_a_case_for_each_expectation(games: Path) -> None:
    done = run("check", "games.yaml", "fine.yaml", "none.yaml", "--junit", "report.xml")
    assert done.status == 3
    root = ElementTree.parse(games / "report.xml").getroot()
    assert root.tag == "testsuites"
    told = [
        (suite.get("name"), *(int(suite.get(key) or -1) for key in ("tests", "failures", "errors", "skipped")))
        for suite in root
    ]
    assert told == [("games.yaml", 5, 2, 1, 1), ("fine.yaml", 1, 0, 0, 0), ("none.yaml", 1, 0, 1, 0)]
    cases = [
        (case.get("name"), case.get("classname"), case.get("line"), [child.tag for child in case])
        for case in root.iter("testcase")
    ]
    assert cases == [
        ("Anna: total", "games.yaml: game 1", "2", ["failure"]),
        ("Anna: trees", "games.yaml: game 1", "2", []),
        ("Boris: total", "games.yaml: game 1", "3", ["failure"]),
        ("expectations", "games.yaml: game 2", None, ["skipped"]),
        ("valid", "games.yaml: game 3", None, ["error"]),
        ("Anna: total", "fine.yaml: game 1", "1", []),
        ("valid", "none.yaml: game 1", None, ["error"]),
    ]
    failure = next(root.iter("failure"))
    assert failure.get("message") == "Anna: total is 0, expected 1 (trees 0, top 0, bottom 0, left_right 0, cave 0)"
    assert (failure.text or "").startswith("games.yaml:2:26: Anna: total is 0")
    assert [one.get("type") for one in root.iter("failure")] == ["failed", "open"]
    assert [one.get("type") for one in root.iter("error")] == ["dweller-as-host", "file-missing"]
    assert all(float(one.get("time") or -1) >= 0 for one in (*root.iter("testsuite"), *root.iter("testcase")))


def test_a_report_takes_the_place_of_an_older_one_and_leaves_nothing_beside_it(games: Path) -> None:
    Path("report.xml").write_text("old")
    for options in ([], ["--json"], ["--format", "github"], ["-j", "2"], ["--quiet"]):
        assert run("check", "fine.yaml", "--junit", "report.xml", *options).status == 0
        assert len(list(ElementTree.parse("report.xml").iter("testcase"))) == 1
        assert sorted(one.name for one in games.iterdir()) == ["fine.yaml", "games.yaml", "report.xml"]


@pytest.mark.parametrize("name", [".", "none/report.xml", "fine.yaml/report.xml"])
def test_a_report_that_cannot_be_written_is_status_2(games: Path, name: str) -> None:
    done = run("check", "fine.yaml", "--junit", name)
    assert done.status == 2
    assert "--junit" in done.err


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="there are no devices here")
def test_a_device_is_not_replaced(games: Path) -> None:
    assert run("check", "fine.yaml", "--junit", "/dev/null").status == 2
    assert not Path("/dev/null").is_file()
    assert not list(Path("/dev").glob(".null*"))


def test_a_run_that_breaks_leaves_the_old_report(games: Path) -> None:
    Path("report.xml").write_text("old")
    with pytest.raises(KeyboardInterrupt), JUnit(Path("report.xml")):
        raise KeyboardInterrupt
    assert Path("report.xml").read_text() == "old"
    assert sorted(one.name for one in games.iterdir()) == ["fine.yaml", "games.yaml", "report.xml"]


def test_annotations_stand_at_the_lines_of_the_change(games: Path) -> None:
    done = run("check", "games.yaml", "--format", "github")
    assert done.err == ""
    assert [line for line in done.out.splitlines() if line.startswith("::")] == [
        "::error file=games.yaml,line=2,col=26,endColumn=26,title=expectation fails::"
        "Anna: total is 0, expected 1 (trees 0, top 0, bottom 0, left_right 0, cave 0)",
        "::error file=games.yaml,line=3,col=19,endColumn=19,title=open total::"
        "Boris: total is 4 to 7, expected 4 (trees 1, top 0, bottom 0, left_right 3 to 6, cave 0)",
        "::error file=games.yaml,line=7,col=27,endColumn=29,title=dweller-as-host::"
        "`Elk` is no host: it lies at a side of one%0Ahelp: put it on a side of a tree, as in `Beech: {left: card}`",
    ]


def hostile(name: str, file: str) -> GameCheck:
    layout = {"players": {name: {"expect": 7, "forest": ["Beech"]}, "B\u202e": {"forest": ["Nothing\x1b[2J"]}}}
    return compared(next(check_text(json.dumps(layout), file)))


TEXTS = st.text(st.sampled_from("a%:,\r\n\x1b\u202e\ud800<>&\"']]>🦇\ufffe") | st.characters(), max_size=20)


@given(TEXTS, TEXTS)
def test_any_text_stays_within_its_annotation(name: str, file: str) -> None:
    for layout in (hostile(name, file), hostile("A" + name, file)._replace(diagnostics=())):
        for line in workflow_commands(layout):
            assert line.isprintable()
            found = re.fullmatch(r"::(error|warning|notice) ([^:]*)::(.*)", line)
            assert found
            assert [part.partition("=")[0] for part in found[2].split(",")] in (
                ["file", "line", "col", "endColumn", "title"],
                ["file", "title"],
            )
            assert not re.search(r"%(?!25|0A|0D|3A|2C)", line)


@given(TEXTS, TEXTS)
def test_any_text_gives_well_formed_xml(tmp_path_factory: pytest.TempPathFactory, name: str, file: str) -> None:
    path = tmp_path_factory.getbasetemp() / "any.xml"
    with JUnit(path) as report:
        report.add(hostile(name, file), begins=True)
        report.add(hostile(f"A{name}", file)._replace(is_valid=True), begins=False)
    root = ElementTree.parse(path).getroot()
    assert len(list(root.iter("testsuite"))) == 1
    assert {one.tag for one in root.iter()} <= {"testsuites", "testsuite", "testcase", "error", "failure", "skipped"}
