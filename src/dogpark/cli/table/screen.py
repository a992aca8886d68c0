"""What a match needs of a screen. There are two: the whole terminal, and plain lines."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeVar

from rich.console import RenderableType
from rich.text import Text

from dogpark.cli.table.moves import Choice

Thought = TypeVar("Thought")


@dataclass(frozen=True)
class Scene:
    """The table as one pair of eyes sees it now; only what is shown is worked out."""

    title: str
    status: Text  # whose turn it is
    board: Callable[[int], RenderableType]  # drawn to a width
    recent: Callable[[], list[Text]]  # what happened since these eyes last chose


@dataclass(frozen=True)
class Question:
    """What is asked of a person, with the moves there are."""

    seat: int
    ask: Text
    choices: list[Choice]
    commands: tuple[str, ...] = ()


class Gone(Exception):
    """There is nobody to ask any more: the input has ended."""


class Screen(Protocol):
    """Shows scenes and asks questions."""

    def happen(self, scene: Scene, new: list[Text]) -> None:
        """Something happened; ``new`` are the lines that were not shown before."""

    def wait(self, scene: Scene, share: int, think: Callable[[], Thought]) -> Thought:
        """What a bot comes to; it takes that much of the usual time, in percent, or longer."""

    def ask(self, scene: Scene, question: Question) -> str:
        """Shows the table and the choices; what was typed. Raises Gone at the end of input."""

    def note(self, answer: RenderableType) -> None:
        """An answer to what was typed: a refusal, a hint."""

    def page(self, title: str, content: RenderableType) -> None:
        """Something long to read, such as rules or the log."""

    def curtain(self, seat: int) -> None:
        """Hides everything until the person at that seat has the device."""

    def read(self, words: str) -> str:
        """A plain question. Raises Gone at the end of input."""

    def close(self) -> None:
        """Gives the terminal back."""
