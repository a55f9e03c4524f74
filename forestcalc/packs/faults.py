"""Faults: what is wrong with a pack, by code, gathered up to a limit."""

from __future__ import annotations

from collections.abc import Iterable

from forestcalc.diagnostics.diagnostic import Diagnostic, Path, Span, error, quoted, warning

CODES: dict[str, str] = {
    "pack-empty": "the file holds no pack",
    "pack-too-large": "the file, or the rules in it, are larger than a pack may be",
    "pack-several-documents": "a file holds more than one YAML document",
    "pack-too-many-faults": "checking stopped after many faults",
    "pack-not-a-mapping": "a list or a single value stands where keys and values belong",
    "pack-not-a-list": "something else stands where a list belongs",
    "pack-not-text": "something else stands where text belongs",
    "pack-not-a-number": "something else stands where a whole number belongs",
    "pack-number-range": "a number is too small or too large",
    "pack-not-yes-or-no": "something else stands where `true` or `false` belongs",
    "pack-not-a-choice": "a word is none of those that are possible there",
    "pack-shape": "a value has a form that is not possible there",
    "pack-size": "a list, mapping or text has too few or too many parts",
    "pack-unknown-key": "a key means nothing there",
    "pack-missing-key": "a key is missing",
    "pack-id": "an id has other characters than lower case letters, digits and single hyphens",
    "pack-key": "a key that the pack chooses has the wrong form",
    "pack-unknown-game": "the pack adds to a game that nobody defines",
    "pack-unknown-type": "no such type symbol",
    "pack-unknown-symbol": "no such tree symbol",
    "pack-unknown-species": "no such species",
    "pack-unknown-kind": "no such kind of card",
    "pack-unknown-host": "no such kind of host",
    "pack-unknown-set": "no such set",
    "pack-unknown-ruling": "no such ruling",
    "pack-unknown-count": "no such count",
    "pack-unknown-box": "no such box",
    "pack-ruling-values": "a value that depends on a ruling leaves one of its answers out, or has one too many",
    "pack-ruling-nowhere": "a value that may not depend on a ruling does",
    "pack-steps-order": "thresholds do not ascend",
    "pack-rule-shape": "a rule combines what cannot be combined",
    "pack-symbol-outside-per": "tree symbols are counted where only `per` may count them",
    "pack-kind-key": "a dweller has a key of hosts, or a host one of dwellers",
    "pack-no-box": "prints, caves or cards without a box",
    "pack-section": "prints of one species lie in different sections of the score sheet",
    "pack-no-rule": "a species has no rule: layouts have to give its points by hand",
    "pack-game-incomplete": "a game lacks what every game needs",
    "pack-changes-card": "the pack changes a card, set or cave that is there already",
    "pack-changes-game": "the pack changes what is there already of the game",
    "pack-override-idle": "the pack says that it overrides, but changes nothing",
    "pack-shared-name": "a name means two cards",
    "pack-cards": "the list of split cards does not agree with the prints",
}
"""Every code of a pack's faults, with what it means."""

MOST_FAULTS = 100


class TooMany(Exception):  # noqa: N818  it ends a check, it is no error of the program
    """So many faults were found that the check ends."""


class PackTooLarge(Exception):  # noqa: N818  it ends a check too
    """The pack has more values than anybody wants to check."""


class Faults:
    """The faults found so far; `add` raises `TooMany` beyond the limit."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []

    def add(self, code: str, message: str, span: Span | None, path: Path, help: str | None = None) -> None:
        """Add an error."""
        assert code in CODES, code
        self._keep(error(code, message, span, path=path, help=help))

    def warn(self, code: str, message: str, span: Span | None, path: Path, help: str | None = None) -> None:
        """Add a warning."""
        assert code in CODES, code
        self._keep(warning(code, message, span, path=path, help=help))

    def _keep(self, found: Diagnostic) -> None:
        self.found.append(found)
        if len(self.found) >= MOST_FAULTS:
            self.found.append(
                warning(
                    "pack-too-many-faults",
                    f"checking stopped after {MOST_FAULTS} faults",
                    found.span,
                    help="mend these first",
                )
            )
            raise TooMany

    @property
    def has_errors(self) -> bool:
        """Whether any of them makes the pack invalid."""
        return any(found.is_error for found in self.found)


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return help that offers the words nearest to *word*, or None where none is near."""
    from difflib import get_close_matches  # only needed when a word was not found

    near = get_close_matches(word[:80].lower(), known, 3, 0.6)
    if not near:
        return None
    return "did you mean " + " or ".join(quoted(name) for name in near) + "?"


def one_of(words: Iterable[str]) -> str:
    """Return words as a list in a sentence."""
    return ", ".join(quoted(word) for word in words)
