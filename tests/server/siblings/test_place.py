"""Where a table is at home, and which sibling answers a request."""

from __future__ import annotations

from collections import Counter

import pytest

from dogpark.server.park.names import new_id
from dogpark.server.siblings.doorway import belongs
from dogpark.server.siblings.place import Place

SECOND = Place(1, 3, "/tmp/somewhere", 3)


def test_tables_are_at_home_with_all_siblings_alike() -> None:
    homes = Counter(SECOND.home(new_id()) for _ in range(3000))
    assert set(homes) == {0, 1, 2}
    assert min(homes.values()) > 800


def test_a_place_is_the_same_after_its_way_through_a_command_line() -> None:
    assert Place.from_text(SECOND.to_text()) == SECOND


@pytest.mark.parametrize(
    "line",
    [
        b"GET /api/socket?table=%s HTTP/1.1",
        b"GET /api/socket?words=no&table=%s HTTP/1.1",
        b"GET /api/socket?table=%s&words=no HTTP/1.1",
    ],
)
def test_a_socket_that_names_its_table_goes_where_the_table_is_at_home(line: bytes) -> None:
    for table in ("abc", "7yc7qen254", "k_9-x"):
        assert belongs(SECOND, line % table.encode()) == SECOND.home(table)


@pytest.mark.parametrize(
    "line",
    [
        b"GET / HTTP/1.1",
        b"GET /api/socket HTTP/1.1",
        b"GET /api/socket?table= HTTP/1.1",
        b"GET /api/socket?unstable=abc HTTP/1.1",
        b"GET /api/socket.json?table=abc HTTP/1.1",
        b"POST /api/tables HTTP/1.1",
        b"GET /metrics.html HTTP/1.1",
        b"\xff\x00 not a request",
        b"",
    ],
)
def test_everything_else_is_answered_where_it_comes(line: bytes) -> None:
    assert belongs(SECOND, line) == SECOND.number


def test_figures_are_those_of_the_process_asked_for_or_always_of_the_first() -> None:
    assert belongs(SECOND, b"GET /metrics HTTP/1.1") == 0
    assert belongs(SECOND, b"GET /metrics?process=2 HTTP/1.1") == 2
    assert belongs(SECOND, b"GET /metrics?process=99 HTTP/1.1") == 1  # who says: nobody's
    assert belongs(SECOND, b"GET /metrics?name=x&process=2 HTTP/1.1") == 2
    assert belongs(SECOND, b"GET /metrics?name=x HTTP/1.1") == 0
    assert belongs(SECOND, b"GET /metrics?process=" + b"9" * 9999 + b" HTTP/1.1") == 0
