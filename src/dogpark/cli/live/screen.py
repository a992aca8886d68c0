"""DOGPILE on the whole terminal, in real time. Draws views and events; decides no rule.

``frame`` does everything that time brings: it lets the table go on and shows what changed. It runs
thirty times a second; a test calls it by hand.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from rich.text import Text
from textual import events, geometry
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from dogpark.cli import seats
from dogpark.cli.live import lines, pages
from dogpark.cli.live.cards import SIZES, SMALLEST
from dogpark.cli.live.clock import TALL, Clock
from dogpark.cli.live.hand import Hand
from dogpark.cli.live.palette import DAY, NIGHT, Palette, style
from dogpark.cli.live.pile import SHOUT_MS, Pile
from dogpark.cli.live.scene import Scene, feats_shown, read_scene
from dogpark.cli.live.side import LEAST_WIDTH, QUIET, Dogs, Paws, Tale
from dogpark.cli.live.table import LiveTable, News
from dogpark.cli.table.story import told
from dogpark.kernel.rooms import Event
from dogpark.play.refused import Refused

FRAMES = 30  # a second
KEEP_SECONDS = 2.0
REFUSAL_MS = 4000  # how long a refusal stays
BUSY_MS = 100  # one dot
RUSH_MS = 800
ROWS_AROUND = 5  # title, clock and three lines below the pile, at the least
LEAST_SIZE = (SMALLEST.pile_width + LEAST_WIDTH, SMALLEST.pile_height + ROWS_AROUND)
AT_A_SPOT = {"dug", "put", "buried", "sniffed", "laid"}
VI = {"h": "left", "j": "down", "k": "up", "l": "right"}


def fits(size: tuple[int, int]) -> bool:
    """Whether a terminal of so many cells is large enough."""
    return size[0] >= LEAST_SIZE[0] and size[1] >= LEAST_SIZE[1]


@dataclass(frozen=True)
class Reason:
    """Why something was refused; of no use any more once time, the hand or the game went on."""

    refused: Refused
    until: int
    stage: str


class LiveApp(App[str]):
    """One table on the whole terminal. Ends with ``over`` or ``left``."""

    CSS_PATH = "screen.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(way, f"step('{way}')") for way in ("left", "right", "up", "down")),
        *(Binding(key, f"vi('{key}')") for key in VI),
        *(Binding(str(digit), f"digit('{digit}')") for digit in range(10)),
        Binding("n", "leap('unknown')"),
        Binding("f,tab", "leap('known')"),
        Binding("e", "leap('empty')"),
        Binding("g", "jump"),
        Binding("enter,space", "obvious"),
        Binding("d", "dig"),
        Binding("u", "put('up')"),
        Binding("p", "put('down')"),
        Binding("escape", "let_go"),
        Binding("r", "do('ready')"),
        Binding("s", "do('stop')"),
        Binding("o", "loot"),
        Binding("t", "daylight"),
        Binding("question_mark", "help"),
        Binding("q", "leave"),
        Binding("ctrl+c,ctrl+q", "leave", priority=True),
    ]

    def __init__(self, table: LiveTable, *, light: bool = False, by_hand: bool = False) -> None:
        super().__init__()
        self.table = table
        self.hand = Hand()
        self.palette: Palette = DAY if light else NIGHT
        self.scene: Scene = self._scene()
        self._by_hand = by_hand
        self._goes_on = any(line.seat < len(seats.NAMES) for line in table.position.history())
        self._shown_length = -1
        self._round_began: int | None = None
        self._reason: Reason | None = None
        self._room = geometry.Size(*LEAST_SIZE)
        # PILE-9.8: what was seen is not to be read once more
        self._forgetful = table.position.game.options.get("no_memory_aid") == "on"
        self._busy = 0
        self.clock, self.pile, self.paws = Clock(), Pile(), Paws()
        self.dogs, self.tale = Dogs(), Tale()
        self.heading = Static(id="heading")
        self.look, self.ask, self.keys = Static(id="look"), Static(id="ask"), Static(id="keys")

    # -- the screen -------------------------------------------------------------------------------

    def compose(self) -> ComposeResult:
        yield self.heading
        yield self.clock
        with Horizontal(id="middle"):
            yield self.pile
            with Vertical(id="side"):
                yield self.dogs
                yield self.paws
                yield self.tale
        yield self.look
        yield self.ask
        yield self.keys

    def on_mount(self) -> None:
        for palette in (NIGHT, DAY):
            self.register_theme(palette.theme())
        self.theme = self.palette.name
        self.title = "DOGPILE"
        self._fit(self.size)
        self.tale.tell(self._tales(self.table.story.known(self.table.person)), self.palette)
        self._draw()
        if self.table.person is None:
            self.paws.display = False
            self.table.start()
        else:
            self._welcome()
        if not self._by_hand:
            self.set_interval(1 / FRAMES, self.frame)
            self.set_interval(KEEP_SECONDS, self.table.keep)

    def on_resize(self, event: events.Resize) -> None:
        self._fit(event.size)

    def _fit(self, room: geometry.Size) -> None:
        """The largest bones for which there is room."""
        self._room = room
        width, height = room
        wide = [size for size in SIZES if size.pile_width + LEAST_WIDTH <= width]
        fitting = [size for size in wide if size.pile_height + ROWS_AROUND <= height]
        card = fitting[0] if fitting else SMALLEST
        spare = height - card.pile_height - ROWS_AROUND
        tall = card != SMALLEST and spare >= TALL - 1
        self.pile.fit(card)
        self.clock.fit(tall=tall)
        self.set_class(spare >= TALL + 1, "tall")
        self.paws.fit(tall=card == SIZES[0])
        self._draw_lines()

    # -- time -------------------------------------------------------------------------------------

    def frame(self) -> None:
        """Lets the table go on, and shows what changed."""
        if self.table.over and self._shown_length == self.table.position.length:
            return
        self._show(self.table.tick())

    def _show(self, news: News) -> None:
        now = self.table.now
        reason = self._reason
        if news.refused is not None:
            self._reason = Reason(news.refused, now + REFUSAL_MS, self.table.stage)
        elif reason is not None and (now > reason.until or reason.stage != self.table.stage):
            self._reason = None
            self._draw_lines()
        self._tell(news, now)
        if news.refused or self._shown_length != self.table.position.length:
            self._draw()
        busy = -(-self.table.busy() // BUSY_MS)
        if busy != self._busy:
            self._busy = busy
            self._draw_look()
        self.clock.show(self.scene, now, self.palette)
        self.pile.pass_time(now, self._shout(now))

    def _tell(self, news: News, now: int) -> None:
        if tales := self._tales(news.events):
            self.tale.tell(tales, self.palette)
        self.dogs.note(news.events)
        for event in news.events:
            if event.key in AT_A_SPOT:
                self.pile.flash(event.data["spot"], event.data["seat"], now)
            elif event.key == "go":
                self._round_began = now
            elif event.key == "countdown" and not isinstance(self.screen, pages.Leave):
                self._close_pages()  # the clock waits for no reader

    def _tales(self, happened: list[Event]) -> list[str]:
        """What is worth a line; where nobody is reminded, no line names a bone of the pile."""
        loud = [event for event in happened if event.key not in QUIET]
        if self._forgetful:
            loud = [event for event in loud if event.data.get("bone") is None]
        return told(loud)

    def _shout(self, now: int) -> str:
        scene = self.scene
        if scene.phase == "countdown" and scene.ends is not None:
            return str(min(max(-(-(scene.ends - now) // 1000), 1), scene.countdown // 1000))
        if scene.phase == "dig" and self._round_began is not None:
            return "DIG!" if now < self._round_began + SHOUT_MS else ""
        return ""

    def _scene(self) -> Scene:
        table = self.table
        prompt = table.prompt() or {"stage": "", "ask": ""}
        feats = feats_shown(table.story.known(table.person))
        return read_scene(table.view(), prompt["stage"], prompt["ask"], feats)

    def _draw(self) -> None:
        """Everything that depends on the position."""
        before, self.scene = self.scene, self._scene()
        self._shown_length = self.table.position.length
        self.hand.settle(self.scene)
        if self.scene.stage == "lay":
            self.hand.nearest_empty(self.scene)
        pointing = None if self.scene.you is None else self.hand.spot
        self.pile.show(self.scene, self.palette, pointing)
        self.paws.show(self.scene, self.palette, self.hand.paw)
        self.dogs.show(self.scene, self.palette)
        self.clock.show(self.scene, self.table.now, self.palette)
        self._draw_lines()
        if self.scene.rounds_over > before.rounds_over:
            self._show_loot(self._after_the_rush())

    def _draw_lines(self) -> None:
        scene, palette = self.scene, self.palette
        if fits(self._room):
            self.heading.update(lines.heading(scene, palette))
        else:
            words = lines.too_small(self._room, LEAST_SIZE)
            self.heading.update(Text(words, style(palette.bad, None, "bold")))
        refused = None if self._reason is None else self._reason.refused
        self.ask.update(lines.asked(scene, self.hand, refused, palette))
        self.keys.update(lines.keys(scene, self.hand, palette))
        self._draw_look()

    def _draw_look(self) -> None:
        held = self.table.held is not None
        self.look.update(lines.look(self.scene, self.hand, self._busy, self.palette, held=held))

    # -- keys -------------------------------------------------------------------------------------

    def _moved(self) -> None:
        """The hand moved: only what shows it is drawn."""
        pointing = None if self.scene.you is None else self.hand.spot
        self.pile.show(self.scene, self.palette, pointing)
        self.paws.show(self.scene, self.palette, self.hand.paw)
        self._draw_lines()

    def _point(self) -> None:
        """The person has gone on to something else."""
        self._reason = None
        self._moved()

    def _act(self, move: dict[str, Any]) -> None:
        if self.table.person is None:
            return
        self._reason = None
        if move["do"] == "bury":
            self.hand.paw = None
        self._show(self.table.act(move))
        self._moved()

    def action_step(self, way: str) -> None:
        self.hand.step(way)
        self._point()

    def action_vi(self, key: str) -> None:
        me = self.scene.me
        if key == "k" and me is not None and me.dug and self.hand.paw is None:
            self._act({"do": "keep"})
        else:
            self.action_step(VI[key])

    def action_digit(self, digit: str) -> None:
        """Part of a spot's number after g; else a paw, if there is one of that number."""
        me = self.scene.me
        if self.hand.typed is not None:
            if self.hand.type(digit):
                self.hand.typed = None
        elif digit in "123" and me is not None:
            if int(digit) > len(me.paws):
                self._act({"do": "bury", "paw": int(digit), "spot": self.hand.spot, "side": "down"})
                return
            self.hand.pick(int(digit), self.scene)
        self._point()

    def action_jump(self) -> None:
        self.hand.typed = ""
        self._point()

    def action_leap(self, wanted: str) -> None:
        self.hand.leap(self.scene, wanted)
        self._point()

    def action_let_go(self) -> None:
        self.hand.paw = self.hand.typed = None
        self._point()

    def action_obvious(self) -> None:
        self._act(self.hand.obvious(self.scene))

    def action_dig(self) -> None:
        self._act(self.hand.dig())

    def action_put(self, side: str) -> None:
        self._act(self.hand.put(side))

    def action_do(self, kind: str) -> None:
        self._act({"do": kind})

    # -- the mouse --------------------------------------------------------------------------------

    def on_pile_clicked(self, message: Pile.Clicked) -> None:
        self.hand.spot = message.spot
        move = self.hand.click(self.scene)
        if message.face_up and move["do"] in ("put", "bury"):
            move["side"] = "up"
        self._act(move)

    def on_paws_clicked(self, message: Paws.Clicked) -> None:
        if message.paw is None:
            self._act({"do": "keep"})
        else:
            self.action_digit(str(message.paw))

    # -- pages ------------------------------------------------------------------------------------

    def _open(self, page: pages.Page, then: Callable[[bool | None], None] = lambda _: None) -> None:
        """One page at a time, but for those that are there to stay."""
        self._close_pages()
        self.push_screen(page, then)

    def _close_pages(self) -> None:
        while len(self.screen_stack) > 1 and not isinstance(self.screen, pages.LASTING):
            self.pop_screen()

    def _after_the_rush(self) -> Callable[[], bool]:
        """A page that opens by itself does not take a key that was meant for the pile."""
        opens = self.table.now + RUSH_MS
        return lambda: self.table.now >= opens

    def _welcome(self) -> None:
        def begin(_: bool | None) -> None:
            self.table.start()
            if not self._goes_on:
                self._act({"do": "ready"})

        content = pages.welcome(self.palette, self.scene, goes_on=self._goes_on)
        title = "The game goes on" if self._goes_on else "DOGPILE"
        foot = "Enter to go on" if self._goes_on else "Enter: paws up"
        self._open(pages.Welcome(title, content, foot), begin)

    def action_help(self) -> None:
        self._open(pages.Page("Keys", pages.help_page(self.palette), "Enter to return"))

    def action_loot(self) -> None:
        """The loot of the last round."""
        if self.scene.rounds_over:
            self._show_loot(lambda: True)

    def _show_loot(self, opened: Callable[[], bool]) -> None:
        """Enter goes on: with paws up if that is asked, to the last page when it is over."""

        def go_on(yes: bool | None) -> None:
            if yes and self.scene.stage == "ready":
                self._act({"do": "ready"})
            elif self.table.over and not isinstance(self.screen, pages.Final):
                self._show_final()

        title = f"Loot of round {self.scene.rounds_over}"
        content = pages.loot_page(self.palette, self.scene)
        self._open(pages.Page(title, content, "Enter to go on", opened), go_on)

    def _show_final(self) -> None:
        content = pages.final_page(self.palette, self.scene)
        page = pages.Final("The end", content, "Enter to leave   o loot", self._after_the_rush())
        self._open(page, lambda _: self.exit("over"))

    def action_leave(self) -> None:
        def sure(yes: bool | None) -> None:
            if yes:
                self.exit("left")

        if self.table.over:
            self.exit("over")
        elif isinstance(self.screen, pages.Leave):  # Ctrl-C, and once more
            self.exit("left")
        else:
            going = "The clock goes on while you think about it."
            words = Text(going if self.table.started else "The clock does not run yet.")
            self._open(pages.Leave("Leave the table?", words, "y leave   n stay"), sure)

    def action_daylight(self) -> None:
        self.palette = NIGHT if self.palette is DAY else DAY
        self.theme = self.palette.name
        self.tale.tell([], self.palette)
        self._draw()
