"""The commands `card`, `cards` and `rulings`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from forestcalc.cli.options import Games, Json, Lang, NoColor, NoPacks, Packs, Quiet
from forestcalc.cli.output import print_json, write
from forestcalc.cli.status import Status

if TYPE_CHECKING:
    from forestcalc.catalogue.catalogue import Catalogue


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command("card")(card)
    app.command("cards")(cards)
    app.command("rulings")(rulings)


def card(
    name: Annotated[list[str], typer.Argument(metavar="NAME", help="Name or id of a card, in any language.")],
    game: Games = None,
    pack: Packs = None,
    no_packs: NoPacks = False,
    json_: Json = False,
    lang: Lang = "en",
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Show one card: cost, side, types, symbols, points rule, effect, a worked table, confidence and sources.

    Caves, and sets such as butterflies, are shown too.

    Example: forestcalc card roe deer
    """
    from forestcalc.catalogue.names import near
    from forestcalc.cli.packing import use_packs
    from forestcalc.cli.sources import known_language
    from forestcalc.diagnostics.diagnostic import quoted
    from forestcalc.report.cards import render_card
    from forestcalc.report.caves_and_sets import set_names

    known_language(lang)
    use_packs(pack, no_packs=no_packs, quiet=quiet, no_color=no_color)
    query = " ".join(name)
    found: list[tuple[Catalogue, dict[str, Any]]] = []
    suggestions: list[str] = []
    for catalogue in _catalogues(game):
        cards = _called(catalogue, query, _translated(catalogue, lang))
        found += [(catalogue, one) for one in cards]
        if not cards:
            names = {**catalogue.name_index, **catalogue.cave_index}
            names.update({name: [id] for name, id in set_names(catalogue).items()})
            suggestions += [_name(catalogue, id) for id in near(query, names)]
    suggestions = list(dict.fromkeys(suggestions))[:5] if not found else []
    if json_:
        print_json({"format": 1, "query": query, "cards": [one for _, one in found], "suggestions": suggestions})
        raise typer.Exit(Status.OK if found else Status.FAILED)
    if not found:
        help = f"; did you mean {', '.join(suggestions)}?" if suggestions else ""
        if others := [one.title for one in _catalogues(None) if game is not None and _called(one, query, {})]:
            help = f" there; it is a card of {' and '.join(others)}"
        write(f"no card is called {quoted(query)}{help}\n", typer.get_text_stream("stderr"))
        raise typer.Exit(Status.FAILED)
    from forestcalc.cli.output import console

    out = console(no_color)
    for number, (catalogue, one) in enumerate(found):
        if number:
            out.print()
        for part in render_card(one, catalogue):
            out.print(part)


def _called(catalogue: Catalogue, query: str, translated: Mapping[str, str]) -> list[dict[str, Any]]:
    """Return what is called so in a game: its species and caves, or else its set."""
    from forestcalc.catalogue.names import key
    from forestcalc.report.cards import card_as_json
    from forestcalc.report.caves_and_sets import cave_as_json, find_set, set_as_json

    makers = [(card_as_json, id) for id in catalogue.find(query)]
    makers += [(cave_as_json, id) for id in catalogue.cave_index.get(key(query), [])]
    if not makers and (set_id := find_set(catalogue, query)):
        makers = [(set_as_json, set_id)]
    return [make(catalogue, id, _topics(catalogue.game, id), translated.get(id)) for make, id in makers]


def _name(catalogue: Catalogue, id: str) -> str:
    if id in catalogue.caves:
        return catalogue.caves[id].name
    return catalogue.sets[id].name if id in catalogue.sets else catalogue.species(id).name


