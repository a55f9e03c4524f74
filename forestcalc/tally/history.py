"""History: every state of the draft, to go back and forth in."""

from __future__ import annotations

from dataclasses import dataclass, field

from forestcalc.tally.model import Draft

MOST_STEPS = 1000


@dataclass(frozen=True, slots=True)
class Step:
    """One change: the draft after it, and what was done, in words."""

    draft: Draft
    words: str


@dataclass(slots=True)
class History:
    """The steps done and undone. The first is how things stood at the start."""

    done: list[Step] = field(default_factory=list)
    undone: list[Step] = field(default_factory=list)

    @property
    def draft(self) -> Draft:
        """The draft as it stands."""
        return self.done[-1].draft

    def add(self, draft: Draft, words: str) -> None:
        """Add a step; what was undone is forgotten."""
        self.done.append(Step(draft, words))
        self.undone.clear()
        if len(self.done) > MOST_STEPS:
            del self.done[1]

    def undo(self) -> str | None:
        """Take the last step back and return its words; None if there is none."""
        if len(self.done) < 2:
            return None
        step = self.done.pop()
        self.undone.append(step)
        return step.words

    def redo(self) -> str | None:
        """Do the step again that was undone last and return its words; None if there is none."""
        if not self.undone:
            return None
        step = self.undone.pop()
        self.done.append(step)
        return step.words
