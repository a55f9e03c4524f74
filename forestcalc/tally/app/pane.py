"""Pane: text on the screen that is drawn anew only where it changed, and laid out anew only where its size did."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text
from textual.widget import Widget


class Pane(Widget):
    """A piece of text. Laying out the screen takes most of the time of a key press, so it is not done in vain."""

    can_focus = False

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._shown_text = Text()
        self._extent = (0, 0)

    def render(self) -> Text:
        """Return what is shown."""
        return self._shown_text

    def show_text(self, text: Text, *, may_grow: bool = False) -> None:
        """Show *text*; *may_grow*: the size of the pane follows it."""
        if text == self._shown_text and text.style == self._shown_text.style:
            return
        self._shown_text = text
        lines = text.plain.split("\n")
        size = (max(cell_len(line) for line in lines), len(lines))
        self.refresh(layout=may_grow and size != self._extent)
        self._extent = size
