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
from ruamel.yaml.tokens import DirectiveToken, ScalarToken

from forestcalc.source.faults import DepthFault, Mark, SyntaxFault
from forestcalc.source.lines import line_end
from forestcalc.source.scanning import (
    Breaks,
    blank_lines,
    block_indent,
    block_text,
    gaps,
    indented_blank_lines,
    is_long_tag,
    line_breaks,
    quoted_value,
    reserved_directive,
    words,
)

_GAP = re.compile(r"[ \t]*(?:#[^\r\n\0]*)?")
_BLANKS = re.compile(r"[ \t]*")
_MARKER = re.compile(r"(?:---|\.\.\.)[ \t\r\n\0]")
_END = "\0" * 8
_MOST_DIRECTIVES = 20


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
        self.directives = 0
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

    def check_token(self, *choices: Any) -> bool:
        while self.need_more_tokens():
            self.fetch_more_tokens()
        return bool(self.tokens) and (not choices or isinstance(self.tokens[0], choices))

    def need_more_tokens(self) -> bool:
        if self.done or (self.tokens and not self.possible_simple_keys):
            return False
        return super().need_more_tokens()

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
        passed = gaps(buffer, self.index)
        if passed.number:
            self.skip(passed)
            if not self.flow_context:
                self.allow_simple_key = True
        gap = _GAP.match(buffer, self.index)
        assert gap is not None  # the pattern matches nothing at all, too
        char = buffer[gap.end()]
        end = gap.end()
        if self.allow_simple_key and not self.flow_context and char != "\0":
            # Here an indentation could begin, and a tab is none. JSON may start with tabs nevertheless.
            tab = buffer.find("\t", gap.start(), end)
            if tab >= 0 and not (self.indent == -1 and char in "[{"):
                end = tab
        self.column += end - self.index
        self.index = end

    def skip(self, breaks: Breaks) -> None:
        """Go on to the index after some line ends."""
        if breaks.number:
            self.index, self.line, self.column = breaks.end, self.line + breaks.number, 0

    def move(self, end: int) -> None:
        """Go on to the index *end*."""
        passed = self.buffer[self.index : end]
        breaks = line_breaks(passed)
        if breaks:
            self.skip(Breaks(end, breaks))
            self.column = end - max(self.buffer.rfind("\n", 0, end), self.buffer.rfind("\r", 0, end)) - 1
        else:
            self.column += len(passed)
        self.index = end

    def fetch_directive(self) -> None:
        self.directives += 1
        if self.directives > _MOST_DIRECTIVES:
            mark = self.get_mark()
            raise SyntaxFault("found too many directives", "while scanning a directive", mark, mark)
        super().fetch_directive()

    def scan_directive(self) -> Any:
        end = reserved_directive(self.buffer, self.index)
        if end is None:
            return super().scan_directive()
        start_mark = self.get_mark()
        name = self.buffer[self.index + 1 : end]
        self.move(end)
        end_mark = self.get_mark()
        self.move(min(line_end(self.buffer, end), len(self.buffer) - len(_END)))
        self.scan_line_break()
        return DirectiveToken(name, None, start_mark, end_mark)

    def scan_tag(self) -> Any:
        if is_long_tag(self.buffer, self.index):
            mark = self.get_mark()
            raise SyntaxFault("found a tag that is too long", "while scanning a tag", mark, mark)
        return super().scan_tag()

    def scan_flow_scalar(self, style: Any) -> Any:
        found = quoted_value(self.buffer, self.index)
        if found is None:
            return super().scan_flow_scalar(style)
        start_mark = self.get_mark()
        self.move(found[1])
        if found[0] is None:
            raise SyntaxFault(
                "found unexpected end of stream", "while scanning a quoted scalar", self.get_mark(), start_mark
            )
        return ScalarToken(found[0], False, start_mark, self.get_mark(), style)

    def scan_plain(self) -> Any:
        chunks: list[str] = []
        start_mark = end_mark = self.get_mark()
        indent = self.indent + 1
        spaces: list[str] | None = []
        while self.buffer[self.index] != "#":
            text, end = words(self.buffer, self.index, -1 if self.flow_level else indent)
            if not text:
                break
            self.allow_simple_key = False
            chunks += spaces or ()
            chunks.append(text)
            self.move(end)
            end_mark = self.get_mark()
            spaces = self.scan_plain_spaces(indent, start_mark)
            if not spaces or (not self.flow_level and self.column < indent):
                break
        return ScalarToken("".join(chunks), True, start_mark, end_mark)

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
        more = blank_lines(buffer, self.index)
        self.skip(more)
        if _MARKER.match(buffer, self.index):
            return None
        while buffer[self.index] == " ":
            self.index += 1
            self.column += 1
        return ["\n" * more.number or " "]

    def scan_block_scalar(self, style: Any, rt: Any = False) -> Any:
        min_indent = self.indent + 1
        if min_indent < 1:
            return super().scan_block_scalar(style, rt)  # a document that is text alone
        start_mark = self.get_mark()
        self.forward()
        chomping, increment = self.scan_block_scalar_indicators(start_mark)
        self.scan_block_scalar_ignored_line(start_mark)
        if increment is None:
            found = block_indent(self.buffer, self.index)
            if found is None:
                self.scan_block_scalar_indentation()  # finds the fault and words it
                raise AssertionError
            breaks, indent = found
            indent = max(indent, min_indent)
        else:
            indent = min_indent + increment - 1
            breaks = indented_blank_lines(self.buffer, self.index, indent, indent)
        chunks: list[str] = []
        end_mark = self._pass_breaks(breaks, indent)
        line_break, trailing = "", breaks.number
        if self.column == indent and self.buffer[self.index] != "\0":
            text, end = block_text(self.buffer, self.index, indent, folded=style == ">")
            chunks += ("\n" * breaks.number, text)
            self.move(end)
            line_break = self.scan_line_break()
            breaks = indented_blank_lines(self.buffer, self.index, indent, indent)
            end_mark = self._pass_breaks(breaks, indent)
            trailing = breaks.number
        if chomping is not False:
            chunks.append(line_break)
        if chomping is True:
            chunks.append("\n" * trailing)
        if trailing and chomping is not True:
            self.scan_to_next_token()
        return ScalarToken("".join(chunks), False, start_mark, end_mark, style)

    def _pass_breaks(self, breaks: Breaks, indent: int) -> Mark:
        """Go on behind blank lines and the indentation of the next; return the place where the lines end."""
        self.skip(breaks)
        end_mark = self.get_mark()
        while self.column < indent and self.buffer[self.index] == " ":
            self.index += 1
            self.column += 1
        return end_mark
