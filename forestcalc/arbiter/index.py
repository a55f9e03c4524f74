"""The index: which topics a question speaks for, and how strongly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

_UNKNOWN = 1.0  # how much a word tells that no text of the arbiter holds
# How much two notions in one question tell beside each of them, and among how many notions pairs are looked for.
_TOGETHER = 0.3
_MOST_PAIRED = 8


@dataclass(frozen=True, slots=True)
class Hit:
    """A topic (or `-name` for what is outside the rules) and how strongly the question speaks for it."""

    id: str
    score: float


def paired(features: Mapping[str, float]) -> dict[str, float]:
    """Return the features and every two notions or cards among them as one more: `c:cave+c:draw`."""
    notions = sorted(feature for feature in features if feature[1:2] == ":" and feature[0] in "cn" and feature != "n:")
    together = {f"{one}+{other}": _TOGETHER for one, other in combinations(notions[:_MOST_PAIRED], 2)}
    return {**features, **together}


def normalised(features: Mapping[str, float], rarity: Mapping[str, float]) -> list[tuple[str, float]]:
    """Return the features weighted by their rarity, as a vector of length 1."""
    weights = [(feature, weight * rarity.get(feature, _UNKNOWN)) for feature, weight in features.items()]
    length = sum(weight * weight for _, weight in weights) ** 0.5
    return [(feature, weight / length) for feature, weight in weights] if length else []


class Index:
    """Finds topics by the features of a question; `data` is what the compiler wrote."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.ids: list[str] = data["ids"]
        self._rarity: Mapping[str, int] = data["rarity"]
        self._weights: Mapping[str, str] = data["weights"]

    def knows(self, feature: str) -> bool:
        """Whether any text of the arbiter holds the feature."""
        return feature in self._rarity

    def rarity(self, feature: str) -> float:
        """Return how much a feature tells topics apart, 0.15 to 1; 1 for one that no text holds."""
        value = self._rarity.get(feature)
        return _UNKNOWN if value is None else value / 100

    @property
    def words(self) -> Iterator[str]:
        """The words that texts of the arbiter hold."""
        return (feature[2:] for feature in self._rarity if feature.startswith("w:"))

    def search(self, features: Mapping[str, float]) -> list[Hit]:
        """Return the topics that the features of a text speak for, the strongest first."""
        features = paired(features)
        rarity = {feature: value / 100 for feature in features if (value := self._rarity.get(feature)) is not None}
        scores: dict[int, float] = {}
        for feature, weight in normalised(features, rarity):
            if packed := self._weights.get(feature):
                numbers = packed.split(" ")
                for number, value in zip(map(int, numbers[::2]), map(int, numbers[1::2]), strict=True):
                    scores[number] = scores.get(number, 0.0) + weight * value
        ranked = sorted(scores, key=lambda number: -scores[number])
        return [Hit(self.ids[number], scores[number] / 100) for number in ranked if scores[number] > 0]
