"""The tally of a forest: everything its rules count, gathered in one pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING

from forestcalc.catalogue.rules import Filter, Most
from forestcalc.scoring.faces import Book, Face

if TYPE_CHECKING:
    from forestcalc.game.forest import Card, Forest, Host, Player

_vector = attrgetter("vector")


class Tally:
    """What lies in one forest, as numbers.

    `counts` are the fields of the book, `presence` the bits of the species, `cave` the cards in the cave. What
    depends on whole hosts (full ones, rivers without fish) is worked out when a rule first asks for it.
    """

    __slots__ = ("_hosts", "book", "cave", "counts", "forest", "index", "presence", "table", "total")

    def __init__(self, book: Book, forest: Forest, index: int, table: Table) -> None:
        self.book = book
        self.forest = forest
        self.index = index
        self.table = table
        self.total = sum(map(_vector, forest.faces))
        self.counts: tuple[int, ...] = book.unpack(self.total.to_bytes(book.size, "little"))
        self.presence = forest.presence
        self.cave = forest.cave.cards
        self._hosts: dict[Filter, int] = {}

    def hosts(self, filter_: Filter, matching: dict[Face, bool] | None = None) -> int:
        """Count the hosts and rivers that match *filter_*, with its fullness or what must not lie below.

        *matching* remembers which faces match, from one tally to the next.
        """
        known = self._hosts.get(filter_)
        if known is None:
            if filter_.none_below is not None:
                known = sum([host_matches(host, filter_) for host in self.forest.hosts])
            else:
                matching = {} if matching is None else matching
                known = 0
                for host in self.forest.full_hosts if filter_.full else self.forest.hosts:
                    face = host.card.face
                    if face not in matching:
                        matching[face] = face.matches(filter_)
                    known += matching[face]
            self._hosts[filter_] = known
        return known

    def different_species(self, position: int) -> int:
        """Count the different species that match the distinct filter at *position* of the book."""
        if position in self.book.ambiguous:
            filter_ = self.book.distinct_filter(position)
            return len({face.identity for face in self.forest.faces if face.matches(filter_)})
        return (self.presence & self.book.mask(position)).bit_count()


class Table:
    """All forests of a game, for the rules that compare them.

    `assumed` gives a number for each count that a player not described in full leaves out: id of the count -> number.
    """

    __slots__ = ("alone", "assumed", "given", "tallies")

    def __init__(self, book: Book, players: Sequence[Player], assumed: Mapping[str, int] | None = None) -> None:
        self.assumed = dict(assumed or {})
        self.given = [player.counts for player in players if player.counts is not None]
        forests = [player.forest for player in players if player.forest is not None]
        self.tallies = [Tally(book, forest, number, self) for number, forest in enumerate(forests)]
        self.alone = len(forests) + len(self.given) == 1

    def has_most(self, tally: Tally, most: Most, field: int) -> bool:
        """Whether no other forest has more of what *field* counts; ties count as most."""
        own = tally.counts[field]
        if own < most.floor:
            return False
        if self.alone:
            return most.alone is None or own >= most.alone
        for other in self.tallies:
            if other.counts[field] > own:
                return False
        return all(given.get(most.against, self.assumed.get(most.against, 0)) <= own for given in self.given)

    def is_open(self, most: Most) -> bool:
        """Whether a player not described in full leaves out the number that *most* compares with."""
        return any(most.against not in given for given in self.given)


def host_matches(host: Host, filter_: Filter, scored: Card | None = None) -> int:
    """Count the host and its river as far as they match *filter_*, fullness and cards below included.

    *scored* is the card from which exclusions are seen; without one they are not looked at.
    """
    count = 0
    for one in (host.card, host.river):
        if one is None or not one.face.matches(filter_) or (filter_.full and not (host.is_full and one is host.card)):
            continue
        below = filter_.none_below
        if below is not None and any(card.side == "bottom" and card.face.matches(below) for card in host.dwellers):
            continue
        if scored is not None and (
            one is scored if filter_.excluding == "itself" else filter_.excluding and one.species is scored.species
        ):
            continue
        count += 1
    return count
