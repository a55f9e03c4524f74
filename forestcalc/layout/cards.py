"""Read a card: a host's key, a dweller's text, or its long form."""

from __future__ import annotations

import re

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import Species
from forestcalc.catalogue.names import key
from forestcalc.diagnostics.diagnostic import Path, Span, quoted
from forestcalc.layout.model import CardEntry
from forestcalc.layout.shapes import Reader, listed, whole_number
from forestcalc.layout.words import LONGEST, Words, read_words
from forestcalc.source.nodes import Mapping, Node, Scalar

_LONG_FORM = ("card", "symbol", "box", "count", "points")
_COUNTED = re.compile(r"(?P<count>\d+)[\s*.]+(?P<name>.+)|(?P<before>.+?)\s*[*:]?\s*(?P<behind>\d+)", re.DOTALL)
"""Counts as the format does not have them: `3 Beech`, `Beech * 3`."""
_COUNT_ALONE = re.compile(r"[x×*]?\s*\d{1,9}\s*[x×*]?", re.IGNORECASE)
MOST_COPIES = 99
MOST_HINTS = 500
"""After so many errors nobody reads what each of the others could mean."""
_MOST_POINTS = 10_000


def read_host_card(
    reader: Reader, cards: Catalogue, node: Scalar, path: Path, place: Path, *, with_mapping: bool = False
) -> CardEntry | None:
    """Read the host that *node* names; *place* is its path from the player."""
    words = read_words(node.text, cards)
    species = _the_species(reader, cards, words, node.span, path, host=True)
    symbol, box, fine = _qualifiers_of(reader, cards, words, node.span, path)
    if species is None or not fine:
        return None
    if not species.is_host:
        reader.error(
            "dweller-as-host",
            f"{quoted(species.name)} is no host: it lies at a side of one",
            node.span,
            path,
            "put it on a side of a tree, as in `Beech: {left: card}`",
        )
        return None
    if not _host_symbol_fits(reader, species, words.qualifiers, node.span, path):
        return None
    count = _count(reader, words.count, node.span, path)
    if words.count is not None and with_mapping:
        reader.error(
            "count-with-cards",
            "a counted host cannot carry cards: it would not be clear which one carries them",
            node.span,
            path,
            "write the host with cards once, and the others as an item of their own",
        )
        return None
    if count is None:
        return None
    return CardEntry(name=words.name, species=species, symbol=symbol, box=box, count=count, span=node.span, path=place)


def _host_symbol_fits(reader: Reader, species: Species, qualifiers: tuple[str, ...], span: Span, path: Path) -> bool:
    if species.face_down and qualifiers:
        reader.error(
            "qualifier-on-face-down",
            f"{quoted(species.name)} lies face down: it shows no tree symbol and belongs to no box",
            span,
            path,
            f"write `{species.name}` alone",
        )
        return False
    return True


def read_card(reader: Reader, cards: Catalogue, node: Node, path: Path, place: Path) -> CardEntry | None:
    """Read the dweller that *node* names, as text or in its long form."""
    match node:
        case Scalar(value=str()):
            words = read_words(node.text, cards)
            symbol, box, fine = _qualifiers_of(reader, cards, words, node.span, path)
            species = _the_species(reader, cards, words, node.span, path, host=False)
            count = _count(reader, words.count, node.span, path)
            if species is None or count is None or not fine:
                return None
            if not _is_dweller(reader, species, node.span, path):
                return None
            return CardEntry(
                name=words.name,
                species=species,
                symbol=symbol,
                box=box,
                count=count,
                span=node.span,
                path=place,
            )
        case Mapping():
            return _long_form(reader, cards, node, path, place)
        case Scalar(value=None):
            reader.error("null-in-list", "an entry of the list is empty", node.span, path, "remove it, or name a card")
        case _:
            reader.shape(node, path, "a card", "write its name, in quotes if it looks like a number")
    return None


def _is_dweller(reader: Reader, species: Species, span: Span, path: Path) -> bool:
    if species.is_host:
        reader.error(
            "host-as-dweller",
            f"{quoted(species.name)} is a {species.kind}: it cannot lie at a side of a host",
            span,
            path,
            "write it as an item of its own in `forest`"
            if species.below is None
            else "a river below a tree is written `river: true`",
        )
        return False
    return True


