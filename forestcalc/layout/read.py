"""Read a document: nodes become a layout."""

from __future__ import annotations

from collections.abc import Callable

from forestcalc.catalogue.catalogue import Catalogue, catalogue, games
from forestcalc.catalogue.names import build_index, key
from forestcalc.diagnostics.diagnostic import Related, Span, quoted
from forestcalc.layout.model import Layout, PlayerEntry
from forestcalc.layout.players import PLAYER_KEYS, read_player
from forestcalc.layout.shapes import Reader, listed
from forestcalc.source.nodes import Mapping, Node, Scalar, Sequence

DEFAULT_GAME = "forest-shuffle"
LAYOUT_KEYS = ("game", "expansions", "rulings", "players")

FindCatalogue = Callable[[str, tuple[str, ...], tuple[tuple[str, str], ...]], Catalogue]


def read_layout(node: Node, find: FindCatalogue = catalogue) -> Layout:
    """Read one document. Never raises for what it holds: faults are in the layout's diagnostics.

    *find* gives the catalogue of a game, boxes and rulings; packs of the user come in through it.
    """
    reader = Reader()
    if not isinstance(node, Mapping):
        reader.shape(node, (), "a mapping with `players`", "start with `players:` and a name below it")
        return Layout(catalogue=None, is_whole=False, diagnostics=tuple(reader.diagnostics))
    entries = reader.keys(node, LAYOUT_KEYS, (), "a layout")
    game = _game(reader, entries.get("game"))
    cards: Catalogue | None = None
    expansions: tuple[str, ...] = ()
    rulings: dict[str, str] = {}
    if game is not None:
        everything = find(game, (), ())
        expansions = _expansions(reader, everything, entries.get("expansions"))
        rulings = _rulings(reader, everything, entries.get("rulings"))
        cards = find(game, expansions, tuple(sorted(rulings.items())))
        expansions = cards.expansions
    players: tuple[PlayerEntry, ...] = ()
    if "players" in entries or len(entries) == len(node.pairs):  # else most likely the misspelt key is the missing one
        players = _players(reader, cards, entries.get("players"), node.span)
    return Layout(
        catalogue=cards,
        game=game,
        expansions=expansions,
        rulings=rulings,
        players=players,
        is_whole=reader.is_whole,
        diagnostics=tuple(reader.diagnostics),
    )


def _game(reader: Reader, entry: tuple[Scalar, Node] | None) -> str | None:
    if entry is None:
        return DEFAULT_GAME
    node = entry[1]
    if not (isinstance(node, Scalar) and isinstance(node.value, str)):
        reader.shape(node, ("game",), "the name of a game", f"write {listed(games())}")
        return None
    from forestcalc.catalogue.store import listing  # the names of games, already read for `games`

    known = listing()["games"]
    if node.value in known:
        return node.value
    index = build_index(
        (id, info["names"].get("en", []), [name for names in info["names"].values() for name in names])
        for id, info in known.items()
    )
    ids = index.get(key(node.value), [])
    if len(ids) == 1:
        return ids[0]
    close = reader.near(node.value, index, 1)
    reader.error(
        "unknown-game",
        f"there is no game called {quoted(node.value)}",
        node.span,
        ("game",),
        f"did you mean `{close[0]}`?" if close else f"the games are {listed(known, 'and')}",
    )
    return None


def _expansions(reader: Reader, cards: Catalogue, entry: tuple[Scalar, Node] | None) -> tuple[str, ...]:
    if entry is None:
        return ()
    node = entry[1]
    offered = cards.all_boxes[1:]
    if isinstance(node, Scalar) and node.value is None:
        return ()
    if not isinstance(node, Sequence):
        example = offered[0] if offered else ""
        reader.shape(node, ("expansions",), "a list of boxes", f"write `expansions: [{example}]`")
        return ()
    found: dict[str, Span] = {}
    for number, item in enumerate(node.items):
        path = ("expansions", number)
        if not (isinstance(item, Scalar) and isinstance(item.value, str)):
            reader.shape(item, path, "the name of a box")
            continue
        box = cards.find_box(item.value)
        if box is None:
            close = reader.near(item.value, cards.box_index, 1)
            reader.error(
                "unknown-box",
                f"{cards.title} has no box called {quoted(item.value)}",
                item.span,
                path,
                f"did you mean `{close[0]}`?"
                if close
                else (f"its boxes are {listed(offered, 'and')}" if offered else "this game has no expansions"),
            )
        elif box in found:
            reader.warn(
                "box-repeated",
                f"the box {quoted(item.value)} is declared twice",
                item.span,
                path,
                "remove one of them",
            )
        else:
            found[box] = item.span
    return tuple(box for box in found if box != cards.all_boxes[0])


