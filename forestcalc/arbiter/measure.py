"""Measure the arbiter: `python -m forestcalc.arbiter.measure FILE...` reads question files and prints how it does.

A file is CSV with the columns question, lang and expected: ids separated by `|`, any of which is right, or `none` for
a question that must get no answer. `--misses` lists what went wrong; leave it alone for questions that are kept back.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from time import perf_counter

from forestcalc.arbiter.answers import Answer, ask

_BINS = (0.0, 0.5, 0.7, 0.8, 0.9, 0.95, 1.01)


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the ids that are right (none for a question off the topic) and the answer it got."""

    question: str
    language: str
    expected: tuple[str, ...]
    answer: Answer
    seconds: float

    @property
    def is_outside(self) -> bool:
        """Whether no answer is the right answer."""
        return self.expected == ("none",)

    def is_right(self, first: int) -> bool:
        """Whether one of the *first* answers is right; for a question off the topic, whether there is none."""
        ids = [item.id for item in self.answer.answers[:first]]
        return not ids if self.is_outside else any(id in self.expected for id in ids)


def ask_all(path: Path) -> list[Asked]:
    """Ask every question of a file."""
    asked = []
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            start = perf_counter()
            answer = ask(row["question"])
            asked.append(
                Asked(row["question"], row["lang"], tuple(row["expected"].split("|")), answer, perf_counter() - start)
            )
    return asked


def report(asked: Sequence[Asked]) -> Iterable[str]:
    """Yield the lines of the report."""
    inside = [one for one in asked if not one.is_outside]
    outside = [one for one in asked if one.is_outside]
    yield f"questions      {len(asked)}: {len(inside)} to answer, {len(outside)} off the topic"
    yield f"hit@1          {_share(one.is_right(1) for one in inside)}"
    yield f"hit@3          {_share(one.is_right(3) for one in inside)}"
    yield f"false answers  {_share(not one.is_right(1) for one in outside)} of those off the topic"
    for language in sorted({one.language for one in inside}):
        yield f"  {language}  hit@1     {_share(one.is_right(1) for one in inside if one.language == language)}"
    yield "confidence of the first answer, and how often it was right:"
    answered = [one for one in asked if one.answer.answers]
    for low, high in pairwise(_BINS):
        hits = [one.is_right(1) for one in answered if low <= one.answer.answers[0].confidence < high]
        if hits:
            yield f"  {low:.2f} to {min(high, 1.0):.2f}  {_share(hits)}"
    times = sorted(one.seconds for one in asked)
    if times:
        yield f"time           {1000 * times[len(times) // 2]:.1f} ms a question, at most {1000 * times[-1]:.1f} ms"


def _share(values: Iterable[bool]) -> str:
    found = list(values)
    return f"{100 * sum(found) / len(found):5.1f} % ({sum(found)} of {len(found)})" if found else "none"


def main(arguments: Sequence[str]) -> int:
    """Print the report of each file; 2 for a wrong command line."""
    files = [argument for argument in arguments if argument != "--misses"]
    if not files:
        print(__doc__)
        return 2
    ask("How many cards may I hold?")  # the texts are loaded before the clock starts
    for file in files:
        asked = ask_all(Path(file))
        print(f"{file}")
        for line in report(asked):
            print(line)
        if "--misses" in arguments:
            for one in asked:
                if not one.is_right(1):
                    got = ", ".join(f"{item.id} {item.confidence:.2f}" for item in one.answer.answers)
                    print(f"  {one.language} {one.question!r}: {'|'.join(one.expected)}, got {got or 'nothing'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
