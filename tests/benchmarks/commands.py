"""Commands: cold starts against importing typer and rich, and `check` over many files."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple

from forestcalc import load
from forestcalc.live.written import layout_text
from forestcalc.scoring.score import score as score_game
from tests.benchmarks.deals import BOXES, SEED
from tests.benchmarks.timing import Command, timed_commands
from tests.support import EXAMPLES
from tests.tables import as_value, dealt

COMMAND = Path(sys.executable).with_name("forestcalc")
IMPORTS = "import typer, rich"


class Checked(NamedTuple):
    """`check` over many files: how many, seconds for all with every core and with one process, and a cold start."""

    files: int
    hosts: int
    seconds: float
    alone: float
    start: float

    @property
    def share(self) -> float:
        """What a file costs, as a share of a cold start."""
        return self.seconds / self.files / self.start


def starts(rounds: int) -> dict[str, float]:
    """Return the seconds of cold starts, `import typer, rich` among them."""
    example = str(EXAMPLES / "two-players.yaml")
    own = str(COMMAND)
    completing = {"_FORESTCALC_COMPLETE": "complete_bash", "COMP_WORDS": "forestcalc card eur", "COMP_CWORD": "2"}
    commands: dict[str, Command] = {
        IMPORTS: ([sys.executable, "-c", IMPORTS], {}),
        "score --json": ([own, "score", "--json", example], {}),
        "score": ([own, "score", example], {}),
        "--version": ([own, "--version"], {}),
        "completion": ([own], completing),
    }
    return timed_commands(commands, rounds=rounds)


def check(files: int, hosts: int, start: float) -> Checked:
    """Check many files of two players, *hosts* hosts each in all, in a folder of their own."""
    with TemporaryDirectory() as folder:
        for number, text in enumerate(_texts(files, hosts)):
            (Path(folder) / f"game-{number:04}.yaml").write_text(text, encoding="utf-8")
        seconds = _seconds(folder, "0")
        alone = _seconds(folder, "1")
    return Checked(files, hosts, seconds, alone, start)


def _seconds(folder: str, jobs: str) -> float:
    began = perf_counter()
    done = subprocess.run(
        [str(COMMAND), "check", "--quiet", "--jobs", jobs, folder], stdout=subprocess.DEVNULL, check=False
    )
    assert done.returncode == 0, done.returncode  # every file states its totals
    return perf_counter() - began


def _texts(files: int, hosts: int) -> Iterator[str]:
    """Yield legal layouts of two players that state their totals; a tenth of them are different ones."""
    rng = random.Random(SEED)
    different = []
    for _ in range(max(1, files // 10)):
        table = dealt("forest-shuffle", BOXES, rng, players=2, hosts=hosts // 2, dwellers=2 * hosts)
        value = as_value(table)
        (game,) = load(layout_text(value))
        for player in score_game(game).players:
            if player.total is not None:
                value["players"][player.name]["expect"] = player.total
        different.append(layout_text(value))
    for number in range(files):
        yield different[number % len(different)]
