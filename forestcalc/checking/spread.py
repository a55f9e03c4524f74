"""Spread: work shared among processes, its results in the order of the items all the same."""

from __future__ import annotations

import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import Any, TypeVar

R = TypeVar("R")
Work = Callable[[str], Iterable[R]]

CHUNK = 8
"""How many items a process gets at a time: enough that talking costs little, few enough that all end together."""

FIRST = 4
"""How many items are done before there are other processes, which then begin with all that these made ready."""

AHEAD = 4
"""How many chunks a process the results may run ahead of the one whose turn it is; they wait in memory."""

# A forked process has everything that is loaded already; elsewhere it is not safe or not there.
METHOD = "fork" if sys.platform == "linux" else "spawn"


def spread(
    work: Work[R],
    items: Sequence[str],
    jobs: int,
    *,
    here: Callable[[str], bool] = lambda _: False,
    setup: Callable[[], object] | None = None,
) -> Iterator[tuple[int, R]]:
    """Yield what *work* yields for each of *items*, in order, with the index of the item; *jobs* processes work.

    Items for which *here* holds are left to this process, which passes their results on one by one. *setup* is called
    in each process that does not begin as a copy of this one. What a process cannot finish, this one does: an
    exception comes out here, and a process that was killed is no loss. Close the iterator to end all processes.
    """
    first = len(items) if jobs <= 1 else FIRST
    yield from ((index, result) for index, item in enumerate(items[:first]) for result in work(item))
    chunks = _chunks(items, here, first)
    crew = [_Worker(work, setup) for _ in range(min(jobs, len(chunks)))]
    try:
        yield from _in_order(work, items, chunks, crew)
    finally:
        for worker in crew:
            worker.stop()


Chunk = tuple[range, bool]
"""Indexes of items, and whether they are done in this process."""


def _chunks(items: Sequence[str], here: Callable[[str], bool], start: int) -> list[Chunk]:
    chunks: list[Chunk] = []
    for index, item in enumerate(items[start:], start):
        alone = here(item)
        if alone or index - start == CHUNK:
            if index > start:
                chunks.append((range(start, index), False))
            start = index
        if alone:
            chunks.append((range(index, index + 1), True))
            start = index + 1
    if start < len(items):
        chunks.append((range(start, len(items)), False))
    return chunks


def _in_order(work: Work[R], items: Sequence[str], chunks: Sequence[Chunk], crew: list[_Worker]) -> Iterator[Any]:
    waiting = deque(number for number, (_, is_here) in enumerate(chunks) if not is_here)
    done: dict[int, list[tuple[int, Any]] | None] = {}  # None: to be done here
    turn = 0
    while turn < len(chunks):
        for worker in crew:
            if worker.is_idle and waiting and waiting[0] < turn + AHEAD * len(crew):
                number = waiting.popleft()
                if not worker.give(number, [(index, items[index]) for index in chunks[number][0]]):
                    done[number] = None
        indexes, is_here = chunks[turn]
        if is_here or turn in done or not any(worker.number == turn for worker in crew):
            if turn in waiting:  # nobody is left to do it
                waiting.remove(turn)
            ready = None if is_here else done.pop(turn, None)
            if ready is None:
                yield from ((index, result) for index in indexes for result in work(items[index]))
            else:
                yield from ready
            turn += 1
            continue
        busy: dict[Any, _Worker] = {worker.connection: worker for worker in crew if worker.number is not None}
        for connection in wait(list(busy)):
            number, results = busy[connection].take()
            done[number] = results


class _Worker:
    """A process that works, and the chunk that it is busy with."""

    def __init__(self, work: Work[R], setup: Callable[[], object] | None) -> None:
        context: Any = get_context(METHOD)
        self.connection: Any
        self.connection, theirs = context.Pipe()
        self.number: int | None = None
        self._is_dead = False
        self._process = context.Process(
            target=_serve, args=(theirs, self.connection, work, None if METHOD == "fork" else setup), daemon=True
        )
        self._process.start()
        theirs.close()

    @property
    def is_idle(self) -> bool:
        """Whether it waits for work."""
        return self.number is None and not self._is_dead

    def give(self, number: int, chunk: list[tuple[int, str]]) -> bool:
        """Give it a chunk; False if the process is gone."""
        if not self._is_dead:
            try:
                self.connection.send(chunk)
            except OSError:
                self._is_dead = True
            else:
                self.number = number
        return not self._is_dead

    def take(self) -> tuple[int, list[tuple[int, Any]] | None]:
        """Take the results of its chunk, None where it has none."""
        number, self.number = self.number, None
        assert number is not None
        try:
            return number, self.connection.recv()
        except (OSError, EOFError):
            self._is_dead = True
            return number, None

    def stop(self) -> None:
        """End the process."""
        self.connection.close()
        self._process.terminate()
        self._process.join()


def _serve(connection: Connection, other_end: Connection, work: Work[R], setup: Callable[[], object] | None) -> None:
    """Work on what comes over *connection* until nothing does any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the whole group, and is for the first to answer
    other_end.close()
    if setup is not None:
        setup()
    with suppress(EOFError, OSError):
        while True:
            chunk: list[tuple[int, str]] = connection.recv()
            try:
                results: list[tuple[int, R]] | None = [(index, one) for index, item in chunk for one in work(item)]
            except Exception:
                results = None  # it will come out again where it is seen
            connection.send(results)
