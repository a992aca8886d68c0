"""Connections are asked over again and again, and each request goes where it belongs."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import yaml
from websockets.sync.client import connect

from dogpark.server.settings import Settings
from dogpark.server.siblings.place import Place
from tests.server.siblings.families import family, figure
from tests.server.whole.pack import ME, Dog, Plan, newcomer
from tests.server.whole.running import Apart, in_loop

WAIT = 30.0  # seconds; a test that waits longer has failed


@contextmanager
def asking(server: Apart) -> Iterator[HTTPConnection]:
    """One connection, which is kept."""
    connection = HTTPConnection("127.0.0.1", server.port, timeout=WAIT)
    connection.connect()
    try:
        yield connection
    finally:
        connection.close()


def get(connection: HTTPConnection, path: str) -> tuple[int, str]:
    connection.request("GET", path)
    answer = connection.getresponse()
    text = answer.read().decode()
    assert connection.sock is not None, "the server has closed it"
    return answer.status, text


def whose(figures: str) -> int:
    found = re.search(r'^dogpark_process_info{number="(\d+)"} 1.0$', figures, re.MULTILINE)
    assert found is not None
    return int(found[1])


def test_each_request_over_one_connection_is_answered_by_whom_it_asks_for(
    sqlite: Settings,
) -> None:
    with family(sqlite, 3) as server, asking(server) as connection:
        for number in (0, 1, 2, 2, 0, 1):
            status, told = get(connection, f"/metrics?process={number}")
            assert (status, whose(told)) == (200, number)
            assert get(connection, "/healthz")[0] == 200
        assert whose(get(connection, "/metrics")[1]) == 0
        assert get(connection, "/metrics?process=3")[0] == 404


def test_requests_that_are_sent_before_their_answers_are_read_all_get_one(
    sqlite: Settings,
) -> None:
    """As a proxy may send them: they stay together, and in their order."""
    asks = "".join(
        f"GET {path} HTTP/1.1\r\nHost: park\r\n\r\n"
        for path in ("/metrics?process=1", "/healthz", "/api/socket.json", "/metrics?process=1")
    )
    with family(sqlite, 2) as server, asking(server) as connection:
        connection.sock.sendall(asks.encode())
        heard = b""
        while heard.count(b"HTTP/1.1 200 OK") < 4:
            more = connection.sock.recv(1 << 16)
            assert more, heard
            heard += more
        assert heard.count(b'dogpark_process_info{number="1"} 1.0') >= 1
        assert b'dogpark_process_info{number="0"}' not in heard


def test_a_request_that_comes_in_pieces_is_read_whole_before_it_is_handed_on(
    sqlite: Settings,
) -> None:
    async def main() -> None:
        with family(sqlite, 2) as server, asking(server) as connection:
            for number in (1, 0, 1):
                line = f"GET /metrics?process={number} HTTP/1.1\r\nHost: park\r\n\r\n"
                for letter in line.encode():
                    connection.sock.sendall(bytes([letter]))
                    await asyncio.sleep(0)
                answer = await asyncio.to_thread(_answer, connection)
                assert whose(answer) == number

    in_loop(main)


def _answer(connection: HTTPConnection) -> str:
    """Of a request that was sent by hand."""
    heard = b""
    while b"\r\n\r\n" not in heard:
        heard += connection.sock.recv(1 << 16)
    head, _, body = heard.partition(b"\r\n\r\n")
    length = re.search(rb"(?i)content-length: (\d+)", head)
    assert length is not None
    while len(body) < int(length[1]):
        body += connection.sock.recv(1 << 16)
    return body.decode()


def test_a_socket_that_is_opened_over_a_used_connection_is_served_at_home(
    sqlite: Settings,
) -> None:
    """As a proxy does, which keeps its connections and opens sockets over any of them."""

    async def main() -> None:
        with family(sqlite, 2) as server:
            dog = await newcomer([server.address])
            seen = set[int]()
            while len(seen) < 2:
                table = await Plan("bonfire", (ME, "random"), bot_pace=10_000).open([dog])
                home = Place(0, 2, "", -1).home(table)
                await asyncio.to_thread(_open_over_used, server, dog, table, home)
                seen.add(home)
            dog.api.close()

    in_loop(main)


def _open_over_used(server: Apart, dog: Dog, table: str, home: int) -> None:
    for before in (0, 1):  # wherever the last request was answered
        with asking(server) as connection:
            assert whose(get(connection, f"/metrics?process={before}")[1]) == before
            open_before = [figure(server, number, "dogpark_sockets_open") for number in (0, 1)]
            assert open_before == [0, 0]
            address = server.address.socket_for(table)
            with connect(
                address,
                sock=connection.sock,
                additional_headers=dog.api.headers(),
                open_timeout=WAIT,
            ) as socket:
                assert '"welcome"' in str(socket.recv(timeout=WAIT))
                assert figure(server, home, "dogpark_sockets_open") == 1
                assert figure(server, 1 - home, "dogpark_sockets_open") == 0
        until = time.monotonic() + WAIT
        while any(figure(server, number, "dogpark_sockets_open") for number in (0, 1)):
            assert time.monotonic() < until


# -- as the hosting page sets Prometheus up -------------------------------------------------------


def test_prometheus_gets_the_figures_of_each_as_the_hosting_page_sets_it_up(
    sqlite: Settings,
) -> None:
    page = (Path(__file__).parents[3] / "docs/hosting.md").read_text("utf-8")
    blocks = re.findall(r"```yaml\n(scrape_configs:.*?)```", page, re.DOTALL)
    (job,) = next(
        jobs
        for block in blocks
        if "relabel_configs" in (jobs := yaml.safe_load(block)["scrape_configs"])[0]
    )
    targets = job["static_configs"][0]["targets"]
    with family(sqlite, len(targets)) as server, asking(server) as connection:
        for target in targets:
            labels = {"__address__": target, "job": job["job_name"]}
            for rule in job["relabel_configs"]:
                _relabel(labels, rule)
            assert labels.pop("__address__") == "club.example.org:8765"
            status, told = get(connection, f"/metrics?process={labels.pop('__param_process')}")
            assert status == 200
            assert labels == {"job": "dogpark", "process": str(whose(told))}


def _relabel(labels: dict[str, str], rule: dict[str, Any]) -> None:
    """As Prometheus does by default: what was found is put into the replacement."""
    found = ";".join(labels[name] for name in rule.get("source_labels", ()))
    labels[rule["target_label"]] = rule.get("replacement", "$1").replace("$1", found)
