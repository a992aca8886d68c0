"""The load test of one process: people come, tables fill, games are played, figures are kept."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

from dogpark.client.http import Api, NoServer, RequestRefused
from dogpark.client.loadtest.figures import Figures
from dogpark.client.loadtest.plan import Plan
from dogpark.client.loadtest.player import Player, Table, Viewer

AT_ONCE = 8  # tables that are set up side by side
SETTLING = 30  # seconds until a table must be seen
WARM_UP = 1.0  # seconds of play that do not count
LAST_ANSWERS = 10  # seconds to wait for answers when the time is over
TOO_MANY = 429  # HTTP's number for it
GLANCE = 0.5  # seconds between two reports


class SetUpFailed(Exception):
    """The test could not begin; the message says why and what to do."""


class Crowd:
    """Everybody whom one process of a load test plays."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.figures = Figures()
        self.running = False
        self.over = False
        self._tables: list[Table] = []
        self._tasks: set[asyncio.Task[None]] = set()

    # -- setting up -------------------------------------------------------------------------------

    async def set_up(self) -> None:
        """Everybody is connected and sees a game that has begun."""
        limit = asyncio.Semaphore(AT_ONCE)

        async def one() -> None:
            async with limit:
                await self._set_up_table()

        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(self.plan.tables):
                    group.create_task(one())
        except* (RequestRefused, NoServer, OSError, TimeoutError) as errors:
            troubles = [_advice(_first(errors)), *self.figures.errors]
            raise SetUpFailed("; ".join(troubles)) from None

    async def _set_up_table(self) -> None:
        plan = self.plan
        table = Table(self, plan.gap, with_bots=plan.people < plan.players, words=plan.words)
        people = [Api(plan.place) for _ in range(plan.people)]
        for person in people:
            await person.me()
        host, *others = people
        seats = ["me"] + ["open"] * len(others) + [plan.bots] * (plan.players - plan.people)
        opened = await host.open_table(
            plan.game,
            players=plan.players,
            options=plan.options,
            seats=seats,
            bot_pace=plan.bot_pace,
            rated=False,
        )
        table.begin(opened["table"], opened.get("invite"))
        for seat, person in enumerate(others, 1):
            await person.sit(table.id, seat, table.invite)
        players = [Player(self, table, api, seat) for seat, api in enumerate(people)]
        table.viewers += players
        for player in players:
            await self._connect(player)
        for _ in range(plan.spectators):
            await self._add_spectator(table)
        await host.start(table.id)
        for person in people:
            person.close()
        self._tables.append(table)
        self.figures.tables += 1

    async def _add_spectator(self, table: Table) -> None:
        api = Api(self.plan.place)
        await api.me()
        api.close()
        viewer = Viewer(self, table, api)
        table.viewers.append(viewer)
        await self._connect(viewer)

    async def _connect(self, viewer: Viewer) -> None:
        await viewer.connect()
        async with asyncio.timeout(SETTLING):
            await viewer.ready.wait()

    # -- playing ----------------------------------------------------------------------------------

    async def play(self, report: Callable[[Figures], None]) -> None:
        """Plays for as long as planned, with a report now and then; counts after a warm-up."""
        now = time.perf_counter()
        self.running = True
        for table in self._tables:
            table.pace.spread(now)
            for player in _players(table):
                player.consider()
        await asyncio.sleep(WARM_UP + self.plan.gap)
        self.figures.forget()
        began, spent = time.perf_counter(), time.process_time()
        while (passed := time.perf_counter() - began) < self.plan.seconds:
            await asyncio.sleep(min(GLANCE, self.plan.seconds - passed))
            self.figures.seconds = time.perf_counter() - began
            self.figures.cpu = time.process_time() - spent
            report(self.figures)
        self.running = False

    async def wind_up(self) -> None:
        """Waits for the last answers and closes everything; what is never answered is an error."""
        until = time.perf_counter() + LAST_ANSWERS
        players = [player for table in self._tables for player in _players(table)]
        while any(player.waiting for player in players) and time.perf_counter() < until:
            await asyncio.sleep(0.05)
        for player in players:
            if player.waiting:
                self.figures.err("a move was never answered")
        self.over = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        open_at_the_end = self.figures.sockets
        for table in self._tables:
            for viewer in table.viewers:
                viewer.close()
        self.figures.sockets = open_at_the_end

    def finished(self, table: Table) -> None:
        """A game is over: the same people play again."""
        self.figures.games += 1
        self.figures.tables -= 1
        if self.running:
            self._spawn(self._play_again(table))

    async def _play_again(self, table: Table) -> None:
        players, old = _players(table), table.id
        try:
            answers = [await player.api.post(f"/api/tables/{old}/rematch") for player in players]
            table.begin(answers[0]["table"], answers[0].get("invite"))
            for viewer in table.viewers:
                viewer.change_table(old)
            await players[0].api.start(table.id)
            self.figures.tables += 1
        except RequestRefused as error:
            if error.status == TOO_MANY:
                await self._other_people(table)
            else:
                self.figures.err(f"a game could not be followed by another: {error}")
        except NoServer as error:
            self.figures.err(f"a game could not be followed by another: {error}")
        for player in players:
            player.api.close()

    async def _other_people(self, table: Table) -> None:
        """These have played as many games as one person may in such a short time."""
        for viewer in table.viewers:
            viewer.close()
        self._tables.remove(table)
        try:
            await self._set_up_table()
        except (RequestRefused, NoServer, OSError, TimeoutError) as error:
            self.figures.err(f"a table could not be set up: {error}")

    def spawn_reconnect(self, viewer: Viewer) -> None:
        self._spawn(viewer.reconnect())

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _players(table: Table) -> list[Player]:
    return [viewer for viewer in table.viewers if isinstance(viewer, Player)]


def _first(errors: BaseExceptionGroup[Exception]) -> Exception:
    found: Exception | BaseExceptionGroup[Exception] = errors
    while isinstance(found, BaseExceptionGroup):
        found = found.exceptions[0]
    return found


def _advice(error: Exception) -> str:
    words = str(error) or type(error).__name__
    if isinstance(error, RequestRefused) and error.status == TOO_MANY:
        return (
            f"the server said: {words} It lets only so many newcomers and messages in; for a load "
            "test, start it with DOGPARK_PEOPLE_PER_MINUTE=1000000 and "
            "DOGPARK_MESSAGES_PER_SECOND=1000000"
        )
    if isinstance(error, TimeoutError):
        return "the server did not answer in time"
    return words
