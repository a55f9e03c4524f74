"""Trials: the table of a game with one forest changed, scored anew by the same engine.

The cards get the faces of a book that knows every card of the declared boxes, so that cards which nobody has can be
tried too. Where the file leaves something open, trials count what is known: an open tree symbol as none, a count
that is not given as 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from forestcalc.catalogue.model import CardSet, Species
from forestcalc.catalogue.rules import Most
from forestcalc.game.forest import Card, Cave, Forest, Game, Host, Player
from forestcalc.game.places import Place, places_of, slots_of
from forestcalc.scoring.faces import Book, measures_of
from forestcalc.scoring.score import cave_points, score_lines
from forestcalc.scoring.tally import Tally, tallies_of

if TYPE_CHECKING:
    from forestcalc.scoring.sheet import Line


@dataclass(frozen=True, slots=True)
class Change:
    """By how many points the total of somebody else changes."""

    player: str
    points: int


@dataclass(frozen=True, slots=True, eq=False)
class Trial:
    """One forest in a changed state: its points, by what is known, and the lines behind them."""

    total: int
    lines: tuple[Line, ...]
    tally: Tally


class Trials:
    """The forests of a game, ready to be changed and scored.

    `players` are those with a forest, in file order; all others are only compared with. `places` leads from a card
    to its place in the layout.
    """

    def __init__(self, game: Game) -> None:
        assert game.layout is not None  # every game that was read from a layout has it
        self.game = game
        self.catalogue = game.catalogue
        self.book = Book(game.catalogue)
        everyone = [self._with_faces(player) for player in game.players]
        self.players = tuple(player for player in everyone if player.forest is not None)
        self._tallies = tallies_of(self.book, everyone)
        self.places = self._places(list(places_of(game.layout, game.catalogue)))
        self.base = tuple(self.score(number, self.forest(number)) for number in range(len(self.players)))

    def _with_faces(self, player: Player) -> Player:
        if player.forest is None:
            return player
        hosts = tuple(self._host_with_faces(host) for host in player.forest.hosts)
        return player._replace(forest=Forest(hosts, player.forest.cave))

    def _host_with_faces(self, host: Host) -> Host:
        def faced(card: Card) -> Card:
            old, at = card.face, None if card is host.card else host.card.species
            face = self.book.face(old.species, old.types, old.symbol, card.side, at, under_river=old.under_river)
            return replace(card, face=face)

        return Host(
            faced(host.card),
            tuple(faced(card) for card in host.dwellers),
            None if host.river is None else faced(host.river),
            host.is_full,
        )

    def _places(self, places: Iterable[Place]) -> Mapping[Card, Place]:
        # Both follow the file: host by host, a river after its tree, then the dwellers.
        cards = [card for player in self.players for card in (player.forest.cards() if player.forest else ())]
        return dict(zip(cards, places, strict=True))

    def number_of(self, player: str) -> int:
        """Return the number of a player with a forest. KeyError if there is none."""
        for number, one in enumerate(self.players):
            if one.name == player:
                return number
        raise KeyError(player)

    def forest(self, number: int) -> Forest:
        """Return the forest of player *number* as it lies."""
        forest = self.players[number].forest
        assert forest is not None  # only players with a forest are kept
        return forest

    def twin(self, number: int, card: Card, host: Host) -> Card:
        """Return the card of the trials that stands for *card*, at *host*, of the game itself."""
        same = self.forest(number).hosts[card.host]
        return same.cards[next(at for at, other in enumerate(host.cards) if other is card)]

    # -- changed forests ----------------------------------------------------------------------------------------

    def without(self, number: int, card: Card) -> Forest:
        """Return the forest without *card*: a host goes with everything at it, a river with what lies below it."""
        forest = self.forest(number)
        host = forest.hosts[card.host]
        if card is host.card:
            left = (*forest.hosts[: card.host], *forest.hosts[card.host + 1 :])
            return Forest(tuple(_numbered(other, at) for at, other in enumerate(left)), forest.cave)
        gone = {card, *self.goes_with(host, card)}
        return self._with_host(
            forest,
            card.host,
            tuple(other for other in host.dwellers if other not in gone),
            None if card is host.river else host.river,
        )

    def goes_with(self, host: Host, card: Card) -> tuple[Card, ...]:
        """Return what cannot stay at *host* without *card*, whatever the slot rules say."""
        if card is host.card:
            return host.cards[1:]
        if card is host.river:
            return tuple(other for other in host.dwellers if other.side == "bottom")
        return ()

    def with_dweller(self, number: int, card: Card) -> Forest:
        """Return the forest with *card* at the host and in the slot that it names."""
        forest = self.forest(number)
        host = forest.hosts[card.host]
        return self._with_host(forest, card.host, (*host.dwellers, card), host.river)

    def with_host(self, number: int, card: Card) -> Forest:
        """Return the forest with *card* as one host more, the last."""
        forest = self.forest(number)
        return Forest((*forest.hosts, Host(card)), forest.cave)

    def with_cave_card(self, number: int) -> Forest:
        """Return the forest with one card more in the cave."""
        forest = self.forest(number)
        return Forest(forest.hosts, Cave(forest.cave.card, forest.cave.cards + 1))

    def _with_host(self, forest: Forest, at: int, dwellers: tuple[Card, ...], river: Card | None) -> Forest:
        old = forest.hosts[at]
        slots = slots_of(self.catalogue, old.card.species, river is not None)
        taken = {(card.side, card.slot) for card in dwellers}
        host = Host(old.card, dwellers, river, is_full=len(taken) == sum(slots.values()))
        return Forest((*forest.hosts[:at], host, *forest.hosts[at + 1 :]), forest.cave)

    # -- scores -------------------------------------------------------------------------------------------------

    def score(self, number: int, forest: Forest) -> Trial:
        """Score *forest* as that of player *number*, all others as they are."""
        rivals = self._tallies[number].rivals
        tally = Tally(self.book, forest, number, rivals)
        tally.rivals = rivals.with_counts(number, tally.counts)
        lines = tuple(score_lines(tally))
        return Trial(sum(line.known for line in lines) + cave_points(tally), lines, tally)

    def others(self, number: int, trial: Trial) -> tuple[Change, ...]:
        """Return whose total changes when player *number* has the forest of *trial*: by a majority won or lost."""
        changes = []
        for at, player in enumerate(self.players):
            if at == number or not self._compares(at, number, trial.tally):
                continue
            tally = Tally(self.book, self.forest(at), at, trial.tally.rivals)
            total = sum(line.known for line in score_lines(tally)) + cave_points(tally)
            if total != self.base[at].total:
                changes.append(Change(player.name, total - self.base[at].total))
        return tuple(changes)

    def _compares(self, at: int, number: int, tally: Tally) -> bool:
        """Whether a rule of player *at* compares numbers that differ between both states of forest *number*."""
        before, after = self._tallies[number].counts, tally.counts
        return any(before[field] != after[field] for field in self._most_fields(at))

    def _most_fields(self, at: int) -> set[int]:
        return {
            self.book.field(measure.counted.filter)
            for line in self.base[at].lines
            for measure in measures_in(line.scored)
            if isinstance(measure, Most)
        }


def measures_in(line: Species | CardSet) -> tuple[object, ...]:
    """Return every measure that the rule of a species or set looks at."""
    if line.rule is None:
        return ()
    return tuple(measure for term in line.rule.terms for measure in measures_of(term))


def _numbered(host: Host, at: int) -> Host:
    """Return the same host as number *at* of its forest."""
    if host.card.host == at:
        return host
    return Host(
        replace(host.card, host=at),
        tuple(replace(card, host=at) for card in host.dwellers),
        None if host.river is None else replace(host.river, host=at),
        host.is_full,
    )
