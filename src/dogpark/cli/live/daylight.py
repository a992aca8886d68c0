"""Whether the terminal is light or dark: asked of the terminal itself, where it answers."""

from __future__ import annotations

import os
import re
import select
import sys
import time

PATIENCE = 0.15  # seconds; terminals that answer do so in a few milliseconds
ASK = "\x1b]11;?\x1b\\\x1b[c"  # the colour of the ground; then what every terminal answers
_RGB = re.compile(r"\]11;rgb:([0-9a-f]+)/([0-9a-f]+)/([0-9a-f]+)", re.IGNORECASE)
_ALL = re.compile(r"\x1b\[\?[\d;]*c")


def is_light() -> bool:
    """True on a light ground; dark is the guess where nobody tells."""
    told = from_answer(_answer())
    if told is None:
        told = from_environment(os.environ.get("COLORFGBG", ""))
    return bool(told)


def from_answer(answer: str) -> bool | None:
    found = _RGB.search(answer)
    if found is None:
        return None
    red, green, blue = (int(part, 16) / int("f" * len(part), 16) for part in found.groups())
    return 0.299 * red + 0.587 * green + 0.114 * blue > 0.5


def from_environment(colours: str) -> bool | None:
    """``COLORFGBG``, as some terminals set it: the ground is the last number, 7 and 15 are light."""
    ground = colours.rpartition(";")[2]
    return ground in ("7", "15") if ground.isdigit() else None


def _answer() -> str:
    try:
        import termios
        import tty
    except ImportError:  # no POSIX terminal: nothing to ask
        return ""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return ""
    fd = sys.stdin.fileno()
    before = termios.tcgetattr(fd)
    heard = ""
    try:
        tty.setcbreak(fd)
        sys.stdout.write(ASK)
        sys.stdout.flush()
        end = time.monotonic() + PATIENCE
        while not _ALL.search(heard) and (left := end - time.monotonic()) > 0:
            if select.select([fd], [], [], left)[0]:
                heard += os.read(fd, 256).decode(errors="replace")
    except OSError:
        return ""
    finally:
        termios.tcsetattr(fd, termios.TCSADRAIN, before)
    return heard
