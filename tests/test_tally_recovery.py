"""Recovery: a kill at any moment loses at most the last key press."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from forestcalc.tally.document import Document
from forestcalc.tally.recovery import InUseError, Recovery, left_behind, side_file
from forestcalc.tally.session import Session
from forestcalc.tally.setup import Setup
from forestcalc.tally.start import file_for, open_session
from tests.tally_helpers import say


def test_letters_and_place_come_back_after_a_kill(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    recovery = Recovery(path)
    session = open_session(Document(path), Setup(players=("Anna", "Boris")), "en", recovery)
    say(session, "oak", "beech")
    session.step_slot(1)
    session.step_slot(1)
    session.keep_entry("har")
    assert json.loads(side_file(path).read_text())["entry"] == "har"
    _let_go(recovery)  # as a kill does: nothing is tidied up
    again = Recovery(path)
    document = Document.open(path)
    assert document.draft is not None
    session = Session(document, document.draft, again)
    assert session.entry == "har"
    assert "recovered" in session.message
    assert session.cursor.spot is not None
    assert (session.player.name, session.cursor.side) == ("Anna", "left")
    assert session.host is not None
    assert session.host.card.name == "Beech"
    session.close()
    assert not side_file(path).exists()


def _let_go(recovery: Recovery) -> None:
    assert recovery._handle is not None
    os.close(recovery._handle)


@pytest.mark.parametrize(
    "text", ["", "nonsense", "[]", '{"entry": 5, "player": 99, "host": 99, "side": "in", "slot": -4}', '{"host": "x"}']
)
def test_a_recovery_file_that_makes_no_sense_does_no_harm(tmp_path: Path, text: str) -> None:
    path = tmp_path / "g.yaml"
    path.write_text("players: {Anna: {forest: [Oak]}}\n")
    side_file(path).write_text(text)
    document = Document.open(path)
    assert document.draft is not None
    session = Session(document, document.draft, Recovery(path))
    assert session.entry == ""
    session.close()


def test_shorter_letters_replace_longer_ones(tmp_path: Path) -> None:
    recovery = Recovery(tmp_path / "g.yaml")
    recovery.keep({"entry": "chaffinch"})
    recovery.keep({"entry": "c"})
    assert json.loads(side_file(tmp_path / "g.yaml").read_text()) == {"entry": "c"}
    recovery.close()


def test_two_programs_do_not_enter_into_one_file(tmp_path: Path) -> None:
    first = Recovery(tmp_path / "g.yaml")
    with pytest.raises(InUseError):
        Recovery(tmp_path / "g.yaml")
    first.close()
    Recovery(tmp_path / "g.yaml").close()


def test_without_a_name_a_killed_game_is_continued_and_else_a_new_one_begun(tmp_path: Path) -> None:
    new = file_for(None, tmp_path)
    assert not new.exists()
    new.write_text("players: {Anna: {forest: []}}\n")
    assert file_for(None, tmp_path) != new
    side_file(new).write_text("{}")
    assert left_behind(tmp_path, "game-*.yaml") == new
    assert file_for(None, tmp_path) == new
    held = Recovery(new)
    assert file_for(None, tmp_path) not in (new, None)
    held.close()


_CARDS = ["oak", "top great spotted", "beech", "top chaffinch", "left european hare", "again", "birch", "cave 4"]


@pytest.mark.parametrize("delay", [0.0, 0.002, 0.004, 0.008, 0.016, 0.03, 0.06])
def test_a_kill_at_any_moment_leaves_a_whole_file_with_every_answered_step(tmp_path: Path, delay: float) -> None:
    path = tmp_path / "g.yaml"
    command = [sys.executable, "-c", "from forestcalc.cli import main; main()", "tally", str(path), "--plain"]
    command += ["--game", "forest-shuffle"]
    with subprocess.Popen(
        [*command, "--player", "Anna"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        answered = 0
        for number, card in enumerate(_CARDS):
            process.stdin.write(f"{card}\n")
            if number < 5:
                # The total is told when the step is on the disk.
                while not (line := process.stdout.readline()).startswith("Anna: "):
                    assert line, "it ended by itself"
                answered += 1
        time.sleep(delay)
        os.kill(process.pid, signal.SIGKILL)
    document = Document.open(path)
    assert document.draft is not None
    cards = [host.card.species for host in document.draft.players[0].hosts]
    assert cards[:2] == ["oak", "beech"]
    assert document.draft.players[0].card_count >= answered
    assert left_behind(tmp_path, "*.yaml") == path
    leftovers = [one.name for one in tmp_path.iterdir() if one.name not in ("g.yaml", ".g.yaml.recover")]
    assert len(leftovers) <= 1
    assert all(re.fullmatch(r"\.g\.yaml\.[0-9a-f]{6}", name) for name in leftovers)


_KEYS = ("oak\r", "beech\r", "chaf\r", "europ h\r", "\r", "\r", "sap\r")


def _states() -> list[tuple[int, str]]:
    """Return what there is after each key: how many cards, and the letters of the entry."""
    states = [(0, "")]
    for cards, word in enumerate(_KEYS):
        entry = ""
        for letter in word[:-1]:
            entry += letter
            states.append((cards, entry))
        states.append((cards + 1, ""))
    return states


@pytest.mark.parametrize("keys", [2, 3, 4, 8, 9, 13, 14, 21, 22, 23, 24, 27])
def test_a_kill_of_the_full_screen_loses_no_more_than_the_last_key(tmp_path: Path, keys: int) -> None:
    pytest.importorskip("textual")
    pytest.importorskip("pty")
    from tests.benchmarks.keys import COMMAND, Terminal

    path = tmp_path / "g.yaml"
    begin = ["--game", "forest-shuffle", "--player", "Anna"]
    terminal = Terminal((80, 24), [str(COMMAND), "tally", str(path), *begin])
    try:
        assert terminal.answer(patience=20, quiet=0.3)
        typed = "".join(_KEYS)[:keys]
        for key in typed[:-1]:
            terminal.send(key.encode())
            assert terminal.answer(patience=10, quiet=0.001)
        terminal.send(typed[-1].encode())
        time.sleep(0.004 * (keys % 7))
    finally:
        os.kill(terminal.pid, signal.SIGKILL)
        terminal.end()
    document = Document.open(path)
    assert document.draft is not None
    session = Session(document, document.draft, Recovery(path))
    there = (document.draft.players[0].card_count, session.entry)
    before, after = _states()[keys - 1 : keys + 1]
    # Between the two writes of a card that is taken its letters are there still, but nothing is lost.
    assert there in (before, after, (after[0], before[1]))
