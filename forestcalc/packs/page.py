"""Page: the part of `cards/README.md` that lists the vocabulary, made from it.

`python -m forestcalc.packs.page cards/README.md` brings the page up to date.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

from forestcalc.catalogue import store
from forestcalc.packs.faults import CODES
from forestcalc.packs.flow import block
from forestcalc.packs.vocabulary import (
    Choice,
    Example,
    Flag,
    Key,
    Listing,
    NewId,
    Nothing,
    Record,
    Ref,
    Shape,
    Table,
    Text,
    Value,
    Whole,
    Word,
)
from forestcalc.packs.words import RECORDS

_PART = re.compile(r"(<!-- begin (\w+) -->\n).*?(<!-- end \2 -->)", re.DOTALL)
_WHAT = {"kind": "kind of card", "host": "kind of host", "type": "type symbol", "symbol": "tree symbol"}
_KEYS = {
    "id": "id",
    "threshold": "threshold",
    "language": "language",
    "side": "side",
    "halves": "top/bottom or left/right",
    "text": "text",
}


def updated(page: str) -> str:
    """Return *page* with its generated parts, between `begin` and `end` comments, as the code has them now."""
    parts = {"vocabulary": vocabulary, "codes": codes}
    return _PART.sub(lambda found: f"{found[1]}{parts[found[2]]()}{found[3]}", page)


def vocabulary() -> str:
    """Return every record with its keys and examples, as Markdown."""
    return "\n".join(_record(record) for record in RECORDS.values()) + "\n"


def codes() -> str:
    """Return the codes of a pack's faults as a Markdown table."""
    rows = [f"| `{code}` | {meaning} |" for code, meaning in sorted(CODES.items())]
    return "\n".join(("| code | meaning |", "| --- | --- |", *rows)) + "\n"


def _record(record: Record) -> str:
    lines = [f"### {record.title}", "", f'<a id="{record.id}"></a>{record.about}', ""]
    lines += ["| key | value | meaning |", "| --- | --- | --- |"]
    lines += [_row(key) for key in record.keys]
    lines.append("")
    for example in record.examples:
        lines += ["```yaml", f"# {example.game}: {example.id}", *_example(example), "```", ""]
    return "\n".join(lines)


def _row(key: Key) -> str:
    needed = " (needed)" if key.required else ""
    ruled = "\\*" if key.ruled else ""
    return f"| `{key.name}`{ruled}{needed} | {_described(key.value)} | {key.about} |"


def _example(example: Example) -> list[str]:
    entry = shown(example)
    return [line for name, value in entry.items() for line in block(name, value)]


def shown(example: Example) -> dict[str, Any]:
    """Return what an example shows of the shipped cards: the keys that it names, in their order."""
    entry = store.core(example.game)[example.part][example.id]
    return {key: _clean(key, entry[key]) for key in example.keys}


def _clean(key: str, value: Any) -> Any:
    # Compiled prints also hold what they inherit from their species.
    if key != "prints":
        return value
    return [{name: part for name, part in print_.items() if name not in ("box", "types", "cost")} for print_ in value]


def _described(value: Value) -> str:
    match value:
        case Nothing():
            return "`null`"
        case Text(limit):
            return "text" if limit > 100 else "short text"
        case Whole(low, high):
            return f"{low} to {high}"
        case Flag():
            return "`true` or `false`"
        case Word(of):
            return ", ".join(f"`{word}`" for word in of)
        case NewId():
            return "id"
        case Ref(what, extra):
            return ", ".join((_WHAT.get(what, what), *(f"`{word}`" for word in extra)))
        case Listing(of):
            return f"list of: {_described(of)}"
        case Table(keys, of):
            return f"{_KEYS[keys]}: {_described(of)}"
        case Shape(record):
            return f"[{RECORDS[record].title}](#{record})"
        case Choice(options):
            return _choice(options)
    raise AssertionError(value)


def _choice(options: tuple[Value, ...]) -> str:
    plain = [option for option in options if not isinstance(option, (Nothing, Listing))]
    words = [_described(option) for option in plain]
    if any(isinstance(option, Listing) for option in options):
        words.append("a list of these")
    if any(isinstance(option, Nothing) for option in options):
        words.append("`null`")
    return ", or ".join(words)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        path.write_text(updated(path.read_text(encoding="utf-8")), encoding="utf-8")
