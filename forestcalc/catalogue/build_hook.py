"""Build hook: the wheel and the editable install get the packs and the rules topics compiled."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PackBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Compile packs and topics before files are collected."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Write `forestcalc/data/*.json`; the packages of the checkout are imported straight from it."""
        root = Path(self.root)
        sys.path.insert(0, str(root))
        try:
            from forestcalc.arbiter.fresh import refresh
            from forestcalc.catalogue.store import build

            build(root / "forestcalc" / "data", root / "cards")
            for asking in (False, True):
                refresh(root / "forestcalc" / "data", asking=asking)
        finally:
            sys.path.remove(str(root))
