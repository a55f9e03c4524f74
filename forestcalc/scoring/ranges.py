"""Ranges: what totals can be where tree symbols, or the counts of players not described in full, are open."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import product

from forestcalc.catalogue.model import CardSet, Species
from forestcalc.catalogue.rules import Most
from forestcalc.game.forest import Card, Game
from forestcalc.scoring.choices import Choices
from forestcalc.scoring.faces import measures_of
from forestcalc.scoring.sheet import Line, OpenValue, PlayerSheet, Range, ScoreSheet
from forestcalc.scoring.supply import supplies
from forestcalc.scoring.symbols import OpenCard, Use, open_cards, uses_of
from forestcalc.scoring.tally import tallies_of

OTHERS = "*"

Chosen = Callable[[Use], bool]


def settle(game: Game, sheet: ScoreSheet) -> ScoreSheet:
    """Return *sheet* with ranges where values are open; the same sheet where nothing is."""
    settling = _settling(game, sheet)
    return sheet if settling is None else settling.sheet()


def settled_totals(game: Game, sheet: ScoreSheet) -> list[Range]:
    """Return the ranges of the players' totals alone: a small part of the work."""
    settling = _settling(game, sheet)
    if settling is None:
        return [player.range for player in sheet.players]
    return [settling.total(number) for number in range(len(sheet.players))]


def _settling(game: Game, sheet: ScoreSheet) -> _Settling | None:
    cards = open_cards(game)
    uses = [list(uses_of(number, player)) for number, player in enumerate(sheet.players)] if cards else []
    scenarios = list(_scenarios(game, sheet))
    if not any(uses) and len(scenarios) == 1:
        return None
    return _Settling(game, sheet, cards, uses or [[] for _ in sheet.players], scenarios)


def _scenarios(game: Game, sheet: ScoreSheet) -> Iterator[tuple[PlayerSheet, ...]]:
    """Yield the sheets for every outcome of the comparisons whose numbers are not given."""
    from forestcalc.scoring.score import player_sheet

    missing = _missing_counts(game, sheet)
    if not missing:
        yield sheet.players
        return
    choices: list[list[int]] = []
    for most in missing.values():
        field = game.book.field(most.counted.filter)
        # What matters is only whom the unknown number beats.
        choices.append(sorted({0, *(player.tally.counts[field] + 1 for player in sheet.players)}))
    for numbers in product(*choices):
        tallies = tallies_of(game.book, game.players, dict(zip(missing, numbers, strict=True)))
        yield tuple(player_sheet(tally, old.player) for tally, old in zip(tallies, sheet.players, strict=True))


def _missing_counts(game: Game, sheet: ScoreSheet) -> dict[str, Most]:
    missing: dict[str, Most] = {}
    given = [player.counts for player in game.players if player.counts is not None]
    if not given:
        return missing
    for player in sheet.players:
        for line in player.lines:
            for term in line.scored.rule.terms if line.scored.rule is not None else ():
                for measure in measures_of(term):
                    if isinstance(measure, Most) and any(measure.against not in counts for counts in given):
                        missing[measure.against] = measure
    return missing


