"""Live tallies: what lies in a live forest as numbers, kept up to date instead of gathered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, cast

from forestcalc.catalogue.rules import Filter
from forestcalc.game.forest import Forest, Host
from forestcalc.scoring.faces import Book, Face
from forestcalc.scoring.tally import Rivals, Tally, host_matches

if TYPE_CHECKING:
    from forestcalc.live.forest import LiveForest
    from forestcalc.live.hosts import LiveHost


class LiveTally(Tally):
    """The tally of a live forest as of the last time that its points were worked out."""

    __slots__ = ("_asks_below", "_matched", "live")

    def __init__(self, book: Book, live: LiveForest, rivals: Rivals) -> None:
        self.book = book
        self.live = live
        # A live forest offers all that a rule asks of a forest.
        self.forest = cast(Forest, live)
        self.index = len(rivals.counts)
        self.rivals = rivals
        self.total = 0
        self.counts = book.unpack(bytes(book.size))
        self.presence = 0
        rivals.counts.append(self.counts)
        self.cave = live.cave.cards
        self._hosts = {}
        # How often each host counts, for every filter that was asked for.
        self._matched: dict[Filter, dict[LiveHost, int]] = {}
        self._asks_below = False

    def count(self, total: int, presence: int) -> None:
        """Take over what lies there now."""
        self.total = total
        self.presence = presence
        self.counts = self.book.unpack(total.to_bytes(self.book.size, "little"))
        self.rivals.counts[self.index] = self.counts

    @property
    def asks_for_hosts(self) -> bool:
        """Whether some rule has asked for full hosts or empty rivers."""
        return bool(self._matched)

    @property
    def asks_what_is_below(self) -> bool:
        """Whether some rule has asked for rivers without certain cards below."""
        return self._asks_below

    def hosts(self, filter_: Filter, matching: dict[Face, bool] | None = None) -> int:  # noqa: ARG002
        """Count the hosts and rivers that match *filter_*; the first time by looking at all of them."""
        known = self._hosts.get(filter_)
        if known is None:
            self._asks_below = self._asks_below or filter_.none_below is not None
            self._matched[filter_] = {host: _matches(host, filter_) for host in self.live.hosts}
            known = self._hosts[filter_] = sum(self._matched[filter_].values())
        return known

    def recount(self, changed: Iterable[LiveHost]) -> list[Filter]:
        """Count the *changed* hosts anew; return the filters whose number is another one now."""
        found = []
        for filter_, matched in self._matched.items():
            difference = 0
            for host in changed:
                difference -= matched.pop(host, 0)
                if now := _matches(host, filter_):
                    matched[host] = now
                    difference += now
            if difference:
                self._hosts[filter_] += difference
                found.append(filter_)
        return found

    def different_species(self, position: int) -> int:
        """Count the different species that match the distinct filter at *position* of the book."""
        if position in self.book.ambiguous:
            filter_ = self.book.distinct_filter(position)
            return len({face.identity for face in self.live.standing.different_faces if face.matches(filter_)})
        return (self.presence & self.book.mask(position)).bit_count()


def _matches(host: LiveHost, filter_: Filter) -> int:
    if not host.cards or (filter_.full and not host.is_full):  # a felled host has no cards
        return 0
    return host_matches(cast(Host, host), filter_)
