"""Slot rules: where a card may lie, and which cards may share a slot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import Species
from forestcalc.catalogue.rules import Filter, Sharing
from forestcalc.diagnostics.diagnostic import Diagnostic, Related, error, quoted
from forestcalc.game.places import Place, slots_of
from forestcalc.layout.shapes import listed
from forestcalc.scoring.faces import Face

MOST_SEEDS = 32
"""How many different cards of one overfull slot are tried as the one that stays."""


class Lying(NamedTuple):
    """A card with its face where it lies."""

    place: Place
    face: Face

    @property
    def species(self) -> Species:
        """The species of the card."""
        return self.place.species

    @property
    def sharing(self) -> Sharing | None:
        """The card's rule for sharing its slot."""
        return self.place.species.slot.sharing


def check_host(
    host: Place, dwellers: Sequence[Lying], catalogue: Catalogue, *, is_whole: bool = True
) -> Iterator[Diagnostic]:
    """Check what lies at one host: every card at fault is reported once.

    Where the host is not whole, a card at it could not be read or placed. That card may be the one that lets others
    share, so nothing is said then about cards that only miss another one.
    """
    fine: list[Lying] = []
    for lying in dwellers:
        fault = _misplaced(host, lying, catalogue)
        if fault is None:
            fine.append(lying)
        else:
            yield fault
    is_whole = is_whole and len(fine) == len(dwellers)
    at_host = fine if is_whole else None
    slots: dict[tuple[str, int], list[Lying]] = {}
    for lying in fine:
        slots.setdefault((lying.place.side, lying.place.slot), []).append(lying)
    for stack in slots.values():
        yield from _check_stack(stack, at_host, catalogue)
    if is_whole:
        yield from _check_shared_slots(slots, fine)
    yield from _check_copies_at_host(fine)


def _fault(
    code: str, message: str, lying: Lying, help: str | None = None, first: Lying | None = None, why: str = ""
) -> Diagnostic:
    related = (Related(first.place.span, why),) if first is not None and first.place.span != lying.place.span else ()
    return error(code, message, lying.place.span, path=lying.place.path, help=help, related=related)


def _misplaced(host: Place, lying: Lying, catalogue: Catalogue) -> Diagnostic | None:
    place, species = lying.place, lying.species
    name, rule = quoted(species.name), species.slot
    kind = catalogue.host_kinds[host.species.kind]
    has_river = host.host_entry is not None and host.host_entry.river is not None
    water = (kind.river.water if has_river and kind.river is not None else kind.water).get(place.side)
    where = quoted(host.species.name)
    if rule.hosts and host.species.kind not in rule.hosts:
        kinds = " or ".join(f"a {one}" for one in rule.hosts)
        return _fault(
            "wrong-host",
            f"{name} lies only at {kinds}, and {where} is a {host.species.kind}",
            lying,
            rule.hint or f"move it to {kinds}",
        )
    if not place.in_slot:
        slots = slots_of(catalogue, host.species, has_river)[place.side]
        return _fault(
            "slot-taken",
            f"the {place.side} of {where} has {slots} slots, and this card would need one more",
            lying,
            "move it to another host",
        )
    if water is False and rule.water:
        return _fault(
            "water-missing",
            f"{name} needs water, and there is none {_at(place.side)} of {where}",
            lying,
            "move it to a river, or write `river: true` if the tree came with one",
        )
    river = "the river of " if has_river else ""
    if water is True and not rule.water:
        return _fault(
            "water-only",
            f"{name} has no water requirement: it cannot lie {_at(place.side)} of {river}{where}",
            lying,
            "only cards with a water requirement go to a river",
        )
    only = (host.species.only or {}).get(place.side)
    if only is not None and not lying.face.matches(only):
        return _fault(
            "side-takes-only",
            f"{where} takes only {_described(only, catalogue)} {_at(place.side)}, and {name} is none",
            lying,
            "move it to another host",
        )
    return None


def _check_stack(stack: Sequence[Lying], host: Sequence[Lying] | None, catalogue: Catalogue) -> Iterator[Diagnostic]:
    """Check the cards of one slot; *host* is all that lies at the host, None where that is not known in full."""
    company: list[Lying] = []
    for lying in stack:
        if host is None or not _is_lonely(lying, stack):
            company.append(lying)
            continue
        assert lying.sharing is not None  # only such cards can miss their partner
        what = _described(lying.sharing.with_, catalogue, one=True)
        yield _fault(
            "must-share",
            f"{quoted(lying.species.name)} lies only in a slot that already holds another card: {what}",
            lying,
            f"put both into one list, as in `{lying.place.side}: [.., {lying.species.name}]`",
        )
    kept = _largest_company(company, host)
    stay = {id(lying) for lying in kept}
    for lying in company:
        if id(lying) in stay:
            continue
        rival = next((other for other in kept if not _may_share(lying, other, host)), None)
        if rival is not None:
            yield _clash(lying, rival, catalogue)
            continue
        assert lying.sharing is not None  # it fits to all, so there are only too many of them
        yield _fault(
            "slot-full",
            f"at most {lying.sharing.at_most} {quoted(lying.species.name)} cards share a slot",
            lying,
            "move it to another slot",
            next((other for other in kept if other.species is lying.species), kept[0]),
            "the slot was filled here",
        )


