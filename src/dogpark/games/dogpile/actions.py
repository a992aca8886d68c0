"""What dogs may do and nature may bring, declared once. Spots and paws count from 1 for people."""

from __future__ import annotations

from dogpark.kernel.actions import ActionTable, Kind, Names, Whole

SEATS = 6
SPOTS = 54
PAWS = 3
SUITS = ("♠", "♥", "♦", "♣")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
# PILE-1.1, the faces of the bones: 13 * suit + rank, then the two jokers.
FACES = (*(f"{rank}{suit}" for suit in SUITS for rank in RANKS), "joker★", "joker☆")
SIDES = ("down", "up")

_SPOT = Whole("spot", 1, SPOTS)
_SIDE = Names("side", SIDES)

TABLE = ActionTable(
    Kind("ready", (), "paws up"),
    Kind("dig", (_SPOT,), "dig at spot {spot}"),
    Kind("keep", (), "keep the bone"),
    Kind("put", (_SPOT, _SIDE), "put the bone on spot {spot}, face-{side}"),
    Kind(
        "bury",
        (Whole("paw", 1, PAWS), _SPOT, _SIDE),
        "bury paw {paw} on spot {spot}, face-{side}",
    ),
    Kind("wait", (), "wait a moment"),
    Kind("sniff", (_SPOT,), "sniff at spot {spot}"),
    Kind("stop", (), "do not sniff"),
    Kind("lay", (_SPOT,), "lay a bone on spot {spot}"),
    Kind("begin", (), "the round begins without the missing dogs"),
    Kind("go", (Whole("first", 0, SEATS - 1),), "go; ties are counted from seat {first}"),
    Kind("bone", (Names("face", FACES),), "the bone is {face}"),
    Kind("time_up", (), "the time is up"),
)

READY, DIG, KEEP, PUT, BURY, WAIT, SNIFF, STOP, LAY, BEGIN, GO, BONE, TIME_UP = TABLE.bases(
    *("ready", "dig", "keep", "put", "bury", "wait", "sniff", "stop", "lay"),
    *("begin", "go", "bone", "time_up"),
)
SIDED = 2  # codes of put: 2 * spot + side; of bury: ONE_PAW * paw + 2 * spot + side
ONE_PAW = SIDED * SPOTS
