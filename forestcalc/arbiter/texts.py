"""The compiled texts of the arbiter, read once."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any

from forestcalc.catalogue import store

Raw = dict[str, Any]


@lru_cache(maxsize=4)
def compiled(name: str) -> Raw:
    """Return the compiled texts `topics`, `asking` or `setup`; in a checkout, stale ones are rebuilt first."""
    store.listing()
    if store.is_checkout():
        from forestcalc.arbiter.fresh import refresh  # an installed package has no sources to compare with

        refresh(store.DATA)
    value: Raw = json.loads((store.DATA / f"{name}.json").read_bytes())
    return value
