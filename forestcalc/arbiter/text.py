"""Text as a search sees it: folded, cut into words and runs of Chinese, words without their endings."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import groupby

# What is read of a question: nobody needs more to ask about a rule.
LONGEST = 2000

_SPECIAL = str.maketrans(
    {"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "ß": "ss", "♀": " female ", "♂": " male "}
)
_WORDS = re.compile(r"[^\W_]+")  # ranges of Chinese in it would take milliseconds to compile
_IRREGULAR = {
    "mice": "mouse",
    "geese": "goose",
    "wolves": "wolf",
    "wolfe": "wolf",
    "leaves": "leaf",
    "halves": "half",
    "drew": "draw",
    "drawn": "draw",
    "laid": "lay",
    "paid": "pay",
    "put": "put",
}
# Endings of English, German, French, Dutch and Spanish; what is left has to have four letters.
_ENDINGS = ("ern", "ing", "ies", "en", "er", "es", "em", "ed", "as", "os", "e", "n", "s", "x", "a", "o")


def fold(text: str) -> str:
    """Return *text* in lower case without accents, compatibility forms as plain letters; its length may change.

    >>> fold("Höhle ＡＢ")
    'hohle ab'
    """
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", text).casefold().translate(_SPECIAL)
    return "".join(char for char in unicodedata.normalize("NFKD", folded) if not unicodedata.combining(char))


def pieces(folded: str) -> list[str]:
    """Cut folded text into words and runs of Chinese or Korean; everything else only separates."""
    words: list[str] = _WORDS.findall(folded)
    if folded.isascii():
        return words
    return ["".join(run) for word in words for _, run in groupby(word, is_ideographic)]


def is_ideographic(piece: str) -> bool:
    """Whether a piece is a run of Chinese or Korean, which no space cuts into words."""
    return piece[:1] >= "\u3400" and (piece[0] <= "\u9fff" or "\uac00" <= piece[0] <= "\ud7a3")


def stem(word: str) -> str:
    """Return a folded word without its endings: the same for one and many, for most forms of a verb.

    It does not know the language, so it is no linguistic stem; equal stems are all that counts.

    >>> stem("karten") == stem("karte")
    True
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-3] + "y" if word.endswith("ies") and len(word) > 5 else word[:-1]
    for _ in range(2):
        for ending in _ENDINGS:
            if len(word) - len(ending) >= 4 and word.endswith(ending):
                word = word[: -len(ending)]
                break
        else:
            break
    return word


def stems(text: str) -> list[str]:
    """Return the stems of the words of *text* and its runs of Chinese as they are, in order."""
    return [piece if is_ideographic(piece) else stem(piece) for piece in pieces(fold(text))]


def pairs(run: str) -> Iterator[str]:
    """Yield the pairs of neighbouring characters of a run of Chinese; a single character yields itself."""
    if len(run) == 1:
        yield run
    for start in range(len(run) - 1):
        yield run[start : start + 2]
