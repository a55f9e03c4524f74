"""Keep the compiled texts as new as their sources: the topics, the words, and the names of the cards."""

from __future__ import annotations

import json
from pathlib import Path

from forestcalc.arbiter.sources import HERE, ask_files, topic_files
from forestcalc.catalogue import store


def refresh(target: Path, *, asking: bool) -> None:
    """Compile into *target* what has changed since: the texts that are shown, or if *asking* what finds them.

    The second may take half a minute, so that only a question waits for it.
    """
    part = "asking" if asking else "texts"
    sources = [*topic_files(), *sorted(HERE.glob("*.yaml"))]
    if asking:
        sources += [*ask_files(), *sorted(HERE.glob("*.py")), *store.pack_files()]
    state = [part, *store.fingerprint(sources)]
    stamp = target / f"arbiter-{part}.json"
    try:
        if json.loads(stamp.read_bytes()) == state:
            return
    except (OSError, ValueError):
        pass
    from forestcalc.arbiter import compile  # only where something has changed

    (compile.build_asking if asking else compile.build_texts)(target)
    stamp.write_text(json.dumps(state), encoding="utf-8")
