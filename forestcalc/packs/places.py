"""Places: where in the text of a pack the value at a path stands."""

from __future__ import annotations

from forestcalc.diagnostics.diagnostic import Path, Span
from forestcalc.source.nodes import Mapping, Node, Sequence


def place(root: Node, path: Path) -> Span:
    """Return the span of the value at *path*, or of the nearest part around it that is there."""
    node = root
    for part in path:
        following = _step(node, part)
        if following is None:
            break
        node = following
    return node.span


def key_place(root: Node, path: Path) -> Span:
    """Return the span of the key that leads to the value at *path*, or of the value where it is in a list."""
    parent = root
    for part in path[:-1]:
        following = _step(parent, part)
        if following is None:
            return parent.span
        parent = following
    if isinstance(parent, Mapping) and path:
        for key, _ in parent.pairs:
            if key.text == path[-1]:
                return key.span
    return place(root, path)


def _step(node: Node, part: str | int) -> Node | None:
    if isinstance(node, Mapping):
        return next((value for key, value in node.pairs if key.text == str(part)), None)
    if isinstance(node, Sequence) and isinstance(part, int) and part < len(node.items):
        return node.items[part]
    return None
