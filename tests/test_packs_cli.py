from __future__ import annotations

import json
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from forestcalc.cli import packs
from forestcalc.packs.load import template
from tests.packs_helpers import EXAMPLES, FAULTS


@pytest.fixture
def app() -> typer.Typer:
    app = typer.Typer()
    packs.register(app)
    app.command()(lambda: None)
    return app


def run(app: typer.Typer, *arguments: str | Path, stdin: str | None = None) -> tuple[int, str, str]:
    done = CliRunner().invoke(app, ["pack", *map(str, arguments)], input=stdin)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, done.stdout, done.stderr


def test_a_sound_pack_ends_with_0(app: typer.Typer) -> None:
    path = EXAMPLES / "smoky-squirrels.yaml"
    assert run(app, "check", path) == (0, f"{path}: fine (4 species for smoky-mountains)\n", "")


def test_warnings_do_not_change_the_status_and_can_be_left_out(app: typer.Typer) -> None:
    path = EXAMPLES / "hedgerow-promo.yaml"
    status, out, _ = run(app, "check", path)
    assert status == 0
    assert "warning[pack-no-rule]" in out
    assert run(app, "check", "--quiet", path) == (0, "", "")


def test_a_faulty_pack_ends_with_3_and_shows_the_place(app: typer.Typer) -> None:
    path = FAULTS / "unknown-type.yaml"
    status, out, _ = run(app, "check", path)
    assert status == 3
    assert "error[pack-unknown-type]" in out
    assert f"--> {path}:8:13" in out
    assert "^^^^^" in out
    assert "did you mean `bird`?" in out
    assert "fine" not in out


def test_each_file_has_its_line_of_json(app: typer.Typer) -> None:
    sound, faulty = EXAMPLES / "smoky-squirrels.yaml", FAULTS / "unknown-type.yaml"
    status, out, _ = run(app, "check", "--json", sound, faulty)
    lines = [json.loads(line) for line in out.splitlines()]
    assert status == 3
    assert [(line["file"], line["valid"], line["game"]) for line in lines] == [
        (str(sound), True, "smoky-mountains"),
        (str(faulty), False, None),
    ]
    assert set(lines[0]) == {"format", "file", "game", "box", "title", "valid", "species", "diagnostics"}
    assert lines[1]["diagnostics"][0]["code"] == "pack-unknown-type"


def test_a_missing_file_ends_with_3(app: typer.Typer, tmp_path: Path) -> None:
    status, out, _ = run(app, "check", tmp_path / "nowhere.yaml")
    assert status == 3
    assert "error[file-missing]" in out


def test_a_pack_can_come_from_standard_input(app: typer.Typer) -> None:
    status, out, _ = run(app, "check", "-", stdin="game: dartmoor\nspecies: {otter: {names: {it: [Lontra]}}}\n")
    assert (status, out) == (0, "-: fine (1 species for dartmoor)\n")


def test_new_prints_the_template_or_writes_it(app: typer.Typer, tmp_path: Path) -> None:
    assert run(app, "new") == (0, template(), "")
    path = tmp_path / "mine.yaml"
    assert run(app, "new", path) == (0, "", "")
    assert path.read_text(encoding="utf-8") == template()
    assert run(app, "check", path)[0] == 0


def test_new_overwrites_nothing(app: typer.Typer, tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text("mine", encoding="utf-8")
    status, _, err = run(app, "new", path)
    assert status == 3
    assert "is there already" in err
    assert path.read_text(encoding="utf-8") == "mine"
    assert run(app, "new", tmp_path / "no" / "folder.yaml")[0] == 3


def test_schema_is_json(app: typer.Typer) -> None:
    status, out, _ = run(app, "schema")
    assert status == 0
    assert json.loads(out)["title"] == "forestcalc pack"
