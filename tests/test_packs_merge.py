from __future__ import annotations

import json
from pathlib import Path

import pytest

from forestcalc.catalogue import store
from forestcalc.catalogue.model import EITHER_SIDE
from forestcalc.game.build import build_game
from forestcalc.layout.read import read_layout
from forestcalc.packs.load import read_packs
from forestcalc.packs.merge import extend
from forestcalc.source import documents
from tests.packs_helpers import EXAMPLES, codes, load, make_everything, points_of, sheet_of

BIRD = (
    "game: forest-shuffle\nbox: test-box\nnames: {de: [Testkiste]}\nspecies:\n  test-bird:\n    name: Test Bird\n"
    "    kind: dweller\n    types: [bird]\n    prints: [{side: top, symbol: oak, copies: 2}]\n"
)


def test_a_new_box_adds_species_prints_and_names(tmp_path: Path) -> None:
    packs = load(tmp_path, BIRD + "    rule: 4\n    names: {de: [Prüfvogel]}\n  robin: {names: {it: [Pettirosso]}}\n")
    catalogue = packs.catalogue("forest-shuffle", ("test-box",))
    assert catalogue.boxes == ("base", "test-box")
    assert catalogue.find("prufvogel") == ["test-bird"]
    assert catalogue.find("Test Birds") == ["test-bird"]
    assert catalogue.find_box("Testkiste") == "test-box"
    assert "robin" in catalogue.find("pettirosso")
    assert catalogue.prints("test-bird")[0].copies == 2


def test_without_its_box_the_card_is_not_declared(tmp_path: Path) -> None:
    packs = load(tmp_path, BIRD + "    rule: 4\n")
    assert not packs.catalogue("forest-shuffle").is_declared("test-bird")


def test_the_shipped_game_stays_as_it_is(tmp_path: Path) -> None:
    before = json.dumps([store.core("forest-shuffle"), store.texts("forest-shuffle")])
    packs = load(
        tmp_path, BIRD + "    rule: 4\n", "game: forest-shuffle\noverride: true\nspecies: {robin: {rule: 90}}\n"
    )
    make_everything(packs.core("forest-shuffle"))
    assert json.dumps([store.core("forest-shuffle"), store.texts("forest-shuffle")]) == before
    assert packs.core("dartmoor") is store.core("dartmoor")


def test_extending_keeps_the_indexes_of_names_up_to_date(tmp_path: Path) -> None:
    packs = load(tmp_path, BIRD + "    rule: 4\n")
    core, texts = extend(store.core("forest-shuffle"), store.texts("forest-shuffle"), [packs.packs[0].value])
    assert core["index"]["testbird"] == ["test-bird"]
    assert core["box_index"]["testkiste"] == ["test-box"]
    assert set(texts["species"]["test-bird"]) <= {"test-box"}


def test_a_rule_that_nobody_knew_can_be_completed(tmp_path: Path) -> None:
    packs = load(tmp_path, BIRD, "game: forest-shuffle\nspecies:\n  test-bird: {rule: 4}\n")
    assert codes(packs) == []
    assert packs.catalogue("forest-shuffle").species("test-bird").rule is not None


def test_an_unknown_cost_can_be_completed(tmp_path: Path) -> None:
    packs = load(tmp_path, "game: dartmoor\nspecies:\n  dartford-warbler: {cost: 1}\n")
    assert packs.is_valid
    assert packs.catalogue("dartmoor").species("dartford-warbler").prints[0].cost == 1


def test_an_unknown_text_can_be_completed_but_not_replaced(tmp_path: Path) -> None:
    text = "game: dartmoor\nspecies:\n  dartford-warbler: {effect: Draw one card.}\n"
    assert load(tmp_path, text).texts("dartmoor")["species"]["dartford-warbler"]["exmoor"]["effect"] == "Draw one card."
    assert codes(load(tmp_path, text.replace("dartford-warbler", "ash"))) == ["pack-changes-card"]


