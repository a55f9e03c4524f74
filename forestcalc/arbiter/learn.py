"""Learning: how strongly each word speaks for each topic, from the ways in which people ask.

An averaged perceptron with a margin. It starts from how often a word stands in a topic and is corrected wherever a way
of asking would not find its own topic. It does so in several
fixed orders, so equal texts give equal weights and no single order decides.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

Features: TypeAlias = Sequence[tuple[str, float]]
Weights: TypeAlias = dict[str, dict[int, float]]

# Chosen on the development questions: more rounds fit the asks better and the questions no more.
ROUNDS = 5
ORDERS = 2
_STEP = 0.15
_MARGIN = 0.3
_EASY = 1.5


def scores(weights: Mapping[str, Mapping[int, float]], features: Features) -> dict[int, float]:
    """Return the score of every topic that a feature speaks for or against."""
    found: dict[int, float] = {}
    for feature, weight in features:
        for owner, value in weights.get(feature, {}).items():
            found[owner] = found.get(owner, 0.0) + weight * value
    return found


def learn(start: Mapping[str, Mapping[int, float]], samples: Iterable[tuple[int, Features]]) -> Weights:
    """Return the weights that find the owner of each sample, averaged over the rounds of several orders."""
    order = list(samples)
    total: Weights = {}
    for seed in range(ORDERS):
        _learn(start, order, random.Random(seed).shuffle, total)
    return total


def _learn(
    start: Mapping[str, Mapping[int, float]],
    samples: Sequence[tuple[int, Features]],
    shuffle: Callable[[list[tuple[int, Features]]], None],
    total: Weights,
) -> None:
    """Learn in the order that *shuffle* makes, and add the weights' share of the average to *total*."""
    weights: Weights = {feature: dict(row) for feature, row in start.items()}
    waiting = list(samples)
    rested: list[tuple[int, Features]] = []
    for _ in range(ROUNDS):
        shuffle(waiting)
        order, waiting, rested = waiting, rested, []
        for owner, features in order:
            found = scores(weights, features)
            right = found.pop(owner, 0.0)
            rival = max(found, key=found.__getitem__, default=None)
            if rival is None or right >= found[rival] + _EASY * _MARGIN:
                rested.append((owner, features))  # found so easily that it may sit out a round
                continue
            waiting.append((owner, features))
            if right >= found[rival] + _MARGIN:
                continue
            for feature, weight in features:
                row = weights.setdefault(feature, {})
                row[owner] = row.get(owner, 0.0) + _STEP * weight
                row[rival] = row.get(rival, 0.0) - _STEP * weight
        for feature, row in weights.items():
            sums = total.setdefault(feature, {})
            for owner, value in row.items():
                sums[owner] = sums.get(owner, 0.0) + value / (ROUNDS * ORDERS)
