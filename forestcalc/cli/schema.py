"""The commands `schema` and `init`: what an editor needs to help with layout files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from forestcalc.cli.options import Games, Json, Lang, NoColor, NoPacks, Packs, Quiet
from forestcalc.cli.written import check_output, named, print_file, write_output

if TYPE_CHECKING:
    from forestcalc.catalogue.catalogue import Catalogue

SCHEMA_FILE = "forestcalc.schema.json"


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command("schema")(schema)
    app.command("init")(init)


def schema(
    game: Games = None,
    pack: Packs = None,
    no_packs: NoPacks = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Write it to FILE, not to standard output.")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it is there.")] = False,
    json_: Json = False,
    lang: Lang = "en",  # noqa: ARG001 - names in all languages are offered; scripts pass it everywhere
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Print the JSON Schema of the layout file, for editors: it offers the names of cards and marks mistakes.

    Example: forestcalc schema -o forestcalc.schema.json
    """
    from forestcalc.cli.packing import use_packs

    check_output(output, force)
    use_packs(pack, no_packs=no_packs, quiet=quiet, no_color=no_color)
    text = _schema_text(_game(game) if game is not None else None, on_one_line=json_)
    if output is not None:
        write_output(output, text, force)
        return
    print_file(text)


def init(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The layout to write; - prints it.")] = Path("game.yaml"),
    game: Games = None,
    expansion: Annotated[
        list[str] | None, typer.Option("--expansion", metavar="BOX", help="A box that was played with. Repeatable.")
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", min=1, metavar="N", help="How many players. [default: 2]")
    ] = None,
    player: Annotated[
        list[str] | None, typer.Option("--player", metavar="NAME", help="The name of a player. Repeatable.")
    ] = None,
    schema: Annotated[
        Path | None,
        typer.Option(
            "--schema",
            metavar="FILE",
            help=f"Where the JSON Schema is, or is to be written. [default: {SCHEMA_FILE} beside the layout]",
        ),
    ] = None,
    no_schema: Annotated[bool, typer.Option("--no-schema", help="Neither write nor mention a JSON Schema.")] = False,
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it is there.")] = False,
    quiet: Quiet = False,
    no_color: NoColor = False,  # noqa: ARG001 - scripts pass it everywhere
) -> None:
    """Write a layout file to begin with, and beside it the JSON Schema with which an editor completes card names.

    Example: forestcalc init game.yaml --expansion alpine --player Anna --player Boris

    A schema that is there already is left as it is. `forestcalc schema -o FILE --force` renews it.
    """
    from forestcalc.schema.starter import starter

    if no_schema and schema is not None:
        raise typer.BadParameter("--schema and --no-schema contradict each other")
    printed = str(file) == "-"
    cards = _cards(_game(game), expansion or [])
    names = _players(players, player or [], cards.max_players)
    check_output(None if printed else file, force, "FILE")
    place = None if no_schema else schema or file.parent / SCHEMA_FILE
    text = starter(cards.game, cards.expansions, names, _from(file, place) if place is not None else None)
    if printed:
        print_file(text)
        return
    written = [file]
    if place is not None and not place.exists():
        write_output(place, _schema_text(None), False, "--schema")
        written.append(place)
    write_output(file, text, force, "FILE")
    if not quiet:
        typer.echo(f"wrote {' and '.join(named(one) for one in written)}", err=True)


def _schema_text(game: str | None, *, on_one_line: bool = False) -> str:
    import json

    from forestcalc.schema.layout_schema import layout_schema

    return json.dumps(layout_schema(game), indent=None if on_one_line else 1, ensure_ascii=False) + "\n"


def _game(name: str | None) -> str:
    from forestcalc.catalogue.catalogue import games
    from forestcalc.layout.read import DEFAULT_GAME
    from forestcalc.schema.layout_schema import game_called

    if name is None:
        return DEFAULT_GAME
    found = game_called(name)
    if found is None:
        raise typer.BadParameter(f"there is no such game; the games are {', '.join(games())}", param_hint="--game")
    return found


def _cards(game: str, expansions: list[str]) -> Catalogue:
    from forestcalc.catalogue.catalogue import catalogue

    everything = catalogue(game)
    boxes = [everything.find_box(name) for name in expansions]
    if None in boxes:
        offered = ", ".join(everything.all_boxes[1:])
        help = f"its boxes are {offered}" if offered else "it has no expansions"
        raise typer.BadParameter(f"{everything.title} has no such box; {help}", param_hint="--expansion")
    return catalogue(game, tuple(dict.fromkeys(box for box in boxes if box and box != everything.all_boxes[0])))


def _players(number: int | None, names: list[str], most: int) -> list[str]:
    wanted = max(number if number is not None else len(names) or 2, len(names))
    if wanted > most:
        raise typer.BadParameter(f"the game is for at most {most} players", param_hint="--players")
    if len(set(names)) < len(names):
        raise typer.BadParameter("two players have the same name", param_hint="--player")
    if any(not name.strip() or not name.isprintable() for name in names):
        raise typer.BadParameter("a name needs letters or digits, and no control characters", param_hint="--player")
    free = (f"Player {place}" for place in range(1, wanted + len(names) + 1) if f"Player {place}" not in names)
    return [*names, *(next(free) for _ in range(wanted - len(names)))]


def _from(file: Path, schema: Path) -> str:
    """Return how the comment in *file* names the schema: by the way there, without spaces."""
    import os
    from urllib.parse import quote

    folder = Path() if str(file) == "-" else file.parent
    try:
        way = os.path.relpath(schema, folder)
    except ValueError:  # on another drive
        way = str(schema.absolute())
    return quote(Path(way).as_posix(), safe="/:")
