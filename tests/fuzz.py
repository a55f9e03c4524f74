"""Fuzzing: valid games with random damage go through reading, checking, scoring and rendering.

    python -m tests.fuzz --count 100000 [--seed 1] [--keep FOLDER]

Whatever an input holds: no exception, nothing over a second, bounded memory, diagnostics that lie inside the text, an
exit status that fits them. The same seed gives the same inputs. Inputs that fail are kept in FOLDER.
"""

from __future__ import annotations

import argparse
import io
import json
import random
import resource
import signal
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any
from unittest.mock import patch

from rich.console import Console
from typer import testing
from typer.main import get_command

from forestcalc.api import check_text
from forestcalc.catalogue.catalogue import catalogue
from forestcalc.cli.app import app
from forestcalc.diagnostics.diagnostic import Diagnostic
from forestcalc.fix import fix_text
from forestcalc.report.diagnostics import render_diagnostics
from forestcalc.report.json_format import sheet_as_json
from forestcalc.report.score_text import print_sheet
from forestcalc.scoring.score import score
from forestcalc.source import documents, read_source

ROOT = Path(__file__).resolve().parent.parent

MOST_SECONDS = 1.0
MOST_MEGABYTES = 300
NOW_AND_THEN = 20
"""Every so many inputs go through the commands and the mends too."""

COMMAND = get_command(app)

_TOKENS = (
    b"&a ", b"*a", b"<<: *a", b"!!python/object:os.system ", b"!t ", b"---\n", b"\n---", b"...\n", b"%YAML 1.1\n",
    b"\t", b"\r", b"\r\n", b"\x00", b"\x1b[31m", b"\x85", b"\xef\xbb\xbf", b"\xff\xfe", b"\xed\xa0\x80", b"\xe2\x80\xae",
    b"\xe2\x80\xa8", b"\xc3", b"[red]", b"[/]", b"{", b"}", b"[", b"]", b": ", b"- ", b", ", b"'", b'"', b"|\n", b">-\n",
    b"#", b"? ", b"null", b"~", b"true", b"1e999", b".nan", b".inf", b"0x1F", b"2000000000x ", b"99x ", b" x2", b"-1",
    b"9" * 400, b"9" * 5000, b"(", b")", b"(birch)", b"(base)", b"()" * 20, b"[" * 60, b"{a: " * 60, b"- " * 80,
    b"\\ud800", b'"\\ud83e\\udd87"', b"\\x00", b"a" * 300, "Ä́x".encode(), "２ｘ　Ｂｅｅｃｈ".encode(), "🌲".encode(),
)  # fmt: skip

_ODD_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 99, 100, 10**9, 10**30, 0.5, float("inf"), "", " ", "x", "Beech", "Sapling",
    "Roe Deer (birch)", "2x Common Toad", "0x Beech", "100x Beech", "Universal River", "Red Squirrel (base)", "(", "a(b)(c",
    "European Hare x2", "ш" * 50, "\u202e", "\x1b[1m", [], {}, [[]], [None], {"": ""}, {"a": {"b": {"c": []}}},
    {"card": "Roe Deer", "symbol": "birch", "count": 3}, {"card": "x", "points": 5}, {"card": None}, ["Beech"] * 200,
    [["European Hare"] * 3] * 3, {"Beech": {"left": "European Hare"}}, {"name": "bat-cave", "cards": 3},
    {"total": 5, "trees": "x"}, {"counts": {"trees": 3}}, {"forest": []}, "dartmoor", "smoky-mountains", ["alpine", "promo"],
)  # fmt: skip

_KEYS = (
    "game", "expansions", "rulings", "players", "cave", "expect", "forest", "counts", "top", "bottom", "left", "right",
    "river", "card", "symbol", "box", "count", "points", "name", "cards", "total", "Beech", "Creek", "turkey-oak",
)  # fmt: skip


@dataclass(slots=True)
class Outcome:
    """What came of a run: how many inputs, of which kinds, the slowest, and what failed."""

    inputs: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    codes: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    failures: list[tuple[int, bytes, str]] = field(default_factory=list)


class TooSlow(BaseException):
    """An input took longer than allowed; no handler for ordinary exceptions may swallow it."""


# -- inputs ---------------------------------------------------------------------------------------------------


def seeds() -> list[bytes]:
    """Return the valid games that are damaged: the examples, and the cases of the tests, document by document."""
    paths = [*sorted((ROOT / "examples").glob("*.yaml")), *sorted((ROOT / "tests" / "data" / "cases").rglob("*.yaml"))]
    games = [game for path in paths for game in path.read_bytes().split(b"\n---\n")]
    return [game for game in games if len(game) < 20_000]


