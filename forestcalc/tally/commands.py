"""Commands: what can be said in words, in the plain mode and behind a colon on the full screen."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from forestcalc.catalogue.model import SIDES
from forestcalc.diagnostics.diagnostic import shown
from forestcalc.tally.card_commands import (
    say_add,
    say_again,
    say_host,
    say_move,
    say_on_side,
    say_remove,
    say_river,
    say_symbol,
)
from forestcalc.tally.player_commands import say_boxes, say_cave, say_counts, say_drop, say_player, say_rename
from forestcalc.tally.reply import Reply, done
from forestcalc.tally.report import score_lines
from forestcalc.tally.session import Session
from forestcalc.tally.view_commands import say_explain, say_find, say_open_symbols, say_score, say_show


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its words, how it is used, what it does."""

    words: tuple[str, ...]
    usage: str
    help: str
    run: Callable[[Session, str], Reply]


def execute(session: Session, line: str) -> Reply:
    """Carry out one line. What is no command is taken for a card to add."""
    line = line.strip()
    if not line:
        return Reply()
    word, _, rest = line.partition(" ")
    command = _command(word)
    return command.run(session, rest.strip()) if command is not None else say_add(session, line)


def is_command(line: str) -> bool:
    """Whether *line* begins with the word of a command."""
    return _command(line.strip().partition(" ")[0]) is not None


def command_hint(line: str) -> str:
    """Say which commands *line* may become."""
    word, space, _ = line.lstrip().lower().partition(" ")
    known = _command(word)
    if known is not None:
        return f":{known.usage} – {known.help}"
    found = [one for one in COMMANDS if word and not space and any(name.startswith(word) for name in one.words)]
    if found:
        return ", ".join(f":{one.usage}" for one in found)
    return "there is no such command; `:help` lists all" if word else "a command in words, as in `:rename Boris`"


def _command(word: str) -> Command | None:
    return next((one for one in COMMANDS if word.lower() in one.words), None)


def _undo(session: Session, _: str) -> Reply:
    session.undo()
    return done(session)


def _redo(session: Session, _: str) -> Reply:
    session.redo()
    return done(session)


def _save(session: Session, _: str) -> Reply:
    if session.save():
        return Reply((f"saved: {shown(str(session.document.path), 200)}",))
    return done(session)


def _quit(session: Session, _: str) -> Reply:
    session.close()
    lines = score_lines(session)
    return Reply((*lines, f"saved: {shown(str(session.document.path), 200)}"), ends=True)


def _help(_: Session, text: str) -> Reply:
    if text:
        found = [one for one in COMMANDS if text in one.words]
        return Reply(tuple(f"{one.usage}: {one.help}" for one in found) or ("there is no such command",))
    return Reply(
        (
            *(f"{one.usage}: {one.help}" for one in COMMANDS),
            "A few letters of a name in any language are enough; a tree symbol follows: roe deer (birch).",
        )
    )


COMMANDS = (
    Command(("add", "a"), "add NAME", "add a host, or a card to the chosen host; `add` may be left out", say_add),
    *(
        Command(
            (side, side[0]),
            f"{side} NAME",
            f"add to the {side} of the chosen host",
            say_on_side(side),
        )
        for side in SIDES
    ),
    Command(("again", "more"), "again [NUMBER]", "the last card once more, in the same slot", say_again),
    Command(("host", "h"), "host NUMBER or NAME", "choose a host; `host` alone is behind the last", say_host),
    Command(("remove", "delete"), "remove WHAT", "a side, a name, a number of a host, or `host`", say_remove),
    Command(("move",), "move WHAT", "ask where a card or host goes instead", say_move),
    Command(("symbol",), "symbol [NAME]", "name the symbol of the last card, or the first that matters", say_symbol),
    Command(("river",), "river", "a universal river below the chosen tree, or none again", say_river),
    Command(("cave", "c"), "cave NUMBER [NAME]", "cards in the cave, and which cave it is", say_cave),
    Command(("player", "p"), "player [NAME]", "turn to a player, or add one; alone: list them", say_player),
    Command(("rename",), "rename NAME", "call the player otherwise", say_rename),
    Command(("drop",), "drop", "remove the player with the whole forest", say_drop),
    Command(
        ("counts",), "counts NAME NUMBER ...", "give the player by counts alone; `counts none` ends it", say_counts
    ),
    Command(("box", "boxes"), "box [NAME]", "declare a box, or take that back; alone: list them", say_boxes),
    Command(("score", "s"), "score", "totals and sections of all players", say_score),
    Command(("explain",), "explain", "every line of the player with its reason", say_explain),
    Command(("show",), "show", "the forest of the player, host by host", say_show),
    Command(("find",), "find LETTERS", "which cards that may mean, without adding one", say_find),
    Command(("open",), "open", "cards whose tree symbol would settle the total", say_open_symbols),
    Command(("undo", "u"), "undo", "take the last step back", _undo),
    Command(("redo",), "redo", "do it again", _redo),
    Command(("save",), "save", "all is saved after each step; this says where", _save),
    Command(("help", "?"), "help [COMMAND]", "this list", _help),
    Command(("quit", "q", "exit"), "quit", "end; nothing is lost", _quit),
)
