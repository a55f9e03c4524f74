"""Card commands: hosts and cards, added, moved and removed in words."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from forestcalc.catalogue.model import SIDES
from forestcalc.catalogue.names import key
from forestcalc.diagnostics.diagnostic import quoted, shown
from forestcalc.tally.candidates import Candidate, Where, search
from forestcalc.tally.card_steps import remove_card, remove_host, repeat, set_river, take
from forestcalc.tally.model import DraftHost, Spot
from forestcalc.tally.moves import move_question
from forestcalc.tally.names import names
from forestcalc.tally.questions import Option, Question
from forestcalc.tally.reply import Reply, done
from forestcalc.tally.report import forest_lines
from forestcalc.tally.session import Session
from forestcalc.tally.symbol_steps import symbol_question

_MOST_OFFERED = 8
_SURE = 2
_NAMED = 3


def say_add(session: Session, text: str) -> Reply:
    """Add a host, or a card to the chosen host."""
    session.go_to(session.cursor.host)
    return _adding(session, text, Where(session.host))


def say_on_side(side: str) -> Callable[[Session, str], Reply]:
    """Return the command that adds to one side of the chosen host."""

    def run(session: Session, text: str) -> Reply:
        if session.host is None:
            session.say("add or choose a host first", problem=True)
            return done(session)
        session.go_to(session.cursor.host)
        return _adding(session, text, Where(session.host, side=side, hosts=False))

    return run


def _adding(session: Session, text: str, where: Where) -> Reply:
    """Add the cards of a list with commas, one after the other."""
    parts = [part for part in re.split(r",(?![^(]*\))", text) if part.strip()]
    if not parts:
        session.say("say which card, as in `add oak` or `top chaffinch`", problem=True)
        return done(session)
    lines: list[str] = []
    for number, part in enumerate(parts):
        if number:
            where = replace(where, host=session.host)
        reply = _adding_one(session, part, where)
        lines += reply.lines
        if session.problem or (reply.question is not None and number < len(parts) - 1):
            # The rest waits: what is asked now comes first.
            if rest := ", ".join(one.strip() for one in parts[number + 1 :]):
                lines.append(f"not added yet: {shown(rest)}")
            return Reply(tuple(lines), reply.question)
        if reply.question is not None:
            return Reply(tuple(lines), reply.question)
    return Reply(tuple(lines))


def _adding_one(session: Session, text: str, where: Where) -> Reply:
    if session.player.counts is not None:
        session.say(f"{shown(session.player.name)} is given by counts alone", problem=True)
        return done(session)
    found = search(text, where, session.fitting, session.language)
    if not found.candidates:
        session.say(found.why or f"nothing to add in {quoted(text)}", problem=True)
        return done(session)
    best = found.candidates[0]
    rivals = [one for one in found.candidates if one.rank == best.rank]
    if best.rank == 0 or len(found.candidates) == 1 or (len(rivals) == 1 and best.rank <= _SURE):
        return done(session, take(session, best))
    return Reply((), which(session, found.candidates[:_MOST_OFFERED]))


def which(session: Session, candidates: tuple[Candidate, ...]) -> Question:
    """Ask which of several cards is meant."""

    def option(candidate: Candidate) -> Option:
        note = f"{candidate.matched}, " if candidate.matched else ""
        return Option(
            session.name(candidate.id), lambda: take(session, candidate), f"{note}{session.place(candidate.spot)}"
        )

    return Question("Which card?", [option(one) for one in candidates])


def say_again(session: Session, text: str) -> Reply:
    """Add the last card once more, or *text* times."""
    times = int(text) if text.isdecimal() else 1
    question = None
    for _ in range(min(max(times, 1), 99)):
        question = repeat(session)
        if session.problem or question is not None:
            break
    return done(session, question)


def say_remove(session: Session, text: str) -> Reply:
    """Remove the card or host that *text* means."""
    spot, host = _meant(session, text)
    if spot is not None:
        remove_card(session, spot, len(session.draft.host(spot.host).stack(spot.side, spot.slot)) - 1)
    elif host is not None:
        remove_host(session, host.key)
    elif not session.problem:
        session.say("say what: `remove top`, `remove chaffinch`, `remove host`, `remove 3`", problem=True)
    return done(session)


def _meant(session: Session, text: str) -> tuple[Spot | None, DraftHost | None]:
    """Return the card or the host that is meant: a side, a number, `host`, or a name in this forest."""
    session.say("")
    host = session.host
    if not text:
        return session.cursor.spot, None
    if text == "host":
        return None, host
    side = _side(text)
    if side is not None:
        if host is not None and host.sides.get(side):
            return Spot(host.key, side, len(host.sides[side]) - 1), None
        session.say(f"nothing lies there: {side}" if host is not None else "choose a host first", problem=True)
        return None, None
    if text.isdecimal():
        return None, _numbered(session, int(text))
    ids = _ids_called(session, text)
    for one in ([host] if host is not None else []) + list(session.player.hosts):
        for side_, slot, _, card in one.cards():
            if card.species in ids:
                return Spot(one.key, side_, slot), None
    for one in session.player.hosts:
        if one.card.species in ids:
            return None, one
    session.say(f"there is no {quoted(text)} in this forest", problem=True)
    return None, None


def _ids_called(session: Session, text: str) -> set[str]:
    words = tuple(key(word) for word in text.split())
    letters = "".join(words)
    ranked = ((name.id, name.rank(letters, words)) for name in names(session.catalogue)) if letters else ()
    return {id for id, rank in ranked if rank is not None and rank <= _NAMED}


def _side(word: str) -> str | None:
    return next((side for side in SIDES if word.lower() in (side, side[0])), None)


def _numbered(session: Session, number: int) -> DraftHost | None:
    hosts = session.player.hosts
    if 1 <= number <= len(hosts):
        return hosts[number - 1]
    session.say(f"{shown(session.player.name)} has {len(hosts)} hosts", problem=True)
    return None


def say_move(session: Session, text: str) -> Reply:
    """Ask where the card or host that *text* means goes instead."""
    spot, host = _meant(session, text or "host")
    if spot is not None or host is not None:
        session.go_to(host.key if host is not None else None, spot)
        question = move_question(session)
        if question is not None:
            return Reply((), question)
    return done(session)


def say_host(session: Session, text: str) -> Reply:
    """Choose the host that *text* means."""
    if text in ("", "new", "end"):
        session.go_to(None)
        return Reply(("behind the last host: what you add now is a new host",))
    if text in ("next", "back"):
        session.step_host(1 if text == "next" else -1)
        chosen = session.host
    else:
        spot, chosen = _meant(session, text)
        if chosen is None and spot is not None:
            chosen = session.draft.host(spot.host)
    if chosen is None:
        return done(session) if session.problem else Reply(("behind the last host",))
    session.go_to(chosen.key)
    return Reply(tuple(forest_lines(session, only=chosen.key)))


def say_river(session: Session, text: str) -> Reply:
    """Lay a river below the chosen tree, or take it away; `river bend` is a card."""
    if text:
        return say_add(session, f"river {text}")
    set_river(session)
    return done(session)


def say_symbol(session: Session, text: str) -> Reply:
    """Name the symbol of the last card, or ask for the first that matters."""
    question = symbol_question(session) if not text else _symbol_of_last(session)
    if question is None:
        return done(session)
    if not text:
        return Reply((), question)
    options = question.matching(text)
    if not options:
        session.say(f"{quoted(text)} is no symbol that it may show", problem=True)
        return done(session)
    return done(session, options[0].choose())


def _symbol_of_last(session: Session) -> Question | None:
    if session.last is not None and session.last[1] is not None and session.cursor.spot is None:
        spot = session.last[1]
        hosts = [host.key for host in session.player.hosts]
        if spot.host in hosts:
            session.go_to(spot.host, spot)
    question = symbol_question(session)
    session.go_to(session.cursor.host)
    return question
