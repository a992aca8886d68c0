"""The pile on the screen: 54 spots, the hand, who just did something where, and the countdown."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget

from dogpark.cli.live.canvas import Canvas, big
from dogpark.cli.live.cards import SMALLEST, Size, draw_spot
from dogpark.cli.live.palette import NIGHT, Palette, chip, style
from dogpark.cli.live.scene import COLUMNS, ROWS, Scene

FLASH_MS = 900  # how long the digit of a dog stays where it did something
SHOUT_MS = 500  # how long it says DIG! after the countdown


@dataclass(frozen=True)
class Flash:
    """A dog did something here, a moment ago."""

    seat: int
    until: int


class Pile(Widget):
    """Draws the pile; tells which spot was clicked."""

    class Clicked(Message):
        def __init__(self, spot: int, *, face_up: bool) -> None:
            super().__init__()
            self.spot = spot
            self.face_up = face_up

    def __init__(self) -> None:
        super().__init__(id="pile")
        self.scene: Scene | None = None
        self.palette: Palette = NIGHT
        self.card: Size = SMALLEST
        self.hand: int | None = None
        self.shout = ""  # 3, 2, 1, DIG!
        self._flashes: dict[int, Flash] = {}

    def fit(self, card: Size) -> None:
        self.card = card
        self.styles.width, self.styles.height = card.pile_width, card.pile_height
        self.refresh()

    def show(self, scene: Scene, palette: Palette, hand: int | None) -> None:
        self.scene, self.palette, self.hand = scene, palette, hand
        self.refresh()

    # -- what passes ------------------------------------------------------------------------------

    def flash(self, spot: int, seat: int, now: int) -> None:
        self._flashes[spot] = Flash(seat, now + FLASH_MS)

    def pass_time(self, now: int, shout: str) -> None:
        """Old flashes go out, the countdown goes on; drawn anew only if something changed."""
        lit = {spot: flash for spot, flash in self._flashes.items() if flash.until > now}
        if len(lit) < len(self._flashes) or shout != self.shout:
            self._flashes, self.shout = lit, shout
            self.refresh()

    # -- drawing ----------------------------------------------------------------------------------

    def render(self) -> Text:
        scene, palette, card = self.scene, self.palette, self.card
        lawn = style(palette.ink, palette.lawn)
        canvas = Canvas(card.pile_width, card.pile_height, lawn)
        if scene is None:
            return canvas.text()
        for spot in scene.pile:
            x, y = self._corner(spot.number)
            draw_spot(canvas, x, y, card, spot, palette)
            if spot.number in self._flashes:  # over the number, not over a face
                digit, colours = chip(self._flashes[spot.number].seat)
                canvas.put(x + card.width - len(digit), y + card.height - 1, digit, colours)
        if self.hand is not None:
            x, y = self._corner(self.hand)
            frame = style(palette.cursor, palette.lawn, "bold")
            canvas.frame(x - 1, y - 1, card.width + 2, card.height + 2, frame)
        if self.shout:
            plate = style(palette.ink, palette.ground)
            big(canvas, self.shout, style(palette.cursor, palette.ground, "bold"), plate)
        return canvas.text()

    def _corner(self, number: int) -> tuple[int, int]:
        row, column = divmod(number - 1, COLUMNS)
        return 1 + column * (self.card.width + 1), 1 + row * (self.card.height + 1)

    # -- the mouse --------------------------------------------------------------------------------

    def on_click(self, event: events.Click) -> None:
        """Anywhere on a card or in the gap right and below it; another button means face-up."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        column = (offset.x - 1) // (self.card.width + 1)
        row = (offset.y - 1) // (self.card.height + 1)
        if 0 <= column < COLUMNS and 0 <= row < ROWS:
            face_up = event.button != 1 or event.shift
            self.post_message(self.Clicked(1 + row * COLUMNS + column, face_up=face_up))
