"""Every fault of a text: its code, its place, and what goes on after it."""

from __future__ import annotations

import pytest

from forestcalc.source import Document, compose, documents
from forestcalc.source.scalars import resolve


def found_in(text: str) -> list[tuple[str, int, int, int]]:
    """Return code, line, column and end column of all diagnostics of *text*, the same by both readers."""
    both = [list(documents(text, fast=fast)) for fast in (False, True)]
    assert both[0] == both[1]
    found = []
    for document in both[0]:
        for each in document.diagnostics:
            assert each.is_error
            assert each.document == document.index
            assert each.file == ""
            assert each.help
            assert each.span is not None
            found.append((each.code, each.span.line, each.span.column, each.span.end_column))
    return found


def last_of(text: str) -> Document:
    return list(documents(text))[-1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The value is read on, without what is wrong.
        ("a: 1\n'a': 2", ("duplicate-key", 2, 1, 4)),
        ("1: x\n'1': y", ("duplicate-key", 2, 1, 4)),
        ("x: {~: 1, ~: 2}", ("duplicate-key", 1, 11, 12)),
        ("a: {<<: {b: 1}}", ("merge-key", 1, 5, 7)),
        ("a: !x 1", ("tag-not-allowed", 1, 4, 6)),
        ("a: !!str 1", ("tag-not-allowed", 1, 4, 9)),
        ("a: &b !<tag:x> [1]", ("tag-not-allowed", 1, 7, 15)),
        ("- ! 5", ("tag-not-allowed", 1, 3, 4)),
        ("a: !x\n  b: c", ("tag-not-allowed", 1, 4, 6)),
        ("[a, b]: c", ("key-not-text", 1, 1, 7)),
        ("? {a: b}\n: c", ("key-not-text", 1, 3, 9)),
        ("?\n  - a\n: c", ("key-not-text", 2, 3, 6)),
        # Nothing is read.
        ("a: &x [1, *x]", ("alias-self-reference", 1, 11, 13)),
        ("&x a: {b: *y}", ("yaml-syntax", 1, 11, 13)),
        ("a\x00b", ("character-not-allowed", 1, 2, 3)),
        ("a: 'x\x07'", ("character-not-allowed", 1, 6, 7)),
        ("a: b\nc: \ud800", ("character-not-allowed", 2, 4, 5)),
        ("a: '\x7f' # \x9f", ("character-not-allowed", 1, 10, 11)),
        ("a: \ufeffb", ("character-not-allowed", 1, 4, 5)),
        ("", ("document-empty", 1, 1, 1)),
        ("# nothing\n\n", ("document-empty", 1, 1, 2)),
        ("---\n# nothing", ("document-empty", 1, 1, 4)),
        # Syntax.
        ("a:\n\tb: 1", ("yaml-syntax", 2, 1, 2)),
        ("a: @x", ("yaml-syntax", 1, 4, 5)),
        ("a: `x", ("yaml-syntax", 1, 4, 5)),
        ("a: %x", ("yaml-syntax", 1, 4, 5)),
        ("%x", ("yaml-syntax", 1, 1, 2)),
        ("%YAML 2.0\n---\na", ("yaml-syntax", 1, 1, 2)),
        ("a: b: c", ("yaml-syntax", 1, 5, 6)),
        ("a: 1\ncave 3\nb: 2", ("yaml-syntax", 2, 1, 7)),
        ("a: 1\ncave:3\nb: 2", ("yaml-syntax", 2, 1, 7)),
        ("cave 3\nb: 2", ("yaml-syntax", 1, 1, 7)),
        ("a: b\n  c: d", ("yaml-syntax", 2, 3, 4)),
        ("a:\n    b: 1\n   c: 2", ("yaml-syntax", 3, 4, 8)),
        ("  a: 1\n b: 2", ("yaml-syntax", 2, 2, 6)),
        ("a:\n  - x\n - y", ("yaml-syntax", 3, 2, 3)),
        ("- a\nb: 1", ("yaml-syntax", 2, 1, 5)),
        ("a: [x, y\nb: 3", ("yaml-syntax", 1, 4, 5)),
        ("a: {x: y", ("yaml-syntax", 1, 4, 5)),
        ("a: [x y}", ("yaml-syntax", 1, 8, 9)),
        ("a: [x,,y]", ("yaml-syntax", 1, 7, 8)),
        ("a: ['y' z]", ("yaml-syntax", 1, 9, 10)),
        ("a: ]", ("yaml-syntax", 1, 4, 5)),
        ("a: ,x", ("yaml-syntax", 1, 4, 5)),
        ("b: 1\na: 'x\nc: 1", ("yaml-syntax", 2, 4, 5)),
        ("a: 'Al's'", ("yaml-syntax", 1, 8, 10)),
        ('a: "C:\\qx"', ("yaml-syntax", 1, 7, 9)),
        ('a: "\\xZZ"', ("yaml-syntax", 1, 5, 7)),
        ("a: - b", ("yaml-syntax", 1, 4, 5)),
        ("a: >5 points", ("yaml-syntax", 1, 4, 5)),
        ("a: *", ("yaml-syntax", 1, 4, 5)),
        ("a: !x!y z", ("tag-not-allowed", 1, 4, 8)),
        # What makes the library fail in other ways.
        ('a: "\\UFFFFFFFF"', ("yaml-syntax", 1, 7, 8)),
        ("%YAML 1." + "1" * 5000 + "\n---\na", ("yaml-syntax", 1, 9, 10)),
    ],
)
def test_each_fault_is_reported_once_where_it_stands(text: str, expected: tuple[str, int, int, int]) -> None:
    assert found_in(text) == [expected]


