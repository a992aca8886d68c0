"""Pages over the table: how it goes, the keys, the loot of a round, the end, and leaving."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich import box
from rich.console import Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from dogpark.cli import seats
from dogpark.cli.live.palette import Palette, chip, style
from dogpark.cli.live.scene import PAWS, Dog, Scene
from dogpark.cli.live.side import bones_text

LEAST_WIDTH, MOST_WIDTH = 44, 70
AROUND = 6  # cells of frame and padding

FIRST_KEYS = (
    ("← ↑ ↓ →", "move your paw over the pile"),
    ("Enter", "dig; once more to keep what you dug"),
    ("u  p", "put it back face-up, or face-down"),
    ("1  2  3", "pick a bone of your paws; u or p buries it"),
    ("?", "all keys; the mouse works too"),
)
KEYS = (
    ("← ↑ ↓ →  h j k l", "move your paw (k keeps while you hold a bone)"),
    ("n  f  e", "to the next bone you do not know, do know, hole"),
    ("g 2 7", "to spot 27"),
    ("Enter  space", "the obvious: dig, keep, sniff, lay, paws up"),
    ("d  k", "dig; keep what you dug"),
    ("u  p", "put it here face-up; face-down"),
    ("1  2  3", "pick a bone of your paws; u or p buries it here"),
    ("Esc", "let go of it"),
    ("r  s", "paws up; do not sniff"),
    ("click", "dig, put face-down, pick a paw; right: face-up"),
    ("o  t  q", "loot so far; light or dark; leave"),
)


class Page(ModalScreen[bool]):
    """Something to read over the table; the clock goes on beneath it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,r", "answer(True)"),
        Binding("escape,q", "answer(False)"),
        Binding("question_mark,o", "answer(False)"),
    ]

    def __init__(
        self,
        title: str,
        content: RenderableType,
        foot: str,
        opened: Callable[[], bool] = lambda: True,
    ) -> None:
        super().__init__()
        self._title, self._content, self._foot = title, content, foot
        self._opened = opened  # False: too early, the key was meant for the table

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="page") as page:
            page.border_title = self._title
            page.border_subtitle = self._foot
            page.styles.width = self._width()
            yield Static(self._content)

    def _width(self) -> int:
        """As wide as what stands on it, frame and padding included, if there is room."""
        console = self.app.console
        wide = console.options.update(width=MOST_WIDTH)
        measured = Measurement.get(console, wide, self._content).maximum
        return min(max(measured, LEAST_WIDTH) + AROUND, self.app.size.width - 2)

    def action_answer(self, yes: bool) -> None:
        if self._opened():
            self.dismiss(yes)

    def on_click(self) -> None:
        self.action_answer(True)


class Welcome(Page):
    """Before anything begins: only what says so begins it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,o", "stay"),
        Binding("question_mark", "app.help"),
        Binding("q", "app.leave"),
    ]

    def action_stay(self) -> None:
        pass


class Final(Page):
    """The end; from here one may look back."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "app.help"),
        Binding("o", "app.loot"),
    ]


LASTING = (Welcome, Final)  # others open on top of them and lead back


class Leave(Page):
    """Are you sure?"""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)"),
        Binding("n", "answer(False)"),
        Binding("enter,space,r", "answer(False)"),  # not by accident
    ]

    def on_click(self) -> None:
        self.action_answer(False)


# -- what stands on them --------------------------------------------------------------------------


def welcome(palette: Palette, scene: Scene, *, goes_on: bool) -> RenderableType:
    soft, strong = style(palette.soft), style(palette.ink, None, "bold")
    if goes_on:
        where = f"Round {scene.round} of {scene.rounds}. The clock stands still until you are back."
        return Text(where, strong)
    seconds = ", then ".join(map(str, scene.seconds))
    values = "they are your loot: ace 1 to king 13, joker 0. There is more for three of a rank,"
    win = "the most points win. But nine bones with fewer than 21 points are a blackjaw, and that"
    lines = (
        ("Everybody digs at once: ", f"{seconds} seconds. Your paws hold three bones."),
        ("When the time is up ", f"{values} three in a row, and three aces or twos in the end."),
        ("After three rounds ", f"{win} beats them all."),
    )
    told = [Text.assemble((bold, strong), (rest, soft)) for bold, rest in lines]
    return Group(*told, "", help_keys(palette, FIRST_KEYS))


def help_keys(palette: Palette, keys: tuple[tuple[str, str], ...]) -> RenderableType:
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style=style(palette.cursor, None, "bold"), no_wrap=True)
    grid.add_column(style=style(palette.ink))
    for key, words in keys:
        grid.add_row(key, words)
    return grid


