"""A screen of plain lines: for scripts, pipes, screen readers and terminals that cannot do more."""

from __future__ import annotations

from collections.abc import Callable

from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from dogpark.cli import seats, terminal
from dogpark.cli.table.choices import choice_lines
from dogpark.cli.table.screen import Gone, Question, Scene, Thought

ALL_ROWS = 1000


class PlainScreen:
    """Prints what happens as it happens; asks with ``input``."""

    def __init__(self) -> None:
        self._console = terminal.out()

    def happen(self, scene: Scene, new: list[Text]) -> None:
        for line in new:
            self._console.print(line)

    def wait(self, scene: Scene, share: int, think: Callable[[], Thought]) -> Thought:
        return think()  # lines stay: nobody has to keep up with them

    def ask(self, scene: Scene, question: Question) -> str:
        width = self._console.width
        self._console.print()
        self._console.print(Rule(scene.status, align="left", style="dim"))
        self._console.print(scene.board(width))
        self._console.print()
        self._console.print(Text.assemble(seats.label(question.seat), " ", question.ask))
        for line in choice_lines(question.choices, width, ALL_ROWS):
            self._console.print(line)
        return self.read(f"{seats.name(question.seat)}> ")

    def note(self, answer: RenderableType) -> None:
        self._console.print(answer)

    def page(self, title: str, content: RenderableType) -> None:
        self._console.print(Rule(title, align="left", style="dim"))
        self._console.print(content)

    def curtain(self, seat: int) -> None:
        self._console.print()
        self._console.print(Rule(characters="▒", style="dim"))
        self._console.print(
            Text.assemble("Pass the device to ", seats.label(seat), "; nobody else looks.")
        )
        self.read("Press Enter to go on. ")

    def read(self, words: str) -> str:
        try:
            return input(words).strip()
        except EOFError:
            print()
            raise Gone from None

    def close(self) -> None:
        """Nothing was taken."""
