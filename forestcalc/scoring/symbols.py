"""Symbol uses: what the rules of a forest ask about tree symbols, for the cards whose symbol is open.

Every rule is linear in the symbols that cards show: a card showing a symbol adds its points once for each use that
counts it. The exceptions are cards that count their own symbol, which are tried out, and rules that count different
symbols at one host, where only the first card with a symbol adds anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from forestcalc.catalogue.model import CardSet, Species
from forestcalc.catalogue.rules import Count, Filter, Per
from forestcalc.game.forest import Card, Game
from forestcalc.scoring.measures import count_cards

if TYPE_CHECKING:
    from forestcalc.scoring.sheet import Line, PlayerSheet


class Use(NamedTuple):
    """Points that one scored card (or a line that scores once) gets for each card of certain symbols.

    `symbols` is empty for a rule that counts different symbols. `own` is the scored card if it counts its own, open
    symbol. `host` limits the cards to those at one host of the forest; None means the whole forest.
    """

    player: int
    line: Species | CardSet
    card: Card | None
    points: int
    filter: Filter
    symbols: tuple[str, ...]
    own: Card | None
    host: int | None
    different: bool


@dataclass(frozen=True, slots=True, eq=False)
class OpenCard:
    """A card whose symbol is open, with the player and the supply it belongs to."""

    player: int
    card: Card


def uses_of(player: int, sheet: PlayerSheet) -> Iterator[Use]:
    """Yield the uses of tree symbols in one forest."""
    for line in sheet.lines:
        rule = line.scored.rule
        if rule is None or line.by_hand:
            continue
        scored: Sequence[Card | None] = [None] if rule.once else list(line.cards)
        for term in rule.terms:
            if isinstance(term, Per):
                for measure in term.measures:
                    if isinstance(measure, Count):
                        for card in scored:
                            yield from _use(player, line, card, term.points, measure)


def _use(player: int, line: Line, card: Card | None, points: int, measure: Count) -> Iterator[Use]:
    different = measure.different == "symbols"
    if not measure.filter.symbols and not different:
        return
    factor = 1 if card is None else card.face.factor
    symbols = measure.filter.symbols
    own = None
    if "own" in symbols:
        assert card is not None  # a line that scores once has no symbol of its own: checked with the pack
        if card.options:
            own, symbols = card, ()
        else:
            symbols = (card.symbol,) if card.symbol else ()
            if not symbols:
                return
    yield Use(
        player,
        line.scored,
        card,
        points * factor,
        measure.filter._replace(symbols=()),
        symbols,
        own,
        card.host if card is not None and measure.at == "host" else None,
        different,
    )


def shown_count(sheet: PlayerSheet, use: Use, symbol: str) -> int:
    """Count the cards of the forest that are known to show *symbol* and count for *use*."""
    filter_ = use.filter._replace(symbols=(symbol,))
    hosts = sheet.forest.hosts if use.host is None else (sheet.forest.hosts[use.host],)
    assert use.card is not None  # only asked for cards that count their own symbol
    return count_cards((card for host in hosts for card in host.cards), use.card, filter_)


def shown_symbols(sheet: PlayerSheet, use: Use) -> frozenset[str]:
    """Return the symbols that are known to be shown at the host of *use*."""
    assert use.host is not None
    return frozenset(
        card.symbol for card in sheet.forest.hosts[use.host].cards if card.symbol and card.face.matches(use.filter)
    )


def open_cards(game: Game) -> list[OpenCard]:
    """Return the cards of the table whose symbol is open, in file order."""
    forests = [player.forest for player in game.players if player.forest is not None]
    return [OpenCard(number, card) for number, forest in enumerate(forests) for card in forest.cards() if card.options]
