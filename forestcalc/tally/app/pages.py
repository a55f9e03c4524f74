"""Pages: text over the table, to read and to leave: the help, and the reasons of every line."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Static

from forestcalc.diagnostics.diagnostic import shown
from forestcalc.tally.commands import COMMANDS
from forestcalc.tally.report import reason_lines
from forestcalc.tally.session import Session

_HELP = """\
Type two or three letters of a name, in any language. ↑↓ choose, Enter takes.
  chaf      Chaffinch, where it fits at the chosen host
  linden    a tree begins a new host
  2x toad   two of them in one slot
  roe (bi   with its tree symbol
  Esc       leave the letters

Nothing typed:
  Enter     the last card once more, in the same slot: hares, toads
  ↑ ↓       choose a host; below the last one a new host begins
  PgUp PgDn the same, five at a time
  ← →       choose a slot of it: then only what fits there is found
  Tab       next player, Shift+Tab the one before
  Del       remove the last card of the slot, or the host with its cards
  Esc       leave the question, the slot, the host
  Ctrl+Z    undo, Ctrl+Y redo
  F2 F3     cards in the cave, a new player
  F4        tree symbol of the chosen card, or of the next that matters
  F5 F6     a river below the tree, move the card or host elsewhere
  F7        every line of the player with its reason
  Ctrl+Q    end; every step is saved already

The mouse chooses tabs, slots, names and keys. Commands in words:
"""


class Page(Screen[None]):
    """A title and text that can be scrolled; any of Esc, Enter, q leaves it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,enter,q,question_mark,f1,f7,ctrl+q,ctrl+c", "dismiss", "close", priority=True),
    ]

    def __init__(self, title: str, text: str | Text) -> None:
        super().__init__()
        self._title = title
        self._text = text if isinstance(text, Text) else Text(text)

    def compose(self) -> ComposeResult:
        """Yield a frame with the text in it."""
        scroll = VerticalScroll(Static(self._text), id="page")
        scroll.border_title = shown(self._title, 60)
        scroll.border_subtitle = "Esc closes, ↑↓ scroll"
        yield scroll

    def on_mount(self) -> None:
        """Let the arrow keys scroll."""
        self.query_one("#page").focus()


def help_page() -> Page:
    """Return the help."""
    text = Text(_HELP)
    for command in COMMANDS:
        text.append(f"  :{command.usage}", "bold")
        text.append(f"  {command.help}\n")
    return Page("Help", text)


def reasons_page(session: Session) -> Page:
    """Return every line of the player with its reason."""
    text = Text()
    for line in reason_lines(session):
        points, _, rest = line.partition(" ")
        text.append(f"{points:>5} ", "bold")
        text.append(f"{rest}\n")
    return Page(f"{session.player.name}: every line", text)
