"""Streams of many games: each is read, scored and written before the next one is needed, and none is kept."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from forestcalc.api import check_source
from forestcalc.source import files, source_documents
from forestcalc.source.faults import SourceFault
from forestcalc.source.pieces import Cutter, Piece, pieces
from tests.support import ROOT, run


def game(name: str = "Anna", **more: Any) -> str:
    return json.dumps({"players": {name: {"forest": ["Beech"], **more}}})


GAME = game()


def texts(text: str) -> list[tuple[str, int]]:
    return [(piece.text, piece.line) for piece in pieces(text)]


class Stdin:
    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


# -- cutting --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"a": 1}\n{"b": 2}\n', [('{"a": 1}\n', 1), ('{"b": 2}\n', 2)]),
        ('{"a": 1}\r\n\r\n{"b": 2}', [('{"a": 1}\r\n', 1), ('\r\n{"b": 2}', 2)]),
        (' {"a": 1} \n# c\n', [(' {"a": 1} \n', 1)]),
        ('{"a": 1}\n{"b": \n{"c": 3}\n', [('{"a": 1}\n', 1), ('{"b": \n', 2), ('{"c": 3}\n', 3)]),
        ('{"a": 1}\n{"b": 2}\nx\n{"c": 3}\n', [('{"a": 1}\n', 1), ('{"b": 2}\n', 2), ("x\n", 3), ('{"c": 3}\n', 4)]),
        ('{"a": 1}\n---\n{"b": 2}\n', [('{"a": 1}\n', 1), ('---\n{"b": 2}\n', 2)]),
        ('{"a": 1}\n...\n{"b": 2}\n', [('{"a": 1}\n', 1), ('{"b": 2}\n', 3)]),
        ('{"a":\n1}\n', [('{"a":\n1}\n', 1)]),
        ("{a: 1}\n", [("{a: 1}\n", 1)]),
        ('---\n{"a": 1}\n{"b": 2}\n', [('---\n{"a": 1}\n{"b": 2}\n', 1)]),
        ('x: |\n {"a": 1}\n {"b": 2}\n', [('x: |\n {"a": 1}\n {"b": 2}\n', 1)]),
    ],
    ids=lambda value: repr(value)[:40] if isinstance(value, str) else "",
)
def test_lines_that_are_objects_are_documents(text: str, expected: list[tuple[str, int]]) -> None:
    assert texts(text) == expected


ATOMS = [
    "---",
    "...",
    "\n",
    "\n",
    "\r\n",
    "\r",
    "a: 1",
    " ",
    "# c",
    "%YAML 1.2",
    '{"a": 1}',
    '{"b": 2}\n',
    '{"c": [',
    "x",
]


@given(st.lists(st.sampled_from(ATOMS), max_size=14).map("".join), st.lists(st.integers(0, 40), max_size=4))
@example("a\r\n---\r\n", [2])
def test_a_stream_in_parts_is_cut_as_the_whole(text: str, cuts: list[int]) -> None:
    places = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    parts = [text[start:stop] for start, stop in pairwise(places)]
    found: list[Piece] = []
    cutter = Cutter()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "text_chunks", lambda _: iter(parts))
        for block in files.text_blocks("any"):
            found += cutter.cut(block)
    assert [*found, *cutter.end()] == list(pieces(text))
    # Every character is in one piece, but for comments and markers that belong to none.
    assert all(piece.text in text for piece in found)


@given(
    st.lists(st.sampled_from(ATOMS), max_size=24).map("".join),
    st.lists(st.integers(0, 80), max_size=4),
    st.integers(0, 20),
)
@example("# c\n# c\n---\nx\n---\n", [5, 9], 4)
@example('{"a": 1}\n{"b": 2}\n', [], 4)
def test_pieces_beyond_the_limit_are_given_away_before_their_end(text: str, cuts: list[int], limit: int) -> None:
    """In parts and as a whole the same pieces are found, of which the large ones are only begun."""

    def known(piece: Piece) -> tuple[object, ...]:
        is_large = len(piece.text) > limit
        return piece.line, *(("large",) if is_large else (piece.marker, piece.is_line, piece.text))

    places = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    parts = [text[start:stop] for start, stop in pairwise(places)]
    found: list[Piece] = []
    cutter = Cutter(limit)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(files, "text_chunks", lambda _: iter(parts))
        for block in files.text_blocks("any"):
            found += cutter.cut(block)
    found += cutter.end()
    assert [known(piece) for piece in found] == [known(piece) for piece in pieces(text, limit)]


def test_each_part_gives_what_ends_in_it() -> None:
    cutter = Cutter()
    assert [piece.text for piece in cutter.cut(f"{GAME}\n")] == [f"{GAME}\n"]
    assert list(cutter.cut("a: 1\n")) == []
    assert [piece.text for piece in cutter.cut("---\nb: 2\n...\n")] == ["a: 1\n", "---\nb: 2\n...\n"]
    assert list(cutter.end()) == []


# -- sources --------------------------------------------------------------------------------------------------


def test_bytes_that_are_no_text_end_a_stream_after_the_games_before(tmp_path: Path) -> None:
    path = tmp_path / "games.yaml"
    path.write_bytes(b"players: {A: {forest: []}}\n---\nplayers:\n  caf\xe9: 1\n---\nplayers: {B: {forest: []}}\n")
    first, last = check_source(path)
    assert first.game is not None
    assert (last.document, [one.code for one in last.diagnostics]) == (1, ["encoding"])
    assert last.diagnostics[0].span == (4, 6, 7)


def test_a_source_that_cannot_be_read_has_one_document_that_says_so(tmp_path: Path) -> None:
    (one,) = check_source(tmp_path / "none.yaml")
    assert (one.document, one.game, [found.code for found in one.diagnostics]) == (0, None, ["file-missing"])


def test_a_fault_in_the_middle_of_reading_keeps_what_came_before(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(io.BytesIO):
        def read1(self, size: int | None = -1, /) -> bytes:
            if data := super().read1(size):
                return data
            raise OSError(5, "Input/output error")

    stdin = Stdin(b"")
    stdin.buffer = Broken(f"{GAME}\n".encode())
    monkeypatch.setattr("sys.stdin", stdin)
    first, last = source_documents("-")
    assert first.node is not None
    assert [found.code for found in last.diagnostics] == ["file-unreadable"]


def test_a_yaml_stream_has_a_limit_and_the_games_before_it_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "SIZE_LIMIT", 100)
    monkeypatch.setattr(files, "_CHUNK", 16)
    monkeypatch.setattr("sys.stdin", Stdin(b"players: {A: {forest: []}}\n---\n" * 10))
    found = list(check_source("-"))
    assert [one.game is not None for one in found] == [True, True, True, True, False]
    assert [one.code for one in found[-1].diagnostics] == ["file-too-large"]


def test_json_lines_have_no_limit_but_for_each_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "SIZE_LIMIT", 100)
    monkeypatch.setattr(files, "_CHUNK", 16)
    monkeypatch.setattr("sys.stdin", Stdin(f"{GAME}\n".encode() * 30))
    assert [one.game is not None for one in check_source("-")] == [True] * 30
    monkeypatch.setattr("sys.stdin", Stdin(f"{GAME}\n{game(expect=1)}{' ' * 200}\n{GAME}\n".encode()))
    found = list(check_source("-"))
    assert [[one.code for one in each.diagnostics] for each in found] == [[], ["file-too-large"]]


def test_many_json_lines_are_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("forestcalc.source.stream.COUNT_LIMIT", 3)
    monkeypatch.setattr("sys.stdin", Stdin(f"{GAME}\n".encode() * 5))
    assert len(list(check_source("-"))) == 5


def test_blocks_pass_on_what_was_held_back_with_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", Stdin(b"a: 1\nb: \xff"))
    blocks = files.text_blocks("-")
    assert next(blocks) == "a: 1\n"
    with pytest.raises(SourceFault) as raised:
        next(blocks)
    assert raised.value.rest == "b: "


# -- the command line -----------------------------------------------------------------------------------------


def test_json_lines_on_standard_input_are_scored_line_by_line() -> None:
    text = "".join(f"{game(name)}\n" for name in ("Anna", "Boris", "Caro"))
    done = run("score", "-", "--json", stdin=text)
    assert done.status == 0
    assert [(one["file"], one["document"], one["winners"]) for one in done.json] == [
        ("<stdin>", 0, ["Anna"]),
        ("<stdin>", 1, ["Boris"]),
        ("<stdin>", 2, ["Caro"]),
    ]


def test_a_faulty_line_is_told_with_its_number_and_the_others_are_scored() -> None:
    text = f"{GAME}\n\n{GAME[:-4]}\n{game(expect='x')}\n{GAME}\n"
    done = run("score", "-", "--json", stdin=text)
    assert done.status == 3
    assert [one["valid"] for one in done.json] == [True, False, False, True]
    assert [one["diagnostics"][0]["line"] for one in done.json if not one["valid"]] == [3, 4]
    shown = run("score", "-", stdin=text)
    assert "4 | " in shown.err
    assert '"expect": "x"' in shown.err


def test_excerpts_have_the_lines_of_the_file(tmp_path: Path) -> None:
    path = tmp_path / "games.yaml"
    path.write_text("players: {A: {forest: []}}\n---\n# c\nplayers:\n  B: {forest: [Beach]}\n")
    done = run("validate", path)
    assert f"--> {path}:5:16" in done.out
    assert "4 | players:\n5 |   B: {forest: [Beach]}\n" in done.out


@pytest.mark.parametrize("separator", ["", "---\n"], ids=["json-lines", "yaml"])
def test_an_answer_comes_before_the_next_question(separator: str) -> None:
    command = [sys.executable, "-c", "from forestcalc.cli import main; main()", "score", "-", "--json"]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for name in ("Anna", "Boris", "Caro"):
            end = "...\n" if separator else ""
            process.stdin.write(f"{separator}{game(name)}\n{end}")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["winners"] == [name]
        process.stdin.close()
        assert process.wait() == 0


MEASURE = """
import resource, subprocess, sys
done = subprocess.run([sys.executable, "-c", "from forestcalc.cli import main; main()", *sys.argv[1:]], stdout=subprocess.DEVNULL)
assert done.returncode == 0, done.returncode
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in other units elsewhere")
@pytest.mark.parametrize(("command", "separator"), [("score", ""), ("check", "---\n")], ids=["json-lines", "yaml"])
def test_memory_does_not_grow_with_the_number_of_games(tmp_path: Path, command: str, separator: str) -> None:
    def kilobytes(count: int) -> int:
        path = tmp_path / f"{count}.txt"
        with path.open("w") as file:
            file.writelines(f"{separator}{game(f'Anna {number}', cave=number % 4)}\n" for number in range(count))
        with path.open() as file:
            measured = [sys.executable, "-c", MEASURE, command, "-", "--json", "--quiet"]
            done = subprocess.run(measured, cwd=ROOT, stdin=file, capture_output=True, text=True, check=True)
        return int(done.stdout)

    few, many = kilobytes(500), kilobytes(5000)
    assert many - few < 2_500, (few, many)
