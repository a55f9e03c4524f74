"""The layout of a game as its file describes it: names resolved, nothing checked against the table yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import CaveCard, Species
from forestcalc.diagnostics.diagnostic import Diagnostic, Path, Span

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class CardEntry(NamedTuple):
    """A card named in the file.

    `species` is None for a card that no pack knows, whose `points` are then given by hand. `symbol` and `box` are
    the qualifiers, `count` how many such cards. `path` starts at the player (`("forest", 0, "left", 0)`).
    """

    name: str
    species: Species | None
    span: Span
    path: Path
    symbol: str | None = None
    box: str | None = None
    count: int = 1  # type: ignore[assignment]  # a tuple's own `count` is of no use here
    points: int | None = None


class SideEntry(NamedTuple):
    """One side of a host: its slots, each a stack of the cards that share it."""

    side: str
    slots: tuple[tuple[CardEntry, ...], ...]
    span: Span

    def entries(self) -> Iterator[CardEntry]:
        """Yield the cards of all slots."""
        for stack in self.slots:
            yield from stack


class HostEntry(NamedTuple):
    """A host named in the file with what lies at its sides; `river` is the place of `river: true`.

    `is_whole` is false where something at the host could not be read.
    """

    card: CardEntry
    sides: tuple[SideEntry, ...] = ()
    river: Span | None = None
    is_whole: bool = True


class CaveEntry(NamedTuple):
    """A cave named in the file and the cards in it; `span` is where their number stands, `name_span` its name."""

    cave: CaveCard
    cards: int
    span: Span
    name_span: Span
    path: Path


class PlayerEntry(NamedTuple):
    """A player of the file: a forest (with a cave), or counts."""

    name: str
    span: Span
    hosts: tuple[HostEntry, ...] | None = None
    cave: CaveEntry | None = None
    counts: Mapping[str, int] | None = None
    expect: Mapping[str, int] | None = None
    expect_spans: Mapping[str, Span] = _NOTHING


class Layout(NamedTuple):
    """One document: the game with its boxes and rulings, and the players in file order.

    `catalogue` is None where the game itself is not known. `is_whole` tells whether everything could be read, so that
    checks over the whole table make sense. `diagnostics` are what reading it found.
    """

    catalogue: Catalogue | None
    game: str | None = None
    expansions: tuple[str, ...] = ()
    rulings: Mapping[str, str] = _NOTHING
    players: tuple[PlayerEntry, ...] = ()
    is_whole: bool = True
    diagnostics: tuple[Diagnostic, ...] = ()

    def under(self, catalogue: Catalogue) -> Layout:
        """Return the same layout with every card taken from *catalogue*: the same boxes under other rulings."""
        return self._replace(
            catalogue=catalogue,
            players=tuple(_player_under(player, catalogue) for player in self.players),
        )


def _player_under(player: PlayerEntry, catalogue: Catalogue) -> PlayerEntry:
    if player.hosts is None:
        return player
    hosts = tuple(
        host._replace(
            card=_card_under(host.card, catalogue),
            sides=tuple(
                side._replace(slots=tuple(tuple(_card_under(card, catalogue) for card in slot) for slot in side.slots))
                for side in host.sides
            ),
        )
        for host in player.hosts
    )
    cave = None
    if player.cave is not None:
        cave = player.cave._replace(cave=catalogue.caves[player.cave.cave.id])
    return player._replace(hosts=hosts, cave=cave)


def _card_under(card: CardEntry, catalogue: Catalogue) -> CardEntry:
    return card if card.species is None else card._replace(species=catalogue.species(card.species.id))
