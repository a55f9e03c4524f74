"""Names: what a card, symbol or box may be called, and how a written name is found."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Literal

# Letters that no Unicode decomposition splits.
_LETTERS = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l", "đ": "d", "♀": "female", "♂": "male"})
_LONGEST = 500
"""So many characters of a text are compared; no name has as many."""
_NO_LETTER = re.compile("[^0-9a-z]+")
_NEAR = 0.68
"""How much of two names is the same where one may be meant by the other; 1 is all."""
_PLURALS = (("mouse", "mice"), ("goose", "geese"), ("wolf", "wolves"), ("leaf", "leaves"))


def plain(text: str) -> str:
    """Return *text* in Unicode compatibility form: full-width letters, parentheses and commas become plain ones.

    A text that is too long for a name stays as it is.
    """
    return text if text.isascii() or len(text) > _LONGEST else _normal("NFKC", text)


def key(text: str) -> str:
    """Return the form by which names are compared: letters and digits only, no case, no accents.

    >>> key("Bechstein's Bat") == key("bechsteins-bat")
    True
    """
    return _key(text[:_LONGEST])


@lru_cache(maxsize=2048)  # a name is asked for several times, and most of a table are on it more than once
def _key(text: str) -> str:
    if text.isascii():
        return _NO_LETTER.sub("", text.lower())
    folded = _normal("NFKC", text).casefold().translate(_LETTERS)
    return "".join(
        char for char in unicodedata.normalize("NFKD", folded) if char.isalnum() and not unicodedata.combining(char)
    )


def _normal(form: Literal["NFKC", "NFKD"], text: str) -> str:
    """Return *text* in a form of Unicode; the one letter that would become eighteen is in no name and left out."""
    return unicodedata.normalize(form, text.replace("\ufdfa", "\ufffd"))


def bracket_key(text: str) -> str:
    """Return the comparable form of *text* with its parentheses left in place.

    >>> bracket_key("Wild Boar (♀)")
    'wildboar(female)'
    """
    return "".join(part if part in "()" else key(part) for part in re.split(r"([()])", plain(text)))


def made_id(name: str) -> str:
    """Return an id for a card that no pack knows: its name in small letters with hyphens.

    >>> made_id("Zorg's Élan")
    'zorgs-elan'
    """
    letters = _normal("NFKD", name[:_LONGEST])
    bare = "".join(char for char in letters if not unicodedata.combining(char) and char not in "'’")
    return "-".join("".join(char if char.isalnum() else " " for char in bare.casefold()).split()) or "card"


def english_variants(name: str) -> Iterator[str]:
    """Yield plain English plurals and singulars of *name*, which players write as often as the name itself."""
    lower = name.lower()
    for one, many in _PLURALS:
        if lower.endswith(one):
            yield name[: -len(one)] + many
    if lower.endswith("ies"):
        yield name[:-3] + "y"
    elif lower.endswith("y") and lower[-2:-1] not in "aeiou":
        yield name[:-1] + "ies"
    elif lower.endswith(("s", "x", "z", "ch", "sh")):
        yield name + "es"
    else:
        yield name + "s"
    if lower.endswith("s") and not lower.endswith(("ss", "us", "ies")):
        yield name[:-1]


def build_index(names: Iterable[tuple[str, Iterable[str], Iterable[str]]]) -> dict[str, list[str]]:
    """Index ids by every name of theirs.

    Each item is an id, its English names and its names in other languages. English plurals are added where
    no other card has that very name. Values are lists of ids: a name may mean two cards.
    """
    index: dict[str, list[str]] = {}
    variants: list[tuple[str, str]] = []

    def add(name: str, id: str) -> None:
        entry = index.setdefault(key(name), [])
        if id not in entry:
            entry.append(id)

    for id, english, foreign in names:
        for name in (id, *english):
            add(name, id)
            variants.extend((variant, id) for variant in english_variants(name))
        for name in foreign:
            add(name, id)
    direct = set(index)
    for variant, id in variants:
        if key(variant) not in direct:
            add(variant, id)
    index.pop("", None)
    return index


def near(text: str, index: Mapping[str, list[str]], limit: int = 3) -> list[str]:
    """Return the ids whose names come nearest to *text*, best first, at most *limit*; empty if none is near."""
    from difflib import SequenceMatcher  # only needed when a name was not found

    wanted = key(text)[:80]
    if not wanted:
        return []
    matcher = SequenceMatcher(autojunk=False)
    matcher.set_seq2(wanted)
    shared = str.maketrans("", "", wanted)
    scored: dict[str, float] = {}
    for name, ids in index.items():
        if abs(len(name) - len(wanted)) > max(3, len(wanted) // 2):
            continue
        if 2 * (len(name) - len(name.translate(shared))) < _NEAR * (len(name) + len(wanted)):
            continue  # too few letters in common, which is found much sooner than by the matcher
        matcher.set_seq1(name)
        if matcher.quick_ratio() < _NEAR:
            continue
        ratio = matcher.ratio()
        if ratio >= _NEAR:
            for id in ids:
                scored[id] = max(scored.get(id, 0.0), ratio)
    if not scored and len(wanted) > 2:  # `Larch` for a European Larch
        scored = {
            id: 1.0 for name, ids in index.items() if name.endswith(wanted) or name.startswith(wanted) for id in ids
        }
    best = sorted(scored, key=lambda id: -scored[id])
    return [id for id in best if scored[id] >= scored[best[0]] - 0.15][:limit]
