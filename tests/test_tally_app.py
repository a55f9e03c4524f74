"""Full screen: driven by keys and the mouse, as at a table."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from forestcalc import api
from forestcalc.tally.document import Document
from forestcalc.tally.drafts import draft_of, means_the_same
from forestcalc.tally.setup import Setup
from tests.tally_helpers import DATA, need_textual

need_textual()

from forestcalc.tally.app.app import TallyApp  # noqa: E402
from forestcalc.tally.app.bars import KEYS  # noqa: E402
from tests.tally_driver import SIZE, Driver, drive, told  # noqa: E402

EXAMPLES = Path(__file__).parents[1] / "examples"


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
        assert "type" in driver.table.asking.why or "cannot" in driver.table.asking.why
        await driver.press("escape", "escape", "delete")
        assert driver.session.player.hosts == ()

    drive(tmp_path / "g.yaml", act, Setup("forest-shuffle", (), ("Anna",)))


def test_symbols_are_asked_and_open_ones_named_one_after_the_other(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await _begin(driver)
        await driver.enter("roe")
        assert driver.table.asking.question is not None
        await driver.press("escape")
        assert driver.table.asking.question is None
        for _ in range(20):
            await driver.press("f4")
            if driver.table.asking.question is None:
                break
            await driver.press("enter")
        sheet = driver.session.live.player("Anna")
        assert sheet is not None
        assert sheet.total is not None

    drive(tmp_path / "g.yaml", act, Setup("forest-shuffle", (), ("Anna",)))


def test_the_mouse_chooses_tabs_slots_names_and_keys(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await _begin(driver)
        await driver.pilot.click("#board", offset=(10, 3))
        assert driver.session.cursor.side == "right"
        await driver.pilot.click("#tabs", offset=(13, 0))
        assert driver.session.player.name == "Boris"
        await driver.type("oak")
        await driver.pilot.click(
            "#board", offset=(4, driver.table.board.size.height - len(driver.table.asking.options))
        )
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


def test_a_question_that_came_by_itself_gives_way_to_the_next_card(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await _begin(driver)
        await driver.enter("roe")
        assert driver.table.asking.question is not None
        await driver.type("zz")
        assert driver.table.asking.question is not None
        await driver.press("backspace", "backspace")
        await driver.enter("mole")
        assert driver.table.asking.question is None
        stacks = driver.session.player.hosts[0].sides
        assert stacks["right"][0][0].symbol is None
        assert stacks["bottom"][0][0].species == "mole"
        await driver.press("f4")
        await driver.type("mole")
        assert driver.table.asking.question is not None

    drive(tmp_path / "g.yaml", act, Setup("forest-shuffle", (), ("Anna",)))


def test_letters_typed_on_a_mark_of_the_setup_begin_a_name(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.press("tab")
        await driver.type("Eva")
        await driver.press("enter")
        await driver.pilot.pause()
        assert [player.name for player in driver.session.draft.players] == ["Eva"]

    drive(tmp_path / "g.yaml", act)


def test_a_colon_begins_a_command_and_never_a_card(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await driver.type(":re")
        assert ":rename NAME" in driver.screen()
        await driver.enter("d")
        assert driver.session.problem
        assert driver.session.player.hosts == ()
        await driver.press("backspace")
        assert driver.session.message == ""

    drive(tmp_path / "g.yaml", act, Setup("forest-shuffle", (), ("Anna",)))


def test_what_is_refused_is_told_once_and_whole(tmp_path: Path) -> None:
    async def act(driver: Driver) -> None:
        await _begin(driver)
        await driver.press("right")
        await driver.enter("chaf")
        shown = driver.screen()
        assert shown.count("cannot share the top slot") == 1
        assert "! Chaffinch" in shown

    drive(tmp_path / "g.yaml", act, Setup("forest-shuffle", (), ("Anna",)))


def test_a_file_that_cannot_be_saved_is_told_as_long_as_that_lasts(tmp_path: Path) -> None:
    folder = tmp_path / "there"
    folder.mkdir()

    async def act(driver: Driver) -> None:
        (folder / "g.yaml").unlink()
        folder.rmdir()
        await driver.enter("oak")
        assert "NOT SAVED" in driver.screen()
        await driver.type("be")
        assert "NOT SAVED" in driver.screen()
        folder.mkdir()
        await driver.press("enter")
        assert "NOT SAVED" not in driver.screen()
        assert "Beech" in (folder / "g.yaml").read_text()

    drive(folder / "g.yaml", act, Setup("forest-shuffle", (), ("Anna",)))
