"""Plain mode: a table entered by lines, as a screen reader or a pipe does it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from forestcalc import api
from forestcalc.catalogue.catalogue import catalogue
from forestcalc.tally.commands import COMMANDS
from forestcalc.tally.names import names
from forestcalc.tally.setup import Setup, ask_setup
from forestcalc.tally.symbol_steps import symbol_question
from tests.tally_helpers import new_session, say, talk

SMOKY = """\
buckeye
left coyote (buckeye), right gray squirrel (buckeye)
buckeye
top flying squirrel (buckeye), left red squirrel (birch), right rock vole (fir), bottom chipmunk (buckeye)
hickory
river
left white-tailed deer (buckeye), right black bear (maple)
bottom yellow perch (buckeye), bottom greenside darter (hickory)
black gum
river
top thermometer cricket (buckeye), top thermometer cricket (black gum)
left weevil wasp (hemlock), right river otter (basswood), bottom smallmouth bass (birch)
river bend
top great blue heron (fir), bottom hellbender (buckeye)
creek
top bald eagle (hemlock), water starwort (maple)
bottom brown water scorpion (hickory)
universal river
bottom hellbender (fir)
cave 2
"""


def test_the_smoky_mountains_display_is_entered_by_lines(tmp_path: Path) -> None:
    path = tmp_path / "smoky.yaml"
    session = new_session(path, "Anna", game="smoky-mountains")
    lines = [part.strip() for line in SMOKY.splitlines() for part in line.split(", ")]
    told = talk(session, lines)
    assert "Anna: 258 points (Trees 38, Top 32, Bottom 45, Left/Right 141, Cave 2)" in told
    assert api.score(api.load(path)[0]).players[0].total == 258


def test_the_program_is_driven_through_standard_input(tmp_path: Path) -> None:
    lines = "1\nalpine\nAnna, Boris\nbeech\ntop chaf\nleft europ hare\nagain\nplayer Boris\noak\ncave 2\nscore\nquit\n"
    result = run(tmp_path, ["tally", "g.yaml"], lines)
    assert result.returncode == 0
    assert "plain mode: this is no terminal" in result.stderr
    assert "European Hare on the left of Beech" in result.stdout
    assert "Anna: 9 points (Trees 0, Top 5, Bottom 0, Left/Right 4, Cave 0)" in result.stdout
    assert (tmp_path / "g.yaml").read_text() == (
        "game: forest-shuffle\nexpansions: [alpine]\nplayers:\n  Anna:\n    forest:\n      - Beech:\n"
        "          top: Chaffinch\n          left: 2x European Hare\n  Boris:\n    cave: 2\n    forest:\n      - Oak\n"
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["g.yaml"]


def run(folder: Path, arguments: list[str], lines: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from forestcalc.cli import main; main()", *arguments],
        input=lines,
        capture_output=True,
        text=True,
        cwd=folder,
        check=False,
        timeout=60,
    )


def test_a_missing_textual_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    from forestcalc.cli import tally

    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    known = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "textual" else known(name))
    assert "pip install 'forestcalc[tally]'" in tally._why_plain()
    monkeypatch.setenv("TERM", "dumb")
    assert tally._why_plain() == "this terminal shows no full screen"


@pytest.mark.parametrize(
    ("arguments", "status", "text"),
    [
        (["-"], 2, "standard input cannot be written back"),
        (["bad.yaml"], 3, "unknown-host"),
        (["good.yaml", "--player", "X"], 2, "for a new file"),
        (["new.yaml", "--lang", "xx"], 2, "the languages are"),
        (["new.yaml", "--game", "chess"], 2, "there are"),
        (["new.yaml", "--expansion", "alpne"], 2, "did you mean alpine"),
        (["new.yaml", "--player", "X", "--player", "X"], 2, "same name"),
        (["good.yaml", "--document", "2"], 3, "no-such-document"),
    ],
)
def test_what_cannot_be_opened_is_refused(tmp_path: Path, arguments: list[str], status: int, text: str) -> None:
    (tmp_path / "bad.yaml").write_text("players: {A: {forest: [Oka]}}\n")
    (tmp_path / "good.yaml").write_text("players: {A: {forest: [Oak]}}\n")
    result = run(tmp_path, ["tally", *arguments], "")
    assert (result.returncode, text in result.stderr) == (status, True), result.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.yaml", "good.yaml"]


def test_an_end_of_input_saves_and_a_setup_cut_short_leaves_no_file(tmp_path: Path) -> None:
    result = run(tmp_path, ["tally", "a.yaml", "--game", "dartmoor", "--player", "Anna"], "bog")
    assert result.returncode == 0
    assert (tmp_path / "a.yaml").exists()
    result = run(tmp_path, ["tally", "b.yaml"], "1\n")
    assert result.returncode == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.yaml"]


def test_questions_take_numbers_letters_or_nothing(tmp_path: Path) -> None:
    session = new_session(tmp_path / "g.yaml", boxes=("alpine",))
    told = talk(
        session, ["beech", "left hare", "7", "mount", "right roe", "birch", "undo", "undo", "undo", "left hare", ""]
    )
    assert told.count("that is none of them") == 1
    assert "Mountain Hare on the left of Beech" in told
    assert "Roe Deer: which tree symbol?" in told
    assert "Roe Deer shows Birch" in told
    assert "nothing changed" in told


def test_a_command_in_the_place_of_an_answer_is_carried_out(tmp_path: Path) -> None:
    session = new_session(tmp_path / "g.yaml", boxes=("alpine",))
    told = talk(session, ["beech", "left hare", "player Boris", "score"])
    assert "new player Boris" in told
    assert any(line.startswith("Boris: 0 points (") for line in told)


def test_the_symbol_is_asked_only_where_it_matters(tmp_path: Path) -> None:
    session = new_session(tmp_path / "g.yaml")
    assert say(session, "beech", "top chaffinch") is None
    assert say(session, "left european hare") is None
    question = say(session, "right roe deer")
    assert question is not None
    assert question.prompt == "Roe Deer: which tree symbol?"
    question.options[0].choose()
    assert say(session, "bottom common toad") is not None
    assert len(session.live.open("Anna")) == 3
    assert say(session, "open") is None
    while (question := symbol_question(session)) is not None:
        assert question.options[0].choose() is None
    sheet = session.live.player("Anna")
    assert sheet is not None
    assert sheet.total is not None


@pytest.mark.parametrize(
    ("text", "cave"),
    [
        ("5", ("regular-cave", 5)),
        ("5 bat", ("bat-cave", 5)),
        ("bat cave 4", ("bat-cave", 4)),
        ("bat cave", ("bat-cave", 0)),
        ("bat-cave 3", ("bat-cave", 3)),
        ("5 nonsense", None),
        ("x", None),
        ("9999", None),
    ],
)
def test_caves(tmp_path: Path, text: str, cave: tuple[str, int] | None) -> None:
    session = new_session(tmp_path / "g.yaml", boxes=("exploration",))
    say(session, f"cave {text}")
    now = session.player.cave
    assert (now and (now.id, now.cards)) == cave
    assert session.problem == (cave is None)


def test_caves_with_a_number_for_a_name(tmp_path: Path) -> None:
    session = new_session(tmp_path / "g.yaml", game="dartmoor")
    say(session, "cave cave-4 5")
    assert session.player.cave is not None
    assert (session.player.cave.id, session.player.cave.cards) == ("cave-4", 5)
    say(session, "cave 7 cave-2")
    assert (session.player.cave.id, session.player.cave.cards) == ("cave-2", 7)


def test_moving_and_removing(tmp_path: Path) -> None:
    session = new_session(tmp_path / "g.yaml", "Anna", "Boris")
    say(session, "beech", "top chaffinch", "oak")
    question = say(session, "move chaffinch")
    assert question is not None
    assert [option.label for option in question.options] == ["2 Oak, top"]
    question.options[0].choose()
    assert session.draft.players[0].hosts[1].sides["top"][0][0].species == "chaffinch"
    question = say(session, "move 2")
    assert question is not None
    assert [option.label for option in question.options] == ["before Beech (1)", "Boris"]
    question.options[1].choose()
    assert [host.card.species for host in session.draft.players[1].hosts] == ["oak"]
    say(session, "remove nonsense")
    assert session.problem
    say(session, "remove beech")
    assert session.player.hosts == ()


def test_no_command_hides_a_card() -> None:
    """A card whose name begins with the word of a command is found all the same."""
    words = {word for command in COMMANDS for word in command.words}
    for game in ("forest-shuffle", "dartmoor", "smoky-mountains"):
        hidden = {name.text for name in names(catalogue(game)) if name.text.lower().split()[0] in words}
        assert hidden <= {"River Bend", "River Otter"}


@pytest.mark.parametrize("word", sorted({command.words[0] for command in COMMANDS} - {"quit"}))
@pytest.mark.parametrize("rest", ["", "x", "999999999999", "(", "\x1b[31m", "1 2 3", ","])
def test_no_command_fails_whatever_follows(tmp_path: Path, word: str, rest: str) -> None:
    session = new_session(tmp_path / "g.yaml", "Anna", "Boris")
    told = talk(session, ["beech", f"{word} {rest}", "", f"{word} {rest}", ""])
    assert all("\x1b" not in line for line in told)


def test_the_help_names_every_command(tmp_path: Path) -> None:
    told = talk(new_session(tmp_path / "g.yaml"), ["help", "help cave", "?"])
    for command in COMMANDS:
        assert f"{command.usage}: {command.help}" in told


def test_a_player_by_counts(tmp_path: Path) -> None:
    session = new_session(tmp_path / "g.yaml", "Anna", "Caro")
    say(session, "linden", "player Caro", "counts linden 4 trees 9")
    assert "Caro:\n    counts: {Linden Tree: 4, trees: 9}" in (tmp_path / "g.yaml").read_text()
    sheet = session.live.player("Anna")
    assert sheet is not None
    assert sheet.total == 1
    say(session, "oak")
    assert session.problem
    say(session, "cave 3", "again")
    assert session.problem
    say(session, "counts none", "oak")
    assert not session.problem


def test_setup_asks_again_until_it_is_understood() -> None:
    told: list[str] = []
    answers = iter(["chess", "dart", "exmor", "exmoor", "", "A, A", "A, B"])
    setup = ask_setup(Setup(), lambda prompt: next(answers), told.append)
    assert setup == Setup("dartmoor", ("exmoor",), ("A", "B"))
    assert "no game is called `chess`" in told
    assert "no box is called `exmor`; did you mean exmoor?" in told
    assert ask_setup(Setup(), lambda prompt: None, told.append) is None
