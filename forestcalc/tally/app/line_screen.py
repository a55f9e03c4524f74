"""Line screen: a table, with the line on which names, answers and commands are typed and taken."""

from __future__ import annotations

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.screen import Screen

from forestcalc.tally.app.asking import Asking
from forestcalc.tally.app.bars import KeyBar, Tabs
from forestcalc.tally.app.board import Board
from forestcalc.tally.app.choices import Choices
from forestcalc.tally.app.entry import Entry
from forestcalc.tally.app.pages import Page
from forestcalc.tally.app.pane import Pane
from forestcalc.tally.card_steps import repeat
from forestcalc.tally.commands import execute, is_command
from forestcalc.tally.questions import Question
from forestcalc.tally.session import Session


class LineScreen(Screen[None]):
    """The screen on which a table is entered, but for the keys that do other things than type and take."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.asking = Asking(session)
        self.tabs = Tabs("tabs")
        self.board = Board("board")
        self.message = Pane("message")
        self.entry = Entry("entry", self._typed)
        self.keys = KeyBar("keys")

    def compose(self) -> ComposeResult:
        """Yield the parts from above to below."""
        yield self.tabs
        yield self.board
        yield self.message
        yield self.entry
        yield self.keys

    def on_mount(self) -> None:
        """Begin, with what was typed before a kill."""
        self.entry.focus()
        self.entry.begin(self.session.entry)
        self.call_after_refresh(self.show)

    # -- showing ----------------------------------------------------------------------------------------

    def show(self) -> None:
        """Show everything as it stands."""
        if not self.is_mounted:
            return
        self.tabs.show(self.session)
        self.board.show(self.session)
        self._search()

    def _search(self) -> None:
        """Find what the letters may mean now, and show that."""
        self.asking.search(self.entry.value)
        self._show_line()

    def _show_line(self) -> None:
        asking, session = self.asking, self.session
        # What is refused is told once, where there is room for more than a line.
        refused = session.problem and bool(asking.why) and session.message == asking.why
        self.board.show_choices(Choices(asking.options, asking.chosen, asking.why, refused))
        message = "" if refused else f"! {session.message}" if session.problem else session.message
        self.message.set_class(session.problem, "problem")
        self.message.show_text(Text(message))
        self.entry.show(asking.prompt, asking.hint)
        rivers = any(kind.river is not None for kind in session.catalogue.host_kinds.values())
        self.keys.show(has_rivers=rivers)

    def _typed(self, text: str) -> None:
        """Search with every letter; the letters are kept through a kill."""
        self.asking.chosen = 0
        self.asking.search(text)
        if self.asking.question is None:
            self.session.keep_entry(text)
        if text:
            self.session.say("")
        self._show_line()

    def on_resize(self, _: events.Resize) -> None:
        """Draw for the new size."""
        self.call_after_refresh(self.show)

    # -- answering --------------------------------------------------------------------------------------

    def ask(self, question: Question | None) -> None:
        """Put a question in the place of the search, or go back to it."""
        self.entry.begin(self.asking.put(question))
        if question is None:
            self.session.keep_entry("")
        self.show()

    def action_take(self) -> None:
        """Take what is marked; with nothing typed, add the last card once more."""
        text, asking = self.entry.value, self.asking
        if asking.question is not None and asking.question.answer is not None:
            self.ask(asking.question.answer(text))
        elif asking.options:
            self.ask(asking.options[asking.chosen].choose())
        elif asking.question is not None:
            return
        elif text.startswith(":"):
            self._command(text[1:])
        elif text:
            self.session.say(asking.why or "nothing fits", problem=True)
            self._show_line()
        else:
            self.ask(repeat(self.session))

    def _command(self, line: str) -> None:
        if line.strip() and not is_command(line):
            self.session.say(f"there is no command `{line.split()[0]}`; `:help` lists all", problem=True)
            self._show_line()
            return
        reply = execute(self.session, line)
        if reply.ends:
            self.app.exit()
            return
        self.ask(reply.question)
        if len(reply.lines) > 1 and not self.session.problem and reply.question is None:
            words = line.split(" ", 1)[0].lower()
            if words in ("score", "s", "show", "explain", "open", "help", "player", "find", "box", "boxes"):
                self.app.push_screen(Page(line, "\n".join(reply.lines)))
                return
        if reply.lines and not self.session.message:
            self.session.say(reply.lines[0])
            self._show_line()

    def on_board_picked(self, event: Board.Picked) -> None:
        """Take what was clicked."""
        self.asking.chosen = event.number
        self.action_take()
