"""The sources of the arbiter's texts: topics and words as YAML, the ways in which people ask as CSV."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

Raw = dict[str, Any]

Asks = dict[str, dict[str, list[str]]]
"""The ways in which people ask: id of a topic, or `-name` of what is outside the rules -> language -> texts."""

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


def read_asks(folder: Path = HERE) -> Asks:
    """Read how people ask: CSV with the columns id and ask."""
    asks: Asks = {}
    for path in ask_files(folder):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                asks.setdefault(row["id"], {}).setdefault(path.stem, []).append(row["ask"])
    return asks
