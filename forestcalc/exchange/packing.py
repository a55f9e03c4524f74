"""Packing: a share code is JSON, packed by zlib and written as base64; here it becomes that JSON and back.

Codes come from strangers' phones. Reading one never takes more memory than `JSON_LIMIT` asks for, and whatever is
wrong with it becomes a `CodeFault`.
"""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from typing import Any, NoReturn

CODE_LIMIT = 100_000
"""How many characters a code may have; forests of 25 hosts make about 1,500."""

JSON_LIMIT = 200_000
"""How many bytes a code may unpack to; forests of 25 hosts need about 9,000."""

_HELP = "copy the whole code as the app shows it, on one line"


class CodeFault(Exception):  # noqa: N818  it is the user's code that is at fault
    """A code cannot be read: the kebab-case name of the fault, what is the case, and what to do."""

    def __init__(self, code: str, message: str, help: str = _HELP) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.help = help


def packed(value: Any) -> str:
    """Return the code for a JSON value, byte for byte as the app makes it."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode("utf-8", "replace"))).decode("ascii")


def unpacked(code: str) -> Any:
    """Return the JSON value in *code*. Raises CodeFault, and nothing else, for whatever is no such code."""
    return _parsed(_inflated(_bytes(code)))


def _bytes(code: str) -> bytes:
    if len(code) > CODE_LIMIT:
        raise CodeFault("share-code-too-large", f"a code of {len(code):,} characters is no share code of one forest")
    # The padding is what gets lost first when a code is copied by hand; it holds nothing.
    bare = code.rstrip("=")
    try:
        return base64.b64decode(bare + "=" * (-len(bare) % 4), validate=True)
    except (binascii.Error, ValueError):
        raise CodeFault("share-code-not-base64", "this is no share code: it is not written in base64", _HELP) from None


def _inflated(data: bytes) -> bytes:
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(data, JSON_LIMIT + 1)
    except zlib.error:
        raise CodeFault(
            "share-code-damaged", "this is no share code, or a damaged one: what it holds cannot be unpacked"
        ) from None
    if len(text) > JSON_LIMIT:
        raise CodeFault(
            "share-code-too-large",
            f"this code unpacks to more than {JSON_LIMIT // 1000} kB, far more than any forest",
            "do not trust whoever made it",
        )
    if not unpacker.eof:
        raise CodeFault("share-code-damaged", "this share code is cut off: its end is missing")
    if unpacker.unused_data:
        raise CodeFault("share-code-damaged", "something follows the end of this share code", "put each code on a line")
    return text


def _parsed(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8"), object_pairs_hook=_without_repeats, parse_constant=_refused)
    except (ValueError, RecursionError):
        raise CodeFault(
            "share-code-not-json", "this code unpacks to something that is no JSON", "make the code anew in the app"
        ) from None


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):  # a second `player` would silently win over the first
        raise ValueError("a key is there twice")
    return value


def _refused(word: str) -> NoReturn:
    raise ValueError(word)
