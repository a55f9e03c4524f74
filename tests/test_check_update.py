"""The option `check --update`: the present values are written into a file of which nothing else changes."""

from __future__ import annotations

import json
import os
import re
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forestcalc.api import check_text, score
from forestcalc.checking.update import update_games
from forestcalc.source import read_source
from tests.support import DATA, Done, run

HOSTS = "[Beech: {top: Chaffinch (beech)}, Oak]"


def update(path: Path, text: str | bytes, *options: str) -> Done:
    """Write *text*, update it, and make sure that a second time changes nothing."""
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    done = run("check", path, "--update", *options)
    after = path.read_bytes()
    run("check", path, "--update", *options)
    assert path.read_bytes() == after
    assert [one.name for one in path.parent.iterdir()] == [path.name]
    return done


CASES = {
    "a-total-with-a-comment": (
        "# Sunday\nplayers:\n  Anna:  # first\n    expect: 4   # by hand\n    forest: " + HOSTS + "\n",
        "# Sunday\nplayers:\n  Anna:  # first\n    expect: 5   # by hand\n    forest: " + HOSTS + "\n",
    ),
    "a-mapping": (
        "players:\n  Anna:\n    expect:\n      total: 100 # t\n      Chaffinch: 0x5\n      trees: -1\n    forest: "
        + HOSTS,
        "players:\n  Anna:\n    expect:\n      total: 5 # t\n      Chaffinch: 0x5\n      trees: 0\n    forest: "
        + HOSTS,
    ),
    "line-ends-and-odd-characters": (
        "# \u2028 \x85 🦇\r\nplayers:\r\n  '🦇': {expect: 1, forest: " + HOSTS + "}\r\n\r\n",
        "# \u2028 \x85 🦇\r\nplayers:\r\n  '🦇': {expect: 5, forest: " + HOSTS + "}\r\n\r\n",
    ),
    "carriage-returns": (
        "players:\r  Anna:\r    expect: 1\r    forest: " + HOSTS + "\r",
        "players:\r  Anna:\r    expect: 5\r    forest: " + HOSTS + "\r",
    ),
    "several-games": (
        "players: {A: {expect: 1, forest: []}}\n--- # two\nplayers: {B: {expect: 9, forest: " + HOSTS + "}}\n---\n",
        "players: {A: {expect: 0, forest: []}}\n--- # two\nplayers: {B: {expect: 5, forest: " + HOSTS + "}}\n---\n",
    ),
    "json": (
        '{"players": {"Anna": {"expect": {"total": 6}, "forest": ["Beech"]}}}\n',
        '{"players": {"Anna": {"expect": {"total": 0}, "forest": ["Beech"]}}}\n',
    ),
    "json-lines": (
        '{"players": {"A": {"expect": 6, "forest": []}}}\n\n{"players": {"B": {"expect": 7, "forest": []}}}\n',
        '{"players": {"A": {"expect": 0, "forest": []}}}\n\n{"players": {"B": {"expect": 0, "forest": []}}}\n',
    ),
    "others-have-none": (
        "players:\n  A: {expect: 1, forest: []}\n  B: {forest: []}\n",
        "players:\n  A: {expect: 0, forest: []}\n  B: {forest: []}\n",
    ),
    "nothing-to-change": (
        "players:\n  A: {expect:  0 , forest: []}\n",
        "players:\n  A: {expect:  0 , forest: []}\n",
    ),
    "new-in-lines": (
        "players:\n  Anna: # a\n    cave: 2\n    # her forest\n    # of beeches\n    forest:\n      - Beech\n  B:\n    counts: {trees: 1}\n",
        "players:\n  Anna: # a\n    cave: 2\n    expect: 2\n    # her forest\n    # of beeches\n    forest:\n      - Beech\n"
        "  B:\n    counts: {trees: 1}\n",
    ),
    "new-in-braces": (
        "players: {A: { forest: []}, B: {cave: 3, forest: []}}",
        "players: {A: { expect: 0, forest: []}, B: {expect: 3, cave: 3, forest: []}}",
    ),
    "new-in-json": (
        '{\r\n "players": {\r\n  "A": {\r\n    "cave": 1,\r\n    "forest": []\r\n  }\r\n }\r\n}\r\n',
        '{\r\n "players": {\r\n  "A": {\r\n    "expect": 1,\r\n    "cave": 1,\r\n    "forest": []\r\n  }\r\n }\r\n}\r\n',
    ),
    "new-behind-an-anchor": (
        "players:\n  A: &a\n    # c {\n    forest: []\n  B: &b {forest: [Beech]}\n",
        "players:\n  A: &a\n    # c {\n    expect: 0\n    forest: []\n  B: &b {expect: 0, forest: [Beech]}\n",
    ),
}


@pytest.mark.parametrize(("before", "after"), CASES.values(), ids=list(CASES))
def test_only_the_numbers_change(tmp_path: Path, before: str, after: str) -> None:
    path = tmp_path / "game.yaml"
    done = update(path, before)
    assert path.read_bytes().decode() == after
    assert (done.status, done.err) == (0, "")
    assert run("check", path).status == 0


