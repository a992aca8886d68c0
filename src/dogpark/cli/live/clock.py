"""The clock: a bar that shrinks smoothly, and the seconds."""

from __future__ import annotations

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Digits

from dogpark.cli import seats
from dogpark.cli.live.palette import NIGHT, Palette, style
from dogpark.cli.live.scene import Scene

EIGHTHS = " ▏▎▍▌▋▊▉█"
FULL = EIGHTHS[-1]
HURRY_MS, RUSH_MS = 10_000, 5_000
TALL = 3  # rows of a big clock


class Bar(Widget):
    """A share of its width, in eighths of a cell, with words on a low one."""

    def __init__(self) -> None:
        super().__init__(id="bar")
        self.share = 0.0
        self.words = ""
        self.colour = NIGHT.good
        self.palette = NIGHT

    def set(self, share: float, words: str, colour: str, palette: Palette) -> None:
        if (share, words, colour, palette) != (self.share, self.words, self.colour, self.palette):
            self.share, self.words, self.colour, self.palette = share, words, colour, palette
            self.refresh()

    def render(self) -> Text:
        width, height = self.size
        row = filled(self.share, width)
        lines = Text(no_wrap=True, end="")
        for number in range(height):
            words = f" {self.words} " if self.words and number == height // 2 else ""
            lines.append("\n" if number else "")
            lines.append_text(self._line(row, words))
        return lines

    def _line(self, row: str, words: str) -> Text:
        """Words stand at the left end: on the bar where it is solid, on the ground behind it."""
        palette, colour = self.palette, self.colour
        full = row.count(FULL)
        line = Text(words[:full], style(palette.ground, colour, "bold"), end="")
        rest = Text(words[full:], style(palette.ink, palette.panel, "bold"))
        solid = Text(row[len(words) : full], style(colour, colour))  # a sign without colours, too
        bare = Text(row[max(full, len(words)) :], style(colour, palette.panel))
        return Text.assemble(line, rest, solid, bare)


def filled(share: float, width: int) -> str:
    eighths = round(min(max(share, 0.0), 1.0) * width * 8)
    full, rest = divmod(eighths, 8)
    return (FULL * full + (EIGHTHS[rest] if rest else "")).ljust(width)


class Clock(Horizontal):
    """The bar, and on a tall screen the seconds as big digits."""

    def __init__(self) -> None:
        super().__init__(id="clock")
        self._bar = Bar()
        self._digits = Digits("", id="seconds")

    def compose(self) -> ComposeResult:
        yield self._bar
        yield self._digits

    def fit(self, *, tall: bool) -> None:
        self.styles.height = TALL if tall else 1
        self._digits.display = tall

    def show(self, scene: Scene, now: int, palette: Palette) -> None:
        left = 0 if scene.ends is None else max(scene.ends - now, 0)
        share, words = _told(scene, left)
        running = scene.phase == "dig"
        hurry = palette.warn if left < HURRY_MS else palette.good
        colour = palette.bad if left < RUSH_MS else hurry
        if running and self._digits.display:
            words = ""  # the digits say it
        self._bar.set(share, words, colour if running else palette.soft, palette)
        if self._digits.display:
            self._digits.update(f"{left / 1000:.1f}" if running else f"{-(-left // 1000)}")


def _told(scene: Scene, left: int) -> tuple[float, str]:
    seconds = f"{-(-left // 1000)} s"
    if scene.phase == "dig":
        return left / scene.length, f"{left / 1000:.1f} s"
    if scene.phase == "countdown":
        return left / scene.countdown, f"paws off the pile: {seconds}"
    if scene.phase == "ready":
        return 0.0, f"{scene.length // 1000} s of digging; it starts in {seconds} at the latest"
    if scene.phase == "over" or scene.asked is None:
        return 0.0, "the game is over"
    if scene.stage:
        return 0.0, f"no hurry: {seconds} until chance chooses for you"
    return 0.0, f"{seats.name(scene.asked)} has {seconds}"
