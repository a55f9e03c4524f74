"""The tally of a forest: everything its rules count, gathered in one pass."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from forestcalc.catalogue.rules import Filter, Most
from forestcalc.scoring.faces import Book, Face

if TYPE_CHECKING:
    from forestcalc.game.forest import Card, Forest, Host, Player


class Tally:
    """What lies in one forest, as numbers.

    `counts` are the fields of the book, `presence` the bits of the species, `cave` the cards in the cave. What
    depends on whole hosts (full ones, rivers without fish) is worked out when a rule first asks for it. `rivals` is
    what the other forests are compared by.
    """

    __slots__ = ("_hosts", "book", "cave", "counts", "forest", "index", "presence", "rivals", "total")

    def __init__(self, book: Book, forest: Forest, index: int, rivals: Rivals) -> None:
        self.book = book
        self.forest = forest
        self.index = index
        self.rivals = rivals
        self.total = forest.vector
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


class Rivals:
    """What the rules that compare forests know of a table: numbers alone, so that no tally hangs on another.

    `counts` are those of every forest, by its index, `given` those of the players not described in full. `assumed`
    gives a number for each count that these leave out: id of the count -> number.
    """

    __slots__ = ("assumed", "counts", "given")

    def __init__(
        self, counts: list[tuple[int, ...]], given: list[Mapping[str, int]], assumed: Mapping[str, int] | None = None
    ) -> None:
        self.counts = counts
        self.given = given
        self.assumed = assumed or {}

    @property
    def alone(self) -> bool:
        """Whether there is nobody to compare with."""
        return len(self.counts) + len(self.given) == 1

    def with_counts(self, index: int, counts: tuple[int, ...]) -> Rivals:
        """Return the same with other counts of the forest at *index*."""
        return Rivals([*self.counts[:index], counts, *self.counts[index + 1 :]], self.given, self.assumed)

    def has_most(self, own: int, most: Most, field: int) -> bool:
        """Whether no forest has more than *own* of what *field* counts; ties count as most."""
        if own < most.floor:
            return False
        if self.alone:
            return most.alone is None or own >= most.alone
        for counts in self.counts:
            if counts[field] > own:
                return False
        return all(given.get(most.against, self.assumed.get(most.against, 0)) <= own for given in self.given)

    def is_open(self, most: Most) -> bool:
        """Whether a player not described in full leaves out the number that *most* compares with."""
        return any(most.against not in given for given in self.given)


def tallies_of(book: Book, players: Sequence[Player], assumed: Mapping[str, int] | None = None) -> list[Tally]:
    """Tally every forest of a table; see `Rivals` for what is *assumed*."""
    forests = [player.forest for player in players if player.forest is not None]
    rivals = Rivals([], [player.counts for player in players if player.counts is not None], assumed)
    tallies = [Tally(book, forest, number, rivals) for number, forest in enumerate(forests)]
    rivals.counts += [tally.counts for tally in tallies]
    return tallies


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
