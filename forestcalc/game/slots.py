"""Slot rules: where a card may lie, and which cards may share a slot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from forestcalc.catalogue.catalogue import Catalogue
from forestcalc.catalogue.model import Species
from forestcalc.catalogue.rules import Filter, Sharing
from forestcalc.diagnostics.diagnostic import Diagnostic, Related, error, quoted
from forestcalc.game.places import Place, slots_of
from forestcalc.layout.shapes import listed
from forestcalc.scoring.faces import Face


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Lying:
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


def check_host(host: Place, dwellers: Sequence[Lying], catalogue: Catalogue) -> Iterator[Diagnostic]:
    """Check what lies at one host: every card at fault is reported once."""
    fine: list[Lying] = []
    for lying in dwellers:
        fault = _misplaced(host, lying, catalogue)
        if fault is None:
            fine.append(lying)
        else:
            yield fault
    slots: dict[tuple[str, int], list[Lying]] = {}
    for lying in fine:
        slots.setdefault((lying.place.side, lying.place.slot), []).append(lying)
    for stack in slots.values():
        yield from _check_stack(stack, fine, catalogue)
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


def _check_stack(stack: Sequence[Lying], host: Sequence[Lying], catalogue: Catalogue) -> Iterator[Diagnostic]:
    accepted: list[Lying] = []
    lonely = {id(lying) for lying in stack if _is_lonely(lying, stack)}
    for lying in stack:
        if id(lying) in lonely:
            assert lying.sharing is not None  # only such cards can miss their partner
            what = _described(lying.sharing.with_, catalogue, one=True)
            yield _fault(
                "must-share",
                f"{quoted(lying.species.name)} lies only in a slot that already holds another card: {what}",
                lying,
                f"put both into one list, as in `{lying.place.side}: [.., {lying.species.name}]`",
            )
            continue
        rival = next((other for other in accepted if not _may_share(lying, other, host)), None)
        if rival is not None:
            yield _clash(lying, rival, catalogue)
            continue
        most = lying.sharing.at_most if lying.sharing is not None else None
        same = sum(other.species is lying.species for other in accepted)
        if most is not None and same >= most:
            yield _fault(
                "slot-full",
                f"at most {most} {quoted(lying.species.name)} cards share a slot",
                lying,
                "move it to another slot",
                accepted[0],
                "the slot was filled here",
            )
            continue
        accepted.append(lying)


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


def _may_share(one: Lying, other: Lying, host: Sequence[Lying]) -> bool:
    return _allows(one, other, host) or _allows(other, one, host)


def _allows(one: Lying, other: Lying, host: Sequence[Lying]) -> bool:
    sharing = one.sharing
    return (
        sharing is not None
        and other.face.matches(sharing.with_)
        and (sharing.while_ is None or any(at.face.matches(sharing.while_) for at in host))
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
    return _fault(
        "slot-taken",
        f"{name} and {other} cannot share the {side} slot: it holds one card",
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
