"""A driver of the full screen: presses keys as somebody at a table would."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot

from forestcalc.tally.app.app import TallyApp
from forestcalc.tally.app.table_screen import TableScreen
from forestcalc.tally.document import Document
from forestcalc.tally.session import Session
from forestcalc.tally.setup import Setup

SIZE = (80, 24)
_NAMED = {" ": "space", "(": "left_parenthesis", ")": "right_parenthesis", "-": "minus", "'": "apostrophe"}
_CHARACTERS = {name: character for character, name in _NAMED.items()}


class Driver:
    """Presses keys and remembers the processor time and the time by the clock that each took, in ms.

    The clock also counts the pauses of the pilot, and whatever else runs on the machine. A `hasty` driver leaves out
    the pauses: it waits until a key is dealt with, not until the program idles.
    """

    def __init__(self, app: TallyApp, pilot: Pilot[None], *, hasty: bool = False) -> None:
        self.app = app
        self.pilot = pilot
        self.hasty = hasty
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
            if self.hasty:
                self.app.post_message(events.Key(key, _CHARACTERS.get(key, key if len(key) == 1 else None)))
                await self.pilot.pause(0)
                await self.pilot.pause(0)
            else:
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
    path: Path,
    act: Callable[[Driver], Awaitable[None]],
    setup: Setup | None = None,
    size: tuple[int, int] = SIZE,
    *,
    hasty: bool = False,
) -> Driver:
    """Run the program on a file and let *act* press keys."""

    async def run() -> Driver:
        app = TallyApp(Document.open(path), setup)
        async with app.run_test(size=size) as pilot:
            driver = Driver(app, pilot, hasty=hasty)
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
