"""The fast reader: PyYAML's C parser, where it is installed, for texts that it reads as YAML 1.2 is meant.

A text of 300 lines takes it a seventh of the pure reader's time, and importing it takes no longer. Where it
fails, or anything is to be reported, the pure reader is asked: what a text holds, and what is said about its
faults, never hangs on whether the fast one is there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from typing import Any

from forestcalc.source.characters import Veil

# What the two read differently, or mark at different places: tabs, explicit keys, block scalars, tags,
# directives, anchors. All are rare in layouts.
_UNSAFE = re.compile(r"[\t?|>!%@`&*]")


def fast_events(veil: Veil) -> Iterable[Any] | None:
    """Return the events of a text that holds one document, or None where the pure reader has to read it.

    Marks count `index`, `line` and `column` from 0. The iteration may raise anything. Deep nesting is
    harmless: the C parser looks only some 1,000 characters ahead, and whoever takes the events stops first.
    """
    if veil.originals or _UNSAFE.search(veil.text):
        return None
    parser_class = _parser_class()
    return None if parser_class is None else _events(parser_class, veil.text)


@cache
def _parser_class() -> Any:
    try:
        # Imported only when a text is read, as it is not installed everywhere and takes some milliseconds.
        return import_module("yaml.cyaml").CParser
    except Exception:
        return None  # not there, without its C part, or broken


def _events(parser_class: Any, text: str) -> Iterator[Any]:
    parser = parser_class(text)
    try:
        while parser.check_event():
            yield parser.get_event()
    finally:
        parser.dispose()
