"""Live tables: the players of one game, built in Python or taken from a game that was loaded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from forestcalc.catalogue.catalogue import Catalogue, catalogue
from forestcalc.catalogue.model import CardSet, Species
from forestcalc.diagnostics.diagnostic import quoted
from forestcalc.game.forest import Cave, Game
from forestcalc.layout.players import ORDINARY_CAVE
from forestcalc.live.forest import LiveForest
from forestcalc.live.looks import Looks, looks_of
from forestcalc.live.names import CardError, Names
from forestcalc.live.standing import Standing
from forestcalc.scoring.faces import Book
from forestcalc.scoring.score import score as score_game
from forestcalc.scoring.sheet import ScoreSheet
from forestcalc.scoring.tally import Rivals


class LiveTable:
    """A game whose forests can change, with totals that follow.

    *expansions* are the boxes beside the first, *rulings* those that are decided otherwise than by default: id ->
    value. KeyError for a game, box or ruling that does not exist. Not safe to change from several threads at once.
    """

    def __init__(
        self,
        game: str | Catalogue = "forest-shuffle",
        expansions: Iterable[str] = (),
        rulings: Mapping[str, str] | None = None,
    ) -> None:
        cards = game if isinstance(game, Catalogue) else catalogue(game, tuple(expansions))
        if rulings:
            cards = cards.decided({**cards.rulings, **rulings})
        self.catalogue = cards
        self.rulings = dict(rulings or {})
        self.book, self.names, self._looks = _known(cards)
        self.rivals = Rivals([], [])
        self.changed: dict[Standing, None] = {}
        self._forests: dict[str, LiveForest] = {}
        self._counts: dict[str, Mapping[str, int]] = {}
        self._order: list[str] = []

    @classmethod
    def of(cls, game: Game) -> LiveTable:
        """Return a live table with the forests of a loaded game, which stays as it is."""
        table = cls(game.catalogue)
        table.rulings = dict(game.rulings)
        for player in game.players:
            if player.forest is None:
                table.player_by_counts(player.name, player.counts or {})
                continue
            forest = table.player(player.name)
            forest.cave = player.forest.cave
            for host in player.forest.hosts:
                live = forest.plant_named(table.names.of_card(host.card), river=host.river is not None)
                for card in host.dwellers:
                    forest.attach_named(live, table.names.of_card(card), card.side, card.slot)
        return table

    # -- players --------------------------------------------------------------------------------------------------

    @property
    def forests(self) -> tuple[LiveForest, ...]:
        """The forests in the order in which their players came."""
        return tuple(self._forests.values())

    @property
    def players(self) -> tuple[str, ...]:
        """The names of all players, those given by counts among them."""
        return tuple(self._order)

    def player(self, name: str, *, cave: int = 0, cave_card: str = ORDINARY_CAVE) -> LiveForest:
        """Add a player with an empty forest, and *cave* cards in the cave called *cave_card*; return the forest."""
        id = self.catalogue.find_cave(cave_card)
        if id is None:
            raise CardError(f"{self.catalogue.title} has no cave called {quoted(cave_card)}")
        if self.catalogue.caves[id].box not in self.catalogue.boxes:
            raise CardError(f"{quoted(self.catalogue.caves[id].name)} is a cave of a box that is not declared")
        if cave < 0:
            raise CardError("a cave cannot hold fewer than 0 cards")
        self._add(name)
        forest = self._forests[name] = LiveForest(self, name, Cave(self.catalogue.caves[id], cave))
        self._compare_anew()
        return forest

    def player_by_counts(self, name: str, counts: Mapping[str, int]) -> None:
        """Add a player who is not described in full: *counts* (as in a layout, or by id) are only compared with."""
        ids = {str(info["label"]): id for id, info in self.catalogue.counts.items()}
        known = {ids.get(word, word): number for word, number in counts.items()}
        for id in known:
            if id not in self.catalogue.counts:
                raise CardError(f"nothing compares {quoted(id)} in {self.catalogue.title}")
        self._add(name)
        self._counts[name] = known
        self.rivals.given.append(known)
        self._compare_anew()

    def _add(self, name: str) -> None:
        if name in self._order:
            raise ValueError(f"{quoted(name)} is at the table already")
        self._order.append(name)

    def _compare_anew(self) -> None:
        for forest in self._forests.values():
            forest.standing.compare(-1)

    def __getitem__(self, name: str) -> LiveForest:
        """Return the forest of the player *name*. KeyError if there is none."""
        return self._forests[name]

    # -- points ---------------------------------------------------------------------------------------------------

    @property
    def totals(self) -> dict[str, int]:
        """The total of every forest, by what is known."""
        return {name: forest.total for name, forest in self._forests.items()}

    def settle(self) -> None:
        """Work out what the changes since the last time have touched; asking for points does it by itself."""
        for standing in tuple(self.changed):
            fields = standing.count()
            if fields and len(self._forests) > 1:
                for forest in self._forests.values():
                    if forest.standing is not standing:
                        forest.standing.compare(fields)
        for standing in self.changed:
            standing.settle()
        self.changed.clear()

    def score(self) -> ScoreSheet:
        """Return the score sheet of the table as it stands: the same as of its layout, without notes on rulings.

        Everything is scored from scratch. Open tree symbols and counts make ranges.
        """
        return score_game(self.game())

    def game(self) -> Game:
        """Return the table as it stands as a game that does not change any more. Its slots are not checked."""
        from forestcalc.live.snapshot import game_of  # only when asked for

        return game_of(self)

    def to_layout(self) -> dict[str, Any]:
        """Return the table as the plain values of a layout file."""
        from forestcalc.live.written import layout_of  # only when asked for

        return layout_of(self)

    def to_yaml(self) -> str:
        """Return the table as the text of a layout file, ready for `load` and `validate`."""
        from forestcalc.live.written import layout_text  # only when asked for

        return layout_text(self.to_layout())

    def looks_of(self, line: Species | CardSet) -> Looks:
        """Return what the rule of a species or set looks at."""
        known = self._looks.get(line)
        if known is None:
            known = self._looks[line] = looks_of(self.book, line)
        return known

    def counts_of(self, name: str) -> Mapping[str, int] | None:
        """Return the counts of a player who is given by them, None for one with a forest."""
        return self._counts.get(name)


@lru_cache(maxsize=32)
def _known(cards: Catalogue) -> tuple[Book, Names, dict[Species | CardSet, Looks]]:
    """Return what all tables of a catalogue share: the book of its species, names and rules looked up so far."""
    return Book(cards), Names(cards), {}