def _long_form(reader: Reader, cards: Catalogue, node: Mapping, path: Path, place: Path) -> CardEntry | None:
    entries = reader.keys(node, _LONG_FORM, path, "a card")
    if "card" not in entries:
        if len(entries) < len(node.pairs):  # reported already
            return None
        reader.error(
            "card-missing",
            "this card has no name",
            node.span,
            path,
            "write `{card: Roe Deer, symbol: birch}`",
        )
        return None
    name = entries["card"][1]
    if not (isinstance(name, Scalar) and isinstance(name.value, str)):
        reader.shape(name, (*path, "card"), "the name of a card")
        return None
    points = _points(reader, entries.get("points"), path)
    words = read_words(name.text, cards)
    if words.count is not None:
        reader.error(
            "count-in-name",
            "in the long form the count has a key of its own",
            name.span,
            (*path, "card"),
            f"write `{{card: {words.name}, count: {words.count}}}`",
        )
        return None
    species: Species | None = None
    if words.ids or "points" not in entries:
        species = _the_species(reader, cards, words, name.span, (*path, "card"), host=False)
        if species is None or not _is_dweller(reader, species, name.span, (*path, "card")):
            return None
    if species is None and points is None:  # reported already
        return None
    qualifiers = list(words.qualifiers)
    spans = [name.span] * len(qualifiers)
    fine = True
    for word in ("symbol", "box"):
        if word in entries:
            value = entries[word][1]
            if not (isinstance(value, Scalar) and isinstance(value.value, str)):
                reader.shape(value, (*path, word), f"a {'tree symbol' if word == 'symbol' else 'box'}")
                fine = False
                continue
            found = cards.find_symbol(value.text) if word == "symbol" else cards.find_box(value.text)
            if found is None:
                index = cards.symbol_index if word == "symbol" else cards.box_index
                _unknown_qualifier(reader, cards, value.text, value.span, (*path, word), index)
                fine = False
                continue
            qualifiers.append(value.text)
            spans.append(value.span)
    symbol, box, good = _qualifiers(reader, cards, tuple(qualifiers), spans[-1] if spans else name.span, path)
    count = 1
    if "count" in entries:
        value = entries["count"][1]
        number = whole_number(value)
        if number is None:
            reader.error(
                "count-not-a-number",
                f"{quoted(value.text) if isinstance(value, Scalar) and value.text else 'this'} is no count",
                value.span,
                (*path, "count"),
                "write a whole number without quotes",
            )
            return None
        checked = _count(reader, number, value.span, (*path, "count"))
        if checked is None:
            return None
        count = checked
    if not (fine and good):
        return None
    if points is not None and species is not None and (species.rule is not None or species.set_id is not None):
        reader.error(
            "points-by-hand",
            f"the points of {quoted(species.name)} follow from its rule",
            entries["points"][0].span,
            (*path, "points"),
            "remove `points`",
        )
        return None
    if species is None and symbol is not None:
        reader.error(
            "symbol-not-printed",
            f"{quoted(words.name)} is no card of {cards.title}: it shows no tree symbol",
            name.span,
            path,
            "leave the symbol out, or add a pack that knows the card",
        )
        return None
    if species is None:
        close = reader.near(words.name, cards.name_index, 2)
        reader.warn(
            "unknown-card-by-hand",
            f"{quoted(words.name)} is no card of {cards.title}: it counts for no rule but its own points",
            name.span,
            (*path, "card"),
            f"did you mean {listed(_names(cards, close))}?" if close else None,
        )
    return CardEntry(
        name=words.name,
        species=species,
        symbol=symbol,
        box=box,
        count=count,
        points=points,
        span=name.span,
        path=place,
    )


def _points(reader: Reader, entry: tuple[Scalar, Node] | None, path: Path) -> int | None:
    if entry is None:
        return None
    node = entry[1]
    number = whole_number(node)
    if number is not None and isinstance(node, Scalar) and abs(number) > _MOST_POINTS:
        reader.error(
            "points-not-a-number",
            f"{quoted(node.text)} is out of range: points go from -{_MOST_POINTS} to {_MOST_POINTS}",
            node.span,
            (*path, "points"),
            "check the number",
        )
        return None
    if number is None:
        reader.error(
            "points-not-a-number",
            f"{quoted(node.text) if isinstance(node, Scalar) and node.text else 'this'} is no number of points",
            node.span,
            (*path, "points"),
            "write a whole number without quotes",
        )
        return None
    return number


def _count(reader: Reader, count: int | None, span: Span, path: Path) -> int | None:
    if count is None:
        return 1
    if 1 <= count <= MOST_COPIES:
        return count
    reader.error(
        "count-out-of-range",
        f"a count goes from 1 to {MOST_COPIES}",
        span,
        path,
        "leave the card out if there is none" if count < 1 else "no game has that many copies of a card",
    )
    return None


