"""Print what things cost against each other: `python -m tests.benchmarks`. Nothing fails for being slow."""

from __future__ import annotations

import argparse
import json
import platform
import sys
from typing import Any

from tests.benchmarks import commands, engine, stages
from tests.benchmarks.timing import one_core

USUAL = ("engine", "stages", "starts", "check")
PARTS = (*USUAL, "keys")


def main() -> None:
    """Measure the parts that are asked for, and print them as text or as one JSON object."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=main.__doc__)
    parser.add_argument(
        "parts", nargs="*", metavar="PART", help=f"what to measure: {', '.join(PARTS)} (default: all but keys)"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object, seconds throughout")
    parser.add_argument(
        "--rounds", type=int, default=60, help="how often each thing is measured (default: %(default)s)"
    )
    parser.add_argument("--files", type=int, default=2000, help="how many files are checked (default: %(default)s)")
    options = parser.parse_args()
    if unknown := [part for part in options.parts if part not in PARTS]:
        parser.error(f"no such part: {', '.join(unknown)}")
    wanted = options.parts or USUAL
    found: dict[str, Any] = {"python": platform.python_version(), "machine": platform.machine()}
    if "engine" in wanted:
        with one_core():
            found["engine"] = [_scored(one) for one in engine.measure(options.rounds)]
    if "stages" in wanted:
        with one_core():
            seconds = stages.measure(options.rounds)
        found["stages"] = {
            **stages.lines_of_file(),
            "seconds": seconds,
            "shares": {reader: stages.shares(seconds, reader) for reader in ("C", "pure")},
        }
    if "starts" in wanted or "check" in wanted:
        found["starts"] = commands.starts(max(3, options.rounds // 4))
    if "check" in wanted:
        checked = commands.check(options.files, 30, found["starts"]["score"])
        found["check"] = {**checked._asdict(), "share": checked.share}
    if "keys" in wanted:
        from tests.benchmarks import keys  # needs a terminal of Unix, and Textual

        found["keys"] = [typed.summary() for typed in keys.measure(max(1, options.rounds // 20))]
    if options.json:
        json.dump(found, sys.stdout)
        print()
    else:
        print("\n".join(_text(found)))


def _scored(one: engine.Scored) -> dict[str, float]:
    return {**one._asdict(), "per_json": one.per_json, "share": one.share}


def _text(found: dict[str, Any]) -> list[str]:
    lines = [f"Python {found['python']} on {found['machine']}; medians, one core"]
    if "engine" in found:
        lines += ["", *_engine(found["engine"])]
    if "stages" in found:
        lines += ["", *_stages(found["stages"])]
    if "starts" in found:
        lines += ["", *_starts(found["starts"])]
    if "check" in found:
        lines += ["", *_check(found["check"])]
    if "keys" in found:
        lines += ["", *_keys(found["keys"])]
    return lines


def _engine(rows: list[dict[str, float]]) -> list[str]:
    lines = [
        "One forest, scored to total and lines; its layout read by json.loads; one card changed in a live table",
        f"{'hosts':>5} {'cards':>5} {'lines':>5} {'json':>9} {'score':>9} {'/json':>6} {'from cards':>10} {'/json':>6}"
        f" {'rescore':>9} {'/score':>6} {'slowest':>9} {'build':>9} {'reasons':>9}",
    ]
    for row in rows:
        lines.append(
            f"{row['hosts']:>5} {row['cards']:>5} {row['lines']:>5} {_time(row['json']):>9} {_time(row['score']):>9}"
            f" {row['per_json']:>6.2f} {_time(row['whole']):>10} {row['whole'] / row['json']:>6.2f}"
            f" {_time(row['rescore']):>9} {row['share']:>6.2f} {_time(row['rescore_most']):>9}"
            f" {_time(row['build']):>9} {_time(row['reasons']):>9}"
        )
    return lines


def _stages(found: dict[str, Any]) -> list[str]:
    lines = [f"One file of two players, {found['lines']} lines: the share of each stage, by YAML reader"]
    lines.append(f"{'':<12} {'time':>9} {'C':>6} {'pure':>6}")
    for name, seconds in found["seconds"].items():
        shares = [found["shares"][reader].get(name) for reader in ("C", "pure")]
        columns = " ".join(f"{'' if share is None else f'{share:.0%}':>6}" for share in shares)
        lines.append(f"{name:<12} {_time(seconds):>9} {columns}")
    return lines


def _starts(found: dict[str, float]) -> list[str]:
    base = found[commands.IMPORTS]
    lines = ["Cold starts, one after the other in turns"]
    lines += [f"{name:<22} {_time(seconds):>9} {seconds / base:>6.2f}" for name, seconds in found.items()]
    return lines


def _check(found: dict[str, Any]) -> list[str]:
    each = found["seconds"] / found["files"]
    return [
        f"`check` over {found['files']} files of two players, {found['hosts']} hosts each file",
        f"{'every core':<22} {_time(found['seconds']):>9} {_time(each):>9} a file, {found['share']:.3f} cold starts",
        f"{'one process':<22} {_time(found['alone']):>9} {_time(found['alone'] / found['files']):>9} a file",
    ]


def _keys(rows: list[dict[str, float]]) -> list[str]:
    lines = [
        "Keys pressed in `tally` on the largest example, from the press to the last byte of the answer, and the processor;"
        " of each key the best of several runs",
        f"{'terminal':>8} {'keys':>5} {'median':>9} {'95 %':>9} {'slowest':>9} {'over 100 ms':>11}"
        f" {'processor':>9} {'95 %':>9} {'slowest':>9}",
    ]
    for row in rows:
        terminal = f"{row['columns']}x{row['lines']}"
        lines.append(
            f"{terminal:>8} {row['keys']:>5} {_time(row['median']):>9} {_time(row['most']):>9}"
            f" {_time(row['slowest']):>9} {row['late']:>11} {_time(row['processor']):>9}"
            f" {_time(row['processor_most']):>9} {_time(row['processor_slowest']):>9}"
        )
    return lines


def _time(seconds: float) -> str:
    if seconds < 1e-3:
        return f"{seconds * 1e6:.1f} µs"
    return f"{seconds * 1e3:.1f} ms" if seconds < 1 else f"{seconds:.1f} s"


if __name__ == "__main__":
    main()
