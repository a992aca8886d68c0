"""What things are called: seats by colour, cells by column and row, cards and sides by name.

The colours are those that the table gives its seats (MON-1.1). Their letters differ too, so that
nobody has to see red and green as different.
"""

from __future__ import annotations

from dogpark.games.monty.state import TRACK, Monty

COLOURS = ("Red", "Blue", "Yellow", "Green", "White")
SIDES = ("north", "east", "south", "west")
AXES = ("east-west", "north-south")
# In the order of the kinds of state.PATH .. state.CPLAIN.
KINDS = (
    "path",
    "gate",
    "tree",
    "broken fence",
    "trampoline",
    "Bark Bark",
    "Home Stage",
    "Keep Going",
    "Home",
    "Start",
    "gated corner",
    "plain corner",
)
ENDINGS = ("", "home", "short_cut", "no_way_on", "dusk")  # of a race, by state.ending
NAMED = {"Bark Bark", "Keep Going", "Home", "Start"}  # there is one of each: no article
TOKENS = {3: "gold", 2: "silver", 1: "bronze"}


def seat_name(seat: int) -> str:
    return COLOURS[seat]


def whose(seat: int, you: int | None) -> str:
    """Who, as told to ``you``: ``you``, ``Blue``."""
    return "you" if seat == you else seat_name(seat)


def kind_words(kind: int) -> str:
    """``a path``, ``Keep Going``."""
    name = KINDS[kind]
    return name if name in NAMED else f"a {name}"


def cell_name(s: Monty, x: int, y: int) -> str:
    """``5,4``; on a track, where there is one line only, ``space 5`` (MON-2.1, MON-19.4)."""
    return f"space {x}" if s.rule_geometry == TRACK else f"{x},{y}"


def tile_cell(s: Monty, tile: int) -> str:
    return cell_name(s, s.x[tile], s.y[tile])


def tile_words(s: Monty, tile: int) -> str:
    """``the trampoline at 5,4``, ``Start at 3,4``."""
    name = KINDS[s.kind[tile]]
    return f"{name if name in NAMED else f'the {name}'} at {tile_cell(s, tile)}"


def counted(number: int, one: str) -> str:
    return f"{number} {one}{'' if number == 1 else 's'}"


def listed(words: list[str], last: str = "and") -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def named(seats: list[int]) -> str:
    return listed([seat_name(seat) for seat in seats])


def in_mask(mask: int) -> list[int]:
    """The seats of a bit mask, or the sides of one."""
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]
