"""Here Comes the Dog, drawn: the fire with its sticks, the dice, and everybody's camp.

Colours never say anything alone: meat is ●, charcoal ■, fire ▲, and seats carry their digits.
"""

from __future__ import annotations

from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from dogpark.cli import seats

GLYPHS = {"meat": "●", "charcoal": "■", "fire": "▲"}
STYLES = {"meat": "#ff8a80", "charcoal": "#9aa5b1", "fire": "#ffb300"}
MOST = {"meat": 9, "charcoal": 7, "fire": 5}
VILLAGERS = 3
MIDDLE, WIDE = 66, 76


def draw(view: dict[str, Any], _prompt: dict[str, Any] | None, width: int) -> RenderableType:
    middle = Table.grid(padding=(0, 2))
    middle.add_row(_fire(view), _side(view, width))
    return Group(middle, _camps(view, width))


def _fire(view: dict[str, Any]) -> RenderableType:
    grid = Table.grid(padding=(0, 1))
    for colour, most in MOST.items():
        left = view["bonfire"][colour]
        glyphs = Text(" ".join(GLYPHS[colour] * left), STYLES[colour])
        glyphs.append(" " * bool(left) + " ".join("·" * (most - left)), "dim")
        count = Text(f"{left}", "bold")
        grid.add_row(Text(" ").append_text(glyphs), count, Text(colour, STYLES[colour]))
    return Panel(grid, title="bonfire", border_style="#ff7043", box=box.ROUNDED, expand=False)


def _side(view: dict[str, Any], width: int) -> RenderableType:
    """Round, pack and the last dice."""
    lines = [
        Text.assemble(("round ", "dim"), (f"{view['round']}", "bold"), f" of {view['rounds']}"),
        Text.assemble(("dogs in the dark ", "dim"), (f"{view['pack']}", "bold")),
    ]
    dice = view["dice"]
    if dice is None:
        lines.append(Text("dice not rolled yet", "dim"))
        return Group("", *lines)
    faces = Text(" ").join(
        Text.assemble("[", (GLYPHS[face], STYLES[face]), "]") for face in dice["faces"]
    )
    roller = Text(f" {seats.name(dice['seat'])}", seats.style(dice["seat"]))
    lines.append(Text.assemble(("dice ", "dim"), faces, roller))
    if width >= MIDDLE:
        lines.append(Text(" ".join(dice["faces"]), "dim"))
    return Group("", *lines)


def _camps(view: dict[str, Any], width: int) -> RenderableType:
    """One line a player: sticks, dogs, villagers."""
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim", show_header=True)
    table.add_column("")
    table.add_column("player", no_wrap=True)
    table.add_column("sticks", no_wrap=True, min_width=10)
    table.add_column("dogs", justify="right")
    table.add_column("villagers", no_wrap=True)
    if width >= WIDE:
        table.add_column("if all faint", no_wrap=True, style="dim")
    for player in view["players"]:
        seat = player["seat"]
        turn = Text("▶", "bold") if seat == view["asked"] else Text(" ")
        cells = [turn, seats.label(seat, view["you"])]
        if player["knocked_out"]:
            cells += [Text("knocked out", "dim"), Text("–", "dim"), Text("")]
        else:
            cells += [_sticks(player["sticks"]), Text(str(player["dogs"]), "bold"), _camp(player)]
            if width >= WIDE:
                cells.append(Text(_next_time(player)))
        table.add_row(*cells)
    return table


def _sticks(sticks: dict[str, int]) -> Text:
    text = Text()
    for colour, count in sticks.items():
        if count:
            text.append(" " * bool(text) + GLYPHS[colour] * count, STYLES[colour])
    return text or Text("–", "dim")


def _camp(player: dict[str, Any]) -> Text:
    standing = player["villagers"]
    return Text.assemble(
        ("♙" * standing, "bold"), ("·" * (VILLAGERS - standing), "dim"), (f" {standing}", "dim")
    )


def _next_time(player: dict[str, Any]) -> str:
    again = player["stand_up_next"]
    return f"{again} stand up again" if again else "knocked out"
