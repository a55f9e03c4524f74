"""Bars: the tabs of the players above, and all keys below; both can be clicked."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text
from textual import events
from textual.message import Message

from forestcalc.diagnostics.diagnostic import shown
from forestcalc.tally.app.drawing import tab_label
from forestcalc.tally.app.pane import Pane
from forestcalc.tally.session import Session

KEYS = (
    ("Enter", "take", "take"),
    ("↑↓", "host", "down"),
    ("←→", "slot", "right"),
    ("Tab", "player", "next_player"),
    ("Del", "remove", "remove"),
    ("^Z", "undo", "undo"),
    ("^Y", "redo", "redo"),
    ("Esc", "back", "back"),
    ("F2", "cave", "cave"),
    ("F3", "player", "player"),
    ("F4", "symbol", "symbol"),
    ("F5", "river", "river"),
    ("F6", "move", "move"),
    ("F7", "why", "reasons"),
    (":", "more", "colon"),
    ("?", "help", "help"),
    ("^Q", "end", "end"),
)
"""Every key: how it is called, what it does, and the action behind it."""


class Clicked(Message):
    """An action was clicked."""

    def __init__(self, action: str) -> None:
        self.action = action
        super().__init__()


class Tabs(Pane):
    """One tab a player, the file behind them."""

    class Turned(Message):
        """A tab was clicked."""

        def __init__(self, player: int) -> None:
            self.player = player
            super().__init__()

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._ends: list[tuple[int, int]] = []

    def show(self, session: Session) -> None:
        """Show all players with their totals."""
        text = Text(no_wrap=True, overflow="crop")
        self._ends = []
        at = 0
        for player in session.draft.players:
            here = player.key == session.cursor.player
            label = tab_label(session, player.key)
            shown_ = f"▸{label} " if here else f" {label} "
            text.append(shown_, "bold reverse" if here else "")
            text.append("│", "dim")
            at += cell_len(shown_) + 1
            self._ends.append((at, player.key))
        name = shown(session.document.path.name, 30) if session.is_saved else "NOT SAVED"
        space = self.size.width - at - cell_len(name)
        if space >= 1:
            text.append(" " * space)
            text.append(name, "dim" if session.is_saved else "bold reverse")
        self.show_text(text)

    def on_click(self, event: events.Click) -> None:
        """Turn to the player whose tab is under the pointer."""
        for end, key in self._ends:
            if event.x < end:
                self.post_message(self.Turned(key))
                return


class KeyBar(Pane):
    """All keys, as many lines as they need."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self._places: list[tuple[int, int, int, str]] = []

    def show(self, *, has_rivers: bool) -> None:
        """Show the keys."""
        text = Text(no_wrap=True)
        self._places = []
        row, at, width = 0, 0, self.size.width or 80
        for key, word, action in KEYS:
            if action == "river" and not has_rivers:
                continue
            size = cell_len(key) + cell_len(word) + 1
            if at and at + size > width:
                text.append("\n")
                row, at = row + 1, 0
            text.append(key, "bold")
            text.append(f" {word}  ", "dim")
            self._places.append((row, at, at + size, action))
            at += size + 2
        self.show_text(text, may_grow=True)

    def on_click(self, event: events.Click) -> None:
        """Do what the key under the pointer does."""
        for row, start, end, action in self._places:
            if row == event.y and start <= event.x < end:
                self.post_message(Clicked(action))
                return
