"""Card steps: a card is added, added once more, or removed; the outcome is the message of the session."""

from __future__ import annotations

from dataclasses import replace

from forestcalc.diagnostics.diagnostic import shown
from forestcalc.layout.cards import MOST_COPIES
from forestcalc.tally.candidates import Candidate
from forestcalc.tally.cursor import Cursor
from forestcalc.tally.fitting import Fitting
from forestcalc.tally.model import DraftCard, Spot
from forestcalc.tally.names import official
from forestcalc.tally.questions import Question
from forestcalc.tally.session import Session
from forestcalc.tally.symbol_steps import symbol_if_needed


def take(session: Session, candidate: Candidate) -> Question | None:
    """Add a card; return the question for its tree symbol if that matters."""
    id, spot = candidate.id, candidate.spot
    if session.player.counts is not None:
        session.say(f"{shown(session.player.name)} is given by counts alone", problem=True)
        return None
    card = DraftCard(official(session.catalogue, id), id, candidate.symbol)
    if spot is None:
        return _take_host(session, replace(card, count=min(candidate.count, MOST_COPIES)))
    draft = session.draft
    draft, key = draft.single(spot.host)
    spot = replace(spot, host=key)
    if not draft.host(key).stack(spot.side, spot.slot):
        spot = replace(spot, slot=len(draft.host(key).sides.get(spot.side, ())))
    fitting = session.fitting if draft is session.draft else Fitting(draft, session.catalogue)
    placed, refusal = 0, ""
    while placed < candidate.count:
        fault = fitting.fault(id, spot, candidate.symbol)
        if fault is not None:
            refusal = fault.message
            break
        draft = draft.put(spot, card)
        placed += 1
        fitting = Fitting(draft, session.catalogue)
    if not placed:
        session.say(refusal, problem=True)
        return None
    in_slot = session.cursor.spot is not None
    session.last = (id, spot)
    words = f"{f'{placed}x ' if placed > 1 else ''}{session.name(id)} {session.place(spot, draft.host(key))}"
    session.step(draft, words, Cursor(session.cursor.player, key))
    if refusal:
        session.say(f"{placed} of {candidate.count} added: {refusal}", problem=True)
    if in_slot:
        free = [
            one for one in session.fitting.open_spots(draft.host(key)) if not draft.host(key).stack(one.side, one.slot)
        ]
        session.go_to(key, free[0] if free else None)
    if candidate.symbol is not None:
        return None
    stack = draft.host(key).stack(spot.side, spot.slot)
    position = next(at for at, one in enumerate(stack) if one.is_like(card))
    return symbol_if_needed(session, spot, position)


def _take_host(session: Session, card: DraftCard) -> Question | None:
    assert card.species is not None  # a candidate is a known card
    fault = session.fitting.fault(card.species, None, card.symbol)
    if fault is not None:
        session.say(fault.message, problem=True)
        return None
    draft, key = session.draft.add_host(session.cursor.player, card)
    session.last = (card.species, None)
    words = f"{f'{card.count}x ' if card.count > 1 else ''}{session.name(card.species)}"
    session.step(draft, words, Cursor(session.cursor.player, key))
    return symbol_if_needed(session, key, 0) if card.symbol is None else None


def can_repeat(session: Session) -> str | None:
    """Return the name of the card that can be added once more where the last one went; None if there is none."""
    if session.last is None or session.player.counts is not None:
        return None
    id, spot = session.last
    try:
        fits = spot is None or session.draft.owner(spot.host).key == session.cursor.player
        return session.name(id) if fits and session.fitting.fits(id, spot) else None
    except KeyError:  # its host is gone
        return None


def repeat(session: Session) -> Question | None:
    """Add the last card once more: into the same slot, or as one more host."""
    if session.last is None or can_repeat(session) is None:
        session.say("type a name first", problem=True)
        return None
    id, spot = session.last
    return take(session, Candidate(id, spot))


def remove(session: Session) -> None:
    """Remove what is chosen: the last card of a slot, or a host with all that lies at it."""
    host, spot = session.host, session.cursor.spot
    if host is None:
        session.say("choose what to remove first", problem=True)
        return
    if spot is not None:
        stack = host.stack(spot.side, spot.slot)
        if not stack:
            session.say(f"nothing lies {session.place(spot)}", problem=True)
            return
        remove_card(session, spot, len(stack) - 1)
        return
    remove_host(session, host.key)


def remove_card(session: Session, spot: Spot, position: int) -> None:
    """Remove one card from a slot."""
    card = session.draft.host(spot.host).stack(spot.side, spot.slot)[position]
    session.step(session.draft.take(spot, position), f"removed {session.card_name(card)} {session.place(spot)}")


def remove_host(session: Session, key: int) -> None:
    """Remove a host with all that lies at it."""
    host = session.draft.host(key)
    hosts = [one.key for one in session.player.hosts]
    at = hosts.index(key)
    # The next one takes its place under the cursor.
    following = Cursor(session.cursor.player, hosts[at + 1] if at + 1 < len(hosts) else None)
    count = sum(card.count for _, _, _, card in host.cards())
    what = f" with {count} {'card' if count == 1 else 'cards'}" if count else ""
    session.step(session.draft.remove_host(key), f"removed {session.card_name(host.card)}{what}", following)


def set_river(session: Session) -> None:
    """Lay a universal river below the chosen tree, or take it away."""
    host = session.host
    kind = (
        session.catalogue.host_kinds[session.catalogue.species(host.card.species).kind]
        if host and host.card.species
        else None
    )
    if host is None or kind is None or kind.river is None:
        session.say("a river lies only below a tree of a game that has rivers: choose one", problem=True)
        return
    draft = session.draft.set_river(host.key, not host.river)
    if host.river and any(side == "bottom" for side, _, _, _ in host.cards()):
        session.say("take the cards below the river away first", problem=True)
        return
    session.step(draft, f"{'removed the river' if host.river else 'a river'} below {session.card_name(host.card)}")
