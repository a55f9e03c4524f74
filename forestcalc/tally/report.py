"""Report: the table and its score as plain sentences, for lines that are read out as well as for the side panel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from forestcalc.diagnostics.diagnostic import shown
from forestcalc.tally.drafts import slots_at
from forestcalc.tally.live import Change, shown_points, shown_range
from forestcalc.tally.model import DraftCard, DraftHost
from forestcalc.tally.questions import Option
from forestcalc.tally.session import Session

SECTION_NAMES = {
    "trees": "Trees",
    "top": "Top",
    "bottom": "Bottom",
    "left_right": "Left/Right",
    "cave": "Cave",
}
_MOST_CHANGES = 3


def counted(number: int, word: str) -> str:
    """Return a number of things: `1 card`, `2 cards`."""
    return f"{number} {word}{'' if number == 1 else 's'}"


def symbol_name(session: Session, symbol: str) -> str:
    """Return how a tree symbol is called."""
    return session.catalogue.symbols.get(symbol, symbol)


def card_words(session: Session, card: DraftCard) -> str:
    """Return a card with count and symbol: `2x Roe Deer (birch)`."""
    symbol = f" ({symbol_name(session, card.symbol)})" if card.symbol is not None else ""
    count = f"{card.count}x " if card.count > 1 else ""
    return f"{count}{session.card_name(card)}{symbol}"


def change_words(session: Session, change: Change) -> str:
    """Return a change of a line: `+5 Chaffinch – 5: at a Beech`."""
    gain = f"{change.gain:+d}" if change.gain else "="
    name = session.name(change.id) if change.id in session.catalogue.species_ids else change.name
    return f"{gain} {name} – {change.reason}"


def step_lines(session: Session) -> Iterator[str]:
    """Yield the outcome of the last step: what was done, the total now, and which lines changed."""
    if session.message:
        yield session.message
    if session.problem:
        return
    errors = session.live.errors
    if errors:
        yield f"not legal: {errors[0].message}"
        return
    sheet = session.live.player(session.player.name)
    if sheet is None:
        return
    changes = session.changes()
    before = session.before.player(session.player.name)
    gain = sheet.min - before.min if before is not None else 0
    yield f"{shown(sheet.name)}: {shown_points(sheet.range)}{f' ({gain:+d})' if gain else ''}"
    for change in changes[:_MOST_CHANGES]:
        yield f"  {change_words(session, change)}"


def score_lines(session: Session) -> Iterator[str]:
    """Yield the totals of all players with their sections."""
    for fault in session.live.errors:
        yield f"not legal: {fault.message}"
    sheet = session.live.sheet
    if sheet is None:
        if not session.live.errors:
            yield "no forest is there to score"
        return
    for player in sheet.players:
        sections = ", ".join(
            f"{SECTION_NAMES[section]} {shown_range(value)}" for section, value in player.sections.items()
        )
        yield f"{shown(player.name)}: {shown_points(player.range)} ({sections})"
    if len(sheet.players) > 1 and sheet.winners:
        yield f"first: {', '.join(shown(name) for name in sheet.winners)}"
    for name in [player.name for player in sheet.players]:
        missing = len(session.live.open(name))
        if missing:
            yield f"{shown(name)}: {counted(missing, 'card')} without a tree symbol that matters"


def reason_lines(session: Session) -> Iterator[str]:
    """Yield every line of the player with its reason."""
    sheet = session.live.player(session.player.name)
    if sheet is None:
        yield from score_lines(session)
        return
    for line in sheet.lines:
        count = f"{line.count}x " if line.count > 1 else ""
        points = str(line.min) if line.min == line.max else f"{line.min}–{line.max}"
        name = session.name(line.id) if line.id in session.catalogue.species_ids else line.name
        yield f"{points} {count}{name}: {sheet.reason(line)}"
    yield f"{shown_range(sheet.cave_range)} {sheet.cave.card.name}: {sheet.cave_reason()}"
    yield f"{shown_range(sheet.range)} in all"


def forest_lines(session: Session, only: int | None = None) -> Iterator[str]:
    """Yield the forest of the player, a line a host; *only* one of them if given."""
    player = session.player
    if only is None:
        cave = player.cave
        if player.counts is not None:
            given = (f"{session.catalogue.counts[id]['label']} {number}" for id, number in player.counts.items())
            yield f"{shown(player.name)} is given by counts: {', '.join(given)}"
            return
        name = f" ({session.catalogue.caves[cave.id].name})" if cave is not None else ""
        in_cave = f"cave {cave.cards if cave is not None else 0}{name}"
        hosts, cards = counted(len(player.hosts), "host"), counted(player.card_count, "card")
        yield f"{shown(player.name)}: {hosts}, {cards}; {in_cave}"
    for number, host in enumerate(player.hosts, 1):
        if only in (None, host.key):
            yield f"{number} {host_words(session, host)}"


def host_words(session: Session, host: DraftHost) -> str:
    """Return a host with what lies at it: `Beech: top Chaffinch; left 2x European Hare; free right, bottom`."""
    parts = []
    free = []
    for side, slots in slots_at(host, session.catalogue).items():
        stacks = host.sides.get(side, ())
        for stack in stacks:
            parts.append(f"{side} {' and '.join(card_words(session, card) for card in stack)}")
        if len(stacks) < slots:
            free.append(side if slots - len(stacks) == 1 else f"{side} twice")
    if host.river:
        parts.append("a river below")
    if free:
        parts.append(f"free {', '.join(free)}")
    return f"{card_words(session, host.card)}: {'; '.join(parts)}"


def options_lines(options: Sequence[Option]) -> Iterator[str]:
    """Yield numbered options."""
    for number, option in enumerate(options, 1):
        yield f"{number} {option.label}{f', {option.note}' if option.note else ''}"
