"""Sources of a command: files, standard input, and what was found in them."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from forestcalc.api import Checked
    from forestcalc.diagnostics.diagnostic import Diagnostic
    from forestcalc.layout.read import FindCatalogue

STDIN = "<stdin>"


@dataclass(slots=True)
class Sources:
    """Reads the files of a command one by one; the text of the current one stays for excerpts."""

    names: Iterable[str]
    find: FindCatalogue | None = None
    texts: dict[str, str] = field(default_factory=dict)

    def checked(self) -> Iterator[Checked]:
        """Yield every document of every file, in order."""
        from forestcalc.api import Checked, check_text
        from forestcalc.catalogue.catalogue import catalogue
        from forestcalc.source import read_source

        for name in self.names:
            shown_name = STDIN if name == "-" else name
            text, found = read_source(name)
            self.texts = {shown_name: text or ""}
            if text is None:
                yield Checked(
                    file=shown_name,
                    document=0,
                    game=None,
                    name=None,
                    expansions=(),
                    diagnostics=tuple(one.placed(shown_name, 0) for one in found),
                )
                continue
            yield from check_text(text, shown_name, self.find or catalogue)

    def show(self, diagnostics: Iterable[Diagnostic], *, quiet: bool, no_color: bool, stdout: bool = False) -> None:
        """Print diagnostics with their excerpts: to standard error, or where `validate` wants them."""
        from forestcalc.report.diagnostics import print_diagnostics

        wanted = [one for one in diagnostics if one.is_error or not quiet]
        if wanted:
            stream = sys.stdout if stdout else sys.stderr
            print_diagnostics(wanted, self.texts, stream, color=not no_color and stream.isatty())
