"""Beside the pile: the dogs, one's own paws, and what happens."""

from __future__ import annotations

from collections.abc import Iterable

from rich.text import Text
from textual import events
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Static

from dogpark.cli import seats
from dogpark.cli.live.canvas import Canvas
from dogpark.cli.live.cards import RED_SUITS, Size, draw_face, draw_gap, draw_unknown, short
from dogpark.cli.live.palette import NIGHT, Palette, chip, named, style
from dogpark.cli.live.scene import PAWS, UNKNOWN, Dog, Scene
from dogpark.kernel.rooms import Event

HELD, FREE = "▮", "▯"
LEAST_WIDTH = 34
MOST_TALES = 60
NAME = max(map(len, seats.NAMES))

# What a dog was last seen doing, by the key of the event.
DEEDS = {
    "ready": "paws up",
    "dug": "digs {spot}",
    "kept": "keeps it",
    "put": "puts it {spot}",
    "buried": "buries {spot}",
    "waited": "looks around",
    "sniffed": "sniffs {spot}",
    "stopped": "no sniffing",
    "laid": "lays {spot}",
}
QUIET = {"waited", "ready", "countdown"}  # seen on the screen anyway


class Dogs(Static):
    """One line a dog: paws, what it does, points."""

    def __init__(self) -> None:
        super().__init__(id="dogs")
        self._deeds: dict[int, str] = {}
        self._phase = ""

    def note(self, happened: Iterable[Event]) -> None:
        for event in happened:
            if event.key in DEEDS:
                self._deeds[event.data["seat"]] = DEEDS[event.key].format_map(event.data)

    def show(self, scene: Scene, palette: Palette) -> None:
        if scene.phase != self._phase:
            self._phase = scene.phase
            if scene.phase in ("countdown", "sniff", "ready"):
                self._deeds.clear()
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append(f"{'':5}{'dog':{NAME}} paws   pts\n", style(palette.soft))
        for dog in scene.dogs:
            text.append_text(self._line(scene, dog, palette)).append("\n")
        text.rstrip()
        self.update(text)

    def _line(self, scene: Scene, dog: Dog, palette: Palette) -> Text:
        line = Text()
        line.append("▸" if dog.seat == scene.asked else " ", style(palette.cursor, None, "bold"))
        line.append(*chip(dog.seat)).append(" ")
        line.append(seats.name(dog.seat).ljust(NAME), style(palette.seats[dog.seat], None, "bold"))
        line.append(" ")
        line.append_text(_held(dog, palette)).append(" ")
        line.append(f"{dog.total:>3} ", style(palette.ink, None, "bold"))
        if dog.seat != scene.you:
            line.append_text(_known(dog, palette))
        return line.append(self._doing(scene, dog), style(palette.soft))

    def _doing(self, scene: Scene, dog: Dog) -> str:
        if dog.seat == scene.you:
            return "you, paws up" if dog.paws_up else "you"
        if dog.paws_up:
            return "paws up"
        return self._deeds.get(dog.seat, "")


def _held(dog: Dog, palette: Palette) -> Text:
    """Bones in the paws, and one in the nose that is not settled."""
    full = style(palette.back if palette.dark else palette.known_ink, None, "bold")
    text = Text().append(HELD * len(dog.paws), full)
    text.append(FREE * (PAWS - len(dog.paws)), style(palette.hole))
    return text.append("+" if dog.dug else " ", style(palette.cursor, None, "bold"))


def _known(dog: Dog, palette: Palette) -> Text:
    """Bones that another dog holds and these eyes have seen before; then a space."""
    bones = [bone for bone in dog.paws if bone is not None]
    if dog.dug is not None and dog.dug != UNKNOWN:
        bones.append(dog.dug)
    return bones_text(palette, bones).append(" ") if bones else Text()


def bones_text(palette: Palette, bones: Iterable[str]) -> Text:
    """Bones in a line, red suits in red."""
    red, ink = style(palette.bad, None, "bold"), style(palette.ink, None, "bold")
    return Text(" ").join(
        Text(short(bone), red if bone.endswith(RED_SUITS) else ink) for bone in bones
    )


