"""Wording: the sentences that every report says in the same way, whatever it looks like.

Text from a file comes out printable: control characters are escaped, long names cut. Markup is up to the report.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from forestcalc.diagnostics.diagnostic import shown
from forestcalc.game.forest import Game
from forestcalc.report.confidence import doubts
from forestcalc.scoring.sheet import Line, OpenValue, PlayerSheet, Range, RulingNote, ScoreSheet

SECTION_LABELS = (
    ("trees", "Trees"),
    ("top", "Top"),
    ("bottom", "Bottom"),
    ("left_right", "Left/Right"),
    ("cave", "Cave"),
)
"""The rows of the score pad: id and label."""

NAME_LIMIT = 40
"""How many characters of a player's name are shown."""

Names = Mapping[str, str]


def player_name(name: str) -> str:
    """Return a player's name, safe to show."""
    return shown(name, NAME_LIMIT)


def card_name(id: str, name: str, names: Names) -> str:
    """Return how a species, set or cave is called: in the language of *names*, else as *name* says."""
    return shown(names.get(id, name), 60)


def range_text(value: Range) -> str:
    """Return points as text: `35`, or `35–44` where they are open."""
    return str(value.min) if value.value is not None else f"{value.min}–{value.max}"


def points_text(value: Range) -> str:
    """Return points with their noun: `1 point`, `35–44 points`."""
    return f"{range_text(value)} {'point' if value.value == 1 else 'points'}"


def line_range(line: Line) -> Range:
    """Return the points of a line as a range."""
    return Range(line.min, line.max)


def title(game: Game) -> str:
    """Return which game is played, with which boxes."""
    boxes = [game.catalogue.box_title(box) for box in game.expansions]
    return f"{game.catalogue.title}{' with ' + ', '.join(boxes) if boxes else ''}"


def verdict(sheet: ScoreSheet) -> str:
    """Say who wins, or why that cannot be said."""
    names = [player_name(name) for name in sheet.winners]
    if len(sheet.players) == 1:
        return f"{names[0]} scores {points_text(sheet.players[0].range)}."
    if not names:
        return "Who wins depends on what the file leaves open."
    if any(player.rank is None for player in sheet.players) and len(names) < len(sheet.players):
        return f"{' and '.join(names)} {'is' if len(names) == 1 else 'are'} first, whatever is left open."
    points = points_text(sheet.player(sheet.winners[0]).range)
    if len(names) == 1:
        return f"{names[0]} wins with {points}."
    return f"{', '.join(names[:-1])} and {names[-1]} share the victory with {points}."


def rank_text(player: PlayerSheet) -> str:
    """Return the rank, or `open`."""
    return str(player.rank) if player.rank is not None else "open"


def reason(player: PlayerSheet, line: Line) -> str:
    """Say why a line scores what it scores, and what is not certain about it."""
    text = player.reason(line)
    doubt = doubts(player.tally.book.catalogue, line)
    return f"{text} [{doubt}]" if doubt else text


def open_texts(sheet: ScoreSheet, names: Names) -> list[str]:
    """Say which cards and counts to name, and the total for each answer; equal cards of one place once."""
    return list(dict.fromkeys(_open_text(value, names) for value in sheet.open))


def _open_text(value: OpenValue, names: Names) -> str:
    if value.card is None:
        return f"{player_name(value.player)}: give {shown(str(value.path[-1]))} under `counts`"
    name = card_name(value.card.species.id, value.card.species.name, names)
    totals = ", ".join(
        f"{'other' if symbol == '*' else symbol} {range_text(total)}" for symbol, total in value.totals.items()
    )
    return f"{player_name(value.player)}'s {name} in line {value.card.span.line} ({totals})"


def ruling_texts(note: RulingNote) -> Iterator[str]:
    """Say for each other value of a ruling what it would change."""
    for value, totals in note.alternatives.items():
        if totals is None:
            effect = "this layout would not be legal"
        else:
            effect = ", ".join(f"{player_name(name)} {range_text(total)}" for name, total in totals.items())
        yield f"ruling {note.id} stands at {note.value}; with {value}: {effect}"


def counted_texts(game: Game) -> Iterator[str]:
    """Name the players who are given by their counts alone, with these counts."""
    for player in game.players:
        if player.forest is None:
            counts = ", ".join(f"{label(game, what)} {number}" for what, number in (player.counts or {}).items())
            yield f"{player_name(player.name)} is only compared with: {counts or 'no counts given'}"


def label(game: Game, what: str) -> str:
    """Return how a count is called."""
    return str(game.catalogue.counts.get(what, {}).get("label", what))
