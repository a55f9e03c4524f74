"""Questions about a game that was played: answered from its score sheet, with the line, its reason and the rule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from forestcalc.arbiter.answers import Answer, AnswerItem, ask
from forestcalc.arbiter.ranking import arbiter
from forestcalc.arbiter.text import LONGEST
from forestcalc.arbiter.topics import Citation
from forestcalc.catalogue import store
from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.names import key
from forestcalc.diagnostics.diagnostic import shown
from forestcalc.report.cards import rule_text
from forestcalc.scoring.sheet import Line, PlayerSheet, Range, ScoreSheet
from forestcalc.scoring.words import Words

_LONGEST_NAME = 6
_MOST_ANSWERS = 3
_MOST_NAMED = 5
_WINNING = frozenset(
    ("win", "wins", "won", "winner", "first", "gewinnt", "gewonnen", "gagne", "gagné", "wint", "gana", "ganó")
)
_SECTIONS = {
    "trees": ("trees", "hosts"),
    "top": ("top",),
    "bottom": ("bottom", "below"),
    "left_right": ("left", "right", "sides", "side"),
}


def ask_about(question: str, sheets: Iterable[ScoreSheet], *, edition: str | None = None) -> Answer:
    """Answer a question from the score sheets of a file; a question about the rules gets its answer from the rules.

    Players, cards (in any language), caves, sections and the outcome can be asked about. At most three answers.
    """
    sheets = list(sheets)
    text = question[:LONGEST]
    items: list[AnswerItem] = []
    for sheet in sheets:
        items += list(_items(text, sheet))
        if len(items) >= _MOST_ANSWERS:
            break
    if items:
        return Answer(question=question, covered=True, answers=tuple(items[:_MOST_ANSWERS]))
    answer = ask(question, game=sheets[0].game.name if sheets else None, edition=edition)
    if answer.answers or not sheets:
        return answer
    names = dict.fromkeys(shown(player.name, 60) for sheet in sheets for player in sheet.players)
    who = ", ".join([*names][:_MOST_NAMED]) + (" ..." if len(names) > _MOST_NAMED else "")
    return replace(answer, message=f"Neither this file nor the rules answer that. Ask about a card of {who}.")


def _items(question: str, sheet: ScoreSheet) -> Iterator[AnswerItem]:
    words = re.findall(r"\w+", re.sub(r"['’]s\b", "", question))
    players = _players(words, sheet)
    catalogue = sheet.game.catalogue
    named = _named(question, words, catalogue)
    wanted = players or list(sheet.players)
    cards = [id for id in named if id not in catalogue.caves]
    if cards:
        for id in cards:
            holders = [player for player in wanted if _line_of(player, id) is not None]
            for player in holders or players[:1]:
                yield _about_line(sheet, player, id)
        return
    lower = {word.lower() for word in words}
    if named or "cave" in lower:
        for player in wanted:
            yield _about_cave(sheet, player)
        return
    section = next((id for id, names in _SECTIONS.items() if lower & set(names)), None)
    if section is None and (lines := list(_lines_of_type(words, players, catalogue))):
        for player, id in lines:
            yield _about_line(sheet, player, id)
        return
    if players:
        for player in players:
            yield _about_player(sheet, player, section)
    elif lower & _WINNING or "谁赢" in question:
        yield _about_outcome(sheet)


def _windows(words: list[str]) -> Iterator[tuple[int, int, str]]:
    for size in range(min(_LONGEST_NAME, len(words)), 0, -1):
        for start in range(len(words) - size + 1):
            yield start, start + size, key("".join(words[start : start + size]))


def _players(words: list[str], sheet: ScoreSheet) -> list[PlayerSheet]:
    written = {text for _, _, text in _windows(words)}
    return [player for player in sheet.players if key(player.name) in written or f"{key(player.name)}s" in written]


def _named(question: str, words: list[str], catalogue: Catalogue) -> list[str]:
    """Return the ids of the species, sets and caves that are named, in any language and with small slips."""
    known = {*catalogue.species_ids, *catalogue.sets, *catalogue.caves}
    found = {
        id: None
        for named in arbiter().understand(question).names
        for game, _, id in (target.partition(":") for target in named.targets)
        if game == catalogue.game and id in known
    }
    plurals = {key(catalogue.species(id).plural or ""): id for id in catalogue.species_ids}
    for _, _, text in _windows(words):
        ids = [plurals[text]] if text in plurals else catalogue.find(text)
        if not found and ids:
            found.update(dict.fromkeys(ids))
    return list(found)


def _lines_of_type(
    words: list[str], players: Iterable[PlayerSheet], catalogue: Catalogue
) -> Iterator[tuple[PlayerSheet, str]]:
    """Yield the lines of those cards of players whose type is named in English, such as bats."""
    written = {text for _, _, text in _windows(words)}
    types = {id for id, info in catalogue.types.items() if written & {key(info.one), key(info.many)}}
    for player in players:
        for line in player.lines:
            if any(card.print_ is not None and types & set(card.print_.types) for card in line.cards):
                yield player, line.id


def _line_of(player: PlayerSheet, id: str) -> Line | None:
    return next(
        (line for line in player.lines if line.id == id or any(card.species.id == id for card in line.cards)), None
    )


def _points(value: Range) -> str:
    text = str(value.min) if value.value is not None else f"{value.min} to {value.max}"
    return f"{text} point{'' if value.value == 1 else 's'}"


def _about_line(sheet: ScoreSheet, player: PlayerSheet, id: str) -> AnswerItem:
    catalogue = sheet.game.catalogue
    line = _line_of(player, id)
    name = catalogue.sets[id].name if id in catalogue.sets else catalogue.species(id).name
    who = shown(player.name, 60)
    if line is None:
        answer = f"{who} has no {name}, so it scores nothing."
    else:
        words = Words(catalogue)
        many = line.count != 1
        what = line.name if line.id in catalogue.sets else words.name(line.id, many) if not line.by_hand else line.name
        number = f"{line.count} {what}" if many else what
        verb = "score" if many else "scores"
        answer = f"{who}'s {number} {verb} {_points(Range(line.min, line.max))}: {player.reason(line)}."
    rule = None
    if id in catalogue.sets:
        rule = Words(catalogue).set(catalogue.sets[id])
    elif id in catalogue.species_ids:
        rule = rule_text(catalogue, catalogue.species(id))
    places = sorted({card.span.line for card in line.cards}) if line is not None else []
    where = f" In the file: line{'' if len(places) == 1 else 's'} {', '.join(map(str, places))}." if places else ""
    return _item(sheet, f"card:{id}", f"{who}: {name}", answer, f"The rule: {rule or 'not known'}{where}", id)


def _about_cave(sheet: ScoreSheet, player: PlayerSheet) -> AnswerItem:
    cave = player.cave.card
    who = shown(player.name, 60)
    answer = f"{who}'s {cave.name} scores {_points(player.cave_range)}: {player.cave_reason()}."
    rule = Words(sheet.game.catalogue).rule(cave.rule)
    return _item(sheet, f"card:{cave.id}", f"{who}: {cave.name}", answer, f"The rule: {rule}", cave.id)


def _about_player(sheet: ScoreSheet, player: PlayerSheet, section: str | None) -> AnswerItem:
    who = shown(player.name, 60)
    if section is not None:
        lines = [line for line in player.lines if line.section == section]
        parts = ", ".join(f"{line.name} {_points(Range(line.min, line.max))}" for line in lines) or "no cards"
        answer = f"{who} scores {_points(player.sections[section])} there: {parts}."
    else:
        parts = ", ".join(
            f"{name.replace('_', ' and ')} {_points(value)}" for name, value in player.sections.items() if value.max
        )
        rank = f", which is rank {player.rank}" if player.rank is not None and len(sheet.players) > 1 else ""
        answer = f"{who} scores {_points(player.range)}{rank}: {parts or 'nothing'}."
    return _item(sheet, "scoring-procedure", who, answer, "", None)


def _about_outcome(sheet: ScoreSheet) -> AnswerItem:
    from forestcalc.report.wording import verdict

    totals = ", ".join(f"{shown(player.name, 60)} {_points(player.range)}" for player in sheet.players)
    id = "scoring-tie" if len(sheet.winners) > 1 else "scoring-procedure"
    return _item(sheet, id, "The outcome", f"{verdict(sheet)} {totals}.", "", None)


def _item(sheet: ScoreSheet, id: str, title: str, answer: str, details: str, about: str | None) -> AnswerItem:
    game = sheet.game.name
    texts = store.texts(game)
    names: list[str] = []
    if about is not None:
        boxes = texts["species"].get(about, {}).values() or [texts["caves"].get(about, {})]
        names = list(dict.fromkeys(source for text in boxes for source in text.get("sources", ())))
    where = f"{sheet.game.file}{f', game {sheet.game.document + 1}' if sheet.game.document else ''}"
    citations = (
        Citation(source="score sheet", section=shown(where, 200)),
        *(Citation(source=texts["sources"].get(name, name), section="") for name in names),
    )
    kind = "card" if id.startswith("card:") else "topic"
    return AnswerItem(
        id=id,
        kind=kind,  # type: ignore[arg-type]
        game=game,
        confidence=1.0,
        title=title,
        answer=answer,
        details=details,
        citations=citations,
    )
