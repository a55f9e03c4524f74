"""Files: new ones are tidy, existing ones keep all that did not change, and none is ever half written."""

from __future__ import annotations

import os
import random
import re
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forestcalc.tally.document import CannotOpenError, Document
from forestcalc.tally.session import Session
from tests.tally_helpers import DATA, new_session, opened, say

COMMENTED = (DATA / "commented.yaml").read_text()
FILES = sorted(DATA.glob("*.yaml"))


def changed(tmp_path: Path, *lines: str, text: str = COMMENTED) -> list[str]:
    """Return the lines of a file that commands take away (-) and bring (+)."""
    import difflib

    path = tmp_path / "game.yaml"
    path.write_text(text)
    say(opened(path), *lines)
    differences = difflib.ndiff(text.splitlines(), path.read_text().splitlines())
    return [line for line in differences if line[0] in "+-"]


def test_a_new_file_is_tidy(tmp_path: Path) -> None:
    session = new_session(tmp_path / "g.yaml", "Anna", "Boris: 2", boxes=("alpine",))
    say(session, "beech", "top chaf", "left european hare", "again", "right roe (birch)", "bottom toad", "cave 3")
    say(session, "linden", "again", "player Boris: 2", "oak")
    assert (tmp_path / "g.yaml").read_text() == (
        "game: forest-shuffle\n"
        "expansions: [alpine]\n"
        "players:\n"
        "  Anna:\n"
        "    cave: 3\n"
        "    forest:\n"
        "      - Beech:\n"
        "          top: Chaffinch\n"
        "          bottom: Common Toad\n"
        "          left: 2x European Hare\n"
        "          right: Roe Deer (birch)\n"
        "      - Linden Tree\n"
        "      - Linden Tree\n"
        '  "Boris: 2":\n'
        "    forest:\n"
        "      - Oak\n"
    )


def test_opening_and_saving_changes_nothing(tmp_path: Path) -> None:
    for file in FILES:
        path = tmp_path / file.name
        path.write_bytes(file.read_bytes())
        session = opened(path)
        session.save()
        assert path.read_bytes() == file.read_bytes()


@pytest.mark.parametrize(
    ("lines", "differences"),
    [
        (["cave 4"], ["-     cave: 3   # counted twice", "+     cave: 4   # counted twice"]),
        (["host beech", "bottom toad"], ["+           bottom: Common Toad"]),
        (["host beech", "remove right"], ["-           right: Roe Deer (birch)"]),
        (
            ["host beech", "remove top"],
            ["-           top: Chaffinch (beech)     # its home"],
        ),
        (
            ["host sapling", "left lynx"],
            ["-       - Sapling", "+       - Sapling:", "+           left: Lynx"],
        ),
        (
            ["host douglas", "top chaffinch"],
            [
                "-       - 2x Douglas Fir   # tall ones",
                "+       - Douglas Fir   # tall ones",
                "+       - Douglas Fir:",
                "+           top: Chaffinch",
            ],
        ),
        (
            ["host oak", "remove toad"],
            [
                "-       - Oak: {top: Red Squirrel, bottom: 2x Common Toad}   # on one line",
                "+       - Oak:   # on one line",
                "+           top: Red Squirrel",
                "+           bottom: Common Toad",
            ],
        ),
        (["birch"], ["+       - Birch"]),
        (["host douglas", "remove host"], ["-       - 2x Douglas Fir   # tall ones"]),
        (["rename Ann"], ["-   Anna:", "+   Ann:"]),
        (
            ["player Boris", "cave 4"],
            [
                "-       cave: {name: bat-cave, cards: 3}  # bats",
                "+       cave: {name: bat-cave, cards: 4}  # bats",
            ],
        ),
        (
            ["player Boris", "birch"],
            [
                "-       forest: [Linden Tree, Oak: {top: Red Squirrel}]   # short",
                "+       forest:   # short",
                "+         - Linden Tree",
                "+         - Oak:",
                "+             top: Red Squirrel",
                "+         - Birch",
            ],
        ),
        (
            ["player Caro", "counts linden 5 trees 9"],
            [
                "-     counts: {Linden Tree: 4, trees: 9}",
                "+     counts: {Linden Tree: 5, trees: 9}",
            ],
        ),
        (
            ["player Dora", "birch"],
            ["-     forest: []   # nothing yet", "+     forest:   # nothing yet", "+       - Birch"],
        ),
        (["player Emil"], ["+   Emil:", "+     forest: []"]),
        (
            ["box woodland-edge"],
            [
                "- expansions: [alpine, exploration] # both",
                "+ expansions: [alpine, woodland-edge, exploration] # both",
            ],
        ),
        (["birch", "undo"], []),
        (["host beech", "remove host", "undo", "cave 5", "cave 3"], []),
    ],
)
def test_only_what_changed_is_written(tmp_path: Path, lines: list[str], differences: list[str]) -> None:
    assert changed(tmp_path, *lines) == differences


_COMMANDS = (
    *("birch", "2x linden", "oak", "top chaffinch", "left european hare", "bottom toad", "right lynx"),
    *("right roe (birch)", "remove top", "remove left", "remove bottom", "remove host", "move top", "move host"),
    *("again", "symbol", "cave 4", "cave 0", "undo", "undo", "redo", "player Nina", "rename Otto", "drop"),
)


