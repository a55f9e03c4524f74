"""Timing: several things measured in turns, so that whatever else the machine does meets all of them alike.

What runs in this process is measured by the time that its core spent on it; commands are measured by the clock.
"""

from __future__ import annotations

import gc
import os
import subprocess
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from statistics import median
from time import perf_counter, thread_time

Work = Callable[[], object]


def timed(works: Mapping[str, Work], *, rounds: int, span: float = 0.002) -> dict[str, float]:
    """Return the median seconds of one call of each work.

    In every round each work is called as often as fills *span* seconds, one work after the other.
    """
    repeats = {name: _repeats(work, span) for name, work in works.items()}
    found: dict[str, list[float]] = {name: [] for name in works}
    with _still():
        for _ in range(rounds):
            for name, work in works.items():
                number = repeats[name]
                start = thread_time()
                for _ in range(number):
                    work()
                found[name].append((thread_time() - start) / number)
    return {name: median(times) for name, times in found.items()}


def timed_each(works: Sequence[Work], *, rounds: int) -> list[float]:
    """Return the median seconds of each work, which is called once a round, in the same order every time."""
    found: list[list[float]] = [[] for _ in works]
    with _still():
        for _ in range(rounds):
            for times, work in zip(found, works, strict=True):
                start = thread_time()
                work()
                times.append(thread_time() - start)
    return [median(times) for times in found]


Command = tuple[Sequence[str], Mapping[str, str]]
"""A command and what it needs in the environment beside what all have."""


def timed_commands(commands: Mapping[str, Command], *, rounds: int) -> dict[str, float]:
    """Return the median seconds that each command takes from start to end, after one call that is not counted."""
    found: dict[str, list[float]] = {name: [] for name in commands}
    for number in range(rounds + 1):
        for name, (command, own) in commands.items():
            env = {**os.environ, "NO_COLOR": "1", **own}
            start = perf_counter()
            subprocess.run(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            if number:
                found[name].append(perf_counter() - start)
    return {name: median(times) for name, times in found.items()}


def _repeats(work: Work, span: float) -> int:
    work()
    start = thread_time()
    work()
    return max(1, int(span / max(thread_time() - start, 1e-7)))


@contextmanager
def _still() -> Iterator[None]:
    """What was made before is left alone by the garbage collector; what is measured still pays for its own."""
    gc.collect()
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


@contextmanager
def one_core() -> Iterator[None]:
    """Keep this process on one core, where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
