"""The command `explain`: what the code of a diagnostic means, with an example and the mend."""

from __future__ import annotations

from typing import Annotated

import typer

from forestcalc.cli.options import Json, NoColor, Quiet
from forestcalc.cli.status import Status


def register(app: typer.Typer) -> None:
    """Add the command to the application."""
    app.command("explain")(explain)


def explain(
    code: Annotated[
        str | None, typer.Argument(metavar="CODE", help="The code in brackets, as in error[slot-taken].")
    ] = None,
    json_: Json = False,
    quiet: Quiet = False,  # noqa: ARG001 - scripts pass it everywhere
    no_color: NoColor = False,  # noqa: ARG001 - the same
) -> None:
    """Explain the code of an error or warning: what it means, an example, the mend, the rule's source.

    Example: forestcalc explain slot-taken

    Without a code, all codes are listed.
    """
    import shutil

    from forestcalc.cli.output import print_json, write
    from forestcalc.diagnostics.codes import code_page, code_pages
    from forestcalc.report.code_page import page_as_json, page_text

    if code is None:
        if json_:
            for page in code_pages().values():
                print_json(page_as_json(page))
        else:
            write(_listing())
        return
    found = code_page(code)
    if found is None:
        _unknown(code, json_)
    elif json_:
        print_json(page_as_json(found))
    else:
        write(page_text(found, shutil.get_terminal_size((100, 24)).columns))


def _listing() -> str:
    from forestcalc.diagnostics.codes import code_pages

    lines: list[str] = []
    area = None
    pages = code_pages()
    width = max(map(len, pages))
    for page in pages.values():
        if page.area != area:
            area = page.area
            lines += [*([""] if lines else []), area]
        lines.append(f"  {page.code:<{width}}  {page.severity}")
    return "\n".join(lines) + "\n"


def _unknown(code: str, json_: bool) -> None:
    from difflib import get_close_matches

    from forestcalc.cli.output import print_json, write
    from forestcalc.diagnostics.codes import code_pages, plain_code
    from forestcalc.diagnostics.diagnostic import quoted

    near = get_close_matches(plain_code(code)[:60], code_pages(), 3, 0.5)
    if json_:
        print_json({"format": 1, "code": None, "query": code, "suggestions": near})
    else:
        help = (
            f"did you mean {' or '.join(quoted(one) for one in near)}?" if near else "`forestcalc explain` lists them"
        )
        write(f"there is no code {quoted(code)}; {help}\n", typer.get_text_stream("stderr"))
    raise typer.Exit(Status.FAILED)
