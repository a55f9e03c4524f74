"""Build a game from a layout: every card gets its print and its place, every rule of the table is checked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.diagnostics.diagnostic import Diagnostic, Related, error, quoted
from forestcalc.game.deck import check_caves, check_deck, check_flood
from forestcalc.game.forest import Card, Cave, Forest, Game, Host, Player
from forestcalc.game.places import Place, places_of, slots_of
from forestcalc.game.prints import Printed, assign_prints
from forestcalc.game.slots import Lying, check_host
from forestcalc.game.warnings import assumed_boxes
from forestcalc.layout.model import CaveEntry, Layout, PlayerEntry
from forestcalc.layout.players import ORDINARY_CAVE
from forestcalc.scoring.faces import Book


class Built(NamedTuple):
    """The game, unless something is wrong with it, and everything that was found, in file order."""

    game: Game | None
    diagnostics: tuple[Diagnostic, ...]


def build_game(layout: Layout, *, file: str = "", document: int = 0) -> Built:
    """Check a layout against the rules of the table and make the game of it."""
    found = list(layout.diagnostics)
    catalogue = layout.catalogue
    if catalogue is None:
        return Built(None, _sorted(found, file, document))
    flood = check_flood(layout, catalogue)
    if flood:
        return Built(None, _sorted([*found, *flood], file, document))
    places = list(places_of(layout, catalogue))
    printed, faults = assign_prints(places, catalogue)
    found += faults
    found += _check_rules_known(places)
    book = Book(catalogue, dict.fromkeys(place.species.id for place in places if place.species.prints))
    by_host, slot_faults = _check_hosts(places, printed, book, catalogue)
    found += slot_faults
    if len(layout.players) <= catalogue.max_players:
        found += _check_caves(layout)
    found += check_caves(layout, catalogue)
    if not any(one.is_error for one in found):
        found += check_deck(layout, places, printed, catalogue)
    if any(one.is_error for one in found):
        return Built(None, _sorted(found, file, document))
    players = tuple(_player(entry, by_host, printed, catalogue) for entry in layout.players)
    found += assumed_boxes(places, printed, book)
    diagnostics = _sorted(found, file, document)
    game = Game(
        catalogue=catalogue,
        book=book,
        players=players,
        rulings=layout.rulings,
        file=file,
        document=document,
        diagnostics=diagnostics,
        layout=layout,
    )
    return Built(game, diagnostics)


def _sorted(found: Sequence[Diagnostic], file: str, document: int) -> tuple[Diagnostic, ...]:
    """Return what was found in file order; what stands at one place and is read several times (an alias) only once."""

    def position(one: Diagnostic) -> tuple[int, int]:
        return (one.span.line, one.span.column) if one.span is not None else (0, 0)

    once: dict[object, Diagnostic] = {}
    for one in found:
        once.setdefault((one.code, one.span, one.message), one)
    return tuple(one.placed(file, document) for one in sorted(once.values(), key=position))


HostKey = tuple[str, int]


def _check_hosts(
    places: Sequence[Place], printed: Mapping[Place, Printed], book: Book, catalogue: Catalogue
) -> tuple[dict[HostKey, list[Lying]], list[Diagnostic]]:
    """Give every card its face, and check the slots host by host. The first card of each host is the host itself."""
    hosts: dict[HostKey, list[Lying]] = defaultdict(list)
    faults: list[Diagnostic] = []
    broken: set[HostKey] = set()
    for place in places:
        known = printed.get(place)
        if known is None:
            broken.add((place.player, place.number))
            if place.host is None:
                hosts[place.player, place.number] = []
            continue
        types = known.print_.types if known.print_ is not None else ()
        face = book.face(place.species, types, known.symbol, place.side, place.host, under_river=place.under_river)
        hosts[place.player, place.number].append(Lying(place, face))
    seen: set[tuple[object, ...]] = set()
    for at, lying in hosts.items():
        if not lying or lying[0].place.host is not None:  # the host itself is at fault
            continue
        dwellers = [one for one in lying[1:] if one.place.side != "river"]
        entry = lying[0].place.host_entry
        is_whole = at not in broken and (entry is None or entry.is_whole)
        for fault in check_host(lying[0].place, dwellers, catalogue, is_whole=is_whole):
            mark = (fault.code, fault.span, fault.message)
            if mark not in seen:  # a counted host or card has one place, so one report will do
                seen.add(mark)
                faults.append(fault)
    return hosts, faults


def _check_rules_known(places: Sequence[Place]) -> list[Diagnostic]:
    faults: dict[object, Diagnostic] = {}
    for place in places:
        species = place.species
        if species.rule is None and species.set_id is None and place.entry.points is None:
            faults.setdefault(
                place.span,
                error(
                    "rule-unknown",
                    f"no pack has a points rule for {quoted(species.name)}",
                    place.span,
                    path=place.path,
                    help=f"give its points by hand: `{{card: {species.name}, points: 5}}`, or add a pack with its rule",
                ),
            )
    return list(faults.values())


def _check_caves(layout: Layout) -> list[Diagnostic]:
    faults: list[Diagnostic] = []
    holders: dict[str, list[tuple[PlayerEntry, CaveEntry]]] = defaultdict(list)
    for player in layout.players:
        if player.cave is not None:
            holders[player.cave.cave.id].append((player, player.cave))
    for having in holders.values():
        cave = having[0][1].cave
        if len(having) <= cave.copies:
            continue
        player, too_many = having[cave.copies]
        faults.append(
            error(
                "cave-twice",
                f"{len(having)} players have {quoted(cave.name)}; there {_are(cave.copies)} {cave.copies}",
                too_many.name_span,
                path=("players", player.name, "cave", "name"),
                help="check who took which cave",
                related=tuple(
                    Related(other.name_span, f"{who.name} has it here") for who, other in having if who is not player
                ),
            )
        )
    return faults


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


def _player(
    entry: PlayerEntry,
    hosts: Mapping[HostKey, Sequence[Lying]],
    printed: Mapping[Place, Printed],
    catalogue: Catalogue,
) -> Player:
    if entry.hosts is None:
        return Player(name=entry.name, counts=entry.counts or {}, span=entry.span)
    cave = Cave(catalogue.caves[ORDINARY_CAVE])
    if entry.cave is not None:
        cave = Cave(entry.cave.cave, entry.cave.cards)
    total = sum(host.card.count for host in entry.hosts)
    forest = Forest(
        tuple(_host(hosts[entry.name, number], printed, catalogue, number) for number in range(total)), cave
    )
    return Player(
        name=entry.name,
        forest=forest,
        expect=entry.expect,
        span=entry.span,
        expect_spans=entry.expect_spans,
    )


def _host(lying: Sequence[Lying], printed: Mapping[Place, Printed], catalogue: Catalogue, number: int) -> Host:
    cards = [_card(one, printed[one.place], number) for one in lying]
    river = next((card for card in cards if card.side == "river"), None)
    dwellers = tuple(card for card in cards[1:] if card is not river)
    slots = slots_of(catalogue, lying[0].species, river is not None)
    taken = {(card.side, card.slot) for card in dwellers}
    return Host(cards[0], dwellers, river, is_full=len(taken) == sum(slots.values()))


def _card(lying: Lying, printed: Printed, number: int) -> Card:
    place = lying.place
    return Card(
        face=lying.face,
        side=place.side,
        host=number,
        slot=place.slot,
        print_=printed.print_,
        options=printed.options,
        named_box=place.entry.box,
        by_hand=place.entry.points,
        path=place.entry.path,
        span=place.span,
    )
