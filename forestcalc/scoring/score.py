"""Score: a validated game becomes a score sheet."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from forestcalc.catalogue.model import SECTIONS, CardSet, Species
from forestcalc.scoring.plans import plan_line, plan_rule
from forestcalc.scoring.sheet import SECTION_ORDER, Line, PlayerSheet, Range, ScoreSheet
from forestcalc.scoring.tally import Table, Tally

if TYPE_CHECKING:
    from forestcalc.game.forest import Card, Game


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
    scored = [player for player in game.players if player.forest is not None]
    sheets = [player_sheet(tally, player.name, player) for player, tally in zip(scored, table.tallies, strict=True)]
    ranked = tuple(replace(sheet, rank=1 + sum(other.min > sheet.min for other in sheets)) for sheet in sheets)
    winners = tuple(sheet.name for sheet in ranked if sheet.rank == 1)
    return ScoreSheet(game=game, players=ranked, winners=winners, diagnostics=game.diagnostics)


def player_sheet(tally: Tally, name: str, player: object) -> PlayerSheet:
    """Make the sheet of one forest from its tally, every value taken as known."""
    lines = score_lines(tally)
    cave = cave_points(tally)
    sections = {section: 0 for section in SECTIONS}
    for line in lines:
        sections[line.scored.section] += line.known
    total = sum(sections.values()) + cave
    return PlayerSheet(
        name=name,
        player=player,  # type: ignore[arg-type]
        tally=tally,
        lines=tuple(lines),
        cave=tally.forest.cave,
        cave_range=Range(cave, cave),
        sections=_ranges(sections, cave),
        range=Range(total, total),
    )


def _ranges(sections: Mapping[str, int], cave: int) -> dict[str, Range]:
    ranges = {section: Range(points, points) for section, points in sections.items()}
    ranges["cave"] = Range(cave, cave)
    return ranges


def score_lines(tally: Tally) -> list[Line]:
    """Score a forest: one line a species or set, by section, in it by first card."""
    groups: dict[Species | CardSet, list[Card]] = {}
    hosts = tally.forest.hosts
    for host in hosts:
        for card in host.cards:
            line = card.face.line
            if line in groups:
                groups[line].append(card)
            else:
                groups[line] = [card]
    book = tally.book
    known = book.plans
    lines: list[Line] = []
    for line in sorted(groups, key=_section_of):
        cards = groups[line]
        plan = known.get(line)
        if plan is None:
            plan = known[line] = plan_line(book, line)
        shared, local, once = plan
        if cards[0].by_hand is not None:
            each = tuple(card.by_hand or 0 for card in cards)
            lines.append(Line(line, cards, sum(each), each))
        elif shared is not None:
            value = shared(tally)
            if once:
                lines.append(Line(line, cards, value, None))
            elif book.has_doubling and any(card.face.factor != 1 for card in cards):
                each = tuple(value * card.face.factor for card in cards)
                lines.append(Line(line, cards, sum(each), each))
            else:
                lines.append(Line(line, cards, value * len(cards), value))
        elif local is not None:
            each = tuple(local(tally, card, hosts[card.host]) * card.face.factor for card in cards)
            lines.append(Line(line, cards, sum(each), each))
    return lines


def _section_of(line: Species | CardSet) -> int:
    return SECTION_ORDER[line.section]


def cave_points(tally: Tally) -> int:
    """Return what the cave of the forest is worth."""
    cave = tally.forest.cave.card
    plan = tally.book.plans.get(cave.id)
    if plan is None:
        plan = tally.book.plans[cave.id] = plan_rule(tally.book, cave.rule)
    assert plan.shared is not None  # a cave lies at no host
    return plan.shared(tally)
