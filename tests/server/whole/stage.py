"""A stage for one who means no good: a server with tables of honest people, and one more socket.

That one also plays: at a table of their own, against the clock with somebody else, and at a table
where a scavenger has been sent and their answer is awaited in secret.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, get_args

import pytest
import structlog
from websockets.exceptions import ConnectionClosed

from dogpark.play.position import Position
from dogpark.server.log.rows import Row
from dogpark.server.people.buckets import LocalBuckets, SharedBuckets
from dogpark.server.settings import Settings
from dogpark.server.store.sealed import Answer
from dogpark.wire.tells import Accepted, AnyTell, Kind, Pong, Refused, Snapshot
from tests.server.whole.guests import Line, begun, guest
from tests.server.whole.running import Here, serving
from tests.server.whole.scavenged import scene, write

LONG_ROUND = {"round_seconds": [300, 1, 1], "action_ms": [50, 50, 50, 50]}
OWN = ("mine", "pile")  # tables where this one may move the game on
SEALED = "window"  # and where they may answer, without anybody noticing anything
# What a connection may be closed with: a broken protocol, text that is none, too long.
STATED = {1002, 1007, 1009}


@contextmanager
def nothing_fails(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fails if the server writes of any fault, its own or its libraries'."""
    with structlog.testing.capture_logs() as told:
        yield
    ours = [line for line in told if line["log_level"] in ("error", "critical", "exception")]
    theirs = [
        record.getMessage()
        for record in caplog.records
        if record.levelno >= logging.ERROR and "Invalid UTF-8" not in record.getMessage()
    ]
    assert not ours
    assert not theirs


def no_limits(patch: pytest.MonkeyPatch) -> None:
    """For requests in numbers: limits would leave nothing to look at but refusals."""

    async def nothing(*_: object) -> float:
        return 0.0

    patch.setattr(LocalBuckets, "take_now", lambda *_: 0.0)
    patch.setattr(SharedBuckets, "take", nothing)


class Held(NamedTuple):
    """How a table stands."""

    seq: int
    position: Position | None