@pytest.mark.parametrize(
    "field",
    [
        "rule: 9",
        "set: butterflies",
        "types: [bird]",
        "slot: {hosts: [tree]}",
        "counts_as: [robin]",
        "name: Schleiereulchen",
        "cost: 3",
        "proxy_of_host: true",
    ],
)
def test_what_is_shipped_is_only_changed_by_an_override(tmp_path: Path, field: str) -> None:
    text = f"game: forest-shuffle\nspecies:\n  barn-owl: {{{field}}}\n"
    if field == "types: [bird]":
        text = text.replace("[bird]", "[bat]")
    assert codes(load(tmp_path, text)) == ["pack-changes-card"]
    packs = load(tmp_path, text + "override: true\n")
    assert codes(packs) == []
    make_everything(packs.core("forest-shuffle"))


def test_repeating_what_is_shipped_is_no_change(tmp_path: Path) -> None:
    text = "game: forest-shuffle\nbox: woodland-edge\nspecies:\n  barn-owl: {rule: {points: 3, per: {type: bat}}}\n"
    assert codes(load(tmp_path, text)) == []


def test_copies_are_only_changed_by_an_override(tmp_path: Path) -> None:
    text = "game: forest-shuffle\nbox: promo\nspecies:\n  beaver: {prints: [{side: bottom, symbol: oak, copies: 2}]}\n"
    assert codes(load(tmp_path, text)) == ["pack-changes-card"]
    packs = load(tmp_path, text + "override: true\n")
    prints = packs.catalogue("forest-shuffle", ("promo",)).species("beaver").prints
    assert [(print_.symbol, print_.copies, print_.types) for print_ in prints] == [("oak", 2, ("pawed",))]


def test_a_later_pack_may_not_change_an_earlier_one_unasked(tmp_path: Path) -> None:
    change = "game: forest-shuffle\nspecies:\n  test-bird: {rule: 9}\n"
    assert codes(load(tmp_path, BIRD + "    rule: 4\n", change)) == ["pack-changes-card"]
    assert codes(load(tmp_path, BIRD + "    rule: 4\n", change + "override: true\n")) == []


def test_a_pack_may_add_types_symbols_and_rulings_to_a_game(tmp_path: Path) -> None:
    packs = load(
        tmp_path,
        """
game: dartmoor
box: shore
define:
  types: {gull: {name: Gull, one: gull, many: gulls}}
  symbols: {sea-pine: {name: Sea Pine}}
  hosts: {dune: {slots: {top: 1, left: 1}}}
rulings:
  gull-at-dune:
    question: Does it?
    values: {yes-it-does: {reading: Y, read_so_by: []}, no-it-does-not: {reading: N, read_so_by: []}}
species:
  high-dune: {name: High Dune, kind: dune, types: [], prints: [{symbol: none, copies: 2}], rule: 0}
  herring-gull:
    name: Herring Gull
    kind: dweller
    types: [bird, gull]
    prints: [{side: left/right, symbol: sea-pine, copies: 2}]
    slot: {hosts: [dune]}
    rule: {points: 2, per: {type: gull, host: {ruling: gull-at-dune, yes-it-does: dune, no-it-does-not: [tree]}}}
""",
    )
    assert codes(packs) == []
    core = packs.core("dartmoor")
    assert {"bird", "gull"} <= set(core["types"])
    assert {"ash", "sea-pine"} <= set(core["symbols"])
    make_everything(core)
    layout = "game: dartmoor\nexpansions: [shore]\nplayers: {A: {forest: [High Dune: {left: Herring Gull}]}}\n"
    assert points_of(sheet_of(layout, packs), "herring-gull") == 2
    decided = layout + "rulings: {gull-at-dune: no-it-does-not}\n"
    assert points_of(sheet_of(decided, packs), "herring-gull") == 0


def test_split_cards_are_added_to_those_of_a_box(tmp_path: Path) -> None:
    text = BIRD.replace("test-box", "promo").replace("names: {de: [Testkiste]}\n", "")
    packs = load(tmp_path, text + "    rule: 1\ncards: {split: [{top: test-bird, bottom: unknown}]}\n")
    assert codes(packs) == []
    cards = packs.core("forest-shuffle")["cards"]["promo"]
    assert len(cards["split"]) == len(store.core("forest-shuffle")["cards"]["promo"]["split"]) + 1
    assert cards["complete"] is False


