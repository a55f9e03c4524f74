"""Table screen: tabs, the forest, the score beside it, and the line that everything is typed on."""

from __future__ import annotations

from typing import ClassVar

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import Screen

from forestcalc.diagnostics.diagnostic import shown
from forestcalc.tally.app.bars import Clicked, KeyBar, Tabs
from forestcalc.tally.app.entry import Choices, Entry
from forestcalc.tally.app.forest_view import ForestView
from forestcalc.tally.app.pages import Page, help_page, reasons_page
from forestcalc.tally.app.pane import Pane
from forestcalc.tally.app.side_panel import SidePanel
from forestcalc.tally.candidates import Candidate
from forestcalc.tally.commands import execute
from forestcalc.tally.moves import move_question
from forestcalc.tally.player_commands import cave_question
from forestcalc.tally.questions import Option, Question
from forestcalc.tally.report import symbol_name
from forestcalc.tally.session import Session


class TableScreen(Screen[None]):
    """The screen on which a table is entered."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "up", "host", priority=True),
        Binding("down", "down", "host", priority=True),
        Binding("left", "left", "slot", priority=True),
        Binding("right", "right", "slot", priority=True),
        Binding("pageup", "page(-1)", priority=True),
        Binding("pagedown", "page(1)", priority=True),
        Binding("tab", "next_player", "player", priority=True),
        Binding("shift+tab", "previous_player", priority=True),
        Binding("enter", "take", "take", priority=True),
        Binding("delete", "remove", "remove", priority=True),
        Binding("escape", "back", "back", priority=True),
        Binding("ctrl+z", "undo", "undo", priority=True),
        Binding("ctrl+y", "redo", "redo", priority=True),
        Binding("f1", "help", priority=True),
        Binding("question_mark", "help", "help", priority=True),
        Binding("f2", "cave", "cave", priority=True),
        Binding("f3", "player", "player", priority=True),
        Binding("f4", "symbol", "symbol", priority=True),
        Binding("f5", "river", "river", priority=True),
        Binding("f6", "move", "move", priority=True),
        Binding("f7", "reasons", "reasons", priority=True),
        Binding("ctrl+q", "end", "end", priority=True),
        Binding("ctrl+c", "end", priority=True),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.question: Question | None = None
        self._options: list[Option] = []
        self._chosen = 0
        self._why = ""

    def compose(self) -> ComposeResult:
        """Yield the parts from above to below."""
        yield Tabs("tabs")
        with Horizontal(id="table"):
            yield ForestView("forest")
            yield SidePanel("panel")
        yield Choices("choices")
        yield Pane("message")
        with Horizontal(id="line"):
            yield Pane("prompt")
            yield Entry("entry")
        yield KeyBar("keys")

    def on_mount(self) -> None:
        """Begin, with what was typed before a kill."""
        self.entry.focus()
        if self.session.entry:
            with self.prevent(Entry.Changed):
                self.entry.value = self.session.entry
            self.entry.cursor_position = len(self.entry.value)
        self.call_after_refresh(self.show)

    @property
    def entry(self) -> Entry:
        """The line that is typed on."""
        return self.query_one("#entry", Entry)

    # -- showing ----------------------------------------------------------------------------------------

    def show(self) -> None:
        """Show everything as it stands."""
        if not self.is_mounted:
            return
        self.query_one("#tabs", Tabs).show(self.session)
        self.query_one("#forest", ForestView).show(self.session)
        self.query_one("#panel", SidePanel).show(self.session)
        self._search(self.entry.value)

    def _show_line(self) -> None:
        session = self.session
        choices = self.query_one("#choices", Choices)
        choices.show(self._options, self._chosen, self._why)
        self._chosen = choices.chosen
        message = self.query_one("#message", Pane)
        message.set_class(session.problem, "problem")
        message.show_text(Text(f"! {session.message}" if session.problem else session.message))
        self.query_one("#prompt", Pane).show_text(Text(f"{self._prompt()} "), may_grow=True)
        rivers = any(kind.river is not None for kind in session.catalogue.host_kinds.values())
        self.query_one("#keys", KeyBar).show(has_rivers=rivers)
        again = session.can_repeat() if self.question is None else None
        placeholder = f"Enter: one more {again}" if again is not None else ""
        if self.entry.placeholder != placeholder:
            self.entry.placeholder = placeholder

    def _prompt(self) -> str:
        if self.question is not None:
            return self.question.prompt
        session = self.session
        host, spot = session.host, session.cursor.spot
        if host is None:
            return f"{shown(session.player.name, 20)}, new host ▸"
        name = session.card_name(host.card)
        return f"{name}, {spot.side} ▸" if spot is not None else f"{name} ▸"

    def _search(self, text: str) -> None:
        """Find what *text* may mean now."""
        self._why = ""
        if self.question is not None:
            self._options = self.question.matching(text) if self.question.options else []
            if self.question.options and not self._options:
                self._why = "none of the answers is like that"
            elif not self.question.options:
                self._why = self.question.help
        elif text.startswith(":"):
            self._options, self._why = [], "a command in words, as in `:rename Boris`; `:help` lists all"
        else:
            found = self.session.search(text)
            self._why = found.why
            self._options = [self._option(candidate) for candidate in found.candidates]
        self._show_line()

    def _option(self, candidate: Candidate) -> Option:
        session = self.session
        count = f"{candidate.count}x " if candidate.count > 1 else ""
        symbol = f" ({symbol_name(session, candidate.symbol)})" if candidate.symbol is not None else ""
        note = ", ".join(part for part in (session.place(candidate.spot), candidate.matched) if part)
        return Option(f"{count}{session.name(candidate.id)}{symbol}", lambda: session.take(candidate), note)

    def on_input_changed(self, event: Entry.Changed) -> None:
        """Search with every key press; the letters are kept through a kill."""
        event.stop()
        if self.question is None:
            self.session.keep_entry(event.value)
        self._chosen = 0
        if event.value and not self.session.problem:
            self.session.say("")
        self._search(event.value)

    def on_resize(self, _: events.Resize) -> None:
        """Draw for the new size."""
        self.call_after_refresh(self.show)

    # -- answering --------------------------------------------------------------------------------------

    def ask(self, question: Question | None) -> None:
        """Put a question in the place of the search, or go back to it."""
        self.question = question
        self._chosen = 0
        self.entry.value = question.text if question is not None else ""
        self.entry.cursor_position = len(self.entry.value)
        if question is None:
            self.session.keep_entry("")
        self.show()

    def action_take(self) -> None:
        """Take what is marked; with nothing typed, add the last card once more."""
        text = self.entry.value
        if self.question is not None and self.question.answer is not None:
            self.ask(self.question.answer(text))
        elif self._options:
            self.ask(self._options[self._chosen].choose())
        elif self.question is not None:
            return
        elif text.startswith(":"):
            self._command(text[1:])
        elif text:
            self.session.say(self._why or "nothing fits", problem=True)
            self._show_line()
        else:
            self.ask(self.session.repeat())

    def _command(self, line: str) -> None:
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

    def on_choices_picked(self, event: Choices.Picked) -> None:
        """Take what was clicked."""
        self._chosen = event.number
        self.action_take()

    # -- going about ------------------------------------------------------------------------------------

    def _go(self, by: int) -> None:
        if self._options:
            self._chosen = (self._chosen + by) % len(self._options)
            self._show_line()
        elif self.question is None and not self.entry.value:
            self.session.step_host(by)
            self.show()

    def action_up(self) -> None:
        """Mark the option before, or choose the host before."""
        self._go(-1)

    def action_down(self) -> None:
        """Mark the next option, or choose the next host."""
        self._go(1)

    def action_page(self, by: int) -> None:
        """Choose a host further on."""
        for _ in range(5):
            self._go(by)

    def action_left(self) -> None:
        """Choose the slot before; in letters, go one back."""
        if self.entry.value:
            self.entry.action_cursor_left()
        elif self.question is None:
            self.session.step_slot(-1)
            self.show()

    def action_right(self) -> None:
        """Choose the next slot; in letters, go one on."""
        if self.entry.value:
            self.entry.action_cursor_right()
        elif self.question is None:
            self.session.step_slot(1)
            self.show()

    def _turn(self, by: int) -> None:
        if self.question is None:
            self.session.turn_player(by)
            self.ask(None)

    def action_next_player(self) -> None:
        """Turn to the next player."""
        self._turn(1)

    def action_previous_player(self) -> None:
        """Turn to the player before."""
        self._turn(-1)

    def on_tabs_turned(self, event: Tabs.Turned) -> None:
        """Turn to the player whose tab was clicked."""
        self.session.go_to_player(event.player)
        self.ask(None)

    def on_forest_view_chosen(self, event: ForestView.Chosen) -> None:
        """Choose the host or slot that was clicked."""
        self.session.choose(event.host, event.spot)
        self.ask(None)

    def action_back(self) -> None:
        """Leave the question, the letters, the slot, the host: one after the other."""
        if self.question is not None or self.entry.value:
            self.ask(None)
            return
        cursor = self.session.cursor
        self.session.go_to(cursor.host if cursor.spot is not None else None)
        self.session.say("")
        self.show()

    # -- doing ------------------------------------------------------------------------------------------

    def action_remove(self) -> None:
        """Remove what is chosen; in letters, the one under the cursor."""
        if self.entry.value or self.question is not None:
            self.entry.action_delete_right()
            return
        self.session.remove()
        self.show()

    def action_undo(self) -> None:
        """Take the last step back."""
        self.session.undo()
        self.ask(None)

    def action_redo(self) -> None:
        """Do it again."""
        self.session.redo()
        self.ask(None)

    def action_cave(self) -> None:
        """Ask for the cave."""
        self.ask(cave_question(self.session))

    def action_player(self) -> None:
        """Ask for the name of a new player."""

        def answer(text: str) -> None:
            if text.strip():
                self.session.add_player(text)

        self.ask(Question("Name of the new player:", answer=answer, help="`:rename NAME` calls this one otherwise"))

    def action_symbol(self) -> None:
        """Ask for the tree symbol of the chosen card, or of the first that matters."""
        self.ask(self.session.symbol_question())

    def action_river(self) -> None:
        """Lay a river below the chosen tree."""
        self.session.set_river()
        self.ask(None)

    def action_move(self) -> None:
        """Ask where the chosen card or host goes."""
        self.ask(move_question(self.session))

    def action_reasons(self) -> None:
        """Show every line of the player with its reason."""
        self.app.push_screen(reasons_page(self.session))

    def action_colon(self) -> None:
        """Begin a command."""
        self.ask(None)
        self.entry.value = ":"
        self.entry.cursor_position = 1

    def action_help(self) -> None:
        """Show the help; in an answer of any text, `?` is a letter."""
        if self.question is not None and self.question.answer is not None:
            self.entry.insert_text_at_cursor("?")
            return
        self.app.push_screen(help_page())

    def action_end(self) -> None:
        """End; all is saved."""
        self.app.exit()

    async def on_clicked(self, event: Clicked) -> None:
        """Do what the key that was clicked does."""
        await self.run_action(event.action)
