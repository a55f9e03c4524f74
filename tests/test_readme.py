"""The README is true: its output is what the command prints, its lists are complete, its commands exist.

`pytest tests/test_readme.py --update-golden` writes the generated parts anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner

from forestcalc.cli.app import _COMMANDS, app
from forestcalc.cli.status import Status
from forestcalc.diagnostics.codes import code_pages

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"


@pytest.fixture
def generated(request: pytest.FixtureRequest) -> Callable[[str, str, str], None]:
    """Compare the text between two marks with what it should be, or write it."""

    def compare(begin: str, end: str, wanted: str) -> None:
        text = README.read_text(encoding="utf-8")
        before, _, rest = text.partition(begin)
        known, found, after = rest.partition(end)
        assert found, f"the README lacks the marks {begin} {end}"
        if request.config.getoption("--update-golden"):
            README.write_text(f"{before}{begin}{wanted}{end}{after}", encoding="utf-8")
        else:
            assert known == wanted, "run: pytest tests/test_readme.py --update-golden"

    return compare


def test_the_output_is_what_the_command_prints(
    generated: Callable[[str, str, str], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    layout = re.search(r"```yaml\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert layout is not None
    (tmp_path / "game.yaml").write_text(layout[1], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "88")
    result = CliRunner().invoke(app, ["score", "game.yaml", "--explain", "--quiet"])
    assert result.exit_code == 0, result.output
    lines = "\n".join(line.rstrip() for line in result.stdout.splitlines())
    generated(
        "<!-- output: forestcalc score game.yaml --explain -->\n",
        "<!-- end of output -->",
        f"```text\n{lines.strip()}\n```\n",
    )


def test_every_code_of_a_layout_is_listed(generated: Callable[[str, str, str], None]) -> None:
    areas: dict[str, list[str]] = {}
    for page in code_pages().values():
        areas.setdefault(page.area, []).append(f"`{page.code}`")
    rows = "".join(f"| {area} | {', '.join(codes)} |\n" for area, codes in areas.items())
    generated("<!-- codes -->\n", "<!-- end of codes -->", f"\n| about | codes |\n|---|---|\n{rows}\n")


def test_every_command_is_named() -> None:
    text = README.read_text(encoding="utf-8")
    for commands in _COMMANDS.values():
        for command in commands:
            assert re.search(rf"`{command}[ `]", text), command


def test_every_status_is_listed() -> None:
    text = README.read_text(encoding="utf-8")
    for status in Status:
        assert f"\n| {status.value} | " in text


def test_linked_files_exist() -> None:
    for target in re.findall(r"\]\((?!http)([^)#]+)", README.read_text(encoding="utf-8")):
        assert (ROOT / target).exists(), target


def test_the_python_example_runs() -> None:
    for block in re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL):
        exec(compile(block, "README.md", "exec"), {})
