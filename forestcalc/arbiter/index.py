"""The index: which topics a question speaks for, and how strongly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

ABOUT_A_CARD = "card"
"""Stands for the id of a topic where a single card is asked about: which one is found by its name."""

_UNKNOWN = 1.0  # how much a word tells that no text of the arbiter holds
_TELLING = 0.02  # what is a smaller part of a question decides nothing
# How much two notions in one question tell beside each of them, and among how many notions pairs are looked for.
_TOGETHER = 0.3
_MOST_PAIRED = 8


class Hit(NamedTuple):
    """A topic (`-name` for what is outside the rules, or `ABOUT_A_CARD`), and how strongly a question speaks for it."""

    id: str
    score: float


def paired(features: Mapping[str, float]) -> dict[str, float]:
    """Return the features and every two notions or cards among them as one more: `c:cave+c:draw`."""
    notions = sorted(feature for feature in features if feature[1:2] == ":" and feature[0] in "cn" and feature != "n:")
    together = {f"{one}+{other}": _TOGETHER for one, other in combinations(notions[:_MOST_PAIRED], 2)}
    return {**features, **together}


def normalised(features: Mapping[str, float], rarity: Mapping[str, float]) -> list[tuple[str, float]]:
    """Return the features weighted by their rarity, as a vector of length 1 without what tells next to nothing."""
    weights = [(feature, weight * rarity.get(feature, _UNKNOWN)) for feature, weight in features.items()]
    length = sum(weight * weight for _, weight in weights) ** 0.5
    return [(feature, weight / length) for feature, weight in weights if weight >= _TELLING * length]


def written(rarity: Mapping[str, float], weights: Mapping[str, str]) -> bytes:
    """Return what an index knows of each feature as one text that need not be parsed to be searched.

    Entries `|feature=rarity in hundredths=topic weight topic weight ..` in the order of the features, an end `|` after
    the last, in UTF-8. The rarity is empty where there is none.
    """
    entries = []
    for feature in sorted({*rarity, *weights}):
        value = round(rarity[feature] * 100) if feature in rarity else ""
        entries.append(f"|{feature}={value}={weights.get(feature, '')}")
    return ("".join(entries) + "|").encode()


class Index:
    """Finds topics by the features of a question.

    `ids` are the topics in the order of their numbers, `text` is what `written` gave, whatever stands around it.
    """

    def __init__(self, ids: Sequence[str], text: bytes) -> None:
        self.ids = ids
        self._text = text
        self._found: dict[str, tuple[float | None, str]] = {}

    def _entry(self, feature: str) -> tuple[float | None, str]:
        """Return the rarity and the packed weights of a feature; None and nothing where it has none."""
        entry = self._found.get(feature)
        if entry is None:
            entry = self._found[feature] = self._look_up(feature)
        return entry

    def _look_up(self, feature: str) -> tuple[float | None, str]:
        text = self._text
        wanted = feature.encode("utf-8", "surrogatepass")
        low, high = text.find(b"|"), text.rfind(b"|")
        while low < high:
            start = text.rfind(b"|", low, (low + high) // 2 + 1)
            end = text.index(b"=", start)
            key = text[start + 1 : end]
            if key == wanted:
                rarity, _, weights = text[end + 1 : text.index(b"|", end)].decode().partition("=")
                return int(rarity) / 100 if rarity else None, weights
            if key < wanted:
                low = text.index(b"|", end)
            else:
                high = start
        return None, ""

    def knows(self, feature: str) -> bool:
        """Whether any text of the arbiter holds the feature."""
        return self._entry(feature)[0] is not None

    def rarity(self, feature: str) -> float:
        """Return how much a feature tells topics apart, 0.15 to 1; 1 for one that no text holds."""
        value = self._entry(feature)[0]
        return _UNKNOWN if value is None else value

    def search(self, features: Mapping[str, float]) -> list[Hit]:
        """Return the topics that the features of a text speak for, the strongest first."""
        features = paired(features)
        scores: dict[int, float] = {}
        for feature, weight in normalised(features, {feature: self.rarity(feature) for feature in features}):
            if packed := self._entry(feature)[1]:
                numbers = packed.split(" ")
                for number, value in zip(map(int, numbers[::2]), map(int, numbers[1::2]), strict=True):
                    scores[number] = scores.get(number, 0.0) + weight * value
        ranked = sorted(scores, key=lambda number: -scores[number])
        return [Hit(self.ids[number], scores[number] / 100) for number in ranked if scores[number] > 0]
