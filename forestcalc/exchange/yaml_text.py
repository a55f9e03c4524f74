"""YAML text: a layout as plain values becomes a file that a person likes to read and edit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from forestcalc.source.scalars import resolve

WIDTH = 100
"""Lists that do not fit on a line of so many characters get a line for each item."""

_PLAIN = re.compile(r"\w(?:[\w .'()&×+-]*[\w.)])?")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}


def layout_yaml(layout: Mapping[str, Any]) -> str:
    """Return the text of one document for *layout*, the plain values of a layout file."""
    lines = [f"game: {written(layout['game'])}"]
    if layout.get("expansions"):
        lines.append(f"expansions: {flow(layout['expansions'])}")
    lines.append("players:")
    for name, player in layout["players"].items():
        lines.append(f"  {written(name)}:")
        if "cave" in player:
            lines.append(f"    cave: {flow(player['cave'])}")
        if not player["forest"]:
            lines.append("    forest: []")
            continue
        lines.append("    forest:")
        for host in player["forest"]:
            lines += _host(host)
    return "\n".join(lines) + "\n"


def _host(host: str | Mapping[str, Any]) -> Iterator[str]:
    if isinstance(host, str):
        yield f"      - {written(host)}"
        return
    for name, sides in host.items():
        yield f"      - {written(name)}:"
        for side, cards in sides.items():
            line = f"          {side}: {written(cards) if isinstance(cards, str) else flow(cards)}"
            if isinstance(cards, str) or len(line) <= WIDTH:
                yield line
                continue
            yield f"          {side}:"
            yield from (f"            - {written(card)}" for card in cards)


def flow(value: Any) -> str:
    """Return a plain value as it stands on one line, inside brackets or not."""
    match value:
        case str():
            return written(value, flow=True)
        case bool():
            return "true" if value else "false"
        case Mapping():
            return "{" + ", ".join(f"{written(key, flow=True)}: {flow(part)}" for key, part in value.items()) + "}"
        case Sequence():
            return "[" + ", ".join(flow(part) for part in value) + "]"
    return str(value)


def side_lines(key: str, value: Any, indent: int, *, tail: str = "") -> Iterator[str]:
    """Yield the lines of one side of a host, *indent* columns in; *tail* is a comment for the first."""
    start = " " * indent
    line = f"{start}{key}: {flow(value)}"
    if len(line) <= WIDTH or not isinstance(value, list):
        yield line + tail
        return
    yield f"{start}{key}:{tail}"
    yield from (f"{start}  - {flow(part)}" for part in value)


def written(text: str, *, flow: bool = False) -> str:
    """Return the YAML scalar for *text*: plain where that is safe, else in double quotes. *flow*: inside brackets.

    >>> written("Roe Deer (birch)"), written("12"), written("a: b")
    ('Roe Deer (birch)', '"12"', '"a: b"')
    """
    plain = text if flow else text.replace(", ", " ")
    if _PLAIN.fullmatch(plain) and text.isprintable() and isinstance(resolve(text), str):
        return text
    return '"' + "".join(_escaped(char) for char in text) + '"'


def _escaped(char: str) -> str:
    if char in _ESCAPES:
        return _ESCAPES[char]
    if char.isprintable():
        return char
    return f"\\u{ord(char):04x}" if ord(char) <= 0xFFFF else f"\\U{ord(char):08x}"
