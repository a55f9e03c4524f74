"""Reports of `score`: the table's other forms on standard output, and the page and picture that go to files."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from forestcalc.api import Checked
    from forestcalc.diagnostics.diagnostic import Diagnostic
    from forestcalc.report.html import PageGame
    from forestcalc.report.wording import Names
    from forestcalc.scoring.sheet import ScoreSheet

Html = Annotated[
    Path | None,
    typer.Option("--html", metavar="FILE", help="Write a page with every forest and every reason to FILE."),
]
Svg = Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write a drawing of the forests to FILE.")]
Markdown = Annotated[bool, typer.Option("--markdown", help="Print Markdown instead of the table.")]
Csv = Annotated[bool, typer.Option("--csv", help="Print CSV instead of the table, one row a line of points.")]


def form_of(*, json: bool, markdown: bool, csv: bool) -> str:
    """Return what `score` prints: `table`, `json`, `markdown` or `csv`; two of them are a wrong command line."""
    wanted = {"json": json, "markdown": markdown, "csv": csv}
    forms = [form for form, is_wanted in wanted.items() if is_wanted]
    if len(forms) > 1:
        raise typer.BadParameter(f"{' and '.join(f'--{form}' for form in forms)} do not go together: choose one")
    return forms[0] if forms else "table"


def print_as(
    form: str,
    sheet: ScoreSheet,
    names: Names,
    place: str,
    packs: Sequence[str],
    *,
    first: bool,
    explain: bool,
    notes: bool,
) -> None:
    """Print a game as Markdown or CSV; the header of CSV before the *first* game only."""
    from forestcalc.cli.written import print_file

    if form == "csv":
        from forestcalc.report.csv_format import header, render_csv

        print_file(f"{header() if first else ''}{render_csv(sheet, names)}")
        return
    from forestcalc.report.markdown import render_markdown

    text = render_markdown(sheet, names, where=place, packs=packs, explain=explain, notes=notes)
    print_file(text if first else f"\n{text}")


_LAYOUTS = (".yaml", ".yml", ".json")


class Reports:
    """The files to write when all games are scored; with several games, each file holds all of them.

    An older report is replaced, but a layout never is: `--html *.yaml` would name one.
    """

    def __init__(self, html: Path | None, svg: Path | None, inputs: Sequence[str]) -> None:
        self._html = html
        self._svg = svg
        self._games: list[PageGame] = []
        if html is not None or svg is not None:
            self._check(inputs)

    def _check(self, names: Sequence[str]) -> None:
        from forestcalc.cli.written import named

        taken = {os.path.realpath(name) for name in names if name != "-"}
        for option, path in (("--html", self._html), ("--svg", self._svg)):
            if path is None:
                continue
            is_layout = path.exists() and path.suffix.lower() in _LAYOUTS
            if is_layout or os.path.realpath(path) in taken:
                raise typer.BadParameter(f"{named(path)} is a layout, which it would replace", param_hint=option)
        if (
            self._html is not None
            and self._svg is not None
            and os.path.realpath(self._html) == os.path.realpath(self._svg)
        ):
            raise typer.BadParameter(f"--html writes {named(self._svg)} already", param_hint="--svg")

    def add(
        self,
        one: Checked,
        sheet: ScoreSheet | None,
        names: Names,
        packs: Sequence[str] = (),
        slips: Sequence[Diagnostic] = (),
    ) -> None:
        """Keep a game for the files; `sheet` is None where it is not valid, `packs` describe those that it uses."""
        if self._html is None and self._svg is None:
            return
        from forestcalc.cli.sources import where
        from forestcalc.report.html import PageGame

        self._games.append(PageGame(where(one), sheet, names, (*one.diagnostics, *slips), packs))

    def write(self) -> None:
        """Write the files."""
        if not self._games:
            return
        from forestcalc.cli.written import write_output

        if self._html is not None:
            from forestcalc.report.html import render_page

            write_output(self._html, render_page(self._games), True, "--html")
        if self._svg is not None:
            from forestcalc.report.svg import render_svg

            forests = [(one.sheet, one.names) for one in self._games if one.sheet is not None]
            write_output(self._svg, render_svg(forests), True, "--svg")