def help_page(palette: Palette) -> RenderableType:
    back, face = style(palette.back_ink, palette.back), style(palette.black, palette.face, "bold")
    known = style(palette.known_ink, palette.known, "bold")
    shade = style(palette.back_ink, palette.known)
    signs = Table.grid(padding=(0, 1))
    for _ in range(2):
        signs.add_column(no_wrap=True)
        signs.add_column(style=style(palette.soft), min_width=24)
    signs.add_row(Text(" ░░ ", back), "face-down", Text(" K♠ ", face), "face-up")
    signs.add_row(
        Text.assemble((" K♠", known), ("░", shade)),
        "face-down, seen before",
        Text.assemble((" ? ", known), ("░", shade)),
        "shuffled after a sniff",
    )
    signs.add_row(Text(" ★ ", face), "a joker, as is ☆", "▮▮▯+", "bones held, and one dug")
    return Group(help_keys(palette, KEYS), "", signs)


def loot_page(palette: Palette, scene: Scene) -> RenderableType:
    """What everybody showed after the last round, with points for feats, and who sniffs."""
    last = scene.rounds_over - 1
    table = _table(palette)
    table.add_column("dog", no_wrap=True)
    table.add_column("loot", no_wrap=True, min_width=11)
    table.add_column("bones", justify="right")
    table.add_column("feat", no_wrap=True)
    table.add_column("round", justify="right", style=style(palette.ink, None, "bold"))
    table.add_column("", no_wrap=True)
    table.add_column("total", justify="right", style=style(palette.soft))
    lowest = min(dog.loot[last].points for dog in scene.dogs)
    for dog in scene.dogs:
        loot = dog.loot[last]
        feat = f"+{loot.extra} {loot.feat}" if loot.feat else "–"
        least = loot.points == lowest and scene.phase != "over"
        table.add_row(
            _dog(palette, dog, scene.you),
            bones_text(palette, loot.bones or ("nothing",)),
            str(loot.points - loot.extra),
            Text(feat, style(palette.good if loot.feat else palette.soft)),
            str(loot.points),
            "▾" if least else "",
            str(dog.total),
        )
    if scene.phase == "over":
        return table
    return Group(
        table, "", Text("▾ the fewest points: may sniff at three bones", style(palette.soft))
    )


def final_page(palette: Palette, scene: Scene) -> RenderableType:
    """Every round's points, the boneathons, and how the game was won."""
    table = _table(palette)
    table.add_column("", justify="right")
    table.add_column("dog", no_wrap=True)
    for number in range(1, scene.rounds + 1):
        table.add_column(f"{number}.", justify="right")
    table.add_column("boneathon", no_wrap=True)
    table.add_column("bones", justify="right", style=style(palette.soft))
    table.add_column("total", justify="right")
    table.add_column("", no_wrap=True)
    for dog in sorted(scene.dogs, key=lambda dog: (scene.places[dog.seat], dog.seat)):
        bones = sum(len(loot.bones) for loot in dog.loot)
        extra = _boneathons(dog)
        table.add_row(
            Text(f"{scene.places[dog.seat]}.", style(palette.ink, None, "bold")),
            _dog(palette, dog, scene.you),
            *(str(loot.points) for loot in dog.loot),
            Text(extra or "–", style(palette.good if extra else palette.soft)),
            f"{bones}/{PAWS * scene.rounds}",
            Text(str(dog.total), style(palette.ink, None, "bold")),
            Text(_won_by(scene, dog.seat), style(palette.cursor, None, "bold")),
        )
    return table


def _boneathons(dog: Dog) -> str:
    """They are what the total has beyond the rounds."""
    beyond = dog.total - sum(loot.points for loot in dog.loot)
    each = beyond // max(len(dog.boneathons), 1)
    return " ".join(f"+{each} {'aces' if rank == 'A' else 'twos'}" for rank in dog.boneathons)


def _won_by(scene: Scene, seat: int) -> str:
    if seat in scene.blackjaws:
        return "★ blackjaw" if scene.places[seat] == 1 else "blackjaw"
    return "★ fullhound" if scene.places[seat] == 1 else ""


def _table(palette: Palette) -> Table:
    return Table(
        box=box.SIMPLE_HEAD,
        show_edge=False,
        padding=(0, 1, 0, 0),
        pad_edge=False,
        header_style=style(palette.soft),
        border_style=style(palette.hole),
        style=style(palette.ink),
    )


def _dog(palette: Palette, dog: Dog, you: int | None) -> Text:
    colour = style(palette.seats[dog.seat], None, "bold")
    text = Text.assemble(chip(dog.seat), " ", (seats.name(dog.seat), colour))
    return text.append(" you", style(palette.soft)) if dog.seat == you else text
