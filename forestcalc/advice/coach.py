"""Coach: notes on what looks like a slip of the tally. They change no score.

Only what is cheap to see: whether a cave fits the cards that fill caves, and which cards score nothing for want of
exactly one other card. That one card is found by the rule itself: its measure is one short of what it asks for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from forestcalc.catalogue.model import CardSet
from forestcalc.catalogue.rules import CaveCards, Count, Filter, If, Measure, Most, Steps, Term
from forestcalc.diagnostics.diagnostic import Diagnostic, Related, Severity, Span, quoted, shown
from forestcalc.game.places import slots_of
from forestcalc.scoring.measures import local_measure
from forestcalc.scoring.plans import group_sizes, set_points

if TYPE_CHECKING:
    from forestcalc.catalogue.catalogue import Catalogue
    from forestcalc.game.forest import Card, Host
    from forestcalc.layout.model import PlayerEntry
    from forestcalc.scoring.sheet import Line, PlayerSheet, ScoreSheet
    from forestcalc.scoring.tally import Tally

MOST_NOTES = 5
"""How many notes a player gets; those on the cave come first, then what is worth most."""

MOST_NAMED = 6


class _Short(NamedTuple):
    """Cards of a line that are one card short of `points`; `elsewhere`: it is the host that is wrong."""

    line: Line
    cards: tuple[Card, ...]
    points: int
    elsewhere: bool


def coach(sheet: ScoreSheet) -> tuple[Diagnostic, ...]:
    """Return notes on likely slips, player by player, the most valuable first; none where nothing looks wrong."""
    game = sheet.game
    entries = {entry.name: entry for entry in game.layout.players} if game.layout is not None else {}
    found: list[Diagnostic] = []
    for player in sheet.players:
        notes = list(_cave_notes(player, entries.get(player.name)))
        shorts = sorted(_shorts(player), key=lambda short: -short.points)
        notes += [_short_note(player, short) for short in shorts[: MOST_NOTES - len(notes)]]
        found += [note.placed(game.file, game.document) for note in notes]
    return tuple(found)


def _note(
    code: str, message: str, span: Span, path: tuple[str | int, ...], help: str, others: Sequence[Card] = ()
) -> Diagnostic:
    related = {card.span: Related(card.span, "the same here") for card in others if card.span != span}
    return Diagnostic(
        code=code,
        severity=Severity.NOTE,
        message=message,
        span=span,
        path=path,
        help=help,
        related=tuple(related.values()),
    )


def _whose(player: PlayerSheet) -> str:
    return f"{shown(player.name, 40)}'s"


# -- the cave ---------------------------------------------------------------------------------------------------


def _cave_notes(player: PlayerSheet, entry: PlayerEntry | None) -> Iterator[Diagnostic]:
    if entry is None:
        return
    filling = [card for card in player.forest.cards() if card.species.fills_cave or card.by_hand is not None]
    if player.cave.cards and not filling and not player.cave.card.fills_itself and entry.cave is not None:
        catalogue = player.tally.book.catalogue
        number = player.cave.cards
        yield _note(
            "coach-cave-unexplained",
            f"{_whose(player)} cave holds {number} {'card' if number == 1 else 'cards'}, "
            "but no card in the forest puts any there",
            entry.cave.span,
            ("players", player.name, *entry.cave.path[entry.cave.path.index("cave") :]),
            f"check the number, or whether one of these is missing: {_fillers(catalogue)}",
        )
    if not player.cave.cards and entry.cave is None:
        # `cave: 0` says that somebody looked.
        certain = [card for card in filling if card.species.fills_cave == "effect"]
        if certain:
            first = certain[0]
            yield _note(
                "coach-cave-empty",
                f"{_whose(player)} {quoted(first.species.name)} puts cards into the cave, but no cave is given",
                first.span,
                ("players", player.name, *first.path),
                f"add `cave:` with the number of cards to {quoted(player.name)}, or `cave: 0` if there are none",
                [card for card in certain[1:] if card.species is first.species],
            )


def _fillers(catalogue: Catalogue) -> str:
    names = [
        species.name
        for species in map(catalogue.species, catalogue.species_ids)
        if species.fills_cave and catalogue.is_declared(species.id)
    ]
    more = [f"and {len(names) - MOST_NAMED} more"] if len(names) > MOST_NAMED else []
    return ", ".join(names[:MOST_NAMED] + more)


# -- one card short ---------------------------------------------------------------------------------------------


def _short_note(player: PlayerSheet, short: _Short) -> Diagnostic:
    from forestcalc.scoring.explain import line_reason  # only where there is something to say

    line, cards = short.line, short.cards
    first = cards[0]
    reason = line_reason(player.tally, line._replace(cards=cards[:1], known=0, each=None if line.each is None else 0))
    many = f"{len(cards)} " if len(cards) > 1 and line.each is not None else ""
    name = quoted(line.name)
    points = f"{short.points} {'point' if short.points == 1 else 'points'}"
    verb = "score" if many or isinstance(line.scored, CardSet) else "scores"
    if short.elsewhere:
        code, help = "coach-wrong-place", f"check where it lies: in the right place it is worth {points}"
    else:
        code, help = "coach-one-short", f"check whether a card is missing: one more would be worth {points} here"
    return _note(
        code,
        f"{_whose(player)} {many}{name} {verb} nothing: {reason}",
        first.span,
        ("players", player.name, *first.path),
        help,
        cards[1:],
    )


def _shorts(player: PlayerSheet) -> Iterator[_Short]:
    for line in player.lines:
        if line.by_hand:
            continue
        if isinstance(line.scored, CardSet) and line.scored.rule is None:
            if line.max == 0 and (points := _set_short(line, line.scored.values)):
                yield _Short(line, tuple(line.cards), points, False)
            continue
        rule = line.scored.rule
        terms = [term for term in rule.terms if isinstance(term, If | Steps)] if rule is not None else []
        zeros = _zeros(line) if terms else ()
        if zeros:
            yield from _line_shorts(player.tally, line, zeros, terms)


def _zeros(line: Line) -> tuple[Card, ...]:
    """Return the cards of the line that score nothing, whatever is open."""
    if line.max == 0:
        return tuple(line.cards)
    if line.each is None:
        return ()
    if line.each_range is not None:
        return tuple(card for card, value in zip(line.cards, line.each_range, strict=True) if value.max == 0)
    return tuple(card for at, card in enumerate(line.cards) if line.card_points(at) == 0)


def _set_short(line: Line, values: tuple[int, ...]) -> int:
    counts = Counter(card.species.id for card in line.cards)
    return sum(set_points(size, values) for size in group_sizes([*counts.values(), 1]))


def _line_shorts(tally: Tally, line: Line, zeros: Sequence[Card], terms: Sequence[Term]) -> Iterator[_Short]:
    """Yield what is one short: for a rule about the whole forest all cards together, else the cards one by one."""
    assert line.scored.rule is not None  # only such lines are asked
    once = line.scored.rule.once
    together: list[Card] = []
    total = 0
    apart: dict[tuple[int, bool], list[Card]] = {}
    for card in zeros:
        host = tally.forest.hosts[card.host]
        best = max(((_missing(tally, card, host, term), term) for term in terms), key=lambda one: one[0][0])
        (points, elsewhere), term = best
        if not points:
            continue
        points *= 1 if once else card.face.factor
        if not elsewhere and _is_forest_wide(term):
            together.append(card)
            total = points if once else total + points
        else:
            apart.setdefault((points, elsewhere), []).append(card)
    if together:
        yield _Short(line, tuple(together), total, False)
    for (points, elsewhere), cards in apart.items():
        yield _Short(line, tuple(cards), points, elsewhere)


def _is_forest_wide(term: Term) -> bool:
    return isinstance(term, If | Steps) and isinstance(term.measure, Count) and term.measure.at == "forest"


def _missing(tally: Tally, card: Card, host: Host, term: Term) -> tuple[int, bool]:
    """Return what *card* would score if the measure of *term* were one greater, and whether the host is wrong.

    0 where one is not enough, and where other players' forests or the cave are what counts.
    """
    assert isinstance(term, If | Steps)  # the other terms ask for nothing
    measure = term.measure
    if isinstance(measure, Most | CaveCards):
        return 0, False
    value = local_measure(tally.book, measure)(tally, card, host)
    if isinstance(term, Steps):
        least, points = term.steps[0]
    else:
        least, points = term.least, term.points
    if value + 1 != least or points <= 0:
        return 0, False
    if measure.filter.full:
        slots = slots_of(tally.book.catalogue, host.card.species, host.river is not None)
        taken = {(other.side, other.slot) for other in host.dwellers}
        is_near = measure.at == "host" and sum(slots.values()) - len(taken) == 1
        return (points, False) if is_near else (0, False)
    return points, _is_about_host(measure, tally.book.catalogue)


def _is_about_host(measure: Measure, catalogue: Catalogue) -> bool:
    """Whether a measure only asks what the host is: then no card more helps, only another place."""
    if not isinstance(measure, Count) or measure.at != "host" or measure.different:
        return False
    filter_: Filter = measure.filter
    if filter_.kinds and "dweller" not in filter_.kinds:
        return True
    named = (*filter_.named, *filter_.species)
    return bool(named) and all(catalogue.species(id).is_host for id in named)
