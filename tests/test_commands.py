"""The command line: exit statuses, streams, several files, standard input, pipes, colours, widths, languages."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from forestcalc.catalogue import store
from forestcalc.catalogue.catalogue import games
from tests.support import DATA, EXAMPLES, layout, run

VALID = layout({"Anna": {"expect": 2, "forest": ["2x Birch"]}})
WRONG = layout({"Anna": {"expect": 3, "forest": ["2x Birch"]}})
WITHOUT_EXPECT = layout(["2x Birch"])
INVALID = layout(["Baobab"])
OPEN_FOREST = ["Birch", {"Beech": {"right": "Roe Deer (birch)", "top": "Chaffinch"}}]
OPEN = layout({"Anna": {"forest": OPEN_FOREST}})
OPEN_INSIDE = layout({"Anna": {"expect": 13, "forest": OPEN_FOREST}})
OPEN_OUTSIDE = layout({"Anna": {"expect": 40, "forest": OPEN_FOREST}})
WARNED = layout([{"Birch": {"left": {"card": "Jackalope", "points": 1}}}])


@pytest.mark.parametrize(
    ("arguments", "text", "status"),
    [
        (["score"], VALID, 0),
        (["score"], WRONG, 0),
        (["score"], INVALID, 3),
        (["score"], OPEN, 0),
        (["score", "--strict"], OPEN, 4),
        (["score", "--strict"], VALID, 0),
        (["score", "--strict"], INVALID, 3),
        (["score"], WARNED, 0),
        (["score", "--strict"], WARNED, 0),
        (["validate"], VALID, 0),
        (["validate"], OPEN, 0),
        (["validate"], WARNED, 0),
        (["validate"], INVALID, 3),
        (["check"], VALID, 0),
        (["check"], WRONG, 1),
        (["check"], INVALID, 3),
        (["check"], OPEN_INSIDE, 4),
        (["check"], OPEN_OUTSIDE, 1),
        (["check"], WITHOUT_EXPECT, 0),
        (["check"], f"{VALID}\n---\n{WRONG}", 1),
        (["check"], f"{OPEN_INSIDE}\n---\n{WRONG}", 1),
        (["check"], f"{WRONG}\n---\n{INVALID}", 3),
        (["check"], f"{OPEN_INSIDE}\n---\n{VALID}", 4),
        (["score", "--strict"], f"{OPEN}\n---\n{INVALID}", 3),
        (["score"], "", 3),
        (["score"], f"{VALID}\n---\n", 0),
        (["score"], "players: [", 3),
    ],
)
@pytest.mark.parametrize("json", [False, True])
def test_exit_status(arguments: list[str], text: str, status: int, json: bool) -> None:
    assert run(*arguments, *(["--json"] if json else []), "-", stdin=text).status == status


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["--version"], 0),
        (["--help"], 0),
        (["score", "--help"], 0),
        (["score"], 2),
        (["score", "--no-such-option", "x.yaml"], 2),
        (["no-such-command"], 2),
        (["score", "no-such-file.yaml"], 3),
        (["validate", "no-such-file.yaml"], 3),
        (["check", "no-such-file.yaml"], 3),
        (["card", "roe deer"], 0),
        (["card", "no such beast at all"], 1),
        (["rulings"], 0),
        (["rulings", "no-such-ruling"], 1),
        (["cards", "--type", "bat"], 0),
        (["cards", "--game", "nope"], 2),
        (["cards", "--game", "dartmoor", "--box", "alpine"], 2),
    ],
)
def test_exit_status_without_a_layout(arguments: list[str], status: int) -> None:
    assert run(*arguments).status == status


# -- streams -----------------------------------------------------------------------------------------------------------


def test_results_go_to_stdout_and_diagnostics_to_stderr() -> None:
    done = run("score", "-", stdin=WARNED)
    assert "Anna scores 2 points" in done.out
    assert "warning[unknown-card-by-hand]" in done.err
    assert "warning" not in done.out


def test_validate_prints_its_diagnostics_on_stdout() -> None:
    done = run("validate", "-", stdin=INVALID)
    assert "error[unknown-host]" in done.out
    assert "<stdin>:1:" in done.out
    assert done.err == ""


def test_quiet_leaves_out_warnings_but_no_errors() -> None:
    assert run("score", "--quiet", "-", stdin=WARNED).err == ""
    assert "unknown-host" in run("score", "--quiet", "-", stdin=INVALID).err
    assert "unknown-host" in run("validate", "--quiet", "-", stdin=INVALID).out


def test_check_without_any_expect_warns() -> None:
    done = run("check", "-", stdin=WITHOUT_EXPECT)
    assert done.status == 0
    assert "warning" in done.err


def test_check_prints_each_difference() -> None:
    text = layout({"Anna": {"expect": {"total": 3, "Birch": 5, "trees": 2}, "forest": ["2x Birch"]}})
    done = run("check", "-", stdin=text)
    assert "total is 2, expected 3" in done.out
    assert "birch is 2, expected 5" in done.out.lower()
    assert "trees is" not in done.out


def test_every_input_is_processed(tmp_path: Path) -> None:
    names = []
    for name, text in (("good", VALID), ("bad", INVALID), ("two", f"{VALID}\n---\n{WRONG}")):
        path = tmp_path / f"{name}.yaml"
        path.write_text(text, encoding="utf-8")
        names.append(path)
    done = run("score", "--json", *names, tmp_path / "missing.yaml", "-", stdin=VALID)
    assert done.status == 3
    assert [(Path(one["file"]).stem, one["document"], one["valid"]) for one in done.json] == [
        ("good", 0, True),
        ("bad", 0, False),
        ("two", 0, True),
        ("two", 1, True),
        ("missing", 0, False),
        ("<stdin>", 0, True),
    ]


def test_several_games_are_told_apart() -> None:
    done = run("score", EXAMPLES / "two-players.yaml", EXAMPLES / "solo.yaml")
    assert "two-players.yaml" in done.out
    assert "solo.yaml" in done.out


# -- the score pad -----------------------------------------------------------------------------------------------------


def test_the_score_pad_has_its_rows_and_names_the_winner() -> None:
    done = run("score", EXAMPLES / "two-players.yaml")
    rows = [line.split() for line in done.out.splitlines()]
    assert ["Trees", "43", "8"] in rows
    assert ["Top", "35", "46"] in rows
    assert ["Bottom", "43", "0"] in rows
    assert ["Left/Right", "16", "107"] in rows
    assert ["Cave", "8", "6"] in rows
    assert ["Total", "145", "167"] in rows
    assert "Boris wins with 167 points." in done.out


def test_a_shared_victory_names_both() -> None:
    done = run("score", EXAMPLES / "shared-victory.yaml")
    assert "Anna and Caro share the victory with 124 points." in done.out


def test_explain_gives_every_line_its_reason() -> None:
    text = layout([{"Birch": {"left": "Lynx"}}, "Oak"])
    done = run("score", "--explain", "-", stdin=text)
    assert "no Roe Deer in this forest" in done.out
    assert "2 of the 8" in done.out


def test_an_open_total_says_what_to_name() -> None:
    done = run("score", "-", stdin=OPEN)
    assert "12–15" in done.out
    assert "Chaffinch" in done.out


LONG_NAMES = [
    "Maximiliane von Hohenfels",
    "Bartholomäus der Zweite",
    "Caroline-Charlotte",
    "Dorothea Immergrün",
    "Emil",
]


@pytest.mark.parametrize("columns", [60, 80, 100])
@pytest.mark.parametrize("explain", [False, True])
def test_nothing_is_wider_than_the_page(columns: int, explain: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    text = (EXAMPLES / "five-players-all-boxes.yaml").read_text("utf-8")
    for name, long in zip(("Anna", "Boris", "Caro", "Dora", "Emil"), LONG_NAMES, strict=True):
        text = text.replace(f"  {name}:\n", f"  {long}:\n")
    done = run("score", *(["--explain"] if explain else []), "-", stdin=text)
    assert done.status == 0
    assert max(len(line) for line in done.out.splitlines()) <= columns
    totals = next(line for line in done.out.splitlines() if line.strip().startswith("Total"))
    assert [word for word in totals.split() if word.isdigit()] == ["176", "154", "177", "167", "177"]


def test_lang_translates_the_names_in_the_report() -> None:
    done = run("score", "--explain", "--lang", "de", EXAMPLES / "two-players.yaml")
    assert "Douglasie" in done.out
    assert "Douglas Fir" not in [line.split("  ")[0].strip() for line in done.out.splitlines()]


@pytest.mark.parametrize("command", ["validate", "check"])
def test_scripts_may_pass_a_language_everywhere(command: str) -> None:
    assert run(command, "-", "--lang", "de", stdin=VALID).status in (0, 1)
    assert run("rulings", "--lang", "de", "turkey-oak").status == run("schema", "--lang", "de").status == 0


def test_a_card_of_another_game_is_told() -> None:
    done = run("card", "--game", "dartmoor", "red fox")
    assert done.status == 1
    assert done.err == "no card is called `red fox` there; it is a card of Forest Shuffle\n"


def test_notes_on_cards_name_their_sources_in_words() -> None:
    keys = {
        key for game in games() for key in store.texts(game)["sources"] if key in ("app-comb", "app-base", "bga", "lem")
    }
    found = [
        (id, note)
        for game in games()
        for id, boxes in store.texts(game)["species"].items()
        for text in boxes.values()
        if keys
        & set((note := text.get("effect_notes") or "").replace(".", "").replace("(", "").replace(")", "").split())
    ]
    assert found == []


def test_an_unknown_language_is_a_wrong_command_line() -> None:
    assert run("score", "--lang", "xx", EXAMPLES / "two-players.yaml").status == 2


@pytest.mark.parametrize("code", ["DE", "de-AT", "de_CH.UTF-8"])
def test_a_language_may_have_capitals_and_a_region(code: str) -> None:
    assert run("card", "--lang", code, "douglas fir").out == run("card", "--lang", "de", "douglas fir").out


# -- the filters of cards ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", ["--game", "--box", "--kind", "--type", "--side", "--symbol"])
def test_an_unknown_filter_value_is_a_wrong_command_line_that_names_the_choices(option: str) -> None:
    done = run("cards", option, "nope", "--json")
    assert (done.status, done.out) == (2, "")
    choice = {"--game": "dartmoor", "--box": "alpine", "--kind": "shrub", "--type": "bird", "--side": "top"}
    assert choice.get(option, "oak") in done.err


@pytest.mark.parametrize(
    ("arguments", "same"),
    [
        (["--type", "Vogel"], ["--type", "bird"]),
        (["--type", "BIRDS"], ["--type", "bird"]),
        (["--kind", "Shrubs"], ["--kind", "shrub"]),
        (["--side", "Top"], ["--side", "top"]),
        (["--symbol", "Eiche"], ["--symbol", "oak"]),
        (["--box", "Waldrand"], ["--box", "woodland-edge"]),
        (["--game", "Dartmoor", "--game", "forest-shuffle"], ["--game", "forest-shuffle", "--game", "dartmoor"]),
    ],
)
def test_filter_values_are_read_by_any_name(arguments: list[str], same: list[str]) -> None:
    found = run("cards", *arguments, "--json").json
    assert found == run("cards", *same, "--json").json
    assert found


# -- caves, sets and worked tables --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("query", "id", "kind"),
    [
        ("bat cave", "bat-cave", "cave"),
        ("cave-4", "cave-4", "cave"),
        ("butterflies", "butterflies", "set"),
        ("Schmetterlinge", "butterflies", "set"),
        ("squirrels", "squirrels", "set"),
    ],
)
def test_card_shows_caves_and_sets(query: str, id: str, kind: str) -> None:
    (answer,) = run("card", query, "--json").json
    (card,) = answer["cards"]
    (species,) = run("card", "linden tree", "--json").json[0]["cards"]
    assert (card["id"], card["kind"], list(card)) == (id, kind, list(species))
    assert card["worked"]
    done = run("card", query)
    assert done.status == 0
    assert f"{kind} of Forest Shuffle" in done.out.replace("Smoky Mountains", "Forest Shuffle")


def test_a_cave_is_suggested_and_listed() -> None:
    assert "did you mean Bat Cave?" in run("card", "bat cav").err
    listed = [card["id"] for card in run("cards", "--kind", "cave", "--game", "dartmoor", "--json").json]
    assert listed == ["regular-cave", *(f"cave-{number}" for number in range(1, 11))]
    assert not any(card["kind"] == "cave" for card in run("cards", "--json").json)


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        ("chaffinch", {"1 card, not at a Beech": 0, "1 card, at a Beech": 5}),
        ("red deer", {"1 card, 1 tree": 1, "1 card, 1 tree and 1 plant": 2, "1 card, 2 trees and 3 plants": 5}),
        (
            "linden tree",
            {"1 card, another forest has more Linden Trees": 1, "1 card, most Linden Trees or as many as another": 3},
        ),
        ("european polecat", {"1 card, 1 card at this host": 10, "1 card, 2 cards at this host": 0}),
        ("lynx", {"1 card, no Roe Deer": 0, "1 card, 1 Roe Deer": 10}),
        ("nuthatch", {"1 card, not all slots of its host filled": 0, "1 card, all slots of its host filled": 10}),
        ("sapling", {"1 card": 0}),
        ("lonely cave", {"no cards in the cave": 5, "1 card in the cave": 1, "2 cards in the cave": 2}),
    ],
)
def test_worked_tables_of_conditions_sums_and_comparisons(query: str, rows: dict[str, int]) -> None:
    (card,) = run("card", query, "--json").json[0]["cards"]
    worked = {row["case"]: row["points"] for row in card["worked"]}
    assert {case: worked.get(case) for case in rows} == rows


@pytest.mark.parametrize(
    ("query", "rule"),
    [
        ("red fox", "2 points each for every European Hare, Mountain Hares included."),
        ("mountain hare", "1 point each for every European Hare, Mountain Hares included."),
        ("tree frog", "5 points each for every Gnat."),
    ],
)
def test_a_rule_names_the_cards_that_count_as_those_it_counts(query: str, rule: str) -> None:
    (card,) = run("card", query, "--json").json[0]["cards"]
    assert card["rule"] == rule


def test_every_card_has_a_worked_table() -> None:
    assert [card["id"] for card in run("cards", "--json").json if card["rule"] and not card["worked"]] == []


# -- the process as a whole --------------------------------------------------------------------------------------------

COMMAND = [sys.executable, "-c", "from forestcalc.cli import main; main()"]


def process(*arguments: str | Path, text: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    inherited = {
        name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM", "PYTHONIOENCODING")
    }
    return subprocess.run(
        [*COMMAND, *map(str, arguments)],
        input=text,
        capture_output=True,
        env={**inherited, "TERM": "xterm-256color", **environment},
        check=False,
        timeout=60,
    )


def test_a_process_ends_with_the_status() -> None:
    assert process("score", EXAMPLES / "solo.yaml").returncode == 0
    assert process("check", "-", text=WRONG.encode()).returncode == 1
    assert process("score").returncode == 2
    assert process("score", "-", text=INVALID.encode()).returncode == 3
    assert process("score", "--strict", "-", text=OPEN.encode()).returncode == 4


@pytest.mark.parametrize("arguments", [["--explain"], ["--json"], ["--lang", "de"]])
def test_no_escape_sequences_in_a_pipe(arguments: list[str]) -> None:
    assert b"\x1b" not in process("score", *arguments, EXAMPLES / "solo.yaml").stdout


@pytest.mark.parametrize(("more", "environment"), [(["--no-color"], {}), ([], {"NO_COLOR": "1"})])
def test_colours_can_be_turned_off_on_a_terminal(more: list[str], environment: dict[str, str]) -> None:
    coloured = on_a_terminal("score", EXAMPLES / "solo.yaml")
    assert b"\x1b[" in coloured
    assert b"\x1b[3" not in on_a_terminal("score", *more, EXAMPLES / "solo.yaml", **environment)


def on_a_terminal(*arguments: str | Path, **environment: str) -> bytes:
    """Run a command with a terminal as its standard output."""
    pty = pytest.importorskip("pty")
    main, end = pty.openpty()
    inherited = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
    running = subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdout=end,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
        env={**inherited, "TERM": "xterm-256color", **environment},
    )
    os.close(end)
    seen = b""
    try:
        while chunk := os.read(main, 65536):
            seen += chunk
    except OSError:  # the other end was closed
        pass
    finally:
        os.close(main)
        running.wait(30)
    return seen


@pytest.mark.parametrize("command", ["score", "check", "validate", "cards"])
def test_a_broken_pipe_ends_quietly(command: str) -> None:
    files = (
        []
        if command == "cards"
        else [str(DATA / "cases" / "scored" / f"{name}.yaml") for name in ("random_expansions", "smoky")]
    )
    running = subprocess.Popen([*COMMAND, command, *files, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert running.stdout is not None
    assert running.stderr is not None
    running.stdout.read(1)
    running.stdout.close()
    assert running.stderr.read() == b""
    running.stderr.close()
    assert running.wait(60) == 0


def test_output_that_the_encoding_lacks_is_escaped() -> None:
    text = layout({"Дора 🌲": ["Birch"]})
    done = process("score", "-", text=text.encode(), PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert done.returncode == 0
    assert b"Traceback" not in done.stderr


def test_the_version_is_printed() -> None:
    from forestcalc import __version__

    assert process("--version").stdout.decode().strip() == f"forestcalc {__version__}"
    assert run("--version").out.strip() == f"forestcalc {__version__}"
