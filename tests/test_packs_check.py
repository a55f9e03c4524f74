from __future__ import annotations

from pathlib import Path

import pytest

from forestcalc.packs.faults import CODES, MOST_FAULTS
from forestcalc.packs.load import FILE_LIMIT, SIZE_LIMIT, check_text, read_packs
from tests.packs_helpers import FAULTS, codes, load, shipped_games

FILES = sorted(FAULTS.glob("*.yaml"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_faulty_pack_gives_its_diagnostic_at_its_place(path: Path) -> None:
    expected = path.read_text(encoding="utf-8").split("\n")[0].removeprefix("# expect: ").split(" ", 2)
    found = read_packs([path]).diagnostics[-1]
    assert found.span is not None
    assert [found.code, f"{found.span.line}:{found.span.column}"] == expected[:2]
    assert found.file == str(path)
    if len(expected) > 2:
        assert expected[2] in (found.help or "")


@pytest.mark.parametrize("path", [path for path in FILES if path.stem != "too-many-faults"], ids=lambda path: path.stem)
def test_one_fault_gives_one_diagnostic(path: Path) -> None:
    assert len(read_packs([path]).diagnostics) == 1


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_place_lies_inside_the_file(path: Path) -> None:
    lines = path.read_text(encoding="utf-8").split("\n")
    for found in read_packs([path]).diagnostics:
        assert found.span is not None
        assert 1 <= found.span.line <= len(lines)
        assert 1 <= found.span.column <= found.span.end_column <= len(lines[found.span.line - 1]) + 2


def test_every_code_has_a_faulty_pack() -> None:
    shown = {path.read_text(encoding="utf-8").split()[2] for path in FILES}
    assert set(CODES) - shown == set()


def test_every_fault_is_found_in_one_run(tmp_path: Path) -> None:
    loaded = load(
        tmp_path,
        """
game: forest-shuffle
box: test-box
sorces: {}
species:
  one-bird: {name: One Bird, kind: dweller, types: [brid], prints: [{side: top, symbol: oak, copies: 1}], rule: 1}
  two-bird: {name: Two Bird, kind: dweller, types: [bird], prints: [{symbol: oak, copies: 1}], rule: 1}
  robin: {rule: 7}
  six-bird:
    name: Six Bird
    kind: dweller
    types: [bird]
    prints: [{side: top, symbol: oak, copies: 1}]
    rule: {points: 5000, if: {symbol: oak}}
caves:
  den: {name: Den, copies: 1, rule: {points: 1, per: {symbol: own}}}
""",
    )
    assert codes(loaded) == [
        "pack-unknown-key",
        "pack-unknown-type",
        "pack-missing-key",
        "pack-changes-card",
        "pack-number-range",
        "pack-symbol-outside-per",
        "pack-rule-shape",
    ]
    assert not loaded.packs


def test_a_flood_of_faults_is_cut_off(tmp_path: Path) -> None:
    loaded = load(tmp_path, "game: dartmoor\n" + "".join(f"key-{number}: 1\n" for number in range(20_000)))
    assert len(loaded.diagnostics) == MOST_FAULTS + 1
    assert loaded.diagnostics[-1].code == "pack-too-many-faults"


def test_a_large_file_is_not_even_parsed(tmp_path: Path) -> None:
    loaded = load(tmp_path, "game: dartmoor\ndescription: |\n" + "  x\n" * (SIZE_LIMIT // 4 + 1))
    assert codes(loaded) == ["pack-too-large"]


def test_repeating_aliases_are_bounded(tmp_path: Path) -> None:
    text = "game: dartmoor\nspecies: &a\n" + "".join(
        f"  s{number}: {{names: {{en: &n{number} [{', '.join(['x'] * 10)}]}}}}\n" for number in range(10)
    )
    loaded = load(tmp_path, text + "sets: *a\n" + "caves: {a: *a, b: *a, c: *a}\n" * 1)
    assert not loaded.is_valid


def test_more_species_than_allowed_are_refused(tmp_path: Path) -> None:
    species = "".join(f"  s{number}: {{names: {{}}}}\n" for number in range(501))
    assert codes(load(tmp_path, f"game: dartmoor\nspecies:\n{species}")) == ["pack-size"]


def test_all_rules_together_are_bounded(tmp_path: Path) -> None:
    rule = "[" + ", ".join("{points: 1, per: {type: bird}}" for _ in range(20)) + "]"
    species = "".join(
        f"  s{number}: {{name: S{number}, kind: dweller, types: [], "
        f"prints: [{{side: top, symbol: ash, copies: 1}}], rule: {rule}}}\n"
        for number in range(101)
    )
    assert codes(load(tmp_path, f"game: dartmoor\nbox: many\nspecies:\n{species}")) == ["pack-too-large"]


def test_a_folder_with_too_many_packs_is_refused(tmp_path: Path) -> None:
    for number in range(FILE_LIMIT + 1):
        (tmp_path / f"{number}.yaml").write_text("game: dartmoor\n", encoding="utf-8")
    assert codes(read_packs([tmp_path])) == ["pack-too-large"]


def test_control_characters_are_shown_escaped(tmp_path: Path) -> None:
    found = load(tmp_path, 'game: dartmoor\n"\\e[31mred": 1\n').diagnostics[0]
    assert found.code == "pack-unknown-key"
    assert "\x1b" not in found.message + (found.help or "")


def test_packs_that_are_loaded_together_may_refer_to_one_another(tmp_path: Path) -> None:
    first = (
        "game: dartmoor\nbox: one\nspecies:\n  a-bird: {name: A Bird, kind: dweller, types: [bird], "
        "prints: [{side: top, symbol: ash, copies: 1}], rule: {points: 1, per: {species: b-bird}}}\n"
    )
    second = first.replace("one", "two").replace("a-bird", "b-bird").replace("A Bird", "B Bird")
    assert load(tmp_path, first, second).is_valid
    assert codes(load(tmp_path, first)) == ["pack-unknown-species"]


def test_checking_leaves_the_games_alone() -> None:
    games = shipped_games()
    check_text("game: dartmoor\nbox: new-box\nspecies: {otter: {names: {it: [Lontra]}}}\n", games)
    assert games == shipped_games()