def damaged(base: list[bytes], values: list[Any], rng: random.Random) -> bytes:
    """Return one damaged game: bytes changed, or values of its tree, or both."""
    kind = rng.random()
    if kind < 0.45:
        return _bytes_damaged(rng.choice(base), base, rng)
    value = _tree_damaged(rng.choice(values), values, rng)
    data = _dumped(value, rng)
    return _bytes_damaged(data, base, rng) if kind > 0.85 else data


def _bytes_damaged(data: bytes, base: list[bytes], rng: random.Random) -> bytes:
    for _ in range(rng.choice((1, 1, 1, 2, 3, 8))):
        at = rng.randint(0, len(data))
        end = min(len(data), at + rng.choice((1, 1, 2, 5, 20, 200)))
        match rng.randrange(10):
            case 0:
                data = data[:at] + bytes([rng.randrange(256)]) + data[end:]
            case 1:
                data = data[:at] + data[end:]
            case 2 | 3 | 4:
                data = data[:at] + rng.choice(_TOKENS) + data[at:]
            case 5:
                data = data[:at] + rng.choice(_TOKENS) + data[end:]
            case 6:
                data = data[:at] + data[at:end] * rng.choice((2, 3, 30)) + data[end:]
            case 7:
                other = rng.choice(base)
                cut = rng.randint(0, len(other))
                data = data[:at] + other[cut : cut + rng.choice((10, 100, 1000))] + data[end:]
            case 8:
                lines = data.split(b"\n")
                one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
                lines[one], lines[two] = lines[two], lines[one]
                data = b"\n".join(lines)
            case _:
                lines = data.split(b"\n")
                one = rng.randrange(len(lines))
                lines[one] = b" " * rng.randrange(12) + lines[one].lstrip()
                data = b"\n".join(lines)
    if rng.random() < 0.02:
        data = data.decode("utf-8", "replace").encode("utf-16")
    return data


