"""Side panel: total and sections of the player, what the last step changed and why, and what is wrong."""

from __future__ import annotations

from rich.text import Text

from forestcalc.diagnostics.diagnostic import shown
from forestcalc.tally.app.pane import Pane
from forestcalc.tally.live import shown_range
from forestcalc.tally.report import SECTION_NAMES
from forestcalc.tally.session import Session

_MOST_CHANGES = 4


class SidePanel(Pane):
    """Everything beside the forest."""

    def show(self, session: Session) -> None:
        """Show the score as it stands."""
        self.show_text(_panel(session))


def _panel(session: Session) -> Text:
    text = Text(overflow="fold")
    player = session.player
    sheet = session.live.player(player.name)
    text.append(f"{shown(player.name, 24)}\n", "bold")
    if sheet is not None:
        text.append(f"{shown_range(sheet.range)} points", "bold")
        if len(session.live.sheet.players if session.live.sheet is not None else ()) > 1:
            text.append(f", {'rank ' + str(sheet.rank) if sheet.rank is not None else 'rank open'}")
        text.append("\n")
        for section, value in sheet.sections.items():
            text.append(f" {SECTION_NAMES[section]:<11}{shown_range(value):>8}\n")
    elif player.counts is not None:
        text.append("given by counts alone\n")
    for fault in session.live.errors[:2]:
        text.append("\nNot legal: ", "bold red")
        text.append(f"{fault.message}\n")
        if fault.help:
            text.append(f"{fault.help}\n", "dim")
    missing = len(session.live.open(player.name))
    if missing:
        text.append(f"\n{missing} without the tree symbol that matters: F4 names {'it' if missing == 1 else 'them'}\n")
    changes = session.changes()[:_MOST_CHANGES]
    if changes:
        text.append("\n")
    for change in changes:
        name = session.name(change.id) if change.id in session.catalogue.species_ids else change.name
        text.append(f"{change.gain:+d} " if change.gain else "  ", "bold")
        text.append(f"{name}\n", "bold")
        text.append(f"   {change.reason}\n")
    return text
