"""Scalars: what a plain word means, by the core schema of YAML 1.2."""

from __future__ import annotations

import re

_WORDS: dict[str, bool | float | None] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((sign + word for sign in ("", "+") for word in (".inf", ".Inf", ".INF")), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}
_NUMBER_STARTS = frozenset("0123456789+-.")
_INTEGER = re.compile(r"[-+]?[0-9]+")
_OTHER_BASE = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_SURROGATE = re.compile("[\ud800-\udfff]")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")

# Python refuses to turn integers of very many digits into text and back (at the least beyond 640 digits).
# A number of more digits than this is taken as the one below, which is far beyond any count anyhow.
_DIGIT_LIMIT = 400
_HUGE = int(10**_DIGIT_LIMIT)


def resolve(text: str) -> str | int | float | bool | None:
    """Return the value of the plain scalar *text*; never raises.

    `null`, `~` and nothing are None; `true` and `false` are bools; `yes`, `no`, `on`, `off` are words.
    An integer of more than 400 digits is cut to plus or minus 10 to the power 400.
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMBER_STARTS:
        return text
    if _INTEGER.fullmatch(text):
        digits = text.lstrip("+-0") or "0"
        size = int(digits) if len(digits) <= _DIGIT_LIMIT else _HUGE
        return -size if text[0] == "-" else size
    if _OTHER_BASE.fullmatch(text):
        return min(_HUGE, int(text[2:], 8 if text[1] == "o" else 16))
    if _FLOAT.fullmatch(text):
        return float(text)
    return text


def joined_surrogates(text: str) -> str:
    r"""Return *text* with each pair of surrogates, as JSON's `\ud83e\udd87`, made one character.

    A surrogate without its other half stays.
    """
    if text.isascii() or not _SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
