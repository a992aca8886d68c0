"""The example program of the documentation plays every game to its end, on a real server."""

from __future__ import annotations

import ast
import asyncio
import io
import json
import os
import re
import runpy
import subprocess
import sys
from email.message import Message
from pathlib import Path
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request
from urllib.response import addinfourl

import httpx
import pytest

from dogpark import games
from dogpark.client.http import Api
from dogpark.play.record import loads, replay
from tests.server.whole.running import Apart

EXAMPLE = Path(__file__).parents[2] / "examples" / "online_player.py"
PATIENCE = 100  # seconds for a whole game


def start(*arguments: str) -> subprocess.Popen[str]:
    here = {k: v for k, v in os.environ.items() if not k.lower().endswith("_proxy")}
    command = [sys.executable, str(EXAMPLE), *arguments]
    return subprocess.Popen(command, env=here, stdout=subprocess.PIPE, text=True)


def finish(program: subprocess.Popen[str]) -> str:
    """What it said, to the end."""
    try:
        words, _ = program.communicate(timeout=PATIENCE)
    finally:
        program.kill()
        program.wait()
    assert program.returncode == 0
    return words


def test_it_is_short_and_knows_nothing_of_dogpark() -> None:
    text = EXAMPLE.read_text(encoding="utf-8")
    assert len(text.splitlines()) < 80
    tree = ast.parse(text)
    imported = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {
        name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
    }
    packages = {str(name).partition(".")[0] for name in imported}
    assert packages <= sys.stdlib_module_names | {"websockets"}


@pytest.mark.parametrize(
    ("link", "origin", "asked", "socket"),
    [
        (
            "http://127.0.0.1:8765/dog",
            "http://127.0.0.1:8765",
            "/tables",
            "ws://127.0.0.1:8765/api/socket?table=opened",
        ),
        (
            "https://play.example.org/dog",
            "https://play.example.org",
            "/tables",
            "wss://play.example.org/api/socket?table=opened",
        ),
        (
            "https://play.example.org:8443/t/k3m9x2p7qa?invite=a-b_c",
            "https://play.example.org:8443",
            "/tables/k3m9x2p7qa/sit",
            "wss://play.example.org:8443/api/socket?table=k3m9x2p7qa",
        ),
    ],
)
def test_it_asks_the_server_of_its_link(
    monkeypatch: pytest.MonkeyPatch, link: str, origin: str, asked: str, socket: str
) -> None:
    """A server in the net has HTTPS, and a link is what the page passes on."""
    requests: list[Request] = []
    sockets: list[tuple[str, dict[str, str]]] = []

    def answer(request: Request) -> addinfourl:
        requests.append(request)
        said = b'{"name": "Rex", "table": "opened"}'
        return addinfourl(io.BytesIO(said), Message(), request.full_url, 200)

    def connect(url: str, additional_headers: dict[str, str]) -> None:
        sockets.append((url, additional_headers))
        sys.exit()

    monkeypatch.setattr("urllib.request.urlopen", answer)
    monkeypatch.setattr("websockets.sync.client.connect", connect)
    monkeypatch.setattr(sys, "argv", [str(EXAMPLE), link])
    with pytest.raises(SystemExit):
        runpy.run_path(str(EXAMPLE), run_name="__main__")
    assert [one.full_url for one in requests] == [f"{origin}/api/me", f"{origin}/api{asked}"]
    assert [one.get_header("Origin") for one in requests] == [origin] * 2
    assert sockets == [(socket, {"Origin": origin})]
    invite = parse_qs(urlsplit(link).query).get("invite")
    if invite:
        assert json.loads(requests[1].data or b"") == {"invite": invite[0]}  # type: ignore[arg-type] # of bytes


@pytest.mark.parametrize("game", [name for name in games.names() if name != "dogpile"])
def test_it_opens_a_table_and_plays_a_legal_game_with_bots(server: Apart, game: str) -> None:
    words = finish(start(f"{server.address.http}/{game}"))
    assert "Refused" not in words
    assert "The game is over." in words
    assert re.search(r"The end: \{'places': .*'winners': \[", words)


def test_with_a_token_it_joins_by_link_and_plays_against_the_clock(server: Apart) -> None:
    """Dogpile, in short rounds; somebody else opened the table and begins the game."""

    async def play() -> str:
        host, owner = Api(server.address), Api(server.address)
        await host.me()
        name = (await owner.me())["name"]
        opened = await host.open_table(
            "dogpile",
            seats=["open", "greedy"],
            options={"round_seconds": [2, 1, 1]},
            bot_pace=0,
        )
        table = opened["table"]
        link = f"{server.address.http}/t/{table}?invite={opened['invite']}"
        program = start(link, await owner.make_token("the example"))
        async with asyncio.timeout(PATIENCE):
            while not (await host.get(f"/api/tables/{table}"))["info"]["seats"][0].get("person"):
                await asyncio.sleep(0.05)
        await host.start(table)
        words = await asyncio.to_thread(finish, program)
        async with httpx.AsyncClient(base_url=server.address.http) as client:
            record = await client.get(f"/api/tables/{table}/record", headers=host.headers())
        host.close()
        owner.close()
        assert f"I am {name}" in words
        assert replay(loads(record.text)).result is not None
        return words

    words = asyncio.run(play())
    assert "The game is over." in words
