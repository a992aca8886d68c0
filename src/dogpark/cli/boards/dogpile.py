"""DOGPILE, drawn: the spots of the pile with their numbers, everybody's bones, and the clock.

Colours never say anything alone. A bone that lies face-up is printed plainly, one that lies face-down
and is remembered by whoever looks has a ``~``, an unknown one is ``▒▒``, an empty spot a dot.
"""

from __future__ import annotations

from typing import Any

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from dogpark.cli import seats

RED, BLACK, JOKER = "#ff8a80", "#e4e9f0", "#c58af9"
CELL = 8  # columns of one spot: number, bone, and the space between
COLUMNS = (9, 6, 3)  # spots in a row, as many as fit
FRAME = 4
MIDDLE = 62
JOKER_NAME, SHORT = "joker", "jo"  # its sign follows
PHASES = {
    "ready": "paws up",
    "countdown": "3, 2, 1",
    "dig": "dig!",
    "sniff": "sniffing",
    "lay": "laying back",
    "over": "over",
}


def draw(view: dict[str, Any], _prompt: dict[str, Any] | None, width: int) -> RenderableType:
    parts: list[RenderableType] = [_head(view), _pile(view, width), *_notes(view)]
    return Group(*parts, _dogs(view, width))


def _head(view: dict[str, Any]) -> Text:
    clock = view["clock"]
    head = Text.assemble(
        ("round ", "dim"), (f"{view['round']}", "bold"), f" of {view['rounds']}  "
    ).append(PHASES[view["phase"]], "bold")
    if view["phase"] == "dig":  # at a table in turns nobody waits for anything else
        left = (clock["ends"] - clock["now"]) / 1000
        head.append("  ").append(f"{left:.1f} s", "bold").append(" left", "dim")
    return head


# -- the pile -------------------------------------------------------------------------------------


def _pile(view: dict[str, Any], width: int) -> RenderableType:
    columns = next((n for n in COLUMNS if n * CELL + FRAME <= width), COLUMNS[-1])
    rows = []
    for first in range(0, len(view["pile"]), columns):
        row = Text()
        for spot in range(first, first + columns):
            row.append_text(_spot(spot + 1, view["pile"][spot]))
        row.truncate(columns * CELL - 1)
        rows.append(row)
    return Panel(Group(*rows), title="pile", border_style="#8d6e63", box=box.ROUNDED, expand=False)


def _spot(number: int, lies: dict[str, Any] | None) -> Text:
    cell = Text(f"{number:>2} ", "dim")
    if lies is None:
        cell.append("·", "dim")
    elif lies["bone"] is None:
        cell.append("▒▒", "dim")
    elif lies["up"]:
        cell.append_text(_bone(lies["bone"]))
    else:
        cell.append("~", "dim").append_text(_bone(lies["bone"]))
    cell.truncate(CELL, pad=True)
    return cell


def _bone(name: str) -> Text:
    joker = name.startswith(JOKER_NAME)
    style = JOKER if joker else RED if name[-1] in "♥♦" else BLACK
    return Text(name.replace(JOKER_NAME, SHORT), f"bold {style}")


def _bones(names: list[str | None]) -> Text:
    return Text(" ").join(Text("▒▒", "dim") if n is None else _bone(n) for n in names)


def _notes(view: dict[str, Any]) -> list[RenderableType]:
    """What a sniff has left in memory, and what is being sniffed."""
    notes: list[RenderableType] = []
    for group in view["shuffled"]:
        spots = ", ".join(map(str, group["spots"]))
        elsewhere = " or elsewhere" if group["away"] else ""
        notes.append(Text.assemble((f"on {spots}{elsewhere}: ", "dim"), _bones(group["bones"])))
    sniff = view["sniff"]
    if sniff is not None:
        who = seats.coloured(f"Seat {sniff['sniffer']} sniffs ")
        notes.append(who.append_text(_bones(sniff["lifted"]) or Text("…")))
    return notes


# -- the dogs -------------------------------------------------------------------------------------


def _dogs(view: dict[str, Any], width: int) -> RenderableType:
    table = Table(box=None, padding=(0, 1), pad_edge=False, header_style="dim")
    table.add_column("player", no_wrap=True)
    table.add_column("paws", no_wrap=True, min_width=8)
    table.add_column("dug", no_wrap=True, min_width=3)
    if width >= MIDDLE:
        table.add_column("loot", overflow="fold")
    table.add_column("rounds", no_wrap=True)
    table.add_column("total", justify="right")
    for player in view["players"]:
        dug = player["dug"]
        cells = [
            seats.label(player["seat"], view["you"]),
            _bones(player["paws"]) or Text("paws up" if player["paws_up"] else "–", "dim"),
            _bones([dug["bone"]]) if dug else Text(""),
        ]
        if width >= MIDDLE:
            cells.append(
                Text(" | ", "dim").join(_bones(bones) for bones in player["loot"] if bones)
            )
        cells.append(Text(" ".join(map(str, player["points"])), "dim"))
        cells.append(Text(str(player["total"]), "bold"))
        table.add_row(*cells)
    return table
