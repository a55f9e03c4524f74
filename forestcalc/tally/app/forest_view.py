"""Forest view: the forest of one player, scrolled so that what is chosen can be seen."""

from __future__ import annotations

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from forestcalc.tally.app.drawing import Drawing, Piece, draw_forest
from forestcalc.tally.app.entry import MOST_LINES
from forestcalc.tally.model import Spot
from forestcalc.tally.session import Session


class ForestView(ScrollView):
    """Draws only the lines that can be seen, however large the forest is."""

    can_focus = False

    class Chosen(Message):
        """A host or a slot was clicked; neither: the place of a new host."""

        def __init__(self, host: int | None, spot: Spot | None) -> None:
            self.host = host
            self.spot = spot
            super().__init__()

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._drawing = Drawing((), (0, 0))

    def show(self, session: Session) -> None:
        """Draw the forest anew and bring what is chosen into sight."""
        width = max(20, self.size.width - 1)
        before = self._drawing
        self._drawing = draw_forest(session, width)
        size = Size(width, len(self._drawing.lines))
        if self.virtual_size != size:
            self.virtual_size = size
            self.call_after_refresh(self._reveal)  # only then does it know how far it can scroll
        if self._drawing != before:
            self.refresh()
        self._reveal()

    def _reveal(self) -> None:
        """Scroll so that what is chosen can be seen."""
        first, last = self._drawing.chosen
        top = int(self.scroll_offset.y)
        # The list of what letters may mean lies over the lowest lines.
        height = self.size.height - (MOST_LINES if self.size.height > 2 * MOST_LINES else 0)
        if first < top or last - first >= height:
            top = first
        elif height and last >= top + height:
            top = last - height + 1
        if top != int(self.scroll_offset.y):
            self.scroll_to(y=top, animate=False, immediate=True)

    def render_line(self, y: int) -> Strip:
        """Return one line on the screen."""
        number = y + int(self.scroll_offset.y)
        base = self.rich_style
        if number >= len(self._drawing.lines):
            return Strip.blank(self.size.width, base)
        segments = [
            Segment(piece.text, base + Style.parse(piece.style) if piece.style else base)
            for piece in self._drawing.lines[number]
        ]
        return Strip(segments).adjust_cell_length(self.size.width, base)

    def on_click(self, event: events.Click) -> None:
        """Choose what lies under the pointer."""
        number = event.y + int(self.scroll_offset.y)
        if number >= len(self._drawing.lines):
            return
        piece = self._piece_at(number, event.x)
        if piece is not None:
            self.post_message(self.Chosen(piece.host, piece.spot))

    def _piece_at(self, number: int, column: int) -> Piece | None:
        from rich.cells import cell_len

        at = 0
        for piece in self._drawing.lines[number]:
            at += cell_len(piece.text)
            if column < at:
                return piece
        return None
