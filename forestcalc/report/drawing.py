"""The drawing of a forest, before it is text, HTML or SVG: hosts with what lies around them, and each card's points.

    drawn_forest(sheet, player, names) -> DrawnForest

Equal cards that share a slot are drawn as one with a count, and so are equal hosts with nothing attached.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from forestcalc.diagnostics.diagnostic import shown
from forestcalc.game.forest import Card, Host
from forestcalc.game.places import slots_of
from forestcalc.report.wording import Names, card_name, range_text
from forestcalc.scoring.sheet import Line, PlayerSheet, Range, ScoreSheet

TREE = "tree"
TOGETHER = "set"
"""What stands in place of the points of a card that scores only together with others."""


@dataclass(frozen=True, slots=True)
class DrawnCard:
    """One or several equal cards in one place.

    `symbol` names the tree symbol: empty for trees (their name says it), where none is known, and for cards without
    one. `is_open`: to settle a total, the file must name it. `points` are those of one card, None where it scores
    only together with others. `kind` is `dweller` or a kind of host. `line` is the line of the score sheet in which
    it is counted.
    """

    name: str
    symbol: str
    is_open: bool
    count: int
    points: Range | None
    kind: str
    line: Line

    @property
    def section(self) -> str:
        """The section of the score pad in which it is counted."""
        return self.line.section

    @property
    def label(self) -> str:
        """The name, with the number of cards where there are several: `2× Common Toad`."""
        return f"{self.count}× {self.name}" if self.count > 1 else self.name

    @property
    def symbol_text(self) -> str:
        """The tree symbol, or a question mark where it is to be named."""
        return "symbol?" if self.is_open else self.symbol

    @property
    def points_text(self) -> str:
        """The points: `5`, `3–12`, `2 × 5` for several cards that score, or `set`."""
        if self.points is None:
            return TOGETHER
        each = range_text(self.points)
        return each if self.count == 1 or self.is_zero else f"{self.count} × {each}"

    @property
    def is_zero(self) -> bool:
        """Whether it certainly scores nothing."""
        return self.points is not None and self.points.max == 0


@dataclass(frozen=True, slots=True)
class DrawnHost:
    """A host: `sides` hold for every side the slots with their cards, empty slots included; `river` lies below."""

    card: DrawnCard
    sides: Mapping[str, tuple[tuple[DrawnCard, ...], ...]]
    river: DrawnCard | None = None

    def has(self, side: str) -> bool:
        """Whether a card lies at *side*."""
        return any(self.sides.get(side, ()))


@dataclass(frozen=True, slots=True)
class DrawnForest:
    """A player's forest: `hosts` carry cards or a river, `bare` ones nothing; `together` are lines that score once."""

    player: PlayerSheet
    hosts: tuple[DrawnHost, ...]
    bare: tuple[DrawnCard, ...]
    together: tuple[Line, ...]


def drawn_forest(sheet: ScoreSheet, player: PlayerSheet, names: Names) -> DrawnForest:
    """Draw the forest of *player*, card names as *names* translates them."""
    cards = _Cards(sheet, player, names)
    hosts = player.forest.hosts
    return DrawnForest(
        player=player,
        hosts=tuple(cards.host(host) for host in hosts if host.dwellers or host.river is not None),
        bare=cards.grouped(host.card for host in hosts if not host.dwellers and host.river is None),
        together=tuple(line for line in player.lines if _scores_once(line)),
    )


def _scores_once(line: Line) -> bool:
    return line.each is None and line.each_range is None


def _card_range(line: Line, number: int) -> Range | None:
    if line.each_range is not None:
        return line.each_range[number]
    points = line.card_points(number)
    return None if points is None else Range(points, points)


class CardLines:
    """Finds for each card of a forest the line that counts it, and its number there."""

    def __init__(self, player: PlayerSheet) -> None:
        # By identity: two equal cards in a forest are still two.
        self._found = {id(card): (line, number) for line in player.lines for number, card in enumerate(line.cards)}

    def of(self, card: Card) -> tuple[Line, Range | None]:
        """Return the line of *card*, and its points: None where the line scores once for all its cards."""
        line, number = self._found[id(card)]
        return line, _card_range(line, number)


class _Cards:
    """Draws the cards of one forest."""

    def __init__(self, sheet: ScoreSheet, player: PlayerSheet, names: Names) -> None:
        self.catalogue = sheet.game.catalogue
        self.names = names
        self.lines = CardLines(player)
        self.open = {id(value.card) for value in sheet.open if value.card is not None}

    def host(self, host: Host) -> DrawnHost:
        slots = slots_of(self.catalogue, host.card.species, host.river is not None)
        (card,) = self.grouped([host.card])
        return DrawnHost(
            card=card,
            sides={
                side: tuple(
                    self.grouped(card for card in host.dwellers if card.side == side and card.slot == slot)
                    for slot in range(number)
                )
                for side, number in slots.items()
            },
            river=None if host.river is None else self.grouped([host.river])[0],
        )

    def grouped(self, cards: Iterable[Card]) -> tuple[DrawnCard, ...]:
        """Draw cards of one place, equal ones together, in the order of the first of each."""
        groups: dict[tuple[object, ...], list[Card]] = {}
        for card in cards:
            line, points = self.lines.of(card)
            same = (card.species.id, card.symbol, id(card) in self.open, points, line.id)
            groups.setdefault(same, []).append(card)
        return tuple(self._drawn(group) for group in groups.values())

    def _drawn(self, cards: Sequence[Card]) -> DrawnCard:
        card = cards[0]
        line, points = self.lines.of(card)
        symbols = self.catalogue.symbols
        has_symbol = card.symbol is not None and card.species.kind != TREE
        return DrawnCard(
            name=card_name(card.species.id, card.species.name, self.names),
            symbol=shown(symbols.get(card.symbol, card.symbol)) if has_symbol and card.symbol is not None else "",
            is_open=id(card) in self.open,
            count=len(cards),
            points=points,
            kind=card.species.kind,
            line=line,
        )
