"""Compile the vocabulary: what the words of a question stand for, from the lexicon, the texts and the card packs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from forestcalc.arbiter.naming import collect
from forestcalc.arbiter.sources import Ask, Raw
from forestcalc.arbiter.text import fold, is_ideographic, pieces, stem, stems


def vocabulary_of(
    lexicon: Raw, words: Raw, games: Mapping[str, tuple[Raw, Raw]], topics: Mapping[str, Raw], asks: Sequence[Ask]
) -> Raw:
    """Return the data of a `Vocabulary`; *games* are the compiled packs, core and texts."""
    phrases: dict[str, dict[str, list[str]]] = {}
    runs: dict[str, list[str]] = {}
    parts: dict[str, list[str]] = {}
    for notion, languages in lexicon.items():
        for language, values in languages.items():
            for value in values:
                found = stems(str(value))
                if len(found) == 1 and is_ideographic(found[0]):
                    _append(runs, found[0], notion)
                    continue
                entry = phrases.setdefault(" ".join(found), {})
                _append(entry, language, notion)
                if language in ("de", "nl") and len(found) == 1 and len(found[0]) >= 3:
                    _append(parts, found[0], notion)
    card_notions = words["card-notions"]
    names = collect(games, lexicon, words["also-called"], card_notions)
    common = {
        language: sorted({word for value in values for word in stems(str(value))})
        for language, values in words["common"].items()
    }
    taken = {
        phrase
        for phrase, entry in phrases.items()
        if any(notion not in card_notions for notions in entry.values() for notion in notions)
    }
    taken.update(word for values in common.values() for word in values)
    return {
        "lexicon": phrases,
        "runs": runs,
        "parts": parts,
        "common": common,
        "numbers": {stem(fold(str(word))): number for number, values in words["numbers"].items() for word in values},
        "card_words": _card_words(words["card-questions"]),
        "names": names.names,
        "name_runs": names.runs,
        "face_down": sorted(
            id for core, _ in games.values() for id, species in core["species"].items() if species.get("face_down")
        ),
        "spellings": " ".join(sorted(_spellings(lexicon, words, topics) | _often_used(asks) | names.spellings)),
        "aliases": names.aliases(_used(asks, phrases), taken),
    }


def _card_words(groups: Raw) -> Raw:
    found: dict[str, list[str]] = {}
    for group, languages in groups.items():
        for values in languages.values():
            for value in values:
                for word in stems(str(value)):
                    _append(found, word, group)
    return found


def _used(asks: Sequence[Ask], phrases: Mapping[str, Any]) -> set[str]:
    """Return the words in use: the end of a compound is a name only if somebody would write it."""
    found = {word for ask in asks for word in stems(ask.text)}
    return found | {phrase for phrase in phrases if " " not in phrase}


def _often_used(asks: Sequence[Ask]) -> set[str]:
    """Return the words that people use more than once: what only one of them wrote may be misspelt."""
    counted = Counter(word for ask in asks for word in set(_spellings(ask.text)))
    return {word for word, count in counted.items() if count > 1}


def _spellings(*sources: object) -> set[str]:
    """Return the words of all texts in *sources*, folded."""
    found: set[str] = set()
    for source in sources:
        if isinstance(source, dict):
            found |= _spellings(*source.values())
        elif isinstance(source, list):
            found |= _spellings(*source)
        else:
            found.update(piece for piece in pieces(fold(str(source))) if not is_ideographic(piece))
    return found


def _append(table: dict[str, list[str]], key: str, value: str) -> None:
    entry = table.setdefault(key, [])
    if value not in entry:
        entry.append(value)
