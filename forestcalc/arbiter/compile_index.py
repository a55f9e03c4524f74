"""Compile the index: which features of a question speak for which topic, learned from how people ask."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import log

from forestcalc.arbiter.index import ABOUT_A_CARD, normalised, paired, written
from forestcalc.arbiter.learn import Sample, Weights, learn
from forestcalc.arbiter.sources import Ask, Raw
from forestcalc.arbiter.text import pairs
from forestcalc.arbiter.vocabulary import Vocabulary

# What a field adds to the whole of a topic, beside the questions that people ask.
_FIELDS = (("title", 2.0), ("keywords", 1.5), ("answer", 0.6), ("details", 0.3), ("conflicts", 0.15))

# Weights below so many hundredths are left out: they change no answer and fill half of the index.
_LEAST = 4


def index_of(vocabulary: Vocabulary, topics: Mapping[str, Raw], outside: Raw, asks: Sequence[Ask]) -> tuple[Raw, bytes]:
    """Return the index, and the text in which it looks up how much a feature tells and for which topics it speaks.

    `ids` are the topics, `-name` for what is outside the rules, and `ABOUT_A_CARD`; rarities and weights are in
    hundredths.
    """
    entries = {**topics, **{f"-{name}": value for name, value in outside.items()}, ABOUT_A_CARD: {}}
    ids = list(entries)
    numbers = {id: number for number, id in enumerate(ids)}
    titles = [Ask((id,), "en", str(topic["title"])) for id, topic in topics.items()]
    samples = [
        (tuple(numbers[id] for id in ask.ids), paired(features))
        for ask in (*asks, *titles)
        for features in _readings(vocabulary, ask, ask.ids[0] in topics)
    ]
    asked: list[list[Mapping[str, float]]] = [[] for _ in ids]
    for owners, features in samples:
        asked[owners[0]].append(features)
    wholes = [_whole(vocabulary, entry, asked[number]) for number, entry in enumerate(entries.values())]
    rarity = _rarity(wholes)
    weights = learn(
        _start(wholes, rarity),
        [Sample(owners, normalised(view, rarity)) for owners, features in samples for view in _views(features)],
        len(ids),
    )
    packed = {feature: text for feature, row in weights.items() if (text := _packed(row))}
    index = {
        "ids": ids,
        "games": {id: topic["games"] for id, topic in topics.items()},
        "cards": {id: topic["cards"] for id, topic in topics.items() if topic["cards"]},
        "replies": {f"-{name}": value["reply"] for name, value in outside.items()},
    }
    return index, written(rarity, packed)


def _readings(vocabulary: Vocabulary, ask: Ask, is_topic: bool) -> Iterable[Mapping[str, float]]:
    """Yield what a way of asking says; if it is not for a topic, also without the cards that it names.

    Any other card could stand for them: that a mushroom can be poisonous says nothing about just this one.
    """
    reading = vocabulary.read(ask.text, ask.language)
    yield reading.features
    if reading.names and not is_topic:
        named = {f"n:{id}" for name in reading.names for id in name.ids}
        for name in reading.names:
            named.update(f"w:{word}" for word in (*reading.words[name.start : name.end], *pairs(name.written)))
        yield {feature: weight for feature, weight in reading.features.items() if feature not in named}


def _views(features: Mapping[str, float]) -> Iterable[Mapping[str, float]]:
    """Yield a way of asking as it is, and as somebody would see it who only knows the notions and the cards in it.

    What is learned from the second holds for every language.
    """
    yield features
    notions = {feature: weight for feature, weight in features.items() if not feature.startswith("w:")}
    if len(notions) > 1:
        yield notions


def _whole(vocabulary: Vocabulary, entry: Raw, asked: Iterable[Mapping[str, float]]) -> dict[str, float]:
    """Return what a topic says in all of its text, each feature 0 to 1."""
    whole: dict[str, float] = {}
    for features in asked:
        for feature, weight in features.items():
            whole[feature] = whole.get(feature, 0.0) + weight
    for field, factor in _FIELDS:
        value = entry.get(field) or ""
        text = " ; ".join(str(part) for part in value) if isinstance(value, list) else str(value)
        for feature, weight in vocabulary.read(text, "en").features.items():
            whole[feature] = whole.get(feature, 0.0) + factor * weight
    for card in entry.get("cards", ()):
        whole[f"n:{card}"] = whole.get(f"n:{card}", 0.0) + 1.0
    return {feature: value / (value + 1.5) for feature, value in whole.items()}


def _rarity(wholes: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Return how much a feature tells topics apart: 0.15 to 1, by the number of topics that use it."""
    spread: dict[str, float] = {}
    for whole in wholes:
        for feature, weight in whole.items():
            if "+" in feature:
                continue  # pairs of notions all tell alike, and there are many
            spread[feature] = spread.get(feature, 0.0) + min(1.0, weight * 2)
    top = log(1 + len(wholes))
    return {feature: max(0.15, log(1 + len(wholes) / (0.5 + count)) / top) for feature, count in spread.items()}


def _start(wholes: Sequence[Mapping[str, float]], rarity: Mapping[str, float]) -> Weights:
    weights: Weights = {}
    for number, whole in enumerate(wholes):
        length = sum((weight * rarity.get(feature, 1.0)) ** 2 for feature, weight in whole.items()) ** 0.5
        for feature, weight in whole.items():
            value = weight * rarity.get(feature, 1.0) / length**0.5
            if value >= _LEAST / 100:
                weights.setdefault(feature, {})[number] = value
    return weights


def _packed(row: Mapping[int, float]) -> str:
    return " ".join(
        f"{number} {value}" for number, weight in row.items() if abs(value := round(weight * 100)) >= _LEAST
    )
