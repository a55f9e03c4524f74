"""Flow: plain values as YAML on few lines, for examples in the documentation."""

from __future__ import annotations

import re
from typing import Any

WIDTH = 100
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_/ '.-]*")
_WORDS = frozenset(("true", "false", "null", "yes", "no", "on", "off"))


def flow(value: Any) -> str:
    """Return *value* as YAML on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{flow(_key(name))}: {flow(part)}" for name, part in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(part) for part in value) + "]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, int):
        return str(value)
    text = str(value)
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS and not text.endswith(" "):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def block(name: str, value: Any, indent: int = 0) -> list[str]:
    """Return `name: value` as lines of YAML, broken where one line would be too long."""
    start = " " * indent + f"{flow(_key(name))}:"
    line = f"{start} {flow(value)}"
    if len(line) <= WIDTH or not isinstance(value, (dict, list)) or not value:
        return [line]
    if isinstance(value, dict):
        return [start, *(part for key, item in value.items() for part in block(key, item, indent + 2))]
    return [start, *(f"{' ' * (indent + 2)}- {flow(item)}" for item in value)]


def _key(name: Any) -> Any:
    # Thresholds are numbers in YAML, but text in the compiled data.
    return int(name) if isinstance(name, str) and name.isdigit() else name
