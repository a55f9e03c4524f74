"""The cards as data: copies, sides and symbols add up, every species is described, compiled data is fresh."""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from pathlib import Path

import pytest

from forestcalc.catalogue import store
from forestcalc.catalogue.catalogue import Catalogue, catalogue
from forestcalc.catalogue.model import Species
from forestcalc.game.cards import deck_of

EVERYTHING = {
    "forest-shuffle": ("alpine", "woodland-edge", "exploration", "promo"),
    "dartmoor": ("exmoor",),
    "smoky-mountains": (),
}
BOXES = [(game, box) for game, boxes in EVERYTHING.items() for box in ("base", *boxes)]
TYPELESS = {"six-spotted-tiger-beetle"}  # no source shows its type symbol: a ruling decides


def everything(game: str) -> Catalogue:
    return catalogue(game, EVERYTHING[game])


SPECIES = [(game, id) for game in EVERYTHING for id in everything(game).species_ids]
SPECIES_IDS = [f"{game}-{id}" for game, id in SPECIES]


def species(game: str, id: str) -> Species:
    return everything(game).species(id)


def halves(game: str, box: str) -> Counter[str]:
    """Count the halves of a box by side."""
    found: Counter[str] = Counter()
    for id in everything(game).species_ids:
        for print_ in species(game, id).prints:
            if print_.box == box and not species(game, id).face_down:
                found[print_.side] += print_.copies or 0
    return found


@pytest.mark.parametrize(("game", "box"), BOXES)
def test_every_split_card_has_two_halves(game: str, box: str) -> None:
    sides = halves(game, box)
    assert sides["top"] == sides["bottom"]
    if sides["left/right"]:
        assert (sides["left"] + sides["right"] + sides["left/right"]) % 2 == 0
        assert abs(sides["left"] - sides["right"]) <= sides["left/right"]
    else:
        assert sides["left"] == sides["right"]


# What the boxes say about themselves: hosts, halves on top (and below), halves at the sides.
KNOWN = {
    ("forest-shuffle", "base"): (66, 48, 88),
    ("dartmoor", "base"): (71, 56, 90),
    ("smoky-mountains", "base"): (65, 58, 98),
}


@pytest.mark.parametrize(("game", "box"), KNOWN)
def test_the_boxes_hold_what_they_say(game: str, box: str) -> None:
    sides = halves(game, box)
    hosts, tall, wide = KNOWN[game, box]
    assert (sides["host"], sides["top"], sides["left"] + sides["right"] + sides["left/right"]) == (hosts, tall, wide)


@pytest.mark.parametrize(("game", "id"), SPECIES, ids=SPECIES_IDS)
def test_a_species_is_whole(game: str, id: str) -> None:
    one = species(game, id)
    cards = everything(game)
    assert one.prints
    assert one.rule is not None or one.set_id in cards.sets
    assert one.name
    sides = {side for print_ in one.prints for side in print_.side.split("/")}
    if one.is_host:
        assert sides == {"host"}
        assert one.kind in cards.host_kinds
    else:
        assert sides <= {"left", "right"} or len(sides) == 1
    for print_ in one.prints:
        assert print_.box in cards.all_boxes
        assert print_.copies is None or print_.copies >= 1
        assert print_.cost is None or 0 <= print_.cost <= 3
        assert set(print_.types) <= set(cards.types)
        assert print_.types or id in TYPELESS
        assert print_.symbol in cards.symbols or print_.symbol in ("none", "unknown", "unknown-different")


@pytest.mark.parametrize(("game", "id"), SPECIES, ids=SPECIES_IDS)
def test_symbols_add_up_to_copies(game: str, id: str) -> None:
    one = species(game, id)
    if one.face_down:
        return
    for box in {print_.box for print_ in one.prints}:
        prints = [print_ for print_ in one.prints if print_.box == box]
        assert all(print_.copies is not None for print_ in prints)
        # one entry for each side and symbol
        keys = [(print_.side, print_.symbol) for print_ in prints]
        assert len(keys) == len(set(keys))


@pytest.mark.parametrize(("game", "id"), SPECIES, ids=SPECIES_IDS)
def test_a_tree_shows_one_symbol(game: str, id: str) -> None:
    one = species(game, id)
    if one.kind == "tree":
        assert len({print_.symbol for print_ in one.prints}) == 1


