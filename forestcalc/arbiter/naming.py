"""Names of cards as people write them in a question: every language, endings off, and what is left of a long name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from forestcalc.arbiter.text import fold, is_ideographic, pieces, stem

Raw = Mapping[str, Any]

# The sets that a question may mean, by the notion of the lexicon whose words name them: id, game.
SETS = {
    "butterflies": ("butterfly", ("forest-shuffle",)),
    "dragonflies": ("dragonfly", ("dartmoor",)),
    "fireflies": ("firefly", ("forest-shuffle",)),
    "squirrels": ("squirrel", ("smoky-mountains",)),
    "bats": ("bat", ("forest-shuffle", "dartmoor")),
}
# In these languages the noun of a name comes last and may be one word with the rest; in the others it comes first.
_NOUN_LAST = ("en", "de", "nl")
_COMPOUND = ("de", "nl")
_SHORTEST_TAIL = 5
_MOST_MEANT = 4


class Names:
    """The tables by which names are found; filled species by species."""

    def __init__(self) -> None:
        self.names: dict[str, list[str]] = {}
        self.runs: dict[str, list[str]] = {}
        self.spellings: set[str] = set()
        self._tails: dict[str, list[str]] = {}
        self._ends: dict[str, list[str]] = {}

    def add(self, target: str, name: str, language: str) -> None:
        """Add a name of *target* (`game:id`), and what of it may be left out."""
        parts = pieces(fold(name))
        if not parts:
            return
        if (short := pieces(fold(name.partition("(")[0]))) and len(short) < len(parts):
            _enter(self._tails, "".join(map(stem, short)), target)
        if any(is_ideographic(part) for part in parts):
            _enter(self.runs, "".join(parts), target)
            return
        self.spellings.update(parts)
        words = [stem(part) for part in parts]
        _enter(self.names, "".join(words), target)
        if language in _NOUN_LAST:
            for start in range(1, len(words)):
                if len(words[start]) > 1:  # not from the s of a genitive on
                    _enter(self._tails, "".join(words[start:]), target)
        else:
            for end in range(1, len(words)):
                _enter(self._tails, "".join(words[:end]), target)
        if language in _COMPOUND:
            last = parts[-1]
            for start in range(2, len(last) - _SHORTEST_TAIL + 1):
                _enter(self._ends, stem(last[start:]), target)

    def add_other(self, target: str, name: str) -> None:
        """Add what people also call *target*; names of the packs come first."""
        parts = pieces(fold(name))
        if any(is_ideographic(part) for part in parts):
            self.runs.setdefault("".join(parts), [target])
            return
        self.spellings.update(parts)
        _enter(self._tails, "".join(map(stem, parts)), target)

    def knows(self, name: str) -> bool:
        """Whether a name is one already."""
        parts = pieces(fold(name))
        return "".join(parts) in self.runs or "".join(map(stem, parts)) in self.names

    def aliases(self, used: Iterable[str], taken: Iterable[str]) -> dict[str, list[str]]:
        """Return the shortened names that mean at most four cards.

        The end of a compound has to be a word in use; words that are *taken* have a meaning of their own.
        """
        known, others = set(used), set(taken)
        found: dict[str, list[str]] = {}
        for table, needs_use in ((self._tails, False), (self._ends, True)):
            for tail, targets in table.items():
                if len(tail) < 3 or tail in self.names or tail in others or (needs_use and tail not in known):
                    continue
                for target in targets:
                    _enter(found, tail, target)
        return {
            tail: targets
            for tail, targets in found.items()
            if len({target.partition(":")[2] for target in targets}) <= _MOST_MEANT
        }


def _enter(table: dict[str, list[str]], key: str, target: str) -> None:
    entry = table.setdefault(key, [])
    if target not in entry:
        entry.append(target)


def collect(
    games: Mapping[str, tuple[Raw, Raw]],
    lexicon: Raw,
    others: Mapping[str, Iterable[str]],
    card_notions: Mapping[str, Iterable[str]],
) -> Names:
    """Collect the names of all cards, sets and caves.

    *games* are the compiled parts of each game, in order; *others* what people also call a card, by its id;
    *card_notions* the cards that the words of a notion mean, too, as `game:id`.
    """
    names = Names()
    for game, (core, texts) in games.items():
        for id, species in core["species"].items():
            target = f"{game}:{id}"
            names.add(target, species["name"], "en")
            names.add(target, id, "en")
            if species.get("plural"):
                names.add(target, species["plural"], "en")
            for box in texts["species"].get(id, {}).values():
                _add_all(names, target, box.get("names", {}))
        for id, cave in core["caves"].items():
            if id == "regular-cave":
                continue  # "cave" alone is a question about the rules
            names.add(f"{game}:{id}", cave["name"], "en")
            _add_all(names, f"{game}:{id}", texts["caves"].get(id, {}).get("names", {}))
    for id, values in others.items():
        for game, (core, _) in games.items():
            if id in core["species"]:
                for value in values:
                    names.add_other(f"{game}:{id}", str(value))
    for id, (notion, in_games) in SETS.items():
        for language, words in lexicon[notion].items():
            for word in words:
                for game in in_games:
                    names.add(f"{game}:{id}", str(word), language)
    for notion, targets in card_notions.items():
        for words in lexicon[notion].values():
            for word in words:
                if not names.knows(str(word)):
                    for target in targets:
                        names.add(target, str(word), "zh")
    return names


def _add_all(names: Names, target: str, table: Mapping[str, Iterable[str]]) -> None:
    for language, values in table.items():
        for value in values:
            names.add(target, str(value), language)
