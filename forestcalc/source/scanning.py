"""Scanning: long values in few steps, where ruamel.yaml goes from character to character.

A value of a megabyte would take it a second, and a quote that is not closed makes one of any file. Whatever these
patterns do not match is left to the library, which finds the same values and words the faults.

No group is possessive: Python before 3.11.5 matches those wrongly.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

_END = "\\0 \\t\\r\\n\\x85\\u2028\\u2029"
_COLON = f":(?![{_END}])"
_IN_BLOCK = rf"(?:[^{_END}:]++|{_COLON})+"
_IN_BRACKETS = rf"(?:[^{_END}:,\[\]{{}}]++|{_COLON})+"
_BREAK = r"(?:\r\n|[\r\n])"
_ONE_BREAK = re.compile(rf"[ \t]*+{_BREAK} *+")
_GAPS = re.compile(rf"(?:[ \t]*+(?:\#[^\r\n\0]*+)?{_BREAK})*")
_BREAKS = re.compile(_BREAK)
_BLANK_LINES = re.compile(rf"(?: *+{_BREAK})*")
_SEPARATOR = re.compile(rf"[\r\n](?:---|\.\.\.)(?=[{_END}])")

_ESCAPE = (
    r"\\(?:[0abt\tnvfre \"/\\N_LP]|x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U00(?:0[0-9A-Fa-f]|10)[0-9A-Fa-f]{4}"
    rf"|{_BREAK}(?:[ \t]*+{_BREAK})*[ \t]*+)"
)
_DOUBLE = re.compile(rf'"((?:[^"\\\0\x85\u2028\u2029]++|{_ESCAPE})*)("|\0)?')
_SINGLE = re.compile(r"'((?:[^'\0\x85\u2028\u2029]++|'')*)('|\0)?")
_DOUBLE_PART = re.compile(
    rf"{_ESCAPE}|[ \t]++(?:{_BREAK}(?:[ \t]*+{_BREAK})*[ \t]*+)?|{_BREAK}(?:[ \t]*+{_BREAK})*[ \t]*+"
)
_FOLD = re.compile(rf"[ \t]++(?:{_BREAK}(?:[ \t]*+{_BREAK})*[ \t]*+)?|{_BREAK}(?:[ \t]*+{_BREAK})*[ \t]*+")

_BLOCK_RUN = re.compile(r"[ \r\n]*+")
_RESERVED = re.compile(r"%(?!(?:YAML|TAG)[\0 \r\n])[0-9A-Za-z_:.\-]++(?=[\0 \r\n])")
_LONG_TAG = re.compile(r"![^ \t\r\n\0]{1000}")

_CHARACTERS = {
    "0": "\0",
    "a": "\a",
    "b": "\b",
    "t": "\t",
    "\t": "\t",
    "n": "\n",
    "v": "\v",
    "f": "\f",
    "r": "\r",
    "e": "\x1b",
    "N": "\x85",
    "_": "\xa0",
    "L": "\u2028",
    "P": "\u2029",
}


class Breaks(NamedTuple):
    """A run of line ends: the index after the last of them, and how many they are."""

    end: int
    number: int


def words(buffer: str, index: int, indent: int) -> tuple[str, int]:
    """Return the words from *index* on that are one plain value, as far as a blank line, and the index after them.

    Its further lines begin with at least *indent* blanks; a negative one means that brackets are open.
    """
    match = _words(indent).match(buffer, index)
    if match is None:
        return "", index
    text = match[0]
    return _ONE_BREAK.sub(" ", text) if "\n" in text or "\r" in text else text, match.end()


@lru_cache(maxsize=64)
def _words(indent: int) -> re.Pattern[str]:
    word = _IN_BRACKETS if indent < 0 else _IN_BLOCK
    return re.compile(rf"{word}(?:(?:[ \t]++|[ \t]*+{_BREAK} {{{max(indent, 0)}}} *+(?!---|\.\.\.))(?!\#){word})*")


def gaps(buffer: str, index: int) -> Breaks:
    """Return the lines from *index* on that hold nothing but blanks, tabs and comments."""
    match = _GAPS.match(buffer, index)
    assert match is not None
    return Breaks(match.end(), line_breaks(match[0]))


def blank_lines(buffer: str, index: int) -> Breaks:
    """Return the lines from *index* on that hold nothing but blanks."""
    match = _BLANK_LINES.match(buffer, index)
    assert match is not None  # the pattern matches nothing at all, too
    return Breaks(match.end(), line_breaks(match[0]))


def block_indent(buffer: str, index: int) -> tuple[Breaks, int] | None:
    """Return the blank lines at *index*, where a line starts, and the most blanks that any line there begins with.

    None where the first of them is shorter than one that follows, which is a fault.
    """
    match = _BLOCK_RUN.match(buffer, index)
    assert match is not None
    lines = _BREAKS.split(match[0])
    widest = max(map(len, lines))
    if len(lines) > 1 and 0 < len(lines[0]) < widest:
        return None
    return Breaks(match.end() - len(lines[-1]), len(lines) - 1), widest


def block_text(buffer: str, index: int, indent: int, *, folded: bool) -> tuple[str, int]:
    """Return the text of a block whose first line begins at *index*, and the index after its last line.

    The lines begin with *indent* blanks, which are left out, as is the last line end.
    """
    match = _block(indent).match(buffer, index)
    assert match is not None
    text = _indent_of(indent).sub("\n", match[0])
    return _folded(text) if folded else text, match.end()


@lru_cache(maxsize=64)
def _block(indent: int) -> re.Pattern[str]:
    line = r"[^\0\r\n]"
    return re.compile(rf"{line}*+(?:{_BREAK}(?: {{0,{indent}}}+{_BREAK})* {{{indent}}}{line}++)*")


@lru_cache(maxsize=64)
def _indent_of(indent: int) -> re.Pattern[str]:
    return re.compile(rf"{_BREAK} {{0,{indent}}}")


@lru_cache(maxsize=64)
def _indented(first: int, others: int) -> re.Pattern[str]:
    return re.compile(rf"(?: {{0,{first}}}+{_BREAK}(?: {{0,{others}}}+{_BREAK})*)?")


def indented_blank_lines(buffer: str, index: int, first: int, others: int) -> Breaks:
    """Return the blank lines from *index* on, of at most *first* blanks in the first and *others* in the others."""
    match = _indented(first, others).match(buffer, index)
    assert match is not None
    return Breaks(match.end(), line_breaks(match[0]))


def _folded(text: str) -> str:
    """Return the lines of a block with those joined that begin with no blank."""
    parts = re.split("(\n+)", text)
    for number in range(1, len(parts) - 1, 2):
        if parts[number - 1][:1] not in (" ", "\t") and parts[number + 1][:1] not in (" ", "\t"):
            parts[number] = parts[number][1:] or " "
    return "".join(parts)


def line_breaks(text: str) -> int:
    """Count the line ends of *text*; a CRLF is one."""
    return text.count("\n") + text.count("\r") - text.count("\r\n")


def quoted_value(buffer: str, index: int) -> tuple[str | None, int] | None:
    """Return the value in quotes at *index* and the index after it; None where the library has to read it.

    The value is None where the text ends before the quote is closed, and the index is that of its end.
    """
    match = (_DOUBLE if buffer[index] == '"' else _SINGLE).match(buffer, index)
    if match is None or not match[2] or _SEPARATOR.search(buffer, index, match.end()):
        return None
    if match[2] == "\0":
        return None, match.end() - 1
    inside = match[1]
    if buffer[index] == '"':
        if "\\" in inside or "\n" in inside or "\r" in inside:
            inside = _DOUBLE_PART.sub(_part, inside)
    else:
        if "\n" in inside or "\r" in inside:
            inside = _FOLD.sub(_part, inside)
        inside = inside.replace("''", "'")
    return inside, match.end()


def _part(match: re.Match[str]) -> str:
    text = match[0]
    if text[0] != "\\":
        breaks = line_breaks(text)
        return text if not breaks else " " if breaks == 1 else "\n" * (breaks - 1)
    kind = text[1]
    if kind in "\r\n":
        return "\n" * (line_breaks(text) - 1)
    return chr(int(text[2:], 16)) if kind in "xuU" else _CHARACTERS.get(kind, kind)


def reserved_directive(buffer: str, index: int) -> int | None:
    """Return the index after the name of a directive that means nothing; None where it is another one, or none."""
    match = _RESERVED.match(buffer, index)
    return match.end() if match else None


def is_long_tag(buffer: str, index: int) -> bool:
    """Whether a tag begins at *index* that is longer than any that means something."""
    return _LONG_TAG.match(buffer, index) is not None
