"""Entry: the line that is typed on, and the list of what it may mean."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.message import Message
from textual.widgets import Input

from forestcalc.tally.app.pane import Pane
from forestcalc.tally.questions import Option

MOST_LINES = 6


class Entry(Input):
    """One line without a frame."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, select_on_focus=False)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Whether a key is a letter here; `?` is not: it shows the help."""
        return key != "question_mark" and super().check_consume_key(key, character)


class Choices(Pane):
    """What may be taken, one a line, the first that Enter would take marked."""

    class Picked(Message):
        """A line was clicked."""

        def __init__(self, number: int) -> None:
            self.number = number
            super().__init__()

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.options: Sequence[Option] = ()
        self.chosen = 0
        self._first = 0

    def show(self, options: Sequence[Option], chosen: int, hint: str = "") -> None:
        """Show options, or a hint where there are none; nothing at all hides the list."""
        self.options, self.chosen = options, min(max(chosen, 0), max(0, len(options) - 1))
        if self.display != bool(options or hint):
            self.display = not self.display
        if not options:
            self.show_text(Text(hint, "italic"), may_grow=True)
            return
        lines = min(MOST_LINES, len(options))
        self._first = min(max(0, self.chosen - lines + 1), len(options) - lines)
        text = Text(no_wrap=True, overflow="ellipsis")
        widest = max(cell_len(option.label) for option in options)
        for number in range(self._first, self._first + lines):
            option = options[number]
            here = number == self.chosen
            space = " " * (widest - cell_len(option.label))
            text.append(f"{'▸' if here else ' '} {option.label}{space}  ", "bold reverse" if here else "")
            text.append(f" {option.note}", "dim")
            if number == self._first + lines - 1 and len(options) > self._first + lines:
                text.append(f"  … {len(options) - self._first - lines} more", "dim")
            if number < self._first + lines - 1:
                text.append("\n")
        self.show_text(text, may_grow=True)

    def on_click(self, event: events.Click) -> None:
        """Take the option under the pointer."""
        number = self._first + event.y
        if number < len(self.options):
            self.post_message(self.Picked(number))
