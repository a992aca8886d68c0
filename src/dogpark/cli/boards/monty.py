"""Monty's Bark! Bark!, drawn: the lawn with the cards on it, and beside it what else is known.

Only the part of the table that is in use is drawn, as large as the terminal allows; if even the
smallest does not fit, the drawing scrolls to where the race is.
"""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table

from dogpark.cli.boards.fitting import Fitting, View
from dogpark.cli.boards.monty_lawn import (
    LARGE,
    PLAIN,
    ROOMY,
    RULER,
    SMALL,
    TINY,
    Lawn,
    Scale,
    Window,
    fog,
)
from dogpark.cli.boards.monty_panel import NARROW, WIDE, panel

LOW = 36  # rows below which the panel leaves no gaps
ASKED = 12  # rows that a terminal keeps for the title, the question and its choices
# From the most generous to the least.
LAYOUTS = (
    (LARGE, WIDE),
    (ROOMY, WIDE),
    (ROOMY, NARROW),
    (PLAIN, WIDE),
    (PLAIN, NARROW),
    (SMALL, WIDE),
    (SMALL, NARROW),
)


def draw(view: View, prompt: View | None, width: int) -> RenderableType:
    return Neighbourhood(view, prompt, width)


class Neighbourhood(Fitting):
    """Lawn and panel, or only the panel where not even a small lawn fits."""

    def __init__(self, view: View, prompt: View | None, width: int) -> None:
        super().__init__(view, prompt, width)
        if view["table"]["geometry"] == "track":
            fits = 10 * SMALL.wide + RULER + 2 + NARROW <= width
            self._view, self._prompt = folded(view, prompt, 10 if fits else 5)

    def _drawn(self, height: int) -> RenderableType:
        used = used_part(self._view)
        if not self._view["tiles"]:
            return self._empty_table(used, tight=height < LOW)
        rows = max(height - ASKED, 2 * SMALL.high)
        for scale, beside in LAYOUTS:
            columns = used.wide * scale.wide + RULER + 2 + beside
            if columns <= self._width and used.high * scale.high + 1 <= rows:
                return self._side_by_side(scale, used, beside, tight=height < LOW)
        columns = (self._width - NARROW - RULER - 2) // SMALL.wide
        if columns < 3:
            return Group(*panel(self._view, self._width))
        window = scrolled(self._view, used, columns, (rows - 1) // SMALL.high)
        return self._side_by_side(SMALL, window, NARROW, tight=height < LOW)

    def _empty_table(self, used: Window, *, tight: bool) -> RenderableType:
        """Nothing lies there yet: small, so that all of it can be seen."""
        columns = used.wide * TINY.wide + RULER + 2
        for beside in (WIDE, NARROW):
            if columns + beside <= self._width:
                return self._side_by_side(TINY, used, beside, tight=tight)
        lines = panel(self._view, self._width, tight=True)
        if columns > self._width:
            return Group(*lines)
        return Group(*Lawn(self._view, None, TINY, used).lines(), *lines)

    def _side_by_side(
        self, scale: Scale, window: Window, beside: int, *, tight: bool
    ) -> RenderableType:
        lawn = Lawn(self._view, self._prompt, scale, window)
        grid = Table.grid(padding=(0, 2, 0, 0), pad_edge=False)
        grid.add_column(no_wrap=True, width=lawn.width)
        grid.add_column(width=beside)
        grid.add_row(Group(*lawn.lines()), Group(*panel(self._view, beside, tight=tight)))
        return grid


# -- which part of the table ----------------------------------------------------------------------


def used_part(view: View) -> Window:
    """All cards and the cells that border on their free edges; the whole table before Start lies."""
    cells = [(tile["x"], tile["y"]) for tile in view["tiles"]]
    if not cells:
        return Window(0, 0, view["table"]["wide"] or 1, view["table"]["high"] or 1)
    cells += fog(view)
    left, right = min(x for x, _ in cells), max(x for x, _ in cells)
    top, bottom = min(y for _, y in cells), max(y for _, y in cells)
    return Window(left, top, right - left + 1, bottom - top + 1)


def folded(view: View, prompt: View | None, fold: int) -> tuple[View, View | None]:
    """A track in rows of so many spaces, one below the other."""

    def turned(thing: View) -> View:
        return (
            thing
            if thing["x"] is None
            else thing | {"x": thing["x"] % fold, "y": thing["x"] // fold}
        )

    rows = view | {
        "fold": fold,
        "tiles": [turned(tile) for tile in view["tiles"]],
        "players": [turned(player) for player in view["players"]],
        "crown": view["crown"] and turned(view["crown"]),
    }
    if prompt is None:
        return rows, None
    choices = []
    for choice in prompt["choices"]:
        x, _ = choice["effect"].get("cell", (None, None))
        cell = {} if x is None else {"cell": [x % fold, x // fold]}
        choices.append(choice | {"effect": choice["effect"] | cell})
    return rows, prompt | {"choices": choices}


def scrolled(view: View, used: Window, columns: int, rows: int) -> Window:
    """A window of that size at most, around whoever runs, or around the crown."""
    x, y = view["crown"]["x"], view["crown"]["y"]
    if view["run"] is not None:
        runner = view["players"][view["run"]["seat"]]
        x, y = runner["x"], runner["y"]
    wide, high = min(columns, used.wide), min(rows, used.high)
    left = min(max(x - wide // 2, used.x), used.x + used.wide - wide)
    top = min(max(y - high // 2, used.y), used.y + used.high - high)
    return Window(left, top, wide, high)
