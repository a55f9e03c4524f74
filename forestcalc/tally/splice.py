"""Splice: an existing file with what changed written into it; every other line, and every comment, stays as it is.

The lines of a file are cut into regions by the places of its nodes: one a key, player, host and side. A region
that is no longer true is written anew; comments above it, and at the end of its line, stay. What is written in a
way that cannot be cut (several things on a line) is replaced as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Mapping as Map
from collections.abc import Sequence as Seq
from dataclasses import dataclass, field

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.exchange.yaml_text import flow, side_lines, written
from forestcalc.source.nodes import Mapping, Node, Scalar, Sequence
from forestcalc.tally.model import Draft, DraftHost, DraftPlayer
from forestcalc.tally.written import (
    STEP,
    boxes_line,
    card_text,
    cave_value,
    counts_value,
    forest_lines,
    host_lines,
    player_lines,
    side_values,
)

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")
_EMPTY = re.compile(r"\s*(?:#.*)?\Z", re.DOTALL)
_TAIL = re.compile(r"((?:^|\s+)#.*?)?\s*\Z", re.DOTALL)
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
class _Host:
    region: Region
    name: Scalar
    value: Node | None
    sides: Map[str, Region] = field(default_factory=dict)
    column: int = 0


@dataclass(frozen=True, slots=True)
class _Player:
    region: Region
    name: Scalar
    keys: Map[str, Region]
    values: Map[str, Node]
    column: int
    hosts: Map[int, _Host] | None
    dash: int = 0


class Original:
    """The text of a document with the draft that it describes, ready to take changes."""

    def __init__(self, text: str, node: Node, draft: Draft, catalogue: Catalogue) -> None:
        self._lines = _LINE.findall(text)
        self._draft = draft
        self._catalogue = catalogue
        first = self._lines[0] if self._lines else "\n"
        self._end = "\r\n" if first.endswith("\r\n") else "\r" if first.endswith("\r") else "\n"
        if not isinstance(node, Mapping) or not node.pairs:
            raise UncutError(_UNCUT)
        self._root, self._rest = self._keys(node, len(self._lines))
        self._values = {name.text: value for name, value in node.pairs}
        players = self._values.get("players")
        if not isinstance(players, Mapping) or not players.pairs:
            raise UncutError(_UNCUT)
        regions, _ = self._keys(players, self._root["players"].stop)
        self._players = {
            player.key: self._player(player, name, value, regions[name.text])
            for player, (name, value) in zip(draft.players, players.pairs, strict=True)
        }
        self._indent = players.pairs[0][0].span.column - 1

    # -- cutting ----------------------------------------------------------------------------------------

    def _is_empty(self, line: int) -> bool:
        return _EMPTY.match(self._lines[line]) is not None

    def _cut(self, starts: Seq[int], end: int) -> tuple[list[Region], int]:
        """Cut lines at *starts*; return the regions and where what follows the last begins."""
        if list(starts) != sorted(set(starts)):
            raise UncutError(_UNCUT)
        regions: list[Region] = []
        lead = starts[0]
        if not regions:
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
            self._lines[line][: name.span.column - 1].strip()
            for line, (name, _) in zip(starts, node.pairs, strict=True)
        ):
            raise UncutError(_UNCUT)
        regions, rest = self._cut(starts, end)
        return {name.text: region for (name, _), region in zip(node.pairs, regions, strict=True)}, rest

    def _player(self, player: DraftPlayer, name: Scalar, value: Node, region: Region) -> _Player:
        empty = _Player(region, name, {}, {}, 0, None)
        if not isinstance(value, Mapping) or not value.pairs:
            return empty
        try:
            keys, _ = self._keys(value, region.stop)
        except UncutError:
            return empty
        values = {key.text: part for key, part in value.pairs}
        column = value.pairs[0][0].span.column
        forest = values.get("forest")
        hosts: dict[int, _Host] | None = None
        dash = 0
        if isinstance(forest, Sequence) and forest.items:
            try:
                hosts, dash = self._hosts(player, forest, keys["forest"].stop)
            except UncutError:
                hosts = None
        return _Player(region, name, keys, values, column, hosts, dash)

    def _hosts(self, player: DraftPlayer, forest: Sequence, end: int) -> tuple[dict[int, _Host], int]:
        starts = [item.span.line - 1 for item in forest.items]
        before = [self._lines[line][: item.span.column - 1] for line, item in zip(starts, forest.items, strict=True)]
        if not all(_DASH.fullmatch(text) for text in before):
            raise UncutError(_UNCUT)
        dash = before[0].index("-")
        regions, _ = self._cut(starts, end)
        return {
            host.key: self._host(item, region)
            for host, item, region in zip(player.hosts, forest.items, regions, strict=True)
        }, dash

    def _host(self, item: Node, region: Region) -> _Host:
        if isinstance(item, Scalar):
            return _Host(region, item, None)
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
        return _Host(region, name, value, sides, column)

    # -- writing ----------------------------------------------------------------------------------------

    def rewritten(self, draft: Draft) -> str:
        """Return the text with all that *draft* has otherwise."""
        if draft == self._draft:
            return "".join(self._lines)
        out: list[str] = self._lines[: next(iter(self._root.values())).start]
        new = self._new_keys(draft)
        for number, (key, region) in enumerate(self._root.items()):
            if number:
                out += self._lines[region.lead : region.start]
            if key == "players":
                out += self._ended(new.values())
                out += self._with_players(draft, region)
            elif key == "game" and draft.game != self._draft.game:
                out += self._ended([f"game: {draft.game}{self._tail(region)}"])
            elif key == "expansions" and draft.expansions != self._draft.expansions:
                if draft.expansions:
                    out += self._ended([f"{boxes_line(draft.expansions)}{self._tail(region)}"])
            else:
                out += self._lines[region.start : region.stop]
        out += self._lines[self._rest :]
        return self._joined(out)

    def _new_keys(self, draft: Draft) -> dict[str, str]:
        new: dict[str, str] = {}
        if "game" not in self._root and draft.game != self._draft.game:
            new["game"] = f"game: {draft.game}"
        if "expansions" not in self._root and draft.expansions:
            new["expansions"] = boxes_line(draft.expansions)
        return new

    def _ended(self, lines: Iterable[str]) -> list[str]:
        return [line + self._end for line in lines]

    def _joined(self, lines: Seq[str]) -> str:
        # The last line of the file may have had no end, and not be the last any more.
        return "".join(
            line if line.endswith(("\n", "\r")) or number == len(lines) - 1 else line + self._end
            for number, line in enumerate(lines)
        )

    def _tail(self, region: Region) -> str:
        """Return the comment behind a region of one line."""
        if region.stop != region.start + 1:
            return ""
        return self._tail_behind(region.start, 0)

    def _tail_behind(self, line: int, column: int) -> str:
        match = _TAIL.search(self._lines[line], column)
        return (match[1] or "") if match is not None else ""

    def _with_players(self, draft: Draft, region: Region) -> Iterable[str]:
        first = min(player.region.lead for player in self._players.values())
        yield from self._lines[region.start : max(first, region.start + 1)]
        stays = {player.key for player in draft.players}
        waiting = {key: player for key, player in self._players.items() if key not in stays}
        for player in draft.players:
            old = self._players.get(player.key)
            if old is None:
                yield from self._ended(player_lines(player, self._indent, self._catalogue, self._step()))
                continue
            for key in [key for key, gone in waiting.items() if gone.region.start < old.region.start]:
                yield from self._above(waiting.pop(key).region)
            yield from self._lines[max(old.region.lead, region.start + 1) : old.region.start]
            yield from self._with_player(player, old)
        for gone in waiting.values():
            yield from self._above(gone.region)

    def _above(self, region: Region) -> Iterable[str]:
        """Return the comments above what is not there any more."""
        return self._lines[region.lead : region.start]

    def _inner_comments(self, region: Region, indent: int) -> Iterable[str]:
        """Return the comments of a region of several lines that is written anew, each on a line of its own."""
        if region.stop > region.start + 1:
            for number in range(region.start, region.stop):
                tail = self._tail_behind(number, 0).strip()
                if tail:
                    yield f"{' ' * indent}{tail}{self._end}"

    def _step(self) -> int:
        columns = [player.column - 1 - self._indent for player in self._players.values() if player.column]
        return max(1, columns[0]) if columns else STEP

    def _with_player(self, player: DraftPlayer, old: _Player) -> Iterable[str]:
        region = old.region
        base = self._draft.player(player.key)
        if player == base:
            yield from self._lines[region.start : region.stop]
            return
        if not old.keys or (player.counts is None) != (base.counts is None):
            yield from self._ended(player_lines(player, self._indent, self._catalogue, self._step()))
            return
        head = self._lines[region.start]
        if player.name != base.name:
            span = old.name.span
            head = head[: span.column - 1] + written(player.name) + head[span.end_column - 1 :]
        first = min(key.lead for key in old.keys.values())
        yield head
        yield from self._lines[region.start + 1 : first]
        indent = old.column - 1
        if "cave" not in old.keys and player.cave is not None:
            yield from self._ended([f"{' ' * indent}cave: {flow(cave_value(player.cave))}"])
        for key, part in old.keys.items():
            yield from self._lines[max(part.lead, region.start + 1) : part.start]
            if key == "cave" and player.cave != base.cave:
                if player.cave is not None:
                    text = f"{' ' * indent}cave: {flow(cave_value(player.cave))}{self._tail(part)}"
                    yield from self._ended([text])
            elif key == "counts" and player.counts != base.counts:
                text = f"{' ' * indent}counts: {flow(counts_value(player, self._catalogue))}{self._tail(part)}"
                yield from self._ended([text])
            elif key == "forest" and player.hosts != base.hosts:
                yield from self._with_forest(player, base, old, part)
            else:
                yield from self._lines[part.start : part.stop]

    def _with_forest(self, player: DraftPlayer, base: DraftPlayer, old: _Player, part: Region) -> Iterable[str]:
        if not old.hosts or not player.hosts:
            lines = list(forest_lines(player.hosts, old.column - 1, self._catalogue, self._step()))
            yield from self._ended([lines[0] + self._tail(part), *lines[1:]])
            return
        first = min(host.region.lead for host in old.hosts.values())
        yield from self._lines[part.start : max(first, part.start + 1)]
        stays = {host.key for host in player.hosts}
        waiting = {key: host for key, host in old.hosts.items() if key not in stays}
        for host in player.hosts:
            known = old.hosts.get(host.key)
            if known is None:
                yield from self._ended(host_lines(host, old.dash, self._catalogue))
                continue
            for key in [key for key, gone in waiting.items() if gone.region.start < known.region.start]:
                yield from self._above(waiting.pop(key).region)
            yield from self._lines[max(known.region.lead, part.start + 1) : known.region.start]
            before = base.host(host.key)
            assert before is not None  # its region came from there
            yield from self._with_host(host, before, known, old.dash)
        for gone in waiting.values():
            yield from self._above(gone.region)

    def _with_host(self, host: DraftHost, before: DraftHost, old: _Host, dash: int) -> Iterable[str]:
        region = old.region
        if host == before:
            yield from self._lines[region.start : region.stop]
            return
        span = old.name.span
        line = self._lines[region.start]
        name = line[span.column - 1 : span.end_column - 1]
        if host.card != before.card:
            name = written(card_text(host.card))
        head = line[: span.column - 1] + name
        if old.value is None:
            tail = self._tail_behind(region.start, span.end_column - 1)
            yield from self._ended([f"{head}{'' if host.is_bare else ':'}{tail}"])
            for key, value in side_values(host, self._catalogue).items():
                yield from self._ended(side_lines(key, value, dash + 2 * STEP))
            return
        if not old.sides or host.is_bare:
            tail = self._tail(region) or ("" if not old.sides else self._tail_behind(region.start, span.end_column - 1))
            yield from self._ended(host_lines(host, dash, self._catalogue, tail=tail))
            return
        yield head + line[span.end_column - 1 :]
        yield from self._with_sides(host, before, old)

    def _with_sides(self, host: DraftHost, before: DraftHost, old: _Host) -> Iterable[str]:
        values = side_values(host, self._catalogue)
        were = side_values(before, self._catalogue)
        for key, part in old.sides.items():
            yield from self._lines[max(part.lead, old.region.start + 1) : part.start]
            if key in values and values[key] == were.get(key):
                yield from self._lines[part.start : part.stop]
            elif key in values:
                yield from self._inner_comments(part, old.column - 1)
                yield from self._ended(side_lines(key, values[key], old.column - 1, tail=self._tail(part)))
        for key, value in values.items():
            if key not in old.sides:
                yield from self._ended(side_lines(key, value, old.column - 1))
