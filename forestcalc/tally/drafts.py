"""Drafts and layouts: what a file describes becomes a draft, and a draft becomes a layout that can be scored."""

from __future__ import annotations

from dataclasses import replace

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import SIDES
from forestcalc.diagnostics.diagnostic import Span
from forestcalc.layout.model import CardEntry, CaveEntry, HostEntry, Layout, PlayerEntry, SideEntry
from forestcalc.tally.model import Draft, DraftCard, DraftCave, DraftHost, DraftPlayer

READING_ORDER = ("top", "left", "right", "bottom")
"""How a host is read out: from above to below."""


def draft_of(layout: Layout) -> Draft:
    """Return the draft of a layout that was read without faults."""
    assert layout.game is not None
    draft = Draft(layout.game, layout.expansions, dict(layout.rulings))
    key = 0
    players = []
    for entry in layout.players:
        player_key = key
        key += 1
        hosts = []
        for host in entry.hosts or ():
            hosts.append(_host(host, key))
            key += 1
        cave = DraftCave(entry.cave.cave.id, entry.cave.cards) if entry.cave is not None else None
        counts = dict(entry.counts or {}) if entry.hosts is None else None
        players.append(DraftPlayer(player_key, entry.name, tuple(hosts), cave, counts))
    return replace(draft, players=tuple(players), next_key=key)


def _host(entry: HostEntry, key: int) -> DraftHost:
    sides = {
        side.side: tuple(tuple(_card(card) for card in stack) for stack in side.slots if stack) for side in entry.sides
    }
    sides = {side: stacks for side, stacks in sides.items() if stacks}
    return DraftHost(key, _card(entry.card), sides, entry.river is not None)


def _card(entry: CardEntry) -> DraftCard:
    return DraftCard(
        entry.name,
        entry.species.id if entry.species is not None else None,
        entry.symbol,
        entry.box,
        entry.count,
        entry.points,
    )


def means_the_same(one: Draft, other: Draft) -> bool:
    """Whether two drafts describe the same table, keys and spelling aside."""
    return _meaning(one) == _meaning(other)


def _meaning(draft: Draft) -> object:
    return (
        draft.game,
        draft.expansions,
        draft.rulings,
        [
            (
                player.name,
                [
                    (
                        _nameless(host.card),
                        host.river,
                        {
                            side: [[_nameless(card) for card in stack] for stack in stacks]
                            for side, stacks in host.sides.items()
                        },
                    )
                    for host in player.hosts
                ],
                player.cave,
                player.counts,
            )
            for player in draft.players
        ],
    )


def _nameless(card: DraftCard) -> DraftCard:
    return replace(card, name="") if card.species is not None else card


class _Lines:
    """Gives every card a place of its own, so that faults of two cards are told apart."""

    def __init__(self) -> None:
        self._line = 0

    def next(self) -> Span:
        self._line += 1
        return Span(self._line, 1, 2)


def layout_of(draft: Draft, catalogue: Catalogue) -> Layout:
    """Return the layout of a draft; the paths are those that its file has, the lines count the cards."""
    lines = _Lines()
    players = tuple(_player_entry(player, catalogue, lines) for player in draft.players)
    return Layout(
        catalogue=catalogue,
        game=draft.game,
        expansions=draft.expansions,
        rulings=dict(draft.rulings),
        players=players,
    )


def _player_entry(player: DraftPlayer, catalogue: Catalogue, lines: _Lines) -> PlayerEntry:
    span = lines.next()
    if player.counts is not None:
        return PlayerEntry(name=player.name, span=span, counts=dict(player.counts))
    cave = None
    if player.cave is not None:
        place = lines.next()
        cave = CaveEntry(
            cave=catalogue.caves[player.cave.id],
            cards=player.cave.cards,
            span=place,
            name_span=place,
            path=("cave",),
        )
    hosts = tuple(_host_entry(host, number, catalogue, lines) for number, host in enumerate(player.hosts))
    return PlayerEntry(name=player.name, span=span, hosts=hosts, cave=cave)


def _host_entry(host: DraftHost, number: int, catalogue: Catalogue, lines: _Lines) -> HostEntry:
    card = _entry(host.card, ("forest", number), catalogue, lines)
    river = lines.next() if host.river else None
    sides = []
    for side in SIDES:
        stacks = host.sides.get(side)
        if not stacks:
            continue
        several = has_several_slots(host, side, catalogue)
        slots = tuple(
            tuple(
                _entry(
                    one,
                    ("forest", number, side, slot, position) if several else ("forest", number, side, position),
                    catalogue,
                    lines,
                )
                for position, one in enumerate(stack)
            )
            for slot, stack in enumerate(stacks)
        )
        sides.append(SideEntry(side=side, slots=slots, span=lines.next()))
    return HostEntry(card=card, sides=tuple(sides), river=river)


def _entry(card: DraftCard, path: tuple[str | int, ...], catalogue: Catalogue, lines: _Lines) -> CardEntry:
    return CardEntry(
        name=card.name,
        species=catalogue.species(card.species) if card.species is not None else None,
        symbol=card.symbol,
        box=card.box,
        count=card.count,
        points=card.points,
        span=lines.next(),
        path=path,
    )


def slots_at(host: DraftHost, catalogue: Catalogue) -> dict[str, int]:
    """Return how many slots a host has on each side, in reading order; sides without any are left out."""
    from forestcalc.game.places import slots_of

    assert host.card.species is not None  # a host is always a known card
    slots = slots_of(catalogue, catalogue.species(host.card.species), host.river)
    return {side: slots[side] for side in READING_ORDER if slots.get(side)}


def has_several_slots(host: DraftHost, side: str, catalogue: Catalogue) -> bool:
    """Whether a side of a host is written as a list of slots."""
    return slots_at(host, catalogue).get(side, 0) > 1