class Stage:
    """A server with tables of honest people, and somebody else's socket."""

    def __init__(self, runner: asyncio.Runner, config: Settings) -> None:
        self.runner = runner
        self.config = config
        self._numbers = iter(range(1_000_000, 10**9))
        self.sent: list[str] = []  # what was sent, to be sent again

    def begin(self) -> None:
        self.runner.run(self._begin())

    def end(self) -> None:
        self.runner.run(self._end())

    async def _begin(self) -> None:
        self._serving = serving(self.config)
        self.here: Here = await self._serving.__aenter__()
        self.ann, self.ben, self.mal = [await guest(self.here.address) for _ in range(3)]
        long = {"ready_seconds": 600}
        self.tables = {
            "theirs": await self._dog(),
            "live": await begun("dogpile", self.ann, self.ben, options=long),
            "private": await self.ann.open("breath", seats=["me", "me"], start=True),
            "open": await self.ann.open("monty", public=True),
            "mine": await self.mal.open("bonfire", seats=["me", "me"], start=True, public=True),
            "pile": await begun("dogpile", self.mal, self.ann, options=long | LONG_ROUND),
            "window": await self._window(),
        }
        await self._connect()

    async def _window(self) -> str:
        """Somebody has sent a scavenger, and the answers are awaited until the window closes."""
        found = scene(first=True)
        self.seat_at_window = found.holder
        seats = [self.ann if seat == found.sender else self.ben for seat in range(3)]
        seats[found.holder] = self.mal
        table = await write(self.here, seats, found)
        async with self.ann.line() as line:
            await line.watch(table)
            answer = await line.act(table, found.sender, found.move)
            assert isinstance(answer, Accepted), answer
        assert self.here.park.sittings[table].table.window is not None
        return table

    async def dig(self) -> None:
        """Everybody at the pile is ready, and the countdown is over."""
        table = self.tables["pile"]
        async with self.ann.line() as line:
            await line.watch(table)
            assert isinstance(await line.act(table, 1, {"do": "ready"}), Accepted)
        assert isinstance(await self.line.act(table, 0, {"do": "ready"}), Accepted)
        await self.line.until(lambda: (self._asked(table, 0) or {}).get("stage") == "dig")

    def _asked(self, table: str, seat: int) -> dict[str, Any] | None:
        eyes = self.line.tables[table].eyes.get(seat)
        return None if eyes is None else eyes.prompt

    async def _dog(self) -> str:
        table = await self.ann.open(
            "dog", seats=["me", "open", "me", "me"], public=True, options={"max_rounds": 9}
        )
        await self.ben.api.sit(table, 1)
        await self.ann.api.start(table)
        return table

    async def _connect(self) -> None:
        self._line = self.mal.line()
        self.line: Line = await self._line.__aenter__()
        for name, table in self.tables.items():
            if name != "private":
                await self.line.watch(table)
        # Where there may be several servers, the log notes who has come: before anything is tried.
        await self.line.ping()
        while self.here.park.presence._greeting:
            await asyncio.sleep(0.01)
        del self.line.heard[:]

    async def _end(self) -> None:
        await self._line.__aexit__(None, None, None)
        for one in (self.ann, self.ben, self.mal):
            one.api.close()
        await self._serving.__aexit__(None, None, None)

    # -- what may not change ----------------------------------------------------------------------

    def stand(self) -> dict[str, Held]:
        sittings = self.here.park.sittings
        return {
            table: Held(sittings[table].table.seq, sittings[table].table.position)
            for table in self.tables.values()
        }

    async def logs(self) -> dict[str, list[Row]]:
        return {table: await self.here.park.log.read(table) for table in self.tables.values()}

    async def sealed(self) -> list[Answer]:
        """The answers that wait for the end of the window."""
        sitting = self.here.park.sittings[self.tables[SEALED]]
        return await self.here.park.sealed.read(sitting.id, sitting.table.window_seq)

    def try_out(self, message: str | bytes | list[str]) -> AnyTell | int:
        """Sends something. Its answer, or the code with which the connection was closed."""
        before = self.stand()
        answer = self.runner.run(self._try_out(message))
        self._judge(before, answer)
        return answer

    async def _try_out(self, message: str | bytes | list[str]) -> AnyTell | int:
        line, number = self.line, next(self._numbers)
        heard = len(line.heard)
        async with asyncio.timeout(20):
            try:
                await line.socket.send(message)
                await line.send({"type": "ping", "id": number})
            except ConnectionClosed:
                pass
            try:
                await line.until(lambda: len(answers_among(line.heard[heard:])) >= 2)
            except AssertionError:
                code = await line.closed()
                await self._line.__aexit__(None, None, None)
                await self._connect()
                assert code in STATED, code
                return int(code)
            answers = answers_among(line.heard[heard:])
            del line.heard[:]
        (pong,) = [one for one in answers if getattr(one, "id", None) == number]
        assert isinstance(pong, Pong)
        (answer,) = [one for one in answers if one is not pong]
        return answer

    def _judge(self, before: dict[str, Held], answer: AnyTell | int) -> None:
        after = self.stand()
        changed = {table for table in before if before[table].seq != after[table].seq}
        if isinstance(answer, Refused):
            assert answer.kind in get_args(Kind)
            assert answer.words
        if isinstance(answer, Accepted) and answer.seq is not None and changed:
            assert changed == {answer.table}
            assert after[answer.table or ""].seq == answer.seq
        else:
            assert not changed
        for name, table in self.tables.items():
            if name not in OWN:
                assert after[table].position is before[table].position


def answers_among(heard: list[AnyTell]) -> list[AnyTell]:
    return [one for one in heard if isinstance(one, Accepted | Refused | Pong | Snapshot)]
