"""Board: the forest of one player, the score beside it, and over both what the typed letters may mean.

One widget of a size that only the terminal changes: a key press draws the lines that it changed and lays out nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from forestcalc.tally.app.choices import MOST_LINES, Choices
from forestcalc.tally.app.drawing import Drawing, draw_forest
from forestcalc.tally.app.pieces import DIM, Line, Piece, fit_line, piece_at
from forestcalc.tally.app.side_panel import draw_panel
from forestcalc.tally.model import Spot
from forestcalc.tally.session import Session

PANEL = 26
_BETWEEN: Line = (Piece("│", DIM), Piece(" "))
_LEAST = 30
"""Where the forest would have fewer columns beside the panel, it is drawn without."""
_WHEEL = 3
_CHOICES = "board--choices"


class Board(Widget):
    """Everything that is drawn of a table but the tabs and the line that is typed on."""

    can_focus = False
    COMPONENT_CLASSES: ClassVar[set[str]] = {_CHOICES}

    class Chosen(Message):
        """A host or a slot was clicked; neither: the place of a new host."""

        def __init__(self, host: int | None, spot: Spot | None) -> None:
            self.host = host
            self.spot = spot
            super().__init__()

    class Picked(Message):
        """A choice was clicked."""

        def __init__(self, number: int) -> None:
            self.number = number
            super().__init__()

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._forest = Drawing((), (0, 0))
        self._panel: Sequence[Line] = ()
        self._choices = Choices()
        self._over: Sequence[Line] = ()
        self._top = 0
        self._rows: list[Line] = []

    # -- what is shown ----------------------------------------------------------------------------------

    @property
    def _forest_width(self) -> int:
        """The columns of the forest; behind them comes one that shows how far it is scrolled."""
        beside = self.size.width - PANEL - 1 - len(_BETWEEN)
        return beside if beside >= _LEAST else max(1, self.size.width - 1)

    @property
    def _has_panel(self) -> bool:
        return self._forest_width < self.size.width - 1

    def show(self, session: Session) -> None:
        """Take in the table as it stands, and bring what is chosen into sight; `show_choices` draws it."""
        self._forest = draw_forest(session, self._forest_width)
        self._panel = tuple(draw_panel(session, PANEL)) if self._has_panel else ()
        self._reveal()

    def show_choices(self, choices: Choices) -> None:
        """Draw the table with choices over its lowest lines."""
        self._choices = choices
        self._over = tuple(choices.draw(self.size.width))[: self.size.height]  # a small terminal has no room for all
        self._draw()

    def _reveal(self) -> None:
        """Scroll so that what is chosen can be seen above the choices."""
        first, last = self._forest.chosen
        height = self.size.height - (MOST_LINES + 1 if self.size.height > 2 * MOST_LINES else 0)
        if first < self._top or last - first >= height:
            self._top = first
        elif height > 0 and last >= self._top + height:
            self._top = last - height + 1
        self._scroll(self._top)

    def _scroll(self, top: int) -> None:
        self._top = min(max(0, top), max(0, len(self._forest.lines) - self.size.height))

    def _draw(self) -> None:
        """Draw the lines that are not on the screen yet."""
        before = self._rows
        self._rows = [self._row(y) for y in range(self.size.height)]
        width = self.size.width
        changed = [y for y, row in enumerate(self._rows) if y >= len(before) or row != before[y]]
        if changed:
            self.refresh(*(Region(0, y, width, 1) for y in changed))

    def _row(self, y: int) -> Line:
        width = self.size.width
        over = y - (self.size.height - len(self._over))
        if over >= 0:
            return fit_line(self._over[over], width)
        number = self._top + y
        lines = self._forest.lines
        forest = fit_line(lines[number] if number < len(lines) else (), self._forest_width)
        row = (*forest, self._bar(y))
        if self._has_panel:
            row = (*row, *_BETWEEN, *fit_line(self._panel[y] if y < len(self._panel) else (), PANEL))
        return row

    def _bar(self, y: int) -> Piece:
        """Return what shows beside a line which part of the forest is in sight."""
        whole, height = len(self._forest.lines), self.size.height
        if whole <= height:
            return Piece(" ")
        length = max(1, height * height // whole)
        start = round(self._top * (height - length) / (whole - height))
        return Piece("█" if start <= y < start + length else " ", DIM)

    def render_line(self, y: int) -> Strip:
        """Return one line on the screen."""
        if y >= len(self._rows):
            return Strip.blank(self.size.width, self.rich_style)
        is_over = y >= self.size.height - len(self._over)
        base = self.get_component_rich_style(_CHOICES) if is_over else self.rich_style
        segments = [
            Segment(piece.text, base + Style.parse(piece.style) if piece.style else base) for piece in self._rows[y]
        ]
        return Strip(segments, self.size.width)

    # -- the mouse --------------------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """Choose what lies under the pointer, or take a choice; beside the forest, scroll there."""
        over = event.y - (self.size.height - len(self._over))
        if over >= 0:
            if over and self._choices.options:
                self.post_message(self.Picked(self._choices.first + over - 1))
            return
        number = event.y + self._top
        if event.x == self._forest_width:
            self._scroll(
                round(event.y / max(1, self.size.height - 1) * len(self._forest.lines)) - self.size.height // 2
            )
            self._draw()
        elif event.x < self._forest_width and number < len(self._forest.lines):
            piece = piece_at(self._forest.lines[number], event.x)
            if piece is not None:
                self.post_message(self.Chosen(piece.host, piece.spot))

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        """Scroll the forest."""
        event.stop()
        self._scroll(self._top + _WHEEL)
        self._draw()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        """Scroll the forest back."""
        event.stop()
        self._scroll(self._top - _WHEEL)
        self._draw()
