"""Exported: the forests of a game become share codes, one a player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from forestcalc.diagnostics.diagnostic import Diagnostic, Path, Span, error, quoted, warning
from forestcalc.exchange.app_names import AppNames, app_names
from forestcalc.exchange.packing import packed
from forestcalc.exchange.symbols import with_symbols
from forestcalc.game.forest import Card, Forest, Game, Host, Player
from forestcalc.layout.shapes import listed
from forestcalc.scoring.sheet import PlayerSheet

MOST_NAMED = 6
"""So many cards are named in the warning about symbols that were chosen; of others only the number."""


@dataclass(frozen=True, slots=True)
class Exported:
    """The codes of one game: (player, code) in file order; none where something cannot be told by a code."""

    codes: tuple[tuple[str, str], ...]
    diagnostics: tuple[Diagnostic, ...] = ()


def export_codes(game: Game, *, version: str | None = None) -> Exported:
    """Return the share code of every player of *game*.

    *version* is the version of the app to name, since the app only takes codes of its own version. A card whose
    tree symbol the file leaves open gets that of a card that is left in the deck, unless it would change a total.
    """
    names = app_names()
    if game.name != names.game:
        message = f"{names.app} knows no {quoted(game.catalogue.title)}: there are no codes for it"
        return _none(game, [error("export-other-game", message, game.players[0].span, help="use another export")])
    found = [*_counts_players(game), *_unknown_cards(game, names), *_undecided(game)]
    if any(one.is_error for one in found):
        return _none(game, found)
    settled = with_symbols(game)
    found += _chosen_symbols(game, settled)
    found += _rulings(game)
    codes = tuple(
        (player.name, packed(_code(settled, player, player.forest, names, version or names.version)))
        for player in settled.players
        if player.forest is not None
    )
    return Exported(codes, tuple(one.placed(game.file, game.document) for one in found))


def _none(game: Game, found: list[Diagnostic]) -> Exported:
    return Exported((), tuple(one.placed(game.file, game.document) for one in found))


# -- the code -------------------------------------------------------------------------------------------------


def _code(game: Game, player: Player, forest: Forest, names: AppNames, version: str) -> dict[str, Any]:
    cave = forest.cave
    return {
        "appVersion": version,
        "gameBoxes": [names.of_box[box] for box in game.catalogue.boxes],
        "player": {
            "name": player.name,
            "forest": {
                "woodyPlants": [_host(host, names) for host in forest.hosts],
                "cave": {"name": names.of_cave[cave.card.id], "cardCount": cave.cards},
            },
        },
    }


def _host(host: Host, names: AppNames) -> dict[str, Any]:
    dwellers = [
        {**_card(card, names), "position": position}
        for side, position in names.of_side.items()
        for card in host.dwellers
        if card.side == side
    ]
    return {**_card(host.card, names), "dwellers": dwellers}


def _card(card: Card, names: AppNames) -> dict[str, Any]:
    symbol = symbol_of(card)
    assert card.print_ is not None  # cards without a print were refused
    return {
        "name": names.of_species[card.species.id],
        "gameBox": names.of_box[card.print_.box],
        "treeSymbol": names.of_symbol[symbol] if symbol is not None else None,
    }


def symbol_of(card: Card) -> str | None:
    """Return the symbol that a code gives to *card*: its own, else that of the print it was taken from."""
    if card.species.face_down or card.print_ is None:
        return None
    return card.symbol or card.print_.symbol


# -- what a code cannot say -----------------------------------------------------------------------------------


def _cards(game: Game) -> Iterator[tuple[Player, Card]]:
    for player in game.players:
        if player.forest is not None:
            for card in player.forest.cards():
                yield player, card


def _place(player: Player, card: Card) -> Path:
    return ("players", player.name, *card.path)


def _counts_players(game: Game) -> Iterator[Diagnostic]:
    for player in game.players:
        if player.forest is None:
            yield error(
                "export-needs-forest",
                f"{quoted(player.name)} is given by `counts`, and only a forest can be exported",
                player.span,
                path=("players", player.name),
                help="describe the forest, or remove this player from a copy of the file",
            )


def _unknown_cards(game: Game, names: AppNames) -> Iterator[Diagnostic]:
    seen: set[Span] = set()
    for player, card in _cards(game):
        known = (
            card.print_ is not None
            and card.by_hand is None
            and card.species.id in names.of_species
            and card.print_.box in names.of_box
            and (card.species.face_down or symbol_of(card) in names.of_symbol)
        )
        if known or card.span in seen:
            continue
        seen.add(card.span)
        yield error(
            "export-card-unknown",
            f"{names.app} has no {quoted(card.species.name)}"
            + (f" of `{card.print_.box}`" if card.print_ is not None and card.species.id in names.of_species else ""),
            card.span,
            path=_place(player, card),
            help="a code cannot hold this card: its forest can only be scored here",
        )
    for player in game.players:
        if player.forest is not None and player.forest.cave.card.id not in names.of_cave:
            yield error(
                "export-card-unknown",
                f"{names.app} has no {quoted(player.forest.cave.card.name)}",
                player.span,
                path=("players", player.name, "cave"),
                help="a code cannot hold this cave: its forest can only be scored here",
            )


def _undecided(game: Game) -> Iterator[Diagnostic]:
    if not any(card.is_open for _, card in _cards(game)):
        return
    from forestcalc.scoring.score import score  # only to know whether the open symbols matter

    sheet = score(game)
    for player_sheet in sheet.players:
        if player_sheet.total is not None:
            continue
        yield undecided(player_sheet, "the code would hold one of them")


def undecided(sheet: PlayerSheet, why: str) -> Diagnostic:
    """Return the error for a player whose total is open: at the first card without a symbol."""
    card = next((card for card in sheet.forest.cards() if card.is_open), None)
    return error(
        "export-open",
        f"{quoted(sheet.name)} has {sheet.min} to {sheet.max} points, as tree symbols or counts are missing: {why}",
        card.span if card is not None else sheet.player.span,
        path=("players", sheet.name, *(card.path if card is not None else ())),
        help="`forestcalc score` lists the cards to name",
    )


def _chosen_symbols(game: Game, settled: Game) -> Iterator[Diagnostic]:
    symbols = {id(card): symbol_of(now) for (_, card), (_, now) in zip(_cards(game), _cards(settled), strict=True)}
    for player in game.players:
        cards = [card for one, card in _cards(game) if one is player and card.is_open]
        if not cards:
            continue
        named = listed([f"{card.species.name} ({symbols[id(card)]})" for card in cards[:MOST_NAMED]], "and")
        more = f" and {len(cards) - MOST_NAMED} more" if len(cards) > MOST_NAMED else ""
        yield warning(
            "export-symbol-chosen",
            f"the code of {quoted(player.name)} needs tree symbols that the file does not give. "
            f"Chosen from the cards left: {named}{more}",
            cards[0].span,
            path=_place(player, cards[0]),
            help="the total is the same for any symbol; name them to have the very cards in the code",
        )


def _rulings(game: Game) -> Iterator[Diagnostic]:
    changed = [id for id, value in game.rulings.items() if value != game.catalogue.ruling(id).default]
    if changed:
        yield warning(
            "export-rulings",
            f"a code holds no rulings: the app decides {listed(changed, 'and')} its own way",
            game.players[0].span,
            path=("rulings",),
        )
