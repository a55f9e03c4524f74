"""The reference of all codes as Markdown: `python -m forestcalc.report.code_reference` writes the page anew."""

from __future__ import annotations

from pathlib import Path

from forestcalc.diagnostics.codes import code_pages
from forestcalc.game.deck import MANY_TIMES
from forestcalc.layout.cards import MOST_COPIES
from forestcalc.layout.shapes import MOST_SEARCHES
from forestcalc.report.diagnostics import MOST_EXCERPTS
from forestcalc.source import compose, files, stream

_HEAD = """\
# Diagnostics

Everything that forestcalc finds has a code, which never changes its meaning. `forestcalc explain CODE` shows what it
means, a layout that triggers it, what is said about that, and the layout mended. Errors make a game invalid; warnings
and notes do not.

## Limits

Whatever a file holds, it is answered in bounded time and memory. One file has at most {file} MB and {documents:,}
documents, one document {document:,} characters and {values:,} keys and values. Lists and mappings are nested at most
{depth} deep, and aliases stand for at most {aliases:,} values. A count goes up to {copies}. A table with more than
{times} times the cards of its boxes is refused as a whole. Near names are looked for {searches} times a document, and
the first {excerpts} diagnostics of a document are shown with an excerpt; all of them are listed.

This page is made by `python -m forestcalc.report.code_reference`.
"""


def reference() -> str:
    """Return the page: one table for each area."""
    parts = [
        _HEAD.format(
            file=files.SIZE_LIMIT // 1_000_000,
            document=stream.SIZE_LIMIT,
            documents=stream.COUNT_LIMIT,
            values=compose.VALUE_LIMIT,
            depth=compose.DEPTH_LIMIT,
            aliases=compose.ALIAS_LIMIT,
            copies=MOST_COPIES,
            times=MANY_TIMES,
            searches=MOST_SEARCHES,
            excerpts=MOST_EXCERPTS,
        )
    ]
    area = None
    for page in code_pages().values():
        if page.area != area:
            area = page.area
            parts.append(f"\n## {area}\n\n| code | severity | means | rule |\n|---|---|---|---|\n")
        cells = (f"`{page.code}`", page.severity, page.means.strip(), page.rule.strip())
        parts.append(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |\n")
    return "".join(parts)


def main() -> None:
    """Write the page into the checkout that the package lies in."""
    path = Path(__file__).resolve().parents[1] / "diagnostics" / "README.md"
    path.parent.mkdir(exist_ok=True)
    path.write_text(reference(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
