"""Monty's actions: the table of the rules' section on actions, then those of some house rules.

Codes 0..774 are the choices of every game on the default table. Cells count 13 a row at every table:
a narrower one has gaps in its codes, so that a cell has the same code everywhere. Where there is no table (geometry ``track`` and
``grid_free``) crown and gate are named by tile instead. Nature's outcomes come last.
"""

from __future__ import annotations

from dogpark.games.monty.state import SEATS, TILES
from dogpark.kernel.actions import ActionTable, Kind, Names, Rows, Whole

WIDTH, HEIGHT = 13, 9
CELLS = tuple((x, y) for y in range(HEIGHT) for x in range(WIDTH))
SIDE_NAMES = ("N", "E", "S", "W")
AXIS_NAMES = ("H", "V")
SPECIES_NAMES = ("cat", "squirrel")
PILE_NAMES = ("left", "right")  # MON-19.6
CORNER_NAMES = ("plain", "gated")
CLAIMS = ("silent", "2", "3", "4", "5")
# The turn of a corner is its rotation: 0 opens N and E, 1 E and S, 2 S and W, 3 W and N.
SOURCES = (
    "draw",
    "gated-0",
    "gated-1",
    "gated-2",
    "gated-3",
    "plain-0",
    "plain-1",
    "plain-2",
    "plain-3",
)
# In the order of the kinds of the deck (state.PATH ..).
CARD_NAMES = ("path", "gate", "tree", "broken_fence", "trampoline", "bark_bark", "home_stage")
MOST_SPLITS = 126
MOST_ORDERS = 120

TABLE = ActionTable(
    Kind("species", (Names("species", SPECIES_NAMES),), "be a {species}"),
    Kind(
        "start",
        (Rows(("x", "y"), CELLS), Names("axis", AXIS_NAMES)),
        "lay Start at {x},{y}, axis {axis}",
    ),
    Kind("claim", (Names("number", CLAIMS),), "say: {number}"),
    Kind("commit", (Whole("number", 2, 5),), "put down the {number}"),
    Kind("offer", (Whole("split", 0, MOST_SPLITS - 1),), "offer split {split}"),
    Kind("pass", (), "make no offer"),
    Kind("respond", (Names("answer", ("accept", "reject")),), "{answer} the offer"),
    Kind("order", (Whole("order", 0, MOST_ORDERS - 1),), "go in order {order}"),
    Kind("step", (Names("side", SIDE_NAMES),), "step {side}"),
    Kind("explore", (Names("side", SIDE_NAMES), Names("card", SOURCES)), "explore {side}: {card}"),
    Kind("orient", (Names("axis", AXIS_NAMES),), "lay it along axis {axis}"),
    Kind("push", (Names("side", SIDE_NAMES),), "push {side}"),
    Kind("shortcut", (), "take the short cut home"),
    Kind("crown", (Rows(("x", "y"), CELLS),), "put the crown on {x},{y}"),
    Kind("gate", (Rows(("x", "y"), CELLS),), "go back to the gate at {x},{y}"),
    Kind("crown_tile", (Whole("tile", 0, TILES - 1),), "put the crown on tile {tile}"),
    Kind("gate_tile", (Whole("tile", 0, TILES - 1),), "go back to the gate on tile {tile}"),
    Kind("demand", (Whole("spaces", 0, 5),), "demand {spaces} spaces"),
    Kind("placer", (Whole("seat", 0, SEATS - 1),), "seat {seat} lays Start"),
    Kind("draw", (Names("card", CARD_NAMES),), "the card is {card}"),
    Kind(
        "face",
        (Names("pile", PILE_NAMES), Names("corner", CORNER_NAMES)),
        "a {corner} corner lies on top of the {pile} pile",
    ),
)

(
    SPECIES_CODE,
    START_CODE,
    CLAIM_CODE,
    COMMIT_CODE,
    OFFER_CODE,
    PASS_CODE,
    RESPOND_CODE,
    ORDER_CODE,
    STEP_CODE,
    EXPLORE_CODE,
    ORIENT_CODE,
    PUSH_CODE,
    SHORTCUT_CODE,
    CROWN_CODE,
    GATE_CODE,
    CROWN_TILE_CODE,
    GATE_TILE_CODE,
    DEMAND_CODE,
    PLACER_CODE,
    DRAW_CODE,
    FACE_CODE,
) = TABLE.bases(*(kind.name for kind in TABLE.kinds))
PER_SIDE = len(SOURCES)  # explore: PER_SIDE * side + source
