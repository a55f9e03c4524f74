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
        self._drawing = draw_forest(session, width)
        self.virtual_size = Size(width, len(self._drawing.lines))
        first, last = self._drawing.chosen
        height = self.size.height
        top = int(self.scroll_offset.y)
        if first < top:
            top = first
        elif height and last >= top + height:
            top = min(first, last - height + 1) if last - first >= height else last - height + 1
        self.scroll_to(y=max(0, top), animate=False, immediate=True)
        self.refresh()

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
