"""The sources of the arbiter's texts: topics and words as YAML, the ways in which people ask as CSV."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

Raw = dict[str, Any]


class Ask(NamedTuple):
    """A way in which people ask, and what answers it, the best first.

    `ids` are topics, `-name` of something outside the rules, or `card` (see `ABOUT_A_CARD`).
    """

    ids: tuple[str, ...]
    language: str
    text: str


HERE = Path(__file__).resolve().parent


def read_yaml(path: Path) -> Raw:
    """Read a file as plain values."""
    from ruamel.yaml import YAML  # heavy, and only needed when texts are compiled

    value: Raw = YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8"))
    return value


def topic_files(folder: Path = HERE) -> list[Path]:
    """Return the files with topics, in order."""
    return sorted((folder / "topics").glob("*.yaml"))


def ask_files(folder: Path = HERE) -> list[Path]:
    """Return the files with the ways in which people ask, one a language."""
    return sorted((folder / "asks").glob("*.csv"))


def read_topics(folder: Path = HERE) -> dict[str, Raw]:
    """Read all topics: id -> entry, in the order of the files. ValueError for an id that stands in two."""
    topics: dict[str, Raw] = {}
    for path in topic_files(folder):
        for id, topic in read_yaml(path).items():
            if id in topics:
                raise ValueError(f"{path.name}: the topic {id} stands in two files")
            topics[str(id)] = topic
    return topics


def read_asks(folder: Path = HERE) -> list[Ask]:
    """Read how people ask: CSV with the columns id (several by `|`) and ask."""
    import csv  # only needed when texts are compiled

    asks: list[Ask] = []
    for path in ask_files(folder):
        with path.open(encoding="utf-8", newline="") as file:
            asks += [Ask(tuple(row["id"].split("|")), path.stem, row["ask"]) for row in csv.DictReader(file)]
    return asks
