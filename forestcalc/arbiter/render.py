"""Answers as text: the short answer first, then what else there is to know, readable at 60 columns without colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from forestcalc.arbiter.answers import CERTAIN, Answer, AnswerItem
from forestcalc.arbiter.topics import Citation, Topic
from forestcalc.catalogue.catalogue import games

if TYPE_CHECKING:
    from rich.console import RenderableType

    from forestcalc.arbiter.setup import Setup

# From this share of the best confidence on, another candidate is shown as well.
_ALSO = 0.5
_WORTH_NAMING = 0.1


def render_answer(answer: Answer, card_names: dict[str, str] | None = None) -> Iterable[RenderableType]:
    """Yield the parts of an answer; `card_names` are the names of cards in the language of the output."""
    from rich.text import Text

    if not answer.answers:
        yield Text(answer.message)
        return
    best, others = answer.answers[0], answer.answers[1:]
    if best.kind == "not-covered":
        yield Text(answer.message, style="bold")
    elif best.confidence < CERTAIN:
        yield Text("Not certain that this is what was asked:", style="italic")
    yield from _item(best, card_names or {})
    near = [item for item in others if item.confidence >= _ALSO * best.confidence and best.confidence < CERTAIN]
    for item in near:
        yield Text()
        yield Text("Or was this asked?", style="italic")
        yield from _item(item, card_names or {})
    rest = [item for item in others if item not in near and item.confidence >= _WORTH_NAMING]
    if rest:
        yield Text()
        yield from _field("Also possible", "; ".join(f"{item.title} ({_command(item)})" for item in rest))


def _item(item: AnswerItem, card_names: dict[str, str]) -> Iterable[RenderableType]:
    from rich.text import Text

    name = card_names.get(item.id.removeprefix("card:"), item.title) if item.kind == "card" else item.title
    yield Text.assemble((name, "bold"), f"  {_command(item)} · {games()[item.game]}")
    yield Text(item.answer, style="bold")
    if item.details:
        yield Text(item.details)
    for conflict in item.conflicts:
        yield from _field("Differs", conflict)
    yield from _sources(item.citations)
    if item.kind == "card":
        yield from _field("Topics", ", ".join(item.topics))
    else:
        yield from _field("See also", ", ".join(item.topics))
        yield from _field("Cards", ", ".join(item.cards))


def _command(item: AnswerItem) -> str:
    return f"card {item.id.removeprefix('card:')}" if item.kind == "card" else f"topics {item.id}"


def _sources(citations: Sequence[Citation]) -> Iterable[RenderableType]:
    yield from _field("Source" if len(citations) == 1 else "Sources", "; ".join(_cited(citations)))


def _cited(citations: Sequence[Citation]) -> Iterable[str]:
    """Yield each document with its sections; sections that are all the same are the card's name and are left out."""
    alike = len({citation.section for citation in citations}) == 1 and len(citations) > 1
    sections: dict[str, list[str]] = {}
    for citation in citations:
        named = sections.setdefault(citation.source, [])
        if citation.section and not alike:
            named.append(citation.section)
    for source, named in sections.items():
        yield f"{source}: {', '.join(named)}" if named else source


def _field(label: str, text: str) -> Iterable[RenderableType]:
    if not text:
        return
    from rich.padding import Padding
    from rich.text import Text

    yield Padding(Text.assemble((f"{label}: ", "dim"), text), (0, 0, 0, 2), expand=False)


def render_topic(topic: Topic) -> Iterable[RenderableType]:
    """Yield the parts of a topic's page."""
    from rich.text import Text

    yield Text.assemble((topic.title, "bold"), f"  {topic.id}")
    status = {"conflicted": "sources differ", "not-covered": "the rules do not cover it"}.get(topic.status)
    where = ", ".join(games()[game] for game in topic.games)
    editions = f"; editions {' and '.join(topic.editions)}" if topic.editions else ""
    yield Text(f"{where}{editions}{f'; {status}' if status else ''}", style="dim")
    yield Text(topic.answer, style="bold")
    if topic.details:
        yield Text(topic.details)
    for edition, text in topic.by_edition.items():
        yield from _field(f"Edition {edition}", text)
    for conflict in topic.conflicts:
        yield from _field("Differs", conflict)
    yield from _sources(topic.citations)
    yield from _field("See also", ", ".join(topic.related))
    yield from _field("Cards", ", ".join(topic.cards))


def render_topics(topics: Iterable[Topic]) -> Iterable[RenderableType]:
    """Yield one line a topic: its id and title."""
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column()
    for topic in topics:
        table.add_row(Text(topic.id, style="bold"), Text(topic.title))
    yield table


def render_setup(setup: Setup, title: str) -> Iterable[RenderableType]:
    """Yield the set-up numbers, one line each."""
    from rich.table import Table
    from rich.text import Text

    from forestcalc.arbiter.setup import lines

    players = "1 player" if setup.players == 1 else f"{setup.players} players"
    yield Text(" · ".join((title, *setup.expansions, players)), style="bold")
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column()
    for label, value in lines(setup):
        table.add_row(Text(f"  {label}"), Text(value))
    yield table
    yield from _sources(setup.citations)
    yield from _field("Topics", ", ".join(setup.topics))
