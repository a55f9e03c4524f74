"""The scanner of the pure reader: what it finds in one step is what the library finds character by character."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from ruamel.yaml.scanner import Scanner

from forestcalc.source import documents, pure
from forestcalc.source.characters import first_forbidden
from forestcalc.source.faults import DepthFault, Mark, SyntaxFault

_STEPWISE = ("scan_plain", "scan_flow_scalar", "scan_block_scalar", "scan_directive", "check_token", "need_more_tokens")


class Stepwise(pure._Reader):
    """The reader with the library's own scanning of values."""


for _name in _STEPWISE:
    setattr(Stepwise, _name, getattr(Scanner, _name))

_ATOMS = [
    *"ab \n:-?[]{},#&*!|>'\"%\t\r.\\",
    "- ", ": ", "\n  ", "\n    ", " # c", "# c\n", "a: ", "k: |\n", "k: >\n", "|+\n", ">-\n", "|2\n", "|1-\n", "  a\n", "   x\n",
    "    y z\n", "\n\n", "  \n", "\n \n", "\\\n", "\\\r\n  ", "\\u0041", "\\U0010ffff", "\\U00110000", "\\x4", "\\N", "\\ ", "''",
    "k: \"", "k: '", "  b c", "\n---", "\n...\n", "---\n", "%a b\n", "%TAG !a! b\n", "%YAML 1.2\n", "\r\n", "a:b", ":a", "a?",
]  # fmt: skip


def _read(reader: type[pure._Reader], text: str) -> list[object]:
    """Return the events of *text* as plain values, and the fault that ends them."""

    def place(mark: Mark | None) -> object:
        return (mark.index, mark.line, mark.column) if mark is not None else None

    found: list[object] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pure, "_Reader", reader)
        try:
            for event in pure.pure_events(text, 50):
                parts: list[Any] = [getattr(event, name, None) for name in ("value", "style", "anchor")]
                found.append((type(event).__name__, *parts, place(event.start_mark), place(event.end_mark)))
        except SyntaxFault as fault:
            found.append((fault.problem, fault.context, place(fault.at), place(fault.since)))
        except DepthFault as fault:
            found.append(place(fault.at))
    return found


@given(st.lists(st.sampled_from(_ATOMS), max_size=14).map("".join).filter(lambda text: first_forbidden(text) is None))
@settings(max_examples=1000)
@example("k: |\n\n\n")
@example("k: |+\n  a\n\n\nb: 1\n")
@example("k: >\n\n  a\n  b\n\n   c\n  d\n")
@example("k: |\n   \n x\n")
@example("a\n\n ---\n---\n")
@example('k: "a \\\n  b\n\n  c\\ \n d"\n')
@example("k: 'a\n---\n'")
@example("[a\n b # c\n, d]")
def test_values_are_scanned_as_the_library_does(text: str) -> None:
    assert _read(pure._Reader, text) == _read(Stepwise, text)


def test_reading_ends_after_many_tags() -> None:
    found = [one.code for document in documents(f"[{'!a b, ' * 1000}]") for one in document.diagnostics]
    assert found == ["tag-not-allowed"] * 500


@pytest.mark.parametrize(
    ("text", "code"),
    [("%a b\n" * 30 + "---\na: 1\n", "yaml-syntax"), (f"a: !{'b' * 2000} c\n", "tag-not-allowed")],
)
def test_what_no_layout_has_many_of_is_refused(text: str, code: str) -> None:
    assert [found.code for document in documents(text) for found in document.diagnostics] == [code]
