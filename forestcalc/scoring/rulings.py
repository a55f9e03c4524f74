"""Rulings that matter: whether deciding an open question the other way would change a total."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import Species
from forestcalc.catalogue.rules import If, Most, Per, Rule, Steps, Term
from forestcalc.game.build import build_game
from forestcalc.game.forest import Game
from forestcalc.scoring.sheet import Range, RulingNote, ScoreSheet


def ruling_notes(sheet: ScoreSheet) -> Iterator[RulingNote]:
    """Yield a note for each ruling whose other reading, looked at alone, changes a total."""
    game = sheet.game
    catalogue = game.catalogue
    if game.layout is None:
        return
    species = {card.species for player in sheet.players for card in player.forest.cards()}
    candidates = {id for one in species for id in one.rulings}
    for id in catalogue.ruling_ids:
        if id not in candidates:
            continue
        value = catalogue.rulings[id]
        alternatives: dict[str, Mapping[str, Range] | None] = {}
        for reading in catalogue.ruling(id).values:
            if reading.value == value:
                continue
            other = catalogue.decided({**catalogue.rulings, id: reading.value})
            if not _differs([one for one in species if id in one.rulings], other, alone=len(game.players) == 1):
                continue
            changed = _changed_totals(sheet, other)
            if changed is None or changed:
                alternatives[reading.value] = changed
        if alternatives:
            yield RulingNote(id, value, alternatives)


def _differs(species: Iterable[Species], other: Catalogue, *, alone: bool) -> bool:
    """Whether some card in play is described otherwise, as far as that can matter at this table."""
    for one in species:
        if not one.prints:
            continue
        changed = other.species(one.id)
        if (
            _at_this_table(one.rule, alone) != _at_this_table(changed.rule, alone)
            or one.identity != changed.identity
            or one.slot != changed.slot
            or one.doubles != changed.doubles
            or [(print_.types, print_.unnamed) for print_ in one.prints]
            != [(print_.types, print_.unnamed) for print_ in changed.prints]
        ):
            return True
    return False


def _at_this_table(rule: Rule | None, alone: bool) -> Rule | None:
    """Return *rule* without what only holds for one person playing alone, unless somebody does."""
    if rule is None or alone:
        return rule
    return rule._replace(terms=tuple(_compared(term) for term in rule.terms))


def _compared(term: Term) -> Term:
    match term:
        case If(measure=Most() as most):
            return term._replace(measure=most._replace(alone=None))
        case Steps(measure=Most() as most):
            return term._replace(measure=most._replace(alone=None))
        case Per(measures=measures):
            return term._replace(
                measures=tuple(
                    measure._replace(alone=None) if isinstance(measure, Most) else measure for measure in measures
                ),
            )
        case _:
            return term


def _changed_totals(sheet: ScoreSheet, other: Catalogue) -> dict[str, Range] | None:
    """Return the totals that change under *other*, by player; None where the layout becomes illegal."""
    from forestcalc.scoring.score import totals  # that module builds on this one

    assert sheet.game.layout is not None
    game: Game | None = build_game(sheet.game.layout.under(other)).game
    if game is None:
        return None
    return {
        player.name: total for player, total in zip(sheet.players, totals(game), strict=True) if total != player.range
    }
