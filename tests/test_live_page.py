"""The page about the Python API: every example is run, and its table names what there is."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import forestcalc
from forestcalc.live import LiveCard, LiveForest, LiveHost, LiveTable
from tests.support import ROOT

PAGE = ROOT / "forestcalc" / "README.md"
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def test_every_example_gives_what_the_page_says() -> None:
    text = PAGE.read_text(encoding="utf-8")
    globs: dict[str, object] = {}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    examples = 0
    for number, block in enumerate(_BLOCK.finditer(text)):
        if block[1] != "pycon":
            assert ">>>" not in block[2]
            continue
        line = text.count("\n", 0, block.start(2))
        test = doctest.DocTestParser().get_doctest(block[2], globs, f"block {number}", str(PAGE), line)
        examples += len(test.examples)
        runner.run(test, clear_globs=False)
        globs = test.globs
    results = runner.summarize(verbose=False)
    assert (results.failed, results.attempted) == (0, examples)
    assert examples > 40


@pytest.mark.parametrize(
    ("kind", "prefix"), [(LiveTable, "table"), (LiveForest, "forest"), (LiveHost, "host"), (LiveCard, "card")]
)
def test_what_the_page_names_is_there(kind: type, prefix: str) -> None:
    named = re.findall(rf"`{prefix}\.(\w+)", PAGE.read_text(encoding="utf-8"))
    assert named
    for name in named:
        assert hasattr(kind, name), name


@pytest.mark.parametrize("name", forestcalc.__all__)
def test_public_names_are_there_and_documented(name: str) -> None:
    value = getattr(forestcalc, name)
    assert value.__doc__
    assert Path(forestcalc.__file__).parent.joinpath("py.typed").exists()


def test_the_function_catalogue_is_there_whatever_was_imported_before() -> None:
    code = "import forestcalc.catalogue.store, forestcalc; print(len(forestcalc.catalogue('dartmoor').boxes))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "1\n"
