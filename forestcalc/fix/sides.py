"""Mends of sides: a half on a side that it never has goes to its only side, if nothing is there."""

from __future__ import annotations

from collections.abc import Sequence as Many

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import SIDES
from forestcalc.diagnostics.diagnostic import Diagnostic
from forestcalc.fix.edits import Edit
from forestcalc.layout.words import read_words
from forestcalc.source.nodes import Mapping, Node, Scalar, Sequence
from forestcalc.source.text import Text


def side_edits(text: Text, root: Node, found: Many[Diagnostic], cards: Catalogue) -> tuple[list[Edit], str] | None:
    """Return the edits that move the cards of *found*, all at fault on one side of one host, and their side.

    If everything on that side is at fault, its key is renamed; else each card is cut out of the list and put under a
    key of its own. None where the side is not free, or the text is not plain enough to be cut.
    """
    path = found[0].path
    here = _at(root, path[:5])
    sides = _at(root, path[:4])
    if isinstance(sides, Mapping) and len(sides.pairs) == 1:
        sides = sides.pairs[0][1]
    if not isinstance(sides, Mapping) or here is None:
        return None
    entries = _entries(here)
    wrong = [entry for entry in entries if any(entry.span == one.span for one in found)]
    targets = {_only_side(entry, str(path[4]), cards) for entry in wrong}
    if len(targets) != 1 or len(wrong) != len({one.span for one in found}):
        return None
    target = targets.pop()
    side = next(name for name, _ in sides.pairs if name.text == path[4])
    if target is None or any(name.text == target for name, _ in sides.pairs):
        return None
    if len(wrong) == len(entries):
        return [Edit(text.start(side.span), text.end(side.span), target)], target
    if len(wrong) > 1 or not isinstance(here, Sequence):
        return None
    moved = _moved(text, sides, side, here, wrong[0], target)
    return (moved, target) if moved is not None else None


def _at(root: Node, path: Many[str | int]) -> Node | None:
    """Return the node that *path* leads to; hosts with sides are passed through."""
    node: Node | None = root
    for part in path:
        if isinstance(part, str) and isinstance(node, Mapping):
            if part in SIDES and len(node.pairs) == 1 and node.pairs[0][0].text not in SIDES:
                node = node.pairs[0][1]
            node = (
                next((value for name, value in node.pairs if name.text == part), None)
                if isinstance(node, Mapping)
                else None
            )
        elif isinstance(part, int) and isinstance(node, Sequence) and part < len(node.items):
            node = node.items[part]
        else:
            return None
    return node


def _entries(node: Node) -> list[Node]:
    if not isinstance(node, Sequence):
        return [node]
    return [entry for item in node.items for entry in _entries(item)]


def _only_side(entry: Node, at: str, cards: Catalogue) -> str | None:
    """Return the only side that the card can lie on, as the file names it."""
    if not isinstance(entry, Scalar):
        return None
    words = read_words(entry.text, cards)
    if len(words.ids) != 1:
        return None
    symbols = {cards.find_symbol(word) for word in words.qualifiers} - {None}
    boxes = {cards.find_box(word) for word in words.qualifiers if cards.find_symbol(word) is None} - {None}
    sides = {
        side
        for print_ in cards.prints(words.ids[0])
        if (not boxes or print_.box in boxes) and (not symbols or print_.is_open or print_.symbol in symbols)
        for side in print_.side.split("/")
    }
    return sides.pop() if len(sides) == 1 and at not in sides else None


def _moved(text: Text, sides: Mapping, side: Scalar, here: Sequence, entry: Node, target: str) -> list[Edit] | None:
    """Cut one entry out of a list in brackets, or a line out of a list with dashes, and put it before the side."""
    items = here.items
    if entry not in items or any(item.span.line != entry.span.line and _is_flow(text, here) for item in items):
        return None
    number = items.index(entry)
    written = text.slice(entry.span)
    begin, after = text.line_bounds(side.span.line)
    if _is_flow(text, here):
        if number + 1 < len(items):
            cut = Edit(text.start(entry.span), text.start(items[number + 1].span), "")
        else:
            cut = Edit(text.end(items[number - 1].span), text.end(entry.span), "")
    else:
        first, end = text.line_bounds(entry.span.line)
        if text.text[first:end].strip() != f"- {written}":
            return None
        cut = Edit(first, end, "")
    start = text.start(side.span)
    if text.text[text.start(sides.span)] == "{":
        return [cut, Edit(start, start, f"{target}: {written}, ")]
    indent = text.text[begin:start]
    if indent.strip() or after < start:
        return None
    return [cut, Edit(start, start, f"{target}: {written}{text.line_end()}{indent}")]


def _is_flow(text: Text, here: Sequence) -> bool:
    return text.text[text.start(here.span)] == "["
