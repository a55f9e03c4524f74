"""Questions about one card: which card is meant, what is asked about it, and how surely it is nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from forestcalc.arbiter.index import Index
from forestcalc.arbiter.question import Question
from forestcalc.arbiter.text import is_ideographic, stem
from forestcalc.arbiter.vocabulary import Named, Vocabulary

_GAME_WORDS = frozenset(
    stem(word)
    for word in (
        *("dartmoor", "exmoor", "smoky", "mountains", "forest", "shuffle", "mischwald"),
        *("promo", "alpine", "exploration", "game", "box", "expansion"),
    )
)
# Notions that points rules speak of: beside the name of a card they hardly point to another question.
_COUNTED = frozenset(
    (
        *("tree", "shrub", "moor", "river", "bird", "insect", "plant", "mushroom", "amphibian", "butterfly"),
        *("dragonfly", "bat", "fish", "hare", "cave", "symbol", "colour", "species", "card", "forest"),
        *("most", "different", "set", "same", "howmany", "once"),
        *("expansion", "exploration", "alpine", "woodland", "exmoor", "dartmoor", "smoky"),
    )
)
_COUNTED_SHARE = 0.25
_STRANGE = 1.5  # a word that no text of the arbiter holds
_SURE = 0.96
_PER_WORD = 0.55  # what is left of that for each word that the question holds beside
_NEXT_TO_NOTHING = 0.3
_SHORTENED = 0.97
_FIRST_ONLY = 0.92
_UNKNOWN_KIND = 0.5


class CardHit(NamedTuple):
    """A card that a question may be about: its game and id, what is asked about it, how many of it.

    `face_down`: it is played face down, and asking about it is nearly always asking for a rule.
    """

    id: str
    game: str
    confidence: float
    asked: frozenset[str]
    many: int | None
    other_games: tuple[str, ...]
    beside: float
    face_down: bool

    @property
    def says_no_more(self) -> bool:
        """Whether the question says next to nothing beside the card and words that ask for something about cards."""
        return self.beside <= _NEXT_TO_NOTHING

    @property
    def is_plain(self) -> bool:
        """Whether that is a question about the card and not about where cards may lie."""
        return self.says_no_more and not (self.asked and self.asked <= {"place"}) and not self.face_down


def card_hits(
    question: Question,
    game: str | None,
    vocabulary: Vocabulary,
    index: Index,
    card_words: Mapping[str, list[str]],
    number_words: Iterable[str],
) -> list[CardHit]:
    """Return the cards that the question may be about, the likeliest first. *game* is the only one to look in."""
    if not question.names:
        return []
    beside, asked = _beside(question, vocabulary, index, card_words, frozenset(number_words))
    hits: dict[tuple[str, str], CardHit] = {}
    for position, named in enumerate(question.names):
        base = _SURE * _PER_WORD**beside * _FIRST_ONLY**position
        if not named.exact:
            base *= _UNKNOWN_KIND if _is_another_kind(question.names, position) else _SHORTENED
        for rank, (id, games) in enumerate(_in_games(named, game)):
            face_down = id in vocabulary.face_down
            confidence = base * (0.6 if face_down else 1.0) * 0.9**rank
            many = question.number_beside(named)
            hit = CardHit(id, games[0], confidence, asked, many, tuple(games[1:]), beside, face_down)
            hits.setdefault((id, games[0]), hit)
    return sorted(hits.values(), key=lambda hit: -hit.confidence)


def _is_another_kind(names: Sequence[Named], position: int) -> bool:
    """Whether a shortened name stands right beside another one that means other cards: an "eagle owl" is neither."""
    named = names[position]
    return any(
        not other.exact and (other.end == named.start or other.start == named.end) and named.start != named.end
        for other in (*names[max(0, position - 1) : position], *names[position + 1 : position + 2])
        if not set(other.ids) & set(named.ids)
    )


def _in_games(named: Named, game: str | None) -> list[tuple[str, list[str]]]:
    """Return the ids that are meant with their games; only those of *game*, where one is asked for and has some."""
    games: dict[str, list[str]] = {}
    for target in named.targets:
        in_game, _, id = target.partition(":")
        games.setdefault(id, []).append(in_game)
    if game is not None:
        games = {id: [game] for id, in_games in games.items() if game in in_games}
    return list(games.items())


def _beside(
    question: Question,
    vocabulary: Vocabulary,
    index: Index,
    card_words: Mapping[str, list[str]],
    number_words: frozenset[str],
) -> tuple[float, frozenset[str]]:
    """Return how much the question says beside the card and what cards are asked for, and what is asked for."""
    reading = question.reading
    named = {position for name in question.names for position in range(name.start, name.end)}
    asked: set[str] = set()
    beside = 0.0
    for position, word in enumerate(reading.words):
        if position in named:
            continue
        if is_ideographic(word):
            rest = _rest_of_run(word, vocabulary, card_words, asked)
            beside += 0.4 * rest
            continue
        groups = card_words.get(word)
        if groups:
            asked.update(groups)
        elif not (word in reading.common or word in number_words or word.isdigit() or word in _GAME_WORDS):
            notions = vocabulary.lexicon.get(word, {})
            is_counted = any(notion in _COUNTED for found in notions.values() for notion in found)
            if is_counted:
                beside += _COUNTED_SHARE * index.rarity(f"w:{word}")
            else:
                beside += index.rarity(f"w:{word}") if index.knows(f"w:{word}") else _STRANGE
    return beside, frozenset(asked)


def _rest_of_run(run: str, vocabulary: Vocabulary, card_words: Mapping[str, list[str]], asked: set[str]) -> int:
    """Return how many characters of a run of Chinese neither name a card nor ask for one."""
    rest = 0
    start = 0
    common = vocabulary.common["zh"]
    while start < len(run):
        for length in range(min(8, len(run) - start), 0, -1):
            part = run[start : start + length]
            if groups := card_words.get(part):
                asked.update(groups)
            elif part not in vocabulary.name_runs and part not in common and part not in "一二两三四五六七八九十几":
                continue
            start += length
            break
        else:
            rest += 1
            start += 1
    return rest