@pytest.mark.parametrize(
    ("text", "words", "mend"),
    [
        ("a:\n\tb: 1", "a tab is used for indentation", "blanks"),
        ("a: b: c", "`: ` has to be in quotes", "quotes"),
        ("a: @x", "cannot begin with `@`", "quotes"),
        ("a: 1\ncave 3\n", "no `:`", "key: value"),
        ("a: 1\ncave:3\n", "a blank is missing", "key: value"),
        ("a: [x", "`[` is not closed", "add ]"),
        ("a: {x: [}", "`[` is closed by `}`", "]"),
        ('a: "x', 'the quote `"` is never closed', 'add a "'),
        ("a: b\n  c: d", "indented below a line that has a value", "column"),
        ("a:\n    b: 1\n   c: 2", "not in line", "column 1 or 5"),
        ("a: 'Al's'", "text follows a closing quote", "twice"),
        ("a: - b", "dashes", "[a, b]"),
        ("a: *b", "`*b` repeats a value that is not named", "`&b`"),
    ],
)
def test_syntax_faults_are_worded_for_people(text: str, words: str, mend: str) -> None:
    (found,) = last_of(text).diagnostics
    assert words in found.message
    assert found.help is not None
    assert mend in found.help


def test_several_faults_are_all_reported_in_file_order() -> None:
    text = "a: 1\nb: !x [2]\na: 3\n[k]: 4\n<<: 5\nc: {d: 6, d: 7}\n"
    assert [code for code, *_ in found_in(text)] == [
        "tag-not-allowed",
        "duplicate-key",
        "key-not-text",
        "merge-key",
        "duplicate-key",
    ]


def test_a_duplicate_key_points_at_the_first_one_and_has_its_path() -> None:
    (found,) = last_of("p:\n  - {Anna: 1,\n     Anna: 2}").diagnostics
    assert [(each.span.line, each.span.column, each.span.end_column) for each in found.related] == [(2, 6, 10)]
    assert found.path == ("p", 0, "Anna")


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "[" * 51 + "]" * 51,
        "{a: " * 100_000,
        "- " * 100_000,
        "? " * 100_000,
        "[[],".replace("[]", "") * 100_000,
        "".join(" " * level + "a:\n" for level in range(400)),
        "a: &a " + "[" * 30 + "]" * 30 + "\nb: " + "[" * 30 + "*a" + "]" * 30,
    ],
    ids=["open", "51", "braces", "dashes", "keys", "commas", "block", "alias"],
)
def test_deep_nesting_is_refused(text: str) -> None:
    assert [code for code, *_ in found_in(text)] == ["nesting-too-deep"]


@pytest.mark.parametrize("text", ["[" * 50 + "]" * 50, "- " * 50 + "a", "{a: " * 49 + "{}" + "}" * 49])
def test_fifty_levels_are_allowed(text: str) -> None:
    assert found_in(text) == []


def test_aliases_of_aliases_cannot_explode() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 30)]
    assert [(code, line) for code, line, *_ in found_in("\n".join(lines))] == [("alias-bomb", 5)]


def test_aliases_within_the_limit_are_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compose, "ALIAS_LIMIT", 6)
    assert found_in("a: &a [x, y]\nb: [*a, *a]") == []
    assert [code for code, *_ in found_in("a: &a [x, y]\nb: [*a, *a, *a]")] == ["alias-bomb"]


def test_resolving_never_raises_on_signs_and_dots() -> None:
    assert [resolve(text) for text in ("+", "-", ".", "..", "+.", "-.e", "0x", "0o", "0o8", "e5", "+.5")] == [
        "+", "-", ".", "..", "+.", "-.e", "0x", "0o", "0o8", "e5", 0.5,
    ]  # fmt: skip
