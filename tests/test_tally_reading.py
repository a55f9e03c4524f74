"""Full screen: whole tables entered key by key, as people read their forests out."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from itertools import cycle
from pathlib import Path

import pytest

from forestcalc import api
from forestcalc.report.languages import names
from forestcalc.tally.drafts import READING_ORDER, draft_of
from forestcalc.tally.model import Draft, DraftCard, DraftHost, DraftPlayer
from forestcalc.tally.setup import Setup
from tests.tally_helpers import DATA, need_textual

need_textual()

from tests.tally_driver import Driver, drive, told  # noqa: E402

EXAMPLES = Path(__file__).parents[1] / "examples"
LANGUAGES = ("en", "de", "fr", "it", "es")
SLIPS = ("typo", "anew", "undone", "wrong", "again")


@dataclass
class Reader:
    """Somebody who reads a forest out: in which language, and how often a slip happens (0: never)."""

    language: str = "en"
    every: int = 0
    read: int = 0
    slips: Counter[str] = field(default_factory=Counter)
    _kinds: cycle[str] = field(default_factory=lambda: cycle(SLIPS))

    def slip(self) -> str:
        """Return what goes wrong with the next card, "" if nothing does."""
        self.read += 1
        if not self.every or self.read % self.every:
            return ""
        kind = next(self._kinds)
        self.slips[kind] += 1
        return kind

    def called(self, driver: Driver, id: str) -> str:
        """Return the letters of a name, as they are typed."""
        session = driver.session
        own = names(session.draft.game, self.language).get(id) if self.language != "en" else None
        return (own or session.name(id)).lower()


async def find(driver: Driver, text: str, label: str, *, typo: bool = False) -> bool:
    """Type letters of *text* until the first that is found is called *label*; False if it never is."""
    for number, letter in enumerate(text, 1):
        if typo and number == 3:
            await driver.press("q", "backspace")
        await driver.type(letter)
        options = driver.table.asking.options
        if number >= 2 and options and options[0].label == label:
            return True
    return False


async def enter_host(driver: Driver, card: DraftCard, reader: Reader) -> None:
    """Type a host and take it; name its symbol where it has one of its own."""
    assert card.species is not None
    slip = reader.slip()
    if slip == "wrong":
        await driver.enter("sapling")
        await driver.press("delete")
    if slip == "anew":
        await driver.type("be")
        await driver.press("escape")
    name = driver.session.name(card.species)
    assert await find(driver, reader.called(driver, card.species), name, typo=slip == "typo"), name
    await driver.press("enter")
    if slip in ("undone", "again"):
        await driver.press("ctrl+z", "ctrl+y")
        await driver.press(*["up"] * (driver.session.host is None))
    if card.symbol is not None:
        if driver.table.asking.question is None:
            await driver.press("f4")
        await driver.enter(driver.session.catalogue.symbols[card.symbol].lower())


async def enter_card(driver: Driver, side: str, slot: int, card: DraftCard, reader: Reader) -> bool:
    """Choose the slot, type a card with the symbol it shows, and take it; False if it does not fit there yet."""
    assert card.species is not None
    host = driver.session.host
    assert host is not None
    slip = reader.slip()
    for turn in range(2 if slip == "again" else 1):
        while (driver.session.cursor.side, driver.session.cursor.slot) != (side, slot):
            await driver.press("right")
        name = driver.session.name(card.species)
        if slip == "anew":
            await driver.type("zz")
            await driver.press("escape")
        if not await find(driver, reader.called(driver, card.species), name, typo=slip == "typo"):
            assert driver.table.asking.why
            await driver.press("escape")
            return False
        if card.symbol is not None:
            symbol = driver.session.catalogue.symbols[card.symbol]
            if slip == "wrong":
                await driver.press("enter", "ctrl+z")
                driver.session.go_to(host.key)
                return await enter_card(driver, side, slot, card, Reader(reader.language))
            assert await find(driver, f"({symbol.lower()}", f"{name} ({symbol})"), symbol
        await driver.press("enter")
        if driver.table.asking.question is not None:
            await driver.press("escape")
        if slip == "undone":
            await driver.press("ctrl+z", "ctrl+y")
        elif slip == "again" and not turn:
            await driver.press("ctrl+z")
            driver.session.go_to(host.key)
    return True


async def enter_forest(driver: Driver, host: DraftHost, reader: Reader) -> None:
    """Enter what lies at a host that was just entered: around it, and last what did not fit before."""
    entered = driver.session.host
    assert entered is not None
    waiting = [
        (side, slot, card)
        for side in READING_ORDER
        for slot, stack in enumerate(host.sides.get(side, ()))
        for card in stack
        for _ in range(card.count)
    ]
    while waiting:
        before = len(waiting)
        left = []
        for side, slot, card in waiting:
            if driver.session.host is None:
                driver.session.go_to(entered.key)
            if not await enter_card(driver, side, slot, card, reader):
                left.append((side, slot, card))
        assert len(left) < before, left
        waiting = left
    while driver.session.host is not None:
        await driver.press("escape")


async def enter_player(driver: Driver, player: DraftPlayer, reader: Reader) -> None:
    """Enter the forest and the cave of the player whose turn it is."""
    for host in player.hosts:
        for _ in range(host.card.count):
            await enter_host(driver, host.card, reader)
        if host.river:
            await driver.press("f5")
        await enter_forest(driver, host, reader)
    if player.cave is not None:
        await driver.press("f2")
        name = "" if player.cave.id == "regular-cave" else f" {player.cave.id}"
        await driver.press(*["backspace"] * len(driver.table.entry.value))
        await driver.enter(f"{player.cave.cards}{name}")


def drafted(text: str) -> Draft:
    game = api.load(text)[0]
    assert game.layout is not None
    return draft_of(game.layout)


def expanded(draft: Draft) -> Draft:
    """Return the draft as keys enter it: every counted host as so many hosts."""
    players = tuple(
        replace(
            player,
            hosts=tuple(
                replace(host, card=replace(host.card, count=1)) for host in player.hosts for _ in range(host.card.count)
            ),
        )
        for player in draft.players
    )
    return replace(draft, players=players)


def ordered(draft: Draft) -> object:
    """Return what a draft means, the order within a slot aside."""
    return [
        (
            player.name,
            player.cave,
            [
                (
                    host.card.species,
                    host.card.symbol,
                    host.river,
                    {
                        side: sorted(
                            sorted((card.species or "", card.symbol or "", card.count) for card in stack)
                            for stack in stacks
                        )
                        for side, stacks in host.sides.items()
                    },
                )
                for host in player.hosts
            ],
        )
        for player in draft.players
    ]


def test_the_smoky_mountains_display_is_entered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wanted = drafted((EXAMPLES / "smoky-258.yaml").read_text())
    path = tmp_path / "smoky.yaml"
    players = tuple(player.name for player in wanted.players)

    async def act(driver: Driver) -> None:
        for player in wanted.players:
            await enter_player(driver, player, Reader())
        assert "258 points" in driver.screen()

    driver = drive(path, act, Setup("smoky-mountains", (), players), hasty=True)
    game = api.load(path)[0]
    assert api.score(game).players[0].total == 258
    assert game.layout is not None
    assert ordered(draft_of(game.layout)) == ordered(expanded(wanted))
    told(driver, "Smoky Mountains display", capsys)


def test_a_game_of_five_with_two_boxes_is_entered(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (DATA / "five.yaml").read_text()
    wanted = drafted(text)
    assert len(wanted.players) == 5
    assert len(wanted.expansions) == 2
    assert all(25 <= player.card_count <= 35 for player in wanted.players)
    readers = [Reader(language, every) for language, every in zip(LANGUAGES, (3, 4, 5, 6, 7), strict=True)]
    path = tmp_path / "five.yaml"

    async def act(driver: Driver) -> None:
        for player, reader in zip(wanted.players, readers, strict=True):
            await enter_player(driver, player, reader)
            await driver.press("tab")

    setup = Setup(wanted.game, wanted.expansions, tuple(one.name for one in wanted.players))
    driver = drive(path, act, setup, hasty=True)
    assert all(sum(reader.slips[kind] for reader in readers) for kind in SLIPS)
    game = api.load(path)[0]
    assert game.layout is not None
    assert ordered(draft_of(game.layout)) == ordered(expanded(wanted))
    totals = [player.total for player in api.score(game).players]
    assert totals == [player.total for player in api.score(api.load(text)[0]).players]
    assert None not in totals
    told(driver, "five players", capsys)
