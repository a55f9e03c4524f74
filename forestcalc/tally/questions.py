"""Questions: what the program asks, for the full screen and for plain lines alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from forestcalc.catalogue.names import key


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer: `label` names it, `note` says what it would mean; `choose` carries it out."""

    label: str
    choose: Callable[[], Question | None]
    note: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its options, or one that takes any text (`answer` gets it, and returns what is asked next).

    `text` is what the answer is at first. An empty answer leaves things as they are. One that `gives_way` came by
    itself: letters that mean none of its options are the next card, and it stays unanswered.
    """

    prompt: str
    options: Sequence[Option] = ()
    answer: Callable[[str], Question | None] | None = None
    text: str = ""
    help: str = ""
    gives_way: bool = False

    def matching(self, typed: str) -> list[Option]:
        """Return the options that typed letters may mean, best first; all of them if nothing is typed."""
        letters = key(typed)
        if not letters:
            return list(self.options)
        found: list[tuple[int, Option]] = []
        for option in self.options:
            label = key(option.label)
            if label.startswith(letters):
                found.append((0, option))
            elif any(key(word).startswith(letters) for word in option.label.replace("-", " ").split()):
                found.append((1, option))
            elif letters in label:
                found.append((2, option))
        return [option for _, option in sorted(found, key=lambda one: one[0])]
