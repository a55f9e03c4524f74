"""A list of cards: which ones a filter wants, and a table of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.names import key

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What to list: the values of one field are alternatives, the fields must all hold; empty fields hold."""

    games: tuple[str, ...] = ()
    boxes: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    sides: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()


def matches(card: Mapping[str, Any], catalogue: Catalogue, filters: Filters) -> bool:
    """Whether a card (in the machine format) is wanted; box, side, symbol and type must hold for one print."""
    if filters.kinds and card["kind"] not in filters.kinds:
        return False
    if filters.texts:
        haystack = key(" ".join(str(card[field] or "") for field in ("name", "id", "rule", "effect", "bonus")))
        if not any(key(text) in haystack for text in filters.texts):
            return False
    if not (filters.boxes or filters.sides or filters.symbols or filters.types):
        return True
    boxes = {catalogue.find_box(box) or box for box in filters.boxes}
    symbols = {catalogue.find_symbol(symbol) or symbol for symbol in filters.symbols}
    return any(
        (not boxes or print_["box"] in boxes)
        and (not filters.sides or any(side in str(print_["side"]).split("/") for side in filters.sides))
        and (not symbols or print_["symbol"] in symbols)
        and (not filters.types or any(key(type_) in map(key, print_["types"]) for type_ in filters.types))
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
