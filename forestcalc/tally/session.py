"""Session: one sitting at a table. Holds the draft, its file and its score, and does what keys and words ask for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from forestcalc.catalogue.catalogue import Catalogue, catalogue
from forestcalc.diagnostics.diagnostic import shown
from forestcalc.tally.candidates import GOOD, Search, Where, search
from forestcalc.tally.cursor import Cursor, as_noted, kept, noted
from forestcalc.tally.document import Document
from forestcalc.tally.fitting import Fitting
from forestcalc.tally.history import History, Step
from forestcalc.tally.live import Change, Live, changes, live
from forestcalc.tally.model import Draft, DraftCard, DraftHost, DraftPlayer, Spot
from forestcalc.tally.names import ENGLISH
from forestcalc.tally.recovery import Recovery

LONGEST_NAME = 60
_MOST_LIVES = 16
_AT = {"top": "on top of", "bottom": "at the bottom of", "left": "on the left of", "right": "on the right of"}


class Session:
    """What both faces of the program work with.

    `message` is the outcome of the last step, `problem` whether that was a refusal. `before` is the score before it,
    `last` the card that was added last and its slot (None: a host). `entry` are the letters that are typed and not
    taken yet. `is_saved`: the last saving went well.
    """

    def __init__(
        self, document: Document, draft: Draft, recovery: Recovery | None = None, language: str = ENGLISH
    ) -> None:
        self.document = document
        self.recovery = recovery
        self.language = language
        self.history = History([Step(draft, "")])
        self.catalogue: Catalogue = _catalogue_of(draft)
        self.live = live(draft, self.catalogue)
        self.before = self.live
        self._lives = [self.live]
        self.fitting = Fitting(draft, self.catalogue)
        first = draft.players[0].key if draft.players else -1
        self.cursor = Cursor(first)
        self.last: tuple[str, Spot | None] | None = None
        self.message = ""
        self.problem = False
        self.entry = ""
        self.is_saved = True
        self._names: Mapping[str, str] = {}
        if language != ENGLISH:
            from forestcalc.report.languages import names

            self._names = names(draft.game, language)
        if recovery is not None and recovery.found is not None:
            self._recover(recovery.found)

    # -- looking ----------------------------------------------------------------------------------------

    @property
    def draft(self) -> Draft:
        """The table as it stands."""
        return self.history.draft

    @property
    def player(self) -> DraftPlayer:
        """The player whose forest is being entered."""
        return self.draft.player(self.cursor.player)

    @property
    def host(self) -> DraftHost | None:
        """The chosen host, None behind the last one."""
        return self.player.host(self.cursor.host) if self.cursor.host is not None else None

    def name(self, id: str) -> str:
        """Return how a card is called in the language of the session."""
        return self._names.get(id) or self.catalogue.species(id).name

    def card_name(self, card: DraftCard) -> str:
        """Return how an entry is called, without its symbol and count."""
        return shown(card.name) if card.species is None else self.name(card.species)

    def place(self, spot: Spot | None, host: DraftHost | None = None) -> str:
        """Say where a slot is: `on the left of Beech`."""
        host = host or (self.draft.host(spot.host) if spot is not None else None)
        if host is None:
            return "as a new host"
        name = self.card_name(host.card)
        return f"{_AT[spot.side]} {name}" if spot is not None else f"at {name}"

    @property
    def where(self) -> Where:
        """Where the next card may go."""
        return Where(self.host, self.cursor.spot)

    def search(self, text: str) -> Search:
        """Find the cards that *text* may mean at the chosen place."""
        if self.player.counts is not None:
            return Search(why=f"{shown(self.player.name)} is given by counts alone")
        return search(text, self.where, self.fitting, self.language)

    def means_card(self, text: str) -> bool:
        """Whether *text* is the beginning of the name of a card that fits, beyond doubt."""
        found = self.search(text).candidates
        return bool(found) and found[0].rank <= GOOD

    def changes(self) -> list[Change]:
        """Return what the last step changed in the lines of the player."""
        return list(changes(self.before, self.live, self.player.name))

    # -- steps ------------------------------------------------------------------------------------------

    def say(self, words: str, *, problem: bool = False) -> None:
        """Make *words* the outcome of what was asked for."""
        self.message, self.problem = words, problem

    def step(self, draft: Draft, words: str, cursor: Cursor | None = None) -> None:
        """Make *draft* the table with the cursor at *cursor* (None: where it is), save it, and say what was done."""
        after = cursor or self.cursor
        self.history.add(Step(draft, words, self.cursor, after))
        self._settle(words, after)

    def _settle(self, words: str, cursor: Cursor | None) -> None:
        self.say(words)
        self.catalogue = _catalogue_of(self.draft)
        self.before, self.live = self.live, self._live_now()
        self.fitting = Fitting(self.draft, self.catalogue)
        self.cursor = kept(cursor or self.cursor, self.draft)
        self.save()

    def _live_now(self) -> Live:
        """Score the draft, unless that was done a few steps ago: going back and forth takes no time."""
        known = next((one for one in self._lives if one.draft is self.draft), None) or live(self.draft, self.catalogue)
        self._lives = [known, *(one for one in self._lives if one is not known)][:_MOST_LIVES]
        return known

    def save(self) -> bool:
        """Save the file; what hinders that becomes the message. True if it is saved."""
        saved = self.document.save(self.draft, self.catalogue)
        self.is_saved = not saved.error
        if saved.error or saved.note:
            self.say(saved.error or saved.note, problem=bool(saved.error))
        return not saved.error

    def close(self) -> None:
        """End the session: all is saved, nothing is left to recover."""
        if self.save() and self.recovery is not None:
            self.recovery.close()

    def undo(self) -> None:
        """Take the last step back, and go where it was made."""
        step = self.history.undo()
        if step is None:
            self.say("nothing to undo", problem=True)
            return
        self._settle(f"undone: {step.words}", step.before)

    def redo(self) -> None:
        """Do the step again that was undone last."""
        step = self.history.redo()
        if step is None:
            self.say("nothing to redo", problem=True)
            return
        self._settle(f"done again: {step.words}", step.after)

    # -- recovery ---------------------------------------------------------------------------------------

    def keep_entry(self, text: str) -> None:
        """Keep the letters of an unfinished entry, and where they belong, through a kill."""
        self.entry = text
        if self.recovery is not None:
            self.recovery.keep({"entry": text, **noted(self.cursor, self.draft)})

    def _recover(self, state: Mapping[str, Any]) -> None:
        """Go where a killed session was. What does not fit any more is left out."""
        self.say("recovered: the program had not ended properly")
        if self.draft.players:
            entry = state.get("entry")
            self.entry = entry if isinstance(entry, str) else ""
            self.cursor = as_noted(state, self.draft, self.catalogue) or self.cursor

    # -- going about ------------------------------------------------------------------------------------

    def go_to_player(self, key: int) -> None:
        """Turn to a player, behind the last host."""
        if key != self.cursor.player:
            self.cursor = Cursor(key)
            self.before = self.live
            self.last = None
            self.say("")

    def turn_player(self, by: int) -> None:
        """Turn to the next player (1) or the one before (-1)."""
        keys = [player.key for player in self.draft.players]
        self.go_to_player(keys[(keys.index(self.cursor.player) + by) % len(keys)])

    def go_to(self, host: int | None, spot: Spot | None = None) -> None:
        """Choose a host or slot of the player; None is behind the last host."""
        if spot is not None:
            self.cursor = Cursor(self.cursor.player, spot.host, spot.side, spot.slot)
        else:
            self.cursor = Cursor(self.cursor.player, host)

    def choose(self, host: int | None, spot: Spot | None) -> None:
        """Choose a host or slot as the next to be entered: what was added last is not added again."""
        self.last = None
        self.say("")
        self.go_to(host, spot)

    def step_host(self, by: int) -> None:
        """Choose the next host (1) or the one before (-1); behind the last comes the place of a new one."""
        keys: list[int | None] = [*(host.key for host in self.player.hosts), None]
        at = keys.index(self.cursor.host) + by
        self.choose(keys[min(max(at, 0), len(keys) - 1)], None)

    def step_slot(self, by: int) -> None:
        """Choose the next slot of the host (1) or the one before (-1); between the ends lies the host itself."""
        host = self.host
        if host is None:
            return
        spots: list[Spot | None] = [None, *self.fitting.spots(host)]
        here = self.cursor.spot
        at = spots.index(here) if here in spots else 0
        self.choose(host.key, spots[(at + by) % len(spots)])


def _catalogue_of(draft: Draft) -> Catalogue:
    return catalogue(draft.game, tuple(draft.expansions), tuple(sorted(draft.rulings.items())))
