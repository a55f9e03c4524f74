"""Read a forest: hosts with their sides, slots and cards."""

from __future__ import annotations

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import SIDES, Species
from forestcalc.diagnostics.diagnostic import Path, Related, Span, quoted, shown
from forestcalc.layout.cards import read_card, read_host_card
from forestcalc.layout.model import CardEntry, HostEntry, SideEntry
from forestcalc.layout.shapes import Reader
from forestcalc.layout.words import read_words
from forestcalc.source.nodes import Mapping, Node, Scalar, Sequence

HOST_KEYS = (*SIDES, "river")


def read_forest(
    reader: Reader, cards: Catalogue, entry: tuple[Scalar, Node], path: Path, depth: int
) -> tuple[HostEntry, ...]:
    """Read the list of hosts. *path* is that of the forest, of which the first *depth* parts lead to the player."""
    node = entry[1]
    if not isinstance(node, Sequence):
        if isinstance(node, Scalar) and node.value is None:
            help = "write `forest: []` if there are no hosts"
        else:
            help = "write each host on a line of its own with `- ` before it"
        reader.shape(
            node if not (isinstance(node, Scalar) and node.text == "") else entry[0],
            path,
            "a list of hosts",
            help,
        )
        return ()
    hosts = (_read_host(reader, cards, item, (*path, number), depth) for number, item in enumerate(node.items))
    return tuple(host for host in hosts if host is not None)


def _read_host(reader: Reader, cards: Catalogue, node: Node, path: Path, depth: int) -> HostEntry | None:
    match node:
        case Scalar(value=str()):
            card = read_host_card(reader, cards, node, path, path[depth:])
            return HostEntry(card=card) if card is not None else None
        case Mapping() if any(name.text == "card" for name, _ in node.pairs):
            reader.error(
                "wrong-shape",
                "a host has no long form: the keys of a card are only for cards at a side",
                node.span,
                path,
                "write the host as text, as in `2x Beech (alpine)` or `Beech: {top: card}`",
            )
        case Mapping(pairs=((name, sides),)):
            return _read_host_with_sides(reader, cards, name, sides, path, depth)
        case Mapping(pairs=()):
            reader.shape(node, path, "a host", "write the name of a tree")
        case Mapping():
            first, second = node.pairs[0][0], node.pairs[1][0]
            if second.text in HOST_KEYS:
                reader.error(
                    "several-hosts",
                    f"{quoted(second.text)} stands beside {quoted(first.text)} instead of below it",
                    second.span,
                    path,
                    f"indent it further than {quoted(first.text)}, as all sides of this host",
                    [Related(first.span, "this is the host")],
                )
                return None
            reader.error(
                "several-hosts",
                f"one item of the forest holds several hosts: {quoted(second.text)} needs an item of its own",
                second.span,
                path,
                "start it on a new line with `- `; its sides are indented further than its name",
            )
        case _:
            reader.shape(node, path, "a host", "write the name of a tree, or `Tree: {top: card}`")
    return None


def _read_host_with_sides(
    reader: Reader, cards: Catalogue, name: Scalar, node: Node, path: Path, depth: int
) -> HostEntry | None:
    is_empty = isinstance(node, Mapping) and not node.pairs
    has_mapping = not is_empty and not (isinstance(node, Scalar) and node.value is None)
    card = read_host_card(reader, cards, name, path, path[depth:], with_mapping=has_mapping)
    if not has_mapping:
        return HostEntry(card=card) if card is not None else None
    if not isinstance(node, Mapping):
        reader.shape(node, path, "a mapping of sides", _with_side(cards, name, node))
        return None
    faults = reader.errors

    def hint(key: Scalar, value: Node) -> str | None:
        if isinstance(value, Scalar) and value.value is None and read_words(key.text, cards).ids:
            return "cards that share a side are a list, as in `left: [card, card]`"
        from forestcalc.layout.hints import cut_hint  # only for a fault

        return cut_hint(key.text)

    entries = reader.keys(node, HOST_KEYS, path, "a host", hint)
    species = card.species if card is not None else None
    river = None
    if "river" in entries:
        river = _read_river(reader, cards, species, entries["river"], (*path, "river"))
    sides = []
    for side in SIDES:
        if side in entries:
            slots = _slots(cards, species, side, river is not None)
            entry = _read_side(reader, cards, side, slots, entries[side], (*path, side), depth)
            if entry is not None:
                sides.append(entry)
    sides.sort(key=lambda side: list(entries).index(side.side))
    if card is None:
        return None
    return HostEntry(card=card, sides=tuple(sides), river=river, is_whole=reader.errors == faults)


