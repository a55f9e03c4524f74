"""Large files: each kind that could be slow is answered soon, in bounded memory, and before its end is read."""

from __future__ import annotations

import io
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from forestcalc.api import check_source
from forestcalc.report.diagnostics import print_diagnostics
from forestcalc.report.excerpt import Source
from forestcalc.source import stream
from forestcalc.source.files import text_chunks
from tests.large_inputs import BROKEN, HUGE, KINDS, MOST_MEGABYTES, filled, spent

MOST_SECONDS = 4.0
"""Of the processor; each kind takes less than a fifth of it on a usual machine, and one without a limit far more."""

EVERY: dict[str, Callable[[], str | bytes]] = {**KINDS, **BROKEN}


def written(made: Callable[[], str | bytes], folder: Path) -> Path:
    path = folder / "game.yaml"
    data = made()
    path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8"))
    return path


@pytest.mark.parametrize(
    ("made", "color"),
    [*((made, False) for made in EVERY.values()), (KINDS["unknown hosts"], True)],
    ids=[*EVERY, "in colour"],
)
def test_large_files_are_answered_soon(made: Callable[[], str | bytes], color: bool, tmp_path: Path) -> None:
    path = written(made, tmp_path)
    began = time.process_time()
    is_valid = True
    for checked in check_source(path):
        is_valid = is_valid and checked.game is not None
        source = {checked.file: Source(checked.text, checked.line)}
        print_diagnostics(checked.diagnostics, source, io.StringIO(), color=color)
    assert time.process_time() - began < MOST_SECONDS
    assert not is_valid


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in another way there")
@pytest.mark.parametrize(
    "name", ["hosts by the million", "unknown hosts", "one long word", "tags", "compatibility letters", "all letters"]
)
def test_large_files_take_bounded_memory(name: str, tmp_path: Path) -> None:
    _, megabytes, status, _ = spent(["validate", str(written(KINDS[name], tmp_path))])
    assert status == 3
    assert megabytes < MOST_MEGABYTES


@pytest.mark.skipif(sys.platform != "linux", reason="memory is counted in another way there")
@pytest.mark.parametrize(
    "name", ["one document of 49 MB", "one line of 49 MB", "one JSON line of 49 MB", "49 MB of directives"]
)
def test_huge_files_take_bounded_memory(name: str, tmp_path: Path) -> None:
    took, megabytes, status, last = spent(["validate", str(written(HUGE[name], tmp_path))])
    assert status == 3
    assert last.startswith("1 error")
    assert megabytes < MOST_MEGABYTES
    assert took < 2 * MOST_SECONDS


@pytest.mark.parametrize("head", ["players:\n", "# a game\n---\nplayers:\n", "%YAML 1.2\n---\n"])
def test_a_document_beyond_the_limit_is_refused_before_its_end_is_read(
    head: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(filled(head, "  A: {forest: []}\n", "---\nplayers: {B: {forest: []}}\n", size=5_000_000))
    read = 0

    def counted(source: str | Path, limit: int | None = None) -> Iterator[str]:
        nonlocal read
        for chunk in text_chunks(source, limit):
            read += len(chunk)
            yield chunk

    monkeypatch.setattr("forestcalc.source.files.text_chunks", counted)
    checked = check_source(path)
    assert [one.code for one in next(checked).diagnostics] == ["document-too-large"]
    assert read < stream.SIZE_LIMIT + 600_000
    assert [one.game is not None for one in checked] == [True]  # and the next one is read nevertheless


@pytest.mark.parametrize(
    "line", ["---\nplayers: {A: {forest: [Baech]}}\n", '{"players": {"A": {"forest": ["Baech"]}}}\n']
)
def test_many_documents_are_answered_from_the_first_on(line: str, tmp_path: Path) -> None:
    path = tmp_path / "games.yaml"
    path.write_text(line * (20_000_000 // len(line)))
    began = time.process_time()
    checked = check_source(path)
    assert [one.code for _ in range(10) for one in next(checked).diagnostics] == ["unknown-host"] * 10
    assert time.process_time() - began < MOST_SECONDS / 4
