"""A second scorer, slow and obvious: every rule looks through the raw list of cards, nothing is shared or kept.

It reads the same rules as data (`forestcalc.catalogue.rules`), and shares no code with the engine beside them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import CardSet, Print, Species
from forestcalc.catalogue.rules import CaveCards, Count, Filter, Flat, If, Measure, Most, Per, Rule, Steps, Term
from forestcalc.game.forest import Card, Forest, Game

Symbols = Mapping[Card, str | None]


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """One visible card: what it shows and where it lies. `at` is the species of its host, None for a host."""

    card: Card
    species: Species
    types: tuple[str, ...]
    symbol: str | None
    side: str
    host: int
    slot: int
    at: Species | None
    under_river: bool


@dataclass(frozen=True, slots=True, eq=False)
class Scored:
    """What one player scores: points by line, each card's points by line (None in a set), the cave, the total."""

    name: str
    lines: Mapping[str, int]
    each: Mapping[str, tuple[int, ...] | None]
    sections: Mapping[str, int]
    cave: int

    @property
    def total(self) -> int:
        return sum(self.lines.values()) + self.cave


def see(forest: Forest, symbols: Symbols) -> list[Seen]:
    """List the cards of a forest; *symbols* replaces the symbols of some."""
    seen: list[Seen] = []
    for number, host in enumerate(forest.hosts):
        cards = [host.card, *([host.river] if host.river else []), *host.dwellers]
        for card in cards:
            seen.append(
                Seen(
                    card,
                    card.species,
                    card.print_.types if card.print_ is not None else (),
                    symbols.get(card, card.symbol),
                    card.side,
                    number,
                    card.slot,
                    None if card is host.card else host.card.species,
                    host.river is not None and card.side == "bottom",
                )
            )
    return seen


def matches(one: Seen, filter_: Filter) -> bool:
    """Whether a card shows what the filter asks for; whole hosts are looked at elsewhere."""
    identity = one.species.identity
    if filter_.types and not set(filter_.types) & set(one.types):
        return False
    if filter_.species and identity not in filter_.species and one.species.id not in filter_.species:
        return False
    if filter_.named and one.species.id not in filter_.named:
        return False
    if filter_.symbols and one.symbol not in filter_.symbols:
        return False
    if filter_.kinds and one.species.kind not in filter_.kinds:
        return False
    if filter_.sides and one.side not in filter_.sides:
        return False
    if filter_.hosts and (one.at is None or one.at.kind not in filter_.hosts):
        return False
    return filter_.under_river is None or one.under_river == filter_.under_river


class PlainForest:
    """One player's cards with the questions that rules ask of them."""

    def __init__(self, catalogue: Catalogue, name: str, forest: Forest, symbols: Symbols) -> None:
        self.catalogue = catalogue
        self.name = name
        self.seen = see(forest, symbols)
        self.cave = forest.cave

    def scope(self, at: str, scored: Seen | None) -> list[Seen]:
        if at == "forest":
            return self.seen
        assert scored is not None
        host = [one for one in self.seen if one.host == scored.host]
        if at == "host":
            return host
        return [one for one in host if one.side == scored.side and one.slot == scored.slot and one.at is not None]

    def is_full(self, number: int) -> bool:
        host = next(one for one in self.seen if one.host == number and one.at is None)
        kind = self.catalogue.host_kinds[host.species.kind]
        has_river = any(one.side == "river" for one in self.seen if one.host == number)
        slots = dict(kind.river.slots if has_river and kind.river else kind.slots) | (host.species.slots or {})
        taken = {(one.side, one.slot) for one in self.seen if one.host == number and one.side in slots}
        return len(taken) == sum(slots.values())

    def below(self, river: Seen) -> list[Seen]:
        return [one for one in self.seen if one.host == river.host and one.side == "bottom"]

    def counted(self, filter_: Filter, at: str, scored: Seen | None) -> list[Seen]:
        """Return the cards that count; a card that stands for its host comes in beside it."""
        if filter_.symbols == ("own",):
            assert scored is not None
            if scored.symbol is None:
                return []
            filter_ = filter_._replace(symbols=(scored.symbol,))
        found: list[Seen] = []
        for one in self.scope(at, scored):
            if filter_.excluding == "itself" and one is scored:
                continue
            if filter_.excluding == "own-species" and scored is not None and one.species is scored.species:
                continue
            if matches(one, filter_) and self._whole(one, filter_):
                found.append(one)
            if filter_.proxies and one.species.proxy:
                host = next(other for other in self.seen if other.host == one.host and other.at is None)
                if matches(host, filter_):
                    found.append(one)
        return found

    def _whole(self, one: Seen, filter_: Filter) -> bool:
        if filter_.full and not (one.at is None and self.is_full(one.host)):
            return False
        if filter_.none_below is not None:  # a question for hosts and rivers only
            return one.species.is_host and not any(matches(other, filter_.none_below) for other in self.below(one))
        return True

    def count(self, count: Count, scored: Seen | None) -> int:
        found = self.counted(count.filter, count.at, scored)
        if count.different == "species":
            return len({one.species.identity for one in found})
        if count.different == "symbols":
            return len({one.symbol for one in found if one.symbol is not None})
        return len(found)


