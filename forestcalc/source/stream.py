"""Stream: the games of one text, each as nodes with what was found wrong, one at a time."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from forestcalc.diagnostics.diagnostic import Diagnostic, error
from forestcalc.source import files
from forestcalc.source.characters import Veil, first_forbidden, veiled
from forestcalc.source.compose import DEPTH_LIMIT, Composed, compose
from forestcalc.source.fast import fast_events
from forestcalc.source.faults import DepthFault, SourceFault, SyntaxFault
from forestcalc.source.files import text_blocks, too_large
from forestcalc.source.lines import span_at
from forestcalc.source.nodes import Node
from forestcalc.source.pieces import Cutter, Piece, pieces

SIZE_LIMIT = 1_200_000
"""How many characters one document may have."""

COUNT_LIMIT = 100_000
"""How many documents one stream may have, JSON lines apart."""


@dataclass(frozen=True, slots=True)
class Document:
    """One document of a stream, counted from 0.

    `node` is None where nothing could be read. It may be there beside errors (a key given twice): what
    could be read, without what is wrong. The diagnostics have no file yet. `text` is that of the document with its
    markers, and starts on `line` of the stream.
    """

    index: int
    node: Node | None
    diagnostics: tuple[Diagnostic, ...]
    text: str = field(default="", compare=False, repr=False)
    line: int = field(default=1, compare=False, repr=False)


_ANY_READER = frozenset(("duplicate-key", "merge-key", "too-many-values"))
"""What is found in the nodes, whichever reader they come from."""


def documents(text: str, *, fast: bool = True, values: int | None = None) -> Iterator[Document]:
    """Read the documents of *text* one by one; at least one comes, and nothing raises.

    After a document that is no YAML none follows, unless each line is a document (JSON lines). A `---` at the very
    end begins no document. With *fast* the C reader is tried first where it is installed; the outcome is the same.
    A document may have so many *values* as a game may, unless another number is given.
    """
    return _documents(pieces(text.removeprefix("\ufeff"), SIZE_LIMIT), fast, values)


def source_documents(source: str | Path) -> Iterator[Document]:
    """Read the documents of a file, or of standard input for `"-"`, as `documents` does; nothing raises.

    Each comes as soon as it has been read, and no more of the source is in memory than that. Where the source cannot
    be read, or not any further, the last document says so.
    """
    return _documents(_source_pieces(source), fast=True)


def _source_pieces(source: str | Path) -> Iterator[Piece | Diagnostic]:
    cutter = Cutter(SIZE_LIMIT)
    try:
        for block in text_blocks(source):
            yield from cutter.cut(block)
            if cutter.size > files.SIZE_LIMIT:
                yield too_large(source)
                return
    except SourceFault as fault:
        yield fault.placed(cutter.text + fault.rest, cutter.line)
    else:
        yield from cutter.end()


def _documents(stream: Iterator[Piece | Diagnostic], fast: bool, values: int | None = None) -> Iterator[Document]:
    counted = 0
    for index, piece in enumerate(stream):
        if isinstance(piece, Diagnostic):
            yield Document(index, None, (replace(piece, document=index),))
            return
        counted += not piece.is_line
        if counted > COUNT_LIMIT:
            message = f"there are more than {COUNT_LIMIT:,} documents"
            found = _fault(piece, "too-many-documents", message, "split the file")
            yield Document(index, None, (replace(found, document=index),), piece.text, piece.line)
            return
        composed, is_yaml = _read(piece, fast, values)
        found_here = tuple(found.placed(found.file, index) for found in composed.diagnostics)
        yield Document(index, composed.node, found_here, piece.text, piece.line)
        if not is_yaml and not piece.is_line:
            return


def _read(piece: Piece, fast: bool, values: int | None) -> tuple[Composed, bool]:
    """Return what *piece* holds, and whether it is YAML."""
    text = piece.text
    if len(text) > SIZE_LIMIT:
        message = f"this document has more than {SIZE_LIMIT:,} characters"
        return _failed(_fault(piece, "document-too-large", message, "split it into several files")), True
    if piece.is_blank:
        help_ = "write a game, or remove the `---` before it" if piece.marker is not None else "write a game"
        return _failed(_fault(piece, "document-empty", "there is no game here", help_)), True
    forbidden = first_forbidden(text)
    if forbidden is not None:
        return _failed(_forbidden(piece, forbidden)), False
    veil = veiled(text)
    if fast and (composed := _read_fast(piece, veil, values)) is not None:
        return composed, True
    return _read_pure(piece, veil, values)


def _read_fast(piece: Piece, veil: Veil, values: int | None) -> Composed | None:
    """Return what the C reader finds in *piece*, or None where it is not to be trusted with it."""
    events = fast_events(veil)
    if events is None:
        return None
    try:
        composed = compose(events, veil, piece.line, values)
    except Exception:
        return None  # whatever it is, the pure reader decides and words it
    if any(found.code not in _ANY_READER for found in composed.diagnostics):
        return None
    return composed if composed.node is not None or composed.diagnostics else None


def _read_pure(piece: Piece, veil: Veil, values: int | None) -> tuple[Composed, bool]:
    # ruamel.yaml takes longer to import than a layout takes to score, and the fast reader goes without it.
    from forestcalc.source.pure import pure_events

    try:
        composed = compose(pure_events(veil.text, DEPTH_LIMIT), veil, piece.line, values)
    except SyntaxFault as fault:
        # Only texts with a fault need its many patterns.
        from forestcalc.source.syntax import explained

        return _failed(explained(fault, piece.text, piece.line)), False
    except DepthFault as fault:
        message = f"lists and mappings are nested more than {DEPTH_LIMIT} deep"
        help_ = "a layout needs no more than about ten levels: look for a bracket or dash too many"
        return _failed(_fault(piece, "nesting-too-deep", message, help_, fault.at.index)), True
    misplaced = _misplaced(veil, composed)
    if misplaced is not None:
        return _failed(_forbidden(piece, misplaced)), False
    if composed.node is None and not composed.diagnostics:
        return _failed(_fault(piece, "document-empty", "there is no game here", "write a game")), True
    return composed, True


def _misplaced(veil: Veil, composed: Composed) -> int | None:
    """Return the index of the first character outside quotes that may stand only inside them, or None."""
    starts = [start for start, _ in composed.quoted]
    for index in veil.quoted_only:
        before = bisect_right(starts, index) - 1
        if before < 0 or index >= composed.quoted[before][1]:
            return index
    return None


def _failed(found: Diagnostic) -> Composed:
    composed = Composed()
    composed.diagnostics.append(found)
    return composed


def _forbidden(piece: Piece, index: int) -> Diagnostic:
    message = f"the character U+{ord(piece.text[index]):04X} is not allowed in YAML"
    help_ = "remove it, and save the file as UTF-8 text"
    return _fault(piece, "character-not-allowed", message, help_, index)


def _fault(piece: Piece, code: str, message: str, help_: str, index: int | None = None) -> Diagnostic:
    """Return an error at *index* of the piece, or at its `---`, or at its beginning."""
    width = 1
    if index is None and piece.marker is not None:
        index, width = piece.marker, 3
    return error(code, message, span_at(piece.text, index or 0, piece.line, width), help=help_)
