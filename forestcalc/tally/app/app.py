"""The program: asks for what is not known of a new table, then shows it until it ends."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App

from forestcalc.tally.app.setup_screen import SetupScreen
from forestcalc.tally.app.table_screen import TableScreen
from forestcalc.tally.document import Document
from forestcalc.tally.recovery import Recovery
from forestcalc.tally.session import Session
from forestcalc.tally.setup import Setup
from forestcalc.tally.start import open_session

_OWN_COLOURS = ("ansi-dark", "textual-ansi")
"""The theme is called differently in versions of Textual."""


class TallyApp(App[None]):
    """The full-screen program for one file. `session` is None until the table is known."""

    CSS_PATH = "app.tcss"
    TITLE = "forestcalc tally"
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS: ClassVar[str | None] = None

    def __init__(
        self,
        document: Document,
        setup: Setup | None = None,
        language: str = "en",
        recovery: Recovery | None = None,
    ) -> None:
        super().__init__(ansi_color=True)
        # The colours of the terminal itself, be it light or dark; with NO_COLOR, none.
        self.theme = next((theme for theme in _OWN_COLOURS if theme in self.available_themes), self.theme)
        self._recovery = recovery
        self._document = document
        self._setup = setup or Setup()
        self._language = language
        self.session: Session | None = None

    def on_mount(self) -> None:
        """Show the table, or ask for it first."""
        self.animation_level = "none"
        if self._document.draft is not None or self._setup.is_whole:
            self._begin(self._setup)
        else:
            self.push_screen(SetupScreen(self._setup), self._begin)

    def _begin(self, setup: Setup | None) -> None:
        if setup is None:
            self.exit()
            return
        self.session = open_session(self._document, setup, self._language, self._recovery)
        self.push_screen(TableScreen(self.session))

    def on_unmount(self) -> None:
        """All is saved: what was kept for recovery can go."""
        if self.session is not None:
            self.session.close()
