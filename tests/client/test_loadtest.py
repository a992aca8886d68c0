"""A load test against a real server."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import httpx
import pytest

from dogpark.cli.commands import loadtest as command
from dogpark.cli.main import main
from dogpark.client.loadtest import drive
from dogpark.client.loadtest.figures import Figures
from dogpark.client.loadtest.plan import Plan
from tests.server.whole.running import Apart


def loadtest(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(["loadtest", *arguments])
    told = capsys.readouterr()
    return code, told.out, told.err


def test_scripted_players_play_and_are_counted(
    server: Apart, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"127.0.0.1:{server.port}"
    wish = ["--tables", "3", "--seconds", "1", "--spectators", "1", "--processes", "2", "--json"]
    code, out, _ = loadtest(capsys, address, *wish)
    told = json.loads(out)
    assert code == 0
    assert told["complete"] is True
    assert (told["errors"], told["refused"], told["reconnects"]) == ({}, {}, 0)
    assert (told["tables"], told["sockets"]) == (3, 3 * (4 + 1))
    assert told["moves_acknowledged"] == told["acknowledged_ms"]["count"] > 0
    assert told["seen_by_others_ms"]["count"] > told["moves_acknowledged"]
    assert 0 < told["acknowledged_ms"]["p50"] <= told["acknowledged_ms"]["p99"]


def test_bots_take_the_other_seats_and_a_game_is_followed_by_the_next(
    server: Apart, capsys: pytest.CaptureFixture[str]
) -> None:
    address = f"127.0.0.1:{server.port}"
    wish = ["--game", "bonfire", "-o", "rounds=1", "--players-per-table", "1", "--tables", "2"]
    code, out, _ = loadtest(capsys, address, *wish, "--seconds", "4", "--json")
    told = json.loads(out)
    assert (code, told["errors"]) == (0, {})
    assert told["games_finished"] >= 2
    assert told["options"] == {"rounds": 1}


def test_a_pace_is_kept(server: Apart, capsys: pytest.CaptureFixture[str]) -> None:
    address = f"127.0.0.1:{server.port}"
    wish = ["--tables", "2", "--rate", "5", "--seconds", "2", "--json"]
    code, out, _ = loadtest(capsys, address, *wish)
    told = json.loads(out)
    assert (code, told["errors"]) == (0, {})
    assert (
        0 < told["moves_acknowledged"] <= 2 * 5 * 2 + 2
    )  # tables × rate × seconds, and one more each


def test_players_survive_a_server_that_is_killed(mortal: Apart) -> None:
    wish = ["--tables", "4", "--seconds", "14", "--json", f"127.0.0.1:{mortal.port}"]
    words = [sys.executable, "-m", "dogpark", "loadtest", *wish]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as running:
        until_played(mortal, 50)
        mortal.kill()
        mortal.start()
        out, _ = running.communicate(timeout=60)
    told = json.loads(out)
    assert running.returncode == 0
    assert told["errors"] == {}
    assert told["reconnects"] >= 4 * 4
    assert (told["tables"], told["sockets"]) == (4, 16)


def test_a_server_that_hangs_while_people_come_in_is_given_up(
    mortal: Apart, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drive, "STALLED", 2.0)
    monkeypatch.setattr(drive, "GOING", 1.0)
    with hung(mortal.pid):
        code, out, err = loadtest(
            capsys, f"127.0.0.1:{mortal.port}", "--tables", "3", "--processes", "2"
        )
    assert (code, out) == (2, "")
    assert "0 of 3 tables ready" in " ".join(err.split())


def test_a_server_that_hangs_under_play_does_not_hold_the_test_up(mortal: Apart) -> None:
    wish = ["--tables", "2", "--seconds", "4", "--json", f"127.0.0.1:{mortal.port}"]
    words = [sys.executable, "-m", "dogpark", "loadtest", *wish]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as running:
        until_played(mortal, 20)
        with hung(mortal.pid):
            out, _ = running.communicate(timeout=90)
    told = json.loads(out)
    assert running.returncode == 1
    assert told["complete"] is True
    assert told["errors"]["a move was never answered"] > 0


def test_a_process_of_the_test_that_hangs_is_killed_and_its_last_figures_count(
    server: Apart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drive, "LATE", 1.0)
    monkeypatch.setattr(drive, "LAST_ANSWERS", 1.0)
    monkeypatch.setattr(drive, "GOING", 1.0)
    workers: list[drive.Worker] = []
    begin = drive.Worker.begin

    async def noted(plan: Plan) -> drive.Worker:
        workers.append(await begin(plan))
        return workers[-1]

    monkeypatch.setattr(drive.Worker, "begin", noted)
    latest: dict[str, Figures] = {}

    def progress(stage: str, figures: Figures) -> None:
        if stage == "playing" and stage not in latest:
            os.kill(workers[0]._process.pid, signal.SIGSTOP)
        latest[stage] = figures

    plan = Plan(
        address=f"127.0.0.1:{server.port}",
        game="dog",
        players=4,
        people=4,
        tables=2,
        seconds=2,
        processes=2,
    )
    with pytest.raises(drive.Overdue, match="It was ended"):
        asyncio.run(drive.drive(plan, progress))
    assert [worker._process.returncode for worker in workers] == [-signal.SIGKILL, 0]
    assert latest["playing"].tables == 2


def test_of_a_test_that_was_ended_the_figures_and_the_reason_are_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    async def never_done(plan: Plan, progress: Callable[[str, Figures], None]) -> Figures:
        progress("playing", Figures(seconds=1, accepted=7))
        raise drive.Overdue("It was ended.")

    monkeypatch.setattr(command, "drive", never_done)
    code, out, err = loadtest(capsys, "127.0.0.1:1", "--json")
    assert code == 1
    told = json.loads(out)
    assert (told["complete"], told["moves_acknowledged"]) == (False, 7)
    assert "It was ended." in err


@contextmanager
def hung(pid: int) -> Iterator[None]:
    """A process stands still until the end of the block."""
    os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(pid, signal.SIGCONT)


def until_played(server: Apart, moves: int) -> None:
    """Waits until so many moves have been saved, as the server's metrics tell."""
    saved = re.compile(r'^dogpark_entries_total\{[^}]*"moved"[^}]*\} (\S+)', re.MULTILINE)
    until = time.monotonic() + 30
    while time.monotonic() < until:
        found = saved.search(httpx.get(f"{server.address.http}/metrics").text)
        if found and float(found[1]) >= moves:
            return
        time.sleep(0.05)
    raise AssertionError(f"the load test did not make {moves} moves")


def test_the_summary_is_in_words_for_people(
    server: Apart, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = loadtest(capsys, f"127.0.0.1:{server.port}", "--tables", "1", "--seconds", "1")
    assert code == 0
    assert "moves acknowledged a second" in out
    assert "seen by the seat that is asked next" in out
    assert "errors" not in out


def test_a_server_elsewhere_is_left_alone(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = loadtest(capsys, "http://192.0.2.1:8765")
    assert (code, out) == (2, "")
    assert "only for a server on this machine" in err


def test_where_no_server_is_that_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = loadtest(capsys, "127.0.0.1:1", "--tables", "1")
    assert code == 2
    assert "no server answers at http://127" in err.replace("\n", " ").lower()
