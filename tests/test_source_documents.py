"""Streams of several documents: how many there are, where each begins, and what ends them."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from forestcalc.source import Document, Mapping, Node, Scalar, Sequence, compose, documents, stream
from forestcalc.source import fast as fast_reader


def plain(node: Node) -> Any:
    """Return the values of *node* as Python's own lists and dicts."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {key.text: plain(value) for key, value in node.pairs}


def values(text: str) -> list[Any]:
    """Return the value of each document of *text*, or the codes of its diagnostics in a tuple."""
    found = list(documents(text))
    assert [document.index for document in found] == list(range(len(found)))
    return [
        tuple(each.code for each in document.diagnostics)
        if document.diagnostics or document.node is None
        else plain(document.node)
        for document in found
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", ["a"]),
        ("--- a", ["a"]),
        ("a\n---\nb\n--- c\n", ["a", "b", "c"]),
        ("---\na\n...\n---\nb\n...\n", ["a", "b"]),
        ("a\n...\nb\n", ["a", "b"]),
        ("# c\n%YAML 1.2\n---\na\n...\n%YAML 1.2\n# c\n---\nb", ["a", "b"]),
        ("a\n---\n", ["a"]),
        ("a\n---   # end", ["a"]),
        ("a\n---\n\n# end\n", ["a"]),
        ("a\n---\n...\n", ["a"]),
        ("a\r\n---\r\nb\r\n---\r\n", ["a", "b"]),
        ("a\r---\rb\r---\r", ["a", "b"]),
        ("a: '\n  ---'", [{"a": " ---"}]),
        ("a: |\n  ---\n  x\n", [{"a": "---\nx\n"}]),
        ("----\n---a\n", ["---- ---a"]),
        ("---\n---\n", [("document-empty",)]),
        ("a\n---\n---\nb", ["a", ("document-empty",), "b"]),
        ("---\n# c\n---\nb\n", [("document-empty",), "b"]),
        ("...\n...\n", [("document-empty",)]),
        ("~", [None]),
        ("a\n---\nb: [\n---\nc", ["a", ("yaml-syntax",)]),
        ("a\n---\nb: 1\nb: 2\n---\nc", ["a", ("duplicate-key",), "c"]),
        ("a\n---\n" + "[" * 60 + "\n---\nc", ["a", ("nesting-too-deep",), "c"]),
        ("a\n---\n\x00\n---\nc", ["a", ("character-not-allowed",)]),
        ("a\n... b\n", [("yaml-syntax",)]),
    ],
)
def test_a_stream_is_cut_into_its_documents(text: str, expected: list[Any]) -> None:
    assert values(text) == expected


def test_lines_and_indexes_go_on_through_the_stream() -> None:
    found = list(documents("a: 1\r\n---\r\n# c\r\n  b: 2\n---\nc: 3\rd: [\n"))
    spans = [document.node.span.line for document in found if document.node]
    assert spans == [1, 4]
    assert found[2].diagnostics[0].document == 2
    assert found[2].diagnostics[0].span is not None
    assert found[2].diagnostics[0].span.line == 7


def test_documents_come_one_at_a_time() -> None:
    stream = documents("a\n---\n" * 3 + "[")
    assert next(stream) == Document(0, Scalar("a", "a", next(documents("a")).node.span), ())  # type: ignore[union-attr]


def test_a_stream_may_hold_ten_thousand_documents() -> None:
    found = list(documents("--- {a: 1}\n" * 10_000))
    assert len(found) == 10_000
    assert not any(document.diagnostics for document in found)


def test_documents_are_limited_in_number_and_size(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stream, "COUNT_LIMIT", 2)
    assert values("a\n---\nb\n---\nc\n---\nd") == ["a", "b", ("too-many-documents",)]
    monkeypatch.setattr(stream, "SIZE_LIMIT", 6)
    assert values("--- a\n--- long text\n") == ["a", ("document-too-large",)]
    assert values("--- long text\n--- a\n") == [("document-too-large",), "a"]


def test_the_limits_leave_room_for_a_megabyte() -> None:
    text = ("# Roe Deer (birch)\n" * 10 + "- Roe Deer (birch)\n") * 5_500
    assert len(text) > 1 << 20
    node = next(documents(text)).node
    assert isinstance(node, Sequence)
    assert len(node.items) == 5_500


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("[a, b, c]", 4),
        ("{a: b, c: d}", 5),
        ("- a\n- [b, c]\n", 5),
        ("a: 1\nb: |\n x\n", 5),
        ("- &a [b, c]\n- *a\n", 5),
    ],
)
def test_keys_and_values_are_limited(text: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compose, "VALUE_LIMIT", count)
    assert values(text) != [("too-many-values",)]
    monkeypatch.setattr(compose, "VALUE_LIMIT", count - 1)
    assert values(text) == [("too-many-values",)]
    assert repr(list(documents(text))) == repr(list(documents(text, fast=False)))


