"""What a call imports: heavy packages, and parts of our own that it has no use for, stay out."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

from forestcalc.catalogue.catalogue import catalogue, games
from tests.support import EXAMPLES, ROOT

PACKAGE = ROOT / "forestcalc"
GAME = str(EXAMPLES / "five-players-all-boxes.yaml")

NEVER = {
    "pydantic",
    "pydantic_core",
    "networkx",
    "numpy",
    "textual",
    "hypothesis",
    "pytest",
    "jsonschema",
    "requests",
    "http.client",
    "ssl",
    "sqlite3",
    "asyncio",
    "multiprocessing",
    "concurrent.futures",
    "markdown_it",
    "pygments",
    "tkinter",
    "importlib.metadata",
    "forestcalc.arbiter",
    "forestcalc.exchange",
    "forestcalc.fix",
    "forestcalc.schema",
    "forestcalc.tally",
}
RICH = {"rich"}

CALLS = [
    (
        ("--version",),
        NEVER | RICH | {"typer", "yaml", "ruamel", "dataclasses", "forestcalc.cli.app", "forestcalc.catalogue"},
    ),
    (("score", "--json", GAME), NEVER | RICH),
    (("score", GAME), NEVER),
    (("validate", GAME), NEVER | RICH),
    (("validate", "--json", GAME), NEVER | RICH),
    (("check", "--json", GAME), NEVER | RICH),
    (("check", GAME), NEVER | RICH),
    (("score", "--help"), NEVER | RICH | {"yaml", "ruamel"}),
]

PROBE = """
import json, os, sys
sys.argv = ["forestcalc", *json.loads(sys.argv[1])]
sys.stdout = open(os.devnull, "w", encoding="utf-8")
real_exit = os._exit
def ended(code):
    sys.stderr.write("\\n" + json.dumps(sorted(sys.modules)) + "\\n")
    sys.stderr.flush()
    real_exit(code)
os._exit = ended
try:
    from forestcalc.cli import main
    main()
except SystemExit:
    pass
ended(0)
"""


@cache
def imported(*arguments: str) -> frozenset[str]:
    """Return the modules that a call has imported when it ends."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, json.dumps(arguments)], capture_output=True, check=True, text=True, timeout=60
    )
    return frozenset(json.loads(done.stderr.splitlines()[-1]))


@pytest.mark.parametrize(
    ("arguments", "unwanted"), CALLS, ids=[" ".join(arguments).replace(GAME, "GAME") for arguments, _ in CALLS]
)
def test_a_call_imports_nothing_heavy(arguments: tuple[str, ...], unwanted: set[str]) -> None:
    assert imported(*arguments) & unwanted == set()


def test_a_call_knows_the_modules_of_its_own_command_only() -> None:
    commands = {name for name in imported("score", "--json", GAME) if name.startswith("forestcalc.cli.")}
    assert "forestcalc.cli.scoring" in commands
    assert not commands & {
        "forestcalc.cli.rules",
        "forestcalc.cli.exchange",
        "forestcalc.cli.packs",
        "forestcalc.cli.tally",
    }


def test_the_package_lists_its_names_before_they_are_imported() -> None:
    probe = "import forestcalc; print(set(forestcalc.__all__) <= set(dir(forestcalc)))"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, check=True, text=True, timeout=60)
    assert done.stdout == "True\n"


def test_importing_the_package_imports_nothing_of_it() -> None:
    probe = "import sys, forestcalc; print(*(name for name in sys.modules if name.startswith('forestcalc')))"
    done = subprocess.run([sys.executable, "-c", probe], capture_output=True, check=True, text=True, timeout=60)
    assert set(done.stdout.split()) == {"forestcalc", "forestcalc.version"}


# -- the sources ---------------------------------------------------------------------------------------------------------

SOURCES = sorted(path for path in PACKAGE.rglob("*.py") if "data" not in path.relative_to(PACKAGE).parts)


ENGINE = ("api.py", "catalogue", "diagnostics", "game", "layout", "scoring", "source")
ENGINE_SOURCES = [path for path in SOURCES if path.relative_to(PACKAGE).parts[0] in ENGINE]


def species_ids() -> set[str]:
    """Return the ids of all species, but for the words that mean a kind of host."""
    cards = [catalogue(game) for game in games()]
    return {id for one in cards for id in one.species_ids} - {kind for one in cards for kind in one.host_kinds}


@pytest.mark.parametrize("path", ENGINE_SOURCES, ids=[str(path.relative_to(PACKAGE)) for path in ENGINE_SOURCES])
def test_the_engine_knows_no_species(path: Path) -> None:
    """Docstrings may show a card as an example; what the code computes with names none."""
    tree = ast.parse(path.read_text("utf-8"))
    words = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    if path.name in ("names.py", "words.py"):
        words -= {"wolf", "chamois", "sheep", "moss", "elk"}  # English nouns with a plural of their own
    assert words & species_ids() == set()


LAYERS: dict[str, set[str]] = {
    "source": set(),
    "diagnostics": set(),
    "catalogue": set(),
    "layout": {"catalogue", "diagnostics", "source"},
}


def imports_of(path: Path) -> set[str]:
    """Return the parts of the package that a module imports when it is imported itself."""
    return set(re.findall(r"^from forestcalc\.(\w+)", path.read_text("utf-8"), re.MULTILINE))


@pytest.mark.parametrize("path", SOURCES, ids=[str(path.relative_to(PACKAGE)) for path in SOURCES])
def test_only_the_command_line_imports_typer_and_only_reports_import_rich(path: Path) -> None:
    text = path.read_text("utf-8")
    part = path.relative_to(PACKAGE).parts[0]
    if part != "cli":
        assert not re.search(r"^\s*(import|from) typer\b", text, re.MULTILINE)
    if part in ENGINE:
        assert "forestcalc.cli" not in re.findall(r"^\s*from (forestcalc\.\w+)", text, re.MULTILINE)
    if part in ("catalogue", "diagnostics", "game", "layout", "scoring", "source"):
        assert not re.search(r"^\s*(import|from) (rich|textual)\b", text, re.MULTILINE)
    if part in LAYERS and path.name not in ("build_hook.py",):
        allowed = LAYERS[part] | {part, "diagnostics"}
        assert imports_of(path) <= allowed
