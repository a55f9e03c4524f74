"""Choices: the greatest sum of points over everything that the open tree symbols of a table may be.

The method is exact. Cards that count their own open symbol are tried out one by one; for each trial all other rules
are linear, so that every supply of prints, and every host that counts different symbols, can be settled alone.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from forestcalc.catalogue.rules import Filter
from forestcalc.game.forest import Card
from forestcalc.scoring.supply import Supply, Weights
from forestcalc.scoring.symbols import OpenCard, Use, shown_count, shown_symbols

if TYPE_CHECKING:
    from forestcalc.scoring.sheet import PlayerSheet

Bucket = tuple[int, int | None, Filter]
HostKey = tuple[int, int]


@dataclass(frozen=True, slots=True, eq=False)
class Best:
    """The greatest sum, and by open card the greatest sum with that card showing a given symbol."""

    value: int
    by_card: Mapping[Card, Mapping[str, int]]


@dataclass(slots=True, eq=False)
class _Group:
    """Cards that are alike for the objective: same options, same buckets, same supply or host."""

    buckets: tuple[int, ...]
    cards: list[OpenCard]


class Choices:
    """The open cards of a table and the supplies they draw on."""

    def __init__(
        self, sheets: Sequence[PlayerSheet], cards: Sequence[OpenCard], supply_of: Mapping[Card, Supply]
    ) -> None:
        self.sheets = sheets
        self.cards = cards
        self.supply_of = supply_of

    def greatest(self, uses: Sequence[tuple[Use, int]], *, by_card: bool = False) -> Best:
        """Return the greatest sum of *uses*, each with the sign that it counts with.

        Only what open cards add is summed. *by_card* also asks for the sums with each card's symbol fixed.
        """
        return _Objective(self, uses).solve(by_card)


class _Objective:
    def __init__(self, choices: Choices, uses: Sequence[tuple[Use, int]]) -> None:
        self.choices = choices
        self.own: list[tuple[Use, int]] = [(use, sign) for use, sign in uses if use.own is not None]
        self.linear = [(use, sign) for use, sign in uses if use.own is None and not use.different]
        self.covering: dict[HostKey, list[tuple[Use, int]]] = defaultdict(list)
        for use, sign in uses:
            if use.different and use.host is not None:
                self.covering[use.player, use.host].append((use, sign))
        self.buckets: dict[Bucket, int] = {}
        self._shown: dict[tuple[Use, str], int] = {}
        for use, _ in (*self.linear, *self.own):
            self.buckets.setdefault((use.player, use.host, use.filter), len(self.buckets))
        tried = {use.own for use, _ in self.own}
        for one in choices.cards:
            if (one.player, one.card.host) in self.covering and not choices.supply_of[one.card].is_free:
                tried.add(one.card)
        self.tried = [one for one in choices.cards if one.card in tried]
        self._buckets_of = {one.card: self._matching(one) for one in choices.cards}
        self._gather(tried)

    def _matching(self, one: OpenCard) -> tuple[int, ...]:
        return tuple(
            number
            for (player, host, filter_), number in self.buckets.items()
            if player == one.player and host in (None, one.card.host) and one.card.face.matches(filter_)
        )

    def _gather(self, tried: set[Card | None]) -> None:
        """Sort the cards that are not tried out: free ones, those at covering hosts, those in limited supplies."""
        free: dict[object, _Group] = {}
        self.hosts: dict[HostKey, list[OpenCard]] = defaultdict(list)
        self.limited: dict[Supply, list[OpenCard]] = {}
        for one in self.choices.cards:
            supply = self.choices.supply_of[one.card]
            key = (one.player, one.card.host)
            if not supply.is_free:
                self.limited.setdefault(supply, []).append(one)
            elif one.card in tried:
                continue
            elif key in self.covering:
                self.hosts[key].append(one)
            else:
                buckets = self._buckets_of[one.card]
                mark = (buckets, one.card.options)
                free.setdefault(mark, _Group(buckets, [])).cards.append(one)
        self.free = list(free.values())
        # A supply no card of which matters is left out, unless a card that is tried out needs its prints.
        self.limited = {
            supply: cards
            for supply, cards in self.limited.items()
            if any(self._buckets_of[one.card] or one.card in tried for one in cards)
        }

    def _trials(self) -> Iterator[dict[Card, str]]:
        """Yield every choice for the cards that are tried out, but those for which there are too few prints alone."""
        supplies = [self.choices.supply_of[one.card] for one in self.tried]
        used: Counter[tuple[Supply, str]] = Counter()
        trial: dict[Card, str] = {}

        def rest(number: int) -> Iterator[dict[Card, str]]:
            if number == len(self.tried):
                yield dict(trial)
                return
            card, supply = self.tried[number].card, supplies[number]
            for symbol in card.options:
                if not supply.is_free and used[supply, symbol] >= supply.copies(symbol):
                    continue
                used[supply, symbol] += 1
                trial[card] = symbol
                yield from rest(number + 1)
                used[supply, symbol] -= 1

        yield from rest(0)

    def solve(self, by_card: bool) -> Best:
        best: int | None = None
        cards: dict[Card, dict[str, int]] = defaultdict(dict)

        def improve(card: Card, symbol: str, value: int) -> None:
            known = cards[card].get(symbol)
            if known is None or value > known:
                cards[card][symbol] = value

        for trial in self._trials():
            weights = self._weights(trial)
            parts = list(self._parts(trial, weights))
            values: list[int | None] = []
            for part in parts:
                values.append(part.value())
                if values[-1] is None:  # most trials have no such prints, which is found before the rest is worked out
                    break
            if values and values[-1] is None:
                continue
            total = self._fixed(trial, weights) + sum(value or 0 for value in values)
            if best is None or total > best:
                best = total
            if by_card:
                for card, symbol in trial.items():
                    improve(card, symbol, total)
                for part, value in zip(parts, values, strict=True):
                    for card, symbol, changed in part.fixed_one():
                        improve(card, symbol, total - (value or 0) + changed)
        assert best is not None  # the table was checked: some choice is possible
        return Best(best, cards)

    def _weights(self, trial: Mapping[Card, str]) -> list[dict[str, int]]:
        weights: list[dict[str, int]] = [defaultdict(int) for _ in self.buckets]
        for use, sign in self.linear:
            bucket = weights[self.buckets[use.player, use.host, use.filter]]
            for symbol in use.symbols:
                bucket[symbol] += sign * use.points
        for use, sign in self.own:
            assert use.own is not None
            weights[self.buckets[use.player, use.host, use.filter]][trial[use.own]] += sign * use.points
        return weights

    def weights_of(self, one: OpenCard, weights: Sequence[Weights]) -> dict[str, int]:
        """Add up what *one* is worth by symbol."""
        return _merged([weights[number] for number in self._buckets_of[one.card]])

    def _fixed(self, trial: Mapping[Card, str], weights: Sequence[Weights]) -> int:
        """Sum what the tried-out cards add themselves, and what known cards add to them."""
        total = 0
        for one in self.tried:
            total += self.weights_of(one, weights).get(trial[one.card], 0)
        for use, sign in self.own:
            assert use.own is not None
            seen = (use, trial[use.own])
            if seen not in self._shown:
                self._shown[seen] = shown_count(self.choices.sheets[use.player], *seen)
            total += sign * use.points * self._shown[seen]
        return total

    def _parts(self, trial: Mapping[Card, str], weights: Sequence[Weights]) -> Iterator[_Part]:
        for supply, cards in self.limited.items():
            wanted: list[tuple[OpenCard, Weights | str]] = [
                (one, trial[one.card]) if one.card in trial else (one, self.weights_of(one, weights)) for one in cards
            ]
            yield _LimitedPart(supply, wanted)
        for group in self.free:
            yield _FreePart(group, _merged([weights[number] for number in group.buckets]))
        for key, uses in self.covering.items():
            sheet = self.choices.sheets[key[0]]
            use = uses[0][0]
            known = shown_symbols(sheet, use)
            shown = known | {
                trial[one.card]
                for one in self.tried
                if (one.player, one.card.host) == key and one.card.face.matches(use.filter)
            }
            bonus = sum(sign * one.points for one, sign in uses)
            yield _HostPart(
                [(one, self.weights_of(one, weights)) for one in self.hosts.get(key, ())],
                shown,
                bonus,
                bonus * len(shown - known),
            )


def _merged(weights: Sequence[Weights]) -> dict[str, int]:
    if len(weights) == 1:
        return dict(weights[0])
    merged: dict[str, int] = defaultdict(int)
    for one in weights:
        for symbol, value in one.items():
            merged[symbol] += value
    return merged


class _Part(Protocol):
    """A part of the objective that can be settled alone."""

    def value(self) -> int | None:
        """Return its greatest value; None if it is impossible."""
        ...

    def fixed_one(self) -> Iterator[tuple[Card, str, int]]:
        """Yield for each of its cards and symbols the greatest value with that card showing that symbol."""
        ...


class _FreePart:
    def __init__(self, group: _Group, weights: Weights) -> None:
        self.group = group
        self.weights = weights
        self.best = max(weights.get(symbol, 0) for symbol in group.cards[0].card.options)

    def value(self) -> int:
        return self.best * len(self.group.cards)

    def fixed_one(self) -> Iterator[tuple[Card, str, int]]:
        rest = self.best * (len(self.group.cards) - 1)
        for one in self.group.cards:
            for symbol in one.card.options:
                yield one.card, symbol, rest + self.weights.get(symbol, 0)


class _LimitedPart:
    def __init__(self, supply: Supply, wanted: list[tuple[OpenCard, Weights | str]]) -> None:
        self.supply = supply
        self.wanted = wanted

    def value(self) -> int | None:
        return self.supply.best(self.wanted)

    def fixed_one(self) -> Iterator[tuple[Card, str, int]]:
        for number, (one, choice) in enumerate(self.wanted):
            if isinstance(choice, str):
                continue
            for symbol in one.card.options:
                changed = list(self.wanted)
                changed[number] = (one, symbol)
                value = self.supply.best(changed)
                if value is not None:
                    yield one.card, symbol, value + choice.get(symbol, 0)


class _HostPart:
    """Cards at a host that counts different symbols: the first card with a symbol adds a bonus.

    A symbol that is shown already brings none. `base` is what the tried-out cards at the host have brought.
    """

    def __init__(
        self, cards: list[tuple[OpenCard, Weights]], shown: frozenset[str] | set[str], bonus: int, base: int
    ) -> None:
        self.cards = cards
        self.shown = frozenset(shown)
        self.bonus = bonus
        self.base = base

    def value(self) -> int:
        return self.base + self._best([weights for _, weights in self.cards], self.shown)

    def fixed_one(self) -> Iterator[tuple[Card, str, int]]:
        for number, (one, weights) in enumerate(self.cards):
            rest = [other for position, (_, other) in enumerate(self.cards) if position != number]
            for symbol in one.card.options:
                first = self.bonus if symbol not in self.shown else 0
                yield (
                    one.card,
                    symbol,
                    self.base + first + weights.get(symbol, 0) + self._best(rest, self.shown | {symbol}),
                )

    def _best(self, weights: list[Weights], shown: frozenset[str]) -> int:
        if not weights:
            return 0
        options = [one.card.options for one, _ in self.cards][: len(weights)]
        symbols = sorted({symbol for some in options for symbol in some})
        if self.bonus <= 0:
            return self._fewest(weights, symbols, shown)
        return self._spread(weights, symbols, shown)

    def _fewest(self, weights: list[Weights], symbols: Sequence[str], shown: frozenset[str]) -> int:
        """A bonus below 0: try every set of new symbols to be used at most."""
        # Of new symbols that are worth the same for every card, a second one would only cost.
        alike = {tuple(one.get(symbol, 0) for one in weights): symbol for symbol in symbols if symbol not in shown}
        new = list(alike.values())
        best: int | None = None
        for chosen in range(1 << len(new)):
            used = [symbol for number, symbol in enumerate(new) if chosen >> number & 1]
            allowed = [*used, *(symbol for symbol in symbols if symbol in shown)]
            if allowed:
                value = self.bonus * len(used) + sum(max(one.get(symbol, 0) for symbol in allowed) for one in weights)
                best = value if best is None else max(best, value)
        return best or 0

    def _spread(self, weights: list[Weights], symbols: Sequence[str], shown: frozenset[str]) -> int:
        """A bonus above 0: the first card with a new symbol earns it, so cards spread; an assignment problem."""
        from forestcalc.scoring.supply import best_assignment

        many = len(symbols)
        capacity = [1 if symbol not in shown else 0 for symbol in symbols] + [len(weights)] * many
        units = [
            {
                **{
                    number: one.get(symbol, 0) + self.bonus
                    for number, symbol in enumerate(symbols)
                    if symbol not in shown
                },
                **{many + number: one.get(symbol, 0) for number, symbol in enumerate(symbols)},
            }
            for one in weights
        ]
        return best_assignment(units, capacity) or 0
