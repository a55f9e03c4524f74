"""A card as data and as text: cost, sides, types, symbols, rule, effect, a worked table, confidence and sources."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from forestcalc.catalogue import store
from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import EITHER_SIDE, NO_SYMBOL, Print, Species
from forestcalc.report.confidence import confidence_of
from forestcalc.scoring.words import Words
from forestcalc.scoring.worked import worked_table

if TYPE_CHECKING:
    from rich.console import RenderableType


def card_as_json(catalogue: Catalogue, id: str, topics: Sequence[str] = (), name: str | None = None) -> dict[str, Any]:
    """Return a card in the machine format; values that no source gives are None."""
    species = catalogue.species(id)
    texts = store.texts(catalogue.game)["species"].get(id, {})
    level, doubts = confidence_of(catalogue, id)
    return {
        "game": catalogue.game,
        "id": id,
        "name": name or species.name,
        "kind": species.kind,
        "rule": rule_text(catalogue, species),
        "effect": _text(texts, "effect"),
        "bonus": _text(texts, "bonus"),
        "effect_notes": _text(texts, "effect_notes") or "",
        "worked": worked_table(catalogue, species),
        "confidence": level,
        "doubts": doubts,
        "sources": list(dict.fromkeys(source for text in texts.values() for source in text.get("sources", ()))),
        "rulings": list(species.rulings),
        "topics": list(topics),
        "prints": [_print(print_) for print_ in species.prints if print_.side != "host" or print_.copies],
    }


def _print(print_: Print) -> dict[str, Any]:
    return {
        "box": print_.box,
        "side": None if print_.side == "host" else print_.side,
        "symbol": None if print_.is_open or print_.symbol == NO_SYMBOL else print_.symbol,
        "copies": print_.copies,
        "cost": print_.cost,
        "types": list(print_.types),
    }


def _text(texts: Mapping[str, Any], field: str) -> str | None:
    for text in texts.values():
        if field in text and (text[field] is not None or len(texts) == 1):
            value: str | None = text[field]
            return value
    return None


def rule_text(catalogue: Catalogue, species: Species) -> str | None:
    """Return the points rule in words; None where no pack has one."""
    words = Words(catalogue)
    if species.set_id is not None:
        return words.set(catalogue.sets[species.set_id])
    text = words.rule(species.rule) if species.rule is not None else None
    if text is not None and species.doubles is not None:
        what = words.counted(species.doubles)
        text = f"No points of its own, but {what.replace('hosts', 'this host')} score twice."
    return text


def render_card(card: Mapping[str, Any], catalogue: Catalogue) -> Iterable[RenderableType]:
    """Yield the parts of a card's page."""
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    yield Text.assemble((card["name"], "bold"), f"  {card['kind']} of {catalogue.title} ({card['id']})")
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column()
    rows = [("Points", card["rule"] or "no pack has a rule for it; give the points by hand")]
    if card["kind"] != "set":
        rows.append(("Effect", _shown(card["effect"])))
    if card["kind"] not in ("cave", "set"):
        rows.append(("Bonus", _shown(card["bonus"])))
    if card["effect_notes"]:
        rows.append(("Notes", card["effect_notes"]))
    for row, value in rows:
        table.add_row(Text(row, style="bold"), Text(value))
    boxes = _cave_boxes(card["prints"]) if card["kind"] == "cave" else _folded(card["prints"])
    for number, print_ in enumerate(boxes):
        table.add_row(Text("Prints" if number == 0 else "", style="bold"), Text(print_))
    doubts = [doubt.rstrip(".") for doubt in card["doubts"]]
    table.add_row(Text("Confidence", style="bold"), Text("; ".join([card["confidence"], *doubts])))
    sources = store.texts(catalogue.game)["sources"]
    table.add_row(
        Text("Sources", style="bold"),
        Text("; ".join(sources.get(source, source) for source in card["sources"])),
    )
    if card["rulings"]:
        table.add_row(Text("Rulings", style="bold"), Text(", ".join(card["rulings"])))
    if card["topics"]:
        table.add_row(Text("Topics", style="bold"), Text(", ".join(card["topics"])))
    yield Padding(table, (0, 0, 0, 1))
    if card["worked"]:
        examples = Table.grid(padding=(0, 2))
        for case in card["worked"]:
            unit = "point" if case["points"] == 1 else "points"
            examples.add_row(Text(f" {case['case']}"), Text(f"{case['points']} {unit}"))
        yield examples


def _shown(text: str | None) -> str:
    return "not known" if text is None else text or "none"


def _cave_boxes(prints: Sequence[Mapping[str, Any]]) -> list[str]:
    return [f"{print_['box']}: cave ×{print_['copies']}" for print_ in prints]


def _folded(prints: Sequence[Mapping[str, Any]]) -> list[str]:
    groups: dict[tuple[Any, ...], list[str]] = {}
    for print_ in prints:
        known = (print_["box"], print_["side"], print_["cost"], tuple(print_["types"]))
        symbol = print_["symbol"] or "symbol not known"
        groups.setdefault(known, []).append(f"{symbol} ×{print_['copies']}")
    lines = []
    for (box, side, cost, types), symbols in groups.items():
        where = {"left/right": EITHER_SIDE, None: "host"}.get(side, side)
        price = "cost not known" if cost is None else f"cost {cost}"
        lines.append(f"{box}: {where}, {price}, {' '.join(types) or 'no type'}; {', '.join(symbols)}")
    return lines