def _tree_damaged(value: Any, others: list[Any], rng: random.Random) -> Any:
    value = deepcopy(value)
    for _ in range(rng.choice((1, 1, 1, 2, 4))):
        places = list(_places(value))
        if not places:
            return deepcopy(rng.choice(_ODD_VALUES))
        holder, name = rng.choice(places)
        old = holder[name]
        match rng.randrange(8):
            case 0 | 1:
                holder[name] = deepcopy(rng.choice(_ODD_VALUES))
            case 2:
                holder[name] = [old, deepcopy(old)]
            case 3:
                holder[name] = {rng.choice(_KEYS): old}
            case 4:
                del holder[name]
            case 5 if isinstance(holder, dict):
                holder[rng.choice(_KEYS)] = holder.pop(name)
            case 6 if isinstance(old, str):
                holder[name] = f"{rng.choice((0, 1, 2, 3, 99))}x {old}"
            case _:
                other, key = rng.choice(list(_places(rng.choice(others))))
                holder[name] = deepcopy(other[key])
    return value


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every place of a tree: the list or mapping, and the key in it."""
    if isinstance(value, dict):
        for name in list(value):
            yield value, name
            yield from _places(value[name])
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield value, number
            yield from _places(item)


def _dumped(value: Any, rng: random.Random) -> bytes:
    text = json.dumps(value, ensure_ascii=rng.random() < 0.2, indent=rng.choice((None, None, 1, 2)))
    return text.encode("utf-8", "surrogatepass")


# -- checks ---------------------------------------------------------------------------------------------------


def examine(data: bytes, path: Path, *, thorough: bool = False) -> set[str]:
    """Send one input through everything; AssertionError or whatever else it raises is a failure. Return its codes."""
    path.write_bytes(data)
    text, faults = read_source(path)
    if text is None:
        assert faults
        assert all(one.is_error and one.message.isprintable() for one in faults)
        return {one.code for one in faults}
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    found: list[Diagnostic] = []
    for checked in check_text(text, path.name):
        assert (checked.game is None) == any(one.is_error for one in checked.diagnostics)
        for one in checked.diagnostics:
            _check_diagnostic(one, lines)
        found += checked.diagnostics
        if checked.game is not None:
            sheet = score(checked.game)
            json.dumps(sheet_as_json(sheet), allow_nan=False).encode("utf-8")
            for player in sheet.players:
                assert player.min <= player.max
                points = [line.points for line in player.lines]
                if None not in points:  # open lines may balance, so that the total is settled all the same
                    assert player.total == sum(one or 0 for one in points) + (player.cave_range.value or 0)
            if thorough:
                print_sheet(Console(file=io.StringIO(), width=80), sheet, explain=True, notes=True, names={})
    shown = render_diagnostics(found, {path.name: text})
    assert all(line.isprintable() for line in shown.split("\n"))
    if thorough:
        fixed = fix_text(text)
        before = Counter(one.code for one in found if one.is_error)
        assert fixed.mends or fixed.text == text, "changed, but not told"
        assert not fixed.mends or before, "mended without a fault"
        _check_command(path, bool(before))
    return {one.code for one in found}


def _check_command(path: Path, is_invalid: bool) -> None:
    """Check exit status and output of the command itself."""
    for options in (["score", "--json"], ["validate"], ["check", "--json"]):
        with patch.object(testing, "_get_command", lambda _: COMMAND):  # made once: that takes longer than all else
            result = testing.CliRunner().invoke(app, [*options, str(path)])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        allowed = (3,) if is_invalid else (0,) if options[0] != "check" else (0, 1, 4)
        assert result.exit_code in allowed, (options, result.exit_code, result.output)
        if "--json" in options:
            assert all(isinstance(json.loads(line), dict) for line in result.stdout.splitlines())
            assert result.stderr == ""


def _check_diagnostic(one: Diagnostic, lines: list[str]) -> None:
    json.dumps(one.as_json(), allow_nan=False).encode("utf-8", "backslashreplace")
    assert one.message
    assert one.message.isprintable(), one
    assert one.help is None or one.help.isprintable(), one
    assert not one.is_error or one.span is not None, one
    for span in (one.span, *(related.span for related in one.related)):
        if span is not None:
            assert 1 <= span.line <= len(lines), one
            assert 1 <= span.column <= span.end_column <= len(lines[span.line - 1]) + 2, one


def run(count: int, seed: int = 1, *, keep: Path | None = None, progress: bool = False) -> Outcome:
    """Examine *count* inputs made from *seed*."""
    rng = random.Random(seed)
    base = seeds()
    values = [plain(document.node) for game in base for document in documents(game.decode()) if document.node]
    for game in ("forest-shuffle", "dartmoor", "smoky-mountains"):
        catalogue(game)  # so that its loading is not in the time of the first input
    outcome = Outcome()

    def too_slow(_: int, frame: FrameType | None) -> None:
        raise TooSlow("".join(traceback.format_stack(frame, limit=6)))

    signal.signal(signal.SIGALRM, too_slow)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.yaml"
        for number in range(count):
            data = damaged(base, values, rng)
            outcome.inputs += 1
            began = time.process_time()
            # The clock of the processor, as other programs may be busy: a second of it is a second of work.
            signal.setitimer(signal.ITIMER_REAL, 20 * MOST_SECONDS)
            try:
                codes = examine(data, path, thorough=number % NOW_AND_THEN == 0)
                outcome.kinds["valid" if not codes else "diagnosed"] += 1
                outcome.codes.update(codes)
            except TooSlow as slow:
                outcome.failures.append((number, data, f"it does not end: {slow}"))
            except Exception:
                outcome.failures.append((number, data, traceback.format_exc(limit=-6)))
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            took = time.process_time() - began
            outcome.slowest = max(outcome.slowest, took)
            if took > MOST_SECONDS and number % NOW_AND_THEN:
                outcome.failures.append((number, data, f"it took {took:.2f} s"))
            if progress and number % 5000 == 4999:
                print(f"{number + 1:,} inputs, {len(outcome.failures)} failures", file=sys.stderr, flush=True)
            if keep is not None and outcome.failures and outcome.failures[-1][0] == number:
                keep.mkdir(parents=True, exist_ok=True)
                (keep / f"{seed}-{number}.yaml").write_bytes(data)
                (keep / f"{seed}-{number}.txt").write_text(outcome.failures[-1][2], errors="backslashreplace")
    return outcome


def plain(node: Any) -> Any:
    """Return a node as plain values."""
    if hasattr(node, "pairs"):
        return {name.text: plain(value) for name, value in node.pairs}
    if hasattr(node, "items"):
        return [plain(item) for item in node.items]
    return node.value


def megabytes() -> float:
    """Return the most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 if sys.platform != "darwin" else 1024 * 1024)


def main() -> int:
    """Run from the command line; 1 if anything failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="folder for inputs that fail")
    given = parser.parse_args()
    began = time.monotonic()
    outcome = run(given.count, given.seed, keep=given.keep, progress=True)
    for number, _, what in outcome.failures[:10]:
        print(f"input {number} of seed {given.seed}:\n{what}")
    memory = megabytes()
    print(
        f"{outcome.inputs:,} inputs in {time.monotonic() - began:.0f} s: {outcome.kinds['valid']:,} valid, "
        f"{outcome.kinds['diagnosed']:,} with diagnostics of {len(outcome.codes)} codes; "
        f"slowest {outcome.slowest * 1000:.0f} ms, {memory:.0f} MB; {len(outcome.failures)} failures"
    )
    return 1 if outcome.failures or memory > MOST_MEGABYTES else 0


if __name__ == "__main__":
    sys.exit(main())
