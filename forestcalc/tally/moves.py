"""Moves: where a card or a host can go instead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from forestcalc.diagnostics.diagnostic import shown
from forestcalc.tally.drafts import slots_at
from forestcalc.tally.fitting import Fitting
from forestcalc.tally.model import DraftPlayer, Spot
from forestcalc.tally.questions import Option, Question
from forestcalc.tally.session import Session


def move_question(session: Session) -> Question | None:
    """Ask where the chosen card goes: the last of a slot, or a host with all that lies at it."""
    host, spot = session.host, session.cursor.spot
    if host is None or (spot is not None and not host.stack(spot.side, spot.slot)):
        session.say("choose a card or a host to move first", problem=True)
        return None
    if spot is None:
        options = list(_for_host(session, host.key))
        name = session.card_name(host.card)
    else:
        position = len(host.stack(spot.side, spot.slot)) - 1
        options = list(_for_card(session, spot, position))
        name = session.card_name(host.stack(spot.side, spot.slot)[position])
    if not options:
        session.say(f"there is no other place for {name}", problem=True)
        return None
    return Question(f"Where does {name} go?", options)


def _for_host(session: Session, key: int) -> Iterator[Option]:
    here = session.player
    name = session.card_name(session.draft.host(key).card)
    hosts = [host for host in here.hosts if host.key != key]
    for at, host in enumerate([*hosts, None]):
        if at == next(number for number, one in enumerate(here.hosts) if one.key == key):
            continue
        where = f"before {session.card_name(host.card)}" if host is not None else "behind the last"
        yield Option(f"{where} ({at + 1})", _moving_host(session, key, here, at, f"{name} {where}"))
    for player in session.draft.players:
        if player.key != here.key and player.counts is None:
            whom = shown(player.name)
            yield Option(whom, _moving_host(session, key, player, len(player.hosts), f"{name} goes to {whom}"))


def _moving_host(session: Session, key: int, player: DraftPlayer, at: int, words: str) -> Callable[[], None]:
    def choose() -> None:
        session.step(session.draft.move_host(key, player.key, at), words)

    return choose


def _for_card(session: Session, spot: Spot, position: int) -> Iterator[Option]:
    card = session.draft.host(spot.host).stack(spot.side, spot.slot)[position]
    if card.species is None:
        return
    rest = session.draft.take(spot, position)
    fitting = Fitting(rest, session.catalogue)
    sides = {side for print_ in session.catalogue.prints(card.species) for side in print_.side.split("/")}
    for player in rest.players:
        whose = "" if player.key == session.cursor.player else f"{shown(player.name)}: "
        for number, host in enumerate(player.hosts, 1):
            for place in fitting.open_spots(host):
                same = place.host == spot.host and place.side == spot.side
                if place.side not in sides or same or not fitting.fits(card.species, place, card.symbol):
                    continue
                slot = f" {place.slot + 1}" if slots_at(host, session.catalogue)[place.side] > 1 else ""
                label = f"{whose}{number} {session.card_name(host.card)}, {place.side}{slot}"
                yield Option(label, _moving_card(session, spot, position, place, label))


def _moving_card(session: Session, spot: Spot, position: int, place: Spot, label: str) -> Callable[[], None]:
    def choose() -> None:
        card = replace(session.draft.host(spot.host).stack(spot.side, spot.slot)[position], count=1)
        draft, key = session.draft.take(spot, position).single(place.host)
        session.step(draft.put(replace(place, host=key), card), f"{session.card_name(card)} goes to {label}")

    return choose
