"""Learning: how strongly each word speaks for each topic, from the ways in which people ask.

An averaged perceptron with a margin. It starts from how often a word stands in a topic and is corrected wherever a way
of asking would not find its own topic. The order is fixed, so equal texts give equal weights.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from typing import NamedTuple, TypeAlias

Features: TypeAlias = Sequence[tuple[str, float]]
Weights: TypeAlias = dict[str, dict[int, float]]


class Sample(NamedTuple):
    """A way of asking: the topics that answer it, the best first, and what it says."""

    owners: tuple[int, ...]
    features: Features


# Chosen by measuring: more rounds, or several orders, fit the asks better and other questions no more.
ROUNDS = 4
_STEP = 0.15
_MARGIN = 0.3
_EASY = 1.5


def scores(weights: Mapping[str, Mapping[int, float]], features: Features, topics: int) -> list[float]:
    """Return the score of each of so many *topics*."""
    found = [0.0] * topics
    for feature, weight in features:
        for owner, value in weights.get(feature, {}).items():
            found[owner] += weight * value
    return found


def learn(start: Mapping[str, Mapping[int, float]], samples: Iterable[Sample], topics: int) -> Weights:
    """Return the weights that find the owner of each sample among so many *topics*, averaged over the rounds."""
    shuffle = random.Random(0).shuffle
    weights: Weights = {feature: dict(row) for feature, row in start.items()}
    total: Weights = {}
    waiting = list(samples)
    rested: list[Sample] = []
    for _ in range(ROUNDS):
        shuffle(waiting)
        order, waiting, rested = waiting, rested, []
        for sample in order:
            (owner, *others), features = sample
            found = scores(weights, features, topics)
            right = found[owner]
            for answer in (owner, *others):
                found[answer] = -inf  # what answers the question too is no rival
            best = max(found)
            if right >= best + _EASY * _MARGIN:
                rested.append(sample)  # found so easily that it may sit out a round
                continue
            waiting.append(sample)
            if right >= best + _MARGIN:
                continue
            rival = found.index(best)
            for feature, weight in features:
                row = weights.setdefault(feature, {})
                row[owner] = row.get(owner, 0.0) + _STEP * weight
                row[rival] = row.get(rival, 0.0) - _STEP * weight
        for feature, row in weights.items():
            sums = total.setdefault(feature, {})
            for owner, value in row.items():
                sums[owner] = sums.get(owner, 0.0) + value / ROUNDS
    return total
