"""Every code has a page: what it means, an example that triggers it and nothing else, the mend, the rule's source."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from forestcalc.cli.app import app
from forestcalc.diagnostics.codes import CodePage, code_page, code_pages
from forestcalc.diagnostics.diagnostic import Severity
from forestcalc.packs.faults import CODES as PACK_CODES
from forestcalc.report.diagnostics import render_diagnostics
from tests.code_examples import found_by

ROOT = Path(__file__).resolve().parent.parent
PAGES = code_pages()

# What calls that take a code are called; a code is their first or second argument.
_MAKERS = {
    "error", "warning", "warn", "fault", "_fault", "report", "add", "wrong", "_words", "_Words", "CodeFault",
    "Refusal", "replace", "note",
}  # fmt: skip
_CODE = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)+|encoding")
# Ids of the data that such calls take besides.
_NO_CODES = {"rulings", "own-species"}


def used_codes() -> Iterator[str]:
    """Yield every code that the source can give to a diagnostic."""
    yield from PACK_CODES
    for path in sorted((ROOT / "forestcalc").rglob("*.py")):
        if "arbiter" in path.parts:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _called(node) in _MAKERS:
                given = [*node.args[:2], *(word.value for word in node.keywords if word.arg == "code")]
                for value in given:
                    yield from (text for text in _texts(value) if _CODE.fullmatch(text))


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _texts(node: ast.expr) -> Iterator[str]:
    match node:
        case ast.Constant(value=str() as text):
            yield text
        case ast.IfExp(body=body, orelse=other):
            yield from _texts(body)
            yield from _texts(other)


def test_every_code_has_a_page_and_every_page_a_code() -> None:
    used = set(used_codes()) - _NO_CODES
    assert sorted(used - set(PAGES)) == []
    # A code that stands in a table instead of a call is found as text.
    source = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "forestcalc").rglob("*.py"))
    assert [code for code in PAGES if f'"{code}"' not in source] == []


@pytest.mark.parametrize("page", PAGES.values(), ids=list(PAGES))
def test_the_example_triggers_the_code_and_nothing_else(
    page: CodePage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, golden: Callable[[str, str], None]
) -> None:
    monkeypatch.chdir(tmp_path)
    found, sources = found_by(page, monkeypatch)
    beside = {"pack-unknown-key"} if page.code == "pack-too-many-faults" else set()
    assert {one.code for one in found} - beside == {page.code}
    assert {one.severity for one in found if one.code == page.code} == {Severity(page.severity)}
    if page.by != "pack":  # there, the message alone often says it
        assert all(one.help for one in found if one.is_error), "an error says how to mend it"
    told = [one for one in found if one.code == page.code]
    golden(f"diagnostics/{page.code}.txt", render_diagnostics(told, sources))


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES.values() if page.by in ("layout", "check", "score", "pack", "export")],
    ids=lambda page: page.code,
)
def test_the_mended_example_is_fine(page: CodePage, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert found_by(page, monkeypatch, page.good)[0] == []


@pytest.mark.parametrize("page", PAGES.values(), ids=list(PAGES))
def test_a_page_is_complete(page: CodePage) -> None:
    for text in (page.means, page.mend):
        assert text.strip().endswith((".", ":"))
        assert "\n" not in text.strip()
    assert page.rule.strip()
    assert page.example.strip() != page.good.strip()


# -- the command ----------------------------------------------------------------------------------------------


def test_explain_shows_example_answer_and_mend() -> None:
    result = CliRunner().invoke(app, ["explain", "error[slot-wrong-side]"])
    assert result.exit_code == 0
    for part in ("Beech: {left: Chaffinch}", "it cannot be on the left", "Beech: {top: Chaffinch}", "rulebook"):
        assert part in result.stdout


def test_explain_lists_all_codes() -> None:
    result = CliRunner().invoke(app, ["explain"])
    assert result.exit_code == 0
    assert [code for code in PAGES if f"  {code} " not in result.stdout] == []


def test_explain_as_json() -> None:
    import json

    result = CliRunner().invoke(app, ["explain", "slot-taken", "--json"])
    value = json.loads(result.stdout)
    assert (value["format"], value["code"], value["severity"]) == (1, "slot-taken", "error")
    every = CliRunner().invoke(app, ["explain", "--json"]).stdout.splitlines()
    assert [json.loads(line)["code"] for line in every] == list(PAGES)


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_an_unknown_code_is_status_1_with_a_suggestion(options: list[str]) -> None:
    result = CliRunner().invoke(app, ["explain", "slot-takn", *options])
    assert result.exit_code == 1
    assert "slot-taken" in (result.stdout if options else result.stderr)


def test_codes_are_found_however_they_are_copied() -> None:
    assert code_page(" Slot-Taken ") is code_page("error[slot-taken]:") is PAGES["slot-taken"]


def test_the_reference_is_fresh() -> None:
    from forestcalc.report.code_reference import reference

    page = (ROOT / "forestcalc" / "diagnostics" / "README.md").read_text(encoding="utf-8")
    assert page == reference(), "run python -m forestcalc.report.code_reference"
