"""The page of `score --html`: ranking, score pad, every forest drawn, and the reason for every line.

One file that loads nothing: its style stands in it, it has no script, and its policy forbids both to anything that
might get in. All text goes through `html_text`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from forestcalc.diagnostics.diagnostic import Diagnostic
from forestcalc.report.drawing import drawn_forest
from forestcalc.report.html_forest import render_forest
from forestcalc.report.html_text import isolated, safe, tag
from forestcalc.report.wording import (
    SECTION_LABELS,
    Names,
    card_name,
    counted_texts,
    line_range,
    open_texts,
    player_name,
    range_text,
    rank_text,
    reason,
    ruling_texts,
    title,
    verdict,
)
from forestcalc.scoring.sheet import PlayerSheet, Range, ScoreSheet

_STYLE = Path(__file__).with_name("html_style.css")
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
_SHORT = {"left_right": "L/R", "bottom": "Bot."}


@dataclass(frozen=True, slots=True)
class PageGame:
    """A game on a page: `where` names its file; `sheet` is None where it is not valid.

    `packs` describe the packs of further cards that it uses.
    """

    where: str
    sheet: ScoreSheet | None
    names: Names
    diagnostics: Sequence[Diagnostic] = ()
    packs: Sequence[str] = ()


def render_page(games: Sequence[PageGame]) -> str:
    """Return the whole page. Several games get a list of contents, and a section each."""
    if len(games) == 1:
        heading = _heading(games[0])
        body = "".join(_Game(games[0], 1, 1).parts())
    else:
        heading = f"{len(games)} games"
        links = "".join(
            tag("li", f"{tag('a', safe(_heading(game)), href=f'#game-{number}')}<br>{_file(game)}")
            for number, game in enumerate(games, 1)
        )
        articles = "".join(
            tag("article", "".join(_Game(game, number, 2).parts()), id=f"game-{number}")
            for number, game in enumerate(games, 1)
        )
        body = f"{tag('h1', heading)}{tag('ol', links, 'contents panel')}{articles}"
    style = _STYLE.read_text(encoding="utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{safe(heading)}</title>\n<style>\n{style}</style>\n</head>\n<body>\n"
        f"<main>{body}<footer>Scored with forestcalc</footer></main>\n</body>\n</html>\n"
    )


def _heading(game: PageGame) -> str:
    return f"{title(game.sheet.game)}: {verdict(game.sheet)}" if game.sheet is not None else "Not a valid game"


def _file(game: PageGame) -> str:
    return tag("span", isolated(game.where), "file")


class _Game:
    """One game; *level* is that of its heading."""

    def __init__(self, game: PageGame, number: int, level: int) -> None:
        self.game = game
        self.names = game.names
        self.number = number
        self.level = level

    def parts(self) -> Iterator[str]:
        sheet = self.game.sheet
        head = title(sheet.game) if sheet is not None else "Not a valid game"
        yield tag("header", f"{self.heading(head, 0)}{_file(self.game)}")
        if sheet is None:
            yield from self.found("What is wrong", self.game.diagnostics)
            return
        yield tag("p", safe(verdict(sheet)), "verdict")
        yield from self.ranking(sheet)
        yield tag("section", f"{self.heading('Score pad', 1)}{_pad(sheet)}", "part")
        yield from self.open(sheet)
        for number, player in enumerate(sheet.players, 1):
            yield tag(
                "section", "".join(self.player(sheet, player)), "player", id=f"game-{self.number}-player-{number}"
            )
        notes = [safe(text) for note in sheet.rulings for text in ruling_texts(note)]
        yield from self.notes("Packs of further cards", [isolated(pack) for pack in self.game.packs])
        yield from self.notes("Rulings that matter here", notes)
        yield from self.found("Warnings and notes", self.game.diagnostics)

    def heading(self, text: str, below: int) -> str:
        return tag(f"h{self.level + below}", safe(text))

    def ranking(self, sheet: ScoreSheet) -> Iterator[str]:
        most = max(1, *(player.max for player in sheet.players))
        players = sorted(enumerate(sheet.players, 1), key=lambda one: (-one[1].max, -one[1].min))
        rows = "".join(self.rank(sheet, number, player, most) for number, player in players)
        apart = "".join(tag("p", safe(text), "soft apart") for text in counted_texts(sheet.game))
        yield tag("section", f"{self.heading('Ranking', 1)}{tag('ol', rows, 'ranking panel')}{apart}", "part")

    def rank(self, sheet: ScoreSheet, number: int, player: PlayerSheet, most: int) -> str:
        place = f'<span class="place" title="rank">{rank_text(player) if player.rank is not None else "?"}</span>'
        link = tag("a", isolated(player_name(player.name)), href=f"#game-{self.number}-player-{number}")
        # The bar shows what is certain: its parts are the least points of each section.
        bar = "".join(
            f'<i class="{section}" style="width:{100 * max(0, player.sections[section].min) / most:.2f}%"></i>'
            for section, _ in SECTION_LABELS
            if player.sections[section].min > 0
        )
        content = f"{place}{tag('span', link, 'who')}{tag('span', range_text(player.range), 'sum')}"
        content += f'<div class="bar" aria-hidden="true">{bar}</div>'
        return tag("li", content, "first" if player.name in sheet.winners else "")

    def open(self, sheet: ScoreSheet) -> Iterator[str]:
        yield from self.notes(
            "To settle the totals, name the tree symbol of", [safe(text) for text in open_texts(sheet, self.names)]
        )

    def player(self, sheet: ScoreSheet, player: PlayerSheet) -> Iterator[str]:
        name = tag(f"h{self.level + 1}", isolated(player_name(player.name)))
        yield tag("header", f"{name}{tag('span', f'{range_text(player.range)} points', 'sum')}")
        yield render_forest(drawn_forest(sheet, player, self.names), self.names)
        heading = self.heading("Where the points come from", 2)
        yield tag("div", f"{heading}{self.lines(player)}", "part")

    def lines(self, player: PlayerSheet) -> str:
        rows: list[str] = []
        section = None
        for line in player.lines:
            if line.section != section:
                section = line.section
                rows.append(_section_row(section, player.sections[section]))
            count = f"{line.count}× " if line.count > 1 else ""
            name = f"{count}{isolated(card_name(line.id, line.name, self.names))}"
            rows.append(_line_row(line_range(line), name, reason(player, line)))
        cave = player.cave_range
        rows.append(_section_row("cave", cave))
        name = safe(card_name(player.cave.card.id, player.cave.card.name, self.names))
        rows.append(_line_row(cave, name, player.cave_reason()))
        return tag("div", tag("table", tag("tbody", "".join(rows))), "lines panel")

    def found(self, heading: str, diagnostics: Iterable[Diagnostic]) -> Iterator[str]:
        yield from self.notes(heading, [_diagnostic(one) for one in diagnostics])

    def notes(self, heading: str, notes: Sequence[str]) -> Iterator[str]:
        if notes:
            items = "".join(tag("li", note) for note in notes)
            yield tag("section", f"{self.heading(heading, 1)}{tag('ul', items, 'notes panel')}", "part")


def _pad(sheet: ScoreSheet) -> str:
    labels = "".join(
        tag(
            "th", f"{tag('span', label, 'long')}{tag('span', _SHORT.get(id, label), 'short')}", f"key {id}", scope="col"
        )
        for id, label in SECTION_LABELS
    )
    rows = "".join(
        tag(
            "tr",
            tag("th", isolated(player_name(player.name)), scope="row")
            + "".join(tag("td", range_text(player.sections[section])) for section, _ in SECTION_LABELS)
            + tag("td", range_text(player.range), "total"),
        )
        for player in sheet.players
    )
    head = tag("tr", f"{tag('th', 'Player', scope='col')}{labels}{tag('th', 'Total', scope='col')}")
    table = tag("table", f"{tag('thead', head)}{tag('tbody', rows)}", "pad")
    return tag("div", table, "scroll panel", tabindex="0", role="region", **{"aria-label": "Score pad"})


def _section_row(section: str, points: Range) -> str:
    label = dict(SECTION_LABELS)[section]
    cell = tag("th", f"{label}{tag('span', range_text(points), 'sum')}", colspan="3", scope="rowgroup")
    return tag("tr", cell, f"section {section}")


def _line_row(points: Range, name: str, why: str) -> str:
    cells = tag("td", range_text(points), "points") + tag("td", name, "card") + tag("td", safe(why), "why")
    return tag("tr", cells, "" if points.max else "nil")


def _diagnostic(one: Diagnostic) -> str:
    place = f" {tag('span', f'(line {one.span.line})', 'soft')}" if one.span is not None else ""
    help_ = f"<br>{tag('span', safe(one.help), 'soft')}" if one.help else ""
    return f"{tag('span', f'{safe(one.severity)}:', str(one.severity))} {safe(one.message)}{place}{help_}"
