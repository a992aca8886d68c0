"""Bones as cards: face-down, face-up, remembered or perhaps known, in the sizes a terminal has.

How a bone lies is told by signs: a face-down one is shaded ░, a face-up one is plain, and one that
is face-down but was seen before shows its face above the shading.
"""

from __future__ import annotations

from dataclasses import dataclass

from rich.style import Style

from dogpark.cli.live.canvas import Canvas
from dogpark.cli.live.palette import Palette, style
from dogpark.cli.live.scene import COLUMNS, ROWS, Spot

SHADE, HOLE = "░", "·"
RED_SUITS = ("♥", "♦")
JOKER = "joker"  # followed by its sign


@dataclass(frozen=True)
class Size:
    """Cells of one card, without the gap that goes around all of them."""

    width: int
    height: int

    @property
    def pile_width(self) -> int:
        return COLUMNS * (self.width + 1) + 1

    @property
    def pile_height(self) -> int:
        return ROWS * (self.height + 1) + 1


SIZES = (Size(7, 4), Size(6, 3), Size(4, 2))  # the largest that fits is taken
SMALLEST = SIZES[-1]


def short(bone: str) -> str:
    """A bone in three cells."""
    return bone.removeprefix(JOKER)


def draw_spot(canvas: Canvas, x: int, y: int, size: Size, spot: Spot, palette: Palette) -> None:
    number = f"{spot.number:>{size.width}}"
    if spot.lies == "empty":
        hole = style(palette.hole, palette.lawn)
        canvas.put(x + (size.width - 1) // 2, y + (size.height - 1) // 2, HOLE, hole)
        canvas.put(x, y + size.height - 1, number, hole)
    elif spot.lies == "up":
        draw_face(canvas, x, y, size, spot.bone or "?", palette)
        canvas.put(x + size.width - 2, y + size.height - 1, number[-2:], _faint(palette))
    else:
        _draw_back(canvas, x, y, size, spot, palette)


def draw_face(canvas: Canvas, x: int, y: int, size: Size, bone: str, palette: Palette) -> None:
    """A bone lying face-up, or held."""
    ink = palette.red if bone.endswith(RED_SUITS) else palette.black
    canvas.fill(x, y, size.width, size.height, style(ink, palette.face))
    bold = style(ink, palette.face, "bold")
    canvas.put(x + (size.width > 4), y, short(bone), bold)
    if bone.startswith(JOKER) and size.width > len(JOKER):
        canvas.put(x + 1, y + 1, JOKER, bold)
    elif size.height > 3:  # the suit once more, in the middle
        canvas.put(x + size.width // 2, y + 2, bone[-1], bold)


def _draw_back(canvas: Canvas, x: int, y: int, size: Size, spot: Spot, palette: Palette) -> None:
    known = spot.bone is not None or bool(spot.maybe)
    ground = palette.known if known else palette.back
    shade = style(palette.back_ink, ground)
    canvas.fill(x, y, size.width, size.height, shade, SHADE)
    number = style(palette.known_ink if known else palette.back_number, ground)
    canvas.put(x + size.width - 2, y + size.height - 1, f"{spot.number:>2}", number)
    inset = int(size.width > 4)
    ink = style(palette.known_ink, ground, "bold")
    if spot.bone is not None:
        canvas.put(x, y, f"{' ' * inset}{short(spot.bone)}".ljust(size.width), ink)
    elif spot.maybe and size.height > 3:
        told = [f" {short(bone)}?" for bone in spot.maybe]
        if len(told) >= size.height:  # the number needs a row, too
            told[size.height - 2 :] = [" …"]
        for row, words in enumerate(told):
            canvas.put(x, y + row, words.ljust(size.width), ink)
    elif spot.maybe:
        canvas.put(x, y, f"{' ' * inset}?".ljust(size.width), ink)


def draw_gap(canvas: Canvas, x: int, y: int, size: Size, palette: Palette) -> None:
    """A paw with nothing in it."""
    hole = style(palette.hole, palette.lawn)
    canvas.put(x, y, "╭" + "╌" * (size.width - 2) + "╮", hole)
    for row in range(y + 1, y + size.height - 1):
        canvas.put(x, row, "╎" + " " * (size.width - 2) + "╎", hole)
    canvas.put(x, y + size.height - 1, "╰" + "╌" * (size.width - 2) + "╯", hole)


def draw_unknown(canvas: Canvas, x: int, y: int, size: Size, palette: Palette) -> None:
    """A bone that somebody else holds."""
    canvas.fill(x, y, size.width, size.height, style(palette.back_ink, palette.back), SHADE)


def _faint(palette: Palette) -> Style:
    return style("#8d8878", palette.face)
