"""A player at the live screen of DOGPILE: keys, clicks, and a clock that tests set."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from io import StringIO
from typing import Any, TypeAlias

from rich.console import Console, RenderableType
from textual.pilot import Pilot

from dogpark.cli.live import pages
from dogpark.cli.live.screen import RUSH_MS, LiveApp
from dogpark.cli.live.table import LiveTable
from dogpark.cli.table.match import Manners
from dogpark.cli.table.seating import seat_people
from dogpark.cli.table.story import Story
from dogpark.play.game import load

FRAME = 30


class Player:
    """Fingers, eyes and a stopwatch."""

    def __init__(self, app: LiveApp, watch: list[int]) -> None:
        self.app = app
        self._watch = watch
        self.pilot: Pilot[str]

    async def let(self, ms: int) -> None:
        """Time passes, frame by frame."""
        for _ in range(-(-ms // FRAME)):
            self._watch[0] += FRAME
            self.app.frame()
        await self.settle()

    async def press(self, *keys: str) -> None:
        for key in keys:
            self.app.simulate_key(key)
            await self.settle()

    async def settle(self) -> None:
        """Until every message is handled, also those that the first ones caused; no time passes."""
        for _ in range(3):
            await self.pilot.pause(0)

    async def until(self, phase: str, most: int = 200_000) -> None:
        for _ in range(most // 300):
            if self.app.scene.phase == phase:
                return
            self._watch[0] += 300
            self.app.frame()
            await self.settle()
        raise AssertionError(f"{phase} never comes; it is {self.app.scene.phase}")

    async def begin(self) -> None:
        """Paws up, and through the countdown."""
        await self.press("enter")
        await self.until("dig")

    def page(self) -> str | None:
        """The title of the page over the table."""
        if not isinstance(self.app.screen, pages.Page):
            return None
        return str(self.app.screen.query_one(".page").border_title)

    def words(self, name: str) -> str:
        return str(self.app.screen_stack[0].query_one(f"#{name}").render())

    def pile(self) -> str:
        return self.app.pile.render().plain

    def history(self, seat: int = 0) -> list[str]:
        return [str(line.action) for line in self.app.table.position.history() if line.seat == seat]


Play: TypeAlias = Callable[[Player], Awaitable[None]]


def sit(
    play: Play,
    *,
    players: int = 3,
    size: tuple[int, int] = (80, 24),
    humans: str | None = None,
    seed: int = 5,
    manners: Manners | None = None,
    delay: float | None = None,
    **options: Any,
) -> Player:
    """Plays at a fresh table; the player afterwards."""
    watch = [70_000]
    position = load("dogpile", players, options).start(seed)
    seating = seat_people(players, None, humans)
    table = LiveTable(position, seating, Story(), lambda: watch[0], manners, delay)
    player = Player(LiveApp(table, by_hand=True), watch)
    run(player, play, size)
    return player


def run(player: Player, play: Play, size: tuple[int, int] = (80, 24)) -> None:
    async def session() -> None:
        async with player.app.run_test(size=size) as pilot:
            player.pilot = pilot
            await pilot.pause()
            await play(player)

    asyncio.run(session())


def printed(content: RenderableType) -> str:
    console = Console(file=StringIO(), width=100, color_system=None)
    console.print(content)
    file = console.file
    assert isinstance(file, StringIO)
    return file.getvalue()


async def whole_game(player: Player) -> None:
    """Digs and keeps whatever comes, as fast as the rules allow."""
    await player.begin()
    while player.app.scene.phase != "over":
        stage = player.app.scene.stage
        if player.page() is not None and stage != "dig":
            await player.let(RUSH_MS)
            await player.press("enter")
        elif stage == "dig":
            me = player.app.scene.me
            assert me is not None
            await player.press(*(["enter"] if me.dug or len(me.paws) < 3 else ["1", "p"]), "n")
        elif stage == "sniff":
            await player.press("n", "enter")
        elif stage:
            await player.press("enter")
        await player.let(300)
