"""The page of a code as text: what it means, an example with what is said about it, and the mend."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from forestcalc.diagnostics.codes import CodePage
from forestcalc.diagnostics.diagnostic import Diagnostic
from forestcalc.report.diagnostics import render_diagnostics

EXAMPLE = "game.yaml"
"""The name of the example's file in the diagnostics."""

WIDTH = 100


def page_text(page: CodePage, width: int = WIDTH) -> str:
    """Return the page, paragraphs wrapped to *width* columns (at least 40, at most 100)."""
    width = max(40, min(width, WIDTH))
    parts = [f"{page.code} ({page.severity})", _wrapped(page.means, width)]
    parts += ["For example:" if page.by != "file" else "For example, where that is so:", _block(page.example)]
    said = render_diagnostics(triggered(page), {EXAMPLE: page.example}, summary=False)
    if said:
        parts += ["is answered by:", _block(said)]
    parts += [_wrapped(page.mend, width), _block(page.good), _wrapped(f"Rule: {page.rule}", width)]
    return "\n\n".join(parts) + "\n"


def page_as_json(page: CodePage) -> dict[str, Any]:
    """Return the machine format of a page."""
    return {
        "format": 1,
        "code": page.code,
        "severity": page.severity,
        "area": page.area,
        "means": page.means,
        "example": page.example,
        "mend": page.mend,
        "good": page.good,
        "rule": page.rule,
    }


def triggered(page: CodePage) -> tuple[Diagnostic, ...]:
    """Return what is found in the example of a page; nothing where it is no layout."""
    if page.by == "check":
        return tuple(_of_check(page.example))
    if page.by == "score":
        return tuple(_of_score(page.example))
    if page.by == "export":
        return tuple(_of_export(page.example))
    if page.by != "layout":
        return ()
    from forestcalc.api import check_text

    return tuple(found for one in check_text(page.example, EXAMPLE) for found in one.diagnostics)


def _of_check(text: str) -> Iterator[Diagnostic]:
    from forestcalc.api import check_text
    from forestcalc.scoring.expect import checks
    from forestcalc.scoring.score import score

    for one in check_text(text, EXAMPLE):
        yield from one.diagnostics
        if one.game is not None:
            yield from checks(score(one.game))[1]


def _of_score(text: str) -> Iterator[Diagnostic]:
    from forestcalc.advice.coach import coach
    from forestcalc.api import check_text
    from forestcalc.scoring.score import score

    for one in check_text(text, EXAMPLE):
        yield from one.diagnostics
        if one.game is not None:
            yield from coach(score(one.game))


def _of_export(text: str) -> Iterator[Diagnostic]:
    from forestcalc.api import check_text
    from forestcalc.exchange.exported import export_codes

    for one in check_text(text, EXAMPLE):
        if one.game is not None:
            yield from export_codes(one.game).diagnostics


def _wrapped(text: str, width: int) -> str:
    return textwrap.fill(text.strip(), width, break_long_words=False, break_on_hyphens=False)


def _block(text: str) -> str:
    return textwrap.indent(text.rstrip("\n"), "    ", lambda line: bool(line.strip()))