def test_all_players_get_one_if_that_is_wanted(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    text = "players:\n  A: {expect: {cave: 1}, forest: []}\n  B: {cave: 2, forest: []}\n"
    done = update(path, text, "--add")
    assert path.read_text() == "players:\n  A: {expect: {cave: 0}, forest: []}\n  B: {expect: 2, cave: 2, forest: []}\n"
    assert done.out == (
        f"{path}:2: A: cave 1 is now 0\n{path}:3: B: total now expected: 2\n2 expectations written\n2 expectations hold\n"
    )


def test_what_is_open_is_not_written_and_named(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    forest = "[Beech: {right: Roe Deer}, Birch]"
    text = f"players:\n  A: {{expect: {{total: 3, Beech: 7}}, forest: {forest}}}\n"
    done = update(path, text)
    assert path.read_text() == text.replace("7", "0")
    assert done.status == 1
    assert "A: total is open, 4 to 7, and not written" in done.err
    text = f"players:\n  A: {{forest: {forest}}}\n"
    done = update(path, text)
    assert path.read_text() == text
    assert "A: the total is open, 4 to 7, and not written" in done.err
    assert done.status == 0


def test_json_says_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("players: {A: {expect: 1, forest: []}}")
    (value,) = run("check", path, "--update", "--json").json
    assert value["updated"] == [{"player": "A", "what": "total", "old": 1, "new": 0}]
    assert value["ok"] is True


@pytest.mark.parametrize(
    "text",
    [
        "players:\n  A: {expect: 1, forest: [Beach]}\n",
        "players:\n  A: {expect: 1, forest: [\n",
        "",
        b"players:\n  A: {expect: 1, forest: []} # \xff\n",
    ],
)
def test_a_game_with_a_fault_stays_as_it_is(tmp_path: Path, text: str | bytes) -> None:
    path = tmp_path / "game.yaml"
    assert update(path, text).status == 3
    assert path.read_bytes() == (text if isinstance(text, bytes) else text.encode())


def test_games_before_a_fault_are_updated(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    assert update(path, "players: {A: {expect: 1, forest: []}}\n---\n[\n").status == 3
    assert path.read_text() == "players: {A: {expect: 0, forest: []}}\n---\n[\n"


ALIASES = {
    "a-forest-of-two": "players:\n  A: &a {expect: 1, forest: [Linden Tree]}\n  B: *a\n",
    "a-number-of-two": "players:\n  A: {expect: &e 1, forest: [Beech]}\n  B: {cave: 1, expect: *e, forest: []}\n",
    "a-new-one-of-two": "players:\n  A: &a {forest: [Horse Chestnut]}\n  B: *a\n",
}


@pytest.mark.parametrize("text", ALIASES.values(), ids=list(ALIASES))
def test_what_two_players_share_is_never_made_wrong(tmp_path: Path, text: str) -> None:
    path = tmp_path / "game.yaml"
    done = update(path, text, "--add")
    failing = [check for one in run("check", path, "--json").json for check in one["checks"] if not check["ok"]]
    assert path.read_text() == text or not failing
    assert done.status == (1 if failing else 0)


def test_a_shared_number_that_cannot_hold_for_both_stays(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    text = "players:\n  A: {cave: 2, expect: &e 1, forest: []}\n  B: {cave: 1, expect: *e, forest: []}\n"
    done = update(path, text)
    assert path.read_text() == text
    assert "nothing is written: the file is written in a way that cannot be changed in place" in done.err
    assert done.status == 1


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_encoding_mode_and_link_stay(tmp_path: Path, encoding: str) -> None:
    real = tmp_path / "real.yaml"
    text = "players: {Zoë: {expect: 1, forest: []}}\r\n"
    real.write_bytes(text.encode(encoding))
    real.chmod(0o640)
    link = tmp_path / "link.yaml"
    link.symlink_to(real)
    assert run("check", link, real, "--update").status == 0
    assert real.read_bytes() == text.replace("1", "0").encode(encoding)
    assert link.is_symlink()
    if os.name == "posix":
        assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_a_file_that_cannot_be_replaced_stays_and_the_reason_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("players: {A: {expect: 1, forest: []}}")

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    done = run("check", path, "--update")
    assert (done.status, path.read_text()) == (1, "players: {A: {expect: 1, forest: []}}")
    assert "nothing is written: permission denied" in done.err
    assert "total is 0, expected 1" in done.out


@pytest.mark.parametrize("name", ["random_base", "dartmoor", "smoky", "edge"])
def test_wrong_numbers_in_real_games_become_what_they_were(tmp_path: Path, name: str) -> None:
    text, _ = read_source(DATA / "cases" / "scored" / f"{name}.yaml")
    assert text is not None
    path = tmp_path / "games.yaml"
    path.write_text(re.sub(r"(expect:|total:) (\d+)", lambda found: f"{found[1]} {int(found[2]) + 100}", text))
    wrong = path.read_text() != text
    results = list(update_games(path))
    assert any(one.changes for one in results) == wrong
    assert path.read_text() == text


NAMES = st.sampled_from(["Anna", "B: c", "#", "'", "🦇", "x" * 30, "expect", "forest"])
PLAYERS = st.dictionaries(
    NAMES,
    st.tuples(st.integers(0, 9), st.booleans(), st.sampled_from([None, 0, 5, {"total": 3}])),
    min_size=1,
    max_size=4,
)


@given(PLAYERS, st.sampled_from([None, 1, 4]), st.booleans())
def test_any_json_layout_takes_its_totals(
    tmp_path_factory: pytest.TempPathFactory,
    players: dict[str, tuple[int, bool, object]],
    indent: int | None,
    add: bool,
) -> None:
    value = {
        name: {"cave": cave, **({"expect": expected} if expected is not None else {}), "forest": ["Oak"] * with_oak}
        for name, (cave, with_oak, expected) in players.items()
    }
    path = tmp_path_factory.getbasetemp() / "any.json"
    path.write_text(json.dumps({"players": value}, indent=indent), encoding="utf-8")
    results = list(update_games(path, add=add))
    assert {one.outcome for one in results} == {"OK"}
    (one,) = check_text(path.read_text(encoding="utf-8"))
    assert one.game is not None
    sheet = score(one.game)
    for player in sheet.players:
        told = add or value[player.name].get("expect") is not None or all(one[2] is None for one in players.values())
        assert player.player.expect == ({"total": player.total} if told else None)
