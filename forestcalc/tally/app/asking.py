"""Asking: what the line is asked for, and what the letters on it may mean."""

from __future__ import annotations

from collections.abc import Sequence

from forestcalc.diagnostics.diagnostic import shown
from forestcalc.tally.candidates import Candidate
from forestcalc.tally.card_steps import can_repeat, take
from forestcalc.tally.commands import command_hint
from forestcalc.tally.questions import Option, Question
from forestcalc.tally.report import symbol_name
from forestcalc.tally.session import Session


class Asking:
    """A question, or the search for a card; `options` are what fits the letters, `why` says why nothing does."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.question: Question | None = None
        self.options: Sequence[Option] = ()
        self.chosen = 0
        self.why = ""

    @property
    def prompt(self) -> str:
        """What stands before the letters."""
        if self.question is not None:
            return self.question.prompt
        session = self.session
        host, spot = session.host, session.cursor.spot
        if host is None:
            return f"{shown(session.player.name, 20)}, new host ▸"
        name = session.card_name(host.card)
        return f"{name}, {spot.side} ▸" if spot is not None else f"{name} ▸"

    @property
    def hint(self) -> str:
        """What Enter does as long as there are no letters."""
        again = can_repeat(self.session) if self.question is None else None
        return f"(Enter: one more {again})" if again is not None else ""

    def put(self, question: Question | None) -> str:
        """Put a question in the place of the search, or go back to it; return what the line begins with."""
        self.question = question
        self.chosen = 0
        return question.text if question is not None else ""

    def mark(self, by: int) -> None:
        """Mark the next option, or the one before."""
        self.chosen = (self.chosen + by) % len(self.options)

    def search(self, text: str) -> None:
        """Find what *text* may mean now."""
        self.why = ""
        asked = self.question
        if asked is not None and asked.gives_way and not asked.matching(text) and self.session.means_card(text):
            self.question = None
        if self.question is not None:
            self.options = self.question.matching(text) if self.question.options else ()
            if self.question.options and not self.options:
                self.why = "none of the answers is like that"
            elif not self.question.options:
                self.why = self.question.help
        elif text.startswith(":"):
            self.options, self.why = (), command_hint(text[1:])
        else:
            found = self.session.search(text)
            self.why = found.why
            self.options = [self._option(candidate) for candidate in found.candidates]
        self.chosen = min(self.chosen, max(0, len(self.options) - 1))

    def _option(self, candidate: Candidate) -> Option:
        session = self.session
        count = f"{candidate.count}x " if candidate.count > 1 else ""
        symbol = f" ({symbol_name(session, candidate.symbol)})" if candidate.symbol is not None else ""
        note = ", ".join(part for part in (session.place(candidate.spot), candidate.matched) if part)
        return Option(f"{count}{session.name(candidate.id)}{symbol}", lambda: take(session, candidate), note)
