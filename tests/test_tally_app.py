"""Full screen: driven by keys and the mouse, as at a table."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from forestcalc import api
from forestcalc.tally.document import Document
from forestcalc.tally.drafts import draft_of, means_the_same
from forestcalc.tally.model import Draft, DraftCard
from forestcalc.tally.session import Session
from forestcalc.tally.setup import Setup
from tests.tally_helpers import DATA, need_textual

need_textual()

from textual.pilot import Pilot  # noqa: E402

from forestcalc.tally.app.app import TallyApp  # noqa: E402
from forestcalc.tally.app.bars import KEYS  # noqa: E402
from forestcalc.tally.app.table_screen import TableScreen  # noqa: E402

EXAMPLES = Path(__file__).parents[1] / "examples"
SIZE = (80, 24)
Keys = dict[str, str]
_NAMED: Keys = {" ": "space", "(": "left_parenthesis", ")": "right_parenthesis", "-": "minus", "'": "apostrophe"}


class Driver:
    """Presses keys and remembers the processor time and the time by the clock that each took, in ms.

    The clock also counts the pauses of the pilot, and whatever else runs on the machine.
    """

    def __init__(self, app: TallyApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot
        self.times: list[tuple[float, float, str]] = []

    @property
    def session(self) -> Session:
        assert self.app.session is not None
        return self.app.session

    @property
    def table(self) -> TableScreen:
        assert isinstance(self.app.screen, TableScreen)
        return self.app.screen

    async def press(self, *keys: str) -> None:
        for key in keys:
            start, clock = time.process_time(), time.perf_counter()
            await self.pilot.press(key)
            self.times.append((1000 * (time.process_time() - start), 1000 * (time.perf_counter() - clock), key))

    async def type(self, text: str) -> None:
        await self.press(*(_NAMED.get(char, char) for char in text))

    async def enter(self, text: str) -> None:
        await self.type(text)
        await self.press("enter")

    def screen(self) -> str:
        """Return what the screen shows as text."""
        lines = self.app.screen._compositor.render_strips(self.app.size)
        return "\n".join("".join(segment.text for segment in line).rstrip() for line in lines)


def drive(
    path: Path, act: Callable[[Driver], Awaitable[None]], setup: Setup | None = None, size: tuple[int, int] = SIZE
) -> Driver:
    """Run the program on a file and let *act* press keys."""

    async def run() -> Driver:
        app = TallyApp(Document.open(path), setup)
        async with app.run_test(size=size) as pilot:
            driver = Driver(app, pilot)
            await pilot.pause()
            await act(driver)
            await pilot.pause()
        return driver

    return asyncio.run(run())


def told(driver: Driver, what: str, capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print(f"\ntally, {what}: {len(driver.times)} keys")
        for number, kind in enumerate(("processor", "clock, with the pilot's pauses")):
            times = sorted(float(one[number]) for one in driver.times)
            late = sum(one > 100 for one in times)
            print(
                f"  {kind}: middle {times[len(times) // 2]:.0f} ms, 95 % within {times[int(len(times) * 0.95)]:.0f} ms, "
                f"slowest {times[-1]:.0f} ms, {late} over 100 ms"
            )


async def find(driver: Driver, text: str, label: str) -> None:
    """Type letters of *text* until the first that is found is called *label*."""
    for number, letter in enumerate(text, 1):
        await driver.type(letter)
        options = driver.table._options
        if number >= 2 and options and options[0].label == label:
            return
    raise AssertionError(f"{text!r} does not find {label}: {driver.table._why} {driver.table._options}")


async def enter_host(driver: Driver, card: DraftCard) -> None:
    """Type a host and take it; name its symbol where it has one of its own."""
    assert card.species is not None
    name = driver.session.name(card.species)
    await find(driver, name.lower(), name)
    await driver.press("enter")
    if card.symbol is not None:
        if driver.table.question is None:
            await driver.press("f4")
        await driver.enter(driver.session.catalogue.symbols[card.symbol].lower())


async def enter_card(driver: Driver, side: str, slot: int, card: DraftCard) -> None:
    """Choose the slot, type a card with the symbol it shows, and take it."""
    assert card.species is not None
    while (driver.session.cursor.side, driver.session.cursor.slot) != (side, slot):
        await driver.press("right")
    name = driver.session.name(card.species)
    await find(driver, name.lower(), name)
    if card.symbol is not None:
        symbol = driver.session.catalogue.symbols[card.symbol]
        await find(driver, f"({symbol.lower()}", f"{name} ({symbol})")
    await driver.press("enter")
    if driver.table.question is not None:
        await driver.press("escape")


async def enter_table(driver: Driver, wanted: Draft) -> None:
    """Enter every card of a table as it would be read out."""
    for number, player in enumerate(wanted.players):
        if number:
            await driver.press("tab")
        for host in player.hosts:
            for _ in range(host.card.count):
                await enter_host(driver, host.card)
            if host.river:
                await driver.press("f5")
            # What lies below may let others share a slot, so it comes first.
            for side, slot, _, card in sorted(host.cards(), key=lambda one: one[0] != "bottom"):
                for _ in range(card.count):
                    await enter_card(driver, side, slot, card)
            while driver.session.host is not None:
                await driver.press("escape")
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
    from dataclasses import replace

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
    names = tuple(player.name for player in wanted.players)

    async def act(driver: Driver) -> None:
        await enter_table(driver, wanted)
        assert "258 points" in driver.screen()

    driver = drive(path, act, Setup("smoky-mountains", (), names))
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
    path = tmp_path / "five.yaml"

    async def act(driver: Driver) -> None:
        await enter_table(driver, wanted)

    driver = drive(path, act, Setup(wanted.game, wanted.expansions, tuple(one.name for one in wanted.players)))
    game = api.load(path)[0]
    assert game.layout is not None
    assert ordered(draft_of(game.layout)) == ordered(expanded(wanted))
    totals = [player.total for player in api.score(game).players]
    assert totals == [player.total for player in api.score(api.load(text)[0]).players]
    assert None not in totals
    told(driver, "five players", capsys)


async def _begin(driver: Driver) -> None:
    await driver.enter("beech")
    await driver.enter("chaf")
    await driver.enter("europ hare")
    await driver.press("enter", "enter")


def test_hares_by_repeated_enter_undo_and_redo(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await _begin(driver)
        host = driver.session.player.hosts[0]
        assert host.sides["left"][0][0].count == 3
        assert "14 points" in driver.screen()
        assert "one more European Hare" in driver.screen()
        await driver.press("ctrl+z", "ctrl+z")
        assert driver.session.player.hosts[0].sides["left"][0][0].count == 1
        await driver.press("ctrl+y")
        assert driver.session.player.hosts[0].sides["left"][0][0].count == 2

    drive(tmp_path / "g.yaml", act, Setup("forest-shuffle", (), ("Anna",)))
    assert "left: 2x European Hare" in (tmp_path / "g.yaml").read_text()


def test_every_step_is_on_the_disk_before_the_next_key(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"

    async def act(driver: Driver) -> None:
        await driver.enter("beech")
        assert "Beech" in path.read_text()
        await driver.enter("chaf")
        assert "top: Chaffinch" in path.read_text()
        await driver.press("f2")
        await driver.enter("5")
        assert "cave: 5" in path.read_text()

    drive(path, act, Setup("forest-shuffle", (), ("Anna",)))


def test_the_screen_at_80_columns_shows_every_key_and_no_line_is_cut(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await _begin(driver)
        shown = driver.screen()
        for key, word, action in KEYS:
            if action != "river":
                assert f"{key} {word}" in shown, key
        assert "Beech" in shown
        assert "Chaffinch" in shown

    drive(tmp_path / "g.yaml", act, Setup("forest-shuffle", (), ("Anna",)))


def test_the_screen_looks_as_it_did(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await _begin(driver)
        await driver.enter("linden")
        await driver.enter("squirrel")
        await driver.press("tab")
        await driver.enter("oak")
        await driver.press("shift+tab", "up", "up", "right")
        await driver.pilot.pause()
        assert driver.screen() == (DATA / "screen.txt").read_text().rstrip("\n")

    drive(tmp_path / "game.yaml", act, Setup("forest-shuffle", (), ("Anna", "Boris")))


def test_choosing_slots_and_removing(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await _begin(driver)
        await driver.press("right", "right")
        assert driver.session.cursor.side == "left"
        await driver.press("delete")
        assert driver.session.player.hosts[0].sides["left"][0][0].count == 2
        await driver.type("chaf")
        assert "type" in driver.table._why or "cannot" in driver.table._why
        await driver.press("escape", "escape", "delete")
        assert driver.session.player.hosts == ()

    drive(tmp_path / "g.yaml", act, Setup("forest-shuffle", (), ("Anna",)))


def test_symbols_are_asked_and_open_ones_named_one_after_the_other(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await _begin(driver)
        await driver.enter("roe")
        assert driver.table.question is not None
        await driver.press("escape")
        assert driver.table.question is None
        for _ in range(20):
            await driver.press("f4")
            if driver.table.question is None:
                break
            await driver.press("enter")
        sheet = driver.session.live.player("Anna")
        assert sheet is not None
        assert sheet.total is not None

    drive(tmp_path / "g.yaml", act, Setup("forest-shuffle", (), ("Anna",)))


def test_the_mouse_chooses_tabs_slots_names_and_keys(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await _begin(driver)
        await driver.pilot.click("#forest", offset=(10, 3))
        assert driver.session.cursor.side == "right"
        await driver.pilot.click("#tabs", offset=(13, 0))
        assert driver.session.player.name == "Boris"
        await driver.type("oak")
        await driver.pilot.click("#choices", offset=(4, 0))
        assert driver.session.player.hosts[0].card.species == "oak"
        place = driver.screen().splitlines()
        row = next(number for number, line in enumerate(place) if "^Z undo" in line)
        column = place[row].index("^Z undo")
        await driver.pilot.click(offset=(column + 1, row))
        await driver.pilot.pause()
        assert driver.session.player.hosts == ()

    drive(tmp_path / "g.yaml", act, Setup("forest-shuffle", (), ("Anna", "Boris")))


def test_the_help_names_every_key_and_command_and_closes(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("question_mark")
        await driver.pilot.pause()
        shown = driver.screen()
        assert "Help" in shown
        assert "a new host" in shown
        await driver.press("escape")
        await driver.pilot.pause()
        await driver.press("f7")
        await driver.pilot.pause()
        await driver.press("escape")
        await driver.pilot.pause()
        await driver.enter(":score")
        await driver.pilot.pause()
        assert "Anna: 0 points" in driver.screen()

    drive(tmp_path / "g.yaml", act, Setup("forest-shuffle", (), ("Anna",)))


def test_commands_in_words_and_players(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("f3")
        await driver.enter("Boris")
        assert driver.session.player.name == "Boris"
        await driver.enter(":rename Bo")
        assert driver.session.player.name == "Bo"
        await driver.enter(":nonsense")
        assert driver.session.problem
        await driver.press("escape")
        await driver.enter("oak")
        await driver.press("f6")
        await driver.enter("anna")
        assert [len(player.hosts) for player in driver.session.draft.players] == [1, 0]

    drive(tmp_path / "g.yaml", act, Setup("forest-shuffle", (), ("Anna",)))


def test_a_new_table_is_set_up_by_keys(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("enter")
        assert "at least one player" in driver.screen()
        await driver.press("shift+tab", "shift+tab", "space")
        assert driver.app.session is None
        await driver.press("tab", "tab")
        await driver.type("Anna, Boris")
        await driver.press("enter")
        await driver.pilot.pause()
        assert [player.name for player in driver.session.draft.players] == ["Anna", "Boris"]
        assert driver.session.draft.expansions == ("exploration",)

    drive(tmp_path / "g.yaml", act)


def test_leaving_the_setup_leaves_no_file(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("escape")

    drive(tmp_path / "g.yaml", act)
    assert list(tmp_path.iterdir()) == []


def test_letters_typed_before_a_kill_are_there_again(tmp_path: Path) -> None:
    from forestcalc.tally.recovery import Recovery, side_file

    path = tmp_path / "g.yaml"
    path.write_text("players: {Anna: {forest: [Oak]}}\n")
    side_file(path).write_text('{"entry": "chaf", "player": 0, "host": 0, "side": "top", "slot": 0}')

    async def run() -> None:
        app = TallyApp(Document.open(path), None, "en", Recovery(path))
        async with app.run_test(size=SIZE) as pilot:
            driver = Driver(app, pilot)
            await pilot.pause()
            assert "Oak, top ▸ chaf" in driver.screen()
            assert "recovered" in driver.screen()
            await driver.press("enter")

    asyncio.run(run())
    assert "Chaffinch" in path.read_text()
    assert not side_file(path).exists()


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (200, 60)])
@pytest.mark.parametrize(
    "name", ["smoky-258.yaml", "five-players-all-boxes.yaml", "exmoor.yaml", "player-by-counts.yaml"]
)
def test_any_size_shows_any_game(tmp_path: Path, size: tuple[int, int], name: str) -> None:
    path = tmp_path / name
    path.write_bytes((EXAMPLES / name).read_bytes())

    async def act(driver: Driver) -> None:
        for key in ("up", "up", "right", "pageup", "tab", "up", "c", "down", "escape", "f7", "escape", "question_mark"):
            await driver.press(key)
        lines = driver.screen().splitlines()
        assert len(lines) == size[1]

    drive(path, act, size=size)
    assert path.read_bytes() == (EXAMPLES / name).read_bytes()


def test_how_long_keys_take_in_the_largest_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "g.yaml"
    path.write_bytes((EXAMPLES / "five-players-all-boxes.yaml").read_bytes())

    async def act(driver: Driver) -> None:
        await driver.enter("linden")
        driver.times.clear()
        for text in ("chaf", "sap", "wood", "europ", "bee", "o"):
            await driver.type(text)
            await driver.press("down", "escape")
        await driver.enter("sap")
        await driver.press("up", "up", "right", "right", "tab", "ctrl+z", "ctrl+y", "tab", "tab")

    told(drive(path, act), "largest game", capsys)


def test_untrusted_names_do_not_reach_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"
    path.write_text('players: {"A[b]x\\u202e": {forest: [Oak]}, "[red]": {forest: []}}\n')

    async def act(driver: Driver) -> None:
        await driver.press("tab", "f2", "escape", "f7", "escape")
        assert "\x1b" not in driver.screen()
        assert "\u202e" not in driver.screen()

    drive(path, act)


def test_a_draft_that_was_entered_means_what_its_file_says(tmp_path: Path) -> None:
    path = tmp_path / "g.yaml"

    async def act(driver: Driver) -> None:
        await _begin(driver)
        game = api.load(path)[0]
        assert game.layout is not None
        assert means_the_same(draft_of(game.layout), driver.session.draft)

    drive(path, act, Setup("forest-shuffle", ("alpine",), ("Anna",)))
