"""Setup screen: game, boxes and players of a new file."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Button, Input, Label, RadioButton, RadioSet, SelectionList
from textual.widgets.selection_list import Selection

from forestcalc.catalogue.catalogue import catalogue
from forestcalc.tally.setup import Setup, game_choices, refusal_of_players, split_names


class SetupScreen(Screen[Setup | None]):
    """Asks what is played by whom."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q,escape,ctrl+c", "cancel", "end", priority=True)]

    def __init__(self, setup: Setup) -> None:
        super().__init__()
        self._setup = setup
        self._games = game_choices()

    def compose(self) -> ComposeResult:
        """Yield the form from above to below."""
        wanted = self._setup.game or self._games[0][0]
        with Vertical(id="setup"):
            yield Label("A new table", id="setup-title")
            with Horizontal(id="setup-choices"):
                with RadioSet(id="game"):
                    for id, title in self._games:
                        yield RadioButton(title, value=id == wanted)
                yield SelectionList[str](id="boxes")
            yield Label("Players, with commas between them:")
            yield Input(", ".join(self._setup.players), placeholder="Anna, Boris", id="players")
            yield Label("", id="refusal")
            with Horizontal(id="setup-buttons"):
                yield Button("Begin (Enter)", variant="primary", id="begin")
                yield Button("End (Esc)", id="cancel")
            yield Label("Tab goes on, Space marks, Enter in the names begins.", id="setup-hint")

    def on_mount(self) -> None:
        """Show the boxes of the game."""
        self.query_one("#game").border_title = "Game"
        self.query_one("#boxes").border_title = "Boxes beside the first"
        self._show_boxes()
        self.query_one("#players").focus()

    def _game(self) -> str:
        index = self.query_one("#game", RadioSet).pressed_index
        return self._games[max(index, 0)][0]

    def _show_boxes(self) -> None:
        cards = catalogue(self._game())
        boxes: SelectionList[str] = self.query_one("#boxes", SelectionList)
        boxes.clear_options()
        boxes.add_options(
            [Selection(cards.box_title(box), box, box in self._setup.boxes) for box in cards.all_boxes[1:]]
        )
        boxes.disabled = len(cards.all_boxes) == 1

    def on_radio_set_changed(self, _: RadioSet.Changed) -> None:
        """Another game has other boxes."""
        self._show_boxes()

    def on_input_submitted(self, _: Input.Submitted) -> None:
        """Begin."""
        self._begin()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Begin or end."""
        if event.button.id == "begin":
            self._begin()
        else:
            self.dismiss(None)

    def action_cancel(self) -> None:
        """End without a file."""
        self.dismiss(None)

    def _begin(self) -> None:
        names = split_names(self.query_one("#players", Input).value)
        game = self._game()
        refusal = refusal_of_players(names, catalogue(game).max_players)
        if refusal:
            self.query_one("#refusal", Label).update(f"! {refusal}")
            return
        boxes: SelectionList[str] = self.query_one("#boxes", SelectionList)
        self.dismiss(Setup(game, tuple(boxes.selected), tuple(names)))
