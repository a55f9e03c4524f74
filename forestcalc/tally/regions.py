"""Regions: the lines of a file cut by the places of its nodes: one a key, player, host and side."""

from __future__ import annotations

import re
from collections.abc import Mapping as Map
from collections.abc import Sequence as Seq
from dataclasses import dataclass, field

from forestcalc.source.nodes import Mapping, Node, Scalar, Sequence
from forestcalc.tally.model import Draft, DraftPlayer

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_EMPTY = re.compile(r"\s*(?:#.*)?\Z", re.DOTALL)
_DASH = re.compile(r"\s*-\s+\Z")
_UNCUT = "the file is written in a way that cannot be changed in place"


class UncutError(Exception):
    """A file cannot be cut into regions."""


@dataclass(frozen=True, slots=True)
class Region:
    """Lines from `start` to before `stop`; comments and empty lines above it from `lead` on."""

    lead: int
    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class HostLines:
    """A host of the file: `sides` are the regions of its keys, none where they do not stand on lines of their own."""

    region: Region
    name: Scalar
    value: Node | None
    sides: Map[str, Region] = field(default_factory=dict)
    column: int = 0


@dataclass(frozen=True, slots=True)
class PlayerLines:
    """A player of the file: `keys` and `hosts` likewise; `dash` is the column of the hosts, counted from 0."""

    region: Region
    name: Scalar
    keys: Map[str, Region]
    values: Map[str, Node]
    column: int
    hosts: Map[int, HostLines] | None
    dash: int = 0


class CutText:
    """The lines of a document with the regions in them; UncutError where several things stand on a line."""

    def __init__(self, text: str, node: Node, draft: Draft) -> None:
        self.lines: list[str] = _LINE.findall(text)
        first = self.lines[0] if self.lines else "\n"
        self.end = "\r\n" if first.endswith("\r\n") else "\r" if first.endswith("\r") else "\n"
        if not isinstance(node, Mapping) or not node.pairs:
            raise UncutError(_UNCUT)
        self.root, self.rest = self._keys(node, len(self.lines))
        players = {name.text: value for name, value in node.pairs}.get("players")
        if not isinstance(players, Mapping) or not players.pairs:
            raise UncutError(_UNCUT)
        regions, _ = self._keys(players, self.root["players"].stop)
        self.players = {
            player.key: self._player(player, name, value, regions[name.text])
            for player, (name, value) in zip(draft.players, players.pairs, strict=True)
        }
        self.indent = players.pairs[0][0].span.column - 1

    def _is_empty(self, line: int) -> bool:
        return _EMPTY.match(self.lines[line]) is not None

    def _cut(self, starts: Seq[int], end: int) -> tuple[list[Region], int]:
        """Cut lines at *starts*; return the regions and where what follows the last begins."""
        if list(starts) != sorted(set(starts)):
            raise UncutError(_UNCUT)
        regions: list[Region] = []
        lead = starts[0]
        while lead > 0 and self._is_empty(lead - 1):
            lead -= 1
        for start, following in zip(starts, [*starts[1:], end], strict=True):
            stop = following
            while stop > start + 1 and self._is_empty(stop - 1):
                stop -= 1
            regions.append(Region(lead, start, stop))
            lead = stop
        return regions, lead

    def _keys(self, node: Mapping, end: int) -> tuple[dict[str, Region], int]:
        """Cut a mapping of which each key begins a line."""
        columns = {name.span.column for name, _ in node.pairs}
        starts = [name.span.line - 1 for name, _ in node.pairs]
        if len(columns) != 1 or any(
            self.lines[line][: name.span.column - 1].strip() for line, (name, _) in zip(starts, node.pairs, strict=True)
        ):
            raise UncutError(_UNCUT)
        regions, rest = self._cut(starts, end)
        return {name.text: region for (name, _), region in zip(node.pairs, regions, strict=True)}, rest

    def _player(self, player: DraftPlayer, name: Scalar, value: Node, region: Region) -> PlayerLines:
        empty = PlayerLines(region, name, {}, {}, 0, None)
        if not isinstance(value, Mapping) or not value.pairs:
            return empty
        try:
            keys, _ = self._keys(value, region.stop)
        except UncutError:
            return empty
        values = {key.text: part for key, part in value.pairs}
        column = value.pairs[0][0].span.column
        forest = values.get("forest")
        hosts: dict[int, HostLines] | None = None
        dash = 0
        if isinstance(forest, Sequence) and forest.items:
            try:
                hosts, dash = self._hosts(player, forest, keys["forest"].stop)
            except UncutError:
                hosts = None
        return PlayerLines(region, name, keys, values, column, hosts, dash)

    def _hosts(self, player: DraftPlayer, forest: Sequence, end: int) -> tuple[dict[int, HostLines], int]:
        starts = [item.span.line - 1 for item in forest.items]
        before = [self.lines[line][: item.span.column - 1] for line, item in zip(starts, forest.items, strict=True)]
        if not all(_DASH.fullmatch(text) for text in before):
            raise UncutError(_UNCUT)
        dash = before[0].index("-")
        regions, _ = self._cut(starts, end)
        return {
            host.key: self._host(item, region)
            for host, item, region in zip(player.hosts, forest.items, regions, strict=True)
        }, dash

    def _host(self, item: Node, region: Region) -> HostLines:
        if isinstance(item, Scalar):
            return HostLines(region, item, None)
        assert isinstance(item, Mapping)  # a forest without faults
        name, value = item.pairs[0]
        sides: dict[str, Region] = {}
        column = 0
        if isinstance(value, Mapping) and value.pairs and value.pairs[0][0].span.line > name.span.line:
            try:
                sides, _ = self._keys(value, region.stop)
                column = value.pairs[0][0].span.column
            except UncutError:
                sides = {}
        return HostLines(region, name, value, sides, column)
