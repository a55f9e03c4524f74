"""The set-up of a game: how many cards are taken out, the piles, winter cards, starting hands and caves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from forestcalc.arbiter.texts import Raw, compiled
from forestcalc.arbiter.topics import Citation, topic

MOST_PLAYERS = 5
_PILES = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Set-up numbers in cards; None where no document gives one.

    `deck` counts what is shuffled before `removed` cards are taken out, without winter and cave cards; `piles` are the
    three stacks before the winter cards come in, the larger ones first. `notes` say what the numbers cannot.
    """

    game: str
    expansions: tuple[str, ...]
    players: int
    deck: int | None
    removed: int | None
    piles: tuple[int, ...] | None
    winter_cards: int | None
    hand: int | None
    caves: str | None
    notes: tuple[str, ...]
    citations: tuple[Citation, ...]
    topics: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """Return the machine format."""
        return {
            "format": 1,
            "game": self.game,
            "expansions": list(self.expansions),
            "players": self.players,
            "deck": self.deck,
            "removed": self.removed,
            "piles": None if self.piles is None else list(self.piles),
            "winter_cards": self.winter_cards,
            "hand": self.hand,
            "caves": self.caves,
            "notes": list(self.notes),
            "citations": [citation.as_json() for citation in self.citations],
            "topics": list(self.topics),
        }


def set_up(game: str, players: int, expansions: Sequence[str] = ()) -> Setup:
    """Return the set-up of *game* for a number of players, 1 (against the Automa) to 5.

    KeyError for a game or an expansion that does not exist, ValueError for another number of players.
    """
    if not 1 <= players <= MOST_PLAYERS:
        raise ValueError(players)
    data = compiled("setup")[game]
    large = [box for box in expansions if box in data["large"]]
    small = [box for box in expansions if box in data["small"]]
    unknown = [data["unknown"][box] for box in expansions if box not in data["large"] and box not in data["small"]]
    more = sum(data["large"][box] for box in large) + sum(data["small"][box] for box in small)
    deck = None if unknown else data["base"]["deck"] + more
    removed = None if unknown else _removed(data, players, len(large), sum(data["small"][box] for box in small))
    alone = players == 1
    caves = [data["expansion_caves"][box] for box in expansions if box in data["expansion_caves"]]
    topics = list(dict.fromkeys(_topics(data, expansions, alone)))
    notes = list(unknown)
    if alone:
        notes.append(data["solo"]["note"] if "solo" in data else "No document has solo rules for this game.")
    return Setup(
        game=game,
        expansions=tuple(expansions),
        players=players,
        deck=deck,
        removed=removed,
        piles=None if alone or deck is None or removed is None else _piles(deck - removed),
        winter_cards=data.get("solo", {}).get("winter_cards") if alone else data["winter_cards"],
        hand=data["hand"] if not alone or "solo" in data else None,
        caves=None if alone else (caves[-1] if caves else data["caves"]),
        notes=tuple(notes),
        citations=tuple(
            dict.fromkeys(citation for id in topics for citation in topic(id).citations if _is_of(citation, game))
        ),
        topics=tuple(topics),
    )


def _is_of(citation: Citation, game: str) -> bool:
    """Whether a document is about *game* or about no game in particular."""
    about = [id for id in compiled("setup") if id.replace("-", " ") in citation.source.lower()]
    return not about or game in about


def _removed(data: Raw, players: int, large: int, extra: int) -> int | None:
    if players == 1:
        # How small expansions change the solo game stands nowhere.
        found = data.get("solo", {}).get("removed", {}).get(str(large)) if not extra else None
    elif large == 0:
        found = data["base"]["removed"][str(players)]
    else:
        found = data["large_removed"][str(large)][str(players)]
    return None if found is None else int(found) + extra


def _piles(cards: int) -> tuple[int, ...]:
    """Return the sizes of piles as even as they can be, the larger ones first."""
    return tuple((cards + _PILES - 1 - number) // _PILES for number in range(_PILES))


def _topics(data: Raw, expansions: Iterable[str], alone: bool) -> Iterable[str]:
    if alone:
        yield from data.get("solo", {}).get("topics", ("solo-and-draft",))
        return
    boxes = [box for box in expansions if box in data["expansion_topics"]]
    if not boxes:
        yield from data["base"]["topics"]
    yield from data["topics"]
    for box in boxes:
        yield from data["expansion_topics"][box]


def lines(setup: Setup) -> list[tuple[str, str]]:
    """Return the set-up as labels and texts; what no document says is told so."""
    left = None if setup.deck is None or setup.removed is None else setup.deck - setup.removed
    piles = None if setup.piles is None else " + ".join(map(str, setup.piles))
    rows: list[tuple[str, str]] = [
        ("Cards to shuffle", _number(setup.deck, "without winter and caves")),
        ("Taken out unseen", _number(setup.removed, None if left is None else f"{left} stay in")),
    ]
    if setup.players > 1:
        rows.append(("Piles", _UNKNOWN if piles is None else f"{piles}, before the winter cards come in"))
    rows.append(("Winter cards", _number(setup.winter_cards, _WINTER if setup.players > 1 else None)))
    rows.append(("Starting hand", _number(setup.hand, "cards each")))
    rows.append(("Caves", setup.caves or _UNKNOWN))
    rows.extend(("Note", note) for note in setup.notes)
    return rows


_UNKNOWN = "no document says"
_WINTER = "two are shuffled into the bottom pile and one lies on top of it"


def _number(value: int | None, remark: str | None) -> str:
    if value is None:
        return _UNKNOWN
    return f"{value}, {remark}" if remark and remark != "cards each" else f"{value} {remark or ''}".rstrip()
