"""Table screen: the keys with which one goes about a table and changes it."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType

from forestcalc.tally.app.bars import Clicked, Tabs
from forestcalc.tally.app.board import Board
from forestcalc.tally.app.line_screen import LineScreen
from forestcalc.tally.app.pages import help_page, reasons_page
from forestcalc.tally.card_steps import remove, set_river
from forestcalc.tally.moves import move_question
from forestcalc.tally.player_commands import cave_question
from forestcalc.tally.player_steps import add_player
from forestcalc.tally.questions import Question
from forestcalc.tally.symbol_steps import symbol_question


class TableScreen(LineScreen):
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

    # -- going about ------------------------------------------------------------------------------------

    def _go(self, by: int) -> None:
        if self.asking.options:
            self.asking.mark(by)
            self._show_line()
        elif self.asking.question is None and not self.entry.value:
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
            self.entry.go(-1)
        elif self.asking.question is None:
            self.session.step_slot(-1)
            self.show()

    def action_right(self) -> None:
        """Choose the next slot; in letters, go one on."""
        if self.entry.value:
            self.entry.go(1)
        elif self.asking.question is None:
            self.session.step_slot(1)
            self.show()

    def _turn(self, by: int) -> None:
        if self.asking.question is None:
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

    def on_board_chosen(self, event: Board.Chosen) -> None:
        """Choose the host or slot that was clicked."""
        self.session.choose(event.host, event.spot)
        self.ask(None)

    def action_back(self) -> None:
        """Leave the question, the letters, the slot, the host: one after the other."""
        if self.asking.question is not None or self.entry.value:
            if self.session.problem:
                self.session.say("")
            self.ask(None)
            return
        cursor = self.session.cursor
        self.session.go_to(cursor.host if cursor.spot is not None else None)
        self.session.say("")
        self.show()

    # -- doing ------------------------------------------------------------------------------------------

    def action_remove(self) -> None:
        """Remove what is chosen; in letters, the one under the cursor."""
        if self.entry.value or self.asking.question is not None:
            self.entry.delete()
            return
        remove(self.session)
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
                add_player(self.session, text)

        self.ask(Question("Name of the new player:", answer=answer, help="`:rename NAME` calls this one otherwise"))

    def action_symbol(self) -> None:
        """Ask for the tree symbol of the chosen card, or of the first that matters."""
        self.ask(symbol_question(self.session))

    def action_river(self) -> None:
        """Lay a river below the chosen tree."""
        set_river(self.session)
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
        self.entry.insert(":")

    def action_help(self) -> None:
        """Show the help; in an answer of any text, `?` is a letter."""
        if self.asking.question is not None and self.asking.question.answer is not None:
            self.entry.insert("?")
            return
        self.app.push_screen(help_page())

    def action_end(self) -> None:
        """End; all is saved."""
        self.app.exit()

    async def on_clicked(self, event: Clicked) -> None:
        """Do what the key that was clicked does."""
        await self.run_action(event.action)
