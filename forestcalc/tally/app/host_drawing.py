"""Drawing of one host: a card with what lies around it, or open with a line for every slot."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len

from forestcalc.tally.app.pieces import BOLD, DIM, Line, Piece, fit
from forestcalc.tally.drafts import has_several_slots, slots_at
from forestcalc.tally.model import DraftCard, DraftHost, Spot, Stack
from forestcalc.tally.report import card_words, symbol_name
from forestcalc.tally.session import Session

_SIDE_WORD = 8
_POINTS_WIDTH = 5
_KINDS = {"tree": "green", "shrub": "yellow", "moor": "magenta", "river": "cyan"}


class _Points:
    """What the cards of one host score, as short texts."""

    def __init__(self, session: Session, number: int, host: DraftHost) -> None:
        self._points = session.live.points(session.player.name)
        self._session = session
        self._number = number
        self._host = host

    def own(self) -> str:
        return self._text([("forest", self._number)])

    def stack(self, side: str, slot: int, stack: Stack) -> str:
        several = has_several_slots(self._host, side, self._session.catalogue)
        where = (slot,) if several else ()
        return self._text([("forest", self._number, side, *where, position) for position in range(len(stack))])

    def _text(self, paths: list[tuple[object, ...]]) -> str:
        values = [self._points.get(path, None) for path in paths]
        known = [value for value in values if value is not None]
        return str(sum(known)) if known and len(known) == len(values) else ""


def draw_host(session: Session, number: int, host: DraftHost, width: int) -> list[Line]:
    """Draw a host in *width* columns; the chosen one is open."""
    points = _Points(session, number, host)
    draw = _open if session.cursor.host == host.key else _closed
    return list(draw(session, number, host, points, width))


def _style(session: Session, host: DraftHost) -> str:
    assert host.card.species is not None  # a host is always a known card
    species = session.catalogue.species(host.card.species)
    return _KINDS.get("sapling" if species.face_down else species.kind, "")


def _words(session: Session, stack: Stack, *, symbols: bool = True) -> str:
    """Return the cards of a slot; those of one species together: `2x European Hare (Linden, Oak)`."""
    names: dict[str, list[DraftCard]] = {}
    for card in stack:
        names.setdefault(session.card_name(card), []).append(card)
    words = []
    for name, cards in names.items():
        count = sum(card.count for card in cards)
        shown_ = [symbol_name(session, card.symbol) for card in cards if card.symbol is not None]
        after = f" ({', '.join(shown_)})" if shown_ and symbols else ""
        words.append(f"{f'{count}x ' if count > 1 else ''}{name}{after}")
    return ", ".join(words)


def _labelled(session: Session, stack: Stack, points: str, width: int) -> str:
    """Return cards with their points in at most so many columns: symbols give way, then names, never the points."""
    room = width - (cell_len(points) + 1 if points else 0)
    text = _words(session, stack)
    if cell_len(text) > room:
        text = _words(session, stack, symbols=False)
    name = text if cell_len(text) <= room else fit(text, room).rstrip()
    return f"{name} {points}" if points else name


def _open(session: Session, number: int, host: DraftHost, points: _Points, width: int) -> Iterator[Line]:
    style = _style(session, host)
    here = session.cursor.spot
    name = card_words(session, host.card) + (" with a river" if host.river else "")
    own = points.own()
    mark = "▸" if here is None else "━"
    end = f" {own} ━┓" if own else "━┓"
    title = f"{number + 1} {name}"
    title = fit(title, min(cell_len(title), width - 5 - cell_len(end)))
    rule = "━" * (width - 4 - cell_len(title) - cell_len(end))
    yield (
        Piece(f"┏{mark} ", style, host.key),
        Piece(title, f"bold {style}", host.key),
        Piece(f" {rule}", style, host.key),
        Piece(end[:-2], BOLD, host.key),
        Piece(end[-2:], style, host.key),
    )
    for side, slots in slots_at(host, session.catalogue).items():
        for slot in range(slots):
            spot = Spot(host.key, side, slot)
            stack = host.stack(side, slot)
            there = spot == here
            word = side if slot == 0 else ""
            value = points.stack(side, slot, stack) if stack else ""
            text = _words(session, stack) if stack else ("type a card" if there else "·")
            room = width - 5 - _SIDE_WORD - _POINTS_WIDTH
            body = f"{'▸' if there else ' '} {word:<{_SIDE_WORD}}{fit(text, room)}{value:>{_POINTS_WIDTH}} "
            look = "reverse" if there else "" if stack else DIM
            yield (
                Piece("┃", style, host.key, spot),
                Piece(fit(body, width - 2), look, host.key, spot),
                Piece("┃", style, host.key, spot),
            )
    yield (Piece(f"┗{'━' * (width - 2)}┛", style, host.key),)


def _closed(session: Session, number: int, host: DraftHost, points: _Points, width: int) -> Iterator[Line]:
    style = _style(session, host)
    slots = slots_at(host, session.catalogue)
    yield _edge(session, host, "top", points, width, style, f"{number + 1}", slots)
    inner = width - 2
    if "left" in host.sides or "right" in host.sides:
        label = cell_len(_labelled(session, (host.card,), points.own(), inner)) + 2
        middle = min(max(10, label), inner // 3)
        left = (inner - middle) // 2
        right = inner - middle - left
    else:
        middle, left, right = inner, 0, 0
    name = _labelled(session, (host.card,), points.own(), middle - 2)
    yield (
        Piece("│", style, host.key),
        *_beside(session, host, "left", points, left),
        Piece(_centred(name, middle), f"bold {style}", host.key),
        *_beside(session, host, "right", points, right),
        Piece("│", style, host.key),
    )
    yield _edge(session, host, "bottom", points, width, style, "river" if host.river else "", slots)


def _centred(text: str, width: int) -> str:
    space = width - cell_len(text)
    return " " * (space // 2) + text + " " * (space - space // 2)


def _beside(session: Session, host: DraftHost, side: str, points: _Points, width: int) -> Iterator[Piece]:
    if not width:
        return
    stack = host.stack(side, 0)
    spot = Spot(host.key, side, 0)
    if not stack:
        yield Piece(" " * width, DIM, host.key, spot)
        return
    text = _labelled(session, stack, points.stack(side, 0, stack), width - 2)
    text = fit(f" {text}", width) if side == "left" else " " * max(0, width - 1 - cell_len(text)) + f"{text} "
    yield Piece(text, "", host.key, spot)


def _edge(
    session: Session,
    host: DraftHost,
    side: str,
    points: _Points,
    width: int,
    style: str,
    label: str,
    slots: dict[str, int],
) -> Line:
    """Draw the upper or lower edge of a host, with what lies there in it."""
    corners = "╭╮" if side == "top" else "╰╯"
    count = slots.get(side, 0)
    start = f"{corners[0]}─{f' {label} ' if label else ''}"
    pieces = [Piece(start, style, host.key)]
    room = width - cell_len(start) - 1
    stacks = host.sides.get(side, ())
    if not count:
        return (*pieces, Piece("─" * room + corners[1], style, host.key))
    each = room // count
    for slot in range(count):
        wide = each if slot < count - 1 else room - each * (count - 1)
        spot = Spot(host.key, side, slot)
        if slot >= len(stacks):
            pieces.append(Piece("─" * wide, style, host.key, spot))
            continue
        text = _labelled(session, stacks[slot], points.stack(side, slot, stacks[slot]), wide - 4)
        before = (wide - 2 - cell_len(text)) // 2 if count == 1 else 1
        # In the middle of the whole card, not only of what the number leaves free.
        if count == 1:
            before = max(1, (width - 2 - cell_len(text)) // 2 - cell_len(start))
        after = wide - before - 2 - cell_len(text)
        pieces += [
            Piece("─" * before, style, host.key, spot),
            Piece(f" {text} ", "", host.key, spot),
            Piece("─" * max(0, after), style, host.key, spot),
        ]
    pieces.append(Piece(corners[1], style, host.key))
    return tuple(pieces)
