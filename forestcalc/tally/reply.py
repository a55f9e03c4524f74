"""Reply: what a command in words answers."""

from __future__ import annotations

from dataclasses import dataclass

from forestcalc.tally.questions import Question
from forestcalc.tally.report import step_lines
from forestcalc.tally.session import Session


@dataclass(frozen=True, slots=True)
class Reply:
    """Lines to read, perhaps a question, perhaps that this was all."""

    lines: tuple[str, ...] = ()
    question: Question | None = None
    ends: bool = False


def done(session: Session, question: Question | None = None) -> Reply:
    """Return the outcome of the last step as a reply."""
    return Reply(tuple(step_lines(session)), question)
