"""The pages of `forestcalc explain`: for every code what it means, an example, the mend and the rule's source.

    code_page(code) -> CodePage | None
    code_pages() -> dict[str, CodePage]     by code, area by area

They stand as YAML beside this module and are read only when somebody asks for them.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

By = Literal["layout", "check", "score", "file", "pack", "share-code", "export", "nothing-shipped"]

_AREAS = {
    "reading": "Files and YAML",
    "layout": "What a layout says",
    "table": "The table",
    "packs": "Packs",
    "exchange": "Share codes and exports",
    "coach": "Likely slips of the tally",
}
"""The files with their titles, in the order of the reference."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CodePage:
    """What is to be known about one code.

    `severity` is `error`, `warning` or `note`. `by` tells what triggers it: a layout, a pack, `check`, `score`, an
    export, a file or share code that cannot be shown as text (the example is a command line then), or nothing that is
    shipped. `good` is the example mended.
    """

    code: str
    area: str
    severity: Literal["error", "warning", "note"]
    by: By
    means: str
    example: str
    mend: str
    good: str
    rule: str


@lru_cache(maxsize=1)
def code_pages() -> dict[str, CodePage]:
    """Return all pages by code."""
    from ruamel.yaml import YAML  # only for pages that a person reads

    pages: dict[str, CodePage] = {}
    for name, area in _AREAS.items():
        path = Path(__file__).parent / f"{name}.yaml"
        for code, page in YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8")).items():
            pages[code] = CodePage(code=code, area=area, **{"by": "layout", "severity": "error", **page})
    return pages


def code_page(code: str) -> CodePage | None:
    """Return the page of *code*, or None if there is no such code. `error[CODE]` will do too."""
    return code_pages().get(plain_code(code))


def plain_code(text: str) -> str:
    """Return the code that *text* means: alone, or with its severity as a diagnostic shows it."""
    return text.strip().rpartition("[")[2].rstrip("]:").lower()
