"""Settings of all tests: reproducible where CI is set, and an output that the surroundings do not change."""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("local", deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("CI", settings.get_profile("local"), derandomize=True, database=None)
settings.load_profile("CI" if os.environ.get("CI") else "local")


@pytest.fixture(autouse=True)
def _surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the machine shows in what a command prints: no colours, 100 columns, no packs of the user."""
    for name in ("FORCE_COLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES", "GITHUB_ACTIONS", "FORESTCALC_PACKS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
