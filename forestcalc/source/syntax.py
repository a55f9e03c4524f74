"""Syntax: a fault that the YAML reader found, in words for people who write score sheets."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from forestcalc.diagnostics.diagnostic import Diagnostic, Related, error, quoted
from forestcalc.source.faults import SyntaxFault
from forestcalc.source.lines import line_end, line_start, span_at

_NAMED = re.compile(r"[&*!][^\s,\[\]{}]*")
_FOUND = re.compile(r"but (?:found|got) \(?'([^']*)'")
_BRACKETS = re.compile(
    r"""(?<![^\s\[\]{},:])(?:"(?:\\.|[^"\\])*"|'(?:''|[^'])*'(?!'))  # what quotes hold
    | (?<!\S)\#[^\r\n]*  # and comments hide brackets
    | [\[\]{}]""",
    re.VERBOSE | re.DOTALL,
)
_CLOSING = {"[": "]", "{": "}"}
_DIRECTIVE = re.compile(r"^%", re.MULTILINE)
_QUOTE_IT = "put the whole value in quotes"


@dataclass(frozen=True, slots=True)
class _Words:
    """What is wrong at `index` over `width` characters, the mend, and perhaps a second place with a word."""

    message: str
    help: str
    index: int
    width: int = 1
    code: str = "yaml-syntax"
    related: tuple[int, str] | None = None


_Rule = Callable[[SyntaxFault, str], _Words | None]


def explained(fault: SyntaxFault, text: str, first_line: int) -> Diagnostic:
    """Return the error for *fault* in *text*, which starts on line *first_line* of its file."""
    words = next(filter(None, (rule(fault, text) for rule in _RULES)), None) or _Words(
        "this is not YAML: it cannot be read from here on",
        "look for odd indentation, a missing quote or bracket; text with special characters goes in quotes",
        fault.at.index,
    )
    related: tuple[Related, ...] = ()
    if words.related is not None:
        index, message = words.related
        related = (Related(span_at(text, index, first_line), message),)
    span = span_at(text, words.index, first_line, words.width)
    return error(words.code, words.message, span, help=words.help, related=related)


def _bad_start(fault: SyntaxFault, text: str) -> _Words | None:
    at = fault.at.index
    char = text[at : at + 1]
    if "cannot start any token" in fault.problem:
        if char == "\t":
            end = at + len(text[at:]) - len(text[at:].lstrip("\t"))
            return _Words("a tab is used for indentation", "indent with blanks", at, end - at)
        return _Words(f"a value cannot begin with {quoted(char)}", _QUOTE_IT, at)
    if fault.problem == "found undefined alias":
        name = _NAMED.match(text, at)
        alias = name[0] if name else "*"
        mend = f"write {quoted('&' + alias[1:])} before the value that it repeats, or put the text in quotes"
        return _Words(f"{quoted(alias)} repeats a value that is not named before", mend, at, len(alias))
    start = fault.since.index if fault.since else at
    if "scanning an alias" in fault.context or "scanning an anchor" in fault.context:
        char = text[start : start + 1]
        message = f"a value cannot begin with {quoted(char)}, which marks an alias or anchor"
        return _Words(message, _QUOTE_IT, start)
    if "tag" in fault.context or "undefined tag handle" in fault.problem:
        name = _NAMED.match(text, start)
        tag = name[0] if name else "!"
        mend = "remove it; text that begins with ! goes in quotes"
        message = f"the tag {quoted(tag)} is not part of a layout"
        return _Words(message, mend, start, len(tag), "tag-not-allowed")
    if "expected chomping or indentation" in fault.problem or "scanning a block scalar" in fault.context:
        char = text[start : start + 1]
        message = f"a value that begins with {quoted(char)} starts its text on the next line"
        return _Words(message, f"{_QUOTE_IT} if the {char} belongs to it", start)
    if (
        "scanning a directive" in fault.context
        or "YAML" in fault.problem
        or ("<document start>" in fault.problem and _DIRECTIVE.search(text, 0, at))
    ):
        start = start if text.startswith("%", start) else text.rfind("%", 0, start)
        message = "a line that begins with `%` instructs the YAML reader, and this one does not belong here"
        return _Words(message, "remove the line, or put the text in quotes", start)
    return None


def _quotes(fault: SyntaxFault, text: str) -> _Words | None:
    if "escape" in fault.problem:
        at = text.rfind("\\", 0, fault.at.index + 1)
        escape = text[at : at + 2]
        message = f"{quoted(escape)} means nothing inside double quotes"
        return _Words(message, "write \\\\ for a backslash, or use single quotes", at, 2)
    if "quoted scalar" in fault.context and fault.since:
        quote = text[fault.since.index]
        return _Words(f"the quote {quoted(quote)} is never closed", f"add a {quote}", fault.since.index)
    return None


def _missing_colon(fault: SyntaxFault, text: str) -> _Words | None:
    if "could not find expected ':'" not in fault.problem:
        return None
    return _no_colon(text, fault.since.index if fault.since else fault.at.index)


def _no_colon(text: str, index: int) -> _Words:
    line = text[index : line_end(text, index)].rstrip()
    if re.search(r":\S", line):
        return _Words("a blank is missing after the `:`", "write `key: value`", index, len(line))
    if len(line) > 1000:
        return _Words("a key cannot be this long", "a key has at most 1,000 characters", index, len(line))
    end = line_end(text, index)
    below = next((one for one in re.split(r"[\r\n]+", text[end : end + 1000]) if one.strip()), "")
    if _indent(below) > index - line_start(text, index) and len(line) <= 60:
        mend = f"write {quoted(line + ':')} if the lines below belong to it"
    else:
        mend = "write `key: value`"
    return _Words("this line has no `:` after its key", mend, index, len(line))


def _stray_colon(fault: SyntaxFault, text: str) -> _Words | None:
    if "mapping values are not allowed" not in fault.problem:
        return None
    at = fault.at.index
    start = line_start(text, at)
    before = text[start:at]
    if re.search(r":\s", before):
        message = "a value that holds `: ` has to be in quotes"
        return _Words(message, _QUOTE_IT + ", or start the mapping on the next line", at)
    above = _line_above(text, start)
    key = start + len(before) - len(before.lstrip())
    if re.search(r":\s+\S", above) and _indent(before) > _indent(above):
        message = "this key is indented below a line that has a value already"
        return _Words(message, "start it in the column of the key above, or remove that value", key, at - key)
    if above and ":" not in above:
        place = text.rfind(above, 0, start)
        return _no_colon(text, place + _indent(above))
    return _Words("a `:` is not expected here", _QUOTE_IT, at)


def _stray_dash(fault: SyntaxFault, _text: str) -> _Words | None:
    at = fault.at.index
    if "sequence entries are not allowed" in fault.problem:
        return _Words(
            "a list with dashes cannot begin behind a key on its line",
            "start it on the next line, or write it in brackets: [a, b]",
            at,
        )
    if "mapping keys are not allowed" in fault.problem:
        return _Words("a value cannot begin with `?` here", _QUOTE_IT, at)
    return None


def _indentation(fault: SyntaxFault, text: str) -> _Words | None:
    found = _FOUND.search(fault.problem)
    if not found or not ("<block end>" in fault.problem or "<document start>" in fault.problem):
        return None
    at = fault.at.index
    before = text[line_start(text, at) : at].rstrip(" \t")
    rest = len(text[at : line_end(text, at)].rstrip())
    if text[at : at + 1] in ("]", "}"):
        return _Words(f"{quoted(text[at])} closes nothing", "remove it, or add the opening bracket", at)
    if text[at : at + 1] == ",":
        return _Words("a comma does not belong here", _QUOTE_IT + ", or the list in brackets", at)
    if before.endswith(("'", '"')):
        message = "text follows a closing quote"
        return _Words(message, _QUOTE_IT + "; an apostrophe inside '...' is written twice", at, rest)
    if before.endswith(("]", "}")):
        mend = "add a comma or a line break, or use quotes"
        return _Words("text follows a closing bracket", mend, at, rest)
    if text.startswith("-", at):
        message = "this list item stands where none is expected"
        return _Words(message, "the dashes of one list stand in the same column, below their key", at)
    if before:
        return None
    since = fault.since
    if since is None or "<document start>" in fault.problem:
        message = "this line does not belong to what stands above it"
        return _Words(message, "look at its indentation", at, rest)
    if text.startswith("-", since.index):
        message = "this line is no list item, unlike those above it"
        mend = "begin it with a dash, or indent it"
        return _Words(message, mend, at, rest, related=(since.index, "the list begins here"))
    columns = sorted({since.column + 1, _indent(_line_above(text, line_start(text, at))) + 1})
    mend = f"start it in column {' or '.join(map(str, columns))}, in line with what it belongs to"
    return _Words("this line is not in line with the ones above it", mend, at, rest)


def _brackets(fault: SyntaxFault, text: str) -> _Words | None:
    if "flow" not in fault.context and "expected the node content" not in fault.problem:
        return None
    at = fault.at.index
    char = text[at : at + 1]
    opening = _open_bracket(text, at)
    if opening is None:
        if char and char in "]}":
            return _Words(f"{quoted(char)} closes nothing", "remove it, or add the opening bracket", at)
        return _Words(f"a value cannot begin with {quoted(char)}", _QUOTE_IT, at) if char.strip() else None
    bracket = text[opening]
    closing = _CLOSING[bracket]
    if char and char in "]}" and char != closing:
        message = f"{quoted(bracket)} is closed by {quoted(char)}"
        return _Words(message, f"write {closing} here", at, related=(opening, "opened here"))
    if "expected the node content" in fault.problem and char and char in ",]}":
        return _Words(f"a value is missing before {quoted(char)}", "remove the comma, or add the value", at)
    if at >= len(text) or line_start(text, at) != line_start(text, opening):
        mend = f"add {closing} at the end of the list" if bracket == "[" else f"add {closing} at its end"
        related = (at, "this does not belong inside it") if at < len(text) else None
        message = f"{quoted(bracket)} is not closed, or a comma is missing in it"
        return _Words(message, mend, opening, related=related)
    message = f"a comma or {quoted(closing)} is missing here"
    mend = "separate values by commas; text with brackets, commas or colons goes in quotes"
    return _Words(message, mend, at)


def _open_bracket(text: str, end: int) -> int | None:
    """Return the index of the innermost bracket that is open at *end*, or None."""
    opened: list[int] = []
    for match in _BRACKETS.finditer(text, 0, end):
        if match[0] in _CLOSING:
            opened.append(match.start())
        elif match[0] in ("]", "}") and opened:
            opened.pop()
    return opened[-1] if opened else None


def _line_above(text: str, start: int) -> str:
    """Return the last line before *start* that is not blank, or nothing."""
    return text[:start].rstrip().rpartition("\n")[2].rpartition("\r")[2]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


_RULES: tuple[_Rule, ...] = (
    _bad_start,
    _quotes,
    _missing_colon,
    _stray_colon,
    _stray_dash,
    _indentation,
    _brackets,
)