def _with_side(cards: Catalogue, host: Scalar, node: Node) -> str:
    """Say how to write cards that stand just behind their host."""
    if isinstance(node, Scalar) and len(ids := read_words(node.text, cards).ids) == 1:
        species = cards.species(ids[0])
        if not species.is_host and species.prints:
            side = species.prints[0].side.partition("/")[0]
            return f"say at which side it lies, as in `{shown(host.text, 40)}: {{{side}: {shown(node.text, 40)}}}`"
    return "write `{top: card, left: card}`"


def _slots(cards: Catalogue, species: Species | None, side: str, river: bool) -> int | None:
    """Return how many slots a side has: None where the host is not known, 0 where it has none there."""
    if species is None or not species.is_host:
        return None
    kind = cards.host_kinds[species.kind]
    slots = (kind.river if river and kind.river is not None else kind).slots
    return {**slots, **(species.slots or {})}.get(side, 0)


def _read_river(
    reader: Reader, cards: Catalogue, species: Species | None, entry: tuple[Scalar, Node], path: Path
) -> Span | None:
    name, node = entry
    if not (isinstance(node, Scalar) and isinstance(node.value, bool)):
        reader.shape(node, path, "`true` or `false`", "write `river: true` for a universal river below the tree")
        return None
    if not node.value:
        return None
    if species is not None and (not species.is_host or cards.host_kinds[species.kind].river is None):
        reader.error(
            "river-not-here",
            f"no river can lie below {quoted(species.name)}",
            name.span,
            path,
            "only a tree of a game with rivers comes with one: remove `river`",
        )
        return None
    return name.span


def _read_side(
    reader: Reader,
    cards: Catalogue,
    side: str,
    slots: int | None,
    entry: tuple[Scalar, Node],
    path: Path,
    depth: int,
) -> SideEntry | None:
    name, node = entry
    if isinstance(node, Scalar) and node.value is None:
        return None
    if isinstance(node, Sequence) and not node.items:
        return None
    if slots == 0:
        reader.error(
            "no-such-slot",
            f"this host has no slots on the {side}" if side in ("left", "right") else f"this host has no {side} slots",
            name.span,
            path,
            "its cards lie on top and below" if side in ("left", "right") else "move the card to another side",
        )
        return None
    several = slots is None or slots > 1
    items = node.items if isinstance(node, Sequence) else (node,)
    stacks: list[tuple[CardEntry, ...]] = []
    for number, item in enumerate(items):
        here: Path = (*path, number)
        if isinstance(item, Sequence):
            if not several:
                reader.error(
                    "nested-list",
                    f"the {side} is one slot, so its list holds cards, not lists",
                    item.span,
                    here,
                    "write the cards that share the slot in one list: `[card, card]`",
                )
                continue
            stacks.append(_read_stack(reader, cards, item, here, depth))
        else:
            where = (*here, 0) if several else here
            card = read_card(reader, cards, item, where, where[depth:])
            if card is not None:
                stacks.append((card,))
    if not several:
        stacks = [tuple(card for stack in stacks for card in stack)]
    return SideEntry(side=side, slots=tuple(stacks), span=node.span)


def _read_stack(reader: Reader, cards: Catalogue, node: Sequence, path: Path, depth: int) -> tuple[CardEntry, ...]:
    stack = []
    for number, item in enumerate(node.items):
        here: Path = (*path, number)
        if isinstance(item, Sequence):
            reader.error(
                "nested-list",
                "lists are nested too deep here",
                item.span,
                here,
                "a slot is a card or a list of cards",
            )
            continue
        card = read_card(reader, cards, item, here, here[depth:])
        if card is not None:
            stack.append(card)
    return tuple(stack)
