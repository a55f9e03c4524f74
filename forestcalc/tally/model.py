"""A draft: the game while it is entered, as values that every change copies; nothing is altered in place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from forestcalc.catalogue.model import SIDES
from forestcalc.layout.cards import MOST_COPIES


@dataclass(frozen=True, slots=True)
class DraftCard:
    """A card as the file names it: `name` is what is written, `species` its id.

    `species` is None for a card of no pack, whose `points` are given by hand. `count`: so many alike in one slot.
    """

    name: str
    species: str | None
    symbol: str | None = None
    box: str | None = None
    count: int = 1
    points: int | None = None

    def is_like(self, other: DraftCard) -> bool:
        """Whether both are the same but for how many there are."""
        return replace(self, name="", count=1) == replace(other, name="", count=1)


Stack = tuple[DraftCard, ...]
"""The cards that share one slot."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A slot of a host: `slot` counts from 0 on sides with several."""

    host: int
    side: str
    slot: int = 0


@dataclass(frozen=True, slots=True)
class DraftHost:
    """A host with what lies at its sides.

    `key` tells it from all other hosts, whatever moves. `sides` maps a side to its stacks, none of them empty, in
    the order of the file. `river`: a universal river lies below it.
    """

    key: int
    card: DraftCard
    sides: Mapping[str, tuple[Stack, ...]] = field(default_factory=dict)
    river: bool = False

    @property
    def is_bare(self) -> bool:
        """Whether nothing lies at it."""
        return not self.sides and not self.river

    def stack(self, side: str, slot: int) -> Stack:
        """Return the cards of a slot, none if it is free."""
        stacks = self.sides.get(side, ())
        return stacks[slot] if slot < len(stacks) else ()

    def with_stack(self, side: str, slot: int, stack: Stack) -> DraftHost:
        """Return the host with a slot filled anew; a slot that becomes empty closes up."""
        stacks = list(self.sides.get(side, ()))
        if slot < len(stacks):
            stacks[slot : slot + 1] = [stack] if stack else []
        elif stack:
            stacks.append(stack)
        sides = {**self.sides, side: tuple(stacks)}
        return replace(self, sides={name: stacks for name, stacks in sides.items() if stacks})

    def cards(self) -> Iterator[tuple[str, int, int, DraftCard]]:
        """Yield what lies at it: side, slot, place in the stack, card."""
        for side in SIDES:
            for slot, stack in enumerate(self.sides.get(side, ())):
                for position, card in enumerate(stack):
                    yield side, slot, position, card


@dataclass(frozen=True, slots=True)
class DraftCave:
    """A cave and the number of cards in it."""

    id: str
    cards: int


@dataclass(frozen=True, slots=True)
class DraftPlayer:
    """A player: hosts and a cave, or `counts` for comparisons alone. `cave` is None where nothing is said."""

    key: int
    name: str
    hosts: tuple[DraftHost, ...] = ()
    cave: DraftCave | None = None
    counts: Mapping[str, int] | None = None

    def host(self, key: int) -> DraftHost | None:
        """Return the host *key*, None if this player has it not."""
        return next((host for host in self.hosts if host.key == key), None)

    @property
    def card_count(self) -> int:
        """How many cards lie in the forest, hosts included."""
        return sum(
            host.card.count * (1 + host.river) + sum(card.count for _, _, _, card in host.cards())
            for host in self.hosts
        )


