"""Compile the arbiter's texts: topics for reading, and an index by which a question finds them."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from math import log
from pathlib import Path
from typing import Any

from forestcalc.arbiter.index import normalised, paired, written
from forestcalc.arbiter.learn import Weights, learn
from forestcalc.arbiter.naming import CARD_NOTIONS, collect
from forestcalc.arbiter.text import fold, is_ideographic, pieces, stem, stems
from forestcalc.arbiter.vocabulary import Vocabulary

Raw = dict[str, Any]

HERE = Path(__file__).resolve().parent
GAMES = ("forest-shuffle", "dartmoor", "smoky-mountains")

# What a field adds to the whole of a topic, beside the questions that people ask.
_FIELDS = (("title", 2.0), ("keywords", 1.5), ("answer", 0.6), ("details", 0.3), ("conflicts", 0.15))

# Weights below so many hundredths are left out: they change no answer and fill half of the index.
_LEAST = 4


def source_files(folder: Path = HERE) -> list[Path]:
    """Return the files that the compiled texts come from."""
    return [
        *sorted((folder / "topics").glob("*.yaml")),
        *(folder / f"{name}.yaml" for name in ("lexicon", "outside", "setup", "words")),
    ]


def build(target: Path, folder: Path = HERE) -> None:
    """Compile the texts of *folder* into *target*, where the compiled packs lie already.

    Writes `topics.json` (what is shown), `asking.json` and `features.json` (what finds it) and `setup.json`.
    """
    topics = read_topics(folder)
    lexicon = _read(folder / "lexicon.yaml")
    words = _read(folder / "words.yaml")
    outside = _read(folder / "outside.yaml")
    games = {
        game: (_load(target / f"{game}.json"), _load(target / f"{game}.texts.json"))
        for game in GAMES
        if (target / f"{game}.json").is_file()
    }
    vocabulary = _vocabulary(lexicon, words, games, topics, outside)
    _write(target / "topics.json", {id: _shown(topic) for id, topic in topics.items()})
    state = _state(vocabulary, topics, outside)
    if not (_is_learned(target / "asking.json", state) and (target / "features.json").is_file()):
        index, features = _index(Vocabulary(vocabulary), topics, outside)
        _write_bytes(target / "features.json", b'"' + features + b'"')
        _write(target / "asking.json", {"state": state, **vocabulary, **index})
    _write(target / "setup.json", _read(folder / "setup.yaml"))


def _state(*parts: Raw) -> str:
    """Return what the learning depends on in short: the texts and the code that learns from them."""
    code = [(HERE / f"{name}.py").read_bytes() for name in ("compile", "index", "learn", "text", "vocabulary")]
    texts = json.dumps(parts, ensure_ascii=False, default=str).encode("utf-8", "surrogatepass")
    return sha256(b"".join([*code, texts])).hexdigest()


def _is_learned(path: Path, state: str) -> bool:
    """Whether the index was learned from just these texts: learning takes seconds, and packs change more often."""
    try:
        return bool(_load(path).get("state") == state)
    except (OSError, ValueError):
        return False


def read_topics(folder: Path = HERE) -> dict[str, Raw]:
    """Read all topics: id -> entry, in the order of the files."""
    topics: dict[str, Raw] = {}
    for path in sorted((folder / "topics").glob("*.yaml")):
        for id, topic in _read(path).items():
            if id in topics:
                raise ValueError(f"{path.name}: the topic {id} stands in two files")
            topics[str(id)] = topic
    return topics


def _read(path: Path) -> Raw:
    from ruamel.yaml import YAML  # heavy, and only needed when texts are compiled

    value: Raw = YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8"))
    return value


def _load(path: Path) -> Raw:
    value: Raw = json.loads(path.read_bytes())
    return value


def _write(path: Path, value: Raw) -> None:
    _write_bytes(path, json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def _write_bytes(path: Path, content: bytes) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_bytes(content)
    beside.replace(path)  # at once: another process may be reading


def _shown(topic: Raw) -> Raw:
    return {name: value for name, value in topic.items() if name not in ("asks", "keywords")}


# -- the vocabulary -----------------------------------------------------------------------------------------


def _vocabulary(
    lexicon: Raw, words: Raw, games: Mapping[str, tuple[Raw, Raw]], topics: Mapping[str, Raw], outside: Raw
) -> Raw:
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
    names = collect(games, lexicon, words["also-called"])
    common = {
        language: sorted({word for value in values for word in stems(str(value))})
        for language, values in words["common"].items()
    }
    taken = {
        phrase
        for phrase, entry in phrases.items()
        if any(notion not in CARD_NOTIONS for notions in entry.values() for notion in notions)
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
        "spellings": " ".join(sorted(_spellings(lexicon, words, topics, outside) | names.spellings)),
        "aliases": names.aliases(_used(topics, outside, phrases), taken),
    }


def _card_words(groups: Raw) -> Raw:
    found: dict[str, list[str]] = {}
    for group, languages in groups.items():
        for values in languages.values():
            for value in values:
                for word in stems(str(value)):
                    _append(found, word, group)
    return found


def _used(topics: Mapping[str, Raw], outside: Raw, phrases: Mapping[str, Any]) -> set[str]:
    """Return the words in use: the end of a compound is a name only if somebody would write it."""
    texts: list[str] = [
        value
        for topic in (*topics.values(), *outside.values())
        for values in topic["asks"].values()
        for value in values
    ]
    found = {word for text in texts for word in stems(str(text))}
    return found | {phrase for phrase in phrases if " " not in phrase}


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


# -- the index ----------------------------------------------------------------------------------------------


def _index(vocabulary: Vocabulary, topics: Mapping[str, Raw], outside: Raw) -> tuple[Raw, bytes]:
    """Return the index, and the text in which it looks up how much a feature tells and for which topics it speaks.

    `ids` are the topics, `-name` for what is outside the rules; rarities and weights are in hundredths.
    """
    entries = {**topics, **{f"-{name}": value for name, value in outside.items()}}
    ids = list(entries)
    samples: list[tuple[int, Mapping[str, float]]] = []
    wholes: list[dict[str, float]] = []
    for number, entry in enumerate(entries.values()):
        asked = [
            paired(vocabulary.read(str(value), language).features)
            for language, values in entry["asks"].items()
            for value in values
        ]
        if "title" in entry:
            asked.append(paired(vocabulary.read(str(entry["title"]), "en").features))
        samples.extend((number, features) for features in asked)
        wholes.append(_whole(vocabulary, entry, asked))
    rarity = _rarity(wholes)
    weights = learn(
        _start(wholes, rarity),
        [(number, normalised(view, rarity)) for number, features in samples for view in _views(features)],
    )
    packed = {feature: text for feature, row in weights.items() if (text := _packed(row))}
    index = {
        "ids": ids,
        "games": {id: topic["games"] for id, topic in topics.items()},
        "cards": {id: topic["cards"] for id, topic in topics.items() if topic["cards"]},
        "replies": {f"-{name}": value["reply"] for name, value in outside.items()},
    }
    return index, written(rarity, packed)


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
            weights.setdefault(feature, {})[number] = weight * rarity.get(feature, 1.0) / length**0.5
    return weights


def _packed(row: Mapping[int, float]) -> str:
    return " ".join(
        f"{number} {value}" for number, weight in row.items() if abs(value := round(weight * 100)) >= _LEAST
    )
