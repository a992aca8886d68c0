"""Where systemd has started a server it is told that it serves, and then that it lives."""

from __future__ import annotations

import os
import signal
import socket
from pathlib import Path

import pytest

from dogpark.server.settings import Settings
from tests.server.whole.running import Apart

WAIT = 60.0  # seconds; a test that waits longer has failed


@pytest.mark.parametrize("processes", ["1", "2"])
@pytest.mark.parametrize("named", ["in a folder", "in none"])
def test_systemd_hears_when_we_serve_and_nothing_any_more_when_we_hang(
    sqlite: Settings, tmp_path: Path, processes: str, named: str
) -> None:
    place = str(tmp_path / "notify") if named == "in a folder" else f"\0{tmp_path}/notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(place)
        systemd.settimeout(WAIT)
        env = {
            "DOGPARK_PROCESSES": processes,
            "NOTIFY_SOCKET": place.replace("\0", "@"),
            "WATCHDOG_USEC": "300000",
        }
        with Apart(sqlite, **env) as server:
            assert [systemd.recv(99) for _ in range(4)] == [b"READY=1", *[b"WATCHDOG=1"] * 3]
            os.kill(server.pid, signal.SIGSTOP)
            _silence(systemd)
            os.kill(server.pid, signal.SIGCONT)
            systemd.settimeout(WAIT)
            assert systemd.recv(99) == b"WATCHDOG=1"
            assert server.stop() == 0


def _silence(systemd: socket.socket) -> None:
    """Waits until a second goes by without a word; some may have been on their way."""
    systemd.settimeout(1)
    while True:
        try:
            assert systemd.recv(99) == b"WATCHDOG=1"
        except TimeoutError:
            return
