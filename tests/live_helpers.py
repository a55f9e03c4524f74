"""Edits of live tables by chance: any card to any place that it prints, whether or not the game allows it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import EITHER_SIDE
from forestcalc.live import CardError, LiveForest, LiveHost, LiveTable
from forestcalc.scoring.score import known_sheet
from forestcalc.scoring.sheet import PlayerSheet

Edit = tuple[int, int, int, int]
"""What to do, and three numbers that choose where and with what."""


@lru_cache(maxsize=16)
def dwellers(cards: Catalogue) -> list[tuple[str, str]]:
    """Return a name and a side for every print of the declared boxes, open symbols as they are and named."""
    found = []
    for id in cards.species_ids:
        for print_ in cards.prints(id):
            if print_.side != "host":
                symbols = [print_.symbol] if not print_.is_open else ["", *list(cards.symbols)[:3]]
                sides = ("left", "right") if print_.side == EITHER_SIDE else (print_.side,)
                for symbol in symbols:
                    named = "" if symbol in ("", "none") else f"{symbol}, "
                    found += [(f"{id} ({named}{print_.box})", side) for side in sides]
    return found


@lru_cache(maxsize=16)
def hosts(cards: Catalogue) -> list[str]:
    return [id for id in cards.species_ids if cards.species(id).is_host and cards.is_declared(id)]


def do(table: LiveTable, edit: Edit) -> None:
    """Change one forest of *table*; a change that has no place does nothing."""
    kind, one, two, three = edit
    cards = table.catalogue
    forest = table.forests[one % len(table.forests)]
    host = forest.hosts[two % len(forest.hosts)] if forest.hosts else None
    match kind % 12:
        case 0 | 1:
            _plant(forest, hosts(cards)[three % len(hosts(cards))], river=two % 2 == 1)
        case 2 | 3 | 4 | 5:
            if host is not None:
                _attach(host, three)
        case 6 | 7:
            if host is not None and host.dwellers:
                card = host.dwellers[three % len(host.dwellers)]
                fitting = [name for name, side in dwellers(cards) if side == card.side]
                card.replace(fitting[three % len(fitting)])
        case 8:
            if host is not None and host.dwellers:
                host.dwellers[three % len(host.dwellers)].detach()
        case 9:
            if host is not None:
                _replace_host(host, three)
        case 10:
            if host is not None:
                host.fell()
        case _:
            caves = [cave for cave in cards.caves.values() if cave.box in cards.boxes]
            forest.cave = forest.cave._replace(card=caves[two % len(caves)], cards=three % 9)


def _plant(forest: LiveForest, name: str, *, river: bool) -> None:
    kind = forest.table.catalogue.host_kinds[forest.table.catalogue.species(name).kind]
    forest.plant(name, river=river and kind.river is not None)


def _attach(host: LiveHost, number: int) -> None:
    cards = host.forest.table.catalogue
    fitting = [(name, side) for name, side in dwellers(cards) if host.slots.get(side)]
    name, side = fitting[number % len(fitting)]
    host.attach(name, side, None if number % 3 else number % host.slots[side])


def _replace_host(host: LiveHost, number: int) -> None:
    names = hosts(host.forest.table.catalogue)
    with suppress(CardError):  # a host of another kind may have no place for the cards there
        host.replace(names[number % len(names)])


def differences(table: LiveTable) -> Iterator[str]:
    """Yield where the points of *table* are not those of the same forests scored from scratch."""
    sheet = known_sheet(table.game())
    for player in sheet.players:
        forest = table[player.name]
        yield from _differences(forest, player)
    if table.totals != {player.name: player.total for player in sheet.players}:
        yield f"totals {table.totals}"


def _differences(forest: LiveForest, player: PlayerSheet) -> Iterator[str]:
    if forest.total != player.total:
        yield f"{player.name}: total {forest.total}, not {player.total}"
    points = {line.id: line.points for line in player.lines}
    if forest.points != points:
        wrong = {id: (forest.points.get(id), points.get(id)) for id in {*points, *forest.points}}
        yield f"{player.name}: { ({id: one for id, one in wrong.items() if one[0] != one[1]}) }"
    sections = {section: points.value for section, points in player.sections.items()}
    if forest.sections != sections:
        yield f"{player.name}: sections {forest.sections}, not {sections}"
