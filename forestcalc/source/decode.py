"""Decode: bytes as they come become text, UTF-8 or UTF-16 by their first bytes."""

from __future__ import annotations

import codecs
from collections.abc import Iterator

from forestcalc.diagnostics.diagnostic import error
from forestcalc.source.faults import SourceFault

_MARKS = (
    (codecs.BOM_UTF8, "utf-8", "UTF-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le", "UTF-16"),
    (codecs.BOM_UTF16_BE, "utf-16-be", "UTF-16"),
)


def decoded(chunks: Iterator[bytes]) -> Iterator[str]:
    """Yield the text of *chunks*, each as soon as it is there; a byte order mark is dropped.

    Raises `SourceFault` where bytes are no text, after all that stands before them.
    """
    data = b""
    while len(data) < 3 and (chunk := next(chunks, b"")):  # a mark may come in two parts
        data += chunk
    mark, encoding, words = next((one for one in _MARKS if data.startswith(one[0])), (b"", "utf-8", "UTF-8"))
    data = data.removeprefix(mark)
    decoder = codecs.getincrementaldecoder(encoding)()
    while True:
        is_last = not data
        try:
            text = decoder.decode(data, final=is_last)
        except UnicodeDecodeError as fault:
            if before := fault.object[: fault.start].decode(encoding):
                yield before
            byte = fault.object[fault.start]
            message = f"the text is not {words}: byte 0x{byte:02X} cannot be read here"
            found = error("encoding", message, None, help="save the file as UTF-8")
            raise SourceFault(found, is_at_end=True) from None
        if text:
            yield text
        if is_last:
            return
        data = next(chunks, b"")
