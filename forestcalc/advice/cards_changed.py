"""Cards changed: which cards were added, taken away or moved between two versions of a table.

Hosts have no place of their own, so they are paired by what lies at them: equal ones first, then those of one species
that have most in common. What is left over on either side is paired by species: that card moved.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from forestcalc.game.forest import Card, Forest, Host

Kind = Literal["added", "removed", "moved", "changed"]


@dataclass(frozen=True, slots=True, eq=False)
class Where:
    """A card in one of the versions: whose it is, and the host it lies at (its own for a host)."""

    player: str
    card: Card
    host: Host

    @property
    def is_host(self) -> bool:
        """Whether the card is a host itself."""
        return self.card is self.host.card


@dataclass(frozen=True, slots=True, eq=False)
class CardChange:
    """One card that differs: `before` is None for an added one, `after` for one taken away.

    `changed`: it lies where it lay, but shows another symbol, comes from another box or has other points by hand.
    """

    kind: Kind
    before: Where | None
    after: Where | None

    @property
    def card(self) -> Card:
        """The card, as it is in the later version that has it."""
        where = self.after or self.before
        assert where is not None  # one of them is always given
        return where.card

    @property
    def players(self) -> tuple[str, ...]:
        """Whose forests differ by it."""
        return tuple(dict.fromkeys(where.player for where in (self.before, self.after) if where is not None))


def cards_changed(before: Iterable[tuple[str, Forest]], after: Iterable[tuple[str, Forest]]) -> list[CardChange]:
    """Return what differs between two tables, given as names and forests, in the order of the players."""
    first, second = dict(before), dict(after)
    gone: list[Where] = []
    new: list[Where] = []
    for name in dict.fromkeys((*first, *second)):
        old_hosts = first[name].hosts if name in first else ()
        new_hosts = second[name].hosts if name in second else ()
        for old, other in _paired(old_hosts, new_hosts):
            lost, won = _differences(name, old, other)
            gone += lost
            new += won
    found: list[CardChange] = []
    for key in (_in_place, _own_identity, _own_species, _identity, _species):
        found += _matched(gone, new, key)
    found += [CardChange("removed", where, None) for where in gone]
    found += [CardChange("added", None, where) for where in new]
    order = {name: at for at, name in enumerate((*first, *second))}
    return sorted(found, key=lambda change: order[change.players[-1]])


# -- pairing hosts ----------------------------------------------------------------------------------------------


def _paired(old: Sequence[Host], new: Sequence[Host]) -> Iterator[tuple[Host | None, Host | None]]:
    left, right = list(old), list(new)
    for same in (_alike, _of_one_species):
        while pair := _closest(left, right, same):
            yield pair
            left.remove(pair[0])
            right.remove(pair[1])
    yield from ((host, None) for host in left)
    yield from ((None, host) for host in right)


def _alike(host: Host) -> Hashable:
    stacks = Counter(
        (side, tuple(sorted(Counter(_look(card) for card in stack).items(), key=repr))) for side, stack in _stacks(host)
    )
    river = host.river is not None
    return _look(host.card), river, frozenset(stacks.items())


def _of_one_species(host: Host) -> Hashable:
    return host.card.species.id


def _closest(left: Sequence[Host], right: Sequence[Host], same: Callable[[Host], Hashable]) -> tuple[Host, Host] | None:
    """Return the pair of hosts with the same mark that have most cards in common; None if there is no such pair."""
    by_mark: dict[Hashable, list[Host]] = {}
    for host in right:
        by_mark.setdefault(same(host), []).append(host)
    best: tuple[int, Host, Host] | None = None
    for host in left:
        for other in by_mark.get(same(host), ()):
            common = _in_common(host, other)
            if best is None or common > best[0]:
                best = (common, host, other)
                if same is _alike:
                    return host, other
    return None if best is None else best[1:]


def _in_common(one: Host, other: Host) -> int:
    cards = [Counter((card.side, card.species.id) for card in host.dwellers) for host in (one, other)]
    return 2 * (cards[0] & cards[1]).total() + (_look(one.card) == _look(other.card))


def _stacks(host: Host) -> Iterator[tuple[str, tuple[Card, ...]]]:
    stacks: dict[tuple[str, int], list[Card]] = {}
    for card in host.dwellers:
        stacks.setdefault((card.side, card.slot), []).append(card)
    for (side, _), cards in stacks.items():
        yield side, tuple(cards)


# -- pairing cards ----------------------------------------------------------------------------------------------


def _look(card: Card) -> Hashable:
    """Return what tells a card from others of its species."""
    return card.species.id, card.symbol, card.named_box, card.by_hand


def _differences(player: str, old: Host | None, new: Host | None) -> tuple[list[Where], list[Where]]:
    """Return the cards that only one of two paired hosts has; a card that changed its company counts as both."""
    if old is None or new is None:
        lost = [Where(player, card, old) for card in old.cards] if old is not None else []
        won = [Where(player, card, new) for card in new.cards] if new is not None else []
        return lost, won
    lost = [Where(player, card, old) for card in old.cards]
    won = [Where(player, card, new) for card in new.cards]
    for key in (_with_company, _without_company):
        if key is _without_company and _regrouped(old, new):
            break
        for where in list(lost):
            twin = next((other for other in won if key(other) == key(where)), None)
            if twin is not None:
                lost.remove(where)
                won.remove(twin)
    return lost, won


def _regrouped(old: Host, new: Host) -> bool:
    """Whether both hosts hold the same cards on every side, only sharing slots in another way."""
    return Counter((card.side, _look(card)) for card in old.cards) == Counter(
        (card.side, _look(card)) for card in new.cards
    )


def _with_company(where: Where) -> Hashable:
    company = Counter(card.species.id for card in where.host.same_slot(where.card))
    return where.card.side, _look(where.card), frozenset(company.items())


def _without_company(where: Where) -> Hashable:
    return where.card.side, _look(where.card)


def _matched(gone: list[Where], new: list[Where], key: Callable[[Where], Hashable]) -> Iterator[CardChange]:
    """Yield the cards that both lists have, by *key*, and take them out of the lists."""
    by_key: dict[Hashable, list[Where]] = {}
    for where in new:
        by_key.setdefault(key(where), []).append(where)
    for where in list(gone):
        twins = by_key.get(key(where))
        if twins:
            twin = twins.pop(0)
            gone.remove(where)
            new.remove(twin)
            stayed = where.player == twin.player and (where.is_host or key is _in_place)
            yield CardChange("changed" if stayed and _look(where.card) != _look(twin.card) else "moved", where, twin)


def _in_place(where: Where) -> Hashable:
    path = where.card.path if not where.is_host else where.card.path[:2]
    alone = (where.host.card.species.id, len(where.host.same_slot(where.card)))
    return where.player, where.card.species.id, where.card.side, path, alone


def _own_identity(where: Where) -> Hashable:
    return where.player, where.is_host, _look(where.card)


def _own_species(where: Where) -> Hashable:
    return where.player, where.is_host, where.card.species.id


def _identity(where: Where) -> Hashable:
    return where.is_host, _look(where.card)


def _species(where: Where) -> Hashable:
    return where.is_host, where.card.species.id
