"""Read a card: a host's key, a dweller's text, or its long form."""

from __future__ import annotations

from collections.abc import Mapping as TextMapping

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import Species
from forestcalc.diagnostics.diagnostic import Path, Span, quoted
from forestcalc.layout.model import CardEntry
from forestcalc.layout.shapes import Reader, listed, whole_number
from forestcalc.layout.words import Words, read_words
from forestcalc.source.nodes import Mapping, Node, Scalar

_LONG_FORM = ("card", "symbol", "box", "count", "points")
MOST_COPIES = 99
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
        from forestcalc.layout.hints import names_of  # only for a card that is not known

        close = reader.near(words.name, cards.name_index, 2)
        reader.warn(
            "unknown-card-by-hand",
            f"{quoted(words.name)} is no card of {cards.title}: it counts for no rule but its own points",
            name.span,
            (*path, "card"),
            f"did you mean {listed(names_of(cards, close))}?" if close else None,
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
    from forestcalc.layout.hints import name_hint, names_of  # only for a fault

    if words.ids:
        reader.error(
            "ambiguous-name",
            f"{quoted(words.name)} means {len(words.ids)} cards: {listed(names_of(cards, words.ids), 'and')}",
            span,
            path,
            f"write {listed(names_of(cards, words.ids))}",
        )
        return None
    reader.error(
        "unknown-host" if host else "unknown-species",
        f"{cards.title} has no {'tree or other host' if host else 'card'} called {quoted(words.name)}",
        span,
        path,
        name_hint(reader, cards, words.name, host=host) or "`forestcalc cards` lists the cards",
    )
    return None


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
            _unknown_qualifier(reader, cards, qualifier, span, path)
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
    reader: Reader,
    cards: Catalogue,
    word: str,
    span: Span,
    path: Path,
    index: TextMapping[str, list[str]] | None = None,
) -> None:
    """Report a word that is no qualifier; *index* holds the names that it could be (None: symbols and boxes)."""
    from forestcalc.layout.hints import qualifier_hint  # only for a fault

    message = f"{quoted(word)} is no tree symbol and no box of {cards.title}"
    reader.error("symbol-unknown", message, span, path, qualifier_hint(reader, cards, word, index))
