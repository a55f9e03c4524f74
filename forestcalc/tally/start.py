"""Start: which file a sitting is about, and the session for it."""

from __future__ import annotations

from datetime import date
from pathlib import Path

from forestcalc.tally.document import Document
from forestcalc.tally.recovery import Recovery, left_behind, side_file
from forestcalc.tally.session import Session
from forestcalc.tally.setup import Setup, begin

_PATTERN = "game-*.yaml"


def file_for(name: str | None, folder: Path) -> Path:
    """Return the file to enter into.

    Without a name: the one that a killed sitting was about, or a new one named after the day.
    """
    if name is not None:
        return Path(name)
    interrupted = left_behind(folder, _PATTERN)
    if interrupted is not None:
        return interrupted
    stem = f"game-{date.today().isoformat()}"
    number, path = 1, folder / f"{stem}.yaml"
    while path.exists() or side_file(path).exists():
        number += 1
        path = folder / f"{stem}-{number}.yaml"
    return path


def open_session(document: Document, setup: Setup, language: str, recovery: Recovery | None) -> Session:
    """Return the session for a document; a new game is saved at once."""
    session = Session(document, document.draft or begin(setup), recovery, language)
    if document.draft is None:
        session.save()
    return session
