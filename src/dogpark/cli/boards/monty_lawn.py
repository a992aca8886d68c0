"""The lawn of Monty's Bark! Bark!: cards with their paths, fog beyond the free edges, pawns, marks.

Every card shows its path, every unexplored edge runs into fog. Pawns are letters on their seat's
colour, the crown is ``♛``, and where a choice leads is marked with the number to type.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from rich.style import Style
from rich.text import Text

from dogpark.cli import seats
from dogpark.cli.boards.fitting import View

Cell: TypeAlias = tuple[int, int]

AHEAD: dict[str, Cell] = {"north": (0, -1), "east": (1, 0), "south": (0, 1), "west": (-1, 0)}
RULER = 3  # columns of the row numbers

LAWN = ("#2c5a38", "#316340")  # mown in stripes
CARD = ("#f1e3c4", "#e6d4ae")  # neighbouring cards are told apart by their tone
INK, WOOD, ROSE, BLUE = "#3b2a1a", "#7a4a1f", "#ad1457", "#145a96"
LAMP = "#ffd76a"  # there is light at Home
PLANK = "#cfa873"  # the fence tops that pawns run on
SPRING = "#b9d3e6"  # the sides over which a trampoline bounces
FOG = Style(color="#8ea497", bgcolor="#5f7969")
STONE = Style(color="#4a4f55", bgcolor="#7d858c")
NUMBERS = Style(color="#9fb8a5", bgcolor="#1f4028")
LABELS = "#8d7650"
MARK = Style(color="#ffffff", bgcolor=seats.INK, bold=True)
CROWN = Style(color="#3b2a1a", bgcolor="#ffc83d", bold=True)

GLYPH = {
    "Start": ("S", INK),
    "gate": ("∏", ROSE),
    "tree": ("♣", "#1b5e20"),
    "broken fence": ("╳", "#9c2b1e"),
    "Keep Going": ("»", BLUE),
    "trampoline": ("◎", BLUE),
    "Home": ("⌂", "#9c2b1e"),
}
# With room to spare every card also says what it is.
LABEL = {
    "broken fence": "fence",
    "trampoline": "tramp",
    "Keep Going": "keep",
    "gated corner": "gate",
    "plain corner": "",
    "path": "",
}
# How a path runs through the middle of a card, by its open sides (north, east, south, west).
BEND = {
    frozenset({"east", "west"}): "━",
    frozenset({"north", "south"}): "┃",
    frozenset({"north", "east"}): "┗",
    frozenset({"east", "south"}): "┏",
    frozenset({"south", "west"}): "┓",
    frozenset({"north", "west"}): "┛",
}
WALL = {"north": "┳", "east": "┫", "south": "┻", "west": "┣"}
HOP = {"north": "↑", "east": "→", "south": "↓", "west": "←"}


@dataclass(frozen=True)
class Scale:
    """Columns and rows of one cell, and the middle of it."""

    wide: int
    high: int

    @property
    def middle(self) -> Cell:
        return self.wide // 2, (self.high - 1) // 2


LARGE, ROOMY, PLAIN, SMALL = Scale(11, 5), Scale(7, 3), Scale(5, 3), Scale(5, 2)
TINY = Scale(3, 1)  # for a table on which nothing lies yet


@dataclass(frozen=True)
class Window:
    """The part of the table that is drawn: first column and row, how many of each."""

    x: int
    y: int
    wide: int
    high: int

    def __contains__(self, cell: Cell) -> bool:
        return 0 <= cell[0] - self.x < self.wide and 0 <= cell[1] - self.y < self.high


def fog(view: View) -> list[Cell]:
    """The empty cells that unexplored edges lead to."""
    cells = [
        (tile["x"] + AHEAD[side][0], tile["y"] + AHEAD[side][1])
        for tile in view["tiles"]
        for side in tile["free"]
    ]
    fold = view.get("fold")
    return [(x % fold, y + x // fold) for x, y in cells] if fold else cells


class Lawn:
    """A canvas of characters, on which cards, fog, pawns and marks are put by cell."""

    def __init__(self, view: View, prompt: View | None, scale: Scale, window: Window) -> None:
        self.view, self.scale, self.window = view, scale, window
        self.width = window.wide * scale.wide + RULER
        self.rows = [
            [
                (" ", Style(bgcolor=LAWN[((x - RULER) // scale.wide + (y - 1) // scale.high) % 2]))
                for x in range(self.width)
            ]
            for y in range(window.high * scale.high + 1)
        ]
        self._put_rulers()
        for cell in fog(view):
            self._fill(cell, "░", FOG)
        for x, y in view["table"]["obstacles"]:
            self._fill((x, y), "▒", STONE)
        for tile in view["tiles"]:
            self._put_tile(tile)
        if prompt is not None:
            self._put_marks(prompt)

    def lines(self) -> Iterator[Text]:
        for row in self.rows:
            yield Text.assemble(*row)

    def _write(self, x: int, y: int, text: str, style: Style) -> None:
        for offset, char in enumerate(text):
            self.rows[y][x + offset] = (char, self.rows[y][x + offset][1] + style)

    def _put(self, cell: Cell, x: int, y: int, text: str, style: Style) -> None:
        """Writes into a cell, from its upper left corner; nothing if the cell is out of sight."""
        if cell in self.window:
            left = (cell[0] - self.window.x) * self.scale.wide + RULER
            top = (cell[1] - self.window.y) * self.scale.high + 1
            self._write(left + x, top + y, text, style)

    def _fill(self, cell: Cell, char: str, style: Style) -> None:
        for row in range(self.scale.high):
            self._put(cell, 0, row, char * self.scale.wide, style)

    def _put_rulers(self) -> None:
        """The numbers of columns and rows, and arrows where cards lie out of sight."""
        window, scale = self.window, self.scale
        self._write(0, 0, " " * self.width, NUMBERS)
        for row in range(1, len(self.rows)):
            self._write(0, row, " " * RULER, NUMBERS)
        for column in range(window.wide):
            number = f"{window.x + column:^{scale.wide}}"
            self._write(RULER + column * scale.wide, 0, number, NUMBERS)
        for row in range(window.high):
            number = (window.y + row) * self.view.get("fold", 1)
            self._write(0, 1 + row * scale.high + scale.middle[1], f"{number:>2}", NUMBERS)
        cells = [(tile["x"], tile["y"]) for tile in self.view["tiles"]]
        if any(x < window.x for x, _ in cells):
            self._write(RULER, 0, "◂", NUMBERS)
        if any(x >= window.x + window.wide for x, _ in cells):
            self._write(self.width - 1, 0, "▸", NUMBERS)
        if any(y < window.y for _, y in cells):
            self._write(0, 0, "▴", NUMBERS)
        if any(y >= window.y + window.high for _, y in cells):
            self._write(1, 0, "▾", NUMBERS)

    # -- a card -----------------------------------------------------------------------------------

    def _put_tile(self, tile: View) -> None:
        cell = tile["x"], tile["y"]
        paper = Style(bgcolor=CARD[(tile["x"] + tile["y"]) % 2])
        if tile["kind"] == "Home":
            paper = Style(bgcolor=LAMP)
        if tile["kind"] == "Bark Bark":
            self._put_bark(cell)
            return
        self._fill(cell, " ", paper)
        for side in tile["open"]:
            self._put_end(tile, cell, side)
        x, y = self.scale.middle
        glyph, colour = GLYPH.get(tile["kind"], (None, WOOD))
        straight = set(tile["open"]) == {"east", "west"}
        if tile["kind"] == "gated corner" and straight:  # on a track corners do not turn
            glyph, colour = GLYPH["gate"]
        if glyph is None:
            glyph = BEND.get(frozenset(tile["open"]), "╋" if len(tile["open"]) > 2 else "╸")
        if self.scale.wide > PLAIN.wide:
            self._put(cell, x - 1, y, "   ", Style(bgcolor=PLANK))
            for side in set(tile["open"]) & {"east", "west"}:
                self._put_end(tile, cell, side)
        self._put(cell, x, y, glyph, Style(color=colour, bgcolor=PLANK, bold=True))
        if tile["kind"] == "gated corner" and not straight:
            self._put_gate(tile, cell)
        if self.scale == LARGE:
            label = LABEL.get(tile["kind"], tile["kind"].lower())
            self._put(cell, 0, 0, label, Style(color=LABELS, italic=True))
        self._put_crown(tile, cell)
        self._put_pawns(tile, cell)

    def _put_bark(self, cell: Cell) -> None:
        style = Style(color="#ffffff", bgcolor="#9c2b1e", bold=True)
        self._fill(cell, " ", style)
        word = "BARK" if self.scale.wide < 6 else "BARK!"
        self._put(cell, (self.scale.wide - len(word)) // 2, self.scale.middle[1], word, style)

    def _put_end(self, tile: View, cell: Cell, side: str) -> None:
        """The path from the middle to one side: a wall where it is blocked, dots for a bounce."""
        x, y = self.scale.middle
        flat, bounce = side in ("east", "west"), side in tile["bounce"]
        line = ("┅" if flat else "┋") if bounce else ("━" if flat else "┃")
        colours = (BLUE, SPRING) if bounce else (WOOD, PLANK)
        style = Style(color=colours[0], bgcolor=colours[1])
        step_x, step_y = AHEAD[side]
        ends = {
            "north": y,
            "east": self.scale.wide - 1 - x,
            "south": self.scale.high - 1 - y,
            "west": x,
        }
        for step in range(1, ends[side] + 1):
            char, last = line, step == ends[side]
            if last and side in tile["hops"]:
                char = HOP[side]
            elif last and side not in tile["free"] + tile["links"]:
                char = WALL[side]
            here = x + step * step_x, y + step * step_y
            if not flat and self.scale.wide > PLAIN.wide:  # as broad as it is high
                self._put(cell, here[0] - 1, here[1], "   ", style)
            self._put(cell, *here, char, style)

    def _put_gate(self, tile: View, cell: Cell) -> None:
        """A gate in a corner stands across one of its ends."""
        x, y = self.scale.middle
        side = "east" if "east" in tile["open"] else "west"
        self._put(cell, x + AHEAD[side][0], y, "∏", Style(color=ROSE, bold=True))

    def _put_crown(self, tile: View, cell: Cell) -> None:
        """In the upper right corner, with whoever holds it; on a low card in the lower one."""
        if not tile["crown"]:
            return
        holder, right = self.view["crown"]["holder"], self.scale.wide - 1
        if self.scale.high == SMALL.high:
            self._put(cell, right, 1, "♛", CROWN)
        elif holder is None or self.scale == PLAIN:
            self._put(cell, right, 0, "♛", CROWN)
        else:
            self._put(cell, right - 1, 0, "♛", CROWN)
            self._put(cell, right, 0, *self._chip(holder))

    def _put_pawns(self, tile: View, cell: Cell) -> None:
        """Along the lower side; beside a path that runs there, as long as there is room."""
        wide, middle = self.scale.wide, self.scale.middle[0]
        if self.scale == LARGE and len(tile["pawns"]) < 4:
            for column, seat in zip((0, 8, 4), tile["pawns"], strict=False):
                letter, style = self._chip(seat)
                self._put(cell, column, self.scale.high - 1, f" {letter} ", style)
            return
        aside = [x for x in range(wide) if abs(x - middle) > (wide > PLAIN.wide)]
        if self.scale.high == SMALL.high and tile["crown"]:
            aside.remove(wide - 1)
        slots = [*aside, *(x for x in range(wide) if x not in aside)]
        for slot, seat in zip(slots, tile["pawns"], strict=False):
            self._put(cell, slot, self.scale.high - 1, *self._chip(seat))

    def _chip(self, seat: int) -> tuple[str, Style]:
        letter = self.view["players"][seat]["letter"]
        return letter, Style(color=seats.INK, bgcolor=seats.COLOURS[seat], bold=True)

    # -- choices ----------------------------------------------------------------------------------

    def _put_marks(self, prompt: View) -> None:
        """The numbers of the choices at the cell each is about: ``3``, or ``1-9`` for a fog cell."""
        numbers: dict[Cell, list[int]] = {}
        for number, choice in enumerate(prompt["choices"], 1):
            cell = choice["effect"].get("cell")
            if cell is not None:
                numbers.setdefault((cell[0], cell[1]), []).append(number)
        if prompt["stage"] == "start":
            return  # anywhere on the table: the rulers say more
        for cell, found in numbers.items():
            text = str(found[0]) if len(found) == 1 else f"{found[0]}-{found[-1]}"
            tiled = any((tile["x"], tile["y"]) == cell for tile in self.view["tiles"])
            row = 0 if tiled else self.scale.middle[1]
            x = 0 if tiled else (self.scale.wide - len(text)) // 2
            self._put(cell, x, row, text, MARK)
