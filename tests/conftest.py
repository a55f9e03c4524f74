"""Settings of all tests: reproducible where CI is set, and an output that the surroundings do not change."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from forestcalc.catalogue import store
from forestcalc.catalogue.catalogue import catalogue

settings.register_profile("local", deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("CI", settings.get_profile("local"), derandomize=True, database=None)
settings.load_profile("CI" if os.environ.get("CI") else "local")


GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--update-golden", action="store_true", help="Write the golden texts anew instead of comparing.")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the file of that name in tests/golden, or write it with --update-golden."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--update-golden"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
        assert path.is_file(), f"no golden text {name}: run pytest --update-golden"
        assert text == path.read_text(encoding="utf-8")

    return compare


@pytest.fixture(autouse=True)
def _shipped_cards() -> Iterator[None]:
    """A test that uses packs leaves none behind."""
    yield
    if store.is_laid_over():
        store.lay_over({})
        catalogue.cache_clear()


@pytest.fixture(autouse=True)
def _surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of the machine shows in what a command prints: no colours, 100 columns, no packs of the user."""
    for name in ("FORCE_COLOR", "CLICOLOR_FORCE", "COLUMNS", "LINES", "GITHUB_ACTIONS", "FORESTCALC_PACKS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
