"""Stock: which cards are left when everything on the table is taken out of the declared boxes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import NO_SYMBOL, Print, Species
from forestcalc.game.cards import deck_of
from forestcalc.game.deck import clashes
from forestcalc.game.forest import NOWHERE, Game
from forestcalc.game.places import Place
from forestcalc.game.prints import Matching, stock
from forestcalc.layout.model import CardEntry

NOBODY = ""


@dataclass(frozen=True, slots=True)
class Half:
    """A card that may still come: one print with the symbol it shows (None: none), and where it lies."""

    species: Species
    print_: Print
    symbol: str | None
    side: str

    def entry(self) -> CardEntry:
        """Return the card as a layout would name it, print and all."""
        return CardEntry(
            name=self.species.name,
            species=self.species,
            symbol=self.symbol,
            box=self.print_.box,
            span=NOWHERE,
            path=(),
        )


class Stock:
    """What is left of the declared boxes beside the cards in *places* and those in caves."""

    def __init__(self, game: Game, places: Iterable[Place]) -> None:
        self.catalogue: Catalogue = game.catalogue
        self._places = list(places)
        self._used: dict[Species, list[Place]] = defaultdict(list)
        for place in self._places:
            self._used[place.species].append(place)
        caves = sum(player.forest.cave.cards for player in game.players if player.forest is not None)
        visible = sum(bool(place.species.prints) for place in self._places)
        self.is_empty = visible + caves >= deck_of(game.catalogue).total
        self._known: dict[Half, bool] = {}

    def halves(self) -> Iterable[Half]:
        """Yield every card of the declared boxes of which copies are left, once for each print, symbol and side."""
        if self.is_empty:
            return
        for id in self.catalogue.species_ids:
            if not self.catalogue.is_declared(id):
                continue
            species = self.catalogue.species(id)
            for print_ in [species.prints[0]] if species.face_down else stock(species, self.catalogue):
                for half in self._halves_of(species, print_):
                    if self._has_copy(half):
                        yield half

    def _halves_of(self, species: Species, print_: Print) -> Iterable[Half]:
        symbols: tuple[str | None, ...]
        if not print_.is_open:
            symbols = (None,) if print_.symbol == NO_SYMBOL else (print_.symbol,)
        elif print_.unnamed == "any":
            symbols = tuple(self.catalogue.symbols)
        else:
            symbols = (None,)
        sides = ("host",) if species.is_host else print_.side.split("/")
        for side in sides:
            for symbol in symbols:
                yield Half(species, print_, symbol, side)

    def _has_copy(self, half: Half) -> bool:
        if half.species.face_down:
            return True
        members = self._used[half.species]
        prints = stock(half.species, self.catalogue)
        boxes = {print_.box for print_ in prints}
        copies = sum(print_.copies or 0 for print_ in half.species.prints if print_.box in boxes)
        if len(members) >= copies:
            return False
        if not members:
            return True
        matching = Matching(prints)
        return all(matching.add(place) for place in (*members, self._place(half)))

    def can_be_dealt(self, half: Half) -> bool:
        """Whether the real cards allow one such card more: its other half may lie on the table already."""
        if half.species.is_host:
            return True
        known = self._known.get(half)
        if known is None:
            known = self._known[half] = not clashes([*self._places, self._place(half)], deck_of(self.catalogue))
        return known

    def _place(self, half: Half) -> Place:
        return Place(NOBODY, half.species, half.entry(), half.side, 0)

    def place_at(self, half: Half, host: Place, slot: int) -> Place:
        """Return the place of the card at a host."""
        river = host.host_entry is not None and host.host_entry.river is not None
        return replace(
            self._place(half),
            player=host.player,
            number=host.number,
            host=host.species,
            host_entry=host.host_entry,
            slot=slot,
            under_river=river and half.side == "bottom",
        )