class Paws(Widget):
    """One's own bones: the paws 1, 2 and 3, and what was just dug; or what the nose has smelled."""

    class Clicked(Message):
        def __init__(self, paw: int | None) -> None:
            super().__init__()
            self.paw = paw  # None: the bone just dug

    def __init__(self) -> None:
        super().__init__(id="paws")
        self._scene: Scene | None = None
        self._palette = NIGHT
        self._picked: int | None = None
        self._card = Size(5, 2)

    def fit(self, *, tall: bool) -> None:
        self._card = Size(7, 4) if tall else Size(5, 2)
        self.styles.height = self._card.height + 2
        self.refresh()

    def show(self, scene: Scene, palette: Palette, picked: int | None) -> None:
        self._scene, self._palette, self._picked = scene, palette, picked
        self.refresh()

    def render(self) -> Text:
        scene, palette, card = self._scene, self._palette, self._card
        width = self._left(PAWS) + card.width + 1
        canvas = Canvas(width, card.height + 2, style(palette.ink, palette.lawn))
        if scene is None:
            return canvas.text()
        if scene.sniff is not None:
            self._draw_row(canvas, "nose", list(scene.sniff.lifted))
        elif scene.me is not None:
            self._draw_own(canvas, scene.me)
        return canvas.text()

    def _draw_own(self, canvas: Canvas, me: Dog) -> None:
        for slot in range(PAWS):
            picked = self._picked == slot + 1
            label = f"▸{slot + 1}◂" if picked else f" {slot + 1}"
            self._draw(canvas, slot, label, me.paws[slot] if slot < len(me.paws) else "", picked)
        self._draw(canvas, PAWS, " dug", me.dug or "", False)

    def _draw_row(self, canvas: Canvas, label: str, bones: list[str | None]) -> None:
        for slot in range(PAWS):
            bone = bones[slot] if slot < len(bones) else ""
            self._draw(canvas, slot, f" {label}" if slot == 0 else "", bone, False)

    def _draw(self, canvas: Canvas, slot: int, label: str, bone: str | None, picked: bool) -> None:
        palette, card = self._palette, self._card
        x = self._left(slot)
        plain = style(palette.soft, palette.lawn)
        strong = style(palette.cursor, palette.lawn, "bold") if picked else plain
        canvas.put(x, 0, label, strong)
        if bone == "":
            draw_gap(canvas, x, 1, card, palette)
        elif bone is None or bone == UNKNOWN:
            draw_unknown(canvas, x, 1, card, palette)
        else:
            draw_face(canvas, x, 1, card, bone, palette)

    def _left(self, slot: int) -> int:
        """A wider gap before the bone that is not settled."""
        return 1 + slot * (self._card.width + 1) + 2 * (slot == PAWS)

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is None or self._scene is None or self._scene.sniff is not None:
            return
        for slot in range(PAWS + 1):
            if 0 <= offset.x - self._left(slot) < self._card.width:
                self.post_message(self.Clicked(slot + 1 if slot < PAWS else None))


class Tale(Widget):
    """What happened, the latest at the bottom."""

    def __init__(self) -> None:
        super().__init__(id="tale")
        self._words: list[str] = []
        self._palette = NIGHT

    def tell(self, words: Iterable[str], palette: Palette) -> None:
        self._palette = palette
        self._words = [*self._words, *words][-MOST_TALES:]
        self.refresh()

    def render(self) -> Text:
        width, height = self.size
        lines: list[Text] = []
        fade = style(self._palette.soft)
        for number, words in enumerate(reversed(self._words)):
            told = named(self._palette, words)
            if number:
                told.stylize_before(fade)
            bullet = "· " if number else "▸ "
            wrapped = told.wrap(self.app.console, max(width - 2, 8))
            rows = [
                Text.assemble(("  " if n else bullet, fade), row) for n, row in enumerate(wrapped)
            ]
            if len(lines) + len(rows) > height:
                break
            lines = [*rows, *lines]
        blank = [Text("")] * (height - len(lines))
        return Text("\n").join([*blank, *lines])
