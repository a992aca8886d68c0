"""The whole terminal as a screen: redrawn at each move, with line editing and completion.

Everything is shown on the terminal's alternate screen, which keeps no scrollback: what one person
saw is gone when the curtain falls, and the shell's screen is untouched afterwards.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from itertools import cycle
from typing import Any

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import WordCompleter
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.shortcuts import CompleteStyle
from rich.align import Align
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.segment import Segment, Segments
from rich.text import Text

from dogpark.cli import seats
from dogpark.cli.table.aside import Aside
from dogpark.cli.table.layout import Layout, Rows
from dogpark.cli.table.screen import Gone, Question, Scene, Thought

ENTER, LEAVE, CLEAR = "\x1b[?1049h", "\x1b[?1049l", "\x1b[H\x1b[2J"
HIDE_CURSOR, SHOW_CURSOR = "\x1b[?25l", "\x1b[?25h"
CLEAR_LINE = "\x1b[K"
SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
LONG_SECONDS, SPIN_SECONDS = 0.25, 0.1  # until a bot is said to think, and between two signs
FORGET = "\x1b[3J"  # for terminals that keep scrollback all the same


class FullScreen:
    """The terminal, taken over until ``close``."""

    def __init__(self, delay: float) -> None:
        self._console = Console(highlight=False, emoji=False)
        self._layout = Layout(self._console)
        self._delay = delay
        self._shown: float | None = None  # when something last happened that is to be followed
        self._notes: list[RenderableType] = []
        self._histories: dict[int, InMemoryHistory] = {}  # one a seat: none sees another's typing
        self._echo = _silence()
        sys.stdout.write(ENTER + CLEAR)

    # -- the screen -------------------------------------------------------------------------------

    def happen(self, scene: Scene, new: list[Text]) -> None:
        if new:
            self._rest()
            self._put(self._layout.compose(scene))
            self._shown = time.monotonic()

    def wait(self, scene: Scene, share: int, think: Callable[[], Thought]) -> Thought:
        thought = Aside(think)
        if not thought.done(LONG_SECONDS):
            self._put(self._layout.compose(scene))
            for sign in cycle(SPINNER):
                self._line(Text(f" {sign} thinking", "dim"))
                if thought.done(SPIN_SECONDS):
                    break
        self._rest(share)
        self._shown = None  # what it took was the pause
        return thought.result()

    def _rest(self, share: int = 100) -> None:
        """Until what was last shown has been there for as long as a person needs to follow it."""
        if self._shown is not None:
            until = self._shown + self._delay * share / 100
            time.sleep(max(0.0, until - time.monotonic()))

    def ask(self, scene: Scene, question: Question) -> str:
        self._rest()
        self._shown = None
        self._put(self._layout.compose(scene, question, self._notes))
        self._notes = []
        words = [choice.text for choice in question.choices] + list(question.commands)
        history = self._histories.setdefault(question.seat, InMemoryHistory())
        return self._prompt(
            seats.label(question.seat).append(" ▸ "),
            completer=WordCompleter(words, ignore_case=True, sentence=True),
            history=history,
        )

    def note(self, answer: RenderableType) -> None:
        self._notes.append(answer)

    def page(self, title: str, content: RenderableType) -> None:
        """Shown screen by screen here, not by a pager: nothing of it stays behind."""
        rows = self._layout.rows(content, self._console.width)
        room = max(self._console.height - 3, 1)
        pages = [rows[start : start + room] for start in range(0, len(rows), room)] or [[]]
        for number, page in enumerate(pages, 1):
            heading = Text.assemble((title, "bold"), (f"  {number}/{len(pages)}", "dim"))
            self._put([*self._layout.rows(heading, self._console.width), [], *page])
            more = "Enter for more, q to return" if number < len(pages) else "Enter to return"
            if self._prompt(Text(f"{more} ", "dim")).lower().startswith("q"):
                return

    def curtain(self, seat: int) -> None:
        words = Text.assemble("Pass the device to ", seats.label(seat), justify="center")
        nobody = Text("Nobody else looks. Press Enter when you have it.", "dim", justify="center")
        panel = Panel(Group(words, "", nobody), padding=(1, 4), expand=False)
        height = max(self._console.height - 3, 7)
        sys.stdout.write(FORGET)
        self._put(self._layout.rows(Align.center(panel, vertical="middle", height=height), None))
        self._prompt(Text(""))

    def read(self, words: str) -> str:
        return self._prompt(Text(words))

    def close(self) -> None:
        sys.stdout.write(CLEAR + LEAVE + SHOW_CURSOR)
        sys.stdout.flush()
        self._echo()

    def _put(self, rows: Rows) -> None:
        """In one write, so that nothing flickers."""
        flat = [segment for row in rows for segment in [*row, Segment.line()]]
        with self._console.capture() as capture:
            self._console.print(Segments(flat), end="")
        sys.stdout.write(HIDE_CURSOR + CLEAR + capture.get())
        sys.stdout.flush()

    def _line(self, words: Text) -> None:
        """On the line below the scene, in place of what stood there."""
        with self._console.capture() as capture:
            self._console.print(words, end="")
        sys.stdout.write(f"\r{capture.get()}{CLEAR_LINE}")
        sys.stdout.flush()

    def _prompt(self, label: Text, **extra: Any) -> str:
        with self._console.capture() as capture:
            self._console.print(label, end="")
        session: PromptSession[str] = PromptSession(
            complete_style=CompleteStyle.READLINE_LIKE, reserve_space_for_menu=0, **extra
        )
        sys.stdout.write(SHOW_CURSOR)
        try:
            return session.prompt(ANSI(capture.get())).strip()
        except EOFError:
            raise Gone from None


def _silence() -> Callable[[], None]:
    """What is typed while bots move is kept for the next question, but not scribbled on the board."""
    try:
        import termios
    except ImportError:  # Windows does not echo there
        return lambda: None
    stream = sys.stdin.fileno()
    before = termios.tcgetattr(stream)
    quiet = termios.tcgetattr(stream)
    quiet[3] &= ~termios.ECHO
    termios.tcsetattr(stream, termios.TCSADRAIN, quiet)
    return lambda: termios.tcsetattr(stream, termios.TCSADRAIN, before)
