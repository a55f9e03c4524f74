"""The index: which topics a question speaks for, and how strongly."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

_UNKNOWN = 1.0  # how much a word tells that no text of the arbiter holds


@dataclass(frozen=True, slots=True)
class Hit:
    """A topic (or `-name` for what is outside the rules) and how strongly the question speaks for it."""

    id: str
    score: float


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
        rarity = {feature: value / 100 for feature in features if (value := self._rarity.get(feature)) is not None}
        scores: dict[int, float] = {}
        for feature, weight in normalised(features, rarity):
            if packed := self._weights.get(feature):
                numbers = packed.split(" ")
                for number, value in zip(map(int, numbers[::2]), map(int, numbers[1::2]), strict=True):
                    scores[number] = scores.get(number, 0.0) + weight * value
        ranked = sorted(scores, key=lambda number: -scores[number])
        return [Hit(self.ids[number], scores[number] / 100) for number in ranked if scores[number] > 0]