class PlainTable:
    """All forests, and the numbers of players not described in full."""

    def __init__(self, game: Game, symbols: Symbols, assumed: Mapping[str, int]) -> None:
        self.catalogue = game.catalogue
        self.forests = [
            PlainForest(game.catalogue, player.name, player.forest, symbols)
            for player in game.players
            if player.forest is not None
        ]
        self.given = [{**assumed, **player.counts} for player in game.players if player.counts is not None]

    def measure(self, measure: Measure, forest: PlainForest, scored: Seen | None) -> int:
        if isinstance(measure, CaveCards):
            return forest.cave.cards
        if isinstance(measure, Count):
            return forest.count(measure, scored)
        return int(self.has_most(measure, forest))

    def has_most(self, most: Most, forest: PlainForest) -> bool:
        own = forest.count(most.counted, None)
        others = [other.count(most.counted, None) for other in self.forests if other is not forest]
        others += [given[most.against] for given in self.given]
        if own < most.floor:
            return False
        if not others:
            return most.alone is None or own >= most.alone
        return own >= max(others)

    def term(self, term: Term, forest: PlainForest, scored: Seen | None) -> int:
        if isinstance(term, Flat):
            return term.points
        if isinstance(term, Per):
            return term.points * sum(self.measure(one, forest, scored) for one in term.measures)
        value = self.measure(term.measure, forest, scored)
        if isinstance(term, If):
            meets = value >= term.least and (term.most is None or value <= term.most)
            return term.points if meets else term.otherwise
        assert isinstance(term, Steps)
        return max((step for step in term.steps if step[0] <= value), default=(0, 0))[1]

    def rule(self, rule: Rule, forest: PlainForest, scored: Seen | None) -> int:
        return sum(self.term(term, forest, scored) for term in rule.terms)

    def score(self, forest: PlainForest) -> Scored:
        lines: dict[str, int] = {}
        each: dict[str, tuple[int, ...] | None] = {}
        sections = dict.fromkeys(("trees", "top", "bottom", "left_right"), 0)
        for id in dict.fromkeys(one.species.set_id or one.species.id for one in forest.seen):
            cards = [one for one in forest.seen if id in (one.species.id, one.species.set_id)]
            lines[id], each[id] = self._line(id, cards, forest)
            sections[self._section(id, cards)] += lines[id]
        cave = self.rule(forest.cave.card.rule, forest, None)
        return Scored(forest.name, lines, each, sections | {"cave": cave}, cave)

    def _section(self, id: str, cards: Sequence[Seen]) -> str:
        if id in self.catalogue.sets:
            return self.catalogue.sets[id].section
        first = cards[0]
        if first.species.is_host:
            return "trees"
        return first.side if first.side in ("top", "bottom") else "left_right"

    def _line(self, id: str, cards: Sequence[Seen], forest: PlainForest) -> tuple[int, tuple[int, ...] | None]:
        if cards[0].card.by_hand is not None:
            by_hand = tuple(one.card.by_hand or 0 for one in cards)
            return sum(by_hand), by_hand
        if id in self.catalogue.sets:
            return self._set(self.catalogue.sets[id], cards, forest), None
        rule = cards[0].species.rule
        if rule is None:
            return 0, (0,) * len(cards)
        if rule.once:
            return self.rule(rule, forest, None), None
        every = tuple(self.rule(rule, forest, one) * self._factor(one) for one in cards)
        return sum(every), every

    def _set(self, set_: CardSet, cards: Sequence[Seen], forest: PlainForest) -> int:
        if set_.rule is not None:
            return self.rule(set_.rule, forest, None)
        left = [one.species.id for one in cards]
        points = 0
        while left:
            group = set(left)
            for id in group:
                left.remove(id)
            points += set_.values[min(len(group), len(set_.values)) - 1]
        return points

    def _factor(self, one: Seen) -> int:
        return 2 if one.at is not None and one.at.doubles is not None and matches(one, one.at.doubles) else 1


