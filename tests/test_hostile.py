"""Hostile and broken files through the command line: each has its diagnosis, its exit status, and no traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from forestcalc.cli.app import app

MAIN = "from forestcalc.cli import main; main()"
GAME = "players:\n  Anna: {forest: [Beech]}\n"
BOMB = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{new}: &{new} [{', '.join([f'*{old}'] * 10)}]\n" for old, new in zip("abcdefgh", "bcdefghi", strict=True)
)

# What the file holds, and the codes of its errors (none: it is a game).
FILES: dict[str, tuple[bytes, list[str]]] = {
    "nothing": (b"", ["document-empty"]),
    "blanks": (b"  \n\n", ["document-empty"]),
    "null": (b"null\n", ["wrong-shape"]),
    "a list": (b"- Beech\n", ["wrong-shape"]),
    "a number": (b"5\n", ["wrong-shape"]),
    "alias bomb": (BOMB.encode(), ["alias-bomb"]),
    "alias to itself": (b"players: &p {Anna: *p}\n", ["alias-self-reference"]),
    "unknown alias": (b"players: *p\n", ["yaml-syntax"]),
    "deep brackets": (b"[" * 100_000, ["nesting-too-deep"]),
    "deep mappings": (b"{a: " * 100_000, ["nesting-too-deep"]),
    "deep dashes": (b"- " * 100_000, ["nesting-too-deep"]),
    "a host counted by the million": (GAME.replace("Beech", "2000000000x Beech").encode(), ["count-out-of-range"]),
    "a count of many digits": (GAME.replace("Beech", f"{'9' * 5000}x Beech").encode(), ["count-out-of-range"]),
    "a cave of many digits": (f"players: {{A: {{cave: {'9' * 5000}, forest: []}}}}".encode(), ["cave-too-many"]),
    "a cave beyond all floats": (b"players: {A: {cave: 1e999, forest: []}}\n", ["cave-not-a-number"]),
    "tag": (GAME.replace("Beech", "!!python/object:os.system x").encode(), ["tag-not-allowed", "unknown-host"]),
    "merge": (b"players:\n  A: &a {forest: [Beech]}\n  B: {<<: *a}\n", ["merge-key"]),
    "key twice": ((GAME + "  Anna: {forest: []}\n").encode(), ["duplicate-key"]),
    "tab": (b"players:\n\tAnna: {forest: [Beech]}\n", ["yaml-syntax"]),
    "carriage returns": (GAME.replace("\n", "\r\n").encode(), []),
    "old carriage returns": (GAME.replace("\n", "\r").encode(), []),
    "byte order mark": (b"\xef\xbb\xbf" + GAME.encode(), []),
    "UTF-16": (GAME.encode("utf-16"), []),
    "UTF-16 cut short": (GAME.encode("utf-16")[:-1], ["encoding"]),
    "Latin-1": ("players:\n  Zoë: {forest: []}\n".encode("latin-1"), ["encoding"]),
    "NUL": (b"players:\n  A\x00: {forest: []}\n", ["character-not-allowed"]),
    "escape": (b"players:\n  A\x1b[31m: {forest: []}\n", ["character-not-allowed"]),
    "escape in quotes": (b'players:\n  "A\\e[31m": {forest: []}\n', ["player-name"]),
    "lone surrogate": (b'players:\n  "\\ud800": {forest: []}\n', ["player-name"]),
    "surrogate as bytes": (b"players:\n  \xed\xa0\x80: {forest: []}\n", ["encoding"]),
    "right to left": ("players:\n  \u202eAnna: {forest: []}\n".encode(), []),
    "right to left in a card": (GAME.replace("Beech", "\u202ehceeB").encode(), ["unknown-host"]),
    "letters from right to left": ("players:\n  אנה: {forest: [Beech]}\n".encode(), []),
    "markup": (b"players:\n  '[bold red]A[/]': {forest: [Beech]}\n", []),
    "markup in a card": (GAME.replace("Beech", "'[link=x]Beech[/link]'").encode(), ["unknown-host"]),
    "half a game": (GAME.encode()[:-4], ["yaml-syntax"]),
    "binary": (bytes(range(256)) * 20, ["encoding"]),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR", ["encoding"]),
    "JSON": (json.dumps({"players": {"Anna": {"forest": ["Beech"]}}}).encode(), []),
    "a directive": (b"%YAML 1.1\n---\n" + GAME.encode(), []),
    "full-width letters": (GAME.replace("Beech", "２ｘ　Ｂｅｅｃｈ").encode(), []),
    "wrong types": (
        b"game: [1]\nexpansions: 5\nrulings: [x]\nplayers: {1: 2, true: null, A: {forest: {a: b}, cave: [], expect: x}}\n",
        ["wrong-shape"],
    ),
}


@pytest.mark.parametrize(("data", "codes"), FILES.values(), ids=list(FILES))
def test_every_file_has_its_diagnosis(data: bytes, codes: list[str], tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_bytes(data)
    result = CliRunner().invoke(app, ["validate", "--json", str(path)])
    assert result.exit_code == (3 if codes else 0), result.output
    found = [one for line in result.stdout.splitlines() for one in json.loads(line)["diagnostics"]]
    assert sorted({one["code"] for one in found if one["severity"] == "error"}) == sorted(set(codes))
    text = CliRunner().invoke(app, ["validate", str(path)])
    assert text.exit_code == result.exit_code
    assert all(line.isprintable() for line in text.stdout.split("\n"))
    scored = CliRunner().invoke(app, ["score", str(path)])
    assert scored.exit_code == result.exit_code
    assert not set("\x1b\u202e\x00") & set(scored.output)


def test_names_are_shown_as_they_are_written(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("players:\n  '[bold red]A[/] :smile:': {forest: [Beech]}\n", encoding="utf-8")
    assert "[bold red]A[/] :smile:" in CliRunner().invoke(app, ["score", str(path)]).stdout


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8", "utf-16"])
def test_json_is_json_in_every_encoding(encoding: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text("players:\n  Zoë\u2028森: {forest: [Beech, Unicørn]}\n", encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, "-c", MAIN, "score", "--json", str(path)],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": encoding},
    )
    text = ended.stdout.decode(encoding)
    assert len(text.splitlines()) == 1
    assert "Unicørn" in json.loads(text)["diagnostics"][0]["message"]


def run(*words: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # type: ignore[call-overload, no-any-return]
        [sys.executable, "-c", MAIN, *words],
        **{"capture_output": True, "text": True, "encoding": "utf-8", "timeout": 30, "check": False, **more},
    )


def test_a_folder_and_a_missing_file(tmp_path: Path) -> None:
    ended = run("validate", str(tmp_path), str(tmp_path / "none.yaml"))
    assert ended.returncode == 3
    assert "file-not-regular" in ended.stdout
    assert "file-missing" in ended.stdout


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names there")
def test_a_pipe_that_nobody_writes_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    ended = run("score", str(pipe))
    assert (ended.returncode, ended.stdout) == (3, "")
    assert "is a pipe, not a file" in ended.stderr


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no such device there")
def test_an_endless_device() -> None:
    assert run("score", "/dev/zero").returncode == 3


def test_standard_input_that_is_closed_or_binary() -> None:
    assert run("validate", "-", input="").returncode == 3
    ended = run("validate", "-", stdin=subprocess.DEVNULL)
    assert (ended.returncode, "document-empty" in ended.stdout) == (3, True)


@pytest.mark.skipif(sys.platform == "win32", reason="pipes close in another way there")
@pytest.mark.parametrize("words", [["validate"], ["score"], ["score", "--json"], ["explain"], ["cards"]])
def test_a_closed_pipe_ends_quietly(words: list[str], tmp_path: Path) -> None:
    path = tmp_path / "games.yaml"
    path.write_text(f"{GAME}---\n" * 3000, encoding="utf-8")
    files = [str(path)] if words[0] in ("validate", "score") else []
    reader, writer = os.pipe()
    os.close(reader)
    try:
        ended = run(*words, *files, capture_output=False, stdout=writer, stderr=subprocess.PIPE)
    finally:
        os.close(writer)
    assert "Traceback" not in ended.stderr
    assert "BrokenPipe" not in ended.stderr
    assert ended.returncode == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a shell closes streams in another way there")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("--version", 0),
        ("cards", 0),
        ("score game.yaml", 0),
        ("score --json game.yaml", 0),
        ("validate game.yaml", 0),
        ("score wrong.yaml", 3),
        ("validate wrong.yaml", 3),
    ],
)
def test_streams_that_are_closed_from_the_start(words: str, status: int, closed: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "wrong.yaml").write_text(GAME.replace("Beech", "Baobab"), encoding="utf-8")
    command = ["sh", "-c", f'"$0" -m forestcalc {words} {closed}', sys.executable]
    ended = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=30, check=False)
    assert "Traceback" not in ended.stdout + ended.stderr
    assert ended.returncode == status


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no such device there")
def test_a_full_disk_behind_standard_output_is_no_traceback(tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(GAME, encoding="utf-8")
    with Path("/dev/full").open("w") as full:
        ended = run("score", "--json", str(path), capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert ended.returncode != 0
    assert "Traceback" not in ended.stderr
