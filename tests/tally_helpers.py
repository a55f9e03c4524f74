"""Sessions for the tests of `tally`, and lines read out to them."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import pytest

from forestcalc.tally.commands import execute
from forestcalc.tally.document import Document
from forestcalc.tally.plain import converse
from forestcalc.tally.questions import Question
from forestcalc.tally.session import Session
from forestcalc.tally.setup import Setup
from forestcalc.tally.start import open_session

DATA = Path(__file__).parent / "data" / "tally"


def new_session(
    path: Path, *players: str, game: str = "forest-shuffle", boxes: tuple[str, ...] = (), language: str = "en"
) -> Session:
    """Begin a new game in the file *path*."""
    setup = Setup(game, boxes, players or ("Anna",))
    return open_session(Document(path), setup, language, None)


def opened(path: Path) -> Session:
    """Open a file that is there."""
    document = Document.open(path)
    assert document.draft is not None
    return Session(document, document.draft)


def say(session: Session, *lines: str) -> Question | None:
    """Say commands; the question that the last of them asks is returned."""
    question = None
    for line in lines:
        question = execute(session, line).question
    return question


def talk(session: Session, lines: Iterable[str]) -> list[str]:
    """Hold a conversation in the plain mode and return all that was told."""
    waiting = iter(lines)
    told: list[str] = []

    def ask(prompt: str) -> str | None:
        told.append(prompt)
        return next(waiting, None)

    converse(session, ask, told.append)
    return told


def need_textual() -> None:
    """Skip the tests of the module where Textual is missing; with CI set that is a failure."""
    try:
        import textual  # noqa: F401
    except ImportError:
        if os.environ.get("CI"):
            raise
        pytest.skip("Textual is not installed: the full screen is not tested", allow_module_level=True)
