"""What seats may do and nature may answer, declared once."""

from __future__ import annotations

from itertools import combinations_with_replacement

from dogpark.games.bonfire.state import SEATS
from dogpark.kernel.actions import ActionTable, Kind, Names, Rows, Whole

COLOUR_NAMES = ("meat", "charcoal", "fire")

DEALS = ("charcoal_for_meat", "fire_for_2_meat", "fire_for_2_charcoal")

# Every way to take sticks. A lone fire never happens: the other colours are never missing.
TAKES = (
    "meat+meat",
    "meat+charcoal",
    "meat+fire",
    "charcoal+charcoal",
    "charcoal+fire",
    "fire+fire",
    "meat",
    "charcoal",
)

MOST_PAIRS = 4  # of 9 meat
MOST_SETS = 5  # of 5 fire

# The ten ways three dice can lie, in this order throughout.
FACES = tuple(combinations_with_replacement(COLOUR_NAMES, 3))

TABLE = ActionTable(
    Kind("roll", (), "roll the dice"),
    Kind("exchange", (Names("deal", DEALS),), "exchange {deal}"),
    Kind("take", (Names("sticks", TAKES),), "take {sticks}"),
    Kind(
        "steal",
        (Whole("seat", 0, SEATS - 1), Names("colour", COLOUR_NAMES)),
        "steal {colour} from seat {seat}",
    ),
    Kind(
        "defend",
        (Whole("pairs", 0, MOST_PAIRS), Whole("sets", 0, MOST_SETS)),
        "fend off with {pairs} pairs of meat and {sets} sets of fire and charcoal",
    ),
    Kind("dice", (Rows(("a", "b", "c"), FACES),), "the dice show {a}, {b} and {c}"),
    Kind("first", (Whole("seat", 0, SEATS - 1),), "seat {seat} begins"),
)

ROLL, EXCHANGE, TAKE, STEAL, DEFEND, DICE, FIRST = TABLE.bases(
    "roll", "exchange", "take", "steal", "defend", "dice", "first"
)
SETS = MOST_SETS + 1  # codes of defend: pairs * SETS + sets
END = len(TABLE)
