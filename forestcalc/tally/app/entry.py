"""Entry: the line that is typed on, behind what is asked for. It keeps its size, whatever stands in it."""

from __future__ import annotations

from collections.abc import Callable

from rich.cells import cell_len, set_cell_size
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Offset
from textual.strip import Strip
from textual.widget import Widget

from forestcalc.tally.app.pieces import BOLD, DIM, fit

_MOST = 200
"""Letters that the line holds."""


class Entry(Widget):
    """One line of letters. `typed` is called with every change that a key or a paste makes."""

    can_focus = True

    def __init__(self, id: str, typed: Callable[[str], None]) -> None:
        super().__init__(id=id)
        self._typed = typed
        self._value = ""
        self._cursor = 0
        self._prompt = ""
        self._hint = ""

    @property
    def value(self) -> str:
        """What is typed."""
        return self._value

    def begin(self, value: str = "") -> None:
        """Put *value* into the line, with the cursor behind it."""
        self._put(value, len(value))

    def show(self, prompt: str, hint: str = "") -> None:
        """Show *prompt* before the letters, and *hint* as long as there are none."""
        if (prompt, hint) != (self._prompt, self._hint):
            self._prompt, self._hint = prompt, hint
            self.refresh()

    # -- editing ----------------------------------------------------------------------------------------

    def _put(self, value: str, cursor: int) -> None:
        if (value, cursor) != (self._value, self._cursor):
            self._value, self._cursor = value, cursor
            self.refresh()

    def _change(self, value: str, cursor: int) -> None:
        if value != self._value:
            self._put(value, cursor)
            self._typed(value)

    def insert(self, text: str) -> None:
        """Type letters at the cursor; what cannot be shown, and what is too much, is left out."""
        text = "".join(letter for letter in text if letter.isprintable())[: _MOST - len(self._value)]
        at = self._cursor
        self._change(self._value[:at] + text + self._value[at:], at + len(text))

    def delete(self) -> None:
        """Delete the letter under the cursor."""
        at = self._cursor
        self._change(self._value[:at] + self._value[at + 1 :], at)

    def go(self, by: int) -> None:
        """Take the cursor so many letters on, or back."""
        self._put(self._value, min(max(0, self._cursor + by), len(self._value)))

    def on_key(self, event: events.Key) -> None:
        """Type a letter, or do what a key does in a line."""
        value, at = self._value, self._cursor
        if event.character is not None and event.is_printable:
            self.insert(event.character)
        elif event.key == "backspace" and at:
            self._change(value[: at - 1] + value[at:], at - 1)
        elif event.key in ("ctrl+w", "ctrl+backspace", "alt+backspace"):
            start = value[:at].rstrip().rfind(" ") + 1
            self._change(value[:start] + value[at:], start)
        elif event.key == "ctrl+u":
            self._change(value[at:], 0)
        elif event.key == "ctrl+k":
            self._change(value[:at], at)
        elif event.key in ("home", "ctrl+a"):
            self._put(value, 0)
        elif event.key in ("end", "ctrl+e"):
            self._put(value, len(value))
        else:
            return
        event.stop()

    def on_paste(self, event: events.Paste) -> None:
        """Type the first line of what is pasted."""
        event.stop()
        lines = event.text.splitlines()
        if lines:
            self.insert(lines[0])

    # -- drawing ----------------------------------------------------------------------------------------

    def render_line(self, y: int) -> Strip:
        """Return the line: the prompt, then as many letters around the cursor as there is room for."""
        base = self.rich_style
        width = self.size.width
        if y:
            return Strip.blank(width, base)
        most = max(1, width * 3 // 5)
        prompt = f"{self._prompt} " if cell_len(self._prompt) < most else f"{fit(self._prompt, most - 1)} "
        room = max(2, width - cell_len(prompt))
        text, at = self._value, self._cursor
        start = 0
        while cell_len(text[start : at + 1]) + (at == len(text)) > room:
            start += 1
        before, under, after = text[start:at], text[at : at + 1], text[at + 1 :]
        plain = ""
        if not text:
            under, after, plain = self._hint[:1], self._hint[1:], DIM
        after = set_cell_size(after, max(0, room - cell_len(before) - max(1, cell_len(under))))
        look = base + Style.parse(plain) if plain else base
        self._place_cursor(cell_len(prompt) + cell_len(before))
        return Strip(
            [
                Segment(prompt, base + Style.parse(BOLD)),
                Segment(before, base),
                Segment(under or " ", look + Style.parse("reverse") if self.has_focus else look),
                Segment(after, look),
            ]
        ).adjust_cell_length(width, base)

    def _place_cursor(self, column: int) -> None:
        """Tell the terminal where letters appear: some show there what is being composed of several keys."""
        if self.has_focus:
            self.app.cursor_position = Offset(self.region.x + column, self.region.y)