def _rulings(reader: Reader, cards: Catalogue, entry: tuple[Scalar, Node] | None) -> dict[str, str]:
    if entry is None or (isinstance(entry[1], Scalar) and entry[1].value is None):
        return {}
    node = entry[1]
    if not isinstance(node, Mapping):
        reader.shape(node, ("rulings",), "a mapping of rulings", "write `rulings: {id: value}`")
        return {}
    rulings: dict[str, str] = {}
    for name, value in node.pairs:
        path = ("rulings", name.text)
        if name.text not in cards.ruling_ids:
            index = {key(id): [id] for id in cards.ruling_ids}
            close = reader.near(name.text, index, 1)
            reader.error(
                "unknown-ruling",
                f"{cards.title} has no ruling called {quoted(name.text)}",
                name.span,
                path,
                f"did you mean `{close[0]}`?" if close else "`forestcalc rulings` lists them",
            )
            continue
        values = [reading.value for reading in cards.ruling(name.text).values]
        if isinstance(value, Scalar) and value.text in values and isinstance(value.value, str):
            rulings[name.text] = value.text
        else:
            shown = quoted(value.text) if isinstance(value, Scalar) else "this"
            reader.error(
                "unknown-ruling-value",
                f"{shown} is no value of the ruling `{name.text}`",
                value.span,
                path,
                f"write {listed(values)}",
            )
    return rulings


def _players(
    reader: Reader, cards: Catalogue | None, entry: tuple[Scalar, Node] | None, top: Span
) -> tuple[PlayerEntry, ...]:
    help = "write `players:` with a name and a `forest:` below it"
    if entry is None:
        reader.error("no-players", "the layout has no `players`", top, (), help)
        return ()
    name, node = entry
    if isinstance(node, Scalar) and node.value is None:
        reader.error("no-players", "`players` is empty", name.span, ("players",), help)
        return ()
    if not isinstance(node, Mapping):
        if isinstance(node, Sequence) and all(isinstance(item, Mapping) for item in node.items):
            help = "write the names without dashes, each with a `forest:` below it"
        reader.shape(node, ("players",), "a mapping of names to forests", help)
        return ()
    if not node.pairs:
        reader.error("no-players", "`players` is empty", node.span, ("players",), help)
        return ()
    if cards is None:  # the game is not known, so nothing below can be told right from wrong
        return ()
    if len(node.pairs) > cards.max_players:
        first_too_many = node.pairs[cards.max_players][0]
        reader.error(
            "too-many-players",
            f"{len(node.pairs)} players, but {cards.title} is for at most {cards.max_players}",
            first_too_many.span,
            ("players", first_too_many.text),
            "score a smaller table, or split the file",
            [Related(name.span, "the players begin here")],
        )
    beside = next((at for at, (name, _) in enumerate(node.pairs) if name.text in PLAYER_KEYS), 0)
    if beside and _is_nothing(owner := node.pairs[beside - 1]):
        name = node.pairs[beside][0]
        reader.error(
            "no-forest-or-counts",
            f"{quoted(name.text)} stands beside the player {quoted(owner[0].text)} instead of below it",
            name.span,
            ("players", name.text),
            f"indent it further than {quoted(owner[0].text)}",
            [Related(owner[0].span, "this is the player")],
        )
        return ()
    players = [read_player(reader, cards, key_, value) for key_, value in node.pairs]
    known = tuple(player for player in players if player is not None)
    if len(known) == len(players) and not any(player.hosts is not None for player in known):
        reader.error(
            "no-forest",
            "no player has a `forest`, so there is nothing to score",
            node.pairs[0][0].span,
            ("players",),
            "describe at least one player's forest",
        )
    return known


def _is_nothing(entry: tuple[Scalar, Node]) -> bool:
    return isinstance(entry[1], Scalar) and entry[1].value is None
