"""Shapes: reading mappings, lists and numbers of a layout, with a diagnostic where something else stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from collections.abc import Mapping as TextMapping
from typing import Any

from forestcalc.diagnostics.diagnostic import Diagnostic, Path, Related, Span, error, quoted, warning
from forestcalc.source.nodes import Mapping, Node, Scalar, Sequence

MOST_SEARCHES = 60
"""How many wrong names and keys of one document are compared with all that are known."""

_SLIP = 0.75
_MOST_KEPT = 500
_found: dict[tuple[int, str, int], tuple[TextMapping[str, list[str]], list[str]]] = {}
"""What was found near, by index, word and limit; the games of one file often have the same names wrong."""


def described(node: Node) -> str:
    """Say what stands there, for messages: "a list", "a mapping", "`5`"."""
    match node:
        case Mapping():
            return "a mapping"
        case Sequence():
            return "a list"
        case Scalar(value=None, text=""):
            return "nothing"
        case Scalar(value=str(), quoted=True):
            return f"the text {quoted(node.text)}"
        case Scalar():
            return quoted(node.text)


def whole_number(node: Node) -> int | None:
    """Return the number that *node* is, or None if it is no plain integer (`"5"`, `5.0` and `true` are none)."""
    if isinstance(node, Scalar) and isinstance(node.value, int) and not isinstance(node.value, bool):
        return node.value
    return None


class Reader:
    """Gathers diagnostics while a document is read."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.errors = 0
        self._searches = 0

    @property
    def is_whole(self) -> bool:
        """Whether nothing had to be left out of the layout."""
        return self.errors == 0

    def error(
        self,
        code: str,
        message: str,
        span: Span,
        path: Path = (),
        help: str | None = None,
        related: Iterable[Related] = (),
    ) -> None:
        """Report an error; what it concerns is left out of the layout."""
        self.errors += 1
        self.diagnostics.append(error(code, message, span, path=path, help=help, related=tuple(related)))

    def warn(self, code: str, message: str, span: Span, path: Path = (), help: str | None = None) -> None:
        """Report a warning; the layout stays whole."""
        self.diagnostics.append(warning(code, message, span, path=path, help=help))

    def shape(self, node: Node, path: Path, wanted: str, help: str | None = None) -> None:
        """Report that *node* is not what is *wanted* here."""
        self.error("wrong-shape", f"{wanted} is expected here, not {described(node)}", node.span, path, help)

    def near(self, word: str, index: TextMapping[str, list[str]], limit: int = 3) -> list[str]:
        """Return the ids whose names come nearest to *word*, for the first words that are asked about.

        Looking for near names takes some milliseconds each: a file full of unknown names would take minutes.
        """
        if self._searches >= MOST_SEARCHES:
            return []
        self._searches += 1
        asked = (id(index), word[:200], limit)
        known = _found.get(asked)
        if known is None or known[0] is not index:
            from forestcalc.catalogue.names import near  # only needed for a wrong name

            if len(_found) >= _MOST_KEPT:
                _found.clear()
            known = _found[asked] = (index, near(word, index, limit))
        return list(known[1])

    def keys(
        self,
        node: Mapping,
        known: Iterable[str],
        path: Path,
        where: str,
        hint: Callable[[Scalar, Node], str | None] = lambda _key, _value: None,
    ) -> dict[str, tuple[Scalar, Node]]:
        """Return the entries of a mapping by key; a key that is not *known* is reported with the nearest that is.

        Where nothing is near, *hint* may know what to do. A slip of the pen has its entry under the key that is meant.
        """
        from forestcalc.catalogue.names import key as comparable

        known = tuple(known)
        given = {key.text for key, _ in node.pairs}
        entries: dict[str, tuple[Scalar, Node]] = {}
        for key, value in node.pairs:
            if key.text in known and isinstance(key.value, str):
                entries[key.text] = (key, value)
                continue
            near = _nearest(comparable(key.text), known) if self._searches < MOST_SEARCHES else None
            self._searches += 1
            if near is not None and near not in given and near not in entries and _is_slip(key.text, near):
                # What stands below it is read, so that its faults are told in the same run.
                entries[near] = (key, value)
            self.error(
                "unknown-key",
                f"{quoted(key.text)} is no key of {where}",
                key.span,
                (*path, key.text),
                f"did you mean `{near}`?"
                if near
                else hint(key, value) or f"the keys here are {', '.join(f'`{one}`' for one in known)}",
            )
        return entries


def _nearest(wanted: str, known: Iterable[str]) -> str | None:
    from difflib import get_close_matches  # only needed for a wrong key

    close = get_close_matches(wanted[:40], list(known), 1)
    return close[0] if close else None


def _is_slip(written: str, meant: str) -> bool:
    """Whether *written* is so near to *meant* that it is no other word."""
    from difflib import SequenceMatcher

    return SequenceMatcher(None, written[:40].lower(), meant).ratio() >= _SLIP


def listed(words: Iterable[Any], last: str = "or") -> str:
    """Join words as in a sentence: `a, b or c`, each in backticks."""
    marked = [quoted(word) for word in words]
    if len(marked) < 2:
        return "".join(marked)
    return f"{', '.join(marked[:-1])} {last} {marked[-1]}"
