"""The advice of `whatif` as text: a table of worths, the best cards to add, the zeros."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from forestcalc.advice.placing import Spot
from forestcalc.advice.trials import Change
from forestcalc.advice.whatif import Best, ForestAdvice, Worth, Zero
from forestcalc.catalogue.model import Species
from forestcalc.game.forest import Card
from forestcalc.report.wording import Names, card_name, player_name, points_text
from forestcalc.scoring.sheet import Range
from forestcalc.scoring.words import joined, plural

if TYPE_CHECKING:
    from rich.console import RenderableType

MOST_PLACES = 3
"""How many places are told apart where a card may go."""


def render_advice(advice: ForestAdvice, names: Names, *, notes: bool = True) -> Iterator[RenderableType]:
    """Yield the parts of the report on one forest."""
    from rich.text import Text

    yield Text(f"{player_name(advice.player)}: {points_text(advice.range)}", style="bold")
    if advice.is_open and notes:
        yield Text(
            f"  The file leaves symbols or counts open. What follows counts only what is known: "
            f"{points_text(Range(advice.known, advice.known))}.",
            style="yellow",
        )
    if advice.worths:
        yield Text("  What each card is worth: the total with it minus the total without it", style="dim")
        yield _rows(_worth_rows(advice.worths, names))
    yield Text("  One card more: the best of those still possible", style="dim")
    if advice.best:
        yield _rows((f"+{best.gain}", _called(best, names), _where(best, names)) for best in advice.best)
    else:
        yield Text("    no card that is left would gain anything")
    if advice.zeros:
        yield Text("  What scores nothing, and the single card that would change it", style="dim")
        for zero in advice.zeros:
            yield from _zero(zero, names)


def _rows(rows: Iterable[tuple[str, str, str]]) -> RenderableType:
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 1))
    table.add_column(justify="right", no_wrap=True, min_width=8)
    table.add_column(ratio=2)
    table.add_column(ratio=3)
    for number, name, remark in rows:
        style = "" if number.strip("+-0") else "dim"
        table.add_row(Text(number, style=style or "bold"), Text(name, style=style), Text(remark, style=style))
    return table


# -- worths -----------------------------------------------------------------------------------------------------


def _worth_rows(worths: Sequence[Worth], names: Names) -> Iterator[tuple[str, str, str]]:
    """Yield a row for equal cards of equal worth, the most valuable first."""
    rows: dict[tuple[int, str, str], int] = {}
    for worth in worths:
        row = (worth.points, _name(worth.card.species, names), _remark(worth, names))
        rows[row] = rows.get(row, 0) + 1
    for (points, name, remark), count in sorted(rows.items(), key=lambda row: -row[0][0]):
        each = " each" if count > 1 else ""
        yield str(points), f"{count}× {name}" if count > 1 else name, f"{each.strip()} {remark}".strip()


def _remark(worth: Worth, names: Names) -> str:
    parts = []
    if worth.along:
        parts.append(f"with {_listed(worth.along, names)}")
    if worth.scores is not None and worth.scores != worth.points and not worth.along:
        parts.append(f"scores {worth.scores} itself")
    if worth.illegal is not None:
        parts.append(f"scored though the rest would not be legal ({worth.illegal})")
    if worth.others:
        parts.append(f"without it: {_others(worth.others)}")
    return "; ".join(parts)


def _listed(cards: Sequence[Card], names: Names) -> str:
    counted: dict[str, int] = {}
    for card in cards:
        name = _name(card.species, names)
        counted[name] = counted.get(name, 0) + 1
    return joined([f"{count}× {name}" if count > 1 else name for name, count in counted.items()])


def _others(changes: Sequence[Change]) -> str:
    return joined([f"{player_name(change.player)} {change.points:+d}" for change in changes])


# -- cards to add -----------------------------------------------------------------------------------------------


def _name(species: Species, names: Names) -> str:
    return card_name(species.id, species.name, names)


def _called(best: Best, names: Names) -> str:
    qualifiers = ", ".join(part for part in (best.symbol if not best.species.is_host else None, best.box) if part)
    return f"{_name(best.species, names)} ({qualifiers})" if qualifiers else _name(best.species, names)


def _where(best: Best, names: Names) -> str:
    hosts: dict[str, dict[str, None]] = {}
    for spot in best.spots:
        side = "as a new host" if spot.host is None else f"{spot.card.side} of "
        hosts.setdefault(side, {}).setdefault("" if spot.host is None else _host(spot, names))
    parts: list[str] = []
    left = MOST_PLACES
    for side, places in hosts.items():
        named = list(places)[:left]
        left -= len(named)
        if named:
            parts.append(side + joined(named, "or"))
    rest = sum(map(len, hosts.values())) - MOST_PLACES
    if rest > 0:
        parts.append(f"{rest} more {'place' if rest == 1 else 'places'}")
    text = ", or ".join(parts)
    return f"{text}; {_others(best.others)}" if best.others else text


def _host(spot: Spot, names: Names) -> str:
    assert spot.host is not None  # asked only for cards that lie at one
    host = spot.host.card
    text = f"{_name(host.species, names)} (line {host.span.line})"
    return f"{text} beside {_listed(spot.beside, names)}" if spot.beside else text


# -- zeros ------------------------------------------------------------------------------------------------------


def _zero(zero: Zero, names: Names) -> Iterator[RenderableType]:
    from rich.padding import Padding
    from rich.text import Text

    yield Padding(Text(f"{_zeros_called(zero, names)}: {zero.reason}"), (0, 0, 0, 4), expand=False)
    texts = [
        f"one {_called(way, names)} more: +{way.line_gain} for {_zeros_called(zero, names)}"
        f"{f' ({way.gain:+d} in all)' if way.gain != way.line_gain else ''}, {_where(way, names)}"
        for way in zero.ways
    ]
    if zero.in_cave > 0:
        texts.append(f"one card more in the cave: +{zero.in_cave}")
    for text in texts or ["no single card that is left, and has a place here, changes it"]:
        yield Padding(Text(text, style="" if texts else "dim"), (0, 0, 0, 8), expand=False)


def _zeros_called(zero: Zero, names: Names) -> str:
    count, name = len(zero.cards), card_name(zero.line.id, zero.line.name, names)
    if zero.line.each is None:
        return name
    if count == 1:
        return f"1 {name}"
    scored = zero.line.scored
    if zero.line.id in names or not isinstance(scored, Species):
        return f"{count}× {name}"
    return f"{count} {scored.plural or plural(scored.name)}"
