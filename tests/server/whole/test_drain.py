"""A server that is told to stop: everybody hears of it, tables move on, nothing is lost."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from contextlib import suppress
from dataclasses import replace

import msgspec
from sqlalchemy import select
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from dogpark.server.settings import Settings
from dogpark.server.store.engine import Store, open_store
from dogpark.server.store.schema import processes, tables
from dogpark.wire.tells import AnyTell, Closing, Snapshot, Welcome
from tests.server.whole import verdict
from tests.server.whole.pack import ME, Dog, Pack, Plan, newcomer, until
from tests.server.whole.running import Apart, in_loop, serving
from tests.server.whole.scenes import log_of, sat_down, tended

MOVED_WITHIN = 2.0  # seconds after which another process goes on with a table
_decode = msgspec.json.Decoder[AnyTell](AnyTell).decode

PLANS = (
    Plan("bonfire", (ME, ME)),
    Plan("dog", (ME, ME, "random", "greedy"), {"max_rounds": 2}),
    Plan("monty", (ME, "random", "random"), {"max_rounds": 4}),
)


def test_everybody_is_told_and_tables_are_released_when_a_server_stops(backend: Settings) -> None:
    async def main() -> None:
        with Apart(backend) as server:
            dog = await newcomer([server.address])
            table = await Plan("bonfire", (ME, "random"), bot_pace=10_000).open([dog])
            dog.api.close()
            headers = dog.api.headers()
            async with connect(
                server.address.socket_for(table), additional_headers=headers, compression=None
            ) as socket:
                assert isinstance(_decode(await socket.recv()), Welcome)
                await socket.send(f'{{"type":"watch","id":1,"table":"{table}"}}')
                assert isinstance(_decode(await socket.recv()), Snapshot)
                stopping = asyncio.create_task(asyncio.to_thread(server.stop))
                heard = []
                with suppress(ConnectionClosed):
                    while True:
                        heard.append(_decode(await socket.recv()))
                assert socket.close_code == 1012  # the service restarts
                closing = heard[-1]
                assert isinstance(closing, Closing)
                assert closing.after > 0
            async with asyncio.timeout(8):
                assert await stopping == 0
            async with _store(backend) as store, store.connect() as connection:
                row = (await connection.execute(select(tables).where(tables.c.id == table))).one()
                assert row.status == "playing"
                assert row.keeper is None
                assert row.wake_at == 0, "whoever is first may have it"
                assert not list(await connection.execute(select(processes)))

    in_loop(main)


class _store:  # noqa: N801 (reads like the function it stands for)
    """The database of these settings, for a look."""

    def __init__(self, settings: Settings) -> None:
        self._store = open_store(replace(settings, port=0))

    async def __aenter__(self) -> Store:
        return self._store

    async def __aexit__(self, *_: object) -> None:
        await self._store.close()


def test_no_acknowledged_move_is_lost_when_a_server_is_stopped_and_started_under_play(
    backend: Settings,
) -> None:
    async def main() -> None:
        with Apart(backend) as server:
            pack = Pack([server.address])
            async with pack.playing(PLANS):
                await pack.moves(50)
                assert await asyncio.to_thread(server.stop) == 0
                await asyncio.to_thread(server.start)
            await verdict.all_results(backend, pack)
        await verdict.check(backend, pack)

    in_loop(main, 120)


def test_another_process_goes_on_with_the_tables_of_one_that_stops(cluster: Settings) -> None:
    async def main() -> None:
        async with serving(cluster) as other:
            async with serving(cluster) as leaving:
                table, (ann,) = await sat_down(leaving, Plan("bonfire", (ME, "random"), bot_pace=1))
                await tended(leaving.park, table)
                ann.elsewhere = [other.address]
                playing = asyncio.create_task(_play(ann, table))
                while not ann.acknowledged:
                    await asyncio.sleep(0.01)
            async with asyncio.timeout(MOVED_WITHIN):
                while table not in other.park.keeping.tenders and not playing.done():
                    await asyncio.sleep(0.01)
            await playing
            log = await log_of(other.park, table)
            assert len(log) == other.park.sittings[table].table.seq
            verdict.check_promises(await other.park.log.read(table), ann.acknowledged)

    in_loop(main)


async def _play(dog: Dog, table: str) -> None:
    async with dog.at(table) as (connection, watched):
        await dog.play_on(connection, watched, (0,), pace=0.05)
        await until(watched, lambda: watched.over)


def test_nothing_goes_on_in_a_server_that_has_stopped(sqlite: Settings) -> None:
    async def main() -> None:
        async with serving(sqlite) as here:
            options = {"round_seconds": [2, 1, 1], "sniff_seconds": 1}
            pile, (ann,) = await sat_down(here, Plan("dogpile", (ME, "greedy"), options))
            fire, (ben,) = await sat_down(here, Plan("bonfire", (ME, "random"), bot_pace=1))
            async with ann.at(pile), ben.at(fire):
                await here.park.stop()
                before = [await log_of(here.park, table) for table in (pile, fire)]
                assert not here.park.keeping.tenders
                await asyncio.sleep(0.5)
                assert [await log_of(here.park, table) for table in (pile, fire)] == before
                assert not here.park._tasks

    in_loop(main)


def test_a_second_server_on_the_same_file_is_refused_in_a_sentence(sqlite: Settings) -> None:
    with Apart(sqlite) as server:
        second = subprocess.run(
            [sys.executable, "-m", "dogpark", "serve", "--port", "0", "--no-migrate"],
            env=server._env,
            capture_output=True,
            text=True,
            timeout=30,
            check=False,
        )
        assert second.returncode != 0
        assert "Another dogpark server" in second.stderr
        assert str(sqlite.sqlite_file) in second.stderr.replace("\n", "")
        assert "Traceback" not in second.stderr
        assert server.stop() == 0
