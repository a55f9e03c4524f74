"""What triggers each code: the examples of the pages, and the files and share codes that cannot be shown as text."""

from __future__ import annotations

import base64
import os
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from forestcalc.catalogue import store
from forestcalc.diagnostics.codes import CodePage, code_pages
from forestcalc.diagnostics.diagnostic import Diagnostic
from forestcalc.exchange.find_codes import find_codes
from forestcalc.exchange.imported import import_codes
from forestcalc.exchange.packing import packed
from forestcalc.game.build import build_game
from forestcalc.layout.read import read_layout
from forestcalc.packs.load import read_packs
from forestcalc.report.code_page import EXAMPLE, triggered
from forestcalc.source import documents, read_source, stream
from forestcalc.tally.document import CannotOpenError, Document

Found = tuple[list[Diagnostic], dict[str, str]]
"""What was found, and the texts that it was found in."""


def found_by(page: CodePage, monkeypatch: pytest.MonkeyPatch, text: str | None = None) -> Found:
    """Trigger the code of *page* in the current, empty folder; *text* takes the place of its example."""
    text = page.example if text is None else text
    if page.by == "pack":
        Path("pack.yaml").write_text(text, encoding="utf-8")
        loaded = read_packs(["pack.yaml"])
        return list(loaded.diagnostics), {"pack.yaml": text}
    if page.by == "file":
        return _FILES[page.code](monkeypatch)
    if page.by == "share-code":
        return _imported(_SHARED[page.code]())
    if page.by == "nothing-shipped":
        return _with_pack(text)
    return [one.placed(EXAMPLE, one.document) for one in triggered(_with(page, text))], {EXAMPLE: text}


def _with(page: CodePage, text: str) -> CodePage:
    from dataclasses import replace

    return replace(page, example=text)


# -- files ----------------------------------------------------------------------------------------------------


def _read(name: str) -> Found:
    text, faults = read_source(name)
    found = [one.placed(name, 0) for one in faults]
    if text is None:
        return found, {
            name: Path(name).read_text(errors="replace") if "\0" not in name and Path(name).is_file() else ""
        }
    found += [one.placed(name, document.index) for document in documents(text) for one in document.diagnostics]
    return found, {name: text}


def _missing(_: pytest.MonkeyPatch) -> Found:
    return _read("no-such-game.yaml")


def _folder(_: pytest.MonkeyPatch) -> Found:
    Path("games").mkdir(exist_ok=True)
    return _read("games")


def _locked(monkeypatch: pytest.MonkeyPatch) -> Found:
    def refused(name: str, flags: int) -> int:
        raise PermissionError(13, "Permission denied")

    Path("locked.yaml").write_text("players: {}\n", encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(os, "open", refused)  # whoever runs the tests as root may read everything
        found = [one.placed("locked.yaml", 0) for one in read_source("locked.yaml")[1]]
    return found, {}


def _huge(_: pytest.MonkeyPatch) -> Found:
    with Path("huge.yaml").open("wb") as file:
        file.truncate(50_000_001)
    return [one.placed("huge.yaml", 0) for one in read_source("huge.yaml")[1]], {}


def _latin(_: pytest.MonkeyPatch) -> Found:
    Path("latin-1.yaml").write_bytes("players:\n  Zoë: {forest: [Beech]}\n".encode("latin-1"))
    return _read("latin-1.yaml")


def _nul(_: pytest.MonkeyPatch) -> Found:
    Path("with-a-nul.yaml").write_text("players:\n  An\0na: {forest: [Beech]}\n", encoding="utf-8")
    return _read("with-a-nul.yaml")


def _large(_: pytest.MonkeyPatch) -> Found:
    Path("large.yaml").write_text(f"players: {'x' * 1_200_000}\n", encoding="utf-8")
    return _read("large.yaml")


def _hosts(_: pytest.MonkeyPatch) -> Found:
    text = "players:\n  Anna:\n    forest:\n" + "      - Beech\n" * 10_000
    Path("many-hosts.yaml").write_text(text, encoding="utf-8")
    return _read("many-hosts.yaml")


def _many(monkeypatch: pytest.MonkeyPatch) -> Found:
    Path("many.yaml").write_text("a\n---\nb\n---\nc\n---\nd\n", encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(stream, "COUNT_LIMIT", 3)
        return _read("many.yaml")


def _fewer(_: pytest.MonkeyPatch) -> Found:
    Path("game.yaml").write_text("players:\n  Anna: {forest: [Beech]}\n", encoding="utf-8")
    with pytest.raises(CannotOpenError) as raised:
        Document.open(Path("game.yaml"), 3)
    return list(raised.value.diagnostics), {}


_FILES: dict[str, Callable[[pytest.MonkeyPatch], Found]] = {
    "file-missing": _missing,
    "no-such-document": _fewer,
    "file-not-regular": _folder,
    "file-unreadable": _locked,
    "file-too-large": _huge,
    "encoding": _latin,
    "character-not-allowed": _nul,
    "document-too-large": _large,
    "too-many-values": _hosts,
    "too-many-documents": _many,
}


# -- share codes ----------------------------------------------------------------------------------------------


def _forest(name: str = "Anna", boxes: Iterable[str] = ("BASE",), card: str = "BEECH", box: str = "BASE") -> str:
    plant = {"name": card, "gameBox": box, "treeSymbol": "BEECH", "dwellers": []}
    cave = {"name": "REGULAR_CAVE", "cardCount": 3}
    return packed(
        {
            "appVersion": "0.5.1",
            "gameBoxes": list(boxes),
            "player": {"name": name, "forest": {"woodyPlants": [plant], "cave": cave}},
        }
    )


def _imported(lines: list[str]) -> Found:
    Path("codes.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    codes, faults = find_codes(["codes.txt"])
    found = [*faults, *(import_codes(codes).diagnostics if codes else ())]
    return found, {}  # what zlib makes of a code is not the same everywhere


_SHARED: dict[str, Callable[[], list[str]]] = {
    "share-code-missing": lambda: [],
    "share-code-not-base64": lambda: ["eJy?"],
    "share-code-damaged": lambda: [_forest()[:-12]],
    "share-code-too-large": lambda: [base64.b64encode(zlib.compress(b" " * 10_000_000)).decode()],
    "share-code-too-many": lambda: [_forest()] * 101,
    "share-code-not-json": lambda: [base64.b64encode(zlib.compress(b"forest")).decode()],
    "share-code-shape": lambda: [packed([])],
    "share-code-unknown-name": lambda: [_forest(card="BAOBAB")],
    "share-code-no-such-card": lambda: [_forest(box="ALPINE")],
    "boxes-differ": lambda: [_forest(), _forest("Boris", ("BASE", "ALPINE"))],
    "player-renamed": lambda: [_forest(), _forest()],
}


# -- what no shipped card does --------------------------------------------------------------------------------


def _with_pack(text: str) -> Found:
    Path("pack.yaml").write_text(code_pages()["pack-no-rule"].example, encoding="utf-8")
    packs = read_packs(["pack.yaml"])
    games = {"games": packs.listing()}
    for game in games["games"]:
        packs.core(game)
    node = next(iter(documents(f"expansions: [test-box]\n{text}"))).node
    assert node is not None
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "listing", lambda: games)
        built = build_game(read_layout(node, packs.catalogue), file=EXAMPLE)
    return list(built.diagnostics), {EXAMPLE: f"expansions: [test-box]\n{text}"}
