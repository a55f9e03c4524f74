"""Reading files and standard input: what hinders it is a diagnostic, and nothing waits for ever."""

from __future__ import annotations

import io
import os
from pathlib import Path

import pytest

from forestcalc.diagnostics.diagnostic import Span
from forestcalc.source import files, read_source


class _Stdin:
    def __init__(self, data: bytes) -> None:
        self.buffer = io.BytesIO(data)


def _code(source: str | Path) -> str:
    text, found = read_source(source)
    assert text is None
    assert len(found) == 1
    assert found[0].is_error
    assert found[0].span is None
    assert found[0].help
    return found[0].code


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        (b"a: 1\r\nb: 2\r", "a: 1\r\nb: 2\r"),
        ("a: Wölfin 𐐀\n".encode(), "a: Wölfin 𐐀\n"),
        (b"\xef\xbb\xbfa: 1\n", "a: 1\n"),
        ("a: Wölfin 𐐀\n".encode("utf-16"), "a: Wölfin 𐐀\n"),
        (b"\xfe\xff" + "é".encode("utf-16-be"), "é"),
    ],
    ids=["empty", "line-ends", "utf-8", "utf-8-mark", "utf-16-le", "utf-16-be"],
)
def test_text_is_decoded_and_its_mark_dropped(tmp_path: Path, data: bytes, text: str) -> None:
    path = tmp_path / "game.yaml"
    path.write_bytes(data)
    assert read_source(path) == (text, ())
    assert read_source(str(path)) == (text, ())


@pytest.mark.parametrize(
    ("data", "span"),
    [
        (b"\xff", Span(1, 1, 2)),
        (b"a: 1\nb: caf\xe9", Span(2, 7, 8)),
        (b"a: 1\r\nb: \xc3\xa9\xf0\x90\x90\x80\xff\n", Span(2, 6, 7)),
        (b"\xef\xbb\xbfa\rb\xff", Span(2, 2, 3)),
        (b"\xff\xfe" + "a\nbc".encode("utf-16-le") + b"\x00\xd8x\x00", Span(2, 3, 4)),
    ],
    ids=["first-byte", "latin-1", "after-wide-characters", "after-mark-and-lone-cr", "utf-16"],
)
def test_bytes_that_are_no_text_are_reported_where_they_stand(tmp_path: Path, data: bytes, span: Span) -> None:
    path = tmp_path / "game.yaml"
    path.write_bytes(data)
    text, found = read_source(path)
    assert text is None
    assert [(each.code, each.span) for each in found] == [("encoding", span)]


def test_missing_files_are_reported(tmp_path: Path) -> None:
    assert _code(tmp_path / "none.yaml") == "file-missing"
    (tmp_path / "file").write_text("x")
    assert _code(tmp_path / "file" / "below") == "file-missing"
    assert _code("") == "file-missing"


def test_folders_pipes_and_devices_are_refused_without_waiting(tmp_path: Path) -> None:
    assert _code(tmp_path) == "file-not-regular"
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
        assert _code(tmp_path / "pipe") == "file-not-regular"
    if Path("/dev/zero").exists():
        assert _code("/dev/zero") == "file-not-regular"


def test_files_that_cannot_be_opened_are_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert _code("nul\0name") == "file-unreadable"
    path = tmp_path / "game.yaml"
    path.write_text("a: 1")

    def refuse(*_: object) -> int:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    _, found = read_source(path)
    assert found[0].code == "file-unreadable"
    assert found[0].message.endswith("permission denied")


def test_files_and_standard_input_have_a_size_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.yaml"
    monkeypatch.setattr(files, "SIZE_LIMIT", 4)
    for data, fits in ((b"1234", True), (b"12345", False)):
        path.write_bytes(data)
        monkeypatch.setattr("sys.stdin", _Stdin(data))
        for source in (path, "-"):
            if fits:
                assert read_source(source) == ("1234", ())
            else:
                if source == "-":
                    monkeypatch.setattr("sys.stdin", _Stdin(data))
                assert _code(source) == "file-too-large"


def test_a_dash_is_standard_input_and_a_path_of_a_dash_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "-").write_text("from file")
    monkeypatch.setattr("sys.stdin", _Stdin(b"\xef\xbb\xbffrom input"))
    assert read_source("-") == ("from input", ())
    assert read_source(Path("-")) == ("from file", ())


def test_closed_standard_input_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    assert _code("-") == "file-unreadable"
    closed = _Stdin(b"")
    closed.buffer.close()
    monkeypatch.setattr("sys.stdin", closed)
    assert _code("-") == "file-unreadable"
