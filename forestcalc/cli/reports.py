"""Reports of `score`: the table's other forms on standard output, and the page and picture that go to files."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from forestcalc.cli.written import named, write_output

if TYPE_CHECKING:
    from forestcalc.api import Checked
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


class Form(StrEnum):
    """What `score` prints."""

    TABLE = "table"
    JSON = "--json"
    MARKDOWN = "--markdown"
    CSV = "--csv"


def form_of(*, json: bool, markdown: bool, csv: bool) -> Form:
    """Return the one form that is wanted; two of them are a wrong command line."""
    wanted = {Form.JSON: json, Form.MARKDOWN: markdown, Form.CSV: csv}
    forms = [form for form, is_wanted in wanted.items() if is_wanted]
    if len(forms) > 1:
        raise typer.BadParameter(f"{' and '.join(forms)} do not go together: choose one")
    return forms[0] if forms else Form.TABLE


_LAYOUTS = (".yaml", ".yml", ".json")


@dataclass(slots=True)
class Reports:
    """The files to write when all games are scored; with several games, each file holds all of them.

    An older report is replaced, but a layout never is: `--html *.yaml` would name one.
    """

    html: Path | None
    svg: Path | None
    inputs: list[str]
    games: list[PageGame] = field(default_factory=list)

    def __post_init__(self) -> None:
        inputs = {Path(name).resolve() for name in self.inputs if name != "-"}
        for option, path in (("--html", self.html), ("--svg", self.svg)):
            if path is None:
                continue
            is_layout = path.exists() and path.suffix.lower() in _LAYOUTS
            if is_layout or path.resolve() in inputs:
                raise typer.BadParameter(f"{named(path)} is a layout, which it would replace", param_hint=option)
        if self.html is not None and self.svg is not None and self.html.resolve() == self.svg.resolve():
            raise typer.BadParameter(f"--html writes {named(self.svg)} already", param_hint="--svg")

    def add(self, one: Checked, sheet: ScoreSheet | None, names: Names) -> None:
        """Keep a game for the files; `sheet` is None where it is not valid."""
        if self.html is None and self.svg is None:
            return
        from forestcalc.cli.sources import where
        from forestcalc.report.html import PageGame

        self.games.append(PageGame(where=where(one), sheet=sheet, names=names, diagnostics=one.diagnostics))

    def write(self) -> None:
        """Write the files."""
        if self.html is not None:
            from forestcalc.report.html import render_page

            write_output(self.html, render_page(self.games), True, "--html")
        if self.svg is not None:
            from forestcalc.report.svg import render_svg

            forests = [(one.sheet, one.names) for one in self.games if one.sheet is not None]
            write_output(self.svg, render_svg(forests), True, "--svg")
