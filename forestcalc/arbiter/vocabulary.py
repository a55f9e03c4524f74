"""The vocabulary: what the words of a question stand for, in whatever language they are written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from forestcalc.arbiter.text import fold, is_ideographic, pairs, pieces, stem

LANGUAGES = ("en", "de", "fr", "nl", "es", "zh")

# How much a word says beside the notion that it stands for, a common word, a part of a longer word.
_BESIDE = 0.45
_COMMON = 0.12
_PART = 0.7
_RUN = 0.45

_LONGEST_PHRASE = 5
_LONGEST_NAME = 7


class Named(NamedTuple):
    """A card, set or cave that a text names: `targets` are `game:id`, `exact` whether by its full name."""

    targets: tuple[str, ...]
    start: int
    end: int
    exact: bool
    written: str

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids without their games, each once."""
        return tuple(dict.fromkeys(target.partition(":")[2] for target in self.targets))


class Reading(NamedTuple):
    """What a text says: its features with their weights, the cards that it names, its language.

    `words` are the stems (or runs of Chinese) in order, `written` the same with their endings, `common` the stems
    of the common words of the language.
    """

    features: Mapping[str, float]
    names: tuple[Named, ...]
    language: str
    words: tuple[str, ...]
    written: tuple[str, ...]
    common: frozenset[str] = frozenset()