_ATOMS = [
    *"ab \n:-?[]{},#&*!|>'\"%@`\t\r.~0\\=<\x00\x85\u2028\ufeff\x7fé𐐀\ud800",
    "- ", ": ", "\n  ", "\n    ", " # c", "&a ", "*a", "a: ", "'x'", '"x"', "---\n", "\n---\n", "\n...\n", "\n- ", "k: v\n",
    "? ", "<<: ", "|\n  x\n", "[a, b]", "{a: b}", "%YAML 1.2\n", "\\ud800", "\\x", "!!str ", "Anna:\n", "\r\n", "  ",
]  # fmt: skip


def _check_all(text: str) -> None:
    """Hold both readers against each other, and every span against the text."""
    pure = list(documents(text, fast=False))
    assert repr(pure) == repr(list(documents(text)))
    assert pure
    lines = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
    for document in pure:
        assert document.node is not None or document.diagnostics
        for found in document.diagnostics:
            assert found.span is not None
            _check(found.span, lines)
            for related in found.related:
                _check(related.span, lines)
        if document.node is not None:
            _walk(document.node, lines)


def _check(span: Any, lines: list[str]) -> None:
    assert 1 <= span.line <= len(lines)
    assert 1 <= span.column <= span.end_column <= len(lines[span.line - 1]) + 1


def _walk(node: Node, lines: list[str]) -> None:
    _check(node.span, lines)
    if isinstance(node, Sequence):
        for item in node.items:
            _walk(item, lines)
    elif isinstance(node, Mapping):
        assert len({key.text for key, _ in node.pairs}) == len(node.pairs)
        for key, value in node.pairs:
            _walk(key, lines)
            _walk(value, lines)


@given(st.lists(st.sampled_from(_ATOMS), max_size=14).map("".join))
@example("a: &x\n")
@example("&a a: *a")
@example("a: ? b")
@example("{? }")
@example("!\n&a x")
def test_any_text_gives_documents_or_diagnostics_with_places(text: str) -> None:
    _check_all(text)


@given(st.text())
def test_any_characters_give_documents_or_diagnostics(text: str) -> None:
    _check_all(text)


@given(st.binary())
def test_any_bytes_give_documents_or_diagnostics(tmp_path_factory: pytest.TempPathFactory, data: bytes) -> None:
    from forestcalc.source import read_source

    path = tmp_path_factory.getbasetemp() / "any"
    path.write_bytes(data)
    text, found = read_source(path)
    assert (text is None) == bool(found)
    if text is not None:
        _check_all(text)


_NAMES = st.sampled_from(
    ["Oak", "Roe Deer (birch)", "2x Beech", "'Elk'", '"a: b"', "Bechstein's Bat", "5", "Öhrchen", ""]
)
_BLANK = st.sampled_from(["", " ", "  # c"])
_FLOW = st.recursive(
    _NAMES,
    lambda inner: (
        st.lists(inner, max_size=3).map(lambda items: f"[{', '.join(items)}]")
        | st.lists(inner, max_size=3).map(
            lambda items: "{" + ",".join(f" k{i}: {item}" for i, item in enumerate(items)) + "}"
        )
    ),
    max_leaves=6,
)


def _indented(lines: list[str]) -> list[str]:
    return ["  " + line for line in lines]


_BLOCK = st.recursive(
    st.tuples(_FLOW, _BLANK).map(lambda both: ["".join(both)]),
    lambda inner: st.lists(inner, min_size=1, max_size=3).flatmap(
        lambda parts: st.sampled_from(
            [
                [line for part in parts for line in ("- " + part[0], *_indented(part[1:]))],
                [line for i, part in enumerate(parts) for line in (f"k{i}:", *_indented(part))],
                [line for i, part in enumerate(parts) for line in (f"k{i}:  # c", "", *_indented(part))],
            ]
        )
    ),
    max_leaves=8,
)


@given(_BLOCK, st.sampled_from(["\n", "\r\n"]))
def test_both_readers_agree_on_layouts(lines: list[str], end: str) -> None:
    pytest.importorskip("yaml")
    text = end.join(lines)
    _check_all(text)


def test_the_fast_reader_is_used_where_it_is_safe() -> None:
    pytest.importorskip("yaml")
    from forestcalc.source.characters import veiled

    assert fast_reader.fast_events(veiled("a: [b, 'c']")) is not None
    assert fast_reader.fast_events(veiled("a: &b c")) is None
    assert fast_reader.fast_events(veiled("a: 'b\u2028'")) is None


def test_without_the_fast_reader_all_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "a: [b, {c: 'd'}]\n---\ne: 1\n"
    expected = list(documents(text))

    def missing(_: str) -> Any:
        raise ImportError

    monkeypatch.setattr(fast_reader, "import_module", missing)
    fast_reader._parser_class.cache_clear()
    try:
        assert list(documents(text)) == expected
    finally:
        fast_reader._parser_class.cache_clear()


def test_neither_yaml_library_is_imported_before_a_text_is_read() -> None:
    program = "import sys, forestcalc.source; print([name for name in sys.modules if 'yaml' in name])"
    root = Path(__file__).parent.parent
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=root)
    assert ran.stdout.strip() == "[]"
