"""Session: one sitting at a table. Holds the draft, its file and its score, and does what keys and words ask for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from forestcalc.catalogue.catalogue import Catalogue, catalogue
from forestcalc.diagnostics.diagnostic import shown
from forestcalc.tally.candidates import Candidate, Search, Where, search
from forestcalc.tally.cursor import Cursor, kept
from forestcalc.tally.document import Document
from forestcalc.tally.drafts import slots_at
from forestcalc.tally.fitting import Fitting
from forestcalc.tally.history import History, Step
from forestcalc.tally.live import Change, Live, changes, entry_at, live, symbol_matters
from forestcalc.tally.model import MOST_COPIES, Draft, DraftCard, DraftCave, DraftHost, DraftPlayer, Spot
from forestcalc.tally.names import ENGLISH, official
from forestcalc.tally.questions import Option, Question
from forestcalc.tally.recovery import Recovery
from forestcalc.tally.written import ORDINARY

LONGEST_NAME = 60
_AT = {"top": "on top of", "bottom": "at the bottom of", "left": "on the left of", "right": "on the right of"}


class Session:
    """What both faces of the program work with.

    `message` is the outcome of the last step, `problem` whether that was a refusal. `entry` are the letters that
    are typed and not taken yet.
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
        self.fitting = Fitting(draft, self.catalogue)
        first = draft.players[0].key if draft.players else -1
        self.cursor = Cursor(first)
        self.last: tuple[str, Spot | None] | None = None
        self.message = ""
        self.problem = False
        self.entry = ""
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

    def changes(self) -> list[Change]:
        """Return what the last step changed in the lines of the player."""
        return list(changes(self.before, self.live, self.player.name))

    # -- steps ------------------------------------------------------------------------------------------

    def say(self, words: str, *, problem: bool = False) -> None:
        """Make *words* the outcome of what was asked for."""
        self.message, self.problem = words, problem

    def step(self, draft: Draft, words: str) -> None:
        """Make *draft* the table, save it, and say what was done."""
        self.history.add(draft, words)
        self._settle()
        self.say(words)
        self.save()

    def _settle(self) -> None:
        self.catalogue = _catalogue_of(self.draft)
        self.before, self.live = self.live, live(self.draft, self.catalogue)
        self.fitting = Fitting(self.draft, self.catalogue)
        self.cursor = kept(self.cursor, self.draft)

    def save(self) -> bool:
        """Save the file; what hinders that becomes the message. True if it is saved."""
        saved = self.document.save(self.draft, self.catalogue)
        if saved.error or saved.note:
            self.say(saved.error or saved.note, problem=bool(saved.error))
        return not saved.error

    def close(self) -> None:
        """End the session: all is saved, nothing is left to recover."""
        if self.save() and self.recovery is not None:
            self.recovery.close()

    def undo(self) -> None:
        """Take the last step back."""
        words = self.history.undo()
        if words is None:
            self.say("nothing to undo", problem=True)
            return
        self._settle()
        self.say(f"undone: {words}")
        self.save()

    def redo(self) -> None:
        """Do the step again that was undone last."""
        words = self.history.redo()
        if words is None:
            self.say("nothing to redo", problem=True)
            return
        self._settle()
        self.say(f"done again: {words}")
        self.save()

    # -- recovery ---------------------------------------------------------------------------------------

    def keep_entry(self, text: str) -> None:
        """Keep the letters of an unfinished entry, and where they belong, through a kill."""
        self.entry = text
        if self.recovery is None:
            return
        keys = [player.key for player in self.draft.players]
        hosts = [host.key for host in self.player.hosts] if keys else []
        state: dict[str, Any] = {
            "entry": text,
            "player": keys.index(self.cursor.player) if self.cursor.player in keys else 0,
            "host": hosts.index(self.cursor.host) if self.cursor.host in hosts else -1,
            "side": self.cursor.side,
            "slot": self.cursor.slot,
        }
        self.recovery.keep(state)

    def _recover(self, state: Mapping[str, Any]) -> None:
        """Go where a killed session was. What does not fit any more is left out."""
        self.say("recovered: the program had not ended properly")
        if not self.draft.players:
            return
        entry, player, host = state.get("entry"), state.get("player"), state.get("host")
        self.entry = entry if isinstance(entry, str) else ""
        if not (isinstance(player, int) and 0 <= player < len(self.draft.players)):
            return
        owner = self.draft.players[player]
        self.cursor = Cursor(owner.key)
        if isinstance(host, int) and 0 <= host < len(owner.hosts):
            side, slot = state.get("side"), state.get("slot")
            chosen = owner.hosts[host]
            fits = isinstance(slot, int) and 0 <= slot < slots_at(chosen, self.catalogue).get(str(side), 0)
            self.cursor = Cursor(owner.key, chosen.key, str(side) if fits else None, slot if fits else 0)  # type: ignore[arg-type]

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

    # -- cards ------------------------------------------------------------------------------------------

    def take(self, candidate: Candidate) -> Question | None:
        """Add a card; return the question for its tree symbol if that matters."""
        id, spot = candidate.id, candidate.spot
        if self.player.counts is not None:
            self.say(f"{shown(self.player.name)} is given by counts alone", problem=True)
            return None
        card = DraftCard(official(self.catalogue, id), id, candidate.symbol)
        if spot is None:
            return self._take_host(replace(card, count=min(candidate.count, MOST_COPIES)))
        draft = self.draft
        draft, key = draft.single(spot.host)
        spot = replace(spot, host=key)
        if not draft.host(key).stack(spot.side, spot.slot):
            spot = replace(spot, slot=len(draft.host(key).sides.get(spot.side, ())))
        fitting, placed = Fitting(draft, self.catalogue), 0
        refusal = ""
        while placed < candidate.count:
            fault = fitting.fault(id, spot, candidate.symbol)
            if fault is not None:
                refusal = fault.message
                break
            draft = draft.put(spot, card)
            placed += 1
            fitting = Fitting(draft, self.catalogue)
        if not placed:
            self.say(refusal, problem=True)
            return None
        in_slot = self.cursor.spot is not None
        self.last = (id, spot)
        self.go_to(key)
        self.step(draft, f"{f'{placed}x ' if placed > 1 else ''}{self.name(id)} {self.place(spot, draft.host(key))}")
        if refusal:
            self.say(f"{placed} of {candidate.count} added: {refusal}", problem=True)
        if in_slot:
            free = [
                one for one in self.fitting.open_spots(draft.host(key)) if not draft.host(key).stack(one.side, one.slot)
            ]
            self.go_to(key, free[0] if free else None)
        if candidate.symbol is not None:
            return None
        stack = draft.host(key).stack(spot.side, spot.slot)
        position = next(at for at, one in enumerate(stack) if one.is_like(card))
        return self._symbol_if_needed(spot, position)

    def _take_host(self, card: DraftCard) -> Question | None:
        assert card.species is not None  # a candidate is a known card
        fitting = Fitting(self.draft, self.catalogue)
        fault = fitting.fault(card.species, None, card.symbol)
        if fault is not None:
            self.say(fault.message, problem=True)
            return None
        draft, key = self.draft.add_host(self.cursor.player, card)
        self.last = (card.species, None)
        self.cursor = Cursor(self.cursor.player, key)
        self.step(draft, f"{f'{card.count}x ' if card.count > 1 else ''}{self.name(card.species)}")
        return self._symbol_if_needed(key, 0) if card.symbol is None else None

    def can_repeat(self) -> str | None:
        """Return the name of the card that can be added once more where the last one went; None if there is none."""
        if self.last is None or self.player.counts is not None:
            return None
        id, spot = self.last
        try:
            fits = spot is None or self.draft.owner(spot.host).key == self.cursor.player
            return self.name(id) if fits and self.fitting.fits(id, spot) else None
        except KeyError:  # its host is gone
            return None

    def repeat(self) -> Question | None:
        """Add the last card once more: into the same slot, or as one more host."""
        if self.last is None or self.can_repeat() is None:
            self.say("type a name first", problem=True)
            return None
        id, spot = self.last
        return self.take(Candidate(id, spot))

    def remove(self) -> None:
        """Remove what is chosen: the last card of a slot, or a host with all that lies at it."""
        host, spot = self.host, self.cursor.spot
        if host is None:
            self.say("choose what to remove first", problem=True)
            return
        if spot is not None:
            stack = host.stack(spot.side, spot.slot)
            if not stack:
                self.say(f"nothing lies {self.place(spot)}", problem=True)
                return
            self.remove_card(spot, len(stack) - 1)
            return
        self.remove_host(host.key)

    def remove_card(self, spot: Spot, position: int) -> None:
        """Remove one card from a slot."""
        card = self.draft.host(spot.host).stack(spot.side, spot.slot)[position]
        self.step(self.draft.take(spot, position), f"removed {self.card_name(card)} {self.place(spot)}")

    def remove_host(self, key: int) -> None:
        """Remove a host with all that lies at it."""
        host = self.draft.host(key)
        hosts = [one.key for one in self.player.hosts]
        at = hosts.index(key)
        # The next one takes its place under the cursor.
        self.go_to(hosts[at + 1] if at + 1 < len(hosts) else None)
        count = sum(card.count for _, _, _, card in host.cards())
        what = f" with {count} {'card' if count == 1 else 'cards'}" if count else ""
        self.step(self.draft.remove_host(key), f"removed {self.card_name(host.card)}{what}")

    def set_river(self) -> None:
        """Lay a universal river below the chosen tree, or take it away."""
        host = self.host
        kind = (
            self.catalogue.host_kinds[self.catalogue.species(host.card.species).kind]
            if host and host.card.species
            else None
        )
        if host is None or kind is None or kind.river is None:
            self.say("a river lies only below a tree of a game that has rivers: choose one", problem=True)
            return
        draft = self.draft.set_river(host.key, not host.river)
        if host.river and any(side == "bottom" for side, _, _, _ in host.cards()):
            self.say("take the cards below the river away first", problem=True)
            return
        self.step(draft, f"{'removed the river' if host.river else 'a river'} below {self.card_name(host.card)}")

    def _can_have_river(self, host: DraftHost) -> bool:
        assert host.card.species is not None  # a host is always a known card
        return self.catalogue.host_kinds[self.catalogue.species(host.card.species).kind].river is not None

    # -- tree symbols -----------------------------------------------------------------------------------

    def _symbol_if_needed(self, spot: Spot | int, position: int) -> Question | None:
        host = self.draft.host(spot if isinstance(spot, int) else spot.host)
        card = host.card if isinstance(spot, int) else host.stack(spot.side, spot.slot)[position]
        if len(self._symbols_of(card, spot, position)) < 2:
            return None
        if not symbol_matters(self.draft, self.cursor.player, spot, position, self.catalogue):
            return None
        return self._symbol_question(spot, position)

    def symbol_question(self) -> Question | None:
        """Ask for the tree symbol of the chosen card, or of the first whose symbol would settle the total."""
        host, spot = self.host, self.cursor.spot
        if host is not None and spot is not None and (stack := host.stack(spot.side, spot.slot)):
            return self._symbol_question(spot, len(stack) - 1)
        for one in self.live.open(self.player.name):
            placed = entry_at(self.draft, self.cursor.player, one.path)
            if placed is not None:
                self.go_to(placed.host, placed.spot)
                return self._symbol_question(placed.spot or placed.host, placed.position, goes_on=True)
        if host is not None and spot is None and host.card.species is not None:
            question = self._symbol_question(host.key, 0)
            if question is not None:
                return question
        self.say("no tree symbol matters here; choose a card to name its symbol all the same", problem=True)
        return None

    def _symbol_question(self, spot: Spot | int, position: int, *, goes_on: bool = False) -> Question | None:
        """Ask for the symbol of one card; if it *goes_on*, the next such question is about the next card."""
        host = self.draft.host(spot if isinstance(spot, int) else spot.host)
        card = host.card if isinstance(spot, int) else host.stack(spot.side, spot.slot)[position]
        if card.species is None:
            return None
        symbols = list(self._symbols_of(card, spot, position))
        if len(symbols) < 2:
            self.say(f"{self.card_name(card)} shows one and the same tree symbol always", problem=True)
            return None
        totals: Mapping[str, Any] = {}
        from forestcalc.tally.live import path_of, shown_range

        path = path_of(self.draft, spot, position, self.catalogue)
        for one in self.live.open(self.player.name):
            if one.path == path:
                totals = one.totals

        def named(symbol: str | None) -> Option:
            def choose() -> None:
                self.name_symbol(spot, position, symbol)
                if goes_on:
                    self.go_to(self.cursor.host)

            value = totals.get(symbol or "*") or totals.get("*")
            note = f"total {shown_range(value)}" if value is not None else ""
            label = self.catalogue.symbols[symbol] if symbol is not None else "not known"
            return Option(label, choose, note if symbol is not None else "")

        symbols.sort(key=lambda symbol: symbol not in totals)
        options = [named(symbol) for symbol in symbols] + [named(None)]
        return Question(f"{self.card_name(card)}: which tree symbol?", options)

    def _symbols_of(self, card: DraftCard, spot: Spot | int, position: int) -> Sequence[str]:
        """Return the symbols that a card of the table may be named to show."""
        assert card.species is not None
        if isinstance(spot, int):
            if self.catalogue.species(card.species).kind == "tree":
                return ()
            draft = self.draft.remove_host(spot)
            return Fitting(draft, self.catalogue).symbols(card.species, None)
        draft = self.draft.take(spot, position)
        return Fitting(draft, self.catalogue).symbols(card.species, spot)

    def name_symbol(self, spot: Spot | int, position: int, symbol: str | None) -> None:
        """Name the tree symbol of a card, or leave it open (None)."""
        host = self.draft.host(spot if isinstance(spot, int) else spot.host)
        card = host.card if isinstance(spot, int) else host.stack(spot.side, spot.slot)[position]
        if card.symbol == symbol:
            return
        draft = self.draft.set_symbol(spot, position, symbol)
        shows = f"shows {self.catalogue.symbols[symbol]}" if symbol is not None else "shows a symbol not known"
        self.step(draft, f"{self.card_name(card)} {shows}")

    # -- the cave ---------------------------------------------------------------------------------------

    def set_cave(self, id: str, cards: int) -> None:
        """Set the cave of the player and the number of cards in it."""
        if self.player.counts is not None:
            self.say(f"{shown(self.player.name)} is given by counts alone", problem=True)
            return
        cave = DraftCave(id, cards)
        name = self.catalogue.caves[id].name
        self.step(
            self.draft.set_cave(self.cursor.player, cave),
            f"{cards} {'card' if cards == 1 else 'cards'} in the cave{'' if id == ORDINARY else f' {name}'}",
        )

    # -- players ----------------------------------------------------------------------------------------

    def refusal_of_name(self, name: str, but: int | None = None) -> str:
        """Return why a player cannot be called so; "" if that is fine."""
        if not name.strip():
            return "a player needs a name"
        if any(player.name == name and player.key != but for player in self.draft.players):
            return f"there is a player {shown(name)} already"
        if len(name) > LONGEST_NAME or not name.isprintable():
            return f"a name has up to {LONGEST_NAME} letters, and nothing that cannot be shown"
        return ""

    def add_player(self, name: str) -> None:
        """Add a player and turn to them."""
        name = name.strip()
        refusal = self.refusal_of_name(name)
        if not refusal and len(self.draft.players) >= self.catalogue.max_players:
            refusal = f"this game is for at most {self.catalogue.max_players} players"
        if refusal:
            self.say(refusal, problem=True)
            return
        draft, key = self.draft.add_player(name)
        self.cursor = Cursor(key)
        self.step(draft, f"new player {name}")

    def rename_player(self, name: str) -> None:
        """Call the player otherwise."""
        name = name.strip()
        refusal = self.refusal_of_name(name, self.cursor.player)
        if refusal:
            self.say(refusal, problem=True)
            return
        old = self.player.name
        if name != old:
            self.step(self.draft.rename_player(self.cursor.player, name), f"{shown(old)} is called {name} now")

    def remove_player(self) -> None:
        """Remove the player with the whole forest; the last one stays."""
        if len(self.draft.players) == 1:
            self.say("the last player stays", problem=True)
            return
        gone = self.player
        self.step(self.draft.remove_player(gone.key), f"removed {shown(gone.name)}")

    def set_counts(self, counts: Mapping[str, int] | None) -> None:
        """Give the player by counts alone, or by a forest again (None)."""
        if self.player.hosts and counts is not None:
            self.say(f"{shown(self.player.name)} has a forest; counts are for players without one", problem=True)
            return
        words = "is entered as a forest" if counts is None else "is given by counts alone"
        self.step(self.draft.set_counts(self.cursor.player, counts), f"{shown(self.player.name)} {words}")

    # -- boxes ------------------------------------------------------------------------------------------

    def set_boxes(self, boxes: Sequence[str]) -> None:
        """Declare these boxes beside the first; refused where cards of others lie on the table."""
        cards = catalogue(self.draft.game, tuple(boxes), tuple(sorted(self.draft.rulings.items())))
        draft = replace(self.draft, expansions=cards.expansions)
        errors = live(draft, cards).errors
        if errors and not self.live.errors:
            self.say(errors[0].message, problem=True)
            return
        for player in draft.players:
            if player.cave is not None and cards.caves[player.cave.id].box not in cards.boxes:
                self.say(f"{shown(player.name)} has the cave {cards.caves[player.cave.id].name}", problem=True)
                return
        titles = [cards.box_title(box) for box in cards.expansions]
        self.step(draft, f"boxes: {', '.join(titles) if titles else 'the first alone'}")


def _catalogue_of(draft: Draft) -> Catalogue:
    return catalogue(draft.game, tuple(draft.expansions), tuple(sorted(draft.rulings.items())))


__all__ = ["Live", "Session"]
