"""The benchmark runs, and its parts fit together; how long anything takes is no matter here."""

from __future__ import annotations

import json
import sys

import pytest

from tests.benchmarks import __main__ as benchmarks
from tests.benchmarks import engine
from tests.benchmarks.deals import Deal
from tests.live_helpers import differences


def _run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    monkeypatch.setattr(engine, "SIZES", (2, 5))
    monkeypatch.setattr(sys, "argv", ["benchmarks", "--rounds", "1", *arguments])
    benchmarks.main()
    return capsys.readouterr().out


def test_it_prints_one_object(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(_run(monkeypatch, capsys, "engine", "stages", "--json"))
    assert [row["hosts"] for row in found["engine"]] == [2, 5]
    assert all(row["score"] > 0 and row["rescore"] > 0 for row in found["engine"])
    for shares in found["stages"]["shares"].values():
        assert sum(shares.values()) == pytest.approx(1)


def test_it_prints_tables(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    out = _run(monkeypatch, capsys, "engine", "stages")
    assert "rescore" in out
    assert "rulings" in out


def test_the_same_seed_deals_the_same_forests() -> None:
    one, two = Deal().table(6, players=2), Deal().table(6, players=2)
    assert one.to_layout() == two.to_layout()
    assert list(differences(one)) == []


def test_an_unknown_part_is_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        _run(monkeypatch, capsys, "weather")
