"""What a catalogue holds: species with their prints, sets, caves, kinds of host, types, symbols and rulings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from forestcalc.catalogue.rules import Filter, Rule, SlotRule

SIDES = ("top", "bottom", "left", "right")
SECTIONS = ("trees", "top", "bottom", "left_right")
EITHER_SIDE = "left/right"

# What a print says about its tree symbol when it names none of the game.
UNKNOWN = "unknown"
UNKNOWN_DIFFERENT = "unknown-different"
NO_SYMBOL = "none"

UnnamedSymbol: TypeAlias = Literal["any", "none"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Print:
    """Equal halves (or whole cards) of one species in one box.

    `side` is a side, `left/right` where it is not known which, or `host` for trees and other hosts. `symbol` is a
    tree symbol, `none`, `unknown`, or `unknown-different` (every copy shows another one). `unnamed` says what a
    card of unknown symbol shows as long as the file names none. `copies` counts cards; None means no limit.
    """

    species: str
    box: str
    side: str
    symbol: str
    copies: int | None
    cost: int | None
    types: tuple[str, ...]
    unnamed: UnnamedSymbol = "any"

    @property
    def is_open(self) -> bool:
        """Whether the print does not say which symbol it shows."""
        return self.symbol in (UNKNOWN, UNKNOWN_DIFFERENT)

    def fits_side(self, side: str) -> bool:
        """Whether a card of this print can lie on *side*."""
        return self.side == side or (self.side == EITHER_SIDE and side in ("left", "right"))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Species:
    """One kind of card half, or of tree, shrub, moor or river.

    `kind` is `dweller` or a kind of host. `identities` are what the card counts as where rules count species:
    its own id first, unless it only counts as another. `set_id` names the set it scores in; `rule` is None where
    no pack has one. `slots` overrides the slots of its kind of host, `only` limits what may lie on a side.
    `doubles` matches the cards at this host whose own points count twice. `proxy`: the card stands for one more
    of its host where a rule counts such cards. `below`: as a river it may lie below a tree. `fills_cave`: whether its
    `effect`, or only its `bonus`, puts cards into the cave; empty if neither does.
    """

    id: str
    name: str
    plural: str | None
    kind: str
    prints: tuple[Print, ...]
    identity: str
    rule: Rule | None
    set_id: str | None
    slot: SlotRule
    face_down: bool = False
    proxy: bool = False
    fills_cave: str = ""
    below: str | None = None
    slots: dict[str, int] | None = None
    only: dict[str, Filter] | None = None
    doubles: Filter | None = None
    section: str = "trees"
    rulings: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"Species({self.id})"

    @property
    def is_host(self) -> bool:
        """Whether other cards are attached to this one."""
        return self.kind != "dweller"


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class CardSet:
    """Cards that score once together.

    Either by their number (`rule`, with its steps), or split into groups of different species: `values` gives the
    points of a group of 1, 2, 3 ... different ones.
    """

    id: str
    name: str
    section: str
    of: Filter
    values: tuple[int, ...] = ()
    rule: Rule | None = None


class CaveCard(NamedTuple):
    """A cave: how many there are, its rule, and whether cards may get into it without a card that says so."""

    id: str
    name: str
    box: str
    copies: int
    rule: Rule
    fills_itself: bool = False


class HostKind(NamedTuple):
    """A kind of host: its slots by side, and where cards need (True) or must not need (False) water.

    `river` is the same for such a host with a river below it. `type` is the type symbol that a face-down card shows.
    """

    id: str
    slots: dict[str, int]
    water: dict[str, bool]
    river: HostKind | None = None


class Term(NamedTuple):
    """A type symbol or a tree symbol: its name, and how one and several cards with it are called."""

    id: str
    name: str
    one: str
    many: str


class Reading(NamedTuple):
    """One value of a ruling: what it says and who reads the rules so."""

    value: str
    reading: str
    read_so_by: tuple[str, ...]


class Ruling(NamedTuple):
    """A question that the official sources leave open; the first value is the default."""

    id: str
    game: str
    question: str
    values: tuple[Reading, ...]
    sources: tuple[str, ...] = ()

    @property
    def default(self) -> str:
        """The value that holds unless a file says otherwise."""
        return self.values[0].value
