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
    value: Raw = json.loads(content(name))
    return value


def content(name: str) -> bytes:
    """Return a compiled file as it is."""
    _refresh(asking=name in ("asking", "features"))
    return (store.DATA / f"{name}.json").read_bytes()


@lru_cache(maxsize=2)
def _refresh(*, asking: bool) -> None:
    store.listing()
    if store.is_checkout():
        from forestcalc.arbiter.fresh import refresh  # an installed package has no sources to compare with

        refresh(store.DATA, asking=asking)
