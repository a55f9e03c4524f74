"""View commands: the score, its reasons, the forest and what is missing, in words."""

from __future__ import annotations

from forestcalc.tally.candidates import Where, search
from forestcalc.tally.card_commands import which
from forestcalc.tally.live import entry_at, shown_range
from forestcalc.tally.reply import Reply
from forestcalc.tally.report import forest_lines, options_lines, reason_lines, score_lines
from forestcalc.tally.session import Session


def say_score(session: Session, _: str) -> Reply:
    """Tell the totals of all players."""
    return Reply(tuple(score_lines(session)))


def say_explain(session: Session, _: str) -> Reply:
    """Tell every line of the player with its reason."""
    return Reply(tuple(reason_lines(session)))


def say_show(session: Session, _: str) -> Reply:
    """Tell the forest of the player."""
    return Reply(tuple(forest_lines(session)))


def say_find(session: Session, text: str) -> Reply:
    """Tell which cards *text* may mean."""
    found = search(text, Where(session.host), session.fitting, session.language)
    if not found.candidates:
        return Reply((found.why or "say some letters of a name",))
    return Reply(tuple(options_lines(which(session, found.candidates).options)))


def say_open_symbols(session: Session, _: str) -> Reply:
    """Tell which tree symbols would settle the total."""
    lines = []
    for one in session.live.open(session.player.name):
        placed = entry_at(session.draft, session.cursor.player, one.path)
        if placed is not None:
            where = session.place(placed.spot) if placed.spot is not None else "as a host"
            totals = ", ".join(
                f"{'another' if symbol == '*' else symbol}: {shown_range(total)}"
                for symbol, total in one.totals.items()
            )
            lines.append(f"{session.card_name(placed.card)} {where}: {totals}")
    return Reply(tuple(lines) or ("no tree symbol is missing that matters",))
