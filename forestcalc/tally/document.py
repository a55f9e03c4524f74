"""Document: the file of a draft. Opened once, saved after each change, and never left half written."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from forestcalc.catalogue.catalogue import Catalogue, catalogue
from forestcalc.diagnostics.diagnostic import Diagnostic, shown
from forestcalc.layout.model import Layout
from forestcalc.layout.read import read_layout
from forestcalc.source import documents, read_source
from forestcalc.source.nodes import Mapping
from forestcalc.source.pieces import pieces
from forestcalc.source.writing import write_whole
from forestcalc.tally.drafts import draft_of, means_the_same
from forestcalc.tally.model import Draft
from forestcalc.tally.regions import UncutError
from forestcalc.tally.splice import Original
from forestcalc.tally.written import draft_json, draft_text

_BEARABLE = ("no-forest", "too-many-players")
"""Faults of a table that is not finished yet."""


class CannotOpenError(Exception):
    """A file cannot be entered into: `diagnostics` say why."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...]) -> None:
        self.diagnostics = diagnostics
        super().__init__("the file cannot be opened")


@dataclass(frozen=True, slots=True)
class Saved:
    """How saving went: `error` is "" if it did, `note` tells what the user should know of it."""

    error: str = ""
    note: str = ""


class Document:
    """A file on disk, or one to be, with the draft that it held when it was opened.

    Of several documents in one file, the one at `index` is changed and the others stay.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.draft: Draft | None = None
        self._at = 0
        self._before = self._after = ""
        self._original: Original | None = None
        self._is_json = False
        self._has_more = False
        self._on_disk: bytes | None = None
        self._mark = b""
        self._backed_up = False

    # -- opening ----------------------------------------------------------------------------------------

    @classmethod
    def open(cls, path: Path, index: int = 0) -> Document:
        """Open a file; one that is not there yet is begun. CannotOpenError if it holds faults of writing.

        Faults of the table (a card in a wrong slot) are no hindrance: they can be mended on the spot.
        """
        document = cls(path)
        if not path.exists():
            return document
        text, faults = read_source(path)
        if text is None:
            raise CannotOpenError(tuple(one.placed(str(path), 0) for one in faults))
        document._on_disk = path.read_bytes()
        document._mark = b"\xef\xbb\xbf" if document._on_disk.startswith(b"\xef\xbb\xbf") else b""
        if text.strip():
            document._read(text, index)
        return document

    def _read(self, text: str, index: int) -> None:
        read = list(documents(text))
        every = list(pieces(text))
        if index >= len(read) or index >= len(every):
            raise CannotOpenError((_no_such(self.path, index, len(read)),))
        one = read[index]
        layout = _layout_in(text, index)
        found = one.diagnostics if layout is None else (*one.diagnostics, *layout.diagnostics)
        if layout is None or layout.catalogue is None or any(_hinders(fault) for fault in found):
            raise CannotOpenError(tuple(fault.placed(str(self.path), index) for fault in found))
        self.draft = draft_of(layout)
        self._at = index
        piece = every[index]
        start = _offset(text, piece.line)
        self._before, self._after = text[:start], text[start + len(piece.text) :]
        node = next(iter(documents(piece.text))).node
        assert node is not None  # it was read just now
        self._has_more = any(mark in piece.text for mark in ("#", "expect"))
        self._is_json = isinstance(node, Mapping) and piece.text.lstrip().startswith("{")
        with suppress(UncutError):
            self._original = Original(piece.text, node, self.draft, layout.catalogue)

    # -- saving -----------------------------------------------------------------------------------------

    def text_of(self, draft: Draft, cards: Catalogue) -> tuple[str, bool]:
        """Return the text of the file for *draft*, and whether all that was in it is still there."""
        if self.draft is None:
            return draft_text(draft, cards), True
        if self._original is not None:
            text = f"{self._before}{self._original.rewritten(draft)}{self._after}"
            if self._holds(text, draft):
                return text, True
        own = draft_json(draft, cards) if self._is_json else draft_text(draft, cards)
        if self._before and not own.startswith("---"):
            own = f"---\n{own}"
        return f"{self._before}{own}{self._after}", not self._has_more

    def _holds(self, text: str, draft: Draft) -> bool:
        """Whether *text*, read again, means *draft*: what is written in place is never taken on trust."""
        layout = _layout_in(text, self._at)
        if layout is None or layout.catalogue is None or any(_hinders(fault) for fault in layout.diagnostics):
            return False
        return means_the_same(draft_of(layout), draft)

    def save(self, draft: Draft, cards: Catalogue) -> Saved:
        """Write the file: beside it first, then in its place. Nothing raises."""
        if self.draft is not None and draft == self.draft and self._on_disk is None:
            return Saved()
        text, is_whole = self.text_of(draft, cards)
        data = self._mark + text.encode("utf-8", "surrogatepass")
        notes: list[str] = []
        try:
            if self._changed_outside():
                self.path = _free(self.path.with_name(f"{self.path.stem}.tally{self.path.suffix or '.yaml'}"))
                self._on_disk = None
                notes.append(f"another program changed the file: saving to {shown(self.path.name)} from now on")
            if data == self._on_disk:
                return Saved(note="; ".join(notes))
            if not is_whole and not self._backed_up and self._on_disk is not None:
                backup = _free(self.path.with_name(f"{self.path.name}.before"))
                write_whole(backup, self._on_disk)
                self._backed_up = True
                notes.append(f"written anew; the old file, with its comments, is {shown(backup.name)}")
            write_whole(self.path, data)
        except OSError as fault:
            return Saved(error=f"not saved: {(fault.strerror or 'the file cannot be written').lower()}")
        self._on_disk = data
        return Saved(note="; ".join(notes))

    def _changed_outside(self) -> bool:
        try:
            return self.path.read_bytes() != self._on_disk if self._on_disk is not None else self.path.exists()
        except FileNotFoundError:
            return False


def _hinders(fault: Diagnostic) -> bool:
    """Whether a fault means that not all of the file was understood."""
    return fault.is_error and fault.code not in _BEARABLE


def _layout_in(text: str, index: int) -> Layout | None:
    for one in documents(text):
        if one.index == index:
            return read_layout(one.node, catalogue) if one.node is not None else None
    return None


def _offset(text: str, line: int) -> int:
    """Return where a line begins, counted from 1."""
    at = 0
    for _ in range(line - 1):
        ends = [end for end in (text.find("\r", at), text.find("\n", at)) if end >= 0]
        at = min(ends)
        at += 2 if text.startswith("\r\n", at) else 1
    return at


def _no_such(path: Path, index: int, count: int) -> Diagnostic:
    from forestcalc.diagnostics.diagnostic import error

    return error(
        "no-such-document",
        f"the file has {count} {'game' if count == 1 else 'games'}, so there is no game {index + 1}",
        None,
        help="name a game that is in it, counted from 1",
    ).placed(str(path), index)


def _free(path: Path) -> Path:
    """Return *path*, or the next one of that name that is not taken."""
    number, free = 1, path
    while free.exists():
        number += 1
        free = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return free