def cards(
    game: Annotated[list[str] | None, typer.Option("--game", help="Only this game. Repeatable.")] = None,
    box: Annotated[list[str] | None, typer.Option("--box", help="Only this box. Repeatable.")] = None,
    kind: Annotated[
        list[str] | None, typer.Option("--kind", help="tree, shrub, moor, river, dweller, cave ...")
    ] = None,
    type_: Annotated[list[str] | None, typer.Option("--type", help="Only this type symbol, e.g. bird.")] = None,
    side: Annotated[list[str] | None, typer.Option("--side", help="top, bottom, left or right.")] = None,
    symbol: Annotated[list[str] | None, typer.Option("--symbol", help="Only this tree symbol.")] = None,
    text: Annotated[
        list[str] | None, typer.Option("--text", help="Only with this text in name, rule or effect.")
    ] = None,
    pack: Packs = None,
    no_packs: NoPacks = False,
    json_: Json = False,
    lang: Lang = "en",
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """List cards. Values of one filter are alternatives; different filters must all hold.

    Example: forestcalc cards --type bird --side top
    """
    from forestcalc.cli.packing import use_packs
    from forestcalc.cli.sources import known_language
    from forestcalc.diagnostics.diagnostic import quoted
    from forestcalc.report.card_list import Filters, matches, render_cards, resolved, unknown_values
    from forestcalc.report.cards import card_as_json
    from forestcalc.report.caves_and_sets import cave_as_json

    known_language(lang)
    use_packs(pack, no_packs=no_packs, quiet=quiet, no_color=no_color)
    filters = Filters(
        boxes=tuple(box or ()),
        kinds=tuple(kind or ()),
        types=tuple(type_ or ()),
        sides=tuple(side or ()),
        symbols=tuple(symbol or ()),
        texts=tuple(text or ()),
    )
    wanted = [one for name in game or (None,) for one in _catalogues(name)]
    catalogues = [one for one in _catalogues(None) if one in wanted]
    for option, value, choices in unknown_values(catalogues, filters):
        raise typer.BadParameter(f"{quoted(value)} is none of {', '.join(choices)}", param_hint=option)
    found: list[dict[str, Any]] = []
    for catalogue in catalogues:
        asked = resolved(catalogue, filters)
        translated = _translated(catalogue, lang)
        for id in catalogue.species_ids:
            one = card_as_json(catalogue, id, _topics(catalogue.game, id), translated.get(id))
            if matches(one, asked):
                found.append(one)
        if "cave" in asked.kinds:
            caves = [
                cave_as_json(catalogue, id, _topics(catalogue.game, id), translated.get(id)) for id in catalogue.caves
            ]
            found += [one for one in caves if matches(one, asked)]
    if json_:
        for one in found:
            print_json(one)
        return
    from forestcalc.cli.output import console

    console(no_color).print(render_cards(found))


def rulings(
    id: Annotated[str | None, typer.Argument(metavar="ID", help="One ruling.")] = None,
    game: Games = None,
    pack: Packs = None,
    no_packs: NoPacks = False,
    json_: Json = False,
    lang: Lang = "en",  # noqa: ARG001 - no card is named; scripts pass it everywhere
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """List the questions that the official sources leave open, with both readings; the first value is the default.

    Example: forestcalc rulings turkey-oak
    """
    from forestcalc.cli.packing import use_packs
    from forestcalc.diagnostics.diagnostic import quoted
    from forestcalc.report.rulings import render_ruling, ruling_as_json

    use_packs(pack, no_packs=no_packs, quiet=quiet, no_color=no_color)
    found = [
        catalogue.ruling(one)
        for catalogue in _catalogues(game)
        for one in catalogue.ruling_ids
        if id is None or one == id
    ]
    if not found:
        write(f"there is no ruling called {quoted(id or '')}\n", typer.get_text_stream("stderr"))
        raise typer.Exit(Status.FAILED)
    if json_:
        for one in found:
            print_json(ruling_as_json(one))
        return
    from forestcalc.cli.output import console

    out = console(no_color)
    for one in found:
        for part in render_ruling(one):
            out.print(part)


def _catalogues(game: str | None) -> list[Catalogue]:
    """Return the catalogues to look in, every box declared; an unknown game is a wrong command line."""
    from forestcalc.catalogue import store
    from forestcalc.catalogue.catalogue import catalogue, games
    from forestcalc.layout.read import DEFAULT_GAME

    ids = sorted(games(), key=lambda id: id != DEFAULT_GAME)
    known = [catalogue(id, tuple(store.core(id)["boxes"][1:])) for id in ids]
    if game is None:
        return known
    chosen = [one for one in known if _is_game(one, game)]
    if not chosen:
        raise typer.BadParameter(f"there is no such game; the games are {', '.join(games())}", param_hint="--game")
    return chosen


def _is_game(catalogue: Catalogue, name: str) -> bool:
    from forestcalc.catalogue.names import key

    return key(name) in (key(catalogue.game), key(catalogue.title))


def _translated(catalogue: Catalogue, lang: str) -> Mapping[str, str]:
    if lang == "en":
        return {}
    from forestcalc.report.languages import names

    return names(catalogue.game, lang)


def _topics(game: str, id: str) -> list[str]:
    from forestcalc.arbiter.topics import topics_about

    return topics_about(game, id)
