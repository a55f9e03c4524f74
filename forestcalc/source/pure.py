"""The pure reader: ruamel.yaml's scanner and parser turn the text of one document into YAML 1.2 events.

This module imports ruamel.yaml, so it is itself imported only where a text has to be read with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

from ruamel.yaml.error import MarkedYAMLError
from ruamel.yaml.parser import Parser
from ruamel.yaml.scanner import Scanner

from forestcalc.source.faults import DepthFault, Mark, SyntaxFault

_GAP = re.compile(r"[ \t]*(?:#[^\r\n\0]*)?")
_BLANKS = re.compile(r"[ \t]*")
_MARKER = re.compile(r"(?:---|\.\.\.)[ \t\r\n\0]")
_END = "\0" * 8


def pure_events(text: str, depth_limit: int) -> Iterator[Any]:
    """Yield the events of *text*, which holds one document; their marks are `Mark`s.

    Raises `SyntaxFault` where the text is no YAML, whatever the library makes of it, and `DepthFault` where
    more than *depth_limit* brackets are open.
    """
    reader = _Reader(text, depth_limit)
    try:
        while reader.state is not None:
            yield reader.get_event()
    except MarkedYAMLError as fault:
        raise SyntaxFault(
            fault.problem or "",
            fault.context or "",
            fault.problem_mark or fault.context_mark or reader.get_mark(),
            fault.context_mark,
        ) from None
    except (DepthFault, SyntaxFault):
        raise
    except Exception:
        # The library breaks in many ways on odd texts; each is a fault of the text.
        raise SyntaxFault("", "", reader.get_mark(), None) from None
    finally:
        reader.release()


class _Reader(Scanner, Parser):
    """Scanner and parser in one object, over a text that is wholly in memory.

    What it does otherwise than the library: marks are small, nesting of brackets is bounded, a tab may
    separate words within a line and stand on blank lines, a key in braces may have its colon on a later line
    or be very long, and after a key in quotes the colon needs no blank (all as in JSON).
    """

    # The library finds its parts through properties that search the loader on every call.
    reader: Any = None
    scanner: Any = None
    resolver: Any = None
    scanner_processing_version: Any = (1, 2)
    processing_version: Any = (1, 2)
    comment_handling: Any = None
    encoding: Any = None

    def __init__(self, text: str, depth_limit: int) -> None:
        self.buffer = text + _END
        self.index = 0
        self.line = 0
        self.column = 0
        self.depth_limit = depth_limit
        self.reader = self.scanner = self.resolver = self
        self.doc_infos = [SimpleNamespace(tags=[], doc_version=None)]
        Scanner.__init__(self, loader=self)
        Parser.__init__(self, loader=self)

    def release(self) -> None:
        """Let go of the text: the object refers to itself and would keep it until the next collection."""
        self.buffer = _END
        self.reader = self.scanner = self.resolver = self.loader = self._scanner = self._parser = None
        self.dispose()

    def peek(self, index: int = 0) -> str:
        return self.buffer[self.index + index]

    def prefix(self, length: int = 1) -> str:
        return self.buffer[self.index : self.index + length]

    def forward(self, length: int = 1) -> None:
        start = self.index
        self.index = end = start + length
        passed = self.buffer[start:end]
        if "\n" not in passed and "\r" not in passed:
            self.column += length
            return
        for index in range(start, end):
            char = self.buffer[index]
            if char == "\n" or (char == "\r" and self.buffer[index + 1] != "\n"):
                self.line += 1
                self.column = 0
            else:
                self.column += 1

    def get_mark(self) -> Mark:
        return Mark(self.index, self.line, self.column)

    def fetch_flow_collection_start(self, TokenClass: Any, to_push: str) -> None:  # noqa: N803  the library's name
        if len(self.flow_context) >= self.depth_limit:
            raise DepthFault(self.get_mark())
        super().fetch_flow_collection_start(TokenClass, to_push)

    def stale_possible_simple_keys(self) -> None:
        if not self.possible_simple_keys:
            return
        for level, key in list(self.possible_simple_keys.items()):
            if key.line == self.line and self.index - key.index <= 1024:
                continue
            if level and self.flow_context[level - 1] == "{" and self.buffer[key.index] not in "[{":
                continue
            if key.required:
                raise SyntaxFault("could not find expected ':'", "", key.mark, key.mark)
            del self.possible_simple_keys[level]

    def check_value(self) -> Any:
        if self.flow_context and self.flow_context[-1] == "[":
            key = self.possible_simple_keys.get(len(self.flow_context))
            if key is not None and self.buffer[key.index] in "\"'":
                return True
        return super().check_value()

    def scan_to_next_token(self) -> None:
        buffer = self.buffer
        while True:
            gap = _GAP.match(buffer, self.index)
            assert gap is not None  # the pattern matches nothing at all, too
            char = buffer[gap.end()]
            if char not in "\r\n":
                break
            end = gap.end() + (2 if buffer.startswith("\r\n", gap.end()) else 1)
            self.index, self.line, self.column = end, self.line + 1, 0
            if not self.flow_context:
                self.allow_simple_key = True
        end = gap.end()
        if self.allow_simple_key and not self.flow_context and char != "\0":
            # Here an indentation could begin, and a tab is none. JSON may start with tabs nevertheless.
            tab = buffer.find("\t", gap.start(), end)
            if tab >= 0 and not (self.indent == -1 and char in "[{"):
                end = tab
        self.column += end - self.index
        self.index = end

    def scan_plain_spaces(self, indent: Any, start_mark: Any) -> list[str] | None:  # noqa: ARG002
        buffer = self.buffer
        blanks = _BLANKS.match(buffer, self.index)
        assert blanks is not None
        self.column += blanks.end() - self.index
        self.index = blanks.end()
        if buffer[self.index] not in "\r\n":
            return [blanks[0]] if blanks[0] else []
        self.scan_line_break()
        self.allow_simple_key = True
        breaks: list[str] = []
        while self.column or not _MARKER.match(buffer, self.index):
            if buffer[self.index] == " ":
                self.forward()
            elif buffer[self.index] in "\r\n":
                breaks.append(self.scan_line_break())
            else:
                return breaks or [" "]
        return None
