"""The score sheet as Markdown, for pasting: the score pad, the winner, and with *explain* every line's reason."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from forestcalc.diagnostics.diagnostic import shown
from forestcalc.report.wording import (
    SECTION_LABELS,
    Names,
    card_name,
    counted_texts,
    line_range,
    open_texts,
    player_name,
    points_text,
    range_text,
    rank_text,
    reason,
    ruling_texts,
    title,
    verdict,
)
from forestcalc.scoring.sheet import PlayerSheet, ScoreSheet

_SPECIAL = re.compile(r"[\\`*_{}\[\]|~#$!^=]")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
# What begins a list where a line or an item of a list begins.
_BULLET = re.compile(r"\A([0-9]*)([-+.)])")
# Bare addresses become links in many dialects; so they do not.
_ADDRESS = re.compile(r"(?i)\b(www)\.|:(?=//)|\b(mailto|xmpp):")


def safe(text: str) -> str:
    """Return *text* for any place inside a line, a table's cell included: nothing in it is markup."""
    text = _SPECIAL.sub(r"\\\g<0>", shown(text, 2000)).translate(_ENTITIES)
    return _ADDRESS.sub(lambda found: found[0][:-1] + f"&#{ord(found[0][-1])};", text)


def safe_at_start(text: str) -> str:
    """Return *text* for the beginning of a line or of an item of a list: nothing in it is markup."""
    return _BULLET.sub(r"\1\\\2", safe(text).lstrip())


def render_markdown(
    sheet: ScoreSheet, names: Names, *, where: str = "", packs: Sequence[str] = (), explain: bool, notes: bool
) -> str:
    """Return a game as Markdown, with *explain* the lines, with *notes* the rulings that matter.

    *where* names its file and stands below the heading unless it is empty; *packs* describe those that it uses.
    """
    return "\n".join(_blocks(sheet, names, where, packs, explain=explain, notes=notes))


def _blocks(
    sheet: ScoreSheet, names: Names, where: str, packs: Sequence[str], *, explain: bool, notes: bool
) -> Iterator[str]:
    yield f"## {safe(title(sheet.game))}\n"
    if where:
        yield f"{safe_at_start(where)}\n"
    yield _pad(sheet)
    yield f"**{safe(verdict(sheet))}**\n"
    yield from _list("", [*counted_texts(sheet.game), *(f"with the pack {pack}" for pack in packs)])
    if explain:
        for player in sheet.players:
            yield f"### {safe(player_name(player.name))}: {points_text(player.range)}\n"
            yield _lines(player, names)
    yield from _list("To settle the totals, name the tree symbol of:\n", open_texts(sheet, names))
    if notes:
        yield from _list("", (text for note in sheet.rulings for text in ruling_texts(note)))


def _pad(sheet: ScoreSheet) -> str:
    players = sheet.players
    rows: list[Sequence[str]] = [
        (label, *(range_text(player.sections[section]) for player in players)) for section, label in SECTION_LABELS
    ]
    rows.append(("**Total**", *(f"**{range_text(player.range)}**" for player in players)))
    if len(players) > 1:
        rows.append(("Rank", *(rank_text(player) for player in players)))
    return _table(("", *(safe(player_name(player.name)) for player in players)), "l" + "r" * len(players), rows)


def _lines(player: PlayerSheet, names: Names) -> str:
    rows: list[Sequence[str]] = []
    labels = dict(SECTION_LABELS)
    for line in player.lines:
        count = f"{line.count}× " if line.count > 1 else ""
        name = f"{count}{safe(card_name(line.id, line.name, names))}"
        rows.append((labels[line.section], name, range_text(line_range(line)), safe(reason(player, line))))
    cave = card_name(player.cave.card.id, player.cave.card.name, names)
    rows.append((labels["cave"], safe(cave), range_text(player.cave_range), safe(player.cave_reason())))
    return _table(("Section", "Card", "Points", "Reason"), "llrl", rows)


def _table(head: Sequence[str], align: str, rows: Iterable[Sequence[str]]) -> str:
    rule = ("---" if one == "l" else "---:" for one in align)
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, tuple(rule), *rows))


def _list(lead: str, texts: Iterable[str]) -> Iterator[str]:
    items = "".join(f"- {safe_at_start(text)}\n" for text in texts)
    if items:
        yield lead + ("\n" if lead else "") + items
