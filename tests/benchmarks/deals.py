"""Deals: forests of any size from real prints, the same ones for the same seed."""

from __future__ import annotations

import random

from forestcalc.catalogue.catalogue import Catalogue, catalogue
from forestcalc.catalogue.model import SIDES
from forestcalc.live import LiveForest, LiveTable

SEED = 20231
BOXES = ("alpine", "woodland-edge", "exploration")
FILLED = 0.75
"""The share of slots with a card: about as many as in a forest at the end of a game."""


class Deal:
    """Prints of all boxes of Forest Shuffle to draw from; a print is as likely as it has copies, and none runs out."""

    def __init__(self) -> None:
        self.rng = random.Random(SEED)
        self.catalogue: Catalogue = catalogue("forest-shuffle", BOXES)
        self.hosts: list[str] = []
        self.dwellers: dict[str, list[str]] = {side: [] for side in SIDES}
        for id in self.catalogue.species_ids:
            for print_ in self.catalogue.prints(id):
                where = self.hosts if print_.side == "host" else self.dwellers[print_.side]
                symbol = "" if self.catalogue.species(id).kind in ("tree", "sapling") else f"{print_.symbol}, "
                named = id if self.catalogue.species(id).face_down else f"{id} ({symbol}{print_.box})"
                where += [named] * (print_.copies or 2)

    def table(self, hosts: int, players: int = 1) -> LiveTable:
        """Deal each player a forest."""
        table = LiveTable(self.catalogue)
        for number in range(players):
            forest = table.player(f"Player {number + 1}", cave=3)
            for _ in range(hosts):
                self.plant(forest)
        return table

    def plant(self, forest: LiveForest) -> None:
        """Plant one host more, with cards on most of its sides."""
        host = forest.plant(self.rng.choice(self.hosts))
        for side, names in self.dwellers.items():
            if self.rng.random() < FILLED:
                host.attach(self.rng.choice(names), side)
