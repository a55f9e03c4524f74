"""Legal tables by construction: cards dealt from a real deck, each put where the rules of the game let it lie."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from forestcalc.catalogue.catalogue import Catalogue, catalogue
from forestcalc.catalogue.model import Species
from forestcalc.catalogue.rules import Filter
from tests.deck_helpers import RealCard, RealHalf, real_cards

NAMES = ("Anna", "Boris", "Caro", "Dora", "Emil")
SIDES = ("top", "left", "right", "bottom")

GAMES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("forest-shuffle", ()),
    ("forest-shuffle", ("alpine",)),
    ("forest-shuffle", ("woodland-edge", "exploration")),
    ("forest-shuffle", ("alpine", "woodland-edge", "exploration", "promo")),
    ("dartmoor", ()),
    ("dartmoor", ("exmoor",)),
    ("smoky-mountains", ()),
)


@dataclass(slots=True)
class Attached:
    """A dweller in a slot; `half` is what the real card shows."""

    species: Species
    half: RealHalf
    types: tuple[str, ...]
    names_symbol: bool = True


@dataclass(slots=True)
class Standing:
    """A host with its slots by side, each a stack of cards."""

    species: Species
    box: str | None
    symbol: str | None
    river: bool = False
    sides: dict[str, list[list[Attached]]] = field(default_factory=lambda: {side: [] for side in SIDES})

    @property
    def attached(self) -> list[Attached]:
        return [one for slots in self.sides.values() for stack in slots for one in stack]


@dataclass(slots=True)
class Owner:
    """A player's forest and cave."""

    name: str
    hosts: list[Standing] = field(default_factory=list)
    cave: str = "regular-cave"
    cave_cards: int = 0


@dataclass(slots=True, repr=False)
class Dealt:
    """A table, the deck that is left, and the trees that are left."""

    catalogue: Catalogue
    owners: list[Owner]
    deck: list[RealCard]
    trees: list[tuple[Species, str, str | None]]

    def __repr__(self) -> str:
        return as_text(as_value(self))


def new_table(game: str, boxes: tuple[str, ...], players: int, rng: random.Random) -> Dealt:
    """Shuffle a deck and take out seats."""
    cards = catalogue(game, boxes)
    deck = real_cards(cards, rng)
    rng.shuffle(deck)
    trees = [
        (cards.species(id), print_.box, print_.symbol if not print_.is_open else None)
        for id in cards.species_ids
        if cards.species(id).is_host and not cards.species(id).face_down
        for print_ in cards.prints(id)
        for _ in range(print_.copies or 0)
    ]
    rng.shuffle(trees)
    return Dealt(cards, [Owner(name) for name in NAMES[:players]], deck, trees)


def face_down(cards: Catalogue) -> Species:
    """Return the species of a card that is laid face down as a host."""
    return next(cards.species(id) for id in cards.species_ids if cards.species(id).face_down)


# -- where a card may lie ---------------------------------------------------------------------------------------


def _shows(one: Attached, filter_: Filter) -> bool:
    """Whether a card is what a slot rule speaks of: only types and names occur there."""
    if filter_.types and not set(filter_.types) & set(one.types):
        return False
    return not filter_.named or one.species.id in filter_.named


def slots_of(cards: Catalogue, host: Standing, side: str) -> int:
    kind = cards.host_kinds[host.species.kind]
    slots = dict(kind.river.slots if host.river and kind.river else kind.slots) | (host.species.slots or {})
    return slots.get(side, 0)


def spots(cards: Catalogue, host: Standing, one: Attached) -> Iterator[tuple[str, int]]:
    """Yield the side and slot of every place at *host* where *one* may lie; a slot beyond the last is a new one."""
    side, rule = one.half.side, one.species.slot
    slots = host.sides[side]
    if rule.hosts and host.species.kind not in rule.hosts:
        return
    kind = cards.host_kinds[host.species.kind]
    water = (kind.river.water if host.river and kind.river else kind.water).get(side)
    if (water is True and not rule.water) or (water is False and rule.water):
        return
    only = (host.species.only or {}).get(side)
    if only is not None and not _shows(one, only):
        return
    if rule.at_host is not None:
        there = sum(other.species.id == one.species.id for other in host.attached)
        if there >= rule.at_host:
            return
    sharing = rule.sharing
    if len(slots) < slots_of(cards, host, side) and not (sharing is not None and sharing.must):
        yield side, len(slots)
    if sharing is None:
        return
    if sharing.while_ is not None and not any(_shows(other, sharing.while_) for other in host.attached):
        return
    for number, stack in enumerate(slots):
        if not all(_shows(other, sharing.with_) for other in stack):
            continue
        if sharing.must and all(other.species.slot.sharing is not None for other in stack):
            continue
        if sharing.at_most is not None and len(stack) >= sharing.at_most:
            continue
        if sharing.slots == "one" and any(len(other) > 1 for at, other in enumerate(slots) if at != number):
            continue
        yield side, number


