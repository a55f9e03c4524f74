"""Placing: where one card more may legally go in a forest."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from forestcalc.advice.stock import Half, Stock
from forestcalc.advice.trials import Trials
from forestcalc.diagnostics.diagnostic import Path
from forestcalc.game.forest import Card, Forest, Host
from forestcalc.game.places import slots_of
from forestcalc.game.slots import Lying, check_host


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """A place where a card may go: a slot of a host, or a host of its own (`host` is None).

    `beside` are the cards that it would share the slot with.
    """

    card: Card
    host: Host | None = None
    beside: tuple[Card, ...] = ()

    @property
    def path(self) -> Path:
        """The path of the side that the card would be added to; `("forest",)` for a host of its own."""
        if self.host is None:
            return ("forest",)
        return (*self.host.card.path, self.card.side)


class Placing:
    """The slots of one forest, with what lies in them."""

    def __init__(self, trials: Trials, stock: Stock, number: int) -> None:
        self.trials = trials
        self.stock = stock
        self.forest: Forest = trials.forest(number)
        self._lying = [[self._lies(card) for card in host.dwellers] for host in self.forest.hosts]

    def _lies(self, card: Card) -> Lying:
        return Lying(self.trials.places[card], card.face)

    def spots(self, half: Half) -> Iterator[Spot]:
        """Yield every place where *half* may lie without any card of the host becoming illegal.

        Of empty slots on one side of a host only the first.
        """
        if half.species.is_host:
            yield Spot(self._card(half, len(self.forest.hosts), 0))
            return
        for number, host in enumerate(self.forest.hosts):
            for slot, stack in self._slots(host, half.side).items():
                if stack and half.species.slot.sharing is None and stack[0].species.slot.sharing is None:
                    continue
                card = self._card(half, number, slot)
                place = self.stock.place_at(half, self.trials.places[host.card], slot)
                if self._is_legal(number, host, Lying(place, card.face)):
                    yield Spot(card, host, stack)

    def showing(self, half: Half, spot: Spot, symbol: str) -> Spot:
        """Return the same spot with the card showing *symbol*."""
        card = self._card(replace(half, symbol=symbol), spot.card.host, spot.card.slot)
        return Spot(card, spot.host, spot.beside)

    def _card(self, half: Half, number: int, slot: int) -> Card:
        host = None if half.species.is_host else self.forest.hosts[number]
        face = self.trials.book.face(
            half.species,
            half.print_.types,
            half.symbol,
            half.side,
            None if host is None else host.card.species,
            under_river=host is not None and host.river is not None and half.side == "bottom",
        )
        return Card(face, half.side, number, slot, half.print_)

    def _slots(self, host: Host, side: str) -> Mapping[int, tuple[Card, ...]]:
        """Return the slots on *side* of *host* that a card could go to, with what lies there."""
        stacks: dict[int, list[Card]] = defaultdict(list)
        for card in host.dwellers:
            if card.side == side:
                stacks[card.slot].append(card)
        slots = slots_of(self.trials.catalogue, host.card.species, host.river is not None).get(side, 0)
        free = next((slot for slot in range(slots) if slot not in stacks), None)
        found: dict[int, tuple[Card, ...]] = {} if free is None else {free: ()}
        return found | {slot: tuple(stack) for slot, stack in stacks.items()}

    def _is_legal(self, number: int, host: Host, lying: Lying) -> bool:
        faults = check_host(self.trials.places[host.card], [*self._lying[number], lying], self.trials.catalogue)
        return next(iter(faults), None) is None

    def fault_without(self, card: Card) -> str | None:
        """Say what would be illegal at the host of *card* if it were taken away with what must go along; else None."""
        host = self.forest.hosts[card.host]
        if card is host.card:
            return None
        place = self.trials.places[host.card]
        gone = {card, *self.trials.goes_with(host, card)}
        if card is host.river and place.host_entry is not None:
            place = replace(place, host_entry=place.host_entry._replace(river=None))
        left = [lying for lying, one in zip(self._lying[card.host], host.dwellers, strict=True) if one not in gone]
        fault = next(iter(check_host(place, left, self.trials.catalogue)), None)
        return None if fault is None else fault.message
