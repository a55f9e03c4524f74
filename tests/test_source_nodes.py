"""Nodes: the values and places of what stands in a text."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forestcalc.source import Mapping, Node, Scalar, Sequence, documents


def node_of(text: str, *, fast: bool = False) -> Node:
    found = list(documents(text, fast=fast))
    assert len(found) == 1
    assert found[0].diagnostics == ()
    assert found[0].node is not None
    return found[0].node


def plain(node: Node) -> Any:
    """Return the values of *node* as Python's own lists and dicts."""
    if isinstance(node, Scalar):
        return node.value
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return {key.text: plain(value) for key, value in node.pairs}


def pieces_of(text: str) -> list[str]:
    """Return what the spans of the nodes of *text* cut out of it, parents first."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    cut: list[str] = []

    def walk(node: Node) -> None:
        line = lines[node.span.line - 1]
        assert 1 <= node.span.column <= node.span.end_column <= len(line) + 1
        cut.append(line[node.span.column - 1 : node.span.end_column - 1])
        if isinstance(node, Sequence):
            for item in node.items:
                walk(item)
        if isinstance(node, Mapping):
            for key, value in node.pairs:
                walk(key)
                walk(value)

    walk(node_of(text))
    return cut


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("", None), ("~", None), ("null", None), ("NULL", None), ("nUll", "nUll"),
        ("true", True), ("False", False), ("TRUE", True), ("yes", "yes"), ("no", "no"), ("on", "on"), ("off", "off"),
        ("0", 0), ("-7", -7), ("+12", 12), ("007", 7), ("0o17", 15), ("0x1F", 31), ("1_000", "1_000"), ("0b1", "0b1"),
        ("1.5", 1.5), (".5", 0.5), ("5.", 5.0), ("1e3", 1000.0), ("-2.5E-1", -0.25), (".inf", math.inf),
        ("-.INF", -math.inf), ("1:30", "1:30"), ("2023-01-01", "2023-01-01"), ("=", "="), ("2x Oak", "2x Oak"),
        ("٣", "٣"), ("9" * 30, int("9" * 30)), ("0" * 5000 + "8", 8),
    ],
)  # fmt: skip
def test_plain_words_follow_the_core_schema(text: str, value: object) -> None:
    node = node_of(f"[{text}, x]" if text else "a:")
    scalar = node.items[0] if isinstance(node, Sequence) else node.pairs[0][1]  # type: ignore[union-attr]
    assert isinstance(scalar, Scalar)
    assert scalar.value == value
    assert type(scalar.value) is type(value)
    assert scalar.text == text
    assert not scalar.quoted


@pytest.mark.parametrize(
    "text", ["9" * 10_000, "-" + "9" * 10_000, "0x" + "f" * 9_000, "0o" + "7" * 9_000, "1" * 9_000 + ".5"]
)
def test_numbers_beyond_all_bounds_stay_printable(text: str) -> None:
    value = plain(node_of(f"a: {text}"))["a"]
    assert str(value)
    assert json.dumps(value)
    assert abs(value) >= 10**400 or value == math.inf


@pytest.mark.parametrize("text", ['"5"', "'5'", "|\n 5", ">-\n 5"])
def test_quoted_and_block_scalars_are_text(text: str) -> None:
    node = node_of(f"a: {text}")
    assert isinstance(node, Mapping)
    scalar = node.pairs[0][1]
    assert isinstance(scalar, Scalar)
    assert scalar.quoted
    assert str(scalar.value).strip() == "5"


@pytest.mark.parametrize(
    ("text", "cut"),
    [
        ("a: b  # c", ["a: b", "a", "b"]),
        ("a:   # c\n  - x y\n  -   'z' ", ["a", "a", "- x y", "x y", "'z'"]),
        ("- a: [1, {k: v}]\n  b:\n-", ["- a: [1, {k: v}]", "a: [1, {k: v}]", "a", "[1, {k: v}]", "1", "{k: v}", "k", "v", "b", "", ""]),
        ("a: [x, #c\n  y]", ["a: [x", "a", "[x", "x", "y"]),
        ("a: one\n  two", ["a: one", "a", "one"]),
        ('a: "one \n  two" ', ['a: "one', "a", '"one']),
        ("a: |- # c\n  text\n", ["a: |-", "a", "|-"]),
        ("a: &x b\nc: *x", ["a: &x b", "a", "b", "c", "*x"]),
        ("a: &x\n  - b\nc: *x", ["a: &x", "a", "&x", "b", "c", "*x", "b"]),
        ("𐐀: 𐐀𐐀 # c\nü: [ä, 𐐀]", ["𐐀: 𐐀𐐀", "𐐀", "𐐀𐐀", "ü", "[ä, 𐐀]", "ä", "𐐀"]),
        ("a: 1\r\nb: 2\rc: 3", ["a: 1", "a", "1", "b", "2", "c", "3"]),
        ("a: \u2028x\u2028 # c", ["a: \u2028x\u2028", "a", "\u2028x\u2028"]),
        ("[a: b]", ["[a: b]", "a: b", "a", "b"]),
        ("\n\n  lone", ["lone"]),
    ],
)  # fmt: skip
def test_spans_cut_the_nodes_out_of_their_first_line(text: str, cut: list[str]) -> None:
    assert pieces_of(text) == cut


def test_a_byte_order_mark_does_not_move_columns() -> None:
    assert node_of("\ufeffa: b") == node_of("a: b")


def test_aliases_stand_for_whole_subtrees() -> None:
    text = "a: &h {top: [x, *n]}\nb: [*h, *h]\n*n : *h\n".replace("[x, *n]", "[x, &n y]")
    assert plain(node_of(text)) == {
        "a": {"top": ["x", "y"]},
        "b": [{"top": ["x", "y"]}] * 2,
        "y": {"top": ["x", "y"]},
    }


def test_an_anchor_can_be_given_anew() -> None:
    assert plain(node_of("- &a x\n- *a\n- &a y\n- *a")) == ["x", "x", "y", "y"]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: b\t# c\n\t\nc:\td\n", {"a": "b", "c": "d"}),
        ("a: x\ty\n", {"a": "x\ty"}),
        ('\t{"a":\t1}\t\n', {"a": 1}),
        ('{"a"\n:\n1}', {"a": 1}),
        ('["a":b]', [{"a": "b"}]),
        ("{a: b:c, d: 1:2}", {"a": "b:c", "d": "1:2"}),
        ("? a\n: b", {"a": "b"}),
        ("a: ---\nb: '---'", {"a": "---", "b": "---"}),
        ("a: x\n  ---\n", {"a": "x ---"}),
        ("%YAML 1.1\n---\nyes", "yes"),
        ("a: Bechstein's Bat (beech)", {"a": "Bechstein's Bat (beech)"}),
        ('"\\ud83e\\udd87 \\ud800"', "🦇 \ud800"),
    ],
)
def test_corners_of_the_grammar(text: str, value: object) -> None:
    assert plain(node_of(text)) == value


def test_what_is_wrong_is_left_out_and_the_rest_is_read() -> None:
    found = next(documents("a: 1\nb: !x [2]\na: 3\n[k]: 4\n<<: 5\nc: {d: 6, d: 7}\n"))
    assert len(found.diagnostics) == 5
    assert found.node is not None
    assert plain(found.node) == {"a": 1, "b": [2], "c": {"d": 6}}


_JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**60), 10**60)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(
    _JSON,
    st.booleans(),
    st.sampled_from([None, 0, 2, "\t"]),
    st.sampled_from([(",", ":"), (", ", ": "), (" ,", " :\n ")]),
)
def test_json_is_read_as_json(
    value: object, ascii_only: bool, indent: int | str | None, marks: tuple[str, str]
) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent, separators=marks)
    if not any("\ud800" <= char <= "\udfff" for char in text):
        assert plain(node_of(text)) == value
        assert plain(node_of(text, fast=True)) == value
