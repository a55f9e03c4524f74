"""Setup: which game is played with which boxes by whom, before the first card is entered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from forestcalc.catalogue.catalogue import Catalogue, catalogue, games
from forestcalc.catalogue.names import key, near
from forestcalc.diagnostics.diagnostic import quoted
from forestcalc.layout.read import DEFAULT_GAME
from forestcalc.tally.model import Draft
from forestcalc.tally.plain import Ask, Tell
from forestcalc.tally.session import LONGEST_NAME


@dataclass(frozen=True, slots=True)
class Setup:
    """What is known of a new game so far: None and empty where nothing was said."""

    game: str | None = None
    boxes: tuple[str, ...] = ()
    players: tuple[str, ...] = field(default=())

    @property
    def is_whole(self) -> bool:
        """Whether nothing has to be asked."""
        return self.game is not None and bool(self.players)


def begin(setup: Setup) -> Draft:
    """Return the draft of a new game; a game or players not given are the usual ones."""
    game = setup.game or DEFAULT_GAME
    draft = Draft(game, catalogue(game, setup.boxes).expansions)
    for name in setup.players or ("Player 1",):
        draft, _ = draft.add_player(name)
    return draft


def game_choices() -> list[tuple[str, str]]:
    """Return the games to choose from, the usual one first: id and title."""
    return sorted(games().items(), key=lambda game: game[0] != DEFAULT_GAME)


def find_game(text: str) -> str | None:
    """Return the id of the game called *text*."""
    letters = key(text)
    if not letters:
        return None
    tests = (str.__eq__, str.startswith, str.__contains__)
    names = [(id, (key(id), key(title))) for id, title in games().items()]
    return next((id for test in tests for id, both in names if any(test(name, letters) for name in both)), None)


def split_names(text: str) -> list[str]:
    """Return the names of a list with commas."""
    return [name.strip() for name in text.split(",") if name.strip()]


def refusal_of_players(names: Sequence[str], most: int) -> str:
    """Return why players cannot be called so, "" if that is fine."""
    if not names:
        return "at least one player is needed"
    if len(names) > most:
        return f"this game is for at most {most} players"
    if len(set(names)) < len(names):
        return "two players have the same name"
    if any(len(name) > LONGEST_NAME or not name.isprintable() for name in names):
        return f"a name has up to {LONGEST_NAME} letters, and nothing that cannot be shown"
    return ""


def ask_setup(setup: Setup, ask: Ask, tell: Tell) -> Setup | None:
    """Ask in plain lines for what is not known yet; None at the end of the input."""
    game = setup.game
    boxes = setup.boxes
    if game is None:
        every = game_choices()
        for number, (_, title) in enumerate(every, 1):
            tell(f"{number} {title}")
        while game is None:
            line = ask("Which game? [1] ")
            if line is None:
                return None
            text = line.strip() or "1"
            number = int(text) if text.isdecimal() else 0
            game = every[number - 1][0] if 1 <= number <= len(every) else find_game(text)
            if game is None:
                tell(f"no game is called {quoted(text)}")
    cards = catalogue(game)
    if not boxes and len(cards.all_boxes) > 1:
        names = ", ".join(cards.all_boxes[1:])
        while True:
            line = ask(f"Which boxes beside the first, of {names}? [none] ")
            if line is None:
                return None
            found, unknown = find_boxes(split_names(line), cards)
            if not unknown:
                boxes = found
                break
            tell(unknown)
    players = setup.players
    while not players:
        line = ask("Who plays? Names with commas: ")
        if line is None:
            return None
        names_ = split_names(line)
        refusal = refusal_of_players(names_, cards.max_players)
        if refusal:
            tell(refusal)
        else:
            players = tuple(names_)
    return Setup(game, boxes, players)


def find_boxes(words: Sequence[str], cards: Catalogue) -> tuple[tuple[str, ...], str]:
    """Return the boxes that are named, and what is wrong with a name ("" if nothing is)."""
    found: dict[str, None] = {}
    for word in words:
        if key(word) in ("none", "no"):
            continue
        box = cards.find_box(word)
        if box is None:
            close = near(word, cards.box_index, 1)
            hint = f"did you mean {close[0]}?" if close else f"there are {', '.join(cards.all_boxes[1:]) or 'none'}"
            return (), f"no box is called {quoted(word)}; {hint}"
        if box != cards.all_boxes[0]:
            found[box] = None
    return tuple(found), ""
