"""Servers that are killed, databases and buses that go away: nothing that was promised is lost."""

from __future__ import annotations

import asyncio
import json
import random
import re
import resource
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.asyncio.client import ClientConnection, connect

from dogpark.client.address import Address
from dogpark.server.settings import Settings
from dogpark.wire.tells import Accepted, AnyTell, Refused, Snapshot
from tests.server.services import Postgres
from tests.server.whole import verdict
from tests.server.whole.pack import ME, Dog, Pack, Plan, newcomer
from tests.server.whole.running import PATIENCE, Apart, in_loop
from tests.server.whole.scenes import PILE, PLANS, VEILED

_decoder: msgspec.json.Decoder[AnyTell] = msgspec.json.Decoder(AnyTell)


async def _play_through_kills(
    settings: Settings, server: Apart, plans: Sequence[Plan], kills: int, longest: float
) -> Pack:
    """Kills a server so many times under play; all tables then come to their end."""
    dice = random.Random(kills)
    pack = Pack([server.address])
    async with pack.playing(plans):
        for _ in range(kills):
            await pack.moves(3)  # it must have been under play
            await asyncio.sleep(dice.uniform(0, longest))
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
    await verdict.all_results(settings, pack)
    return pack


def _killed(settings: Settings, plans: Sequence[Plan], kills: int, longest: float) -> Pack:
    async def main() -> Pack:
        with Apart(settings) as server:
            pack = await _play_through_kills(settings, server, plans, kills, longest)
        await verdict.check(settings, pack)
        return pack

    return in_loop(main, 60 + 15 * kills)


def test_a_server_killed_under_play_loses_nothing_and_does_nothing_twice(backend: Settings) -> None:
    plans, kills = ((*PLANS, PILE), 4) if backend.on_sqlite else (PLANS, 3)
    pack = _killed(backend, plans, kills, longest=0.5)
    assert {played.plan for played in pack.played} == set(plans)
    assert any(dog.reconnects for dog in pack.dogs)  # some may have played out between two falls


@pytest.mark.soak
def test_a_hundred_kills_lose_nothing_and_do_nothing_twice(backend: Settings) -> None:
    plans = (*PLANS, PILE, VEILED)
    pack = _killed(backend, plans, kills=100, longest=6)
    assert {played.plan for played in pack.played} == set(plans)


# -- databases that cannot save -------------------------------------------------------------------


class Wire:
    """A bare socket at a table, which hears what the client library would put right by itself."""

    def __init__(self, socket: ClientConnection, table: str) -> None:
        self._socket = socket
        self._table = table
        self._numbers = count(1)

    async def watch(self) -> None:
        answer = await self._ask({"type": "watch", "table": self._table})
        assert isinstance(answer, Snapshot)

    async def emote(self) -> AnyTell:
        return await self._ask({"type": "emote", "table": self._table, "emote": "wag"})

    async def _ask(self, ask: dict[str, str]) -> AnyTell:
        number = next(self._numbers)
        await self._socket.send(msgspec.json.encode({**ask, "id": number}), text=True)
        while True:
            told = _decoder.decode(await self._socket.recv())
            if getattr(told, "id", None) == number:
                return told


@asynccontextmanager
async def wire(dog: Dog, table: str) -> AsyncIterator[Wire]:
    async with connect(
        dog.api.address.socket_for(table), additional_headers=dog.api.headers(), compression=None
    ) as socket:
        bare = Wire(socket, table)
        await bare.watch()
        yield bare


async def _told_to_wait(pack: Pack, wires: Sequence[Wire]) -> None:
    """While nothing can be saved everybody is told to wait, and nothing is acknowledged."""
    answers = [await one.emote() for one in wires]
    assert all(isinstance(answer, Refused) and answer.kind == "wait" for answer in answers)
    async with asyncio.timeout(PATIENCE):
        before = -1
        while len(pack.acknowledged) != before:  # what was saved before is still being read
            before = len(pack.acknowledged)
            await asyncio.sleep(1)


