"""Score: a validated game becomes a score sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from forestcalc.catalogue.model import SECTIONS
from forestcalc.scoring.plans import plan_rule
from forestcalc.scoring.sheet import Line, PlayerSheet, Range, ScoreSheet
from forestcalc.scoring.tally import Table, Tally

if TYPE_CHECKING:
    from forestcalc.game.forest import Game, Player


def score(game: Game) -> ScoreSheet:
    """Score a validated game: totals, lines, ranks, open values and the rulings that matter."""
    from forestcalc.scoring.rulings import matter  # builds on this module

    return matter(settled_sheet(game))


def settled_sheet(game: Game) -> ScoreSheet:
    """Score a game, with ranges where the file leaves tree symbols or counts open."""
    sheet = known_sheet(game)
    if any(player.counts is not None for player in game.players) or any(
        card.options for player in sheet.players for card in player.forest.cards()
    ):
        from forestcalc.scoring.ranges import settle  # most games leave nothing open

        return settle(game, sheet)
    return sheet


def known_sheet(game: Game) -> ScoreSheet:
    """Score a game by what is known, as if nothing were open: ties share a rank, the next is skipped."""
    table = Table(game.book, game.players)
    players = [player for player in game.players if player.forest is not None]
    scored = [_scored(tally) for tally in table.tallies]
    totals = [total for _, _, _, total in scored]
    sheets = tuple(
        _sheet(tally, player, one, 1 + sum(other > one[3] for other in totals))
        for tally, player, one in zip(table.tallies, players, scored, strict=True)
    )
    winners = tuple(sheet.name for sheet in sheets if sheet.rank == 1)
    return ScoreSheet(game=game, players=sheets, winners=winners, diagnostics=game.diagnostics)


def player_sheet(tally: Tally, player: Player) -> PlayerSheet:
    """Make the sheet of one forest from its tally, every value taken as known; without a rank."""
    return _sheet(tally, player, _scored(tally), None)


Scored = tuple[list[Line], list[int], int, int]


def _scored(tally: Tally) -> Scored:
    """Return lines, the points of the sections, those of the cave, and the total."""
    sections = [0, 0, 0, 0]
    lines = score_lines(tally, sections)
    cave = cave_points(tally)
    return lines, sections, cave, sum(sections) + cave


def _sheet(tally: Tally, player: Player, scored: Scored, rank: int | None) -> PlayerSheet:
    lines, sections, cave, total = scored
    ranges = {section: Range(points, points) for section, points in zip(SECTIONS, sections, strict=True)}
    of_cave = ranges["cave"] = Range(cave, cave)
    return PlayerSheet(
        name=player.name,
        player=player,
        tally=tally,
        lines=tuple(lines),
        cave=tally.forest.cave,
        cave_range=of_cave,
        sections=ranges,
        range=Range(total, total),
        rank=rank,
    )


_line = tuple.__new__  # half the time of calling the class, and a forest has dozens of lines


def score_lines(tally: Tally, sections: list[int] | None = None) -> list[Line]:
    """Score a forest: one line a species or set, by section, in it by first card.

    The points are added to *sections* too, in the order of the score pad, if a list is given.
    """
    sections = [0, 0, 0, 0] if sections is None else sections
    lines: list[Line] = []
    each: int | tuple[int, ...] | None
    for scored, section, cards, size, alike, valued in tally.forest.groups:
        if valued is None:
            each = alike(tally)
            points = each * size
        else:
            points, each = valued(tally)
        sections[section] += points
        lines.append(_line(Line, (scored, cards, points, each, None, None)))
    return lines


def cave_points(tally: Tally) -> int:
    """Return what the cave of the forest is worth."""
    cave = tally.forest.cave.card
    plan = tally.book.plans.get(cave.id)
    if plan is None:
        plan = tally.book.plans[cave.id] = plan_rule(tally.book, cave.rule)
    assert plan.shared is not None  # a cave lies at no host
    return plan.shared(tally)
