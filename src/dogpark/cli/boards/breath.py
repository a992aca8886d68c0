"""Dog's Breath, drawn: the grid or the discards, everybody's cards as far as known, and your hand.

A card in short is three letters, as in ``Mbn`` for meat, butt, night; B, S and G are bone, scavenger and
guard dog. Colours tell the kinds apart, the letters say the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from rich.console import Group, RenderableType
from rich.constrain import Constrain
from rich.style import Style
from rich.table import Table
from rich.text import Text

from dogpark.cli import seats

View: TypeAlias = dict[str, Any]

CREAM = "#fff3d6"
COLOURS = {"vege": "#3f7d2c", "poop": "#7a4a1e", "meat": "#b3261e"}
BRIGHT = {"vege": "#8fd67a", "poop": "#d3a06b", "meat": "#ff8a80"}
SPECIAL = "#3b4a8c"
LINES = {  # what is not food, as written on a card
    "bone": ("bone", "", ""),
    "scavenger": ("scav-", "enger", ""),
    "guard-dog": ("guard", "dog", ""),
}
LEGEND = "M meat P poop V vege · s snout b butt · d day n night · B bone S scavenger G guard dog"


def draw(view: View, prompt: View | None, width: int) -> RenderableType:
    parts: list[RenderableType] = [_head(view)]
    parts += [_grid(view["grid"])] if view["grid"] else [_discards(view)]
    parts += [_players(view), *_hand(view, prompt), Text(LEGEND, "dim")]
    return Constrain(Group(*parts), width)


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
    """``Mbn Vsd×2 B``; a dash for nothing."""
    text = Text()
    for card, count in cards.items():
        text.append(" " * bool(text) + short(card), BRIGHT.get(_kind(card), "bold"))
        text.append(f"×{count}" if count > 1 else "", "dim")
    return text or Text("–", "dim")


def _card_rows(card: str) -> tuple[str, ...]:
    inner = LINES.get(card) or tuple(card.split("-"))
    return ("╭─────╮", *(f"│{line:^5}│" for line in inner), "╰─────╯")


# -- the table ------------------------------------------------------------------------------------


def _head(view: View) -> Text:
    deck = view["deck"]
    text = Text.assemble(("Round ", "dim"), (f"{view['round']}", "bold"), f" of {view['rounds']}")
    text.append(f" · deck {deck['cards']}")
    if deck["bottom"]:
        text.append(f", the last {deck['bottom']} from the grid", "dim")
    if deck["known"]:
        text.append(" · in it ", "dim").append_text(_tokens(deck["known"]))
    if view["out"] is not None:
        text.append(" · ").append_text(seats.coloured(f"seat {view['out']} is out!"))
    return text


def _grid(grid: View) -> RenderableType:
    """Face-down cards are shaded; one that was seen still shows through."""
    table = Table.grid(padding=(0, 1))
    row: list[Text] = []
    for cell in grid["cards"]:
        row.append(_grid_card(cell))
        if len(row) == grid["columns"]:
            table.add_row(*row)
            row = []
    return table


def _grid_card(cell: View) -> Text:
    number = f"{cell['place']:>2} "
    if cell["lies"] == "gone":
        return Text(f"{number}  ·  ", "dim")
    card = short(cell["card"]) if cell["card"] else ""
    if cell["lies"] == "up":
        ground = COLOURS.get(_kind(cell["card"]), SPECIAL)
        return Text.assemble((number, "bold"), (f"{card:^5}", Style(color=ground, bgcolor=CREAM)))
    return Text.assemble(number, (f"{card or '▒':▒^5}", "dim"))


def _discards(view: View) -> Text:
    piles = view["discards"]
    text = Text("discards ", "dim").append_text(_tokens(piles["face_up"]))
    if piles["face_down"]:
        text.append(" · face-down ", "dim").append_text(_tokens(piles["face_down"]))
    scavenge = view["scavenge"]
    if scavenge is not None:
        wish = f" for {scavenge['wish']}" if scavenge["wish"] else ""
        words = f"\nSeat {scavenge['by']} sends a scavenger to seat {scavenge['target']}{wish}"
        text.append_text(seats.coloured(words))
    return text


def _players(view: View) -> RenderableType:
    """One line a player: points, cards, and what is known of them."""
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    table.add_column("")
    table.add_column("player", no_wrap=True)
    table.add_column("points", justify="right")
    table.add_column("cards", justify="right")
    table.add_column("known")
    for player in view["players"]:
        seat = player["seat"]
        known = _tokens(player["known"])
        if player["lacks"]:
            known.append(" no ", "dim").append_text(_tokens(dict.fromkeys(player["lacks"], 1)))
        table.add_row(
            Text("▶" if seat == view["asked"] else " ", "bold"),
            seats.label(seat, view["you"]),
            Text(str(player["total"]), "bold"),
            Text(f"{player['cards']}"),
            known,
        )
    return table


# -- the hand -------------------------------------------------------------------------------------


def _hand(view: View, prompt: View | None) -> Iterator[Text]:
    if "hand" not in view:
        return
    cards = [card for card, count in view["hand"].items() for _ in range(count)]
    rows = [_card_rows(card) for card in cards]
    for line in zip(*rows, strict=True):
        styles = [Style(color=COLOURS.get(_kind(card), SPECIAL), bgcolor=CREAM) for card in cards]
        yield Text.assemble(*zip(line, styles, strict=True))
    numbers = _numbers(prompt)
    if numbers:
        shown = [str(numbers.get(card, "")) for card in cards]
        yield Text("".join(f"{number:^7}" for number in shown), "bold")
    yield _score(view)


def _numbers(prompt: View | None) -> dict[str, int]:
    """The number to type for each card that may be discarded."""
    found: dict[str, int] = {}
    for number, choice in enumerate(prompt["choices"] if prompt else (), 1):
        if choice["action"]["do"] == "discard":
            found[choice["action"]["card"]] = number
    return found


def _score(view: View) -> Text:
    score = view["score"]
    drop = score["after_discarding"]
    when = f"after discarding {short(drop)}" if drop else "now"
    text = Text.assemble((f"{score['points']}", "bold"), f" {when}")
    if score["parts"]:
        lines = ", ".join(f"{part['points']} for {part['words']}" for part in score["parts"])
        text.append(f": {lines}")
    if view["offer"]:
        text.append(f" · you lay down {short(view['offer'])}")
    return text
