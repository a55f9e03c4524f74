"""Setup screen: game, boxes and players of a new file."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input, Label, Static

from forestcalc.catalogue.catalogue import catalogue
from forestcalc.tally.setup import Setup, game_choices, refusal_of_players, split_names


class Mark(Static):
    """A line to mark with Space or a click: `[x] Alpine`, or `(x) Dartmoor` where only one is marked."""

    can_focus = True

    class Pressed(Message):
        """A line was marked, or its mark taken away."""

        def __init__(self, mark: Mark) -> None:
            self.mark = mark
            super().__init__()

    class Typed(Message):
        """A letter was typed where there is nothing to type on."""

        def __init__(self, letter: str) -> None:
            self.letter = letter
            super().__init__()

    def __init__(self, value: str, label: str, *, marked: bool, single: bool) -> None:
        super().__init__(markup=False)
        self.value = value
        self.label = label
        self.single = single
        self.marked = marked
        self.show()

    def show(self) -> None:
        """Show the mark as it stands."""
        ends = "()" if self.single else "[]"
        here = "▸" if self.has_focus else " "
        self.update(f"{here}{ends[0]}{'x' if self.marked else ' '}{ends[1]} {self.label}")

    def watch_has_focus(self, has_focus: bool) -> None:
        """Show whether Space acts here."""
        super().watch_has_focus(has_focus)
        self.show()

    def on_click(self) -> None:
        """Press."""
        self.post_message(self.Pressed(self))

    def on_key(self, event: events.Key) -> None:
        """Press with Space; the arrows go to the next line."""
        if event.key == "space":
            self.post_message(self.Pressed(self))
        elif event.key in ("up", "left"):
            self.screen.focus_previous()
        elif event.key in ("down", "right"):
            self.screen.focus_next()
        elif event.character is not None and event.is_printable:
            self.post_message(self.Typed(event.character))
        else:
            return
        event.stop()


class SetupScreen(Screen[Setup | None]):
    """Asks what is played by whom."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q,escape,ctrl+c", "cancel", "end", priority=True),
        Binding("enter", "begin", "begin", priority=True),
    ]

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self._setup = setup
        self._game = setup.game or game_choices()[0][0]

    def compose(self) -> ComposeResult:
        """Yield the form from above to below."""
        with Vertical(id="setup"):
            yield Label("A new table", id="setup-title")
            with Horizontal(id="setup-choices"):
                with Vertical(id="games"):
                    first = game_choices()[0][1]
                    for id, title in game_choices():
                        yield Mark(id, title.removeprefix(f"{first}: "), marked=id == self._game, single=True)
                yield Vertical(id="boxes")
            yield Label("Players, with commas between them:")
            yield Input(
                ", ".join(self._setup.players), placeholder="as in: Anna, Boris", id="players", select_on_focus=False
            )
            yield Label("", id="refusal")
            yield Label("Enter begins · Tab goes on · Space marks · Esc ends", id="setup-hint")

    async def on_mount(self) -> None:
        """Show the boxes of the game."""
        self.query_one("#games").border_title = "Game"
        self.query_one("#boxes").border_title = "Boxes beside the first"
        await self._show_boxes()
        self.query_one("#players").focus()

    async def _show_boxes(self) -> None:
        cards = catalogue(self._game)
        boxes = self.query_one("#boxes", Vertical)
        await boxes.remove_children()
        if len(cards.all_boxes) == 1:
            await boxes.mount(Label("    this game has none"))
            return
        await boxes.mount(
            *(
                Mark(box, cards.box_title(box), marked=box in self._setup.boxes, single=False)
                for box in cards.all_boxes[1:]
            )
        )

    async def on_mark_pressed(self, event: Mark.Pressed) -> None:
        """Mark a box or take its mark away; mark a game and no other."""
        mark = event.mark
        if not mark.single:
            mark.marked = not mark.marked
            mark.show()
            return
        for other in self.query_one("#games").query(Mark):
            other.marked = other is mark
            other.show()
        if mark.value != self._game:
            self._game = mark.value
            await self._show_boxes()

    def on_mark_typed(self, event: Mark.Typed) -> None:
        """Take letters for the beginning of a name."""
        players = self.query_one("#players", Input)
        players.focus()
        players.insert_text_at_cursor(event.letter)

    def action_cancel(self) -> None:
        """End without a file."""
        self.dismiss(None)

    def action_begin(self) -> None:
        """Begin with what is marked."""
        names = split_names(self.query_one("#players", Input).value)
        refusal = refusal_of_players(names, catalogue(self._game).max_players)
        if refusal:
            self.query_one("#refusal", Label).update(f"! {refusal}")
            self.query_one("#players").focus()
            return
        boxes = tuple(mark.value for mark in self.query_one("#boxes").query(Mark) if mark.marked)
        self.dismiss(Setup(self._game, boxes, tuple(names)))
