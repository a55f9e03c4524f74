"""A catalogue: the cards of one game with its declared boxes, every ruling decided."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import Any

from forestcalc.catalogue import store
from forestcalc.catalogue.model import (
    CardSet,
    CaveCard,
    HostKind,
    Print,
    Reading,
    Ruling,
    Species,
    Term,
)
from forestcalc.catalogue.names import bracket_key, key
from forestcalc.catalogue.rules import SlotRule, parse_filter, parse_rule, parse_slot

Raw = Mapping[str, Any]
_MOST_DECIDED = 32


def games() -> dict[str, str]:
    """Return the games that can be scored: id -> title."""
    return {id: info["title"] for id, info in store.listing()["games"].items()}


@lru_cache(maxsize=64)
def catalogue(game: str, expansions: tuple[str, ...] = (), rulings: tuple[tuple[str, str], ...] = ()) -> Catalogue:
    """Return the catalogue of *game* with *expansions*, rulings other than the defaults given as pairs.

    KeyError for a game, box or ruling that does not exist. Catalogues are cached: the same arguments give the same one.
    """
    return Catalogue(store.core(game), expansions, dict(rulings))


class Catalogue:
    """What can be named in a layout of one game, and by which rules it scores.

    `boxes` are the declared boxes in the game's order, the first box always among them. Species of other boxes can be
    looked up too, so that a file that forgot a box can be told so.
    """

    def __init__(self, core: Raw, expansions: Iterable[str] = (), rulings: Mapping[str, str] | None = None) -> None:
        self._core = core
        self.game: str = core["id"]
        self.title: str = core["title"]
        wanted = set(expansions)
        for box in wanted:
            if box not in core["boxes"]:
                raise KeyError(box)
        self.all_boxes: tuple[str, ...] = tuple(core["boxes"])
        self.boxes: tuple[str, ...] = tuple(
            box for number, box in enumerate(core["boxes"]) if number == 0 or box in wanted
        )
        self.expansions = self.boxes[1:]
        self.rulings: dict[str, str] = {id: next(iter(ruling["values"])) for id, ruling in core["rulings"].items()}
        for id, value in (rulings or {}).items():
            if value not in core["rulings"][id]["values"]:
                raise KeyError(value)
            self.rulings[id] = value
        self.max_players: int = core["players"]
        self._species: dict[str, Species] = {}
        self._decided: dict[tuple[tuple[str, str], ...], Catalogue] = {}

    def decided(self, rulings: Mapping[str, str]) -> Catalogue:
        """Return the same boxes under *rulings*; ids that are left out keep their default.

        The same rulings give the same catalogue, so that it knows its cards already when the next game asks.
        """
        wanted = tuple(sorted(rulings.items()))
        known = self._decided.get(wanted)
        if known is None:
            if len(self._decided) == _MOST_DECIDED:
                self._decided.clear()
            known = self._decided[wanted] = Catalogue(self._core, self.expansions, rulings)
        return known

    # -- looking things up ------------------------------------------------------------------------------

    def find(self, name: str) -> list[str]:
        """Return the ids of the species called *name* in this game: none, one, or several.

        Where several share the name and exactly one has a print in a declared box, only that one is returned.
        """
        ids = self._core["index"].get(key(name), [])
        if len(ids) > 1:
            declared = [id for id in ids if self.is_declared(id)]
            if len(declared) == 1:
                return declared
        return list(ids)

    def has_brackets(self, name: str) -> bool:
        """Whether a card is printed with parentheses in its name just where *name* has them."""
        return bracket_key(name) in self._core["bracketed"]

    def is_declared(self, id: str) -> bool:
        """Whether a declared box holds the species (a face-down card needs no box)."""
        species = self.species(id)
        return species.face_down or any(print_.box in self.boxes for print_ in species.prints)

    def find_symbol(self, name: str) -> str | None:
        """Return the tree symbol called *name*; the name of a tree stands for its symbol."""
        return _only(self._core["symbol_index"].get(key(name)))

    def find_box(self, name: str) -> str | None:
        """Return the box called *name*; `base` names the first box of every game."""
        return _only(self._core["box_index"].get(key(name)))

    def find_cave(self, name: str) -> str | None:
        """Return the cave called *name*."""
        return _only(self._core["cave_index"].get(key(name)))

    @property
    def name_index(self) -> Mapping[str, list[str]]:
        """Every name of every species in comparable form -> ids; for suggestions and completion."""
        index: Mapping[str, list[str]] = self._core["index"]
        return index

    @property
    def cave_index(self) -> Mapping[str, list[str]]:
        """Every name of every cave in comparable form -> ids."""
        index: Mapping[str, list[str]] = self._core["cave_index"]
        return index

    @property
    def symbol_index(self) -> Mapping[str, list[str]]:
        """Every name of every tree symbol in comparable form -> ids."""
        index: Mapping[str, list[str]] = self._core["symbol_index"]
        return index

    @property
    def box_index(self) -> Mapping[str, list[str]]:
        """Every name of every box in comparable form -> ids."""
        index: Mapping[str, list[str]] = self._core["box_index"]
        return index

    # -- cards --------------------------------------------------------------------------------------------

    @property
    def species_ids(self) -> tuple[str, ...]:
        """The ids of all species of the game, those of boxes that are not declared included."""
        return tuple(self._core["species"])

    def species(self, id: str) -> Species:
        """Return the species *id*. KeyError if there is none."""
        known = self._species.get(id)
        if known is None:
            known = self._species[id] = self._make_species(id)
        return known

    def ids_of_kinds(self, kinds: Container[str]) -> Iterator[str]:
        """Yield the ids of the species of some kinds, without reading the others."""
        return (id for id, raw in self._core["species"].items() if raw["kind"] in kinds)

    def prints(self, id: str) -> tuple[Print, ...]:
        """Return the prints of the species in declared boxes, in the order of the boxes."""
        return tuple(print_ for print_ in self.species(id).prints if print_.box in self.boxes)

    def _make_species(self, id: str) -> Species:
        raw = self._core["species"][id]
        used: tuple[str, ...] = tuple(raw["rulings"])
        value = self._decide(raw) if used else raw
        prints = tuple(self._make_print(id, value["kind"], print_) for print_ in value["prints"])
        counts_as = value.get("counts_as") or ()
        set_id = value.get("set")
        if set_id is not None:
            section = self.sets[set_id].section
        elif value["kind"] == "dweller":
            section = _section(prints[0].side)
        else:
            section = "trees"
        if not prints and value.get("face_down"):
            kind = value["kind"]
            prints = (Print(id, self.boxes[0], "host", "none", None, None, tuple(value["types"])),)
            section = "trees" if kind != "dweller" else section
        only = value.get("only")
        return Species(
            id=id,
            name=value["name"],
            plural=value.get("plural"),
            kind=value["kind"],
            prints=tuple(sorted(prints, key=lambda print_: self.all_boxes.index(print_.box))),
            identity=counts_as[0] if counts_as else id,
            rule=parse_rule(value["rule"]) if value.get("rule") is not None else None,
            set_id=set_id,
            slot=parse_slot(value["slot"]) if "slot" in value else SlotRule(),
            face_down=bool(value.get("face_down")),
            proxy=bool(value.get("proxy_of_host")),
            fills_cave=value.get("fills_cave") or "",
            below=value.get("below"),
            slots=value.get("slots"),
            only={side: parse_filter(filter_) for side, filter_ in only.items()} if only else None,
            doubles=parse_filter(value["doubles"]) if "doubles" in value else None,
            section=section,
            rulings=used,
        )

    def _make_print(self, id: str, kind: str, raw: Raw) -> Print:
        return Print(
            species=id,
            box=raw["box"],
            side=raw.get("side", "host" if kind != "dweller" else "top"),
            symbol=raw["symbol"],
            copies=raw["copies"],
            cost=raw.get("cost"),
            types=tuple(raw["types"]),
            unnamed=raw.get("unnamed", "any"),
        )

    def _decide(self, value: Any) -> Any:
        """Replace every choice between readings by the value of the reading that holds."""
        if isinstance(value, dict):
            if "ruling" in value:
                return self._decide(value[self.rulings[value["ruling"]]])
            return {name: self._decide(part) for name, part in value.items()}
        if isinstance(value, list):
            return [self._decide(part) for part in value]
        return value

    # -- the game ----------------------------------------------------------------------------------------

    @cached_property
    def sets(self) -> dict[str, CardSet]:
        """The sets that score once: id -> set."""
        return {id: self._make_set(id, self._decide(raw)) for id, raw in self._core["sets"].items()}

    def _make_set(self, id: str, raw: Raw) -> CardSet:
        return CardSet(
            id=id,
            name=raw["name"],
            section=raw["section"],
            of=parse_filter(raw["of"]),
            values=tuple(raw.get("different", ())),
            rule=parse_rule({"once": True, "points": raw["points"], "of": raw["of"]}) if "points" in raw else None,
        )

    @cached_property
    def caves(self) -> dict[str, CaveCard]:
        """The caves of the game, those of boxes that are not declared included: id -> cave."""
        return {
            id: CaveCard(
                id,
                raw["name"],
                raw["box"],
                raw["copies"],
                parse_rule(self._decide(raw["rule"])),
                bool(raw.get("fills_itself")),
            )
            for id, raw in self._core["caves"].items()
        }

    @cached_property
    def host_kinds(self) -> dict[str, HostKind]:
        """The kinds of host: id -> slots and water."""
        return {id: _host_kind(id, raw) for id, raw in self._core["hosts"].items()}

    @cached_property
    def types(self) -> dict[str, Term]:
        """The type symbols of the game."""
        return {id: Term(id, raw["name"], raw["one"], raw["many"]) for id, raw in self._core["types"].items()}

    @cached_property
    def symbols(self) -> dict[str, str]:
        """The tree symbols of the game: id -> English name."""
        return {id: raw["name"] for id, raw in self._core["symbols"].items()}

    @property
    def counts(self) -> Mapping[str, Raw]:
        """What a player not described in full may give for comparisons: id -> label and words."""
        counts: Mapping[str, Raw] = self._core["counts"]
        return counts

    @property
    def ruling_ids(self) -> tuple[str, ...]:
        """The ids of the rulings of this game."""
        return tuple(self._core["rulings"])

    def ruling(self, id: str) -> Ruling:
        """Return the ruling *id*. KeyError if this game has none of that id."""
        raw = self._core["rulings"][id]
        return Ruling(
            id,
            self.game,
            raw["question"],
            tuple(
                Reading(value, reading["reading"], tuple(reading["read_so_by"]))
                for value, reading in raw["values"].items()
            ),
            tuple(raw.get("sources", ())),
        )

    @property
    def physical_cards(self) -> Mapping[str, Raw]:
        """The physical cards by box: `split` cards with their halves, whether the list is `complete`, `totals`."""
        cards: Mapping[str, Raw] = self._core["cards"]
        return cards

    @property
    def setup(self) -> tuple[Raw, ...]:
        """How many cards are taken out unseen: rows of `boxes`, `removed` (with 2, 3, 4 ... players), `source`."""
        return tuple(self._core.get("setup", ()))

    def box_title(self, box: str) -> str:
        """Return how a box is called in messages."""
        return str(self._core["box_info"].get(box, {}).get("title", box))


def _only(ids: list[str] | None) -> str | None:
    return ids[0] if ids and len(ids) == 1 else None


def _section(side: str) -> str:
    return side if side in ("top", "bottom") else "left_right"


def _host_kind(id: str, raw: Raw) -> HostKind:
    river = None
    if below := raw.get("river"):
        # The river takes the place of the lower slot; the other sides stay, but take cards of either kind.
        river = HostKind(id, {**raw["slots"], **below["slots"]}, dict(below["water"]))
    return HostKind(id, dict(raw["slots"]), dict(raw.get("water", {})), river)
