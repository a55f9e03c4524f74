"""Names: a card as it is written in a layout becomes the print that it is of, once for each way to write it."""

from __future__ import annotations

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import Print, Species
from forestcalc.catalogue.names import near
from forestcalc.diagnostics.diagnostic import quoted
from forestcalc.game.forest import NOWHERE, Card
from forestcalc.game.places import Place
from forestcalc.game.prints import assign_prints, fits, stock
from forestcalc.layout.model import CardEntry
from forestcalc.layout.shapes import listed
from forestcalc.layout.words import read_words
from forestcalc.scoring.faces import Book, Face

_MOST_NAMES = 20_000


class CardError(ValueError):
    """There is no such card, it does not print that side, or the host has no such slot."""


class Named:
    """A card as it was named, for one side (`host` for a host): its species, print, and tree symbol.

    `options` are the symbols that it may show where neither the name nor the prints settle it. `box` is the box where
    it matters, or was named. `by_hand` gives the points of a card that no rule is known for.
    """

    __slots__ = ("_faces", "box", "by_hand", "name", "options", "print_", "side", "species", "symbol", "types")

    def __init__(
        self,
        species: Species,
        name: str,
        side: str,
        print_: Print | None,
        symbol: str | None,
        options: tuple[str, ...] = (),
        box: str | None = None,
        by_hand: int | None = None,
    ) -> None:
        self.species = species
        self.name = name
        self.side = side
        self.print_ = print_
        self.types = print_.types if print_ is not None else ()
        self.symbol = symbol
        self.options = options
        self.box = box
        self.by_hand = by_hand
        self._faces: dict[tuple[Species | None, bool], Face] = {}

    def face(self, book: Book, host: Species | None, under_river: bool) -> Face:
        """Return what the card shows at *host* (None for a host itself)."""
        place = host, under_river
        face = self._faces.get(place)
        if face is None:
            face = self._faces[place] = book.face(
                self.species, self.types, self.symbol, self.side, host, under_river=under_river
            )
        return face

    @property
    def text(self) -> str:
        """The card as a layout writes it."""
        qualifiers = ", ".join(word for word in (self.symbol if self._names_symbol else None, self.box) if word)
        return f"{self.name} ({qualifiers})" if qualifiers else self.name

    @property
    def _names_symbol(self) -> bool:
        # A tree shows its own symbol, and a card that lies face down takes no qualifier.
        return self.species.kind != "tree" and not self.species.face_down


class Names:
    """The cards of a catalogue by the ways in which they were named so far."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self._known: dict[tuple[str, str], Named] = {}
        self._taken: dict[tuple[object, ...], Named] = {}
        self._rivers: dict[str, Named | None] = {}

    def find(self, text: str, side: str) -> Named:
        """Return the card called *text*, qualifiers included, as one on *side*. CardError if there is none."""
        named = self._known.get((text, side))
        if named is None:
            if len(self._known) >= _MOST_NAMES:
                self._known.clear()
            named = self._known[text, side] = self._read(text, side)
        return named

    def of_card(self, card: Card) -> Named:
        """Return *card* of a game as a named one."""
        if card.print_ is not None and card.by_hand is None:
            boxes = {print_.types for print_ in stock(card.species, self.catalogue) if _may_be(print_, card)}
            box = card.print_.box if len(boxes) > 1 else card.named_box
            known = (card.species.id, card.side, card.print_, card.symbol, card.options, box)
            named = self._taken.get(known)
            if named is None:
                named = self._taken[known] = self._of_card(card, box)
            return named
        return self._of_card(card, card.named_box)

    def _of_card(self, card: Card, box: str | None) -> Named:
        # The catalogue may be that of another reading: its own species counts.
        known = card.species.prints or card.species.face_down
        species = self.catalogue.species(card.species.id) if known else card.species
        name = self.name_of(species)
        return Named(species, name, card.side, card.print_, card.symbol, card.options, box, card.by_hand)

    def river_below(self, host: Species) -> Named:
        """Return the river that can lie below a tree of the kind of *host*. CardError where none can."""
        if host.kind not in self._rivers:
            below = (id for id in self.catalogue.species_ids if self.catalogue.species(id).below == host.kind)
            id = next(below, None)
            river = None if id is None else self._named(self.catalogue.species(id), "river", None, None)
            self._rivers[host.kind] = river
        named = self._rivers[host.kind]
        if named is None:
            raise CardError(f"no river can lie below {quoted(host.name)}")
        return named

    def _read(self, text: str, side: str) -> Named:
        cards = self.catalogue
        words = read_words(text, cards)
        if words.count is not None:
            raise CardError(f"{quoted(text)} is several cards: name one at a time")
        if len(words.ids) != 1:
            raise CardError(self._no_single(words.name, words.ids))
        species = cards.species(words.ids[0])
        if species.is_host != (side == "host"):
            what = "cannot be attached: it is a host" if species.is_host else "is no host"
            raise CardError(f"{quoted(species.name)} {what}")
        symbol, box = self._qualifiers(words.qualifiers, species)
        return self._named(species, side, symbol, box)

    def _no_single(self, name: str, ids: tuple[str, ...]) -> str:
        if ids:
            return f"{quoted(name)} means several cards: write {listed(list(ids))}"
        close = near(name, self.catalogue.name_index, 3)
        asked = f": did you mean {listed([self.catalogue.species(id).name for id in close])}?" if close else ""
        return f"{self.catalogue.title} has no card called {quoted(name)}{asked}"

    def _qualifiers(self, qualifiers: tuple[str, ...], species: Species) -> tuple[str | None, str | None]:
        symbol = box = None
        for word in qualifiers:
            found = self.catalogue.find_symbol(word)
            if found is not None:
                symbol = found
            elif (of_box := self.catalogue.find_box(word)) is not None:
                box = of_box
            else:
                raise CardError(f"{quoted(word)} is no tree symbol and no box of {self.catalogue.title}")
        if qualifiers and species.face_down:
            raise CardError(f"{quoted(species.name)} lies face down: it shows no tree symbol and belongs to no box")
        return symbol, box

    def _named(self, species: Species, side: str, symbol: str | None, box: str | None) -> Named:
        place = _place(species, side, symbol, box)
        prints = [print_ for print_ in stock(species, self.catalogue) if fits(place, print_)]
        if box is None and len({print_.types for print_ in prints}) > 1:
            # The boxes differ in type symbols: the first one has it, and the layout has to say so.
            box = prints[0].box
            place = _place(species, side, symbol, box)
        found, faults = assign_prints([place], self.catalogue)
        if place not in found:
            raise CardError(faults[0].message)
        printed = found[place]
        return Named(
            species, self.name_of(species), side, printed.print_, printed.symbol, options=printed.options, box=box
        )

    def name_of(self, species: Species) -> str:
        """Return a name that means this species and no other."""
        return species.name if self.catalogue.find(species.name) in ([species.id], []) else species.id


def _may_be(print_: Print, card: Card) -> bool:
    return (
        (card.side == "host" or print_.fits_side(card.side))
        and (card.named_box is None or print_.box == card.named_box)
        and (card.symbol is None or print_.is_open or print_.symbol == card.symbol)
    )


def _place(species: Species, side: str, symbol: str | None, box: str | None) -> Place:
    entry = CardEntry(name=species.name, species=species, span=NOWHERE, path=(), symbol=symbol, box=box)
    return Place("", species, entry, side, 0)
