"""A comparison as text: player by player the lines that changed, and the cards that explain it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from forestcalc.advice.cards_changed import CardChange, Where
from forestcalc.advice.compare import Comparison, LineChange, PlayerChange, WorthChange
from forestcalc.diagnostics.diagnostic import shown
from forestcalc.report.wording import Names, card_name, line_range, player_name, points_text, range_text
from forestcalc.scoring.sheet import Line, PlayerSheet

if TYPE_CHECKING:
    from rich.console import RenderableType


def render_comparison(comparison: Comparison, names: Names) -> Iterator[RenderableType]:
    """Yield the parts of the report."""
    from rich.text import Text

    if comparison.is_same:
        yield Text("nothing that scores has changed")
        return
    for setting in comparison.settings:
        yield Text(f"{setting.what}: {_plain(setting.before)} → {_plain(setting.after)}", style="yellow")
    for player in comparison.players:
        yield Text(_headline(player), style="bold")
        cards = [card for card in comparison.cards if player.name in card.change.players]
        yield from _rows(player, cards, names)
    if comparison.before.winners != comparison.after.winners:
        before, after = (
            ", ".join(map(player_name, sheet.winners)) or "open" for sheet in (comparison.before, comparison.after)
        )
        yield Text(f"first: {before} → {after}", style="bold green")


def _plain(value: object) -> str:
    return ", ".join(map(str, value)) or "none" if isinstance(value, list) else str(value)


def _headline(player: PlayerChange) -> str:
    name = player_name(player.name)
    before, after = player.before, player.after
    if before is None or after is None:
        sheet = after or before
        if sheet is None:
            old, new = map(_counts, player.counts)
            return f"{name}: {f'{new} as before' if old == new else f'{old} → {new}'}"
        return f"{name}: {points_text(sheet.range)}, only in the {'second' if before is None else 'first'}"
    if before.range == after.range:
        text = f"{name}: {points_text(after.range)} as before"
    else:
        text = f"{name}: {range_text(before.range)} → {range_text(after.range)} points{_signed(player.difference)}"
    return text if before.rank == after.rank else f"{text}, rank {_rank(before)} → {_rank(after)}"


def _counts(counts: Mapping[str, int] | None) -> str:
    if counts is None:
        return "no counts"
    return ", ".join(f"{number} {shown(what)}" for what, number in counts.items()) or "no counts"


def _rank(sheet: PlayerSheet) -> str:
    return "open" if sheet.rank is None else str(sheet.rank)


def _signed(difference: int | None) -> str:
    return "" if not difference else f" ({difference:+d})"


def _rows(player: PlayerChange, cards: list[WorthChange], names: Names) -> Iterator[RenderableType]:
    from rich.table import Table
    from rich.text import Text

    rows = [
        # A line that comes or goes without points is told by its cards.
        *(
            _line(change, player, names)
            for change in player.lines
            if change.difference != 0 or (change.before is not None and change.after is not None)
        ),
        *_cave(player, names),
        *(("", change.change.kind, _card(change, names)) for change in cards),
    ]
    if not rows:
        return
    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", no_wrap=True, min_width=6)
    table.add_column(ratio=1)
    table.add_column(ratio=3)
    for row in rows:
        table.add_row(*(Text(part) for part in row))
    yield table


def _change(difference: int) -> str:
    return f"{difference:+d}" if difference else "0"


# -- lines ------------------------------------------------------------------------------------------------------


def _line(change: LineChange, player: PlayerChange, names: Names) -> tuple[str, str, str]:
    name = card_name(change.line.id, change.line.name, names)
    before, after = change.before, change.after
    points = "?" if change.difference is None else _change(change.difference)
    if before is None or after is None:
        line, sheet = (after, player.after) if before is None else (before, player.before)
        assert line is not None  # one of them is always given
        assert sheet is not None  # the sheet that the line stands in
        word = "new" if before is None else "gone"
        return points, name, f"{word}, {range_text(line_range(line))}: {_reason(sheet, line)}"
    assert player.before is not None  # it has the line
    assert player.after is not None
    old, new = (range_text(line_range(line)) for line in (before, after))
    cards = f", {before.count} → {after.count} cards" if before.count != after.count else ""
    reasons = _reason(player.before, before), _reason(player.after, after)
    why = reasons[0] if reasons[0] == reasons[1] else f"{reasons[0]} → {reasons[1]}"
    return points, name, f"{old} → {new}{cards}: {why}" if old != new else f"{new} as before{cards}: {why}"


def _reason(sheet: PlayerSheet, line: Line) -> str:
    return sheet.reason(line).removeprefix(f"{range_text(line_range(line))}: ")


def _cave(player: PlayerChange, names: Names) -> Iterator[tuple[str, str, str]]:
    if player.before is None or player.after is None:
        return
    before, after = player.before, player.after
    old, new = (
        f"{sheet.cave.cards} in {card_name(sheet.cave.card.id, sheet.cave.card.name, names)}"
        for sheet in (before, after)
    )
    if old != new or before.cave_range != after.cave_range:
        difference = after.cave_range.min - before.cave_range.min
        yield _change(difference), "Cave", f"{old} → {new}" if old != new else new


# -- cards ------------------------------------------------------------------------------------------------------


def _card(card: WorthChange, names: Names) -> str:
    change = card.change
    name = card_name(change.card.species.id, change.card.species.name, names)
    before, after = change.before, change.after
    if before is not None and after is not None:
        return f"{name}{_from(before, after, change, names)}"
    where = after or before
    assert where is not None  # one of them is always given
    worth = f", worth {card.worth}" if card.worth is not None else ""
    along = " with everything at it" if worth and where.is_host and len(where.host.cards) > 1 else ""
    return f"{name}{_symbol(where)}, {_place(where, names)}{worth}{along}"


def _from(before: Where, after: Where, change: CardChange, names: Names) -> str:
    looks = [_symbol(where) for where in (before, after)]
    symbol = f"{looks[0] or ' (not named)'} →{looks[1] or ' (not named)'}" if looks[0] != looks[1] else looks[0]
    if change.kind == "changed":
        points = [where.card.by_hand for where in (before, after)]
        by_hand = f", {points[0]} → {points[1]} points by hand" if points[0] != points[1] else ""
        return f"{symbol}{by_hand}, {_place(after, names)}"
    whose = [f"{player_name(where.player)}'s " if before.player != after.player else "" for where in (before, after)]
    return f"{symbol}: {whose[0]}{_place(before, names)} → {whose[1]}{_place(after, names)}"


def _symbol(where: Where) -> str:
    shown = [where.card.symbol if not where.is_host else None, where.card.named_box]
    qualifiers = ", ".join(one for one in shown if one)
    return f" ({qualifiers})" if qualifiers else ""


def _place(where: Where, names: Names) -> str:
    if where.is_host:
        return f"host in line {where.card.span.line}"
    host = where.host.card
    side = "river below" if where.card.side == "river" else f"{where.card.side} of"
    line = host.span.line if where.card.side == "river" else where.card.span.line
    return f"{side} {card_name(host.species.id, host.species.name, names)} in line {line}"