def plain_scores(game: Game, symbols: Symbols | None = None, assumed: Mapping[str, int] | None = None) -> list[Scored]:
    """Score every forest of a game. *symbols* are chosen for open cards, *assumed* for numbers not given."""
    table = PlainTable(game, symbols or {}, assumed or {})
    return [table.score(forest) for forest in table.forests]


def plain_ranks(totals: Sequence[int]) -> list[int]:
    """Return the rank of each total: ties share one, the next is skipped."""
    return [1 + sum(other > total for other in totals) for total in totals]


# -- what open symbols may be -----------------------------------------------------------------------------------


def all_cards(game: Game) -> list[Card]:
    """Return every visible card of the table."""
    return [card for player in game.players if player.forest is not None for card in player.forest.cards()]


def _stock(game: Game, species: Species) -> list[Print]:
    """Return one print for each physical card half of the declared boxes."""
    halves: list[Print] = []
    for print_ in species.prints:
        if print_.box in game.catalogue.boxes:
            halves += [print_] * (print_.copies or 0)
    return halves


def _may_be(card: Card, print_: Print) -> bool:
    fits = card.side == "host" or print_.side == card.side or (print_.side == "left/right" and card.side != "top")
    return fits and card.named_box in (None, print_.box)


def _symbols(game: Game, card: Card) -> list[str]:
    """Return what an open card could show if it were alone."""
    shown: set[str] = set()
    for print_ in _stock(game, card.species):
        if _may_be(card, print_):
            shown |= set(game.catalogue.symbols) if print_.symbol.startswith("unknown") else {print_.symbol}
    return sorted(shown)


def choices(game: Game, is_open: Callable[[Card], bool]) -> Iterator[dict[Card, str | None]]:
    """Yield every way in which the open cards may show symbols, no half of a real card being used twice."""
    cards = [card for card in all_cards(game) if is_open(card)]
    for picked in product(*(_symbols(game, card) for card in cards)):
        symbols: dict[Card, str | None] = dict(zip(cards, picked, strict=True))
        if all(_can_be(game, species, symbols) for species in {card.species for card in cards}):
            yield symbols


def _can_be(game: Game, species: Species, symbols: Mapping[Card, str | None]) -> bool:
    members = [card for card in all_cards(game) if card.species is species]
    shown = [symbols.get(card, card.symbol) for card in members]
    halves = _stock(game, species)
    if any(half.symbol == "unknown-different" for half in halves) and len(set(shown)) < len(shown):
        return False
    taken: dict[int, int] = {}

    def seat(number: int, tried: set[int]) -> bool:
        for at, half in enumerate(halves):
            fits = half.symbol.startswith("unknown") or half.symbol == shown[number]
            if at in tried or not fits or not _may_be(members[number], half):
                continue
            tried.add(at)
            if at not in taken or seat(taken[at], tried):
                taken[at] = number
                return True
        return False

    return all(seat(number, set()) for number in range(len(members)))
