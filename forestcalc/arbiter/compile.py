"""Compile the arbiter's texts: topics for reading, and an index by which a question finds them."""

from __future__ import annotations

import json
import os
import sys
from hashlib import sha256
from pathlib import Path

from forestcalc.arbiter.compile_index import index_of
from forestcalc.arbiter.compile_vocabulary import vocabulary_of
from forestcalc.arbiter.sources import HERE, Raw, read_asks, read_topics, read_yaml
from forestcalc.arbiter.vocabulary import Vocabulary

GAMES = ("forest-shuffle", "dartmoor", "smoky-mountains")

_LEARNING = ("compile", "compile_index", "compile_vocabulary", "index", "learn", "text", "vocabulary")


def build_texts(target: Path, folder: Path = HERE) -> None:
    """Compile what is shown: `topics.json` and `setup.json` in *target*."""
    topics = {
        id: {name: value for name, value in topic.items() if name != "keywords"}
        for id, topic in read_topics(folder).items()
    }
    _write(target / "topics.json", topics)
    _write(target / "setup.json", read_yaml(folder / "setup.yaml"))


def build_asking(target: Path, folder: Path = HERE) -> None:
    """Compile what finds it: `asking.json` and `features.json` in *target*, where the compiled packs lie already.

    The learning takes half a minute, so what is learned is kept where texts and code are the same.
    """
    topics = read_topics(folder)
    asks = read_asks(folder)
    outside = read_yaml(folder / "outside.yaml")
    games = {
        game: (_load(target / f"{game}.json"), _load(target / f"{game}.texts.json"))
        for game in GAMES
        if (target / f"{game}.json").is_file()
    }
    lexicon, words = read_yaml(folder / "lexicon.yaml"), read_yaml(folder / "words.yaml")
    vocabulary = vocabulary_of(lexicon, words, games, topics, asks)
    state = _state(vocabulary, topics, asks, outside)
    if _is_learned(target / "asking.json", state) and (target / "features.json").is_file():
        return
    if sys.stderr.isatty():
        print("learning how people ask, since its texts have changed: half a minute", file=sys.stderr)
    index, features = index_of(Vocabulary(vocabulary), topics, outside, asks)
    _write_bytes(target / "features.json", b'"' + features + b'"')
    _write(target / "asking.json", {"state": state, **vocabulary, **index})


def _state(*parts: object) -> str:
    """Return what the learning depends on in short: the texts and the code that learns from them."""
    code = [(HERE / f"{name}.py").read_bytes() for name in _LEARNING]
    texts = json.dumps(parts, ensure_ascii=False, default=str).encode("utf-8", "surrogatepass")
    return sha256(b"".join([*code, texts])).hexdigest()


def _is_learned(path: Path, state: str) -> bool:
    try:
        return bool(_load(path).get("state") == state)
    except (OSError, ValueError):
        return False


def _load(path: Path) -> Raw:
    value: Raw = json.loads(path.read_bytes())
    return value


def _write(path: Path, value: Raw) -> None:
    _write_bytes(path, json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def _write_bytes(path: Path, content: bytes) -> None:
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    beside.write_bytes(content)
    beside.replace(path)  # at once: another process may be reading