class TestExamples:
    def test_a_small_box_scores(self) -> None:
        packs = read_packs([EXAMPLES / "hedgerow-promo.yaml"])
        assert codes(packs) == ["pack-no-rule"]
        layout = """
expansions: [hedgerow]
players:
  Anna:
    forest:
      - Tangled Hedge: {top: Robin (oak), left: Gnat}
      - Birch: {bottom: Wanderigel (linden)}
"""
        sheet = sheet_of(layout, packs)
        assert points_of(sheet, "wandering-hedgehog") == 2
        assert points_of(sheet, "tangled-hedge") == 4

    def test_a_card_without_a_rule_takes_points_by_hand_until_a_pack_completes_it(self) -> None:
        alone = read_packs([EXAMPLES / "hedgerow-promo.yaml"])
        both = read_packs([EXAMPLES / "hedgerow-promo.yaml", EXAMPLES / "hedgerow-rules.yaml"])
        assert codes(both) == []
        layout = "expansions: [hedgerow-promo]\nplayers: {A: {forest: [Oak: {top: %s}]}}\n"
        by_hand = sheet_of(layout % "{card: Hedge Sparrow Choir, points: 6}", alone)
        assert points_of(by_hand, "hedge-sparrow-choir") == 6
        assert points_of(sheet_of(layout % "Hedge Sparrow Choir", both), "hedge-sparrow-choir") == 1

    def test_an_inferred_fact_can_be_settled(self) -> None:
        packs = read_packs([EXAMPLES / "smoky-squirrels.yaml"])
        assert codes(packs) == []
        layout = """
game: smoky-mountains
rulings: {squirrels-pawed: not-pawed}
players: {A: {forest: [Hemlock: {bottom: Eastern Chipmunk, left: Gray Fox}]}}
"""
        without = read_packs([])
        assert points_of(sheet_of(layout, packs), "gray-fox") == 1 + points_of(sheet_of(layout, without), "gray-fox")
        settled = packs.catalogue("smoky-mountains")
        for id in ("eastern-chipmunk", "flying-squirrel", "gray-squirrel", "red-squirrel"):
            assert settled.species(id).rulings == ()

    def test_the_halves_of_one_card_cannot_both_be_in_sight(self) -> None:
        packs = read_packs([EXAMPLES / "hedgerow-promo.yaml"])
        layout = """
expansions: [hedgerow]
players: {Anna: {forest: [Birch: {top: Robin (oak), bottom: Wandering Hedgehog (birch)}]}}
"""
        node = next(iter(documents(layout))).node
        assert node is not None
        built = build_game(read_layout(node, packs.catalogue))
        assert [found.code for found in built.diagnostics] == ["both-halves-of-one-card"]

    def test_a_whole_game_scores(self) -> None:
        packs = read_packs([EXAMPLES / "orchard.yaml"])
        assert codes(packs) == []
        assert packs.listing()["orchard"]["title"] == "Orchard (an invented example)"
        layout = """
game: orchard
players:
  Anna:
    cave: 2
    forest:
      - Apple Tree: {top: Starling (apple), bottom: [2x Little Beetle]}
      - Pear Tree: {left: Robin Redbreast (pear)}
"""
        sheet = sheet_of(layout, packs)
        points = {line.scored.id: line.known for line in sheet.players[0].lines}
        assert points == {"apple-tree": 2, "pear-tree": 4, "starling": 3, "little-beetle": 4, "robin-redbreast": 2}
        assert sheet.players[0].range.min == 17

    def test_the_example_of_left_and_right_covers_both(self) -> None:
        packs = read_packs([EXAMPLES / "orchard.yaml"])
        assert packs.catalogue("orchard").prints("robin-redbreast")[0].side == EITHER_SIDE

    @pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.yaml")), ids=lambda path: path.stem)
    def test_every_catalogue_of_an_example_can_be_made(self, path: Path) -> None:
        packs = read_packs([EXAMPLES / "hedgerow-promo.yaml", path])
        assert packs.is_valid
        for pack in packs.packs:
            make_everything(packs.core(pack.game))
