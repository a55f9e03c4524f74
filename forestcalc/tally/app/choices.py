"""Choices: what the typed letters may mean, as lines that lie over the lowest ones of the forest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from forestcalc.tally.app.pieces import DIM, Line, Piece, wrapped
from forestcalc.tally.questions import Option

MOST_LINES = 6
"""So many options are shown at once, below a rule."""
HERE = "bold reverse"


@dataclass(frozen=True, slots=True)
class Choices:
    """The options, the one that Enter would take, and a hint where there are none; Enter may have been refused."""

    options: Sequence[Option] = ()
    chosen: int = 0
    hint: str = ""
    refused: bool = False

    @property
    def first(self) -> int:
        """The first option that is shown: the chosen one is always among them."""
        lines = min(MOST_LINES, len(self.options))
        return min(max(0, self.chosen - lines + 1), len(self.options) - lines)

    def draw(self, width: int) -> Iterator[Line]:
        """Yield a rule, and a line for each option that is shown, or the hint; nothing where there is neither."""
        if self.options or self.hint:
            yield (Piece("─" * width, DIM),)
        if not self.options:
            if self.hint:
                hint = f"! {self.hint}" if self.refused else self.hint
                yield from wrapped(hint, width, "bold red" if self.refused else "italic")
            return
        shown = self.options[self.first : self.first + MOST_LINES]
        widest = max(cell_len(option.label) for option in self.options)
        below = len(self.options) - self.first - len(shown)
        for number, option in enumerate(shown, self.first):
            here = number == self.chosen
            space = " " * (widest - cell_len(option.label))
            line: Line = (
                Piece(f"{'▸' if here else ' '} {option.label}{space}  ", HERE if here else ""),
                Piece(f" {option.note}", DIM),
            )
            if below and number == self.first + len(shown) - 1:
                line = (*line, Piece(f"  … {below} more", DIM))
            yield line
