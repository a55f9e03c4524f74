"""Characters: which ones YAML forbids, and a veil over those that the YAML readers mistake."""

from __future__ import annotations

import re
from typing import NamedTuple

_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]")
# YAML 1.2 allows these inside quotes, as JSON does, and nowhere else.
_QUOTED_ONLY = re.compile("[\x7f-\x84\x86-\x9f\ufeff\ufffe\uffff]")
# The readers take the first three for line ends (as YAML 1.1 did) and refuse or miscount the others.
_ODD = re.compile("[\x85\u2028\u2029\x7f-\x9f\ufeff\ufffe\uffff]")
_PRIVATE_USE = range(0x100000, 0x10FFFE)


class Veil(NamedTuple):
    """A text in which every odd character is replaced by an ordinary one that the text does not hold.

    `text` has the length of the original, so places are the same. `quoted_only` are the indexes of
    characters that may stand only inside quotes.
    """

    text: str
    quoted_only: tuple[int, ...] = ()
    originals: dict[int, str] | None = None

    def lifted(self, value: str) -> str:
        """Return *value*, a part of the text, with its odd characters back."""
        return value.translate(self.originals) if self.originals else value


def first_forbidden(text: str) -> int | None:
    """Return the index of the first control character or surrogate, which YAML allows nowhere."""
    match = _FORBIDDEN.search(text)
    return match.start() if match else None


def veiled(text: str) -> Veil:
    """Return *text* with its odd characters veiled; most texts have none."""
    if text.isascii() and "\x7f" not in text:
        return Veil(text)
    odd = sorted(set(_ODD.findall(text)))
    if not odd:
        return Veil(text)
    used = set(text)
    free = (code for code in _PRIVATE_USE if chr(code) not in used)
    # 65,534 stand-ins: a text that uses up all of them keeps the odd characters, and the reader refuses them.
    table = dict(zip(odd, free, strict=False))
    return Veil(
        text=text.translate({ord(char): code for char, code in table.items()}),
        quoted_only=tuple(match.start() for match in _QUOTED_ONLY.finditer(text)),
        originals={code: char for char, code in table.items()},
    )