class Vocabulary:
    """Reads texts by the lexicon, the common words and the names of all cards.

    `data` holds `lexicon` (phrase of stems -> language -> notions), `runs` (Chinese phrase -> notions), `parts`
    (stem that German or Dutch compounds hold -> notions), `common` (language -> stems), `names` and
    `aliases` (joined stems -> targets), `name_runs` (Chinese name -> targets), `face_down` (ids of cards)
    and `spellings` (all words in use, with their endings, in one text).
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.lexicon: Mapping[str, Mapping[str, list[str]]] = data["lexicon"]
        self.runs: Mapping[str, list[str]] = data["runs"]
        self.parts: Mapping[str, list[str]] = data["parts"]
        self.common: Mapping[str, frozenset[str]] = {
            language: frozenset(words) for language, words in data["common"].items()
        }
        self.names: Mapping[str, list[str]] = data["names"]
        self.aliases: Mapping[str, list[str]] = data["aliases"]
        self.name_runs: Mapping[str, list[str]] = data["name_runs"]
        self.face_down: list[str] = data["face_down"]
        self.spellings: str = data["spellings"]
        self._longest_run = max((len(run) for run in (*self.runs, *self.name_runs)), default=1)

    # -- language ---------------------------------------------------------------------------------------

    def language(self, words: Iterable[str]) -> str:
        """Return the language that most of the words speak for; English where nothing does."""
        score = dict.fromkeys(LANGUAGES, 0.0)
        for word in words:
            if is_ideographic(word):
                score["zh"] += 2.0 * len(word)
                continue
            common = [language for language in LANGUAGES if word in self.common[language]]
            for language in common:
                score[language] += 1.0 / len(common)
            if entry := self.lexicon.get(word):
                for language in entry:
                    score[language] += 1.0 / len(entry)
        score["en"] += 0.01
        return max(score, key=lambda language: score[language])

    # -- reading ----------------------------------------------------------------------------------------

    def read(self, text: str, language: str | None = None) -> Reading:
        """Read a text; *language* where it is known."""
        return self.read_words(pieces(fold(text)), language)

    def read_words(
        self, written: list[str], language: str | None = None, meant: Mapping[str, str] | None = None
    ) -> Reading:
        """Read the folded words of a text; *meant* maps misspelt names to names, both as joined stems."""
        words = [piece if is_ideographic(piece) else stem(piece) for piece in written]
        language = language or self.language(words)
        features: dict[str, float] = {}
        names = self.find_names(words, language, meant or {})
        covered = {position for name in names for position in range(name.start, name.end)}
        for name in names:
            for id in name.ids[:4]:
                _add(features, f"n:{id}", 1.0 if len(name.ids) == 1 else 0.6)
            _add(features, "n:", 0.5)
        common = self.common[language]
        position = 0
        while position < len(words):
            word = words[position]
            if is_ideographic(word):
                self._read_run(word, features)
                position += 1
                continue
            length = self._read_phrase(words, position, language, features, covered)
            if length == 0:
                if position in covered:
                    _add(features, f"w:{word}", 0.25)
                elif word in common:
                    _add(features, f"w:{word}", _COMMON)
                elif not self._read_parts(word, language, features):
                    _add(features, f"w:{word}", 1.0)
            position += max(1, length)
        return Reading(features, tuple(names), language, tuple(words), tuple(written), common)

    def _read_phrase(
        self, words: list[str], start: int, language: str, features: dict[str, float], covered: set[int]
    ) -> int:
        """Add the notions of the longest phrase that begins at *start*; return how many words it has."""
        for length in range(min(_LONGEST_PHRASE, len(words) - start), 0, -1):
            entry = self.lexicon.get(" ".join(words[start : start + length]))
            if not entry:
                continue
            notions = entry.get(language) or entry.get("en")
            if notions is None:
                if words[start] in self.common[language]:
                    continue
                notions = next(iter(entry.values()))
            factor = 0.5 if start in covered else 1.0
            for notion in notions:
                _add(features, f"c:{notion}", factor / len(notions) ** 0.5)
            for word in words[start : start + length]:
                _add(features, f"w:{word}", factor * (_COMMON if word in self.common[language] else _BESIDE))
            return length
        return 0

    def _read_parts(self, word: str, language: str, features: dict[str, float]) -> bool:
        """Add the notions that the ends of a long German or Dutch word stand for."""
        if language not in ("de", "nl") or len(word) < 7:
            return False
        found = False
        for length in range(len(word) - 3, 2, -1):
            if notions := self.parts.get(word[:length]):
                for notion in notions:
                    _add(features, f"c:{notion}", _PART)
                found = True
                break
        for start in range(3, len(word) - 2):
            if notions := self.parts.get(word[start:]):
                for notion in notions:
                    _add(features, f"c:{notion}", _PART)
                found = True
                break
        if found:
            _add(features, f"w:{word}", 0.6)
        return found

    def _read_run(self, run: str, features: dict[str, float]) -> None:
        """Add the notions in a run of Chinese, longest first, and its pairs of characters."""
        start = 0
        rest: list[str] = [""]
        common = self.common["zh"]
        while start < len(run):
            for length in range(min(self._longest_run, len(run) - start), 0, -1):
                part = run[start : start + length]
                if part in self.name_runs:
                    start += length
                    rest.append("")
                    break
                if notions := self.runs.get(part):
                    for notion in notions:
                        _add(features, f"c:{notion}", 1.0 / len(notions) ** 0.5)
                    start += length
                    rest.append("")
                    break
                if part in common:
                    start += length
                    rest.append("")
                    break
            else:
                rest[-1] += run[start]
                start += 1
        for part in rest:
            for pair in pairs(part) if part else ():
                _add(features, f"w:{pair}", 0.8)
        for pair in pairs(run):
            _add(features, f"w:{pair}", _RUN)

    # -- names of cards ---------------------------------------------------------------------------------

    def find_names(self, words: list[str], language: str, meant: Mapping[str, str]) -> list[Named]:
        """Return the cards, sets and caves that the words name, the longest names first found, none overlapping."""
        found: list[Named] = []
        position = 0
        while position < len(words):
            word = words[position]
            if is_ideographic(word):
                found.extend(self._names_in_run(word, position))
                position += 1
                continue
            named = self._name_at(words, position, language, meant)
            if named:
                found.append(named)
                position = named.end
            else:
                position += 1
        return found

    def _name_at(self, words: list[str], start: int, language: str, meant: Mapping[str, str]) -> Named | None:
        longest = min(_LONGEST_NAME, len(words) - start)
        for length in range(longest, 0, -1):
            for exact, table in ((True, self.names), (False, self.aliases)):
                joined = "".join(words[start : start + length])
                targets = table.get(meant.get(joined, joined))
                if targets and not (length == 1 and joined in self.common[language]):
                    return Named(tuple(targets), start, start + length, exact, " ".join(words[start : start + length]))
        return None

    def _names_in_run(self, run: str, position: int) -> list[Named]:
        found = []
        start = 0
        while start < len(run):
            for length in range(min(self._longest_run, len(run) - start), 0, -1):
                if targets := self.name_runs.get(run[start : start + length]):
                    found.append(Named(tuple(targets), position, position, True, run[start : start + length]))
                    start += length
                    break
            else:
                start += 1
        return found


def _add(features: dict[str, float], feature: str, weight: float) -> None:
    features[feature] = max(features.get(feature, 0.0), weight)