async def _goes_on(pack: Pack, wires: Sequence[Wire]) -> None:
    """Everybody's moves are saved again; those who asked to be told are."""
    await pack.moves(10)
    for one in wires:
        while not isinstance(await one.emote(), Accepted):
            await asyncio.sleep(0.1)


async def _told_to_hosts(address: Address, *, saves: bool) -> None:
    """A proxy and an alarm soon know whether anything can be saved."""
    told = -1, -1.0
    async with asyncio.timeout(PATIENCE):
        while told != ((200, 1.0) if saves else (503, 0.0)):
            await asyncio.sleep(0.1)
            async with httpx.AsyncClient(base_url=address.http, timeout=PATIENCE) as client:
                ready, figures = await client.get("/readyz"), await client.get("/metrics")
            up = re.search(r"^dogpark_log_up (\S+)$", figures.text, re.MULTILINE)
            assert up is not None
            told = ready.status_code, float(up[1])


def _told_once_in_the_log(lines: str) -> None:
    """Why nothing can be saved, and that it can be again."""
    told = [json.loads(line) for line in lines.splitlines() if line.startswith("{")]
    mine = [line for line in told if line["logger"] == "dogpark.server.ops.saving"]
    assert [line["event"] for line in mine] == [
        "entries cannot be saved",
        "entries are saved again",
    ]
    assert mine[0]["reason"]
    assert "withheld" not in mine[0]


async def _play_through(
    settings: Settings,
    address: Address,
    outage: Callable[[Callable[[], Awaitable[None]]], Awaitable[None]],
) -> Pack:
    """Plays while ``outage`` lets the database go and come back; it calls back in between."""

    async def meanwhile() -> None:
        await _told_to_wait(pack, [bare])
        await _told_to_hosts(address, saves=False)

    pack = Pack([address])
    onlooker = await newcomer([address])
    table = await Plan("bonfire", (ME, "random"), bot_pace=10_000).open([onlooker])
    onlooker.api.close()
    async with pack.playing(PLANS), wire(onlooker, table) as bare:
        await _goes_on(pack, [bare])
        await outage(meanwhile)
        await _told_to_hosts(address, saves=True)
        await _goes_on(pack, [bare])
    await verdict.all_results(settings, pack)
    return pack


def test_while_postgres_is_away_clients_are_told_to_wait_and_nothing_is_lost(
    cluster: Settings, postgres: Postgres, capfd: pytest.CaptureFixture[str]
) -> None:
    async def outage(meanwhile: Callable[[], Awaitable[None]]) -> None:
        await asyncio.to_thread(postgres.kill)
        await meanwhile()
        await asyncio.to_thread(postgres.start)

    async def main() -> None:
        with Apart(cluster) as server:
            pack = await _play_through(cluster, server.address, outage)
        await verdict.check(cluster, pack)
        assert not any(dog.reconnects for dog in pack.dogs), "no connection was lost"

    in_loop(main, 120)
    _told_once_in_the_log(capfd.readouterr().err)


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def test_while_the_disk_is_full_clients_are_told_to_wait_and_nothing_is_lost(
    sqlite: Settings, capfd: pytest.CaptureFixture[str]
) -> None:
    async def main() -> None:
        with Apart(sqlite) as server:
            wal = sqlite.sqlite_file.with_name(f"{sqlite.sqlite_file.name}-wal")

            async def outage(meanwhile: Callable[[], Awaitable[None]]) -> None:
                unlimited = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
                full = min(wal.stat().st_size, 8192)  # nothing is as small as that
                writing = (server.pid, *_children(server.pid))  # its scribe writes the log
                for pid in writing:
                    resource.prlimit(pid, resource.RLIMIT_FSIZE, (full, unlimited[1]))
                await meanwhile()
                for pid in writing:
                    resource.prlimit(pid, resource.RLIMIT_FSIZE, unlimited)

            pack = await _play_through(sqlite, server.address, outage)
        await verdict.check(sqlite, pack)
        assert not any(dog.reconnects for dog in pack.dogs), "no connection was lost"

    in_loop(main, 120)
    _told_once_in_the_log(capfd.readouterr().err)
