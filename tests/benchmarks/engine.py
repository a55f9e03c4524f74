"""The engine: scoring against reading the same layout as JSON, rescoring against scoring, reasons."""

from __future__ import annotations

import json
from functools import partial
from itertools import count
from statistics import median
from typing import NamedTuple

from forestcalc import score
from forestcalc.game.forest import Forest, Game
from forestcalc.live import LiveForest, LiveTable
from forestcalc.scoring.sheet import ScoreSheet
from tests.benchmarks.deals import Deal
from tests.benchmarks.timing import Work, timed, timed_each

SIZES = (5, 15, 40, 100, 400)
_CHANGES = 60


class Scored(NamedTuple):
    """Seconds for one forest of `hosts` hosts and `cards` cards, and what they are measured against.

    `json` reads its layout as JSON. `score` makes totals and lines of a game, `whole` does so beginning with its hosts
    and cards, the sorting of cards by line included. `build` names every card and plants it. `rescore` changes one card
    and asks for the total, in the middle of many changes, `rescore_most` at the slowest twentieth. `reasons` are all
    reasons of a sheet that is there.
    """

    hosts: int
    cards: int
    lines: int
    json: float
    score: float
    whole: float
    build: float
    rescore: float
    rescore_most: float
    reasons: float

    @property
    def per_json(self) -> float:
        """Scoring, in times of reading the layout as JSON."""
        return self.score / self.json

    @property
    def share(self) -> float:
        """Rescoring after one change, as a share of scoring."""
        return self.rescore / self.score


def measure(rounds: int) -> list[Scored]:
    """Measure forests of all sizes."""
    deal = Deal()
    return [_measure(deal, hosts, rounds) for hosts in SIZES]


def _measure(deal: Deal, hosts: int, rounds: int) -> Scored:
    table = deal.table(hosts)
    text = json.dumps(table.to_layout())
    game = table.game()
    sheet = score(game)
    times = timed(
        {
            "json": partial(json.loads, text),
            "score": partial(score, game),
            "whole": partial(_whole, game),
            "build": partial(_build, table),
            "reasons": partial(_reasons, sheet),
        },
        rounds=rounds,
    )
    changes = timed_each(_changes(deal, table.forests[0]), rounds=max(3, rounds // 3))
    return Scored(
        hosts=hosts,
        cards=len(sheet.players[0].forest.visible),
        lines=len(sheet.players[0].lines),
        rescore=median(changes),
        rescore_most=sorted(changes)[len(changes) * 19 // 20],
        **times,
    )


def _whole(game: Game) -> ScoreSheet:
    players = [
        player._replace(forest=Forest(player.forest.hosts, player.forest.cave))
        for player in game.players
        if player.forest is not None
    ]
    return score(game._replace(players=tuple(players)))


def _build(table: LiveTable) -> int:
    """Build the same forest card by card under the same names, and ask for its total."""
    copy = LiveTable(table.catalogue)
    forest = copy.player("A")
    for host in table.forests[0].hosts:
        planted = forest.plant(host.card.named.text)
        for card in host.dwellers:
            planted.attach(card.named.text, card.side)
    return forest.total


def _changes(deal: Deal, forest: LiveForest) -> list[Work]:
    """Return changes of one card each: in turn it becomes one of two others, so that every call changes something."""
    dwellers = [card for host in forest.hosts for card in host.dwellers]

    def change() -> Work:
        card = deal.rng.choice(dwellers)
        names = [deal.rng.choice(deal.dwellers[card.side]) for _ in range(2)]
        turn = count()

        def work() -> int:
            card.replace(names[next(turn) % 2])
            return forest.total

        return work

    return [change() for _ in range(_CHANGES)]


def _reasons(sheet: ScoreSheet) -> list[str]:
    return [player.reason(line) for player in sheet.players for line in player.lines]
