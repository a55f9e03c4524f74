"""Patterns: what the regular expressions of the project must not use."""

from __future__ import annotations

import re

from tests.support import ROOT

_POSSESSIVE_GROUP = re.compile(r"\)(?:[*+?]|\{[0-9,]*\})\+")


def test_no_group_of_a_pattern_is_possessive() -> None:
    """Python before 3.11.5 matches possessive groups wrongly, and 3.11 is supported from its first release."""
    found = [
        f"{path.name}: {line.strip()}"
        for path in sorted((ROOT / "forestcalc").rglob("*.py"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if _POSSESSIVE_GROUP.search(line)
    ]
    assert not found
