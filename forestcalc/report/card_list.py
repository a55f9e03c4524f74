"""A list of cards: which ones a filter wants, and a table of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from forestcalc.catalogue import store
from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import SIDES
from forestcalc.catalogue.names import key

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What to list: the values of one field are alternatives, the fields must all hold; empty fields hold."""

    boxes: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()


def unknown_values(catalogues: Sequence[Catalogue], filters: Filters) -> Iterable[tuple[str, str, list[str]]]:
    """Yield every value that no card of any game can meet: its filter, the value, and the values that there are."""
    kinds = {catalogue.species(id).kind: None for catalogue in catalogues for id in catalogue.species_ids}
    wanted: list[tuple[str, Sequence[str], Any, Iterable[str]]] = [
        ("--box", filters.boxes, Catalogue.find_box, (box for one in catalogues for box in one.all_boxes)),
        ("--kind", filters.kinds, _find_kind, (*kinds, "cave")),
        ("--type", filters.types, find_type, (type_ for one in catalogues for type_ in one.types)),
        ("--side", filters.sides, _find_side, SIDES),
        ("--symbol", filters.symbols, Catalogue.find_symbol, (symbol for one in catalogues for symbol in one.symbols)),
    ]
    for option, values, find, choices in wanted:
        for value in values:
            if not any(find(catalogue, value) for catalogue in catalogues):
                yield option, value, list(dict.fromkeys(choices))


def find_type(catalogue: Catalogue, name: str) -> str | None:
    """Return the type symbol of a game that is called *name* in some language, one or several."""
    wanted = key(name)
    for id, raw in store.core(catalogue.game)["types"].items():
        known = [id, raw["name"], raw["one"], raw["many"], *(one for names in raw["names"].values() for one in names)]
        if wanted in map(key, known):
            return str(id)
    return None


def _find_kind(catalogue: Catalogue, name: str) -> str | None:
    kinds = {"cave", *(catalogue.species(id).kind for id in catalogue.species_ids)}
    return next((kind for kind in kinds if key(name) in (key(kind), key(f"{kind}s"))), None)


def _find_side(_: Catalogue, name: str) -> str | None:
    return next((side for side in SIDES if key(name) == side), None)


def resolved(catalogue: Catalogue, filters: Filters) -> Filters:
    """Return the filters with the ids of one game for the names; a name that it does not know matches nothing."""
    return replace(
        filters,
        boxes=tuple(catalogue.find_box(name) or "" for name in filters.boxes),
        kinds=tuple(_find_kind(catalogue, name) or "" for name in filters.kinds),
        types=tuple(find_type(catalogue, name) or "" for name in filters.types),
        sides=tuple(_find_side(catalogue, name) or "" for name in filters.sides),
        symbols=tuple(catalogue.find_symbol(name) or "" for name in filters.symbols),
    )


def matches(card: Mapping[str, Any], filters: Filters) -> bool:
    """Whether a card (in the machine format) is wanted; box, side, symbol and type must hold for one print.

    The filters hold ids of the card's game, as `resolved` returns them.
    """
    if filters.kinds and card["kind"] not in filters.kinds:
        return False
    if filters.texts:
        haystack = key(" ".join(str(card[field] or "") for field in ("name", "id", "rule", "effect", "bonus")))
        if not any(key(text) in haystack for text in filters.texts):
            return False
    if not (filters.boxes or filters.sides or filters.symbols or filters.types):
        return True
    return any(
        (not filters.boxes or print_["box"] in filters.boxes)
        and (not filters.sides or any(side in filters.sides for side in str(print_["side"]).split("/")))
        and (not filters.symbols or print_["symbol"] in filters.symbols)
        and (not filters.types or any(type_ in filters.types for type_ in print_["types"]))
        for print_ in card["prints"]
    )


def render_cards(cards: Iterable[Mapping[str, Any]]) -> RenderableType:
    """Return a table of cards: name, game and boxes, where it lies, types, cost, copies and rule."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in ("Card", "Where", "Types", "Copies", "Points"):
        table.add_column(column, justify="right" if column == "Copies" else "left", overflow="fold")
    for card in cards:
        sides = dict.fromkeys(print_["side"] or card["kind"] for print_ in card["prints"])
        types = dict.fromkeys(type_ for print_ in card["prints"] for type_ in print_["types"])
        copies = sum(print_["copies"] or 0 for print_ in card["prints"])
        table.add_row(
            card["name"],
            "/".join(sides) or card["kind"],
            " ".join(types),
            str(copies) if copies else "",
            card["rule"] or "unknown",
        )
    return table
