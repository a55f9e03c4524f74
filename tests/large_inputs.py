"""Files just below the limit of one document, each made to be as slow as its kind can be.

    python -m tests.large_inputs [KIND...]

prints for every kind what `forestcalc validate` and `forestcalc score` take, from start to end, and their memory.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path

from forestcalc.source import Mapping, Node, Sequence, compose, documents, stream

ROOT = Path(__file__).resolve().parent.parent

MOST_SECONDS = 1.0
MOST_MEGABYTES = 300

HEAD = "players:\n  A:\n    forest:\n"
FAULTY = "      - Beech (alpine): {top: 3x Red Fox (oak), left: [European Hare (box), Bat %d], under: x, right: {card: Elk}}\n"


def filled(head: str, line: str, tail: str = "", *, size: int | None = None) -> str:
    """Return *head*, as many *line*s as have room, and *tail*. A `%d` in a line is its number."""
    size = stream.SIZE_LIMIT if size is None else size
    room = size - len(head) - len(tail)
    if "%d" not in line:
        return head + line * (room // len(line)) + tail
    lines: list[str] = []
    for number in count():
        one = line.replace("%d", str(number))
        room -= len(one)
        if room < 0:
            return head + "".join(lines) + tail
        lines.append(one)
    raise AssertionError


def some(head: str, line: str, tail: str = "", *, values: int = 0) -> str:
    """Return *head*, *line*s with as many values as one document may have (or nearly so), and *tail*.

    A line has so many *values*; 0 leaves them to be counted.
    """

    def repeated(number: int) -> str:
        return head + "".join(line.replace("%d", str(one)) for one in range(number))

    if not values:
        values = (_values(repeated(60)) - _values(repeated(20))) // 40
    assert values, line
    text = repeated((compose.VALUE_LIMIT - 50) // values) + tail
    assert len(text) < stream.SIZE_LIMIT, line
    return text


def _values(text: str) -> int:
    for closing in ("", "]", "}", "]}}", "}}", "]}}}"):
        node = next(documents(text.rstrip(", ") + closing)).node
        if node is not None:
            return _count(node)
    return 0


def _count(node: Node) -> int:
    if isinstance(node, Mapping):
        return 1 + sum(1 + _count(value) for _, value in node.pairs)
    return 1 + sum(map(_count, node.items)) if isinstance(node, Sequence) else 1


def _host(text: str) -> str:
    return f"{HEAD}      - {text}\n"


KINDS: dict[str, Callable[[], str]] = {
    # -- names
    "unknown cards": lambda: filled(HEAD, "      - Beech: {left: Unknown Hare %d}\n"),
    "some unknown cards": lambda: some(HEAD, "      - Beech: {left: Unknown Hare %d}\n"),
    "unknown hosts": lambda: some(HEAD, "      - Baobab %d\n"),
    "unknown names in other letters": lambda: some(HEAD, "      - Бубаба́б №%d\n"),
    "unknown names without digits": lambda: HEAD
    + "".join(f"      - {'ab'[n % 2]}{'cde'[n % 3]}eech{'fghij'[n % 5] * (n % 17)}{'xyz'[n % 3] * (n % 7)}\n" for n in range(9_000)),
    "names of another game": lambda: some(HEAD, "      - Bilberry\n"),
    "known names in other letters": lambda: some(HEAD, "      - Ｂｅｅｃｈ: {left: Ｅｕｒｏｐｅａｎ Ｈａｒｅ}\n"),
    "ambiguous names": lambda: some(HEAD, "      - Beech: {left: Deer}\n"),
    "qualifiers": lambda: some(HEAD, "      - Beech: {left: European Hare (wood %d)}\n"),
    "many qualifiers of one card": lambda: _host(f"Beech ({','.join(f'wood {n}' for n in range(100_000))})"),
    "pairs of parentheses": lambda: _host("Beech" + " (birch)" * 120_000),
    "open parentheses": lambda: _host("Beech (" * 140_000),
    "short open parentheses": lambda: filled(HEAD, "      - Beech" + "(" * 190 + "\n"),
    "counts": lambda: some(HEAD, "      - Beech: {left: 0x European Hare, top: 9999x Chaffinch}\n"),
    "digits": lambda: _host("9" * 1_000_000 + "x Beech"),
    "counts behind": lambda: filled(HEAD, "      - " + "x 1 " * 95 + "\n"),
    "one long word": lambda: _host("a" * 1_000_000),
    "one long name": lambda: _host("Beech " * 160_000),
    "long names": lambda: filled(HEAD, f"      - {'Beech ' * 1000}%d\n"),
    # -- keys and shapes
    "unknown keys": lambda: some(HEAD, "      - Sapling: {left: European Hare, left%d: x}\n"),
    "unknown keys of a layout": lambda: some("players: {A: {forest: []}}\n", "plyers%d: {}\n"),
    "unknown keys of a player": lambda: some("players:\n  A:\n    forest: []\n", "    forrest%d: 3\n"),
    "long keys": lambda: filled(HEAD, f"      - Sapling: {{{'left ' * 150}%d: x}}\n"),
    "duplicate keys": lambda: some(f"{HEAD}      - Beech:\n", "          left: European Hare\n", values=2),
    "duplicate players": lambda: some("players:\n", "  A: {forest: []}\n", values=4),
    "players": lambda: some("players:\n", "  A%d: {forest: [Beech]}\n"),
    "players with faults": lambda: some("players:\n", "  A%d: {forest: [Baech], cave: x, expect: {a: b}}\n"),
    "merge keys": lambda: some("players:\n  A: &a {forest: []}\n", "  B%d: {<<: *a}\n", values=4),
    "wrong shapes": lambda: some(HEAD, "      - [[], {}, {left: {}}, null]\n"),
    "long forms": lambda: some(HEAD, "      - Beech: {left: {card: Elk %d, symbol: x, box: y, count: z, points: q}}\n"),
    "cards given by hand": lambda: some(HEAD, "      - Beech: {left: {card: Elk %d, points: 3}}\n"),
    "hosts with every fault": lambda: some(HEAD, FAULTY),
    "boxes": lambda: some("expansions: [", "box %d, ", "x]\nplayers: {A: {forest: []}}\n"),
    "repeated boxes": lambda: some("expansions: [", "alpine, ", "x]\nplayers: {A: {forest: []}}\n"),
    "rulings": lambda: some("rulings: {", "ruling-%d: x, ", "x: y}\nplayers: {A: {forest: []}}\n"),
    "expectations": lambda: some("players:\n  A:\n    forest: []\n    expect:\n", "      card %d: 1\n"),
    "counted things": lambda: some("players:\n  A: {forest: []}\n  B:\n    counts:\n", "      card %d: 1\n"),
    "caves": lambda: some("players:\n", "  A%d: {cave: {name: bat-kave, cards: 3}, forest: []}\n"),
    "a cave of many digits": lambda: f"players:\n  A: {{cave: {'9' * 1_000_000}, forest: []}}\n",
    # -- tables
    "hosts": lambda: filled(HEAD, "      - Beech: {left: European Hare, top: Chaffinch}\n"),
    "hosts below the flood": lambda: filled(HEAD, "      - Beech: {left: European Hare, top: Chaffinch}\n", size=30_000),
    "hosts by the million": lambda: filled("players: {A: {forest: [", "99x Beech,", "]}}\n"),
    "cards by the million": lambda: filled(f"{HEAD}      - Beech: {{left: [", "99x Red Fox,", "]}\n"),
    "one slot": lambda: filled(f"{HEAD}      - Beech: {{left: [", "Red Fox, ", "]}\n", size=15_000),
    "one slot, mixed": lambda: f"{HEAD}      - Beech: {{left: [{', '.join(['Red Fox', 'Elk', 'Squeaker', 'Lynx', 'Roe Deer'] * 250)}]}}\n",
    "slots": lambda: filled(f"{HEAD}      - Beech: {{left: [", "[Red Fox], ", "]}\n", size=15_000),
    "symbols": lambda: filled(HEAD, "      - Beech: {left: Roe Deer (birch), right: Roe Deer (oak)}\n", size=40_000),
    "open symbols": lambda: filled(HEAD, "      - Beech: {left: Roe Deer, right: European Hare, top: Chaffinch, bottom: Moss}\n", size=70_000),
    "wrong sides": lambda: filled(HEAD, "      - Beech: {top: Roe Deer, left: Chaffinch, bottom: Elk}\n", size=40_000),
    "wrong boxes": lambda: filled(HEAD, "      - Beech (alpine): {top: Chaffinch (exploration)}\n", size=40_000),
    # -- YAML
    "markers": lambda: filled("", "---\n", size=40_000),
    "markers with games": lambda: filled("", "---\nplayers: {A: {forest: [Baech]}}\n", size=200_000),
    "JSON lines": lambda: filled("", '{"players": {"A": {"forest": ["Baech"]}}}\n', size=200_000),
    "directives": lambda: filled("", "%YAML 1.2\n", "---\nplayers: {A: {forest: [Beech]}}\n"),
    "directives for tags": lambda: filled("", "%TAG !a%d! x\n", "---\nplayers: {A: {forest: [Beech]}}\n"),
    "reserved directives": lambda: filled("", "%a b\n", "---\nplayers: {A: {forest: [Beech]}}\n"),
    "one long directive": lambda: filled("%a ", "b", "\n---\nplayers: {A: {forest: [Baech]}}\n"),
    "comments": lambda: filled("players:\n", "  # Beech\n", "  A: {forest: [&a Baech]}\n"),
    "short comments": lambda: filled("players:\n", "#\n", "  A: {forest: [Baech, &a Baech}\n"),
    "comments behind values": lambda: some(HEAD, "      - Baech  # &\n"),
    "blank lines": lambda: filled("players:\n", "\n", "  A: {forest: [&a Baech]}\n"),
    "blank lines in a value": lambda: filled("players:\n  A: &a b\n", "\n", "   b\n"),
    "blanks": lambda: filled("players:\n  A: &a {forest: [", " ", "Baech]}\n"),
    "tabs": lambda: filled("players:\n  A: {forest: [", "\t", "Baech]}\n"),
    "tabs before values": lambda: filled("players:\n  A: {forest: [", "\tBaech,", "]}\n"),
    "tabs for indentation": lambda: filled("players:\n", "\tA: {forest: [Baech]}\n"),
    "words": lambda: filled("players:\n  A: &a ", "b ", "\n"),
    "words on many lines": lambda: filled("players:\n  A: &a b\n", "   b\n"),
    "words in brackets": lambda: filled("players: {A: &a [", "a\n b ", "]}\n"),
    "quotes on many lines": lambda: filled('players:\n  A: &a "', "abc de\n    ", '"\n'),
    "quotes on short lines": lambda: filled('players:\n  A: &a "', "a\n ", '"\n'),
    "quotes with blank lines": lambda: filled('players:\n  A: &a "', "\n", ' "\n'),
    "single quotes on many lines": lambda: filled("players:\n  A: &a '", "a''\n ", "'\n"),
    "escapes": lambda: filled('players:\n  A: &a "', "\\n", '"\n'),
    "long escapes": lambda: filled('players:\n  A: &a "', "\\u0041", '"\n'),
    "escaped line ends": lambda: filled('players:\n  A: &a "', "a\\\n ", '"\n'),
    "a quote that is never closed": lambda: filled('players:\n  A: "', "a b\n   ", "\n"),
    "quoted names": lambda: some("players: {A: &a {forest: [", "'Baech', ", "]}}\n"),
    "a block of lines": lambda: filled("players:\n  A: |\n", "    a\n"),
    "a folded block": lambda: filled("players:\n  A: >\n", "    a\n"),
    "a block of blank lines": lambda: filled("players:\n  A: |\n", "\n", "    a\n"),
    "a block that ends in blank lines": lambda: filled("players:\n  A: |+\n    a\n", "\n", "  B: 1\n"),
    "blocks": lambda: some("players:\n", "  A%d: |\n    a\n"),
    "brackets that are not closed": lambda: filled("players: {A: {forest: [", "Beech, ", "\n"),
    "a fault at the end": lambda: filled(HEAD, "      - Beech\n", "     x\n"),
    "some values and a fault at the end": lambda: some(HEAD, "      - Beech: {left: Elk}\n", "     x\n"),
    "a colon too many at the end": lambda: some(HEAD, "      - Beech: {left: Elk}\n", "      - a: b: c\n"),
    "brackets": lambda: some("players: [", "[],", "\n"),
    "deep brackets": lambda: filled("", "[" * 49 + "]" * 49 + "\n,"),
    "deep lists": lambda: filled("players: [", "[" * 40 + "]" * 40 + ",", "]\n"),
    "too deep": lambda: filled("", "[", "\n"),
    "dashes": lambda: filled("", "- ", "\n"),
    "nested mappings in one line": lambda: filled("", "{a: ", "\n"),
    "indents": lambda: HEAD + "".join(" " * n + "- \n" for n in range(6, 1_400)),
    "deep indents": lambda: filled(HEAD, "      -" + " " * 900 + "Baech\n"),
    "question marks": lambda: some("players:\n", "  ? A%d\n  : {forest: []}\n"),
    "aliases": lambda: filled("players: {A: {forest: [&a Baech, ", "*a,", "]}}\n"),
    "some aliases": lambda: some("players: {A: {forest: [&a Baech, ", "*a,", "]}}\n"),
    "aliases of hosts": lambda: filled("players: {A: {forest: [&a {Baech: {left: [Elk, Bat]}}, ", "*a,", "]}}\n", size=9_000),
    "anchors": lambda: some("players: {A: {forest: [", "&a%d Baech,", "]}}\n"),
    "one long anchor": lambda: filled("players: {A: &", "a", " b}\n"),
    "tags": lambda: some("players: {A: {forest: [", "!a%d Baech,", "]}}\n"),
    "one long tag": lambda: filled("players: {A: !<", "%41", "> b}\n"),
    "percent signs in a tag": lambda: filled("players: {A: !", "%41", " b}\n"),
    "values left out": lambda: some("players: {", "a%d:,", "}\n"),
    "stars": lambda: filled("players:\n", "  A: *\n"),
    "JSON on many lines": lambda: some('{"players": {\n', ' "A%d": {"forest": ["Baech"]},\n', ' "B": {"forest": []}}}\n'),
    "JSON with tabs": lambda: some('{"players": {\n', '\t"A%d":\t{"forest":\t["Baech"]},\n', '\t"B": {"forest": []}}}\n'),
    "one line": lambda: some("players: {A: {forest: [", "Baech: {left: Elk},", "]}}\n"),
    "mixed line ends": lambda: some("players:\r\n  A:\r    forest:\n", "      - Baech\r      - Baech\r\n      - Baech\n"),
    "carriage returns": lambda: filled("players:\n", "\r", "  A: {forest: [&a Baech]}\n"),
    "escapes of a terminal in names": lambda: some("players: {A: {forest: [", '"\\e[31mBaech%d",', "]}}\n"),
    "line separators": lambda: some("players: {A: {forest: [", "'a\u2028\x85',", "]}}\n"),
    "line separators outside quotes": lambda: some("players: {A: {forest: [", "a\u2028\x85,", "]}}\n"),
    "marks of direction": lambda: some(HEAD, "      - \u202ehcee\u200bB%d\n"),
    "combining marks": lambda: _host("e" + "\u0301" * 900_000),
    "compatibility letters": lambda: _host("\ufdfa" * 900_000),
    "compatibility letters in names": lambda: filled(HEAD, "      - " + "\ufdfa" * 190 + "\n"),
    "wide letters": lambda: some(HEAD, "      - 山毛櫸樹%d\n"),
    "all letters": lambda: _host("".join(map(chr, range(0xE000, 0xF8FF))) + "".join(map(chr, range(0xF0000, 0xFFFFE))) * 8),
    "a long name of a player": lambda: filled("players: {", "A", ": {forest: [Baech]}}\n"),
    "control characters in a player's name": lambda: filled('players: {"', "\\x01", '": {forest: [Baech]}}\n'),
}  # fmt: skip

BROKEN: dict[str, Callable[[], bytes]] = {
    "invalid UTF-8": lambda: b"players: [" + b"\xff" * 900_000,
    "invalid UTF-8 at the end": lambda: filled("players: {A: {forest: [", "Baech, ", "").encode() + b"\xff",
    "control characters": lambda: b"players: [" + b"\x01\x1b" * 450_000,
    "a control character at the end": lambda: filled("players: {A: {forest: [", "Baech, ", "\x01]}}\n").encode(),
    "NULs": lambda: b"\0" * 1_000_000,
    "UTF-16": lambda: filled(HEAD, "      - Baech\n", size=200_000).encode("utf-16"),
    "noise": lambda: bytes((n * n * 31 + n * 7 + (n >> 5)) % 251 for n in range(1_000_000)),
    "printable noise": lambda: bytes(32 + (n * n * 31 + n * 7 + (n >> 5)) % 95 for n in range(1_000_000)),
}
"""Files that are no text, or not wholly."""

HUGE: dict[str, Callable[[], str]] = {
    "one document of 49 MB": lambda: filled(HEAD, "      - Baech\n", size=49_000_000),
    "one line of 49 MB": lambda: filled("players: {A: {forest: [", "Baech, ", "]}}\n", size=49_000_000),
    "one JSON line of 49 MB": lambda: filled('{"players": [', '"Baech", ', "1]}\n", size=49_000_000),
    "49 MB of comments": lambda: filled("", "# Beech\n", size=49_000_000),
    "49 MB of blank lines": lambda: filled("", "\n", size=49_000_000),
    "49 MB of directives": lambda: filled("", "%a b\n", size=49_000_000),
    "two documents of 24 MB": lambda: filled(HEAD, "      - Baech\n", "---\n", size=24_000_000) * 2,
    "49 MB of dots": lambda: filled("a: ", ".", size=49_000_000),
    "49 MB of dashes": lambda: filled("a: ", "-", size=49_000_000),
    "51 MB": lambda: filled(HEAD, "      - Baech\n", size=51_000_000),
}
"""Files near the limit of a file that are one document, or few."""


def spent(words: list[str]) -> tuple[float, float, int, str]:
    """Run a command of this project; return seconds, megabytes, its status and the last line that it printed.

    The seconds are those of the processor, as other programs may be busy.
    """
    code = (
        "import sys\nfrom forestcalc.cli import main\nimport os\n"
        "end = os._exit\n"
        "def leave(status):\n"
        "    peak = [line for line in open('/proc/self/status') if line.startswith('VmHWM')][0].split()[1]\n"
        "    os.write(2, f'\\n{peak}'.encode())\n    end(status)\n"
        "os._exit = leave\nmain()\n"
    )
    began = _seconds_of_children()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        ended = subprocess.run(
            [sys.executable, "-c", code, *words],
            stdout=out, stderr=err, check=False, env={**os.environ, "PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        took = _seconds_of_children() - began
        out.seek(0)
        err.seek(0)
        printed = (out.read() + err.read()).decode("utf-8", "replace").rstrip().split("\n")
    last = next((line for line in reversed(printed[:-1]) if line.strip()), "")
    return took, int(printed[-1]) / 1024, ended.returncode, last


def _seconds_of_children() -> float:
    spent = os.times()
    return spent.children_user + spent.children_system


def main() -> int:
    """Measure the kinds that are named, or all of them; 1 if one takes too much."""
    wanted = sys.argv[1:]
    failed = 0
    kinds: dict[str, Callable[[], str | bytes]] = {**KINDS, **BROKEN, **HUGE}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "game.yaml"
        for name, made in kinds.items():
            if wanted and name not in wanted:
                continue
            data = made()
            path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8"))
            for command in ("validate", "score"):
                took, megabytes, status, last = spent([command, str(path)])
                slow = took > MOST_SECONDS or megabytes > MOST_MEGABYTES or status != 3
                failed += slow
                print(
                    f"{'!!' if slow else '  '} {took:5.2f} s {megabytes:4.0f} MB {status} {command:8} {name:40} "
                    f"{last.replace(folder, '')[:90]}",
                    flush=True,
                )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
