"""A real terminal: the alternate screen, line editing, and everything given back at the end."""

from __future__ import annotations

import os
import re
import select
import struct
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("needs a pseudo-terminal", allow_module_level=True)

import fcntl
import pty
import termios

from tests.cli.conftest import Run
from tests.cli.helpers import watched_game

ALT_ON, ALT_OFF = "\x1b[?1049h", "\x1b[?1049l"
PATIENCE = 20.0


class Terminal:
    """A child process in a pseudo-terminal of a given size."""

    def __init__(self, *args: object, size: tuple[int, int] = (100, 40), **env: str) -> None:
        command = [sys.executable, "-m", "dogpark", *map(str, args)]
        self.seen = ""
        self.pid, self.fd = pty.fork()
        if self.pid == 0:  # pragma: no cover (the child)
            known = {
                "TERM": "xterm-256color",
                "PROMPT_TOOLKIT_NO_CPR": "1",
                "COLUMNS": "",
                "LINES": "",
            }
            os.execvpe(command[0], command, {**os.environ, **known, **env})
        columns, lines = size
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def until(self, pattern: str) -> str:
        """Reads until the pattern shows up after what was read before."""
        start = len(self.seen)
        end = time.monotonic() + PATIENCE
        while not re.search(pattern, self.seen[start:]):
            ready, _, _ = select.select([self.fd], [], [], 0.1)
            if ready:
                try:
                    self.seen += os.read(self.fd, 65536).decode(errors="replace")
                except OSError:
                    break
            if time.monotonic() > end:
                raise AssertionError(f"no {pattern!r} in:\n{self.seen[start:]}")
        assert re.search(pattern, self.seen[start:]), self.seen[start:]
        return self.seen[start:]

    def type(self, keys: str) -> None:
        os.write(self.fd, keys.encode())

    def code(self) -> int:
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status)

    def close(self) -> None:
        os.close(self.fd)


@pytest.fixture
def opened() -> Iterator[list[Terminal]]:
    terminals: list[Terminal] = []
    yield terminals
    for terminal in terminals:
        terminal.close()


ROUND = ("play", "bonfire", "--seed", "5", "--players", "3", "--delay", "0")


@pytest.mark.parametrize("size", [(60, 24), (80, 24), (140, 50)])
def test_a_game_begins_and_is_left(opened: list[Terminal], size: tuple[int, int]) -> None:
    opened.append(terminal := Terminal(*ROUND, size=size))
    shown = terminal.until("▸")
    assert ALT_ON in shown
    assert "Roll the dice" in shown
    terminal.type("dance\r")
    terminal.until(r"is not a move here[\s\S]*▸")
    terminal.type("\x04")  # Ctrl-D
    shown = terminal.until("Save the game")
    assert ALT_OFF in shown
    terminal.type("n\r")
    terminal.until("See you")
    assert terminal.code() == 0


def test_ctrl_c_offers_to_save(opened: list[Terminal], tmp_path: Path) -> None:
    opened.append(terminal := Terminal(*ROUND))
    terminal.until("▸")
    terminal.type("\x03")
    terminal.until("Save the game")
    file = tmp_path / "left.jsonl"
    terminal.type(f"{file}\r")
    terminal.until("keep it to yourself")
    assert terminal.code() == 0
    assert file.exists()


def test_tab_completes_a_move(opened: list[Terminal]) -> None:
    opened.append(terminal := Terminal("play", "dog", "--seed", "5", "--delay", "0"))
    terminal.until("▸")
    terminal.type("give K\r")
    terminal.until(r"Play a card[\s\S]*▸")
    terminal.type("play A\t\r")
    terminal.until("starts a peg")


def test_the_record_is_offered_at_the_end(opened: list[Terminal], tmp_path: Path) -> None:
    opened.append(terminal := Terminal(*ROUND, "--option", "max_turns=1", "--seats", "you,you,you"))
    terminal.until("▸")
    terminal.type("1\r")
    terminal.until("(▸|Keep the record)")
    if "Keep the record" not in terminal.seen:
        terminal.type("1\r")
        terminal.until("Keep the record")
    file = tmp_path / "kept.jsonl"
    terminal.type(f"{file}\r")
    terminal.until("dogpark check")
    assert terminal.code() == 0
    assert '"end":"finished"' in file.read_text()


def test_colours_are_left_out_if_unwanted(opened: list[Terminal]) -> None:
    opened.append(terminal := Terminal(*ROUND, NO_COLOR="1"))
    shown = terminal.until("▸")
    assert not re.search(r"\x1b\[[\d;]*38;", shown)
    opened.append(coloured := Terminal(*ROUND))
    assert re.search(r"\x1b\[[\d;]*38;", coloured.until("▸"))


def test_the_curtain_wipes_the_screen(opened: list[Terminal]) -> None:
    args = ("play", "dog", "--seed", "5", "--humans", "0,2", "--delay", "0")
    opened.append(terminal := Terminal(*args))
    first = terminal.until("Press Enter when you have it")
    assert "You get" not in first
    terminal.type("\r")
    assert "You get the ace, king" in terminal.until("▸")
    terminal.type("1\r")
    shown = terminal.until("Press Enter when you have it")
    assert "\x1b[2J" in shown
    assert "\x1b[3J" in shown
    terminal.type("\r")
    second = terminal.until("▸")
    assert "Red" in second
    assert "You pick the ace for Yellow" not in second


def test_a_record_is_stepped_through(run: Run, opened: list[Terminal], tmp_path: Path) -> None:
    file = watched_game(run, tmp_path / "game.jsonl", *ROUND[1:6], "--option", "rounds=1")
    opened.append(terminal := Terminal("replay", file, "--step"))
    terminal.until(r"1/\d+")
    terminal.type("\r")
    terminal.until(r"2/\d+")
    terminal.type("b\r")
    terminal.until(r"1/\d+")
    terminal.type("5\r")
    terminal.until(r"5/\d+")
    terminal.type("q\r")
    terminal.until(re.escape(ALT_OFF))
    assert terminal.code() == 0


def test_progress_is_shown_where_somebody_waits(opened: list[Terminal]) -> None:
    args = ("sim", "bonfire", "--games", "300", "--device", "python", "--threads", "1")
    opened.append(terminal := Terminal(*args))
    shown = terminal.until("seed 1")
    assert "Playing" in shown
    assert terminal.code() == 0
