"""Bots that do what no bot should. Child processes import this module too."""

from __future__ import annotations

import os
import sys
import threading
import time

from dogpark.agents.protocol import Bot, Seen
from dogpark.kernel.actions import Action
from dogpark.kernel.schema import Row


class Raising:
    """Fails in the middle of a thought."""

    name = "raising"

    def choose(self, seen: Seen, dice: Row) -> Action:
        raise ValueError("I have lost the thread")


class Leaving:
    """Wants to end the program in good order."""

    name = "leaving"

    def choose(self, seen: Seen, dice: Row) -> Action:
        sys.exit("enough")


class Dying:
    """Takes its process down."""

    name = "dying"

    def choose(self, seen: Seen, dice: Row) -> Action:
        os._exit(9)


class Hanging:
    """Comes to no end, unless it is told to (a thread cannot be stopped otherwise)."""

    name = "hanging"
    enough = threading.Event()

    def choose(self, seen: Seen, dice: Row) -> Action:
        self.enough.wait()
        return seen.legal[0]


class Napping:
    """Thinks for a moment."""

    name = "napping"

    def choose(self, seen: Seen, dice: Row) -> Action:
        time.sleep(0.15)
        return seen.legal[-1]


class Pondering:
    """Thinks for longer than a worker may be silent."""

    name = "pondering"

    def choose(self, seen: Seen, dice: Row) -> Action:
        time.sleep(2.5)
        return seen.legal[-1]


class Nonsensical:
    """Answers with a move that is not legal now."""

    name = "nonsensical"

    def choose(self, seen: Seen, dice: Row) -> Action:
        codes = {action.code for action in seen.legal}
        return next(
            seen.rooms.table.action(code)
            for code in range(len(seen.rooms.table))
            if code not in codes
        )


class Talkative:
    """Prints and reads where answers and jobs go by."""

    name = "talkative"

    def choose(self, seen: Seen, dice: Row) -> Action:
        print("let me think", flush=True)
        os.write(1, b"\x01\x00\x00\x00!")
        assert sys.stdin.read() == ""
        return seen.legal[-1]


BAD: tuple[type[Bot], ...] = (
    Raising,
    Leaving,
    Dying,
    Hanging,
    Napping,
    Pondering,
    Nonsensical,
    Talkative,
)


def register(bots: dict[str, type[Bot]]) -> None:
    """What a thinking process calls to know them."""
    bots.update({bad.name: bad for bad in BAD})
