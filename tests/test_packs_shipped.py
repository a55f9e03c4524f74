from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from forestcalc.catalogue import store
from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.game.build import build_game
from forestcalc.layout.read import read_layout
from forestcalc.packs.check import check_pack
from forestcalc.packs.merge import extend
from forestcalc.scoring.score import score
from forestcalc.source import Document, documents
from forestcalc.source.nodes import Node

YAML_FILES = store.pack_files()


def read(path: Path) -> tuple[Path, Document]:
    return path, next(iter(documents(path.read_text(encoding="utf-8"))))


@pytest.fixture(scope="module")
def checked() -> dict[str, Any]:
    """Check the shipped packs as if they were a player's: in box order, from nothing."""
    packs = [(path, store.read_yaml(path), *read(path)[1:]) for path in YAML_FILES]
    order = {pack["game"]: ["", *pack["define"]["boxes"]] for _, pack, _ in packs if "define" in pack}
    packs.sort(key=lambda item: (item[1]["game"], order[item[1]["game"]].index(item[1].get("box", ""))))
    nodes: list[Node] = [document.node for *_, document in packs if document.node is not None]
    games: dict[str, Any] = {}
    errors = {}
    for path, pack, document in packs:
        assert document.node is not None
        result = check_pack(document.node, games, nodes)
        errors[path] = [found for found in result.diagnostics if found.is_error]
        if result.game is not None:
            games[pack["game"]] = result.game
    return {"errors": errors, "games": games}


@pytest.mark.parametrize("path", YAML_FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_shipped_pack_passes_the_checker(path: Path, checked: dict[str, Any]) -> None:
    assert checked["errors"][path] == []


@pytest.mark.parametrize("game", sorted(store.listing()["games"]))
def test_checking_and_merging_packs_gives_what_is_compiled(game: str, checked: dict[str, Any]) -> None:
    core, texts = indexed(checked["games"][game])
    assert core == store.core(game)
    assert texts == store.texts(game)


def indexed(merged: dict[str, Any]) -> tuple[Any, Any]:
    from forestcalc.catalogue.compile import index_game

    core, texts = index_game(merged)
    return json.loads(json.dumps(core)), json.loads(json.dumps(texts))


class TestAddingExmoor:
    """Adding a box touches only `cards/`: no Python knows Exmoor."""

    @pytest.fixture
    def cards(self, tmp_path: Path) -> Path:
        """The cards of Dartmoor as they were before Exmoor came."""
        folder = tmp_path / "cards" / "dartmoor"
        folder.mkdir(parents=True)
        for name in ("game.yaml", "base.yaml"):
            text = (store.CARDS / "dartmoor" / name).read_text(encoding="utf-8")
            (folder / name).write_text(
                text.replace("\n  boxes: [base, exmoor]\n", "\n  boxes: [base]\n"), encoding="utf-8"
            )
        return folder.parent

    def compiled(self, cards: Path, tmp_path: Path) -> tuple[dict[str, Any], dict[str, Any]]:
        target = tmp_path / "data"
        store.build(target, cards)
        return tuple(
            json.loads((target / name).read_text(encoding="utf-8")) for name in ("dartmoor.json", "dartmoor.texts.json")
        )

    def test_without_it_the_base_game_scores(self, cards: Path, tmp_path: Path) -> None:
        core, _ = self.compiled(cards, tmp_path)
        assert core["boxes"] == ["base"]
        assert self.total(core, [], "Meadow Pipit") == 6
        with pytest.raises(KeyError):
            Catalogue(core, ("exmoor",))

    def test_the_file_alone_adds_the_box(self, cards: Path, tmp_path: Path) -> None:
        text = (store.CARDS / "dartmoor" / "exmoor.yaml").read_bytes()
        (cards / "dartmoor" / "exmoor.yaml").write_bytes(text)
        core, _ = self.compiled(cards, tmp_path)
        assert core == store.core("dartmoor")
        assert self.total(core, ["exmoor"], "Pied Flycatcher") == 9

    def test_as_a_pack_it_gives_the_same_game(self, cards: Path, tmp_path: Path) -> None:
        core, texts = self.compiled(cards, tmp_path)
        exmoor = YAML(typ="safe", pure=True).load((store.CARDS / "dartmoor" / "exmoor.yaml").read_text("utf-8"))
        extended = extend(core, texts, [exmoor])
        assert json.loads(json.dumps(extended)) == [store.core("dartmoor"), store.texts("dartmoor")]

    def total(self, core: dict[str, Any], expansions: list[str], bird: str) -> int:
        layout = {
            "game": "dartmoor",
            "expansions": expansions,
            "players": {"Anna": {"forest": [{"Black Alder": {"top": bird}}]}},
        }
        node = next(iter(documents(json.dumps(layout)))).node
        assert node is not None
        built = build_game(read_layout(node, lambda _, boxes, rulings: Catalogue(core, boxes, dict(rulings))))
        assert built.game is not None, built.diagnostics
        return score(built.game).players[0].range.min


def test_no_python_that_scores_names_the_box() -> None:
    package = Path(store.__file__).parent.parent
    folders = ("catalogue", "game", "layout", "scoring", "source")
    files = [path for folder in folders for path in (package / folder).rglob("*.py")]
    assert [path for path in files if "exmoor" in path.read_text(encoding="utf-8").lower()] == []
