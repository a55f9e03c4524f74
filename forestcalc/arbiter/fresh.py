"""Keep the compiled texts as new as their sources: the topics, the words, and the names of the cards."""

from __future__ import annotations

import json
from pathlib import Path

from forestcalc.catalogue import store

_HERE = Path(__file__).resolve().parent
_STAMP = "arbiter.json"


def refresh(target: Path) -> None:
    """Compile the texts into *target* if a source has changed since; what is learned from them takes some seconds."""
    stamp = target / _STAMP
    sources = [*sorted(_HERE.glob("topics/*.yaml")), *sorted(_HERE.glob("*.yaml")), *sorted(_HERE.glob("*.py"))]
    state = store.fingerprint([*sources, *store.pack_files()])
    try:
        if json.loads(stamp.read_bytes()) == state:
            return
    except (OSError, ValueError):
        pass
    from forestcalc.arbiter.compile import build  # only where something has changed

    build(target)
    stamp.write_text(json.dumps(state), encoding="utf-8")
