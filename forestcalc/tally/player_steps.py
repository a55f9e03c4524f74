"""Player steps: players come, go and are renamed; their caves, their counts, and the boxes on the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from forestcalc.catalogue.catalogue import catalogue
from forestcalc.diagnostics.diagnostic import shown
from forestcalc.layout.players import ORDINARY_CAVE
from forestcalc.tally.cursor import Cursor
from forestcalc.tally.live import live
from forestcalc.tally.model import DraftCave
from forestcalc.tally.session import LONGEST_NAME, Session


def set_cave(session: Session, id: str, cards: int) -> None:
    """Set the cave of the player and the number of cards in it."""
    if session.player.counts is not None:
        session.say(f"{shown(session.player.name)} is given by counts alone", problem=True)
        return
    cave = DraftCave(id, cards)
    name = session.catalogue.caves[id].name
    session.step(
        session.draft.set_cave(session.cursor.player, cave),
        f"{cards} {'card' if cards == 1 else 'cards'} in the cave{'' if id == ORDINARY_CAVE else f' {name}'}",
    )


def refusal_of_name(session: Session, name: str, but: int | None = None) -> str:
    """Return why a player cannot be called so; "" if that is fine."""
    if not name.strip():
        return "a player needs a name"
    if any(player.name == name and player.key != but for player in session.draft.players):
        return f"there is a player {shown(name)} already"
    if len(name) > LONGEST_NAME or not name.isprintable():
        return f"a name has up to {LONGEST_NAME} letters, and nothing that cannot be shown"
    return ""


def add_player(session: Session, name: str) -> None:
    """Add a player and turn to them."""
    name = name.strip()
    refusal = refusal_of_name(session, name)
    if not refusal and len(session.draft.players) >= session.catalogue.max_players:
        refusal = f"this game is for at most {session.catalogue.max_players} players"
    if refusal:
        session.say(refusal, problem=True)
        return
    draft, key = session.draft.add_player(name)
    session.step(draft, f"new player {name}", Cursor(key))


def rename_player(session: Session, name: str) -> None:
    """Call the player otherwise."""
    name = name.strip()
    refusal = refusal_of_name(session, name, session.cursor.player)
    if refusal:
        session.say(refusal, problem=True)
        return
    old = session.player.name
    if name != old:
        session.step(session.draft.rename_player(session.cursor.player, name), f"{shown(old)} is called {name} now")


def remove_player(session: Session) -> None:
    """Remove the player with the whole forest; the last one stays."""
    if len(session.draft.players) == 1:
        session.say("the last player stays", problem=True)
        return
    gone = session.player
    session.step(session.draft.remove_player(gone.key), f"removed {shown(gone.name)}")


def set_counts(session: Session, counts: Mapping[str, int] | None) -> None:
    """Give the player by counts alone, or by a forest again (None)."""
    if session.player.hosts and counts is not None:
        session.say(f"{shown(session.player.name)} has a forest; counts are for players without one", problem=True)
        return
    words = "is entered as a forest" if counts is None else "is given by counts alone"
    session.step(session.draft.set_counts(session.cursor.player, counts), f"{shown(session.player.name)} {words}")


def set_boxes(session: Session, boxes: Sequence[str]) -> None:
    """Declare these boxes beside the first; refused where cards of others lie on the table."""
    cards = catalogue(session.draft.game, tuple(boxes), tuple(sorted(session.draft.rulings.items())))
    draft = replace(session.draft, expansions=cards.expansions)
    errors = live(draft, cards).errors
    if errors and not session.live.errors:
        session.say(errors[0].message, problem=True)
        return
    for player in draft.players:
        if player.cave is not None and cards.caves[player.cave.id].box not in cards.boxes:
            session.say(f"{shown(player.name)} has the cave {cards.caves[player.cave.id].name}", problem=True)
            return
    titles = [cards.box_title(box) for box in cards.expansions]
    session.step(draft, f"boxes: {', '.join(titles) if titles else 'the first alone'}")