@dataclass(frozen=True, slots=True)
class Draft:
    """The whole table. `next_key` is the first number that no player and no host has had as its key."""

    game: str
    expansions: tuple[str, ...] = ()
    rulings: Mapping[str, str] = field(default_factory=dict)
    players: tuple[DraftPlayer, ...] = ()
    next_key: int = 0

    # -- finding ----------------------------------------------------------------------------------------

    def player(self, key: int) -> DraftPlayer:
        """Return the player *key*. KeyError if there is none."""
        for player in self.players:
            if player.key == key:
                return player
        raise KeyError(key)

    def owner(self, host: int) -> DraftPlayer:
        """Return the player whose forest has *host*. KeyError if none has."""
        for player in self.players:
            if player.host(host) is not None:
                return player
        raise KeyError(host)

    def host(self, key: int) -> DraftHost:
        """Return the host *key*. KeyError if there is none."""
        found = self.owner(key).host(key)
        assert found is not None
        return found

    # -- changing ---------------------------------------------------------------------------------------

    def with_player(self, player: DraftPlayer) -> Draft:
        """Return the draft with the player of that key replaced."""
        return replace(self, players=tuple(player if one.key == player.key else one for one in self.players))

    def with_host(self, host: DraftHost) -> Draft:
        """Return the draft with the host of that key replaced."""
        owner = self.owner(host.key)
        return self.with_player(
            replace(owner, hosts=tuple(host if one.key == host.key else one for one in owner.hosts))
        )

    def add_player(self, name: str) -> tuple[Draft, int]:
        """Return the draft with one player more, and the key of the new one."""
        player = DraftPlayer(self.next_key, name)
        return replace(self, players=(*self.players, player), next_key=self.next_key + 1), player.key

    def remove_player(self, key: int) -> Draft:
        """Return the draft without a player."""
        return replace(self, players=tuple(one for one in self.players if one.key != key))

    def rename_player(self, key: int, name: str) -> Draft:
        """Return the draft with a player called otherwise."""
        return self.with_player(replace(self.player(key), name=name))

    def set_cave(self, key: int, cave: DraftCave | None) -> Draft:
        """Return the draft with another cave of a player."""
        return self.with_player(replace(self.player(key), cave=cave))

    def set_counts(self, key: int, counts: Mapping[str, int] | None) -> Draft:
        """Return the draft with a player given by counts, or by a forest again (None)."""
        return self.with_player(replace(self.player(key), counts=counts, hosts=(), cave=None))

    def add_host(self, player: int, card: DraftCard) -> tuple[Draft, int]:
        """Return the draft with a host more, behind all others, and its key."""
        owner = self.player(player)
        host = DraftHost(self.next_key, card)
        draft = self.with_player(replace(owner, hosts=(*owner.hosts, host)))
        return replace(draft, next_key=self.next_key + 1), host.key

    def remove_host(self, key: int) -> Draft:
        """Return the draft without a host and what lies at it."""
        owner = self.owner(key)
        return self.with_player(replace(owner, hosts=tuple(one for one in owner.hosts if one.key != key)))

    def move_host(self, key: int, player: int, at: int) -> Draft:
        """Return the draft with a host taken to the place *at* in the forest of *player*."""
        host = self.host(key)
        draft = self.remove_host(key)
        owner = draft.player(player)
        hosts = (*owner.hosts[:at], host, *owner.hosts[at:])
        return draft.with_player(replace(owner, hosts=hosts))

    def single(self, key: int) -> tuple[Draft, int]:
        """Return the draft with a counted host split: one alone, which can carry cards, and its key."""
        host = self.host(key)
        if host.card.count == 1:
            return self, key
        owner = self.owner(key)
        rest = replace(host, card=replace(host.card, count=host.card.count - 1))
        one = DraftHost(self.next_key, replace(host.card, count=1))
        hosts: list[DraftHost] = []
        for other in owner.hosts:
            hosts += (rest, one) if other.key == key else (other,)
        draft = self.with_player(replace(owner, hosts=tuple(hosts)))
        return replace(draft, next_key=self.next_key + 1), one.key

    def put(self, spot: Spot, card: DraftCard) -> Draft:
        """Return the draft with a card laid into a slot; a card like one that lies there raises its count."""
        host = self.host(spot.host)
        stack = host.stack(spot.side, spot.slot)
        for position, other in enumerate(stack):
            if other.is_like(card) and other.count + card.count <= MOST_COPIES:
                more = replace(other, count=other.count + card.count)
                return self.with_host(host.with_stack(spot.side, spot.slot, _replaced(stack, position, more)))
        return self.with_host(host.with_stack(spot.side, spot.slot, (*stack, card)))

    def take(self, spot: Spot, position: int) -> Draft:
        """Return the draft with one card fewer in a slot: of a counted card, one of them."""
        host = self.host(spot.host)
        stack = host.stack(spot.side, spot.slot)
        card = stack[position]
        fewer = replace(card, count=card.count - 1) if card.count > 1 else None
        return self.with_host(host.with_stack(spot.side, spot.slot, _replaced(stack, position, fewer)))

    def set_symbol(self, spot: Spot | int, position: int, symbol: str | None) -> Draft:
        """Return the draft with the symbol of one card named: of a counted card, of one of them. An int is a host."""
        if isinstance(spot, int):
            draft, key = self.single(spot)
            host = draft.host(key)
            return draft.with_host(replace(host, card=replace(host.card, symbol=symbol)))
        card = self.host(spot.host).stack(spot.side, spot.slot)[position]
        named = replace(card, symbol=symbol, count=1)
        if card.count == 1:
            host = self.host(spot.host)
            stack = host.stack(spot.side, spot.slot)
            rest = _replaced(stack, position, None)
            if any(other.is_like(named) for other in rest):
                return self.with_host(host.with_stack(spot.side, spot.slot, rest)).put(spot, named)
            return self.with_host(host.with_stack(spot.side, spot.slot, _replaced(stack, position, named)))
        if named.is_like(card):
            return self
        # The slot is not empty in between, so it keeps its number.
        return self.take(spot, position).put(spot, named)

    def set_river(self, host: int, river: bool) -> Draft:
        """Return the draft with or without a universal river below a host."""
        draft, key = self.single(host)
        return draft.with_host(replace(draft.host(key), river=river))


def _replaced(stack: Sequence[DraftCard], position: int, card: DraftCard | None) -> Stack:
    return (*stack[:position], *((card,) if card is not None else ()), *stack[position + 1 :])
