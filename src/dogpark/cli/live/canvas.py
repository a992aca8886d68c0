"""A sheet of cells to draw on: signs with styles, later drawn ones on top."""

from __future__ import annotations

from rich.style import Style
from rich.text import Text

# Digits and letters of the countdown, five cells high; each sign stands for a whole cell.
GLYPHS = {
    "3": ("██████", "    ██", "██████", "    ██", "██████"),
    "2": ("██████", "    ██", "██████", "██    ", "██████"),
    "1": ("  ██  ", "████  ", "  ██  ", "  ██  ", "██████"),
    "D": ("█████ ", "██  ██", "██  ██", "██  ██", "█████ "),
    "I": ("██", "██", "██", "██", "██"),
    "G": ("██████", "██    ", "██ ███", "██  ██", "██████"),
    "!": ("██", "██", "██", "  ", "██"),
}
GLYPH_ROWS = 5


class Canvas:
    """Rows of cells; what does not fit is cut off."""

    def __init__(self, width: int, height: int, ground: Style) -> None:
        self.width, self.height = width, height
        self._rows = [[(" ", ground)] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style) -> None:
        if 0 <= y < self.height:
            for at, sign in enumerate(text, x):
                if 0 <= at < self.width:
                    self._rows[y][at] = (sign, style)

    def fill(self, x: int, y: int, width: int, height: int, style: Style, sign: str = " ") -> None:
        for row in range(y, y + height):
            self.put(x, row, sign * width, style)

    def frame(self, x: int, y: int, width: int, height: int, style: Style) -> None:
        """A heavy frame on the outermost cells of this box."""
        right, bottom = x + width - 1, y + height - 1
        self.put(x, y, "▛" + "▀" * (width - 2) + "▜", style)
        for row in range(y + 1, bottom):
            self.put(x, row, "▌", style)
            self.put(right, row, "▐", style)
        self.put(x, bottom, "▙" + "▄" * (width - 2) + "▟", style)

    def text(self) -> Text:
        """Everything as lines, neighbours of one style together."""
        text = Text(no_wrap=True, end="")
        for number, row in enumerate(self._rows):
            if number:
                text.append("\n")
            run, style = "", row[0][1]
            for sign, own in row:
                if own != style:
                    text.append(run, style)
                    run, style = "", own
                run += sign
            text.append(run, style)
        return text


def big(canvas: Canvas, words: str, style: Style, ground: Style) -> None:
    """Huge signs on a plate in the middle of the canvas."""
    glyphs = [GLYPHS[sign] for sign in words]
    width = sum(len(glyph[0]) + 1 for glyph in glyphs) - 1
    left, top = (canvas.width - width) // 2, (canvas.height - GLYPH_ROWS) // 2
    canvas.fill(left - 3, top - 1, width + 6, GLYPH_ROWS + 2, ground)
    for glyph in glyphs:
        for row, line in enumerate(glyph):
            canvas.put(left, top + row, line, style)
        left += len(glyph[0]) + 1
