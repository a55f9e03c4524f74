"""Keys: the program `tally` in a terminal of its own, each key timed from its press to the last byte of the answer."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import shutil
import signal
import struct
import sys
import termios
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import monotonic, perf_counter
from typing import NamedTuple

from tests.support import EXAMPLES

COMMAND = Path(sys.executable).with_name("forestcalc")
LARGEST = EXAMPLES / "five-players-all-boxes.yaml"
SIZES = ((80, 24), (200, 60))
LIMIT = 0.1
"""Within so many seconds a key has to be answered."""
_QUIET = 0.15
_PATIENCE = 0.6
_NAMED = {
    "Enter": b"\r",
    "Tab": b"\t",
    "Shift+Tab": b"\x1b[Z",
    "Esc": b"\x1b",
    "Del": b"\x1b[3~",
    "Back": b"\x7f",
    "Up": b"\x1b[A",
    "Down": b"\x1b[B",
    "Right": b"\x1b[C",
    "Left": b"\x1b[D",
    "PageUp": b"\x1b[5~",
    "PageDown": b"\x1b[6~",
    "F2": b"\x1bOQ",
    "F4": b"\x1bOS",
    "F6": b"\x1b[17~",
    "F7": b"\x1b[18~",
    "^Z": b"\x1a",
    "^Y": b"\x19",
    "^Q": b"\x11",
}
SCRIPT = (
    # Trees and saplings, one after the other, found in several languages.
    *("linden Enter", "hêtre Enter", "Eiche Enter Enter", "sap Enter Enter Enter Enter Enter"),
    # Up to a host, names that fit, undone and done again.
    *("Up Up chaf Esc Up Up Right Right Left Esc Up Right geai Back Back Esc", "Down Down Down Down"),
    *("beech Enter", "hase Enter Enter Enter Enter Enter ^Z ^Z ^Y ^Z ^Z", "buchf Enter ^Z ^Y fire Enter Enter"),
    # One letter that many cards begin with.
    *("o Down Down Down Back", "e Down Up Back", "a Back", "s Back", "zzz Back Back Back"),
    # From player to player, hosts removed and put back.
    *(
        "Tab Up Up Up Del ^Z Up Up Del ^Z Up Del ^Z Down",
        "Tab Tab Tab Tab Shift+Tab Shift+Tab",
        "PageUp PageUp PageDown",
    ),
    # Caves, symbols, moves, pages.
    *("F2 Back Back 8 Enter", "Tab Tab F4 Enter F4 Down Enter ^Z ^Z ^Z", "Up Up F6 Esc F7 Esc ? Esc"),
    *("Shift+Tab Esc", "sycamore Enter", "squirrel Enter", "roe Enter Esc", "Esc Del ^Z ^Z ^Z ^Z"),
)
"""What is pressed: named keys, and words that are typed letter by letter."""


class Pressed(NamedTuple):
    """One key: seconds to the last byte of the answer and of the processor (NaN where that is not known)."""

    key: str
    seconds: float
    processor: float


class Typed(NamedTuple):
    """One run in a terminal of so many columns and lines."""

    size: tuple[int, int]
    pressed: tuple[Pressed, ...]
    silent: int

    @property
    def seconds(self) -> list[float]:
        """The time of every key, the shortest first."""
        return sorted(one.seconds for one in self.pressed)

    def summary(self) -> dict[str, float]:
        """Return the middle, 95 %, the slowest key and how many were too late; and the same of the processor."""
        times, work = self.seconds, sorted(one.processor for one in self.pressed)
        return {
            "columns": self.size[0],
            "lines": self.size[1],
            "keys": len(times),
            "silent": self.silent,
            "median": median(times),
            "most": times[int(len(times) * 0.95)],
            "slowest": times[-1],
            "late": sum(one > LIMIT for one in times),
            "processor": median(work),
            "processor_most": work[int(len(work) * 0.95)],
            "processor_slowest": work[-1],
        }


def measure(runs: int = 3, sizes: Sequence[tuple[int, int]] = SIZES) -> list[Typed]:
    """Return for each size the best of several runs: for each key the shortest of its times.

    Whatever else the machine does can only lengthen a time; a key that is slow by itself is slow in every run.
    """
    return [_best([run(size) for _ in range(runs)]) for size in sizes]


def _best(runs: Sequence[Typed]) -> Typed:
    pressed = tuple(
        Pressed(same[0].key, min(one.seconds for one in same), min(one.processor for one in same))
        for same in zip(*(one.pressed for one in runs), strict=True)
    )
    return Typed(runs[0].size, pressed, runs[0].silent)


def keys(script: Sequence[str] = SCRIPT) -> Iterator[tuple[str, bytes]]:
    """Yield every key that is pressed: what it is called, and what a terminal sends for it."""
    for line in script:
        for word in line.split(" "):
            if word in _NAMED:
                yield word, _NAMED[word]
            else:
                yield from ((letter, letter.encode()) for letter in word)


def run(size: tuple[int, int], script: Sequence[str] = SCRIPT, file: Path = LARGEST) -> Typed:
    """Enter into a copy of *file* what *script* says; keys that change nothing on the screen are counted as silent."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / file.name
        shutil.copy(file, path)
        terminal = Terminal(size, [str(COMMAND), "tally", str(path)])
        try:
            if terminal.answer(patience=20, quiet=1) is None:
                raise RuntimeError("the program shows nothing")
            pressed, silent = [], 0
            for name, data in keys(script):
                work = terminal.processor()
                start = perf_counter()
                terminal.send(data)
                end = terminal.answer()
                if end is None:
                    end = start
                    silent += 1
                pressed.append(Pressed(name, end - start, terminal.processor() - work))
        finally:
            terminal.end()
    return Typed(size, tuple(pressed), silent)


class Terminal:
    """A program in a terminal of its own, of so many columns and lines."""

    def __init__(self, size: tuple[int, int], command: Sequence[str]) -> None:
        self.pid, self._handle = pty.fork()
        if self.pid == 0:
            drop = ("NO_COLOR", "FORCE_COLOR", "COLORTERM")
            env = {name: value for name, value in os.environ.items() if name not in drop}
            os.execve(command[0], list(command), {**env, "TERM": "xterm-256color"})
        fcntl.ioctl(self._handle, termios.TIOCSWINSZ, struct.pack("HHHH", size[1], size[0], 0, 0))
        self.shown = bytearray()

    def send(self, data: bytes) -> None:
        """Press a key."""
        os.write(self._handle, data)

    def answer(self, *, patience: float = _PATIENCE, quiet: float = _QUIET) -> float | None:
        """Read until nothing came for *quiet* seconds; return when the last byte came, None if none did."""
        last, until = None, monotonic() + patience
        while select.select([self._handle], [], [], max(0.0, until - monotonic()))[0]:
            try:
                data = os.read(self._handle, 65536)
            except OSError:
                raise RuntimeError(f"the program has ended: {self.shown[-500:].decode(errors='replace')}") from None
            last, until = perf_counter(), monotonic() + quiet
            self.shown += data
        return last

    def processor(self) -> float:
        """Return how many seconds of a processor the program has had, NaN where the system does not tell."""
        try:
            threads = list(Path(f"/proc/{self.pid}/task").iterdir())
            return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9
        except (OSError, IndexError, ValueError):
            return float("nan")

    def end(self) -> None:
        """End the program, by force if it does not."""
        try:
            self.send(_NAMED["^Q"])
            self.answer(patience=2)
            os.kill(self.pid, signal.SIGKILL)
        except (OSError, RuntimeError):
            pass
        os.close(self._handle)
        os.waitpid(self.pid, 0)
