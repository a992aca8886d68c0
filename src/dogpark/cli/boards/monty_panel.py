"""What stands beside the lawn of Monty's Bark! Bark!: race, players, numbers, talks, deck."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import RenderableType
from rich.style import Style
from rich.text import Text

from dogpark.cli import seats
from dogpark.cli.boards.fitting import View

WIDE, NARROW = 44, 30
BETWEEN = ("start", "species", "over")  # one race is over, the next has not begun
GOLD = Style(color="#d9a514", bold=True)
CARD = Style(color=seats.INK, bgcolor="#f1e3c4", bold=True)
DOWN = Style(color="#c9b68c", bgcolor="#5b4a2f")
# The signs on the lawn, each beside the number of its cards that may still be in the deck.
SIGNS = {
    "path": ("━", "path"),
    "gate": ("∏", "gate"),
    "tree": ("♣", "tree"),
    "broken fence": ("╳", "fence"),
    "trampoline": ("◎", "tramp"),
    "Bark Bark": ("!", "Bark"),
    "Home Stage": ("⌂", "Home"),
}


def panel(view: View, width: int, *, tight: bool = False) -> Iterator[RenderableType]:
    """Line by line, no line longer than the width; ``tight`` where lines are dear."""
    yield _heading(view, wide=width >= WIDE)
    if view["you"] is not None and not tight:
        you = view["players"][view["you"]]
        species = f", a {you['species']}" if you["species"] else ""
        yield seats.coloured(f"You are {you['name']}{species}")
    for part in (_players(view, width), _numbers(view), _now(view), _supplies(view, width)):
        lines = list(part)
        if lines and not tight:
            yield Text("")
        yield from lines


def _players(view: View, width: int) -> Iterator[Text]:
    for player in view["players"]:
        yield _player(view, player, wide=width >= WIDE)


def _heading(view: View, *, wide: bool) -> Text:
    text = Text(f"Race {view['race']}", "bold")
    if view["round"]:
        text.append(f" · round {view['round']}")
        if wide:
            text.append(f" of {view['max_rounds']}", "dim")
    text.append(" · one race" if view["one_off"] else " · to 6 points" if wide else "", "dim")
    return text


def _player(view: View, player: View, *, wide: bool) -> Text:
    seat = player["seat"]
    text = Text("▶" if seat in view["asked"] else " ", "bold")
    text.append_text(seats.chip(seat))
    text.append(f" {player['name']:<7}", seats.style(seat))
    species = player["species"] or ""
    text.append(f"{species:<9}" if wide else f"{species[:3]:<4}", "dim")
    if view["crown"] and view["crown"]["holder"] == seat:
        where = "♛ leads" if wide else "♛"
        text.append(f"{where:<9}" if wide else f"{where:<4}", GOLD)
    else:
        behind = "" if player["distance"] is None else f"{player['distance']} to ♛"
        text.append(f"{behind:<9}" if wide else f"{behind.removesuffix(' to ♛'):<4}")
    text.append(f"{player['points']:>2}", "bold").append(" p")
    if wide:
        tokens = "".join(name[0] * player[name] for name in ("gold", "silver", "bronze"))
        text.append(f" {tokens}", "dim")
    return text


def _numbers(view: View) -> Iterator[Text]:
    """What everybody said, and the movement cards: face down until all are shown."""
    players = view["players"]
    said = view["phase"] not in BETWEEN and any(player["said"] for player in players)
    down = view["phase"] == "commit" and any(player["answered"] for player in players)
    shown = any(player["number"] for player in players)
    if not (said or down or shown):
        return
    yield Text("       ").append_text(Text(" ").join(seats.chip(p["seat"]) for p in players))
    if said:
        text = Text("said   ", "dim")
        for player in players:
            words = player["said"][-1] if player["said"] else ""
            text.append(f" {'–' if words == 'silent' else words} ").append(" ")
        yield text
    if down or shown:
        text = Text("played ", "dim")
        for player in players:
            mine = view["sealed"] if player["seat"] == view["you"] and down else None
            if player["number"] or mine:
                text.append(f" {player['number'] or mine} ", CARD)
            else:
                text.append(
                    " ▒ " if player["answered"] else "   ", DOWN if player["answered"] else ""
                )
            text.append("*" if player["bluffed"] else " ", "bold")
        yield text


def _now(view: View) -> Iterator[Text]:
    """Who talks with whom, who runs, how it ended."""
    result, talks, run = view["result"], view["talks"], view["run"]
    if view["last_race"] is not None and view["phase"] in BETWEEN:
        points = zip(view["players"], view["last_race"]["points"], strict=True)
        got = [f"{player['name']} {count}" for player, count in points if count]
        yield seats.coloured(f"The race brought {', '.join(got)}")
    if result is not None:
        names = " and ".join(view["players"][seat]["name"] for seat in result["winners"])
        yield seats.coloured(f"{names} win{'s' if len(result['winners']) == 1 else ''}", "bold")
    if talks is not None:
        yield seats.coloured(talks["words"], "bold")
        if talks["offer"] is not None:
            yield seats.coloured(talks["offer"]["words"])
            for answer in view["answers"]:
                name = view["players"][answer["seat"]]["name"]
                yield seats.coloured(f"{name}: {answer['words']}")
        yield Text(f"turn {talks['turn']} of {talks['turns']}", "dim")
    if run is not None:
        yield seats.coloured(run["words"], "bold")


def _supplies(view: View, width: int) -> Iterator[Text]:
    """The deck, sign by sign: this is also what the signs on the lawn mean."""
    deck = view["deck"]
    text = Text(f"deck {deck['left']}", "bold")
    if deck["garden"]:
        text.append(f", next {deck['garden']} from the garden", "not bold dim")
    yield text
    parts = [
        Text.assemble((sign, "bold"), f" {deck['holds'].get(kind, 0)} ", (name, "dim"))
        for kind, (sign, name) in SIGNS.items()
    ]
    parts += [
        Text.assemble(("┗", "bold"), f" {pile['left']} ", (pile["words"], "dim"))
        for pile in view["corners"]
    ]
    yield from _filled(parts, width)


def _filled(parts: list[Text], width: int) -> Iterator[Text]:
    """As many parts on a line as fit."""
    line = Text()
    for part in parts:
        if line and line.cell_len + 2 + part.cell_len > width:
            yield line
            line = Text()
        line.append_text(Text("  " if line else "")).append_text(part)
    yield line
