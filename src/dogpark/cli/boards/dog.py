"""DOG, drawn: the wooden board with its track, kennels and finishes, and the table beside it.

The seat that looks has its star in the lower left corner (with six players, in the lower half).
Pegs are a letter and a digit on the seat's colour: ``R2`` is Red's peg 2, ``R*`` a fresh one. Where
a choice leads is marked with the number to type, ``1×`` if it sends somebody home.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from rich.console import Group, RenderableType
from rich.style import Style
from rich.table import Table
from rich.text import Text

from dogpark.cli import seats
from dogpark.cli.boards.fitting import Fitting, View

Spot: TypeAlias = tuple[float, int]  # column and row, in cells of the board

SIDE = 16  # steps along the short side
KINDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X")

PLANKS = ("#8a5a34", "#875731", "#8c5c36", "#855530")  # tones of the wood, row by row
RIM, CREAM = "#5f3b20", "#fff3d6"
HOLE = Style(color="#4a2d17")
PATH = Style(color="#c79a6b")
END = Style(color="#f0d9b0")
LINE = Style(color="#754a28")
NUMBER = Style(color="#d9b48a")
CARD = Style(color=seats.INK, bgcolor=CREAM, bold=True)
MARK = Style(color="#ffffff", bgcolor=seats.INK, bold=True)


def draw(view: View, prompt: View | None, width: int) -> RenderableType:
    return DogTable(view, prompt, width)


@dataclass(frozen=True)
class Scale:
    """How large the board is drawn: columns and rows of a cell, and whether it has a rim."""

    wide: int
    high: int
    rim: bool

    @property
    def pad(self) -> int:
        return 3 if self.rim else 1


COMPACT, ROOMY, LARGE = Scale(2, 1, rim=False), Scale(3, 1, rim=True), Scale(4, 2, rim=True)
PANEL, NARROW = 41, 29
# From the most generous to the least: scale, columns of the panel, rows the terminal should have.
LAYOUTS = ((LARGE, PANEL, 54), (ROOMY, PANEL, 36), (COMPACT, PANEL, 0), (COMPACT, NARROW, 0))


class DogTable(Fitting):
    """Board and panel, or only a list where the board does not fit."""

    def _drawn(self, height: int) -> RenderableType:
        for scale, panel, least in LAYOUTS:
            columns = board_width(self._view, scale)
            if height >= least and columns + 2 + panel <= self._width:
                board = Board(self._view, self._prompt, scale)
                grid = Table.grid(padding=(0, 2, 0, 0), pad_edge=False)
                grid.add_column(no_wrap=True, width=columns)
                grid.add_column(width=panel)
                grid.add_row(Group(*board.lines()), Group(*_panel(self._view, panel)))
                return grid
        return Group(*_panel(self._view, PANEL), _piles(self._view))


def board_width(view: View, scale: Scale) -> int:
    columns: int = view["board"]["track"] // 2 - SIDE
    return columns * scale.wide + 2 + 2 * scale.pad


# -- the board ------------------------------------------------------------------------------------


class Board:
    """A canvas of characters, on which fields and pegs are put by cell."""

    def __init__(self, view: View, prompt: View | None, scale: Scale) -> None:
        self.view, self.scale = view, scale
        self.columns = view["board"]["track"] // 2 - SIDE  # steps along the long side
        self.pad, self.top = scale.pad, 1 if scale.rim else 0
        self.width = board_width(view, scale)
        height = SIDE * scale.high + 1 + 2 * self.top
        self.rows = [
            [(" ", Style(bgcolor=PLANKS[row * 3 // 5 % len(PLANKS)]))] * self.width
            for row in range(height)
        ]
        self.spots = self._all_spots()
        self.standing = {
            peg["id"]: player["seat"] for player in view["players"] for peg in player["pegs"]
        }
        self._put_rim()
        self._put_fields()
        self._put_middle()
        self._put_pegs()
        if prompt is not None:
            self._put_marks(prompt)

    def lines(self) -> Iterator[Text]:
        for row in self.rows:
            yield Text.assemble(*row)

    def _put(self, spot: Spot, text: str, style: Style) -> None:
        """Writes a text that begins in this cell, on the wood unless the style says otherwise."""
        x = round(spot[0] * self.scale.wide) + self.pad
        self._write(x, spot[1] * self.scale.high + self.top, text, style)

    def _write(self, x: int, y: int, text: str, style: Style) -> None:
        for offset, char in enumerate(text):
            if 0 <= x + offset < self.width and 0 <= y < len(self.rows):
                self.rows[y][x + offset] = (char, self.rows[y][x + offset][1] + style)

    # -- where things are -------------------------------------------------------------------------

    def _all_spots(self) -> dict[int, Spot]:
        """The cell of every field, by its number."""
        spots = {field: self._track_spot(field) for field in range(self.view["board"]["track"])}
        for path in self.view["board"]["paths"]:
            (x0, y0), (x1, y1) = (spots[end] for end in path["ends"])
            count = len(path["fields"]) + 1
            for step, field in enumerate(path["fields"], 1):
                spots[field] = (x0 + (x1 - x0) * step / count, y0 + round((y1 - y0) * step / count))
        paths = [path["fields"] for path in self.view["board"]["paths"]]
        for u, v in zip(*paths, strict=True) if paths else ():
            if spots[u] == spots[v]:  # the paths cross in the drawing; side by side, they do not
                (x, y), apart = spots[u], 0.5 if self.scale.wide < 3 else 0.4
                spots[u], spots[v] = (x - apart, y), (x + apart, y)
        for player in self.view["players"]:
            x, y = spots[player["star"]]
            inwards, upwards = self._inwards(player)
            for depth, field in enumerate(player["finish"], 1):
                spots[field] = (x + inwards * depth, y + upwards * depth)
        return spots

    def _track_spot(self, field: int) -> Spot:
        track, long = self.view["board"]["track"], self.columns
        you = self.view["you"] or 0
        half = 3 * SIDE if you >= 3 else 0
        at = (field - (half if self.columns > SIDE else SIDE * you)) % track
        if at <= long:
            return at, SIDE
        if at <= long + SIDE:
            return long, SIDE - (at - long)
        if at <= 2 * long + SIDE:
            return long - (at - long - SIDE), 0
        return 0, at - 2 * long - SIDE

    def _inwards(self, player: View) -> tuple[int, int]:
        x, y = self._track_spot(player["star"])
        return (x == 0) - (x == self.columns), 1 if y == 0 else -1

    def _kennel(self, player: View) -> list[Spot]:
        x, y = self._track_spot(player["star"])
        inwards, upwards = self._inwards(player)
        along = (
            [x + 4 * inwards, x + 5 * inwards] if inwards else [x - upwards * 2, x - upwards * 3]
        )
        return [(min(along) + i % 2, y + upwards * (1 + i // 2)) for i in range(4)]

    # -- what is put there ------------------------------------------------------------------------

    def _put_rim(self) -> None:
        """With room to spare: a dark rim with the numbers of the fields on it."""
        if self.scale.rim:
            for y, row in enumerate(self.rows):
                for x in range(self.width):
                    if y in (0, len(self.rows) - 1) or x < 2 or x >= self.width - 2:
                        row[x] = (" ", Style(bgcolor=RIM))
        for field in range(self.view["board"]["track"]):
            if field % 4 == 0:
                self._put_number(field)

    def _put_number(self, field: int) -> None:
        x, y = self._track_spot(field)
        sides = x in (0, self.columns)
        column = round(x * self.scale.wide) + self.pad
        row = y * self.scale.high + self.top
        if self.scale.rim:
            if not sides or y in (0, SIDE):
                self._write(column, 0 if y == 0 else len(self.rows) - 1, str(field), NUMBER)
            else:
                self._write(0 if x == 0 else self.width - 2, row, f"{field:>2}", NUMBER)
        elif sides and y not in (0, SIDE):
            self._put((1.5 if x == 0 else x - 1.5, y), f"{field:<2}", NUMBER)
        elif not sides and field % 8 == 0 and field % SIDE:
            aside = 0 if self.columns == SIDE else 0.5 if x > SIDE else -0.5
            self._put((x + aside, 1 if y == 0 else y - 1), f"{field:<2}", NUMBER)

    def _put_fields(self) -> None:
        if self.scale.high > 1:
            self._put_lines()
        for field in range(self.view["board"]["track"]):
            self._put(self.spots[field], "●", HOLE)
        for path in self.view["board"]["paths"]:
            for field in path["fields"]:
                self._put(self.spots[field], "●", PATH)
            for end in path["ends"]:
                self._put(self.spots[end], "◎", END)
        for player in self.view["players"]:
            style = seats.style(player["seat"])
            self._put(self.spots[player["star"]], "★", style)
            for field in player["finish"]:
                self._put(self.spots[field], "○", style)
            for spot in self._kennel(player):
                self._put(spot, "·", style)

    def _put_lines(self) -> None:
        """With room between the fields, a groove joins them."""
        left, right = self.pad, self.pad + self.columns * self.scale.wide
        top, bottom = self.top, self.top + SIDE * self.scale.high
        for y in (top, bottom):
            self._write(left, y, "─" * (right - left), LINE)
        for y in range(top, bottom):
            for x in (left, right):
                self._write(x, y, "│", LINE)

    def _put_pegs(self) -> None:
        for player in self.view["players"]:
            home = iter(self._kennel(player))
            for peg, place in enumerate(player["pegs"]):
                spot = next(home) if place["id"] < 0 else self.spots[place["id"]]
                self._put_peg(spot, player, peg, fresh=place["fresh"])

    def _put_peg(self, spot: Spot, player: View, peg: int, *, fresh: bool) -> None:
        style = Style(color=seats.INK, bgcolor=seats.COLOURS[player["seat"]], bold=True)
        text = f"{player['letter']}{peg}"
        if fresh:
            text = text + "*" if self.scale.wide > 2 else f"{player['letter']}*"
        self._put(spot, text, style)

    def _put_middle(self) -> None:
        """What lies in the middle of the table: the card being played, and the piles."""
        card = self.view["card"]
        centre = round(SIDE * self.scale.wide / (2 if self.columns == SIDE else 2.3)) + self.pad
        row = len(self.rows) // 2
        if card is not None:
            for offset, line in enumerate(_card_lines(card["card"], 3)):
                self._write(centre - 2, row - 2 + offset, line, CARD)
            if card["left"] is not None:
                self._write(centre + 5, row - 1, f"{card['left']} left", NUMBER)
        piles = f"draw {self.view['draw']} · out {sum(self.view['discard'].values())}"
        self._write(centre - len(piles) // 2, row + 2, piles, NUMBER)

    def _put_marks(self, prompt: View) -> None:
        """The number of each choice where it leads, or on the peg it is about."""
        for number, choice in enumerate(prompt["choices"], 1):
            action, effect = choice["action"], choice["effect"]
            for move in effect.get("moves", ()):
                field, text = move["to_id"], f"{number}×" if effect["hits"] else str(number)
                if prompt["stage"] == "target":  # the peg to swap with, where it stands
                    field, text = move["from_id"], str(number)
                    if (move["seat"], move["peg"]) != (action["seat"], action["peg"]):
                        continue
                standing = self.standing.get(field)
                whose = Style(color=seats.COLOURS[standing]) if standing is not None else None
                self._put(self.spots[field], f"{text:<2}", MARK + whose)


# -- the panel ------------------------------------------------------------------------------------


def _panel(view: View, width: int) -> Iterator[RenderableType]:
    """Everything that is not on the board, line by line."""
    wide, tight = width >= PANEL, len(view["players"]) > 4
    dealer = "" if view["dealer"] is None else view["players"][view["dealer"]]["name"]
    deals = f" · {dealer} deals" if dealer and wide else ""
    yield Text.assemble(
        (f"Round {view['round']}", "bold"), seats.coloured(f" · {view['size']} cards each{deals}")
    )
    if view["you"] is not None:
        me = view["players"][view["you"]]
        partner = view["players"][me["partner"]]["name"]
        with_whom = f", your partner is {partner}" if wide else f", with {partner}"
        yield seats.coloured(f"You are {me['name']}{with_whom}")
    yield from [] if tight else [Text("")]
    yield from (_player_line(view, player, wide=wide) for player in view["players"])
    yield Text("")
    yield _what_is_played(view)
    if "hand" in view:
        yield from _hand(view, wide=wide)
    yield from [] if tight else [Text("")]
    yield from _unseen(view, wide=wide)


def _player_line(view: View, player: View, *, wide: bool) -> Text:
    seat = player["seat"]
    text = Text("▶" if seat == view["turn"] else " ", "bold")
    text.append_text(seats.chip(seat))
    text.append(f" {player['shape']} ", seats.style(seat))
    if wide:
        text.append(f"{player['name']:<6} ", seats.style(seat))
    if player["folded"]:
        text.append("folded " if wide else "out ", "dim")
    elif wide:
        text.append("▮" * player["cards"], "#e8d9b8")
        text.append("·" * (6 - player["cards"]) + " ", "dim")
    else:
        text.append(f"{player['cards']}▮ ", "#e8d9b8")
    if player["moves"] != seat:
        partner = view["players"][player["moves"]]["name"]
        return text.append_text(seats.coloured(f"safe, helps {partner}"))
    places = [peg["at"] for peg in player["pegs"] if peg["id"] >= 0]
    return text.append(" ".join(places) or "all in the kennel", "" if places else "dim")


def _what_is_played(view: View) -> Text:
    result, card = view["result"], view["card"]
    if result is not None:
        names = " and ".join(view["players"][seat]["name"] for seat in result["winners"])
        return seats.coloured(f"{names} win" if names else "Nobody wins", "bold")
    if card is None:
        return Text("")
    text = seats.coloured(f"{view['players'][view['turn']]['name']} plays {card['words']}")
    return text if card["left"] is None else text.append(f", {card['left']} left", "bold")


def _piles(view: View) -> Text:
    down = f", {view['face_down']} face down" if view["face_down"] else ""
    return Text(f"draw {view['draw']} · out {sum(view['discard'].values())}{down}", "dim")


def _card_lines(card: str, inner: int) -> tuple[str, str, str]:
    return (f"╭{'─' * inner}╮", f"│{card:^{inner}}│", f"╰{'─' * inner}╯")


def _hand(view: View, *, wide: bool) -> Iterator[Text]:
    cards = [_card_lines(card, 3 if wide else 2) for card in view["hand"]]
    if not cards:
        yield Text("no cards in your hand", "dim")
    for line in zip(*cards, strict=True):
        yield Text(" ").join(Text(part, CARD) for part in line)
    if view["gave"]:
        still = " (still held)" if view["partner_holds"] else ""
        got = f", got {view['got']}" if view["got"] else ""
        yield Text(f"gave {view['gave']}{still}{got}", "dim")


def _unseen(view: View, *, wide: bool) -> Iterator[Text]:
    """How many cards of each kind this seat has not seen since the last shuffle."""
    unseen = view["unseen"]
    yield Text("not seen since the last shuffle" if wide else "not seen since the shuffle", "dim")
    if wide:
        yield Text(" ".join(f"{kind:>2}" for kind in KINDS), "bold")
        yield Text(" ".join(f"{unseen.get(kind, 0) or '–':>2}" for kind in KINDS))
        return
    for half in (KINDS[:7], KINDS[7:]):
        parts = [((kind, "bold"), f"·{unseen.get(kind, 0)} ") for kind in half]
        yield Text.assemble(*(part for pair in parts for part in pair))
