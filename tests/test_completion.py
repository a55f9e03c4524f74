"""Shell completion: every shell is offered commands, options and the names of cards."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = Path(sys.executable).with_name("forestcalc")


def completed(shell: str, *words: str) -> set[str]:
    """Return the first word of every suggestion for the last of *words*."""
    line = " ".join(("forestcalc", *words))
    asked = {
        "bash": {"_FORESTCALC_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words))},
        "zsh": {"_FORESTCALC_COMPLETE": "complete_zsh", "_TYPER_COMPLETE_ARGS": line},
        "fish": {
            "_FORESTCALC_COMPLETE": "complete_fish",
            "_TYPER_COMPLETE_ARGS": line,
            "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        },
    }
    run = subprocess.run(
        [str(COMMAND)], env=dict(os.environ) | asked[shell], capture_output=True, text=True, check=False
    )
    assert not run.stderr
    return {one for line in run.stdout.splitlines() for one in line.replace('"', " ").replace(":", " ").split()}


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_commands_are_offered(shell: str) -> None:
    assert {"card", "cards"} <= completed(shell, "car")
    assert {"score", "schema"} <= completed(shell, "sc")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_options_of_a_command_are_offered(shell: str) -> None:
    assert {"--json", "--explain"} <= completed(shell, "score", "--")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_nothing_is_offered_where_nothing_fits(shell: str) -> None:
    assert not completed(shell, "zzz") & {"score", "card", "ask"}
