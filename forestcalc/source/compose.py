"""Compose: the events of one document become nodes; what YAML allows and a layout does not is reported."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from forestcalc.diagnostics.diagnostic import Diagnostic, Path, Related, Span, error, quoted
from forestcalc.source.characters import Veil
from forestcalc.source.faults import DepthFault, Mark, SyntaxFault
from forestcalc.source.lines import line_end
from forestcalc.source.nodes import Mapping, Node, Scalar, Sequence
from forestcalc.source.scalars import joined_surrogates, resolve

DEPTH_LIMIT = 50
"""How deep lists and mappings may be nested, aliases followed."""

VALUE_LIMIT = 10_000
"""How many keys and values one document may have; a large table has a thousand."""

ALIAS_LIMIT = 10_000
"""How many nodes all aliases of one document may stand for."""

_MOST_TAGS = 500

_PROPERTIES = re.compile(r"(?:[&!][^ \t\r\n]*[ \t]*)+")
_TAG = re.compile(r"!(?:<[^>\r\n]*>?|[^ \t\r\n,\[\]{}]*)")
_COLON = re.compile(r"[ \t]*:")
_BLOCK_HEADER = re.compile(r"[|>][-+0-9]*")


class _Stop(Exception):  # noqa: N818  ends the document with this diagnostic
    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__()
        self.diagnostic = diagnostic


class Composed:
    """One document: its node (None where something stopped it), and what was found.

    `quoted` are the stretches of the text that stand in quotes, by index; only kept for a veiled text.
    """

    __slots__ = ("diagnostics", "node", "quoted")

    def __init__(self) -> None:
        self.node: Node | None = None
        self.diagnostics: list[Diagnostic] = []
        self.quoted: list[tuple[int, int]] = []


class _Open:
    """A list or mapping whose end has not come yet. `size` and `height` are those of the tree below it."""

    __slots__ = (
        "anchor",
        "column",
        "drops_value",
        "end_column",
        "height",
        "is_mapping",
        "items",
        "key",
        "keys",
        "line",
        "pairs",
        "size",
    )

    def __init__(self, is_mapping: bool, line: int, column: int, end_column: int, anchor: str | None) -> None:
        self.is_mapping = is_mapping
        self.line = line
        self.column = column
        self.end_column = end_column
        self.anchor = anchor
        self.size = 1
        self.height = 1
        self.items: list[Node] = []
        self.pairs: list[tuple[Scalar, Node]] = []
        self.keys: dict[str, Scalar] = {}
        self.key: Node | None = None
        self.drops_value = False

    def closed(self) -> Node:
        span = Span(self.line, self.column, self.end_column)
        return Mapping(tuple(self.pairs), span) if self.is_mapping else Sequence(tuple(self.items), span)


def compose(events: Iterable[Any], veil: Veil, first_line: int, values: int | None = None) -> Composed:
    """Make the nodes of one document from its *events*.

    *veil* holds the text that they were read from, which starts on line *first_line* of its file. Reading ends after so
    many *values* (and keys); None stands for the limit of a game.

    An alias stands for the very nodes of its anchor, but the top one has the alias' own span. Passes on
    what *events* raises; an alias without an anchor is a `SyntaxFault` too.
    """
    composer = _Composer(veil, first_line, VALUE_LIMIT if values is None else values)
    try:
        composer.run(events)
    except _Stop as stop:
        composer.composed.node = None
        composer.composed.diagnostics.append(stop.diagnostic)
    return composer.composed


class _Composer:
    def __init__(self, veil: Veil, first_line: int, value_limit: int) -> None:
        self.veil = veil
        self.value_limit = value_limit
        self.first_line = first_line
        self.composed = Composed()
        self.open: list[_Open] = []
        # Node, size and height; None while the end of the node has not come.
        self.anchors: dict[str, tuple[Node, int, int] | None] = {}
        self.aliased = 0
        self.values = 0
        self.tags = 0
        self.passed = Mark(0, 0, 0)  # where the event before this one ended

    def run(self, events: Iterable[Any]) -> None:
        documents = 0
        for event in events:
            kind = type(event).__name__
            if kind == "ScalarEvent":
                self.add(self.scalar(event), 1, 0)
            elif kind == "MappingStartEvent":
                self.start(event, is_mapping=True)
            elif kind == "SequenceStartEvent":
                self.start(event, is_mapping=False)
            elif kind in ("MappingEndEvent", "SequenceEndEvent"):
                self.end(event)
            elif kind == "AliasEvent":
                self.add(*self.alias(event))
            elif kind == "DocumentStartEvent":
                documents += 1
                if documents > 1:
                    raise SyntaxFault("expected '<document start>'", "", event.start_mark, None)
            self.passed = event.end_mark

    def count(self, node: Node) -> None:
        """Count a key or value; the first one too many ends the document."""
        self.values += 1
        if self.values > self.value_limit:
            raise _Stop(
                error(
                    "too-many-values",
                    f"this document has more than {self.value_limit:,} keys and values",
                    node.span,
                    path=self.path(),
                    help="a game needs some hundreds: split the file, or look for what stands in it many times",
                )
            )

    def scalar(self, event: Any) -> Scalar:
        start, end, style = event.start_mark, event.end_mark, event.style
        value: str = event.value
        if event.anchor is not None or event.tag is not None:
            start = self.properties(event)
        elif start.index == end.index and (colon := _COLON.match(self.veil.text, self.passed.index)):
            # A value left out: readers differ on its place, which is taken to be just after the colon.
            column = self.passed.column + colon.end() - self.passed.index
            start = end = Mark(colon.end(), self.passed.line, column)
        if start.line == end.line and not (style and style in "|>"):
            end_column = max(start.column, end.column)
        else:
            end_column = self.first_line_end(start)
        span = Span(start.line + self.first_line, start.column + 1, end_column + 1)
        if style:
            if style == '"':
                value = joined_surrogates(value)
            if self.veil.originals:
                value = self.veil.lifted(value)
                if style in "\"'":
                    self.composed.quoted.append((start.index, end.index))
            node = Scalar(value, value, span, quoted=True)
        else:
            value = self.veil.lifted(value)
            node = Scalar(resolve(value), value, span)
        if event.anchor is not None:
            self.anchors[event.anchor] = node, 1, 0
        return node

    def start(self, event: Any, *, is_mapping: bool) -> None:
        start = event.start_mark
        if len(self.open) >= DEPTH_LIMIT:
            raise DepthFault(start)
        if event.anchor is not None or event.tag is not None:
            start = self.properties(event)
            if event.anchor is not None:
                self.anchors[event.anchor] = None
        line, column, width = start.line + self.first_line, start.column + 1, 1
        if properties := _PROPERTIES.match(self.veil.text, start.index):
            width = len(properties[0].rstrip(" \t"))  # the value itself begins on a later line
        self.open.append(_Open(is_mapping, line, column, column + width, event.anchor))

    def end(self, event: Any) -> None:
        closing = self.open.pop()
        mark = event.end_mark
        if mark.line + self.first_line == closing.line and mark.index != event.start_mark.index:
            closing.end_column = mark.column + 1  # a bracket
        node = closing.closed()
        if closing.anchor is not None:
            self.anchors[closing.anchor] = node, closing.size, closing.height
        self.add(node, closing.size, closing.height)

    def alias(self, event: Any) -> tuple[Node, int, int]:
        start: Mark = event.start_mark
        span = Span(start.line + self.first_line, start.column + 1, event.end_mark.column + 1)
        name = quoted("*" + event.anchor)
        if event.anchor not in self.anchors:
            raise SyntaxFault("found undefined alias", "", start, None)
        target = self.anchors[event.anchor]
        if target is None:
            raise _Stop(
                error(
                    "alias-self-reference",
                    f"{name} stands inside the very value that it repeats",
                    span,
                    path=self.path(),
                    help="write the value out, or put the anchor on a smaller part",
                )
            )
        node, size, height = target
        self.aliased += size
        if self.aliased > ALIAS_LIMIT:
            raise _Stop(
                error(
                    "alias-bomb",
                    f"the aliases of this document repeat more than {ALIAS_LIMIT:,} values",
                    span,
                    path=self.path(),
                    help="write the game out without aliases of aliases",
                )
            )
        if len(self.open) + height > DEPTH_LIMIT:
            raise DepthFault(start)
        return node._replace(span=span), size, height

    def add(self, node: Node, size: int, height: int) -> None:
        self.count(node)
        if not self.open:
            self.composed.node = node
            return
        parent = self.open[-1]
        parent.size += size
        if height >= parent.height:
            parent.height = height + 1
        if node.span.line == parent.line and node.span.end_column > parent.end_column:
            parent.end_column = node.span.end_column
        if not parent.is_mapping:
            parent.items.append(node)
        elif parent.key is None:
            self.add_key(parent, node)
        else:
            if isinstance(parent.key, Scalar) and not parent.drops_value:
                parent.pairs.append((parent.key, node))
            parent.key, parent.drops_value = None, False

    def add_key(self, parent: _Open, key: Node) -> None:
        found = self.key_fault(parent, key)
        parent.key = key
        if found is not None:
            parent.drops_value = True
            self.composed.diagnostics.append(found)
        elif isinstance(key, Scalar):
            parent.keys[key.text] = key

    def key_fault(self, parent: _Open, key: Node) -> Diagnostic | None:
        if not isinstance(key, Scalar):
            return error(
                "key-not-text",
                "a key is a word or a number, not a list or a mapping",
                key.span,
                path=self.path(),
                help="put text that begins with a bracket in quotes",
            )
        if key.text == "<<" and not key.quoted:
            return error(
                "merge-key",
                "merge keys (`<<`) are not part of a layout",
                key.span,
                path=self.path(),
                help="write the keys out, or repeat a whole value by an alias",
            )
        first = parent.keys.get(key.text)
        if first is None:
            return None
        return error(
            "duplicate-key",
            f"the key {quoted(key.text)} is given twice in one mapping",
            key.span,
            path=(*self.path(), key.text),
            help="remove or rename one of them",
            related=(Related(first.span, "first given here"),),
        )

    def properties(self, event: Any) -> Mark:
        """Report a tag and return where the value itself begins, if on the same line."""
        start: Mark = event.start_mark
        found = _PROPERTIES.match(self.veil.text, start.index)
        if event.tag is not None:
            tag = _TAG.search(self.veil.text, start.index)
            begin, name = (tag.start(), tag[0]) if tag else (start.index, "!")
            column = start.column + begin - start.index
            if line_end(self.veil.text, start.index) < begin:
                begin, column, name = start.index, start.column, "!"
            fault = error(
                "tag-not-allowed",
                f"the tag {quoted(name)} is not part of a layout",
                Span(start.line + self.first_line, column + 1, column + 1 + len(name)),
                path=self.path(),
                help="remove it; text that begins with ! goes in quotes",
            )
            self.tags += 1
            if self.tags == _MOST_TAGS:
                raise _Stop(fault)  # it is hardly a layout
            self.composed.diagnostics.append(fault)
        if found is None or event.end_mark.index <= start.index:
            return start
        end = found.end()
        if self.veil.text[end : end + 1] in ("", "\r", "\n", "#", ",", "]", "}"):
            return start
        return Mark(end, start.line, start.column + end - start.index)

    def first_line_end(self, start: Mark) -> int:
        """Return the column (from 0) after what stands from *start* on its line: a value of several lines."""
        text = self.veil.text
        header = _BLOCK_HEADER.match(text, start.index)
        end = header.end() if header else line_end(text, start.index)
        return start.column + len(text[start.index : end].rstrip(" \t"))

    def path(self) -> Path:
        """Return the path to the value that is read now."""
        path: list[str | int] = []
        for parent in self.open:
            if not parent.is_mapping:
                path.append(len(parent.items))
            elif isinstance(parent.key, Scalar):
                path.append(parent.key.text)
        return tuple(path)
