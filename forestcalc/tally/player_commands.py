"""Player commands: caves, players, counts and boxes in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from forestcalc.catalogue.names import key, near
from forestcalc.diagnostics.diagnostic import quoted, shown
from forestcalc.layout.players import ORDINARY_CAVE
from forestcalc.tally.live import shown_range
from forestcalc.tally.player_steps import add_player, remove_player, rename_player, set_boxes, set_cave, set_counts
from forestcalc.tally.questions import Question
from forestcalc.tally.reply import Reply, done
from forestcalc.tally.session import Session

MOST_CARDS = 999
_NUMBER_AND_NAME = re.compile(r"(\d{1,6})(?:\s+(.+))?|(.+?)\s+(\d{1,6})", re.DOTALL)


def _cave_said(session: Session, text: str) -> None:
    """Set the cave as *text* says: `5`, `5 bat cave`, `bat cave 5`, `bat cave`."""
    now = session.player.cave
    cards = now.cards if now is not None else 0
    text = text.strip()
    id = None if text.isdecimal() else _cave_called(session, text)  # some caves have a number for a name
    if id is None and (match := _NUMBER_AND_NAME.fullmatch(text)):
        cards = int(match[1] or match[4])
        name = match[2] or match[3]
        id = _cave_called(session, name) if name else now.id if now is not None else ORDINARY_CAVE
    if id is None:
        session.say(f"there is no cave called {quoted(text)}; say a number, as in `5`", problem=True)
    elif cards > MOST_CARDS:
        session.say(f"no cave holds {cards} cards", problem=True)
    else:
        set_cave(session, id, cards)


def _cave_called(session: Session, text: str) -> str | None:
    cards = session.catalogue
    letters = key(text)
    known = [(name, id) for name, ids in cards.cave_index.items() for id in ids if cards.caves[id].box in cards.boxes]
    tests: tuple[Callable[[str], bool], ...] = (
        lambda name: name == letters,
        lambda name: len(letters) > 1 and name.startswith(letters),
        lambda name: len(letters) > 2 and letters in name,
    )
    return next((id for test in tests for name, id in known if test(name)), None)


def say_cave(session: Session, text: str) -> Reply:
    """Set the cave, or ask for it."""
    if not text:
        return Reply((), cave_question(session))
    _cave_said(session, text)
    return done(session)


def cave_question(session: Session) -> Question:
    """Ask how many cards the cave holds, and which cave it is if it is no ordinary one."""

    def answer(text: str) -> None:
        if text.strip():
            _cave_said(session, text)

    others = [cave.name for cave in session.catalogue.caves.values() if cave.box in session.catalogue.boxes][1:]
    help_ = f"also {', '.join(others)}: `5 {others[0]}`" if others else ""
    now = session.player.cave
    text = str(now.cards) if now is not None else ""
    return Question(f"How many cards are in {shown(session.player.name)}'s cave?", answer=answer, text=text, help=help_)


def say_player(session: Session, text: str) -> Reply:
    """Turn to a player, add one, or list them."""
    if not text:
        return Reply(tuple(_players(session)))
    chosen = next((player for player in session.draft.players if player.name == text), None) or next(
        (player for player in session.draft.players if key(player.name) == key(text) != ""), None
    )
    if chosen is None:
        add_player(session, text)
        return done(session)
    session.go_to_player(chosen.key)
    hosts = len(chosen.hosts)
    where = "given by counts" if chosen.counts is not None else f"{hosts} {'host' if hosts == 1 else 'hosts'}"
    return Reply((f"now {shown(chosen.name)}: {where}",))


def _players(session: Session) -> Iterator[str]:
    for player in session.draft.players:
        sheet = session.live.player(player.name)
        total = f"{shown_range(sheet.range)} points" if sheet is not None else "no total"
        if player.counts is not None:
            total = "given by counts"
        now = " (now)" if player.key == session.cursor.player else ""
        yield f"{shown(player.name)}: {total}{now}"


def say_rename(session: Session, text: str) -> Reply:
    """Call the player otherwise."""
    rename_player(session, text)
    return done(session)


def say_drop(session: Session, _: str) -> Reply:
    """Remove the player."""
    remove_player(session)
    return done(session)


def say_counts(session: Session, text: str) -> Reply:
    """Give the player by counts alone, or end that."""
    if not session.catalogue.counts:
        session.say("this game compares nothing that could be counted", problem=True)
        return done(session)
    if text == "none":
        set_counts(session, None)
        return done(session)
    labels = {key(str(info["label"])): id for id, info in session.catalogue.counts.items()}
    counts: dict[str, int] = {}
    for word, number in re.findall(r"([^\d,]+?)\s*:?\s*(\d{1,3})", text):
        id = next((id for label, id in labels.items() if key(word) and label.startswith(key(word))), None)
        if id is None:
            session.say(f"{quoted(word.strip())} is not compared", problem=True)
            return done(session)
        counts[id] = int(number)
    if not counts:
        known = ", ".join(str(info["label"]) for info in session.catalogue.counts.values())
        session.say(f"say a number for each of: {known}", problem=True)
        return done(session)
    set_counts(session, counts)
    return done(session)


def say_boxes(session: Session, text: str) -> Reply:
    """Declare a box, take that back, or list them."""
    cards = session.catalogue
    if not text:
        declared = [cards.box_title(box) for box in cards.boxes]
        others = [cards.box_title(box) for box in cards.all_boxes if box not in cards.boxes]
        lines = [f"boxes: {', '.join(declared)}"]
        return Reply((*lines, f"not declared: {', '.join(others)}") if others else tuple(lines))
    box = cards.find_box(text)
    if box is None:
        close = near(text, cards.box_index, 1)
        hint = f"; did you mean {close[0]}?" if close else f"; there are {', '.join(cards.all_boxes)}"
        session.say(f"there is no box {quoted(text)}{hint}", problem=True)
        return done(session)
    if box == cards.all_boxes[0]:
        session.say("the first box is always there", problem=True)
        return done(session)
    set_boxes(session, [one for one in cards.all_boxes[1:] if (one in cards.boxes) != (one == box)])
    return done(session)