@given(seed=st.integers(0, 10**6), file=st.sampled_from(FILES))
def test_any_steps_leave_a_file_that_means_what_was_entered(seed: int, file: Path) -> None:
    chance = random.Random(seed)
    document = Document.open(file)
    assert document.draft is not None
    session = Session(document, document.draft)
    session.save = lambda: True  # type: ignore[method-assign]
    for _ in range(8):
        session.go_to_player(chance.choice(session.draft.players).key)
        if session.player.hosts and chance.random() < 0.8:
            session.go_to(chance.choice(session.player.hosts).key)
        question = say(session, chance.choice(_COMMANDS))
        while question is not None and question.options:
            question = chance.choice(question.options).choose()
        text, is_whole = document.text_of(session.draft, session.catalogue)
        assert is_whole, text
    while session.history.undo() is not None:
        pass
    assert document.text_of(session.draft, session.catalogue)[0] == file.read_text()


def test_comments_above_hosts_and_players_outlive_them(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    path.write_text(COMMENTED)
    say(opened(path), "host beech", "remove host", "player Boris", "drop", "player Anna", "host sapling", "remove host")
    text = path.read_text()
    for comment in ("# the first tree", "# a sapling", "# Boris came late.", "# end of Anna's forest", "# the end"):
        assert comment in text


@pytest.mark.parametrize("end", ["\r\n", "\n"])
def test_line_ends_and_a_missing_last_one_stay(tmp_path: Path, end: str) -> None:
    path = tmp_path / "g.yaml"
    path.write_bytes(f"players:{end}  A:{end}    forest:{end}      - Oak".encode())
    say(opened(path), "birch")
    assert path.read_bytes() == f"players:{end}  A:{end}    forest:{end}      - Oak{end}      - Birch{end}".encode()


def test_json_stays_json(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    path.write_text('{"players": {"Anna": {"forest": ["Oak"]}}}')
    say(opened(path), "host 1", "top chaffinch")
    assert path.read_text().startswith("{")
    assert [host.card.name for host in opened(path).player.hosts] == ["Oak"]
    assert opened(path).player.hosts[0].sides["top"][0][0].species == "chaffinch"


def test_what_json_said_beside_the_table_is_kept_beside(tmp_path: Path) -> None:
    path = tmp_path / "g.json"
    text = '{"players": {"Anna": {"expect": 10, "forest": ["Oak"]}}}'
    path.write_text(text)
    session = opened(path)
    say(session, "birch")
    assert "g.json.before" in session.message
    assert (tmp_path / "g.json.before").read_text() == text


def test_of_several_games_one_is_changed(tmp_path: Path) -> None:
    first = "# one\nplayers: {A: {forest: [Oak]}} # a\n"
    path = tmp_path / "g.yaml"
    path.write_text(
        f"{first}---\n# two\nplayers:\n  B:\n    forest:\n      - Oak # b\n---\nplayers: {{C: {{forest: []}}}}\n"
    )
    document = Document.open(path, 1)
    assert document.draft is not None
    say(Session(document, document.draft), "birch")
    assert path.read_text() == (
        f"{first}---\n# two\nplayers:\n  B:\n    forest:\n      - Oak # b\n      - Birch\n---\nplayers: {{C: {{forest: []}}}}\n"
    )
    with pytest.raises(CannotOpenError):
        Document.open(path, 3)


def test_a_file_that_cannot_be_changed_in_place_is_kept_beside(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    text = "players:\n  A:\n    forest: &f\n      - Oak # one\n  B:\n    forest: *f\n"
    path.write_text(text)
    session = opened(path)
    say(session, "player A", "birch")
    assert session.message == "written anew; the old file, with its comments, is g.yaml.before"
    assert (tmp_path / "g.yaml.before").read_text() == text
    players = opened(path).draft.players
    assert [len(player.hosts) for player in players] == [2, 1]


@pytest.mark.parametrize(
    "text", ["players: [", "players: {A: {forest: [Oka]}}", "{}", "game: chess\nplayers: {A: {forest: []}}", "a: b"]
)
def test_a_file_with_faults_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "g.yaml"
    path.write_text(text)
    with pytest.raises(CannotOpenError) as caught:
        Document.open(path)
    assert caught.value.diagnostics
    assert path.read_text() == text


def test_a_card_in_a_wrong_slot_can_be_mended(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    path.write_text("players:\n  A:\n    forest:\n      - Oak:\n          left: Chaffinch\n")
    session = opened(path)
    assert [one.code for one in session.live.errors] == ["slot-wrong-side"]
    say(session, "host 1", "remove left", "top chaffinch")
    assert not session.live.errors
    assert path.read_text() == "players:\n  A:\n    forest:\n      - Oak:\n          top: Chaffinch\n"


def test_a_change_by_another_program_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    session = new_session(path)
    say(session, "oak")
    path.write_text("# mine\n")
    say(session, "birch")
    assert path.read_text() == "# mine\n"
    assert "saving to g.tally.yaml" in session.message
    assert "Birch" in (tmp_path / "g.tally.yaml").read_text()


def test_links_and_rights_stay(tmp_path: Path) -> None:
    target = tmp_path / "there.yaml"
    session = new_session(target)
    target.chmod(0o640)
    link = tmp_path / "link.yaml"
    link.symlink_to(target)
    session = opened(link)
    say(session, "oak")
    assert link.is_symlink()
    assert "Oak" in target.read_text()
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_file_that_cannot_be_written_is_told_and_nothing_is_lost(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = new_session(tmp_path / "g.yaml")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        say(session, "oak")
        assert session.problem
        assert session.message == "not saved: no space left on device"
        assert "Oak" not in (tmp_path / "g.yaml").read_text()
    say(session, "birch")
    assert re.search("Oak\n.*Birch", (tmp_path / "g.yaml").read_text())
    assert sorted(path.name for path in tmp_path.iterdir()) == ["g.yaml"]
