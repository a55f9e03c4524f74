"""Splice: an existing file with what changed written into it; every other line, and every comment, stays as it is.

A region of its lines that is no longer true is written anew; comments above it, and at the end of its line, stay. What
is written in a way that cannot be cut (several things on a line) is replaced as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Sequence as Seq

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.exchange.yaml_text import flow, side_lines, written
from forestcalc.source.nodes import Node
from forestcalc.tally.model import Draft, DraftHost, DraftPlayer
from forestcalc.tally.regions import CutText, HostLines, PlayerLines, Region
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

_TAIL = re.compile(r"((?:^|\s+)#.*?)?\s*\Z", re.DOTALL)


class Original:
    """The text of a document with the draft that it describes, ready to take changes."""

    def __init__(self, text: str, node: Node, draft: Draft, catalogue: Catalogue) -> None:
        self._draft = draft
        self._catalogue = catalogue
        cut = CutText(text, node, draft)
        self._lines, self._end = cut.lines, cut.end
        self._root, self._rest = cut.root, cut.rest
        self._players, self._indent = cut.players, cut.indent

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

    def _with_player(self, player: DraftPlayer, old: PlayerLines) -> Iterable[str]:
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

    def _with_forest(self, player: DraftPlayer, base: DraftPlayer, old: PlayerLines, part: Region) -> Iterable[str]:
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

    def _with_host(self, host: DraftHost, before: DraftHost, old: HostLines, dash: int) -> Iterable[str]:
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

    def _with_sides(self, host: DraftHost, before: DraftHost, old: HostLines) -> Iterable[str]:
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
