"""History: every state of the draft, to go back and forth in."""

from __future__ import annotations

from dataclasses import dataclass, field

from forestcalc.tally.cursor import Cursor
from forestcalc.tally.model import Draft

MOST_STEPS = 1000


@dataclass(frozen=True, slots=True)
class Step:
    """One change: the draft after it, what was done, in words, and where the cursor was before and after."""

    draft: Draft
    words: str
    before: Cursor | None = None
    after: Cursor | None = None


@dataclass(slots=True)
class History:
    """The steps done and undone. The first is how things stood at the start."""

    done: list[Step] = field(default_factory=list)
    undone: list[Step] = field(default_factory=list)

    @property
    def draft(self) -> Draft:
        """The draft as it stands."""
        return self.done[-1].draft

    def add(self, step: Step) -> None:
        """Add a step; what was undone is forgotten."""
        self.done.append(step)
        self.undone.clear()
        if len(self.done) > MOST_STEPS:
            del self.done[1]

    def undo(self) -> Step | None:
        """Take the last step back and return it; None if there is none."""
        if len(self.done) < 2:
            return None
        self.undone.append(self.done.pop())
        return self.undone[-1]

    def redo(self) -> Step | None:
        """Do the step again that was undone last and return it; None if there is none."""
        if not self.undone:
            return None
        self.done.append(self.undone.pop())
        return self.done[-1]
