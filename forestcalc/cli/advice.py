"""The commands `whatif` and `compare`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from forestcalc.cli.options import Files, Json, Lang, NoColor, NoPacks, Packs, Quiet
from forestcalc.cli.output import print_json, write
from forestcalc.cli.players import Players, chosen, unknown
from forestcalc.cli.status import Status, worst

if TYPE_CHECKING:
    from collections.abc import Sequence

    from forestcalc.advice.whatif import ForestAdvice
    from forestcalc.api import Checked
    from forestcalc.packs import LoadedPacks


def register(app: typer.Typer) -> None:
    """Add the commands to the application."""
    app.command("whatif")(whatif)
    app.command("compare")(compare)


def whatif(
    files: Files,
    player: Players = None,
    top: Annotated[int, typer.Option("--top", min=0, max=500, help="How many cards to add are named.")] = 5,
    pack: Packs = None,
    no_packs: NoPacks = False,
    json_: Json = False,
    lang: Lang = "en",
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Tell what each card is really worth, which card more would gain most, and what is missing for zeros.

    A host is taken out with everything at it. Cards to add are those of which copies are left over the whole table;
    where they may go follows the slot rules.

    Example: forestcalc whatif game.yaml --player Anna
    """
    from forestcalc.cli.packing import use_packs
    from forestcalc.cli.sources import Sources, known_language, names_of, reported, where
    from forestcalc.report.json_format import document_head

    known_language(lang)
    packs = use_packs(pack, no_packs=no_packs, quiet=quiet, no_color=no_color)
    sources = Sources(files)
    statuses: list[Status] = []
    known: dict[str, None] = {}
    shown = 0
    for one in sources.checked():
        statuses.append(Status.INVALID if one.game is None else Status.OK)
        forests = _forests(one)
        wanted = chosen(forests, player)
        known.update(dict.fromkeys(forests))
        shown += len(wanted)
        advice: Sequence[ForestAdvice] = ()
        if one.game is not None:
            from forestcalc.advice.whatif import what_if

            advice = what_if(one.game, wanted, top=top)
        names = names_of(one, lang)
        if json_:
            from forestcalc.advice.whatif_json import advice_as_json

            head = document_head(one.file, one.document, one.name, one.expansions, one.game is not None)
            players = [advice_as_json(each, names) for each in advice]
            found = [diagnostic.as_json() for diagnostic in reported(one.diagnostics, quiet)]
            print_json({**head, "players": players, "diagnostics": found, **_packs(packs, one)})
            continue
        sources.show(one.diagnostics, quiet=quiet, no_color=no_color)
        if not advice:
            continue
        from forestcalc.advice.whatif_text import render_advice
        from forestcalc.cli.output import console

        out = console(no_color)
        if len(files) > 1 or one.document:
            write(f"{where(one)}\n")
        for each in advice:
            for part in render_advice(each, names, notes=not quiet):
                out.print(part)
            out.print()
        for used in packs.of(one.name) if one.name is not None else ():
            write(f"with the pack {used.describe()}\n")
    if player and not shown and known:
        statuses.append(unknown(player, list(known)))
    raise typer.Exit(worst(statuses))


def _packs(packs: LoadedPacks, one: Checked) -> dict[str, object]:
    """Return the key that names the packs in use; no key where there are none."""
    used = packs.of(one.name) if one.name is not None else ()
    return {"packs": [pack.as_json() for pack in used]} if used else {}


def _forests(one: Checked) -> list[str]:
    players = one.game.players if one.game is not None else ()
    return [player.name for player in players if player.forest is not None]


def compare(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="BEFORE [AFTER]", help="Two layout files, or one that holds two games; - is standard input."
        ),
    ],
    pack: Packs = None,
    no_packs: NoPacks = False,
    json_: Json = False,
    lang: Lang = "en",
    quiet: Quiet = False,
    no_color: NoColor = False,
) -> None:
    """Compare two versions of a table: which totals and lines changed, and the cards that explain it.

    Files with several games are compared game by game. Differences do not change the exit status.

    Example: forestcalc compare before.yaml after.yaml
    """
    from forestcalc.cli.packing import use_packs
    from forestcalc.cli.sources import Sources, known_language

    if len(files) > 2:
        raise typer.BadParameter("name two files, or one that holds two games", param_hint="BEFORE [AFTER]")
    known_language(lang)
    packs = use_packs(pack, no_packs=no_packs, quiet=quiet, no_color=no_color)
    read: list[list[Checked]] = []
    for name in files:
        sources = Sources([name])
        read.append([])
        for one in sources.checked():
            read[-1].append(one)
            if not json_:
                sources.show(one.diagnostics, quiet=quiet, no_color=no_color)
    pairs = _pairs(read)
    statuses = [Status.OK if old.game and new.game else Status.INVALID for old, new in pairs]
    for old, new in pairs:
        _compared(old, new, packs, lang, as_json=json_, quiet=quiet, no_color=no_color, heading=len(pairs) > 1)
    raise typer.Exit(worst(statuses))


def _pairs(read: list[list[Checked]]) -> list[tuple[Checked, Checked]]:
    if len(read) == 1:
        games = read[0]
        if len(games) == 2:
            return [(games[0], games[1])]
        if any(one.game is None for one in games):
            raise typer.Exit(Status.INVALID)
        write(f"error: one file has to hold two games to be compared, here {_are(len(games))}\n", sys.stderr)
        raise typer.Exit(Status.USAGE)
    if len(read[0]) != len(read[1]):
        if any(one.game is None for games in read for one in games):
            raise typer.Exit(Status.INVALID)
        first, second = (len(games) for games in read)
        write(
            f"error: the first file has to hold as many games as the second, here {_are(first)} and {second}\n",
            sys.stderr,
        )
        raise typer.Exit(Status.USAGE)
    return list(zip(*read, strict=True))


def _are(number: int) -> str:
    return f"{'is' if number == 1 else 'are'} {number}"


def _compared(
    old: Checked,
    new: Checked,
    packs: LoadedPacks,
    lang: str,
    *,
    as_json: bool,
    quiet: bool,
    no_color: bool,
    heading: bool,
) -> None:
    from forestcalc.cli.sources import names_of, reported, where

    comparison = None
    if old.game is not None and new.game is not None:
        from forestcalc.advice.compare import compare as compare_sheets
        from forestcalc.scoring.score import score

        comparison = compare_sheets(score(old.game), score(new.game))
    names = names_of(new, lang)
    if as_json:
        from forestcalc.advice.compare_json import comparison_as_json, without_comparison

        result = comparison_as_json(comparison, names) if comparison is not None else without_comparison()
        heads = {"before": _head(old), "after": _head(new)}
        found = [one.as_json() for one in reported((*old.diagnostics, *new.diagnostics), quiet)]
        valid = {"valid": comparison is not None}
        print_json({"format": 1, **heads, **valid, **result, "diagnostics": found, **_packs(packs, new)})
    elif comparison is not None:
        from forestcalc.advice.compare_text import render_comparison
        from forestcalc.cli.output import console

        if heading:
            write(f"{where(old)} → {where(new)}\n")
        out = console(no_color)
        for part in render_comparison(comparison, names):
            out.print(part)


def _head(one: Checked) -> dict[str, object]:
    return {"file": one.file, "document": one.document, "game": one.name, "expansions": list(one.expansions)}
