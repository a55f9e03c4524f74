"""Diagnostics as text, like a compiler's: what is wrong, where, and how to mend it.

    print_diagnostics(diagnostics, sources, stream, color=...)   writes them, with the summary line
    render_diagnostics(diagnostics, sources) -> str              the same as plain text
    diagnostic_rows(diagnostics, sources) -> Iterator[Row]       the same as rows of (text, style)

*sources* maps the name of a file, as the diagnostics have it, to its text or the part in question; one without a text
is shown without an excerpt. Colour only decorates the plain text: with and without it the lines are the same.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import IO

from forestcalc.diagnostics.diagnostic import Diagnostic, Severity, Span, shown
from forestcalc.report.excerpt import Mark, Row, Source, excerpt

MOST_EXCERPTS = 500
"""How many diagnostics are shown with an excerpt; nobody reads on, and thousands of them take seconds."""

MOST_ALSO = 10
"""How many further places of a repeated diagnostic are listed; of the others only the number."""

STYLES = {
    "error": "bold red",
    "warning": "bold yellow",
    "note": "bold cyan",
    "message": "bold",
    "gutter": "blue",
    "second": "cyan",
    "help": "bold green",
}
"""The styles of rows, as rich names them."""

_ORDER = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.NOTE: 2}


def print_diagnostics(
    diagnostics: Iterable[Diagnostic],
    sources: Mapping[str, str | Source],
    stream: IO[str],
    *,
    color: bool = False,
) -> None:
    """Write the diagnostics to *stream*, sorted and folded, with a line at the end that sums them up.

    Nothing is written where there are none. What the encoding of the stream lacks is escaped.
    """
    encoding = getattr(stream, "encoding", None)
    print_rows(diagnostic_rows(diagnostics, sources, encoding=encoding), stream, color=color)


def print_rows(rows: Iterable[Row], stream: IO[str], *, color: bool) -> None:
    """Write rows of (text, style) to *stream*; NO_COLOR in the environment forbids colour."""
    encoding = getattr(stream, "encoding", None)
    if color and not os.environ.get("NO_COLOR"):
        _print_styled(rows, stream, encoding)
        return
    for row in rows:
        stream.write(_encodable(_plain(row), encoding) + "\n")


def render_diagnostics(
    diagnostics: Iterable[Diagnostic], sources: Mapping[str, str | Source], *, summary: bool = True
) -> str:
    """Return the diagnostics as plain text, every line ended; nothing where there are none."""
    return "".join(_plain(row) + "\n" for row in diagnostic_rows(diagnostics, sources, summary=summary))


def diagnostic_rows(
    diagnostics: Iterable[Diagnostic],
    sources: Mapping[str, str | Source],
    *,
    summary: bool = True,
    encoding: str | None = None,
) -> Iterator[Row]:
    """Yield the diagnostics row by row, each row a list of texts with their styles."""
    every = list(diagnostics)
    known: dict[str, Source] = {}
    for number, group in enumerate(folded(every)):
        file = group[0].file
        if file not in known and file in sources:
            known[file] = _source(sources[file])
        yield from _one(group, known.get(file) if number < MOST_EXCERPTS else None, encoding)
        yield []
    if summary and every:
        yield [(summed_up(every), "message")]


@lru_cache(maxsize=2)
def _source(text: str | Source) -> Source:
    # Kept, as a file of ten thousand games is asked for game by game.
    return text if isinstance(text, Source) else Source(text)


def folded(diagnostics: Sequence[Diagnostic]) -> list[tuple[Diagnostic, ...]]:
    """Return the diagnostics sorted by file (as they come) and place; those that say the same stand together.

    Such a group is at the place of its first; what says the same of the same place is taken once.
    """
    files = {file: number for number, file in enumerate(dict.fromkeys(one.file for one in diagnostics))}

    def position(one: Diagnostic) -> tuple[int, ...]:
        place = one.span or Span(0, 0, 0)
        return files[one.file], place.line, place.column, one.document, _ORDER[one.severity]

    groups: dict[tuple[object, ...], dict[object, Diagnostic]] = {}
    for one in sorted(diagnostics, key=position):
        same = (one.file, one.severity, one.code, one.message, one.help)
        groups.setdefault(same, {}).setdefault((one.span, one.document), one)
    return [tuple(group.values()) for group in groups.values()]


def summed_up(diagnostics: Sequence[Diagnostic]) -> str:
    """Return one line that counts them: `2 errors and 1 warning in game.yaml`."""
    counts = Counter(one.severity for one in diagnostics)
    parts = [_number(counts[severity], str(severity)) for severity in _ORDER if counts[severity]]
    files = list(dict.fromkeys(one.file for one in diagnostics))
    listed = " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)
    if len(files) > 1:
        return f"{listed} in {len(files)} files"
    return f"{listed} in {_name(files[0])}" if files[0] else listed


def _number(count: int, word: str) -> str:
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def _name(file: str) -> str:
    return shown(file, 200)


def _one(group: Sequence[Diagnostic], source: Source | None, encoding: str | None) -> Iterator[Row]:
    first = group[0]
    severity = str(first.severity)
    yield [(f"{severity}[{first.code}]", severity), (f": {first.message}", "message")]
    marks: list[Mark] = []
    if first.span is not None:
        marks.append(Mark(first.span, is_main=True, style=severity))
    marks += [Mark(related.span, related.message) for related in first.related if related.span != first.span]
    rows = list(excerpt(source, marks, encoding)) if source is not None else []
    indent = rows[0][0][0].index("|") - 1 if rows else 1
    place = f":{first.span.line}:{first.span.column}" if first.span is not None else ""
    if first.file or place:
        yield [(f"{'':{indent}}--> ", "gutter"), (f"{_name(first.file or '<text>')}{place}", "")]
    yield from rows
    if len(group) > 1:
        yield [(f"{'':{indent}} = ", "gutter"), ("the same", "message"), (f" at {_places(group[1:])}", "")]
    if first.help:
        yield [("help", "help"), (f": {first.help}", "")]


def _places(group: Sequence[Diagnostic]) -> str:
    listed = [f"{one.span.line}:{one.span.column}" for one in group[:MOST_ALSO] if one.span is not None]
    if len(group) > len(listed):
        rest = len(group) - len(listed)
        listed.append(f"{rest:,} more {'place' if rest == 1 else 'places'}")
    return " and ".join(part for part in (", ".join(listed[:-1]), *listed[-1:]) if part)


def _plain(row: Row) -> str:
    return "".join(text for text, _ in row).rstrip()


def _encodable(text: str, encoding: str | None) -> str:
    """Return *text* with what *encoding* lacks escaped; lone surrogates in any case."""
    if text.isascii():
        return text
    return text.encode(encoding or "utf-8", "backslashreplace").decode(encoding or "utf-8")


def _print_styled(rows: Iterable[Row], stream: IO[str], encoding: str | None) -> None:
    # Takes longer to import than all else here, and only colour needs it.
    from rich.console import COLOR_SYSTEMS, Console
    from rich.style import Style
    from rich.text import Text

    console = Console(file=stream, force_terminal=True, markup=False, emoji=False, highlight=False)
    if console.legacy_windows:
        for row in rows:
            pieces = [(_encodable(text, encoding), STYLES.get(style, "")) for text, style in row]
            console.print(Text.assemble(*pieces), soft_wrap=True)
        return
    # The console lays out and wraps what it prints, which takes ten times as long as all else.
    system = COLOR_SYSTEMS[console.color_system] if console.color_system else None
    styles = {name: Style.parse(style) for name, style in STYLES.items()}
    plain = Style.null()
    for row in rows:
        for text, style in row:
            stream.write(styles.get(style, plain).render(_encodable(text, encoding), color_system=system))
        stream.write("\n")
