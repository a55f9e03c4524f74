"""The reference of all codes as Markdown: `python -m forestcalc.report.code_reference` writes docs/diagnostics.md."""

from __future__ import annotations

from pathlib import Path

from forestcalc.diagnostics.codes import code_pages

_HEAD = """\
# Diagnostics

Everything that forestcalc finds has a code, which never changes its meaning. `forestcalc explain CODE` shows what it
means, a layout that triggers it, what is said about that, and the layout mended. Errors make a game invalid; warnings
and notes do not.

This page is made by `python -m forestcalc.report.code_reference`.
"""


def reference() -> str:
    """Return the page: one table for each area."""
    parts = [_HEAD]
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
    path = Path(__file__).resolve().parents[2] / "docs" / "diagnostics.md"
    path.parent.mkdir(exist_ok=True)
    path.write_text(reference(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
