"""Forests: the hosts of a player, the cards attached to them, and the cave."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import SECTIONS, CardSet, CaveCard, Print, Species
from forestcalc.diagnostics.diagnostic import Diagnostic, Path, Span
from forestcalc.scoring.faces import Book, Face
from forestcalc.scoring.measures import Shared
from forestcalc.scoring.plans import Plan, ToLine

if TYPE_CHECKING:
    from forestcalc.layout.model import Layout
    from forestcalc.scoring.sheet import Line

NOWHERE = Span(0, 0, 0)
_NOTHING: Mapping[str, Any] = MappingProxyType({})


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """One visible card in its place.

    `face` is what it shows there. `host` is the number of its host in the forest, `slot` that of its slot on the
    side. `print_` is None for a card whose points are given by hand (`by_hand`). `options` are the tree symbols that
    it may show where the file names none and the prints leave a choice (empty: settled), `named_box` the box that the
    file names. `path` leads from the player to the place in the file; cards of one count share it.
    """

    face: Face
    side: str
    host: int = 0
    slot: int = 0
    print_: Print | None = None
    options: tuple[str, ...] = ()
    named_box: str | None = None
    by_hand: int | None = None
    path: Path = ()
    span: Span = NOWHERE

    @property
    def species(self) -> Species:
        """The species of the card."""
        return self.face.species

    @property
    def symbol(self) -> str | None:
        """The tree symbol that it is known to show; None where it shows none or it is not known."""
        return self.face.symbol

    @property
    def is_open(self) -> bool:
        """Whether the file leaves its tree symbol open."""
        return bool(self.options)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Host:
    """A tree, sapling, shrub, moor or river with the cards attached to it, in file order.

    `river` is the universal river below a tree. `is_full`: every slot holds a card.
    """

    card: Card
    dwellers: tuple[Card, ...] = ()
    river: Card | None = None
    is_full: bool = False
    cards: tuple[Card, ...] = field(init=False)

    def __post_init__(self) -> None:
        own = (self.card,) if self.river is None else (self.card, self.river)
        object.__setattr__(self, "cards", own + self.dwellers)

    def same_slot(self, card: Card) -> tuple[Card, ...]:
        """Return the cards in the slot of *card*, itself included."""
        side, slot = card.side, card.slot
        return tuple([other for other in self.dwellers if other.side == side and other.slot == slot])


class Cave(NamedTuple):
    """A player's cave and the number of cards in it."""

    card: CaveCard
    cards: int = 0


Group: TypeAlias = tuple["Line | None", Species | CardSet | None, tuple[Card, ...], int, Shared | None, ToLine]
"""Cards that score in one line: the line where they settle it alone, else None; what it scores; the cards as they lie.

Then their number, and how the line is worked out: by what each card is worth where all are worth the same, else as a
whole.
"""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Forest:
    """All hosts of one player, and the cave.

    `visible` are all cards host by host in file order, `faces` theirs, and `groups` the same cards by the line that
    they score in, for each section of the score pad. `full_hosts` have a card in every slot. `vector` is the sum of
    those of the faces, `presence` has a bit for each species, as its faces have. `is_open`: the file leaves the tree
    symbol of some card open.
    """

    hosts: tuple[Host, ...]
    cave: Cave
    visible: tuple[Card, ...] = field(init=False)
    faces: tuple[Face, ...] = field(init=False)
    groups: tuple[tuple[Group, ...], ...] = field(init=False)
    full_hosts: tuple[Host, ...] = field(init=False)
    vector: int = field(init=False)
    presence: int = field(init=False)
    is_open: bool = field(init=False)

    def __post_init__(self) -> None:
        visible = [card for host in self.hosts for card in host.cards]
        faces = [card.face for card in visible]
        by_plan: defaultdict[Plan, list[Card]] = defaultdict(list)
        for card, face in zip(visible, faces, strict=True):
            by_plan[face.plan].append(card)
        sections: list[list[Group]] = [[] for _ in SECTIONS]
        for plan, cards in by_plan.items():
            of_line, settled = tuple(cards), plan.settled
            line = None if settled is None else settled(of_line)
            sections[plan.section].append((line, plan.scored, of_line, len(of_line), plan.alike, plan.to_line))
        presence = 0
        for face in set(faces):
            presence |= face.presence
        put = object.__setattr__
        put(self, "visible", tuple(visible))
        put(self, "faces", tuple(faces))
        put(self, "groups", tuple([tuple(groups) for groups in sections]))
        put(self, "full_hosts", tuple([host for host in self.hosts if host.is_full]))
        put(self, "vector", sum([face.vector for face in faces]))
        put(self, "presence", presence)
        put(self, "is_open", any([card.options for card in visible]))  # noqa: C419  a list is faster here

    def cards(self) -> Iterator[Card]:
        """Yield every visible card, host by host in file order."""
        return iter(self.visible)


class Player(NamedTuple):
    """A player: a forest, or the `counts` that others are compared with.

    `expect` are the assertions of `check`: what -> points.
    """

    name: str
    forest: Forest | None = None
    counts: Mapping[str, int] | None = None
    expect: Mapping[str, int] | None = None
    span: Span = NOWHERE
    expect_spans: Mapping[str, Span] = _NOTHING


class Game(NamedTuple):
    """A validated game, ready to be scored.

    `rulings` are those that the file decides; all others stand at their default. `diagnostics` are warnings and notes.
    `layout` is what the game was built from.
    """

    catalogue: Catalogue
    book: Book
    players: tuple[Player, ...]
    rulings: Mapping[str, str] = _NOTHING
    file: str = ""
    document: int = 0
    diagnostics: tuple[Diagnostic, ...] = ()
    layout: Layout | None = None

    @property
    def name(self) -> str:
        """The id of the game that is played."""
        return self.catalogue.game

    @property
    def expansions(self) -> tuple[str, ...]:
        """The declared boxes beside the first."""
        return self.catalogue.expansions