class _Settling:
    def __init__(
        self,
        game: Game,
        sheet: ScoreSheet,
        cards: Sequence[OpenCard],
        uses: Sequence[Sequence[Use]],
        scenarios: Sequence[tuple[PlayerSheet, ...]],
    ) -> None:
        self.game = game
        self.base = sheet
        self.cards = cards
        self.uses = uses
        self.scenarios = scenarios
        self.choices = Choices(sheet.players, cards, supplies(game, cards))

    def sheet(self) -> ScoreSheet:
        players = tuple(self._player(number, player) for number, player in enumerate(self.base.players))
        players = self._ranked(players)
        return replace(
            self.base,
            players=players,
            winners=tuple(player.name for number, player in enumerate(players) if self._always_first(number)),
            open=tuple(self._open_values(players)),
        )

    def _added(self, uses: Sequence[tuple[Use, int]]) -> Range:
        """Return the least and the greatest that open cards add to *uses*."""
        if not uses:
            return Range(0, 0)
        greatest = self.choices.greatest(uses).value
        least = -self.choices.greatest([(use, -sign) for use, sign in uses]).value
        return Range(least, greatest)

    def _range(self, number: int, chosen: Chosen, known: Callable[[PlayerSheet], int]) -> Range:
        added = self._added([(use, 1) for use in self.uses[number] if chosen(use)])
        values = [known(sheets[number]) for sheets in self.scenarios]
        return Range(min(values) + added.min, max(values) + added.max)

    def _player(self, number: int, player: PlayerSheet) -> PlayerSheet:
        affected = {use.line for use in self.uses[number]}
        lines = tuple(self._line(number, line, affected) for line in player.lines)
        sections: dict[str, Range] = {}
        for section, value in player.sections.items():
            if section == "cave":
                sections[section] = value
                continue

            def known(sheet: PlayerSheet, section: str = section) -> int:
                return sheet.sections[section].min

            def chosen(use: Use, section: str = section) -> bool:
                return use.line.section == section

            sections[section] = self._range(number, chosen, known)
        return player._replace(lines=lines, sections=sections, range=self.total(number))

    def total(self, number: int) -> Range:
        """Return the range of a player's total."""
        return self._range(number, lambda _: True, lambda sheet: sheet.range.min)

    def _line(self, number: int, line: Line, affected: set[Species | CardSet]) -> Line:
        position = next(at for at, other in enumerate(self.base.players[number].lines) if other.scored is line.scored)
        values = {sheets[number].lines[position].known for sheets in self.scenarios}
        if line.scored not in affected and len(values) == 1:
            return line
        of_line = self._range(number, lambda use: use.line is line.scored, lambda sheet: sheet.lines[position].known)
        each: tuple[Range, ...] | None = None
        if line.each is not None:
            each = tuple(
                self._range(
                    number,
                    lambda use, card=card: use.card is card,  # type: ignore[misc]
                    lambda sheet, at=at: sheet.lines[position].card_points(at) or 0,  # type: ignore[misc]
                )
                for at, card in enumerate(line.cards)
            )
        return line._replace(range=of_line, each_range=each)

    def _difference(self, one: int, other: int) -> Range:
        """Return the range of the lead of player *one* over player *other*."""
        uses = [(use, 1) for use in self.uses[one]] + [(use, -1) for use in self.uses[other]]
        added = self._added(uses)
        values = [sheets[one].range.min - sheets[other].range.min for sheets in self.scenarios]
        return Range(min(values) + added.min, max(values) + added.max)

    def _leads(self, number: int) -> list[Range]:
        return [self._difference(number, other) for other in range(len(self.base.players)) if other != number]

    def _ranked(self, players: tuple[PlayerSheet, ...]) -> tuple[PlayerSheet, ...]:
        self._all_leads = [self._leads(number) for number in range(len(players))]
        ranked = []
        for player, leads in zip(players, self._all_leads, strict=True):
            settled = all((lead.min < 0) == (lead.max < 0) for lead in leads)
            ranked.append(player._replace(rank=1 + sum(lead.max < 0 for lead in leads) if settled else None))
        return tuple(ranked)

    def _always_first(self, number: int) -> bool:
        return all(lead.min >= 0 for lead in self._all_leads[number])

    def _open_values(self, players: Sequence[PlayerSheet]) -> Iterator[OpenValue]:
        for number, player in enumerate(players):
            if player.total is not None or not self.uses[number]:
                continue
            yield from self._open_cards(number, player)
        if len(self.scenarios) > 1:
            for other in self.game.players:
                for against in _missing_counts(self.game, self.base):
                    if other.counts is not None and against not in other.counts:
                        label = str(self.game.catalogue.counts[against]["label"])
                        yield OpenValue(other.name, ("counts", label), None, {})

    def _open_cards(self, number: int, player: PlayerSheet) -> Iterator[OpenValue]:
        uses = [(use, 1) for use in self.uses[number]]
        greatest = self.choices.greatest(uses, by_card=True).by_card
        least = self.choices.greatest([(use, -1) for use, _ in uses], by_card=True).by_card
        values = [sheets[number].range.min for sheets in self.scenarios]
        low, high = min(values), max(values)
        counted = self._counted_symbols(number)
        for one in self.cards:
            if one.player != number:
                continue
            ranges = {
                symbol: Range(low - least[one.card][symbol], high + greatest[one.card][symbol])
                for symbol in one.card.options
                if symbol in greatest[one.card] and symbol in least[one.card]
            }
            totals = _by_symbol(ranges, counted | self._own_symbols(one.card, number))
            if self._matters(one, number, totals):
                yield OpenValue(player.name, one.card.path, one.card.species.id, totals, one.card)

    def _counted_symbols(self, number: int) -> set[str]:
        """Return the symbols that some rule of the forest counts, or may count."""
        counted: set[str] = set()
        for use in self.uses[number]:
            if use.own is not None:
                counted.update(use.own.options)
            elif use.different:
                counted.update(self.game.catalogue.symbols)
            else:
                counted.update(use.symbols)
        return counted

    def _own_symbols(self, card: Card, number: int) -> set[str]:
        return set(card.options) if any(use.own is card for use in self.uses[number]) else set()

    def _matters(self, one: OpenCard, number: int, totals: Mapping[str, Range]) -> bool:
        if any(use.own is one.card for use in self.uses[number]):
            return True
        if len(set(totals.values())) > 1:
            return True
        return any(
            use.own is not None and set(use.own.options) & set(one.card.options) and one.card.face.matches(use.filter)
            for use in self.uses[number]
        )


def _by_symbol(ranges: Mapping[str, Range], counted: set[str]) -> dict[str, Range]:
    """Keep the symbols that are counted, and fold all others into one range."""
    totals = {symbol: value for symbol, value in ranges.items() if symbol in counted}
    rest = [value for symbol, value in ranges.items() if symbol not in counted]
    if rest:
        totals[OTHERS] = Range(min(value.min for value in rest), max(value.max for value in rest))
    return totals
