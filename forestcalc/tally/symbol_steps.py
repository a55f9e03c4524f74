"""Symbol steps: which tree symbol a card shows, asked where the total hangs on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from forestcalc.scoring.sheet import Range
from forestcalc.tally.fitting import Fitting
from forestcalc.tally.live import entry_at, path_of, shown_range
from forestcalc.tally.model import DraftCard, Spot
from forestcalc.tally.questions import Option, Question
from forestcalc.tally.session import Session


def symbol_if_needed(session: Session, spot: Spot | int, position: int) -> Question | None:
    """Ask for the tree symbol of a card that was just added, if the total hangs on it. An int is a host."""
    host = session.draft.host(spot if isinstance(spot, int) else spot.host)
    card = host.card if isinstance(spot, int) else host.stack(spot.side, spot.slot)[position]
    if not session.live.hangs_on(session.player.name, path_of(session.draft, spot, position, session.catalogue)):
        return None
    if len(_symbols_of(session, card, spot, position)) < 2:
        return None
    question = _symbol_question(session, spot, position)
    return replace(question, gives_way=True) if question is not None else None


def symbol_question(session: Session) -> Question | None:
    """Ask for the tree symbol of the chosen card, or of the first whose symbol would settle the total."""
    host, spot = session.host, session.cursor.spot
    if host is not None and spot is not None and (stack := host.stack(spot.side, spot.slot)):
        return _symbol_question(session, spot, len(stack) - 1)
    for one in session.live.open(session.player.name):
        placed = entry_at(session.draft, session.cursor.player, one.path)
        if placed is not None:
            session.go_to(placed.host, placed.spot)
            return _symbol_question(session, placed.spot or placed.host, placed.position, goes_on=True)
    if host is not None and spot is None and host.card.species is not None:
        question = _symbol_question(session, host.key, 0)
        if question is not None:
            return question
    session.say("no tree symbol matters here; choose a card to name its symbol all the same", problem=True)
    return None


def _symbol_question(session: Session, spot: Spot | int, position: int, *, goes_on: bool = False) -> Question | None:
    """Ask for the symbol of one card; if it *goes_on*, the next such question is about the next card."""
    host = session.draft.host(spot if isinstance(spot, int) else spot.host)
    card = host.card if isinstance(spot, int) else host.stack(spot.side, spot.slot)[position]
    if card.species is None:
        return None
    symbols = list(_symbols_of(session, card, spot, position))
    if len(symbols) < 2:
        session.say(f"{session.card_name(card)} shows one and the same tree symbol always", problem=True)
        return None
    totals: Mapping[str, Range] = {}
    path = path_of(session.draft, spot, position, session.catalogue)
    for one in session.live.open(session.player.name):
        if one.path == path:
            totals = one.totals

    def named(symbol: str | None) -> Option:
        def choose() -> None:
            name_symbol(session, spot, position, symbol)
            if goes_on:
                session.go_to(session.cursor.host)

        value = totals.get(symbol or "*") or totals.get("*")
        note = f"total {shown_range(value)}" if value is not None else ""
        label = session.catalogue.symbols[symbol] if symbol is not None else "not known"
        return Option(label, choose, note if symbol is not None else "")

    symbols.sort(key=lambda symbol: symbol not in totals)
    options = [named(symbol) for symbol in symbols] + [named(None)]
    return Question(f"{session.card_name(card)}: which tree symbol?", options)


def _symbols_of(session: Session, card: DraftCard, spot: Spot | int, position: int) -> Sequence[str]:
    """Return the symbols that a card of the table may be named to show."""
    assert card.species is not None
    if isinstance(spot, int):
        if session.catalogue.species(card.species).kind == "tree":
            return ()
        draft = session.draft.remove_host(spot)
        return Fitting(draft, session.catalogue).symbols(card.species, None)
    draft = session.draft.take(spot, position)
    return Fitting(draft, session.catalogue).symbols(card.species, spot)


def name_symbol(session: Session, spot: Spot | int, position: int, symbol: str | None) -> None:
    """Name the tree symbol of a card, or leave it open (None)."""
    host = session.draft.host(spot if isinstance(spot, int) else spot.host)
    card = host.card if isinstance(spot, int) else host.stack(spot.side, spot.slot)[position]
    if card.symbol == symbol:
        return
    draft = session.draft.set_symbol(spot, position, symbol)
    shows = f"shows {session.catalogue.symbols[symbol]}" if symbol is not None else "shows a symbol not known"
    session.step(draft, f"{session.card_name(card)} {shows}")
