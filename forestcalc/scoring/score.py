"""Score: a validated game becomes a score sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forestcalc.catalogue.model import SECTIONS
from forestcalc.scoring.plans import plan_rule
from forestcalc.scoring.sheet import Line, PlayerSheet, Range, ScoreSheet
from forestcalc.scoring.tally import Tally, tallies_of

if TYPE_CHECKING:
    from forestcalc.game.forest import Game, Player


def score(game: Game) -> ScoreSheet:
    """Score a validated game: totals, lines and ranks, with ranges where the file leaves symbols or counts open."""
    sheet = known_sheet(game)
    if _may_be_open(game):
        from forestcalc.scoring.ranges import settle  # most games leave nothing open

        return settle(game, sheet)
    return sheet


def totals(game: Game) -> list[Range]:
    """Return the totals of a game in file order, without what else a sheet holds."""
    sheet = known_sheet(game)
    if _may_be_open(game):
        from forestcalc.scoring.ranges import settled_totals  # most games leave nothing open

        return settled_totals(game, sheet)
    return [player.range for player in sheet.players]


def _may_be_open(game: Game) -> bool:
    return any([player.forest is None or player.forest.is_open for player in game.players])  # noqa: C419  faster


def known_sheet(game: Game) -> ScoreSheet:
    """Score a game by what is known, as if nothing were open: ties share a rank, the next is skipped."""
    tallies = tallies_of(game.book, game.players)
    players = [player for player in game.players if player.forest is not None]
    scored = [_scored(tally) for tally in tallies]
    totals = sorted([total for _, _, _, total in scored], reverse=True)
    sheets = [
        _sheet(tally, player, one, 1 + totals.index(one[3]))
        for tally, player, one in zip(tallies, players, scored, strict=True)
    ]
    winners = tuple([sheet.name for sheet in sheets if sheet.rank == 1])
    return ScoreSheet(game, tuple(sheets), winners, (), game.diagnostics)


def player_sheet(tally: Tally, player: Player) -> PlayerSheet:
    """Make the sheet of one forest from its tally, every value taken as known; without a rank."""
    return _sheet(tally, player, _scored(tally), None)


Scored = tuple[list[Line], list[int], int, int]


def _scored(tally: Tally) -> Scored:
    """Return lines, the points of the sections, those of the cave, and the total."""
    lines: list[Line] = []
    sections: list[int] = []
    for groups in tally.forest.groups:
        total = 0
        for line, scored, cards, size, alike, to_line in groups:
            if line is None:
                if alike is None:
                    line = to_line(tally, cards)
                    total += line[2]
                else:
                    each = alike(tally)
                    points = each * size
                    total += points
                    line = _new(Line, (scored, cards, points, each, None, None))
            else:
                total += line[2]
            lines.append(line)
        sections.append(total)
    cave = cave_points(tally)
    return lines, sections, cave, sum(sections) + cave


_new = tuple.__new__  # half the time of calling the class


def _sheet(tally: Tally, player: Player, scored: Scored, rank: int | None) -> PlayerSheet:
    lines, sections, cave, total = scored
    ranges = {section: _new(Range, (points, points)) for section, points in zip(SECTIONS, sections, strict=True)}
    of_cave = ranges["cave"] = _new(Range, (cave, cave))
    return PlayerSheet(
        player.name,
        player,
        tally,
        tuple(lines),
        tally.forest.cave,
        of_cave,
        ranges,
        _new(Range, (total, total)),
        rank,
    )


def score_lines(tally: Tally) -> list[Line]:
    """Score a forest: one line a species or set, by section, in it by first card."""
    return _scored(tally)[0]


def cave_points(tally: Tally) -> int:
    """Return what the cave of the forest is worth."""
    cave = tally.forest.cave.card
    plan = tally.book.plans.get(cave.id)
    if plan is None:
        plan = tally.book.plans[cave.id] = plan_rule(tally.book, cave.rule)
    assert plan.shared is not None  # a cave lies at no host
    return plan.shared(tally)