@pytest.mark.parametrize(("game", "id"), SPECIES, ids=SPECIES_IDS)
def test_a_species_has_its_texts(game: str, id: str) -> None:
    texts = store.texts(game)
    for box in {print_.box for print_ in species(game, id).prints}:
        text = texts["species"][id].get(box, {})
        assert text["confidence"] in ("high", "medium", "low")
        assert text["sources"]
        assert set(text["sources"]) <= set(texts["sources"])
    first = next(iter(texts["species"][id].values()))
    assert "effect" in first
    assert first["names"] or box == "promo" or game != "forest-shuffle"


@pytest.mark.parametrize("game", EVERYTHING)
def test_every_source_is_used(game: str) -> None:
    texts = store.texts(game)
    used = {
        source for boxes in texts["species"].values() for text in boxes.values() for source in text.get("sources", ())
    }
    used |= {source for text in texts["caves"].values() for source in text.get("sources", ())}
    known = set(texts["sources"])
    assert used <= known


@pytest.mark.parametrize("game", EVERYTHING)
def test_caves_have_rules_boxes_and_copies(game: str) -> None:
    cards = everything(game)
    for cave in cards.caves.values():
        assert cave.box in cards.all_boxes
        assert cave.copies >= 1
    assert cards.caves["regular-cave"].copies == 5


@pytest.mark.parametrize("game", EVERYTHING)
def test_every_type_symbol_and_tree_symbol_is_on_some_card(game: str) -> None:
    cards = everything(game)
    prints = [print_ for id in cards.species_ids for print_ in species(game, id).prints]
    assert {type_ for print_ in prints for type_ in print_.types} == set(cards.types)
    if game != "forest-shuffle":
        trees = {print_.symbol for print_ in prints if print_.symbol in cards.symbols}
        assert trees == set(cards.symbols)


@pytest.mark.parametrize(
    ("game", "boxes", "total"),
    [("forest-shuffle", (), 158), ("dartmoor", (), 172), ("smoky-mountains", (), 172)],
)
def test_size_of_the_deck(game: str, boxes: tuple[str, ...], total: int) -> None:
    assert deck_of(catalogue(game, boxes)).total == total


# -- compiled data -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout of its own with the smallest game: cards and compiled data that can be changed."""
    cards, data = tmp_path / "cards", tmp_path / "forestcalc" / "data"
    data.parent.mkdir()
    shutil.copytree(store.CARDS / "smoky-mountains", cards / "smoky-mountains")
    monkeypatch.setattr(store, "CARDS", cards)
    monkeypatch.setattr(store, "DATA", data)
    monkeypatch.setattr(store, "is_checkout", lambda: True)
    monkeypatch.setattr(store.pack_files, "__defaults__", (cards,))
    monkeypatch.setattr(store.build, "__defaults__", (data, cards))
    monkeypatch.setattr(store, "_cache", {})
    return tmp_path


def read_listing() -> list[str]:
    store._cache.clear()
    return list(store.listing()["games"])


def test_missing_data_is_built(copy: Path) -> None:
    assert read_listing() == ["smoky-mountains"]
    assert (copy / "forestcalc" / "data" / "smoky-mountains.json").is_file()


def test_changed_cards_are_compiled_again(copy: Path) -> None:
    read_listing()
    data = copy / "forestcalc" / "data" / "smoky-mountains.json"
    before = data.stat().st_mtime_ns
    read_listing()
    assert data.stat().st_mtime_ns == before
    cards = copy / "cards" / "smoky-mountains" / "base.yaml"
    cards.write_text(cards.read_text("utf-8").replace("name: Hemlock\n", "name: Spruce\n"), encoding="utf-8")
    read_listing()
    assert store.core("smoky-mountains")["species"]["hemlock"]["name"] == "Spruce"


def test_touched_cards_are_compiled_again(copy: Path) -> None:
    read_listing()
    index = copy / "forestcalc" / "data" / "index.json"
    before = json.loads(index.read_text("utf-8"))
    os.utime(copy / "cards" / "smoky-mountains" / "game.yaml", ns=(1, 1))
    read_listing()
    assert json.loads(index.read_text("utf-8")) != before


def test_broken_data_is_built_again(copy: Path) -> None:
    read_listing()
    (copy / "forestcalc" / "data" / "index.json").write_text("{", encoding="utf-8")
    assert read_listing() == ["smoky-mountains"]


def test_the_compiled_data_is_that_of_the_cards() -> None:
    store.listing()
    stored = json.loads((store.DATA / "index.json").read_text("utf-8"))
    assert stored["files"] == json.loads(json.dumps(store.fingerprint(store.pack_files())))