def _largest_company(stack: Sequence[Lying], host: Sequence[Lying] | None) -> list[Lying]:
    """Return the most cards of a stack that may share a slot, in file order; of equal choices the earliest.

    Every kind of card is tried as the first one of the slot, the others join it in file order as far as they fit.
    """
    if len(stack) < 2:
        return list(stack)
    kinds: dict[tuple[Species, tuple[str, ...]], int] = {}
    kind_of = [kinds.setdefault((lying.species, lying.face.types), len(kinds)) for lying in stack]
    first = {kind: number for number, kind in reversed(list(enumerate(kind_of)))}
    known: dict[tuple[int, int], bool] = {}

    def fit(one: int, two: int) -> bool:
        pair = (one, two) if one < two else (two, one)
        if pair not in known:
            known[pair] = _may_share(stack[first[one]], stack[first[two]], host)
        return known[pair]

    best: list[int] = []
    for seed in range(min(len(kinds), MOST_SEEDS)):
        if seed in {kind_of[number] for number in best}:
            continue
        kept: list[int] = []
        present: set[int] = set()
        copies: dict[Species, int] = {}
        for number in (first[seed], *(number for number in range(len(stack)) if number != first[seed])):
            lying = stack[number]
            most = lying.sharing.at_most if lying.sharing is not None else None
            if most is not None and copies.get(lying.species, 0) >= most:
                continue
            if all(fit(kind_of[number], other) for other in present):
                kept.append(number)
                present.add(kind_of[number])
                copies[lying.species] = copies.get(lying.species, 0) + 1
        if len(kept) > len(best):
            best = kept
    return [stack[number] for number in sorted(best)]


def _is_lonely(lying: Lying, stack: Sequence[Lying]) -> bool:
    sharing = lying.sharing
    if sharing is None or not sharing.must:
        return False
    return not any(
        other is not lying
        and other.face.matches(sharing.with_)
        and not (other.sharing is not None and other.sharing.must)
        for other in stack
    )


def _may_share(one: Lying, other: Lying, host: Sequence[Lying] | None) -> bool:
    return _allows(one, other, host) or _allows(other, one, host)


def _allows(one: Lying, other: Lying, host: Sequence[Lying] | None) -> bool:
    sharing = one.sharing
    return (
        sharing is not None
        and other.face.matches(sharing.with_)
        and (sharing.while_ is None or host is None or any(at.face.matches(sharing.while_) for at in host))
    )


def _clash(lying: Lying, rival: Lying, catalogue: Catalogue) -> Diagnostic:
    name, other = quoted(lying.species.name), quoted(rival.species.name)
    side = lying.place.side
    for one, two in ((lying, rival), (rival, lying)):
        sharing = one.sharing
        if sharing is not None and sharing.while_ is not None and two.face.matches(sharing.with_):
            needed = _described(sharing.while_, catalogue, one=True)
            return _fault(
                "sharing-not-here",
                f"{name} and {other} share a slot only while {needed} lies at the same host",
                lying,
                f"move one of them, or add {needed} to this host",
                rival,
                "the slot was filled here",
            )
    for one in (lying, rival):
        if one.sharing is not None and not one.sharing.must:
            return _fault(
                "shares-only-with",
                f"{quoted(one.species.name)} shares its slot only with {_described(one.sharing.with_, catalogue)}",
                lying,
                "move one of them to another slot",
                rival,
                "the slot was filled here",
            )
    both = f"two {name} cards" if lying.species is rival.species else f"{name} and {other}"
    return _fault(
        "slot-taken",
        f"{both} cannot share the {side} slot: it holds one card",
        lying,
        f"move one of them to another host{' or side' if side in ('left', 'right') else ''}",
        rival,
        "the slot was filled here",
    )


def _check_shared_slots(slots: dict[tuple[str, int], list[Lying]], host: Sequence[Lying]) -> Iterator[Diagnostic]:
    """Limit how many slots of a host are shared, for the rules that say so."""
    used: dict[Filter, int] = {}
    for stack in slots.values():
        sharing = stack[1].sharing if len(stack) > 1 else None
        if sharing is None or sharing.while_ is None or sharing.slots == "any":
            continue
        used[sharing.while_] = used.get(sharing.while_, 0) + 1
        openers = sum(at.face.matches(sharing.while_) for at in host)
        limit = 1 if sharing.slots == "one" else openers
        if used[sharing.while_] > limit:
            yield _fault(
                "too-many-shared-slots",
                f"only {limit} {'slot' if limit == 1 else 'slots'} of this host may be shared",
                stack[1],
                "put these cards into the slot that is shared already",
            )


def _check_copies_at_host(host: Sequence[Lying]) -> Iterator[Diagnostic]:
    seen: dict[Species, list[Lying]] = {}
    for lying in host:
        limit = lying.species.slot.at_host
        if limit is None:
            continue
        before = seen.setdefault(lying.species, [])
        if len(before) >= limit:
            yield _fault(
                "too-many-at-host",
                f"at most {limit} {quoted(lying.species.name)} lies at one host",
                lying,
                "move it to another host",
                before[0],
                "the first one is here",
            )
        else:
            before.append(lying)


def _at(side: str) -> str:
    return {"top": "on top", "bottom": "at the bottom"}.get(side, f"on the {side}")


def _described(filter_: Filter, catalogue: Catalogue, *, one: bool = False) -> str:
    """Say which cards a filter of a slot rule means."""
    names = [catalogue.species(id).name for id in (*filter_.named, *filter_.species)]
    if names:
        return listed(names) if one else f"other {' or '.join(quoted(name) for name in names)} cards"
    if filter_.types:
        terms = [catalogue.types[type_] for type_ in filter_.types]
        return " or ".join(f"a {term.one}" if one else term.many for term in terms)
    return "any card"
