"""HTML: text becomes markup in one place, where everything is escaped."""

from __future__ import annotations

from html import escape

from forestcalc.diagnostics.diagnostic import shown

_LONGEST = 2000


def safe(text: object) -> str:
    """Return *text* for any place in a page, attributes included: markup and what is not printable escaped."""
    return escape(shown(str(text), _LONGEST), quote=True)


def tag(name: str, content: str, classes: str = "", **attributes: str) -> str:
    """Return an element around *content*, which is markup already; values of attributes are text."""
    given = {"class": classes, **attributes}
    written = "".join(f' {key}="{safe(value)}"' for key, value in given.items() if value)
    return f"<{name}{written}>{content}</{name}>"


def isolated(text: str) -> str:
    """Return a name from a file: text written from right to left does not turn what stands around it."""
    return f"<bdi>{safe(text)}</bdi>"
