"""Compare: two versions of a table, what changed in their score sheets, and the cards that explain it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from forestcalc.advice.cards_changed import CardChange, Where, cards_changed
from forestcalc.advice.trials import Trials
from forestcalc.catalogue.model import SECTIONS
from forestcalc.game.forest import Game
from forestcalc.scoring.sheet import Line, PlayerSheet, Range, ScoreSheet


@dataclass(frozen=True, slots=True, eq=False)
class LineChange:
    """A line that differs in its points or in the number of its cards; None where a version has no such line."""

    before: Line | None
    after: Line | None

    @property
    def line(self) -> Line:
        """The line, as it is in the later version that has it."""
        line = self.after or self.before
        assert line is not None  # one of them is always given
        return line

    @property
    def difference(self) -> int | None:
        """By how many points the line grew; None where either version leaves it open."""
        return difference(_line_range(self.before), _line_range(self.after))


@dataclass(frozen=True, slots=True, eq=False)
class PlayerChange:
    """A player of either version; a sheet is None where the player has no forest in that version.

    `counts` are the numbers for comparisons, of a player who is not described in full.
    """

    name: str
    before: PlayerSheet | None
    after: PlayerSheet | None
    counts: tuple[Mapping[str, int] | None, Mapping[str, int] | None]
    lines: tuple[LineChange, ...]
    sections: tuple[str, ...]

    @property
    def difference(self) -> int | None:
        """By how many points the total grew; None where a version leaves it open or has no such forest."""
        if self.before is None or self.after is None:
            return None
        return difference(self.before.range, self.after.range)

    @property
    def is_same(self) -> bool:
        """Whether nothing that scores differs."""
        before, after = self.before, self.after
        if self.counts[0] != self.counts[1] or self.lines or self.sections or (before is None) != (after is None):
            return False
        if before is None or after is None:
            return True
        return (before.cave.card.id, before.cave.cards) == (after.cave.card.id, after.cave.cards)


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """Something about the whole game that differs."""

    what: str
    before: object
    after: object


@dataclass(frozen=True, slots=True, eq=False)
class WorthChange:
    """A changed card with what it was or is worth: the total with it minus that without it; None for one that stays."""

    change: CardChange
    worth: int | None


@dataclass(frozen=True, slots=True, eq=False)
class Comparison:
    """Two score sheets and their differences: players in the order of the later version, then those who are gone."""

    before: ScoreSheet
    after: ScoreSheet
    settings: tuple[Setting, ...]
    players: tuple[PlayerChange, ...]
    cards: tuple[WorthChange, ...]

    @property
    def is_same(self) -> bool:
        """Whether nothing differs that the score sheets or the forests show."""
        return not self.settings and not self.cards and all(player.is_same for player in self.players)


def compare(before: ScoreSheet, after: ScoreSheet) -> Comparison:
    """Compare two score sheets; players are the same if they have the same name."""
    games = before.game, after.game
    names = dict.fromkeys(player.name for game in reversed(games) for player in game.players)
    changes = cards_changed(*([(player.name, player.forest) for player in sheet.players] for sheet in (before, after)))
    worth = _Worths(*games)
    return Comparison(
        before,
        after,
        tuple(_settings(*games)),
        tuple(_player(name, before, after) for name in names),
        tuple(WorthChange(change, worth.of(change)) for change in changes),
    )


def difference(before: Range | None, after: Range | None) -> int | None:
    """Return by how much a value grew, nothing counting as 0; None where either is open."""
    old, new = before or Range(0, 0), after or Range(0, 0)
    return None if old.value is None or new.value is None else new.value - old.value


def _settings(before: Game, after: Game) -> Iterator[Setting]:
    if before.name != after.name:
        yield Setting("game", before.name, after.name)
    if before.expansions != after.expansions:
        yield Setting("expansions", list(before.expansions), list(after.expansions))
    if before.name == after.name:
        for id in before.catalogue.ruling_ids:
            values = before.catalogue.rulings[id], after.catalogue.rulings[id]
            if values[0] != values[1]:
                yield Setting(f"ruling {id}", *values)


def _player(name: str, before: ScoreSheet, after: ScoreSheet) -> PlayerChange:
    old, new = (_sheet(sheet, name) for sheet in (before, after))
    counts = tuple(
        next((player.counts for player in sheet.game.players if player.name == name), None) for sheet in (before, after)
    )
    return PlayerChange(name, old, new, (counts[0], counts[1]), tuple(_lines(old, new)), tuple(_sections(old, new)))


def _sheet(sheet: ScoreSheet, name: str) -> PlayerSheet | None:
    return next((player for player in sheet.players if player.name == name), None)


def _lines(before: PlayerSheet | None, after: PlayerSheet | None) -> Iterator[LineChange]:
    old = {line.id: line for line in before.lines} if before is not None else {}
    new = {line.id: line for line in after.lines} if after is not None else {}
    position: Callable[[str], int] = lambda id: SECTIONS.index((new.get(id) or old[id]).section)  # noqa: E731
    for id in sorted(dict.fromkeys((*new, *old)), key=position):
        one, other = old.get(id), new.get(id)
        same = one is not None and other is not None and one.count == other.count
        if not same or _line_range(one) != _line_range(other):
            yield LineChange(one, other)


def _sections(before: PlayerSheet | None, after: PlayerSheet | None) -> Iterator[str]:
    for section in (*SECTIONS, "cave"):
        values = [sheet.sections[section] if sheet is not None else Range(0, 0) for sheet in (before, after)]
        if values[0] != values[1]:
            yield section


def _line_range(line: Line | None) -> Range | None:
    return None if line is None else Range(line.min, line.max)


class _Worths:
    """What cards are worth in the version that has them."""

    def __init__(self, before: Game, after: Game) -> None:
        self.games = before, after
        self._trials: dict[int, Trials] = {}

    def of(self, change: CardChange) -> int | None:
        if change.kind == "added" and change.after is not None:
            return self._worth(1, change.after)
        if change.kind == "removed" and change.before is not None:
            return self._worth(0, change.before)
        return None

    def _worth(self, version: int, where: Where) -> int:
        if version not in self._trials:
            self._trials[version] = Trials(self.games[version])
        trials = self._trials[version]
        number = trials.number_of(where.player)
        card = trials.twin(number, where.card, where.host)
        return trials.base[number].total - trials.score(number, trials.without(number, card)).total
