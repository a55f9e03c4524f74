"""The score sheet: for every player the lines of points, the sections of the score pad, the cave and the total."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from forestcalc.catalogue.model import CardSet, Species

if TYPE_CHECKING:
    from forestcalc.diagnostics.diagnostic import Diagnostic, Path
    from forestcalc.game.forest import Card, Cave, Forest, Game, Player
    from forestcalc.scoring.tally import Tally


class Range(NamedTuple):
    """The least and the greatest value that open tree symbols or counts allow."""

    min: int
    max: int

    @property
    def value(self) -> int | None:
        """The value where both ends agree, else None."""
        return self.min if self.min == self.max else None


class Line(NamedTuple):
    """What all cards of one species, or one set, score for a player.

    `cards` stand in file order. `each` is what every card scores, or one number a card; None for a set or another
    rule that scores once, whose cards have no points of their own. `range` is given where the points are open,
    `each_range` then per card.
    """

    scored: Species | CardSet
    cards: Sequence[Card]
    known: int
    each: int | tuple[int, ...] | None
    range: Range | None = None
    each_range: tuple[Range, ...] | None = None

    @property
    def id(self) -> str:
        """The id of the species or set."""
        return self.scored.id

    @property
    def name(self) -> str:
        """The English name of the species or set."""
        return self.scored.name

    @property
    def section(self) -> str:
        """The section of the score pad in which the line stands."""
        return self.scored.section

    @property
    def count(self) -> int:  # type: ignore[override]  # a tuple's own `count` is of no use here
        """How many cards the line has."""
        return len(self.cards)

    @property
    def points(self) -> int | None:
        """The points of the line; None where they are open."""
        return self.known if self.range is None else self.range.value

    @property
    def min(self) -> int:
        """The least points possible."""
        return self.known if self.range is None else self.range.min

    @property
    def max(self) -> int:
        """The greatest points possible."""
        return self.known if self.range is None else self.range.max

    @property
    def by_hand(self) -> bool:
        """Whether the points were given by hand in the file."""
        return self.cards[0].by_hand is not None

    def card_points(self, number: int) -> int | None:
        """Return the points of the card at *number*; None in a line that scores once, or where they are open."""
        if self.each_range is not None:
            return self.each_range[number].value
        return self.each[number] if isinstance(self.each, tuple) else self.each


class PlayerSheet(NamedTuple):
    """What one player scores.

    `sections` hold the points of the score pad's rows, the cave among them. `rank` is None where open values could
    change it.
    """

    name: str
    player: Player
    tally: Tally
    lines: tuple[Line, ...]
    cave: Cave
    cave_range: Range
    sections: Mapping[str, Range]
    range: Range
    rank: int | None = None

    @property
    def total(self) -> int | None:
        """The total; None where it is open."""
        return self.range.value

    @property
    def min(self) -> int:
        """The least total possible."""
        return self.range.min

    @property
    def max(self) -> int:
        """The greatest total possible."""
        return self.range.max

    @property
    def forest(self) -> Forest:
        """The forest that was scored."""
        return self.tally.forest

    def reason(self, line: Line) -> str:
        """Say in plain words why *line* scores what it scores."""
        from forestcalc.scoring.explain import line_reason  # only when asked for

        return line_reason(self.tally, line)

    def cave_reason(self) -> str:
        """Say in plain words why the cave scores what it scores."""
        from forestcalc.scoring.explain import cave_reason  # only when asked for

        return cave_reason(self.tally)


class OpenValue(NamedTuple):
    """A card whose tree symbol, or a count, should be named to settle a total.

    `totals` gives the range of the player's total for each symbol that matters; `*` stands for all others.
    """

    player: str
    path: Path
    species: str | None
    totals: Mapping[str, Range]
    card: Card | None = None


class RulingNote(NamedTuple):
    """A ruling that matters: under another value some total changes.

    `alternatives` map that value to the changed totals, or to None where that reading makes the layout illegal.
    """

    id: str
    value: str
    alternatives: Mapping[str, Mapping[str, Range] | None]


@dataclass(frozen=True, eq=False, repr=False)
class ScoreSheet:
    """The result of a game: players in file order, those who are first whatever is chosen, and what is open."""

    game: Game
    players: tuple[PlayerSheet, ...]
    winners: tuple[str, ...]
    open: tuple[OpenValue, ...] = ()
    diagnostics: tuple[Diagnostic, ...] = ()

    @cached_property
    def rulings(self) -> tuple[RulingNote, ...]:
        """The rulings under which some total would be another one; worked out when asked for.

        Empty for a game made in Python: there is no layout to read in another way.
        """
        from forestcalc.scoring.rulings import ruling_notes  # builds on this module

        return tuple(ruling_notes(self))

    @property
    def is_open(self) -> bool:
        """Whether some total is not settled."""
        return any(sheet.total is None for sheet in self.players)

    def player(self, name: str) -> PlayerSheet:
        """Return the sheet of the player *name*. KeyError if there is none."""
        for sheet in self.players:
            if sheet.name == name:
                return sheet
        raise KeyError(name)

    def as_json(self) -> dict[str, Any]:
        """Return the machine format: plain values, ready for `json.dumps`."""
        from forestcalc.report.json_format import sheet_as_json  # only when asked for

        return sheet_as_json(self)
