"""The commands `ask`, `topics` and `setup`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from forestcalc.cli.options import Games, Json, Lang, NoColor, Quiet
from forestcalc.cli.output import print_json, write
from forestcalc.cli.status import Status

if TYPE_CHECKING:
    from forestcalc.scoring.sheet import ScoreSheet


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command("ask")(ask)
    app.command("topics")(topics)
    app.command("setup")(setup)


def ask(
    question: Annotated[
        list[str], typer.Argument(metavar="QUESTION...", help="In English, German, French, Dutch, Spanish or Chinese.")
    ],
    game: Games = None,
    edition: Annotated[
        str | None, typer.Option("--edition", metavar="YEAR", help="Rules of Forest Shuffle: 2023 or 2026.")
    ] = None,
    file: Annotated[
        str | None, typer.Option("--file", metavar="FILE", help="A layout that the question is about; - is stdin.")
    ] = None,
    json_: Json = False,
    lang: Lang = "en",
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Answer a question about the rules or a card, with sources; with --file, about a game that was played.

    Example: forestcalc ask --file game.yaml why does Anna's oak score nothing
    """
    from forestcalc.arbiter.answers import ask as answer_to
    from forestcalc.arbiter.question import EDITIONS

    if edition is not None and edition not in EDITIONS:
        raise typer.BadParameter(f"the editions are {' and '.join(EDITIONS)}", param_hint="--edition")
    if file is not None:
        from forestcalc.arbiter.game_questions import ask_about

        sheets = _sheets(file, quiet=quiet, no_color=no_color)
        answer = ask_about(" ".join(question), sheets, edition=edition)
    else:
        answer = answer_to(" ".join(question), game=_game(game), edition=edition)
    if json_:
        print_json(answer.as_json())
    else:
        from forestcalc.arbiter.render import render_answer
        from forestcalc.cli.output import console

        names = {}
        if lang != "en" and answer.answers:
            from forestcalc.report.languages import names as names_of

            names = dict(names_of(answer.answers[0].game, lang))
        out = console(no_color)
        for part in render_answer(answer, names):
            out.print(part)
    raise typer.Exit(Status.OK if answer.covered else Status.FAILED)


def topics(
    id: Annotated[list[str] | None, typer.Argument(metavar="[ID]", help="One topic, or words to search for.")] = None,
    game: Games = None,
    json_: Json = False,
    lang: Lang = "en",  # noqa: ARG001 - topics are in English; scripts pass it everywhere
    quiet: Quiet = False,  # noqa: ARG001
    no_color: NoColor = False,
) -> None:
    """List the rules topics, show one, or list those that hold some words.

    Example: forestcalc topics third-winter-ends-game
    """
    from forestcalc.arbiter.topics import matching, topic, topic_ids

    wanted = _game(game)
    query = " ".join(id or ())
    if query in topic_ids() and (wanted is None or wanted in topic(query).games):
        found, single = [query], True
    else:
        found, single = matching(query, wanted), False
    if not found:
        from forestcalc.diagnostics.diagnostic import quoted

        write(f"no topic is called or holds {quoted(query)}{_near(query)}\n", typer.get_text_stream("stderr"))
        raise typer.Exit(Status.FAILED)
    if json_:
        for one in found:
            print_json(topic(one).as_json())
        return
    from forestcalc.arbiter.render import render_topic, render_topics
    from forestcalc.cli.output import console

    out = console(no_color)
    for part in render_topic(topic(found[0])) if single else render_topics(map(topic, found)):
        out.print(part)


def setup(
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", help="1 (against the Automa) to 5; all without it.")
    ] = None,
    game: Games = None,
    expansion: Annotated[
        list[str] | None, typer.Option("--expansion", metavar="BOX", help="A box shuffled in. Repeatable.")
    ] = None,
    json_: Json = False,
    lang: Lang = "en",  # noqa: ARG001 - no card is named; scripts pass it everywhere
    quiet: Quiet = False,  # noqa: ARG001
    no_color: NoColor = False,
) -> None:
    """Show the set-up numbers: cards taken out, piles, winter cards, starting hand and caves.

    Example: forestcalc setup --players 3 --expansion alpine
    """
    from forestcalc.arbiter.answers import DEFAULT_GAME
    from forestcalc.arbiter.setup import MOST_PLAYERS, set_up
    from forestcalc.catalogue.catalogue import games

    wanted = _game(game) or DEFAULT_GAME
    if players is not None and not 1 <= players <= MOST_PLAYERS:
        raise typer.BadParameter(f"1 to {MOST_PLAYERS} players", param_hint="--players")
    boxes = _boxes(wanted, expansion or [])
    numbers = [players] if players is not None else range(2, MOST_PLAYERS + 1)
    found = [set_up(wanted, number, boxes) for number in numbers]
    if json_:
        for one in found:
            print_json(one.as_json())
        return
    from forestcalc.arbiter.render import render_setup
    from forestcalc.cli.output import console

    out = console(no_color)
    for position, one in enumerate(found):
        if position:
            out.print()
        for part in render_setup(one, games()[wanted]):
            out.print(part)


def _sheets(file: str, *, quiet: bool, no_color: bool) -> list[ScoreSheet]:
    """Score the games of a file; one that is invalid is reported and ends the command."""
    from forestcalc.cli.sources import Sources
    from forestcalc.scoring.score import score

    sources = Sources([file])
    sheets = []
    for one in sources.checked():
        sources.show(one.diagnostics, quiet=quiet, no_color=no_color)
        if one.game is None:
            raise typer.Exit(Status.INVALID)
        sheets.append(score(one.game))
    return sheets


def _game(name: str | None) -> str | None:
    """Return the id of the game called *name*; an unknown one is a wrong command line."""
    if name is None:
        return None
    from forestcalc.catalogue.catalogue import games
    from forestcalc.catalogue.names import key

    for id, title in games().items():
        if key(name) in (key(id), key(title)):
            return id
    raise typer.BadParameter(f"there is no such game; the games are {', '.join(games())}", param_hint="--game")


def _boxes(game: str, names: list[str]) -> list[str]:
    """Return the ids of the expansions in the game's order; an unknown one is a wrong command line."""
    from forestcalc.catalogue.catalogue import catalogue

    cards = catalogue(game)
    found = {cards.find_box(name) for name in names}
    known = cards.all_boxes[1:]
    if not found <= set(known):
        raise typer.BadParameter(
            f"the expansions of {cards.title} are {', '.join(known) or 'none'}", param_hint="--expansion"
        )
    return [box for box in known if box in found]


def _near(query: str) -> str:
    """Return a hint at the topics that a search for *query* finds."""
    from forestcalc.arbiter.answers import ask as answer_to

    ids = [item.id for item in answer_to(query).answers if item.kind != "card"]
    return f"; did you mean {', '.join(ids)}?" if ids else ""
