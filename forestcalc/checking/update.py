"""Update: the present values are written into the `expect` of a file, and nothing else of it changes."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from forestcalc.api import Checked, check_text
from forestcalc.checking.edits import Edit, added, edited, replaced
from forestcalc.checking.result import Change, GameCheck
from forestcalc.checking.run import check_games, compared
from forestcalc.checking.walk import nothing_in
from forestcalc.diagnostics.diagnostic import shown
from forestcalc.game.forest import Game
from forestcalc.scoring.expect import Check
from forestcalc.scoring.score import score as score_game
from forestcalc.source import documents, read_source
from forestcalc.source.nodes import Mapping, Node
from forestcalc.source.text import Text


def update_named(name: str, *, add: bool = False) -> Iterator[GameCheck]:
    """Update what a command line names, as `walk.files_of` leaves it: a folder left has no games."""
    return iter((nothing_in(name),)) if os.path.isdir(name) else update_games(name, add=add)  # noqa: PTH112  NUL


class _Wanted(NamedTuple):
    """What is to be written for one game: changes with their edits, and why others are not."""

    changes: list[tuple[Change, Edit]]
    notes: list[str]


def update_games(source: Path | str, *, add: bool = False) -> Iterator[GameCheck]:
    """Write the present values of a file into its expectations, and compare the file as it is then.

    Every value that is expected and differs is written. A game without any expectation gets the totals of its
    players, and with *add* every player without an `expect` gets one. What is open is not written, and a file with a
    fault, or that cannot be written, stays as it is: the notes of the results say so.
    """
    text, _ = read_source(source)
    if text is None:
        yield from check_games(source)
        return
    before = list(check_text(text, str(source)))
    lines = Text(text)
    nodes = [document.node for document in documents(text)]
    wanted = [_wanted(one, node, lines, add) for one, node in zip(before, nodes, strict=True)]
    _settle(wanted)
    new = edited(text, (edit for game in wanted for _, edit in game.changes))
    reason = None if new == text else _written(source, text, new, before, wanted)
    if reason is not None:
        new = text
    for number, one in enumerate(before if new == text else check_text(new, str(source))):
        changes = () if new == text else tuple(change for change, _ in wanted[number].changes)
        notes = (*wanted[number].notes, *((f"nothing is written: {reason}",) if reason and not number else ()))
        yield compared(one)._replace(changes=changes, notes=notes)


def _wanted(one: Checked, node: Node | None, lines: Text, add: bool) -> _Wanted:
    wanted = _Wanted([], [])
    if one.game is None:
        return wanted
    result = compared(one)
    for check in result.checks:
        if check.range.value is None:
            wanted.notes.append(_open(check))
        elif not check.ok and check.span is not None:
            value = check.range.value
            change = Change(check.player, check.what, check.expected, value, check.span)
            wanted.changes.append((change, replaced(lines, check.span, value)))
    if add or not result.checks:
        for change, edit in _additions(one.game, node, lines, wanted.notes):
            wanted.changes.append((change, edit))
    return wanted


def _additions(game: Game, node: Node | None, lines: Text, notes: list[str]) -> Iterator[tuple[Change, Edit]]:
    players = next(value for key, value in _pairs(node) if key == "players")
    nodes = dict(_pairs(players))
    for sheet in score_game(game).players:
        if sheet.player.expect is not None:
            continue
        name = shown(sheet.name, 60)
        if sheet.total is None:
            notes.append(f"{name}: the total is open, {sheet.min} to {sheet.max}, and not written")
            continue
        edit = added(lines, nodes[sheet.name], sheet.total)
        if edit is None:
            notes.append(f"{name}: there is no place for `expect: {sheet.total}`; write it by hand")
            continue
        yield Change(sheet.name, "total", None, sheet.total, nodes[sheet.name].span), edit


def _pairs(node: Node | None) -> Iterable[tuple[str, Node]]:
    return [(key.text, value) for key, value in node.pairs] if isinstance(node, Mapping) else []


def _open(check: Check) -> str:
    found = check.range
    return f"{shown(check.player, 60)}: {shown(check.name)} is open, {found.min} to {found.max}, and not written"


def _settle(games: Sequence[_Wanted]) -> None:
    """Leave out what would have to be two numbers at once: an alias of a value or forest."""
    numbers: dict[tuple[int, int], set[str]] = {}
    for game in games:
        for _, edit in game.changes:
            numbers.setdefault((edit.start, edit.stop), set()).add(edit.text)
    for game in games:
        for pair in list(game.changes):
            change, edit = pair
            if len(numbers[edit.start, edit.stop]) > 1:
                game.changes.remove(pair)
                game.notes.append(f"{shown(change.player, 60)}: {change.new} would stand for another player, too")


def _written(
    source: Path | str, text: str, new: str, before: Sequence[Checked], wanted: Sequence[_Wanted]
) -> str | None:
    """Write *new* in the place of *text*; return why that was not done, or None."""
    after = list(check_text(new, str(source)))
    if len(after) != len(before) or not all(map(_is_as_wanted, after, before, wanted)):
        return "the file is written in a way that cannot be changed in place"
    from forestcalc.fix.files import FixResult  # only where there is something to write

    return FixResult(Path(source), text, new, ()).write()


def _is_as_wanted(after: Checked, before: Checked, wanted: _Wanted) -> bool:
    """Whether nothing but expectations has changed, and what was to be mended holds while nothing else fails now."""
    if after.game is None or before.game is None:
        return after.game is before.game
    if _totals(after.game) != _totals(before.game):
        return False
    mended = {(change.player, change.what) for change, _ in wanted.changes}
    return _failing(after) <= _failing(before) - mended


def _totals(game: Game) -> object:
    return [(sheet.name, sheet.range) for sheet in score_game(game).players]


def _failing(one: Checked) -> set[tuple[str, str]]:
    return {(check.player, check.what) for check in compared(one).checks if check.status == "FAILED"}
