"""What seats may do and nature may answer, declared once."""

from __future__ import annotations

from dogpark.games.breath.state import GRID, SEATS
from dogpark.kernel.actions import ActionTable, Kind, Names, Whole

KINDS = ("vege", "poop", "meat")
EXITS = ("snout", "butt")
TIMES = ("day", "night")

# The sorts of cards in the order of state.py.
CARDS = (
    *(f"{kind}-{way}-{time}" for kind in KINDS for way in EXITS for time in TIMES),
    "bone",
    "scavenger",
    "guard-dog",
)

_PLACE = Whole("place", 1, GRID)
_SEAT = Whole("seat", 0, SEATS - 1)
_CARD = Names("card", CARDS)

TABLE = ActionTable(
    Kind("stand", (), "let the card stand"),
    Kind("turn_down", (), "turn the card down"),
    Kind("flip", (_PLACE,), "flip card {place}"),
    Kind("take", (_PLACE,), "take card {place}"),
    Kind("draw", (), "draw from the deck"),
    Kind("pick", (_CARD,), "pick {card} from the discards"),
    Kind("discard", (_CARD,), "discard {card}"),
    Kind("end", (), "end the turn"),
    Kind("out", (), "go out"),
    Kind("scavenge", (_SEAT, _CARD), "send a scavenger to seat {seat} and lay down {card}"),
    Kind("name", (_CARD,), "ask for {card}"),
    Kind("let", (), "let it happen"),
    Kind("guard", (), "play a guard dog"),
    Kind("stay", (), "stay out"),
    Kind("false_alarm", (), "call a false alarm"),
    Kind("starter", (_SEAT,), "seat {seat} starts"),
    Kind("deal", (_CARD,), "{card} comes from the deck"),
    Kind("show", (_CARD,), "{card} is flipped"),
    Kind("blind", (_CARD,), "{card} is taken blind"),
)

STAND, TURN_DOWN, FLIP, TAKE, DRAW, PICK, DISCARD, END, OUT = TABLE.bases(
    "stand", "turn_down", "flip", "take", "draw", "pick", "discard", "end", "out"
)
SCAVENGE, NAME, LET, GUARD, STAY, FALSE_ALARM = TABLE.bases(
    "scavenge", "name", "let", "guard", "stay", "false_alarm"
)
STARTS, DEAL, SHOW, TAKEN_BLIND = TABLE.bases("starter", "deal", "show", "blind")
CODES = len(TABLE)
