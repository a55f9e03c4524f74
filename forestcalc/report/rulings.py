"""A ruling as data and as text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from forestcalc.catalogue import store
from forestcalc.catalogue.model import Ruling

if TYPE_CHECKING:
    from rich.console import RenderableType


def ruling_as_json(ruling: Ruling) -> dict[str, Any]:
    """Return a ruling in the machine format."""
    return {
        "format": 1,
        "id": ruling.id,
        "game": ruling.game,
        "question": ruling.question,
        "values": [
            {
                "value": reading.value,
                "reading": reading.reading,
                "read_so_by": list(reading.read_so_by),
                "default": reading.value == ruling.default,
            }
            for reading in ruling.values
        ],
        "sources": list(ruling.sources),
    }


def render_ruling(ruling: Ruling) -> Iterable[RenderableType]:
    """Yield the lines of a ruling: the question, each reading, and who reads it so."""
    from rich.padding import Padding
    from rich.text import Text

    titles = store.texts(ruling.game)["sources"]

    yield Text.assemble((ruling.id, "bold"), f" ({ruling.game}): {ruling.question}")
    for reading in ruling.values:
        default = " (default)" if reading.value == ruling.default else ""
        readers = f" [{'; '.join(_reader(one, titles) for one in reading.read_so_by)}]" if reading.read_so_by else ""
        yield Padding(Text(f"{reading.value}{default}: {reading.reading}{readers}"), (0, 0, 0, 2))


def _reader(text: str, titles: Mapping[str, str]) -> str:
    """Return who reads a rule so, with the title of a source in place of the id that the text begins with."""
    id, mark, rest = text.partition(",") if "," in text else text.partition(" ")
    return f"{titles.get(id, id)}{mark}{rest}"
