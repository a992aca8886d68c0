"""A server starts, plays a game with somebody, and stops."""

from __future__ import annotations

import random

import httpx
import pytest

from dogpark.client.connection import Connection
from dogpark.client.http import Api
from dogpark.client.watched import Watched
from dogpark.play.record import loads, replay
from dogpark.server.settings import Settings
from dogpark.wire.prompts import moves_of
from dogpark.wire.tells import Accepted
from tests.server.whole.running import Apart, in_loop, serving


def test_a_person_plays_a_whole_game_with_a_bot_and_the_record_holds(backend: Settings) -> None:
    async def main() -> None:
        async with serving(backend) as here:
            api = Api(here.address)
            await api.me()
            seats = ["me", "greedy"]
            opened = await api.open_table("bonfire", seats=seats, start=True, bot_pace=0)
            dice = random.Random(1)
            async with Connection(api, table=opened["table"]) as connection:
                table = await connection.watch(opened["table"])
                assert isinstance(table, Watched)
                async for _ in table:
                    if table.over:
                        break
                    prompt = table.eyes[0].prompt
                    if prompt is not None:
                        move = dice.choice(moves_of(prompt))
                        answer = await connection.act(table.table, 0, move)
                        assert isinstance(answer, Accepted)
            assert table.over
            api.close()
            async with httpx.AsyncClient(base_url=here.address.http) as client:
                answer = await client.get(
                    f"/api/tables/{opened['table']}/record", headers=api.headers()
                )
            assert replay(loads(answer.text)).result is not None

    in_loop(main)


def test_a_server_in_its_own_process_ends_with_code_0_when_told_to_stop(backend: Settings) -> None:
    with Apart(backend) as server:
        assert server.port > 0
        assert server.stop() == 0


@pytest.mark.parametrize(
    "path", ["/healthz", "/readyz", "/metrics", "/", "/api/games", "/api/tables"]
)
def test_the_open_addresses_answer(sqlite: Settings, path: str) -> None:
    async def main() -> None:
        async with (
            serving(sqlite) as here,
            httpx.AsyncClient(base_url=here.address.http) as client,
        ):
            assert (await client.get(path)).status_code == 200

    in_loop(main)
