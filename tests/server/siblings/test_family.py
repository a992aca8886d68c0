"""A server of several processes on one file of SQLite: played at, and shot at."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import socket
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from dogpark.client.watched import Watched
from dogpark.server.park.sitting import wall_ms
from dogpark.server.settings import Settings
from dogpark.server.siblings.place import Place
from tests.server.siblings.families import LONG, children, family, figure, kill_one
from tests.server.whole import verdict
from tests.server.whole.pack import ME, Pack, Plan, newcomer, until
from tests.server.whole.running import Apart, in_loop
from tests.server.whole.scenes import PILE, PLANS, VEILED, put_away, sat_down, tended, two


def moved(server: Apart, process: int) -> float:
    return figure(server, process, 'dogpark_entries_total{entry="moved"}')


# -- playing --------------------------------------------------------------------------------------


def test_all_games_are_played_to_their_end_by_all_siblings(sqlite: Settings) -> None:
    plans = (*PLANS, PILE, VEILED)

    async def main() -> None:
        with family(sqlite) as server:
            pack = Pack([server.address])
            async with pack.playing(plans):
                await pack.moves(100)
            await verdict.all_results(sqlite, pack)
            shares = [await asyncio.to_thread(moved, server, number) for number in range(2)]
            assert min(shares) > 0
            assert await asyncio.to_thread(server.stop) == 0
        await verdict.check(sqlite, pack)

    in_loop(main, 240)


def test_a_socket_is_served_where_its_table_is_at_home(sqlite: Settings) -> None:
    async def main() -> None:
        with family(sqlite, 3) as server:
            homes = Place(0, 3, "", -1)
            dog = await newcomer([server.address])
            plan, seen = Plan("bonfire", (ME, "random")), set[int]()
            while len(seen) < 3:
                table = await plan.open([dog])
                async with dog.at(table):
                    open_at = [
                        await asyncio.to_thread(figure, server, number, "dogpark_sockets_open")
                        for number in range(3)
                    ]
                    assert open_at.index(1) == homes.home(table)
                    assert sum(open_at) == 1
                seen.add(homes.home(table))
            dog.api.close()

    in_loop(main)


def test_a_table_is_kept_where_it_is_at_home_wherever_it_is_opened(siblings: Settings) -> None:
    async def main() -> None:
        async with two(siblings) as servers:
            dog = await newcomer([servers[0].address])
            seen = set[int]()
            while len(seen) < 2:
                table = await Plan("bonfire", (ME, "random")).open([dog])
                seen.add(home := Place(0, 2, "", -1).home(table))
                await tended(servers[home].park, table)
                assert table not in servers[1 - home].park.keeping.tenders
            dog.api.close()

    in_loop(main)


def test_what_happens_elsewhere_is_not_followed_where_nobody_watches_until_somebody_does(
    siblings: Settings,
) -> None:
    async def main() -> None:
        async with two(siblings) as servers:
            table, dogs = await sat_down(servers[0], Plan("bonfire", (ME, ME), {"rounds": 9}))
            home = Place(0, 2, "", -1).home(table)
            here, there = servers[home], servers[1 - home]
            away = await there.park.sitting(table)  # as when a request comes there
            for dog in dogs:
                dog.api.address = here.address
            playing = [
                asyncio.create_task(dog.play(table, (seat,), 0.02)) for seat, dog in enumerate(dogs)
            ]
            while not away.behind:
                await asyncio.sleep(0.01)
            known, now = away.table.seq, here.park.sittings[table].table
            while now.seq < known + 5:
                await asyncio.sleep(0.01)
            assert away.table.seq == known
            guest = await newcomer([there.address])
            async with guest.connected(table) as watching:
                seen = await watching.watch(table, invite=now.opened.invite)
                assert isinstance(seen, Watched)
                assert not away.behind
                assert seen.seq >= known + 5
                await until(seen, lambda: seen.over)
                assert away.table.seq == now.seq
            await asyncio.gather(*playing)
            guest.api.close()

    in_loop(main)


def test_a_name_that_was_erased_while_nobody_followed_a_table_is_gone_when_somebody_asks(
    siblings: Settings,
) -> None:
    async def main() -> None:
        async with two(siblings) as servers:
            table, (_, ben) = await sat_down(servers[0], Plan("bonfire", (ME, ME)))
            home = Place(0, 2, "", -1).home(table)
            ben.api.address, there = servers[home].address, servers[1 - home]
            away = await there.park.sitting(table)
            away.fall_behind()  # as after a move that was made elsewhere
            who = away.table.seats[1].who
            assert who is not None
            await asyncio.to_thread(ben.api.request, "DELETE", "/api/me", {"name": who.name})
            ben.api.close()
            assert who.name in away.table.info_json.decode(), "nobody has asked yet"
            again = await there.park.sitting(table)
            assert again is away
            assert who.name not in again.table.info_json.decode()
            assert not again.behind

    in_loop(main)


@pytest.mark.parametrize("processes", [1, 2])
def test_a_server_takes_as_many_files_as_the_host_allows_whatever_its_shell_began_with(
    sqlite: Settings, processes: int
) -> None:
    began, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    few = 512
    assert few < most
    resource.setrlimit(resource.RLIMIT_NOFILE, (few, most))
    try:
        with family(sqlite, processes) as server:
            for number in range(processes):
                assert figure(server, number, "process_max_fds") == most
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (began, most))


# -- falling --------------------------------------------------------------------------------------


def _goes_on_after(settings: Settings, fallen: Sequence[str]) -> None:
    async def main() -> None:
        with family(settings) as server:
            pack = Pack([server.address], pace=0.02)
            async with pack.playing(LONG):
                dogs = sum(plan.dogs for plan in LONG)
                await pack.until(
                    lambda: len(pack.dogs) == dogs and all(dog.acknowledged for dog in pack.dogs)
                )
                for what in fallen:
                    await asyncio.to_thread(kill_one, server, what)
                    await pack.moves(1)
                    before = {dog.id: len(dog.acknowledged) for dog in pack.dogs if not dog.done}
                    await pack.until(
                        lambda before=before: all(
                            dog.done or len(dog.acknowledged) > before[dog.id]
                            for dog in pack.dogs
                            if dog.id in before
                        )
                    )
            await verdict.all_results(settings, pack)
            assert len(await asyncio.to_thread(children, server)) == 3  # all are there again
            assert await asyncio.to_thread(server.stop) == 0
        await verdict.check(settings, pack)

    in_loop(main, 240)


def test_when_a_sibling_falls_its_players_play_on_and_nothing_is_lost(sqlite: Settings) -> None:
    _goes_on_after(sqlite, ['"number": 1', '"number": 0'])


def test_when_the_hub_falls_play_goes_on_and_nothing_is_lost(sqlite: Settings) -> None:
    _goes_on_after(sqlite, ["siblings.hub"])


def test_when_all_fall_whoever_is_started_next_goes_on(sqlite: Settings) -> None:
    async def main() -> None:
        with family(sqlite) as server:
            pack = Pack([server.address])
            async with pack.playing(PLANS):
                await pack.moves(20)
                await asyncio.to_thread(server.kill)  # the family alone; the others notice
                await asyncio.to_thread(server.start)
            await verdict.all_results(sqlite, pack)
            assert await asyncio.to_thread(server.stop) == 0
        await verdict.check(sqlite, pack)

    in_loop(main, 240)


@pytest.mark.soak
def test_processes_killed_by_turns_lose_nothing_and_do_nothing_twice(sqlite: Settings) -> None:
    dice = random.Random(11)

    async def main() -> None:
        with family(sqlite, 3) as server:
            pack = Pack([server.address])
            async with pack.playing((*PLANS, PILE, VEILED)):
                for _ in range(100):
                    await asyncio.sleep(dice.uniform(0, 4))
                    await pack.moves(1)
                    fallen = dice.choice([f'"number": {n}' for n in range(3)] + ["siblings.hub"])
                    await asyncio.to_thread(kill_one, server, fallen)
            await verdict.all_results(sqlite, pack)
            assert await asyncio.to_thread(server.stop) == 0
        await verdict.check(sqlite, pack)

    in_loop(main, 1500)


def test_a_table_that_was_kept_elsewhere_goes_home_when_nobody_watches_it_there(
    siblings: Settings,
) -> None:
    async def main() -> None:
        async with two(siblings) as servers:
            table, _ = await sat_down(servers[0], Plan("dog", (ME, "random", "random", "random")))
            home = Place(0, 2, "", -1).home(table)
            here, there = servers[home].park, servers[1 - home].park
            await tended(here, table)
            put_away(here, table)  # as if it had fallen
            away = await there.sitting(table)
            while not await there.directory.keep(table, there.process, wall_ms()):
                here.keeping.let_go(table)  # it was about to keep it
                await here.directory.release(here.process, {table: None})
            await there.keeping.take_over(away)
            assert away.kept
            await there.keeping.tidy()
            assert not away.kept
            await tended(here, table)

    in_loop(main)


# -- not starting ---------------------------------------------------------------------------------


def _serve(settings: dict[str, str], *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "dogpark", "serve", *options],
        env={**os.environ, **settings},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_port_that_is_taken_is_told(sqlite: Settings) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = _serve({"DOGPARK_DATABASE": sqlite.database}, "--processes", "2", "--port", port)
    assert done.returncode != 0
    assert f"127.0.0.1:{port}" in done.stderr
    assert "Traceback" not in done.stderr


def test_who_cannot_be_started_is_not_started_again_and_again(
    sqlite: Settings, tmp_path: Path
) -> None:
    """As when a setting that only the siblings use makes no sense to them."""
    broken = tmp_path / "sitecustomize.py"
    broken.write_text("import sys\nif '--place' in sys.argv: __import__('os')._exit(3)\n")
    env = {"DOGPARK_DATABASE": sqlite.database, "PYTHONPATH": str(tmp_path)}
    done = _serve(env, "--processes", "2", "--port", "0")
    assert done.returncode != 0
    assert "ended with 3 before it could serve" in done.stderr
    assert "is open at" not in done.stdout


def test_a_hub_that_cannot_be_started_is_not_tried_again_and_again(
    sqlite: Settings, tmp_path: Path
) -> None:
    broken = tmp_path / "sitecustomize.py"
    broken.write_text("import sys, os\nif 'siblings.hub' in str(sys.orig_argv): os._exit(3)\n")
    env = {"DOGPARK_DATABASE": sqlite.database, "PYTHONPATH": str(tmp_path)}
    done = _serve(env, "--processes", "2", "--port", "0")
    assert done.returncode != 0
    assert "process hub ended with 3 before it could serve" in done.stderr.replace("\n", " ")
    assert "Traceback" not in done.stderr


def test_on_postgresql_there_are_other_ways_to_many_processes() -> None:
    done = _serve({"DOGPARK_DATABASE": "postgresql://nobody@localhost/none"}, "--processes", "2")
    assert done.returncode != 0
    assert "start as many servers as you like" in done.stderr


def test_a_second_server_on_the_same_file_is_told_so(sqlite: Settings) -> None:
    with family(sqlite):
        done = _serve({"DOGPARK_DATABASE": sqlite.database}, "--port", "0")
    assert done.returncode != 0
    assert "Another dogpark server" in done.stderr
