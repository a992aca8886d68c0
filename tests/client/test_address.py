"""Addresses as people write them."""

from __future__ import annotations

from urllib.parse import parse_qs, urlsplit

import pytest

from dogpark.client.address import BadAddress, read_address


@pytest.mark.parametrize(
    ("text", "http", "socket"),
    [
        ("127.0.0.1:8765", "http://127.0.0.1:8765", "ws://127.0.0.1:8765/api/socket"),
        ("http://localhost:8765/", "http://localhost:8765", "ws://localhost:8765/api/socket"),
        ("https://dogs.example", "https://dogs.example:443", "wss://dogs.example:443/api/socket"),
        ("http://[::1]:80", "http://[::1]:80", "ws://[::1]:80/api/socket"),
        ("localhost", "http://localhost:80", "ws://localhost:80/api/socket"),
    ],
)
def test_an_address_is_read_with_or_without_its_scheme(text: str, http: str, socket: str) -> None:
    address = read_address(text)
    assert (address.http, address.socket_for(None)) == (http, socket)


@pytest.mark.parametrize(
    ("table", "hint"),
    [
        (None, ""),
        ("k3m9x2p7qa", "?table=k3m9x2p7qa"),
        ("a&b=c/d?e#f", "?table=a%26b%3Dc%2Fd%3Fe%23f"),
        ("ä +%", "?table=%C3%A4%20%2B%25"),
    ],
)
def test_a_socket_is_opened_with_a_hint_at_its_table(table: str | None, hint: str) -> None:
    address = read_address("https://dogs.example").socket_for(table)
    assert address == f"wss://dogs.example:443/api/socket{hint}"
    assert parse_qs(urlsplit(address).query) == ({} if table is None else {"table": [table]})


@pytest.mark.parametrize(
    "text", ["ftp://127.0.0.1", "http://", "127.0.0.1:port", "http://a@127.0.0.1", "127.0.0.1/x"]
)
def test_what_is_no_address_of_a_server_is_refused(text: str) -> None:
    with pytest.raises(BadAddress, match="a server's address"):
        read_address(text)


@pytest.mark.parametrize("text", ["127.0.0.1:1", "127.9.9.9:1", "localhost:1", "[::1]:1"])
def test_loopback_addresses_are_here(text: str) -> None:
    assert read_address(text).here


@pytest.mark.parametrize(
    "text", ["10.0.0.1:1", "0.0.0.0:1", "dogs.example:1", "127.0.0.1.dogs.example:1", "[::2]:1"]
)
def test_other_addresses_are_not(text: str) -> None:
    assert not read_address(text).here
