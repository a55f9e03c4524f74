from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from forestcalc.catalogue import store
from forestcalc.packs import NO_PACKS, load_packs, wants_user_folder, where
from forestcalc.packs.load import read_packs
from tests.packs_helpers import EXAMPLES, ROOT

BOX = (
    "game: dartmoor\nbox: {box}\ntitle: Box {box}\nspecies:\n  {box}-bird: {{name: {box} bird, kind: dweller, "
    "types: [bird], prints: [{{side: top, symbol: ash, copies: 1}}], rule: 1}}\n"
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder of its own, without any pack and any variable that matters."""
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_CONFIG_HOME", "FORESTCALC_PACKS", "CI", "ANDROID_DATA"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def write(folder: Path, box: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{box}.yaml"
    path.write_text(BOX.format(box=box), encoding="utf-8")
    return path


def boxes(**options: bool) -> list[str | None]:
    return [pack.box for pack in load_packs(user_folder=options.get("user_folder", True)).packs]


def test_without_packs_nothing_is_loaded(home: Path) -> None:
    assert load_packs(user_folder=True) is NO_PACKS
    assert NO_PACKS.core("dartmoor") is store.core("dartmoor")
    assert NO_PACKS.catalogue("dartmoor").boxes == ("base",)
    assert set(NO_PACKS.listing()) == set(store.listing()["games"])


def test_the_user_folder_is_read_where_it_is_wanted(home: Path) -> None:
    write(Path(where.user_packs_folder()), "mine")
    assert boxes() == ["mine"]
    assert boxes(user_folder=False) == []


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere platformdirs decides alone")
def test_the_quick_look_agrees_with_platformdirs(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(home / ".config" / "forestcalc" / "packs", "mine")
    assert boxes() == ["mine"]
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / "elsewhere"))
    assert boxes() == []
    write(home / "elsewhere" / "forestcalc" / "packs", "other")
    assert boxes() == ["other"]


def test_ci_and_no_packs_leave_the_user_folder_out(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert wants_user_folder()
    assert not wants_user_folder(no_packs=True)
    monkeypatch.setenv("CI", "true")
    assert not wants_user_folder()


def test_packs_come_from_folder_variable_and_option_in_this_order(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(Path(where.user_packs_folder()), "first")
    second = write(home / "a", "second")
    third = write(home / "b" / "c", "third")
    fourth = write(home, "fourth")
    monkeypatch.setenv("FORESTCALC_PACKS", os.pathsep.join([str(second), "", str(home / "b")]))
    loaded = load_packs([fourth], user_folder=True)
    assert [pack.box for pack in loaded.packs] == ["first", "second", "third", "fourth"]
    assert [Path(pack.file).name for pack in loaded.of("dartmoor")][2] == third.name


def test_a_folder_is_read_with_the_folders_in_it(home: Path) -> None:
    write(home / "packs", "b")
    write(home / "packs", "a")
    write(home / "packs" / "more", "c")
    write(home / "packs" / "more" / "deeper", "d")
    (home / "packs" / "notes.txt").write_text("no pack", encoding="utf-8")
    (home / "packs" / ".hidden.yaml").write_text("no pack", encoding="utf-8")
    assert [pack.box for pack in load_packs([home / "packs"], user_folder=False).packs] == ["a", "b", "c"]


def test_a_file_that_is_named_twice_is_read_once(home: Path) -> None:
    path = write(home / "packs", "a")
    assert len(load_packs([path, home / "packs", path], user_folder=False).packs) == 1


def test_a_game_in_several_files_is_read_in_the_order_of_its_boxes(home: Path) -> None:
    folder = home / "orchard"
    folder.mkdir()
    text = (EXAMPLES / "orchard.yaml").read_text(encoding="utf-8")
    define, base = text.split("box: base\n")
    (folder / "zzz.yaml").write_text(define.replace("boxes: [base]", "boxes: [base, annex]"), encoding="utf-8")
    (folder / "yyy.yaml").write_text("game: orchard\nbox: base\n" + base, encoding="utf-8")
    more = "game: orchard\nbox: annex\nspecies:\n  starling: {types: [bird], prints: [{side: top, symbol: none, copies: 1}]}\n"
    (folder / "aaa.yaml").write_text(more, encoding="utf-8")
    loaded = read_packs([folder])
    assert loaded.diagnostics == ()
    assert [pack.box for pack in loaded.packs] == [None, "base", "annex"]


def test_a_missing_file_is_a_diagnostic(home: Path) -> None:
    loaded = load_packs([home / "nowhere.yaml"], user_folder=False)
    assert [found.code for found in loaded.diagnostics] == ["file-missing"]
    assert loaded.diagnostics[0].file == str(home / "nowhere.yaml")
    assert not loaded.is_valid


def test_json_is_a_pack_too(home: Path) -> None:
    path = home / "box.json"
    path.write_text('{"game": "dartmoor", "species": {"otter": {"names": {"it": ["Lontra"]}}}}', encoding="utf-8")
    assert load_packs([home], user_folder=False).catalogue("dartmoor").find("lontra") == ["otter"]


def test_catalogues_with_packs_are_made_once(home: Path) -> None:
    loaded = load_packs([write(home, "a")], user_folder=False)
    assert loaded.catalogue("dartmoor", ("a",)) is loaded.catalogue("dartmoor", ("a",))
    with pytest.raises(KeyError):
        loaded.catalogue("dartmoor", ("b",))


def test_a_score_sheet_can_name_the_packs_in_use(home: Path) -> None:
    loaded = load_packs([write(home, "a")], user_folder=False)
    assert loaded.of("forest-shuffle") == ()
    assert [pack.as_json() for pack in loaded.of("dartmoor")] == [
        {"file": str(home / "a.yaml"), "box": "a", "title": "Box a", "override": False}
    ]


def test_the_checker_is_not_imported_where_no_pack_is_in_use(home: Path) -> None:
    code = (
        "import sys\nfrom forestcalc.packs import load_packs, wants_user_folder\n"
        "load_packs([], user_folder=wants_user_folder())\n"
        "print(*sorted(name for name in sys.modules if name.split('.')[0] in ('platformdirs', 'ruamel', 'difflib')"
        " or name.startswith('forestcalc.packs.')))"
    )
    environment = {**os.environ, "HOME": str(home), "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True)
    allowed = {"forestcalc.packs.loaded", "forestcalc.packs.where"}
    assert set(done.stdout.split()) - allowed == (set() if sys.platform == "linux" else {"platformdirs"})
