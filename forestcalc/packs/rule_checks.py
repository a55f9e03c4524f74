"""Rule checks: what a rule combines although it cannot be combined, and how much work a rule may be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeAlias

from forestcalc.diagnostics.diagnostic import Path

Owner: TypeAlias = Literal["dweller", "host", "cave"]
Report: TypeAlias = Callable[[str, str, Path, str], None]
"""Takes code, message, path and help of a fault."""

MOST_MEASURES = 20


def decided(value: Any, path: Path) -> Iterator[tuple[Any, Path]]:
    """Yield *value* under every answer to the rulings that it depends on at its top, with the paths."""
    if isinstance(value, dict) and "ruling" in value:
        for answer, part in value.items():
            if answer != "ruling":
                yield from decided(part, (*path, answer))
    else:
        yield value, path


def leaves(value: Any) -> set[Any]:
    """Return every single value that *value*, which may depend on rulings or be a list, can be."""
    found: set[Any] = set()
    for part, _ in decided(value, ()):
        if isinstance(part, list):
            for item in part:
                found |= leaves(item)
        else:
            found.add(part)
    return found - {None}


def check_rule(value: Any, path: Path, owner: Owner, report: Report) -> int:
    """Report what is wrong with a rule whose shape is right, and return how many measures it has."""
    measures = 0
    for rule, rule_path in decided(value, path):
        measures += _check_terms(rule, rule_path, owner, report)
    return measures


def _check_terms(rule: Any, path: Path, owner: Owner, report: Report) -> int:
    listed = rule if isinstance(rule, list) else [rule]
    terms = [
        found
        for number, term in enumerate(listed)
        for found in decided(term, (*path, number) if isinstance(rule, list) else path)
    ]
    once = any(isinstance(term, dict) and True in leaves(term.get("once")) for term, _ in terms)
    if once and owner == "cave":
        report("pack-rule-shape", "`once` means nothing for a cave", path, "leave it out")
    measures = 0
    for term, term_path in terms:
        if isinstance(term, dict):
            for measure, measure_path in _measures(term, term_path):
                measures += 1
                _check_measure(measure, measure_path, owner, once, report)
    if measures > MOST_MEASURES:
        report("pack-too-large", f"a rule takes at most {MOST_MEASURES} measures", path, "shorten the rule")
    return measures


def _measures(term: dict[str, Any], path: Path) -> Iterator[tuple[dict[str, Any], Path]]:
    for name in ("per", "if", "of"):
        for value, where in decided(term.get(name), (*path, name)):
            for number, item in enumerate(value if isinstance(value, list) else [value]):
                for measure, place in decided(item, (*where, number) if isinstance(value, list) else where):
                    if isinstance(measure, dict):
                        yield measure, place


def _check_measure(measure: dict[str, Any], path: Path, owner: Owner, once: bool, report: Report) -> None:
    def clash(message: str, help: str) -> None:
        report("pack-rule-shape", message, path, help)

    if "at_least" in measure and "exactly" in measure:
        clash("a condition takes `at_least` or `exactly`, not both", "leave one of them out")
    at = leaves(measure.get("at"))
    own = [
        words
        for words, used in (
            ("`at`", bool(at)),
            ("`except`", bool(leaves(measure.get("except")))),
            ("`symbol: own`", "own" in leaves(measure.get("symbol"))),
        )
        if used
    ]
    if own and owner == "cave":
        clash(f"{own[0]} needs a scored card, which a cave has not", "count in the whole forest")
    elif own and once:
        clash(f"{own[0]} needs one scored card, but `once` scores all together", "leave `once` out")
    elif owner == "host" and "slot" in at:
        clash("a host lies in no slot", "write at: host for the cards that lie at it")
    different = leaves(measure.get("different"))
    if different and "symbol" in measure:
        clash(
            "`different` and `symbol` cannot be combined",
            "a total has to grow evenly with tree symbols: use one of them",
        )
    elif "symbols" in different and set(measure) - {"different", "at"}:
        clash("`different: symbols` looks at every card of the host", "leave the other keys out")
    elif "symbol" in measure and leaves(measure.get("except")):
        clash(
            "`except` and `symbol` cannot be combined",
            "count the card in, and take off what it adds in a term of its own, as in [{..}, -3]",
        )
    _check_whole_hosts(measure, at, clash)
    if "symbols" in different and "host" not in at:
        clash("`different: symbols` is only counted at one host", "add at: host")
    elif "slot" in at and ("symbol" in measure or "symbols" in different):
        clash("tree symbols are not counted in one slot", "write at: host, or leave `at` out")


def _check_whole_hosts(measure: dict[str, Any], at: set[Any], clash: Callable[[str, str], None]) -> None:
    """Report what cannot be asked of hosts as a whole, or of cards that stand for their host."""
    proxies = True in leaves(measure.get("proxies"))
    whole = [name for name in ("full", "none_below") if measure.get(name) not in (None, False)]
    asked = [*whole, *(["proxies"] if proxies else [])]
    if not asked:
        return
    if "slot" in at:
        clash(f"`{asked[0]}` is about hosts, and a host lies in no slot", "write at: host, or leave `at` out")
    elif "symbol" in measure or leaves(measure.get("different")):
        clash(f"`{asked[0]}` counts hosts: neither `symbol` nor `different` goes with it", "leave one of them out")
    elif proxies and (whole or at or leaves(measure.get("except"))):
        clash(
            "`proxies` counts in the whole forest, and goes with no `at`, `except`, `full` or `none_below`",
            "leave it out",
        )
