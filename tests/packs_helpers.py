"""What several tests of packs need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pytest

from forestcalc.catalogue import store
from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.game.build import build_game
from forestcalc.layout.model import Layout
from forestcalc.layout.read import read_layout
from forestcalc.packs.load import read_packs
from forestcalc.packs.loaded import LoadedPacks
from forestcalc.packs.merge import unindexed
from forestcalc.scoring.score import score
from forestcalc.scoring.sheet import ScoreSheet
from forestcalc.source import Node, documents

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples" / "packs"
FAULTS = ROOT / "tests" / "data" / "packs" / "faults"


def load(tmp_path: Path, *texts: str) -> LoadedPacks:
    """Write packs into a folder and load them in order."""
    paths = []
    for number, text in enumerate(texts):
        path = tmp_path / f"pack-{number}.yaml"
        path.write_text(text, encoding="utf-8")
        paths.append(path)
    return read_packs(paths)


def codes(loaded: LoadedPacks) -> list[str]:
    return [found.code for found in loaded.diagnostics]


def sheet_of(layout: str, packs: LoadedPacks) -> ScoreSheet:
    """Score a layout with packs; whatever is wrong with it fails the test."""
    node = next(iter(documents(layout))).node
    assert node is not None
    built = build_game(read_with(packs, node))
    assert built.game is not None, built.diagnostics
    return score(built.game)


def read_with(packs: LoadedPacks, node: Node) -> Layout:
    """Read a layout whose game may be one that a pack defines."""
    games = {"games": packs.listing()}
    for game in games["games"]:
        packs.core(game)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "listing", lambda: games)
        return read_layout(node, packs.catalogue)


def points_of(sheet: ScoreSheet, species: str) -> int:
    line = next(line for line in sheet.players[0].lines if line.scored.id == species)
    return line.known


def shipped_games() -> dict[str, dict[str, Any]]:
    """The shipped games as the checker sees them."""
    return {id: unindexed(store.core(id), store.texts(id)) for id in store.listing()["games"]}


def make_everything(core: Mapping[str, Any], species: Iterable[str] | None = None) -> None:
    """Make *species* (all by default), sets and caves of a game, under every answer to every ruling."""
    answers: list[dict[str, str]] = [{}]
    answers += [{id: value} for id, ruling in core["rulings"].items() for value in ruling["values"]]
    for rulings in answers:
        catalogue = Catalogue(core, core["boxes"][1:], rulings)
        for id in catalogue.species_ids if species is None else species:
            catalogue.species(id)
        assert catalogue.sets is not None
        assert catalogue.caves is not None
        assert catalogue.host_kinds is not None
