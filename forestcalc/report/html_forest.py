"""The drawing of a forest as HTML: each host with its cards around it, each card with its points."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from forestcalc.report.drawing import DrawnCard, DrawnForest, DrawnHost
from forestcalc.report.html_text import isolated, safe, tag
from forestcalc.report.wording import Names, card_name, line_range, range_text

Slot = Sequence[DrawnCard]


def render_forest(forest: DrawnForest, names: Names) -> str:
    """Return the drawing as markup."""
    return "".join(_Forest(forest, names).parts())


class _Forest:
    """Draws one forest."""

    def __init__(self, forest: DrawnForest, names: Names) -> None:
        self.forest = forest
        self.names = names
        self.reasons = {line.id: forest.player.reason(line) for line in forest.player.lines}

    def parts(self) -> Iterator[str]:
        if self.forest.hosts:
            yield tag("div", "".join(map(self.host, self.forest.hosts)), "forest")
        if self.forest.bare:
            yield tag("div", "".join(map(self.tree, self.forest.bare)), "bare")
        player = self.forest.player
        facts = [
            f"Set: {isolated(card_name(line.id, line.name, self.names))}, {range_text(line_range(line))} points"
            f" {tag('span', f'({safe(self.reasons[line.id])})', 'soft')}"
            for line in self.forest.together
        ]
        cave = card_name(player.cave.card.id, player.cave.card.name, self.names)
        facts.append(
            f"{safe(cave)}: {range_text(player.cave_range)} points"
            f" {tag('span', f'({safe(player.cave_reason())})', 'soft')}"
        )
        yield tag("ul", "".join(tag("li", fact) for fact in facts), "facts")

    def host(self, host: DrawnHost) -> str:
        left, right = (self.slot(host.sides[side][0]) if side in host.sides else "" for side in ("left", "right"))
        tree = self.tree(host.card)
        centre = f"{left}{tree}{right}" if left or right else tag("div", tree, "row")
        river = ""
        if host.river is not None:
            river = tag("div", tag("div", f"{self.name(host.river)}{self.worth(host.river)}", "river"), "row")
        rows = f"{self.row(host, 'top')}{centre}{river}{self.row(host, 'bottom')}"
        return tag("div", rows, "host panel")

    def row(self, host: DrawnHost, side: str) -> str:
        slots = host.sides.get(side, ())
        if not slots:
            return ""
        return tag("div", "".join(map(self.slot, slots)), f"row {'one' if len(slots) == 1 else 'two'}")

    def slot(self, slot: Slot) -> str:
        return tag("div", "".join(map(self.chip, slot)), "slot")

    def chip(self, card: DrawnCard) -> str:
        return tag("div", f"{self.name(card)}{self.worth(card)}", f"chip {card.section}")

    def tree(self, card: DrawnCard) -> str:
        return tag("div", f"{self.name(card)}{self.worth(card)}", f"tree trees kind-{card.kind}")

    def name(self, card: DrawnCard) -> str:
        symbol = card.symbol_text
        note = f" {tag('span', safe(symbol), 'symbol ask' if card.is_open else 'symbol')}" if symbol else ""
        count = f"{card.count}× " if card.count > 1 else ""
        return tag("span", f"{count}{isolated(card.name)}{note}", "name")

    def worth(self, card: DrawnCard) -> str:
        if card.points is None:
            kind = " set"
        elif card.is_zero:
            kind = " nil"
        else:
            kind = " range" if card.points.value is None else ""
        return tag("span", safe(card.points_text), f"worth{kind}", title=self.reasons[card.line.id])
