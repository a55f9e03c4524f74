"""The physical deck: whether the visible halves of all players can come from the real cards at once.

Each card shows one half, its other half is then gone. What lies face down or in a cave is some card more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.diagnostics.diagnostic import Diagnostic, Path, Related, Severity, Span, error, quoted, shown, warning
from forestcalc.game.cards import Deck, SplitCard, deck_of
from forestcalc.game.places import Place
from forestcalc.game.prints import MOST_RELATED, Printed, fits
from forestcalc.layout.model import HostEntry, Layout, PlayerEntry

MOST_NAMED = 6
"""How many competing halves a message names; `related` has more of them."""

MOST_PAIRS = 3
"""How many pairs of halves the help of a diagnostic names."""


MANY_TIMES = 10
"""A table with so many times the cards of the boxes is not looked at card by card: that would take long."""


def check_flood(layout: Layout, catalogue: Catalogue) -> list[Diagnostic]:
    """Report a table with far more cards than there can be, so that it need not be laid out."""
    total = deck_of(catalogue).total
    cards = {player.name: sum(_number(host) for host in player.hosts or ()) for player in layout.players}
    number = sum(cards.values())
    if number <= MANY_TIMES * total:
        return []
    span, path = _biggest(layout.players, cards, {player.name: 0 for player in layout.players})
    return [
        error(
            "deck-exhausted",
            f"{number:,} cards are on the table, but the declared boxes have {total}",
            span,
            path=path,
            help="write down the cards that are really there",
        )
    ]


def _number(host: HostEntry) -> int:
    attached = sum(entry.count for side in host.sides for entry in side.entries())
    return host.card.count * (1 + (host.river is not None) + attached)


def check_caves(layout: Layout, catalogue: Catalogue) -> list[Diagnostic]:
    """Report every cave that holds more cards than the declared boxes have: true whatever else is wrong."""
    total = deck_of(catalogue).total
    return [
        error(
            "cave-too-many",
            f"{player.cave.cards} cards in one cave, but the declared boxes have {total} cards",
            player.cave.span,
            path=("players", player.name, "cave"),
            help="count the cards in the cave, or declare all boxes that are played",
        )
        for player in layout.players
        if player.cave is not None and player.cave.cards > total
    ]


def check_deck(
    layout: Layout, places: Sequence[Place], printed: Mapping[Place, Printed], catalogue: Catalogue
) -> list[Diagnostic]:
    """Check a table, on which nothing else is wrong, against the cards of the declared boxes.

    Errors where its cards cannot all be there; a warning where they can, but not after the cards that are taken
    out for the number of players.
    """
    deck = deck_of(catalogue)
    found = [_explained(clash, places, deck) for clash in clashes(places, deck)]
    if found:
        return found
    if deck.doubtful:
        trusting = deck_of(catalogue, trusting=True)
        found = [_doubted(_explained(clash, places, trusting), deck.doubtful) for clash in clashes(places, trusting)]
    return [*found, *_check_number(layout, printed, deck, catalogue)]


def _doubted(clash: Diagnostic, boxes: Sequence[str]) -> Diagnostic:
    """Make a warning of an error that hangs on pairs of halves which are in doubt."""
    which = " and ".join(f"`{box}`" for box in boxes)
    return replace(
        clash,
        code="halves-in-doubt",
        severity=Severity.WARNING,
        message=f"{clash.message}, if the pairs of halves told of {which} are right",
    )


# -- how many cards ---------------------------------------------------------------------------------------------


def _check_number(
    layout: Layout, printed: Mapping[Place, Printed], deck: Deck, catalogue: Catalogue
) -> list[Diagnostic]:
    # A card given by hand may come from anywhere: it is not counted.
    visible = {player.name: 0 for player in layout.players}
    for place, one in printed.items():
        if one.print_ is not None:
            visible[place.player] += 1
    caves = {player.name: player.cave.cards for player in layout.players if player.cave is not None}
    used = sum(visible.values()) + sum(caves.values())
    removed, source = _removed(catalogue, len(layout.players))
    if used <= deck.total - removed:
        return []
    span, path = _biggest(layout.players, visible, caves)
    counted = (
        f"{used} cards are on the table ({sum(visible.values())} in the forests, {sum(caves.values())} in the caves)"
    )
    if used > deck.total:
        return [
            error(
                "deck-exhausted",
                f"{counted}, but the declared boxes have {deck.total}",
                span,
                path=path,
                help="check the largest cave and forest, or declare all boxes that are played",
            )
        ]
    return [
        warning(
            "deck-short",
            f"{counted}, but {deck.total - removed} of {deck.total} are left when {removed} are taken out "
            f"for {len(layout.players)} players",
            span,
            path=path,
            help=f"check the caves and forests, unless fewer cards were taken out (source: {source})",
        )
    ]


def _removed(catalogue: Catalogue, players: int) -> tuple[int, str]:
    """Return how many cards are taken out before the game, and who says so; 0 where nobody does."""
    for row in catalogue.setup:
        if set(row["boxes"]) == set(catalogue.boxes) and 0 <= players - 2 < len(row["removed"]):
            return row["removed"][players - 2], row["source"]
    return 0, ""


def _biggest(players: Sequence[PlayerEntry], visible: Mapping[str, int], caves: Mapping[str, int]) -> tuple[Span, Path]:
    """Return the place of the cave or forest with the most cards."""
    places: list[tuple[int, Span, Path]] = []
    for player in players:
        places.append((visible[player.name], player.span, ("players", player.name)))
        if player.cave is not None:
            places.append((caves[player.name], player.cave.span, ("players", player.name, "cave")))
    _, span, path = max(places, key=lambda place: place[0])
    return span, path


# -- which halves -----------------------------------------------------------------------------------------------

_Like = tuple[str, str, str | None, str | None]


class _Group:
    """Cards that the file describes alike: their node, and those that have found a card so far."""

    __slots__ = ("members", "node")

    def __init__(self, node: int) -> None:
        self.node = node
        self.members: list[Place] = []


class Clash(NamedTuple):
    """Halves that compete for one card less than they are: if any one of them is left out, the others fit.

    `last` is the last of them in file order, `rivals` the others. `cards` are the known cards that any of them is on.
    """

    last: Place
    rivals: tuple[Place, ...]
    cards: tuple[SplitCard, ...]


def clashes(places: Sequence[Place], deck: Deck) -> list[Clash]:
    """Return who competes for cards of *deck*: nothing if all visible halves can come from it at once.

    Halves that compete only with others that are in a clash already are not told again.
    """
    halves = [place for place in places if place.side not in ("host", "river") and place.species.prints]
    found: list[Clash] = []
    if not _can_clash(halves, deck):
        return found
    network = deck.network.copy()
    groups: dict[_Like, _Group] = {}
    by_node: dict[int, _Group] = {}
    told: set[Place] = set()
    for place in halves:
        like = (place.species.id, place.side, place.entry.symbol, place.entry.box)
        group = groups.get(like)
        if group is None:
            group = groups[like] = _Group(network.node())
            by_node[group.node] = group
            for print_, node in deck.prints[place.species.id]:
                if fits(place, print_):
                    network.edge(group.node, node, len(halves))
        reached = network.send(group.node)
        if reached is None:
            group.members.append(place)
            continue
        rivals = tuple(member for node in reached if node in by_node for member in by_node[node].members)
        if told.isdisjoint(rivals):
            cards = tuple(deck.cards[node] for node in reached if node in deck.cards)
            found.append(Clash(place, rivals, cards))
        told.update(rivals)
    return found


def _can_clash(halves: Iterable[Place], deck: Deck) -> bool:
    """Whether two of the species share a known card, or more cards are used than are not known: else all is well."""
    used = {place.species.id for place in halves}
    return bool(deck.unknown) or any(
        card.halves[0].species in used and card.halves[1].species in used for card in deck.known
    )


def _explained(clash: Clash, places: Sequence[Place], deck: Deck) -> Diagnostic:
    last, cards = clash.last, clash.cards
    order = {place: number for number, place in enumerate(places)}
    others = sorted(clash.rivals, key=order.__getitem__)
    everyone = [*others, last]
    # Where the symbols of the cards are not known, naming them would seem to matter.
    telling = {half.species for card in cards for half in card.halves if half.symbol is not None}
    names = {place: _owned(place, telling) for place in everyone}
    if len(everyone) == 2:
        message = f"{names[everyone[0]]} and {names[everyone[1]]} are the two halves of one card"
    else:
        number = len(everyone) - 1
        counted = [f"{name} ({count})" if count > 1 else name for name, count in Counter(names.values()).items()]
        if len(counted) > MOST_NAMED:
            counted[MOST_NAMED - 1 :] = [f"{len(counted) - MOST_NAMED + 1} more"]
        listed = f"{', '.join(counted[:-1])} and {counted[-1]}" if len(counted) > 1 else counted[0]
        message = f"{len(everyone)} visible halves compete for {number} {'card' if number == 1 else 'cards'}: {listed}"
    related: dict[Span, Related] = {}
    for place in others:
        if place.span != last.span:
            related.setdefault(place.span, Related(place.span, f"{names[place]} competes with it"))
    return error(
        "both-halves-of-one-card",
        message,
        last.span,
        path=last.path,
        help=_help(everyone, cards, deck),
        related=tuple(list(related.values())[:MOST_RELATED]),
    )


def _help(everyone: Sequence[Place], cards: Sequence[SplitCard], deck: Deck) -> str:
    names = {place.species.id: place.species.name for place in everyone}
    pairs: dict[str, list[str]] = {}
    for card in cards:
        if all(half.species in names for half in card.halves):
            one, two = (quoted(names[half.species]) for half in card.halves)
            pairs.setdefault(f"{one} and {two} are the halves of", []).append(card.number)
    shared = [f"{pair} {_numbers(numbers)}" for pair, numbers in list(pairs.items())[:MOST_PAIRS]]
    text = "check the names, sides and tree symbols of these cards"
    return f"{text}: {'; '.join(shared)}{_known(deck)}" if shared else text + _known(deck)


def _numbers(numbers: Sequence[str]) -> str:
    if len(numbers) > 1 or not numbers[0]:
        return "one card" if len(numbers) == 1 else f"{len(numbers)} cards"
    return f"card {numbers[0]}"


def _known(deck: Deck) -> str:
    if not deck.unknown:
        return ""
    split = len(deck.known) + sum(deck.unknown.values())
    return f" (both halves are known of {len(deck.known)} of the {split} split cards)"


def _owned(place: Place, telling: Container[str]) -> str:
    symbol = f" ({place.entry.symbol})" if place.entry.symbol and place.species.id in telling else ""
    return f"{shown(place.player, 30)}'s {quoted(place.species.name + symbol)}"
