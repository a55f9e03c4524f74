"""Points: the cards of a live forest by the line that they score in, each line keeping what it is worth.

A group is told which cards come and go; when it is settled, it does as little work as its rule allows.
"""

from __future__ import annotations

from typing import Any

from forestcalc.catalogue.model import CardSet, Species
from forestcalc.live.hosts import LiveCard
from forestcalc.live.looks import Looks
from forestcalc.scoring.plans import Plan, group_sizes, set_points
from forestcalc.scoring.tally import Tally


class Group:
    """The cards of one line; `points` is what they were worth when last settled. This kind scores once, or by hand."""

    __slots__ = ("cards", "looks", "plan", "points", "scored")

    def __init__(self, plan: Plan, scored: Species | CardSet, looks: Looks) -> None:
        self.plan = plan
        self.scored = scored
        self.looks = looks
        self.cards: dict[LiveCard, None] = {}
        self.points = 0

    def add(self, card: LiveCard) -> None:
        """Take in a card that shows its face."""
        self.cards[card] = None

    def remove(self, card: LiveCard) -> None:
        """Let go a card that still shows the face it came with."""
        del self.cards[card]

    def settle(self, tally: Tally, everything: bool) -> int:
        """Work the points out anew and return by how much they changed.

        If not *everything*, the tally is as before in all that the rule looks at.
        """
        before = self.points
        self.points = self.worth(tally, everything)
        return self.points - before

    def worth(self, tally: Tally, everything: bool) -> int:  # noqa: ARG002
        """Return the points of the line."""
        shared = self.plan.shared
        if shared is None:
            return sum([card.by_hand or 0 for card in self.cards])
        return shared(tally) if self.cards else 0


class AlikeGroup(Group):
    """Cards that are worth the same, or twice that at a host that doubles."""

    __slots__ = ("weight",)

    def __init__(self, plan: Plan, scored: Species | CardSet, looks: Looks) -> None:
        super().__init__(plan, scored, looks)
        self.weight = 0

    def add(self, card: LiveCard) -> None:
        """Take in a card that shows its face."""
        self.cards[card] = None
        self.weight += card.face.factor

    def remove(self, card: LiveCard) -> None:
        """Let go a card that still shows the face it came with."""
        del self.cards[card]
        self.weight -= card.face.factor

    def settle(self, tally: Tally, everything: bool) -> int:  # noqa: ARG002
        """Work the points out anew and return by how much they changed."""
        before = self.points
        weight = self.weight
        self.points = self.plan.shared(tally) * weight if weight else 0  # type: ignore[misc]
        return self.points - before


class SymbolGroup(Group):
    """Cards that are worth the same where they show the same tree symbol."""

    __slots__ = ("weights",)

    def __init__(self, plan: Plan, scored: Species | CardSet, looks: Looks) -> None:
        super().__init__(plan, scored, looks)
        self.weights: dict[str | None, int] = {}

    def add(self, card: LiveCard) -> None:
        """Take in a card that shows its face."""
        self.cards[card] = None
        face = card.face
        self.weights[face.symbol] = self.weights.get(face.symbol, 0) + face.factor

    def remove(self, card: LiveCard) -> None:
        """Let go a card that still shows the face it came with."""
        del self.cards[card]
        face = card.face
        self.weights[face.symbol] -= face.factor

    def worth(self, tally: Tally, everything: bool) -> int:  # noqa: ARG002
        """Return the points of the line."""
        by_symbol = self.plan.by_symbol
        assert by_symbol is not None  # what makes it this kind
        return sum([by_symbol[symbol](tally) * weight for symbol, weight in self.weights.items() if weight])


class PlaceGroup(Group):
    """Cards that are worth what their hosts make of them.

    `stale` are those whose host changed, `gone` the points of cards that went since the group was settled.
    """

    __slots__ = ("each", "gone", "stale")

    def __init__(self, plan: Plan, scored: Species | CardSet, looks: Looks) -> None:
        super().__init__(plan, scored, looks)
        self.each: dict[LiveCard, int] = {}
        self.stale: set[LiveCard] = set()
        self.gone = 0

    def add(self, card: LiveCard) -> None:
        """Take in a card that shows its face."""
        self.cards[card] = None
        self.each[card] = 0
        self.stale.add(card)

    def remove(self, card: LiveCard) -> None:
        """Let go a card that still shows the face it came with."""
        del self.cards[card]
        self.stale.discard(card)
        self.gone += self.each.pop(card)

    def worth(self, tally: Tally, everything: bool) -> int:
        """Return the points of the line: what the cards at changed hosts are worth now, and the others as before."""
        points, each = self.points - self.gone, self.each
        self.gone = 0
        local: Any = self.plan.local  # live hosts and cards offer all that a rule asks of hosts and cards
        for card in self.cards if everything else self.stale:
            now = local(tally, card, card.place) * card.face.factor
            points += now - each[card]
            each[card] = now
        self.stale.clear()
        return points


class SetGroup(Group):
    """Cards that score in groups of different species."""

    __slots__ = ("species",)

    def __init__(self, plan: Plan, scored: Species | CardSet, looks: Looks) -> None:
        super().__init__(plan, scored, looks)
        self.species: dict[Species, int] = {}

    def add(self, card: LiveCard) -> None:
        """Take in a card that shows its face."""
        self.cards[card] = None
        one = card.face.species
        self.species[one] = self.species.get(one, 0) + 1

    def remove(self, card: LiveCard) -> None:
        """Let go a card that still shows the face it came with."""
        del self.cards[card]
        one = card.face.species
        self.species[one] -= 1
        if not self.species[one]:
            del self.species[one]

    def worth(self, tally: Tally, everything: bool) -> int:  # noqa: ARG002
        """Return the points of the line."""
        assert isinstance(self.scored, CardSet)  # what makes it this kind
        return sum([set_points(size, self.scored.values) for size in group_sizes(self.species.values())])


def new_group(plan: Plan, scored: Species | CardSet, looks: Looks) -> Group:
    """Return an empty group of the kind that *plan* asks for."""
    kind: type[Group] = Group
    if plan.together is not None:
        kind = SetGroup
    elif plan.by_symbol is not None:
        kind = SymbolGroup
    elif plan.local is not None:
        kind = PlaceGroup
    elif plan.shared is not None and not plan.once:
        kind = AlikeGroup
    return kind(plan, scored, looks)