def attach(host: Standing, one: Attached, spot: tuple[str, int]) -> None:
    side, number = spot
    slots = host.sides[side]
    if number == len(slots):
        slots.append([])
    slots[number].append(one)


def detach(host: Standing, spot: tuple[str, int]) -> None:
    side, number = spot
    slots = host.sides[side]
    slots[number].pop()
    if not slots[number]:
        slots.pop()


def attached(cards: Catalogue, half: RealHalf) -> Attached:
    species = cards.species(half.species)
    print_ = next(one for one in species.prints if one.box == half.box and one.fits_side(half.side))
    return Attached(species, half, print_.types)


# -- dealing by chance ------------------------------------------------------------------------------------------


def dealt(game: str, boxes: tuple[str, ...], rng: random.Random, *, players: int, hosts: int, dwellers: int) -> Dealt:
    """Deal a legal table: *hosts* hosts and up to *dwellers* dwellers a player, somewhere."""
    table = new_table(game, boxes, players, rng)
    cards = table.catalogue
    caves = [id for id, cave in cards.caves.items() if cave.box in cards.boxes]
    for owner in table.owners:
        for _ in range(hosts):
            add_host(table, owner, rng)
        fitting = [id for id in caves if id == "regular-cave" or all(other.cave != id for other in table.owners)]
        owner.cave = rng.choice(fitting)
        for _ in range(rng.randrange(8)):
            owner.cave_cards += len(_from_deck(table))
    for owner in table.owners:
        for _ in range(dwellers if owner.hosts else 0):
            if table.deck:
                place_some(cards, owner, table.deck.pop(), rng)
    return table


def add_host(table: Dealt, owner: Owner, rng: random.Random) -> None:
    if (not table.trees or rng.random() < 0.2) and _from_deck(table):
        owner.hosts.append(Standing(face_down(table.catalogue), None, None))
    elif table.trees:
        species, box, symbol = table.trees.pop()
        kind = table.catalogue.host_kinds[species.kind]
        river = kind.river is not None and rng.random() < 0.5 and bool(_from_deck(table))
        owner.hosts.append(Standing(species, box, symbol, river=river))


def _from_deck(table: Dealt) -> list[RealCard]:
    """Take a card that nobody sees: under a cave, or face down."""
    return [table.deck.pop()] if table.deck else []


def place_some(cards: Catalogue, owner: Owner, card: RealCard, rng: random.Random) -> None:
    """Put one half of *card* to some legal place, shared ones preferred: they are the interesting ones."""
    for half in rng.sample(card, 2):
        one = attached(cards, half)
        found = [(host, spot) for host in owner.hosts for spot in spots(cards, host, one)]
        if found:
            shared = [(host, spot) for host, spot in found if spot[1] < len(host.sides[spot[0]])]
            host, spot = rng.choice(shared if shared and rng.random() < 0.6 else found)
            attach(host, one, spot)
            return


# -- as a layout ------------------------------------------------------------------------------------------------

Naming = Callable[[Species], str]


def by_id(species: Species) -> str:
    return species.id


def as_value(table: Dealt, name: Naming = by_id, *, boxes: bool = True) -> dict[str, Any]:
    """Return the table as a layout of plain values. *boxes*: every card names its box."""
    cards = table.catalogue
    return {
        "game": cards.game,
        "expansions": list(cards.expansions),
        "players": {
            owner.name: {
                "cave": {"name": owner.cave, "cards": owner.cave_cards},
                "forest": [_host_value(host, name, boxes) for host in owner.hosts],
            }
            for owner in table.owners
        },
    }


def as_text(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False)


def _host_value(host: Standing, name: Naming, boxes: bool) -> Any:
    symbol = host.symbol if host.species.kind == "shrub" else None
    label = name(host.species) + _qualified(symbol, host.box if boxes else None)
    sides: dict[str, Any] = {}
    for side, slots in host.sides.items():
        if slots:
            sides[side] = _side_value(host, side, slots, name, boxes)
    if host.river:
        sides["river"] = True
    return {label: sides} if sides else label


def _side_value(host: Standing, side: str, slots: list[list[Attached]], name: Naming, boxes: bool) -> Any:
    written = [[_card_text(one, name, boxes) for one in stack] for stack in slots]
    two = host.species.kind in ("moor", "river") or (host.river and side == "bottom")
    if not two:
        return written[0][0] if len(written[0]) == 1 else written[0]
    listed = [stack[0] if len(stack) == 1 else stack for stack in written]
    return listed[0] if len(listed) == 1 and isinstance(listed[0], str) else listed


def _card_text(one: Attached, name: Naming, boxes: bool) -> str:
    symbol = one.half.symbol if one.names_symbol else None
    return name(one.species) + _qualified(symbol, one.half.box if boxes else None)


def _qualified(symbol: str | None, box: str | None) -> str:
    parts = [part for part in (symbol, box) if part]
    return f" ({', '.join(parts)})" if parts else ""