def _the_species(
    reader: Reader, cards: Catalogue, words: Words, span: Span, path: Path, *, host: bool
) -> Species | None:
    if len(words.ids) == 1:
        return cards.species(words.ids[0])
    if words.ids:
        reader.error(
            "ambiguous-name",
            f"{quoted(words.name)} means {len(words.ids)} cards: {listed(_names(cards, words.ids), 'and')}",
            span,
            path,
            f"write {listed(_names(cards, words.ids))}",
        )
        return None
    is_searched = len(words.name) <= LONGEST and reader.errors < MOST_HINTS
    close = reader.near(words.name, cards.name_index, 6) if is_searched else []
    wanted = [id for id in close if cards.species(id).is_host == host] or close
    help = f"did you mean {listed(_names(cards, wanted[:3]))}?" if wanted else None
    if len(words.name) > LONGEST:
        help = "look for a missing comma or line end: no name is that long"
    elif not is_searched:
        help = None
    elif own := cards.find(words.name):  # it is called so but for the parentheses
        help = f"did you mean {listed(_names(cards, own))}?"
    elif len(parts := _several(words.name, cards)) > 1:
        help = (
            f"every host is an item of its own: {listed(parts, 'and')}"
            if host
            else f"several cards are a list: `[{', '.join(parts)}]`"
        )
    elif (match := _COUNTED.fullmatch(words.name)) and (ids := cards.find(match["name"] or match["before"])):
        count = int((match["count"] or match["behind"])[:9])
        help = f"a count is written with an x: `{count}x {cards.species(ids[0]).name}`"
    else:
        help = _other_game(words.name, cards) or help
    reader.error(
        "unknown-host" if host else "unknown-species",
        f"{cards.title} has no {'tree or other host' if host else 'card'} called {quoted(words.name)}",
        span,
        path,
        help or "`forestcalc cards` lists the cards",
    )
    return None


def _several(text: str, cards: Catalogue) -> list[str]:
    """Return the cards that are written in one text, parted by commas, "and" or the like; none if any is unknown."""
    parts = [part.strip() for part in re.split(r"[,;+&]|\band\b", text)]
    return parts if all(part and cards.find(part) for part in parts) else []


def _other_game(name: str, cards: Catalogue) -> str | None:
    from forestcalc.catalogue.catalogue import games  # only for a name that this game lacks
    from forestcalc.catalogue.store import core

    for game, title in games().items():
        if game != cards.game and key(name) in core(game)["index"]:
            return f"it is a card of {title}: write `game: {game}` if that is the game you played"
    return None


def _names(cards: Catalogue, ids: tuple[str, ...] | list[str]) -> list[str]:
    return [cards.species(id).name for id in ids]


def _qualifiers_of(
    reader: Reader, cards: Catalogue, words: Words, span: Span, path: Path
) -> tuple[str | None, str | None, bool]:
    """Return what `_qualifiers` does, but say nothing where the card is not known: they may belong to its name."""
    return _qualifiers(reader, cards, words.qualifiers if words.ids else (), span, path)


def _qualifiers(
    reader: Reader, cards: Catalogue, qualifiers: tuple[str, ...], span: Span, path: Path
) -> tuple[str | None, str | None, bool]:
    """Return symbol, box, and whether every qualifier was understood."""
    symbol: str | None = None
    box: str | None = None
    fine = True
    for qualifier in qualifiers:
        if not qualifier:
            reader.error(
                "symbol-unknown",
                "the parentheses are empty",
                span,
                path,
                "write the tree symbol or the box between them, or leave them out",
            )
            fine = False
            continue
        found_symbol = cards.find_symbol(qualifier)
        found_box = None if found_symbol else cards.find_box(qualifier)
        if found_symbol is None and found_box is None:
            index = {**cards.symbol_index, **cards.box_index}
            _unknown_qualifier(reader, cards, qualifier, span, path, index)
            fine = False
        elif (found_symbol and symbol not in (None, found_symbol)) or (found_box and box not in (None, found_box)):
            what = "tree symbols" if found_symbol else "boxes"
            reader.error(
                "qualifier-twice",
                f"two {what} are named for one card: `{symbol or box}` and `{found_symbol or found_box}`",
                span,
                path,
                "keep the one that the card prints",
            )
            fine = False
        elif found_symbol:
            symbol = found_symbol
        else:
            box = found_box
    return symbol, box, fine


def _unknown_qualifier(
    reader: Reader, cards: Catalogue, word: str, span: Span, path: Path, index: dict[str, list[str]] | object
) -> None:
    if _COUNT_ALONE.fullmatch(word):
        digits = re.sub(r"\D", "", word)
        help = f"a count stands before the name, as in `{int(digits)}x Beech`"
        reader.error(
            "symbol-unknown", f"{quoted(word)} is no tree symbol and no box of {cards.title}", span, path, help
        )
        return
    close = reader.near(word, index, 2)  # type: ignore[arg-type]
    reader.error(
        "symbol-unknown",
        f"{quoted(word)} is no tree symbol and no box of {cards.title}",
        span,
        path,
        f"did you mean {listed(close)}?" if close else f"the tree symbols are {listed(cards.symbols, 'and')}",
    )
