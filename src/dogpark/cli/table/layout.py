"""How a scene fills a terminal: board, news, question and notes, as they fit."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from typing import TypeAlias

from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.segment import Segment
from rich.style import Style
from rich.text import Text

from dogpark.cli.table.choices import choice_lines
from dogpark.cli.table.screen import Question, Scene

SIDE_WIDTH = 34  # from this on, what happened stands beside the board
LEAST_RECENT = 2
LEAST_CHOICES = 4

Rows: TypeAlias = list[list[Segment]]
EMPTY: list[Segment] = []


class Layout:
    """Turns scenes into rows for one console."""

    def __init__(self, console: Console) -> None:
        self._console = console

    def compose(
        self,
        scene: Scene,
        question: Question | None = None,
        notes: Iterable[RenderableType] = (),
    ) -> Rows:
        """Title, board, news, question, notes: beside each other or stacked, as they fit."""
        width, height = self._console.size
        head = [*self.rows(_title(scene, width), width), []]
        board = scene.board(width - 1)
        measured = Measurement.get(self._console, self._console.options, board).maximum
        used = min(measured, width - 1)
        drawn = self.rows(board, used)
        beside = width - used - 4
        room = height - len(head) - 3  # for the board and what is asked: two gaps, the input line
        told = [row for note in notes for row in self.rows(note, width)]
        below = [*self._asking(question, width, room - len(drawn) - len(told)), *told]
        if beside < SIDE_WIDTH:
            spare = room - len(drawn) - len(below)
            if spare < LEAST_RECENT:  # a low terminal: board and question come first
                rows = [*drawn, *self._news(scene, width, max(spare + 2, 0)), *below]
                return rows[max(len(rows) - height + 1, 0) :]
            middle = [*drawn, [], *self._news(scene, width, spare)]
        elif len(drawn) + len(below) <= room:
            spare = max(len(drawn), min(room - len(below), 2 * len(drawn)))
            middle = _beside(drawn, used, self._news(scene, beside, spare))
        else:
            asked = self._asking(question, beside, room - len(told) - LEAST_RECENT - 2)
            spare = max(room - len(told) - len(asked) - 1, LEAST_RECENT)
            middle = _beside(drawn, used, [*self._news(scene, beside, spare), [], *asked])
            below = told
        rows = [*head, *middle, *([[]] if below else []), *below]
        return rows[max(len(rows) - height + 1, 0) :]  # the top is what can best be missed

    def _news(self, scene: Scene, width: int, most: int) -> Rows:
        return self.rows(Group(*scene.recent()), width)[-most:] if most else []

    def _asking(self, question: Question | None, width: int, room: int) -> Rows:
        if question is None:
            return []
        rows = self.rows(Text.assemble(" ", question.ask, style="bold"), width)
        lines = choice_lines(question.choices, width - 1, max(room - len(rows), LEAST_CHOICES))
        return rows + self.rows(Group(*lines), width)

    def rows(self, content: RenderableType, width: int | None) -> Rows:
        options = self._console.options.update(width=width or self._console.width, height=None)
        return self._console.render_lines(content, options, pad=False)


def _title(scene: Scene, width: int) -> Text:
    left = Text(f" {scene.title} ", "bold reverse")
    gap = max(width - left.cell_len - scene.status.cell_len - 1, 1)
    return Text.assemble(left, " " * gap, scene.status)


def _beside(board: Rows, width: int, recent: Rows) -> Rows:
    bar = Segment(" │ ", Style(dim=True))
    return [
        [*Segment.adjust_line_length(left, width), bar, *right]
        for left, right in zip_longest(board, recent, fillvalue=EMPTY)
    ]
