"""Dog's Breath, drawn: the grid or the discards, everybody's cards as far as known, and your hand.

A card in short is three letters, as in ``Mbn`` for meat, butt, night; B, S and G are bone, scavenger and
guard dog. Colours tell the kinds apart, the letters say the same. Numbers on cards are those to type.
Where there is little room for what is asked, the hand and the players take one or two lines.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.style import Style
from rich.table import Table
from rich.text import Text

from dogpark.cli import seats
from dogpark.cli.boards.fitting import Fitting, View

CREAM = "#fff3d6"
COLOURS = {"vege": "#3f7d2c", "poop": "#7a4a1e", "meat": "#b3261e"}
SPECIAL = "#3b4a8c"
LINES = {  # what is not food, as written on a card
    "bone": ("bone", "", ""),
    "scavenger": ("scav-", "enger", ""),
    "guard-dog": ("guard", "dog", ""),
}
LEGENDS = (  # the longest that fits
    "M meat P poop V vege · s snout b butt · d day n night · B bone S scavenger G guard dog",
    "Meat Poop Vege · snout butt · day night · Bone Scavenger Guard dog",
    "Meat Poop Vege, snout butt, day night, Bone Scav. Guard",
)
AROUND = 7  # rows of a screen besides the board and the choices
FEW = 12  # choices that should be listed in full
COLUMN = 40  # columns that a choice in short form takes


def draw(view: View, prompt: View | None, width: int) -> RenderableType:
    return BreathTable(view, prompt, width)


class BreathTable(Fitting):
    """As tall as the terminal allows with all choices below it."""

    def _drawn(self, height: int) -> RenderableType:
        view, prompt = self._view, self._prompt
        numbers = _numbers(prompt)
        low = height < self._rows() + AROUND + self._choice_rows()
        middle = _grid(view["grid"], numbers) if view["grid"] else _discards(view)
        in_short = low and not _round_is_shown(view)
        players = _players_in_short(view, self._width) if in_short else _players(view)
        hand = _hand_in_short(view, numbers) if low else _hand(view, numbers)
        parts = [_head(view), middle, players, *hand, self._legend()]
        return Constrain(Group(*parts), self._width)

    def _rows(self) -> int:
        """Of the board at its full height: head, players, hand, score and legend; the table."""
        rows = 1 + 1 + len(self._view["players"]) + 5 + 1 + 1 + 1
        grid = self._view["grid"]
        return rows + (len(grid["cards"]) // grid["columns"] if grid else 1)

    def _choice_rows(self) -> int:
        """Few are listed one a line, many in columns."""
        count = len(self._prompt["choices"]) if self._prompt else 0
        return count if count <= FEW else -(-count * COLUMN // self._width)

    def _legend(self) -> Text:
        fitting = [legend for legend in LEGENDS if len(legend) <= self._width]
        return Text((fitting or LEGENDS[-1:])[0], "dim")


# -- cards ----------------------------------------------------------------------------------------


def short(card: str) -> str:
    """``Mbn`` for meat-butt-night, ``B`` for bone."""
    if card in LINES:
        return card[0].upper()
    kind, way, time = card.split("-")
    return f"{kind[0].upper()}{way[0]}{time[0]}"


def _kind(card: str) -> str:
    return "" if card in LINES else card.partition("-")[0]


def _tokens(cards: dict[str, int]) -> Text:
    """``Mbn Vsd×2 B``, each on the ground of a card: legible in light and dark; a dash for nothing."""
    text = Text()
    for card, count in cards.items():
        text.append(" " * bool(text)).append(short(card), _ink(card))
        text.append(f"×{count}" if count > 1 else "", "dim")
    return text or Text("–", "dim")


def _card_rows(card: str) -> tuple[str, ...]:
    inner = LINES.get(card) or tuple(card.split("-"))
    return ("╭─────╮", *(f"│{line:^5}│" for line in inner), "╰─────╯")


# -- the table ------------------------------------------------------------------------------------


def _head(view: View) -> Text:
    deck = view["deck"]
    text = Text.assemble(("Round ", "dim"), (f"{view['round']}", "bold"), f" of {view['rounds']}")
    if view["turn"] is not None:
        text.append(" · ").append_text(seats.coloured(f"seat {view['turn']}'s turn"))
    text.append(f" · deck {deck['cards']}")
    if deck["bottom"]:
        text.append(f", last {deck['bottom']} from the grid", "dim")
    if deck["known"]:
        text.append(" with ", "dim").append_text(_tokens(deck["known"]))
    if view["out"] is not None:
        text.append(" · ").append_text(seats.coloured(f"seat {view['out']} is out!"))
    return text


def _grid(grid: View, numbers: dict[Any, int]) -> RenderableType:
    """Face-down cards are shaded; one that was seen still shows through."""
    table = Table.grid(padding=(0, 1))
    row: list[Text] = []
    for cell in grid["cards"]:
        row.append(_grid_card(cell, numbers))
        if len(row) == grid["columns"]:
            table.add_row(*row)
            row = []
    return table


def _grid_card(cell: View, numbers: dict[Any, int]) -> Text:
    number = (f"{numbers.get(cell['place'], ''):>2} ", "bold")
    if cell["lies"] == "gone":
        return Text("     ·  ", "dim")
    card = short(cell["card"]) if cell["card"] else ""
    if cell["lies"] == "up":
        return Text.assemble(number, (f"{card:^5}", _ink(cell["card"])))
    return Text.assemble(number, (f"{card or '▒':▒^5}", "dim"))


def _discards(view: View) -> Text:
    piles = view["discards"]
    text = Text.assemble(("discards ", "dim"), _tokens(piles["face_up"]))
    if piles["face_down"]:
        text.append(" · face-down ", "dim").append_text(_tokens(piles["face_down"]))
    scavenge = view["scavenge"]
    if scavenge is not None:
        wish = f" for {scavenge['wish']}" if scavenge["wish"] else ""
        words = f"\nSeat {scavenge['by']} sends a scavenger to seat {scavenge['target']}{wish}"
        text.append_text(seats.coloured(words))
    return text


def _round_is_shown(view: View) -> bool:
    """BRE-9.4: the last round is looked at until the first turn of the next one."""
    return view["last_round"] is not None and (view["grid"] is not None or view["turn"] is None)


def _players(view: View) -> RenderableType:
    """One line a player: points, cards, and what is known of them, or what they have just shown."""
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    table.add_column("")
    table.add_column("player", no_wrap=True)
    table.add_column("points", justify="right")
    table.add_column("cards", justify="right")
    over = view["result"] is not None
    if not over:
        table.add_column("known")
    shown = view["last_round"] if _round_is_shown(view) else None
    if shown:
        table.add_column(f"round {shown['round']}")
    for player in view["players"]:
        seat = player["seat"]
        table.add_row(
            _mark(view, seat),
            seats.label(seat, view["you"]),
            Text(str(player["total"]), "bold"),
            Text(f"{player['cards']}"),
            *([] if over else [_known(player)]),
            *([_shown(shown, seat)] if shown else []),
        )
    return table


def _players_in_short(view: View, width: int) -> RenderableType:
    """Two players a line, where that fits."""
    cells = []
    for player in view["players"]:
        cell = Text.assemble(_mark(view, player["seat"]), seats.label(player["seat"], view["you"]))
        cell.append(f" {player['total']}", "bold").append(f", {player['cards']} cards: ")
        cells.append(cell.append_text(_known(player)))
    table = Table.grid(padding=(0, 2))
    columns = 2 if 2 * max(cell.cell_len for cell in cells) + 2 <= width else 1
    for at in range(0, len(cells), columns):
        table.add_row(*cells[at : at + columns])
    return table


def _mark(view: View, seat: int) -> Text:
    return Text("▶" if seat == view["asked"] else " ", "bold")


def _known(player: View) -> Text:
    """What is certain of a hand; a bone discarded last is half of seven meat (BRE-8.3)."""
    known = _tokens(player["known"])
    if player["lacks"]:
        known.append(" no ", "dim").append_text(_tokens(dict.fromkeys(player["lacks"], 1)))
    if player["last_discard"] == "bone":
        known.append(" last discard ", "dim").append_text(_tokens({"bone": 1}))
    return known


def _shown(last: View, seat: int) -> Text:
    """``26 = 21+5 Msd Mbd B …``"""
    (player,) = [player for player in last["players"] if player["seat"] == seat]
    text = Text(f"{player['gained']}", "bold")
    if seat == last["out"]:
        text.append(f" = {player['points']}{player['gained'] - player['points']:+}")
    return text.append(" ").append_text(_tokens(player["hand"]))


# -- the hand -------------------------------------------------------------------------------------


def _cards_of(view: View) -> list[str]:
    return [card for card, count in view["hand"].items() for _ in range(count)]


def _ink(card: str) -> Style:
    return Style(color=COLOURS.get(_kind(card), SPECIAL), bgcolor=CREAM)


def _hand(view: View, numbers: dict[Any, int]) -> Iterator[Text]:
    if "hand" not in view:
        return
    cards = _cards_of(view)
    rows = [_card_rows(card) for card in cards]
    for line in zip(*rows, strict=True):
        yield Text.assemble(*zip(line, map(_ink, cards), strict=True))
    came = view["came"]
    if came or any(card in numbers for card in cards):
        marks = [f"{numbers.get(card, '')}{'*' * (card == came)}" for card in cards]
        yield Text("".join(f"{mark:^7}" for mark in marks), "bold")
    yield _score(view)


def _hand_in_short(view: View, numbers: dict[Any, int]) -> Iterator[Text]:
    if "hand" not in view:
        return
    text = Text("hand")
    for card in _cards_of(view):
        name = short(card) + "*" * (card == view["came"])
        text.append(f" {numbers.get(card, '')}", "bold").append(f"{name:^5}", _ink(card))
    yield text
    yield _score(view, in_short=True)


def _numbers(prompt: View | None) -> dict[Any, int]:
    """The number to type for each card that may be discarded, and each place of the grid."""
    found: dict[Any, int] = {}
    for number, choice in enumerate(prompt["choices"] if prompt else (), 1):
        action = choice["action"]
        if action["do"] == "discard":
            found[action["card"]] = number
        elif action["do"] in ("flip", "take"):
            found[action["place"]] = number
    return found


def _score(view: View, *, in_short: bool = False) -> Text:
    score = view["score"]
    drop = score["after_discarding"]
    when = f"after discarding {short(drop)}" if drop else "now"
    text = Text.assemble((f"{score['points']}", "bold"), f" {when}")
    if score["parts"]:
        parts = [(f"{part['points']} for ", part["words"]) for part in score["parts"]]
        lines = ", ".join(words if in_short else points + words for points, words in parts)
        text.append(f": {lines}")
    if view["offer"]:
        text.append(f" · you lay down {short(view['offer'])}")
    return text
