"""Answers about a card: its rule, effect and bonus from the packs, worked out for the number that is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from forestcalc.arbiter.card_questions import CardHit
from forestcalc.arbiter.topics import Citation
from forestcalc.catalogue import store
from forestcalc.catalogue.catalogue import Catalogue, catalogue

# A number beyond this is no number of cards.
_MOST_CARDS = 60


class CardAnswer(NamedTuple):
    """What the packs say about a card: its name, the part that was asked for, the rest, sources, open questions."""

    name: str
    answer: str
    details: str
    citations: tuple[Citation, ...]
    conflicts: tuple[str, ...]
    editions: tuple[str, ...]


def card_answer(hit: CardHit) -> CardAnswer:
    """Return what is known about the card, what was asked for first."""
    cards = _whole(hit.game)
    name, lines, sources = _lines(cards, hit.id, hit.many)
    wanted = _wanted(hit)
    first = [text for label, text in lines if label in wanted]
    rest = [text for label, text in lines if label not in wanted]
    rest += _elsewhere(hit, dict(lines))
    titles = store.texts(hit.game)["sources"]
    return CardAnswer(
        name=name,
        answer=" ".join(first or rest[:1]),
        details=" ".join(rest if first else rest[1:]),
        citations=tuple(Citation(titles.get(source, source), name) for source in dict.fromkeys(sources)),
        conflicts=tuple(_conflicts(cards, hit.id)),
        editions=("2023", "2026") if hit.game == "forest-shuffle" else (),
    )


def _whole(game: str) -> Catalogue:
    return catalogue(game, tuple(store.core(game)["boxes"][1:]))


def _wanted(hit: CardHit) -> frozenset[str]:
    if hit.many is not None and "cost" not in hit.asked:
        return frozenset(("worked", "points"))
    if "bonus" in hit.asked:
        return frozenset(("bonus",)) if "effect" not in hit.asked else frozenset(("effect", "bonus"))
    if "cost" in hit.asked:
        return frozenset(("prints",))
    if "place" in hit.asked and "points" not in hit.asked:
        return frozenset(("prints",))
    if "effect" in hit.asked and "points" not in hit.asked:
        return frozenset(("effect", "bonus", "points"))
    return frozenset(("points",))


def _lines(cards: Catalogue, id: str, count: int | None) -> tuple[str, list[tuple[str, str]], Sequence[str]]:
    """Return a card's name, its texts by label, and its sources."""
    from forestcalc.report.cards import rule_text  # needs the rules of scoring, which few questions do
    from forestcalc.scoring.words import Words

    texts = store.texts(cards.game)
    if id in cards.caves:
        cave = cards.caves[id]
        text = texts["caves"].get(id, {})
        lines = [("points", Words(cards).rule(cave.rule))]
        if text.get("effect"):
            lines.append(("effect", f"Effect: {text['effect']}"))
        return cave.name, lines, text.get("sources", ())
    if id in cards.sets:
        set_ = cards.sets[id]
        lines = [("points", Words(cards).set(set_))]
        members = [member for member in cards.species_ids if cards.species(member).set_id == id]
        names = [cards.species(member).name for member in members]
        if len(names) > 1:
            lines.append(("members", f"In this set: {', '.join(names)}."))
        return set_.name, [*_worked(cards, id, set_.name, count), *lines], _sources(texts, members)
    if id not in cards.species_ids:  # a type of cards that score alike, such as the bats
        members = [member for member in cards.species_ids if _is_type(cards, member, id)]
        lines = [("points", f"{rule_text(cards, cards.species(members[0]))}")]
        lines.append(("members", f"These are: {', '.join(cards.species(member).name for member in members)}."))
        return id.capitalize(), lines, _sources(texts, members)
    species = cards.species(id)
    rule = rule_text(cards, species)
    lines = [*_worked(cards, id, species.name, count)]
    lines.append(("points", rule or "No pack has a points rule for this card."))
    boxes = texts["species"].get(id, {})
    for label in ("effect", "bonus"):
        known = [text[label] for text in boxes.values() if text.get(label) is not None]
        said = known[0] or "none." if known else "not known."
        lines.append((label, f"{label.capitalize()}: {said}"))
    # The first box tells what matters; the notes of later prints say where theirs was taken from.
    lines.extend(("notes", text["effect_notes"]) for text in [*boxes.values()][:1] if text.get("effect_notes"))
    lines.extend(("prints", text) for text in _prints(cards, id))
    lines.extend(("doubts", doubt) for text in boxes.values() for doubt in text.get("doubts", ()))
    return species.name, lines, _sources(texts, [id])


def _is_type(cards: Catalogue, member: str, type_: str) -> bool:
    plural = {info.many: id for id, info in cards.types.items()}.get(type_, type_.rstrip("s"))
    return any(plural in print_.types for print_ in cards.species(member).prints)


def _worked(cards: Catalogue, id: str, name: str, count: int | None) -> list[tuple[str, str]]:
    """Return what *count* cards are worth, where that hangs on nothing else."""
    if count is None or not 0 < count <= _MOST_CARDS:
        return []
    from forestcalc.scoring.worked import worked

    points = worked(cards, id, count)
    if points is None:
        return []
    what = f"{count} different {name.lower()}" if id in cards.sets and cards.sets[id].values else f"{count} × {name}"
    return [("worked", f"{what}: {points} {'point' if points == 1 else 'points'}.")]


def _prints(cards: Catalogue, id: str) -> Iterable[str]:
    """Yield where the card lies and what it costs, sides and boxes with the same cost together."""
    species = cards.species(id)
    sides: dict[str, list[str]] = {}
    boxes: dict[str, list[str]] = {}
    for print_ in species.prints:
        unpriced = "laid face down" if species.face_down else "cost not known"
        cost = unpriced if print_.cost is None else f"cost {print_.cost}"
        for table, value in ((sides, print_.side), (boxes, cards.box_title(print_.box))):
            if value not in table.setdefault(cost, []):
                table[cost].append(value)
    for cost, on in sides.items():
        where = species.kind if on == ["host"] else f"{' or '.join(on)} card"
        yield f"{where.capitalize()}, {cost} ({', '.join(boxes[cost])})."


def _sources(texts: Mapping[str, Any], ids: Iterable[str]) -> list[str]:
    return [
        source for id in ids for text in texts["species"].get(id, {}).values() for source in text.get("sources", ())
    ]


def _conflicts(cards: Catalogue, id: str) -> Iterable[str]:
    if id not in cards.species_ids:
        return
    for ruling_id in cards.species(id).rulings:
        ruling = cards.ruling(ruling_id)
        readings = "; or ".join(f"{value.reading.rstrip('.')} ({value.value})" for value in ruling.values)
        yield f"{ruling.question} {readings}. The calculator takes {ruling.default} (ruling {ruling_id})."


def _elsewhere(hit: CardHit, lines: dict[str, str]) -> list[str]:
    """Return how the card of the same name scores in other games, where it does so differently."""
    found = []
    for game in hit.other_games:
        cards = _whole(game)
        other = dict(_lines(cards, hit.id, None)[1])
        if other["points"] != lines["points"]:
            found.append(f"{cards.title}: {other['points']}")
    return found
