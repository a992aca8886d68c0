"""What a dog observes (part 7 of the rules): the clock, where bones lie, what lies face-up, all loot,
its own bones, and those it has looked at. Rule dialect, allow-list.

Bones can be followed from place to place (PILE-7.3), so a dog also knows which of them were shuffled in
which sniff, and which faces that it has seen went into it. Where the house wants no reminders
(PILE-9.8) nothing is told but what lies open now.
"""

from __future__ import annotations

from dogpark.games.dogpile.actions import BEGIN, FACES, PAWS, SEATS, SPOTS
from dogpark.games.dogpile.rules import stage
from dogpark.games.dogpile.scoring import total_of
from dogpark.games.dogpile.state import (
    DIGGING,
    LIFTED,
    NONE,
    ON,
    OVER,
    READYING,
    ROUNDS,
    SNIFFS,
    Dogpile,
)
from dogpark.kernel.schema import Row
from dogpark.kernel.sight import Part
from dogpark.kernel.vector import put, put_bits, put_row, put_table

ACTIONS = BEGIN  # the first code that is nature's
EMPTY, DOWN, UP = 0, 1, 2  # how a spot lies
FACE = len(FACES) - 1
LOOT = PAWS * ROUNDS
POINTS = 30_000

PARTS = (
    Part("you", 1, 0, SEATS - 1),
    Part("stage", 1, 0, 4),  # what is asked of you
    Part("phase", 1, 0, OVER),
    Part("round", 1, 0, ROUNDS - 1),
    Part("ends", 1, 0, 600_000),  # in so many milliseconds
    Part("first", 1, NONE, SEATS - 1),  # for ties of machines (PILE-8.1)
    Part("busy", SEATS, 0, 600_000),  # for so many milliseconds
    Part("paws_up", SEATS, 0, 1),
    Part("lies", SPOTS, EMPTY, UP),
    Part("face", SPOTS, NONE, FACE),
    Part("shuffled", SPOTS, NONE, SNIFFS - 1),  # in which sniff
    Part("lifted", SNIFFS * LIFTED, NONE, FACE),  # faces that went into each sniff
    Part("held", SEATS, 0, PAWS),
    Part("paws", SEATS * PAWS, NONE, FACE),
    Part("has_dug", SEATS, 0, 1),
    Part("dug", SEATS, NONE, FACE),
    Part("loot", SEATS * LOOT, NONE, FACE),
    Part("points", SEATS * ROUNDS, -POINTS, POINTS),
    Part("total", SEATS, -POINTS, POINTS),
    Part("sniffer", 1, NONE, SEATS - 1),
    Part("to_sniff", SEATS, 0, 1),
    Part("picks", 1, 0, LIFTED),
    Part("picked", LIFTED, NONE, FACE),
    Part("laid", 1, 0, LIFTED),
)


def observe(s: Dogpile, seat: int, out: Row) -> int:
    at = put(out, 0, seat)
    at = put(out, at, stage(s, seat))
    at = put(out, at, s.phase)
    at = put(out, at, s.round)
    at = put(out, at, max(s.limit - s.now, 0) if s.phase != OVER else 0)
    at = put(out, at, s.first if s.phase == DIGGING else NONE)
    for other in range(SEATS):
        at = put(out, at, max(s.ready_at[other] - s.now, 0))
    at = put_bits(out, at, s.paws_up if s.phase == READYING else 0, SEATS)
    at = put_pile(s, seat, out, at)
    at = put_sniffs(s, seat, out, at)
    at = put_dogs(s, seat, out, at)
    at = put_table(out, at, s.loot, SEATS, LOOT)
    at = put_table(out, at, s.points, SEATS, ROUNDS)
    for other in range(SEATS):
        at = put(out, at, total_of(s, other))
    at = put(out, at, s.sniffer)
    at = put_bits(out, at, s.sniffers, SEATS)
    at = put(out, at, s.picks)
    for i in range(LIFTED):
        at = put(out, at, shown(s, s.picked[i], seat, s.sniffer == seat))
    return put(out, at, s.laid)


def shown(s: Dogpile, bone: int, seat: int, is_open: bool) -> int:
    """The face of a bone that this dog has looked at; without reminders only if it is open now."""
    if bone == NONE or (s.rule_no_memory_aid == ON and not is_open):
        return NONE
    return s.face[bone] if (s.seen[bone] >> seat) & 1 else NONE


def put_pile(s: Dogpile, seat: int, out: Row, at: int) -> int:
    for spot in range(SPOTS):
        bone = s.spot[spot]
        lies = EMPTY
        if bone != NONE:
            lies = UP if s.up[spot] == 1 else DOWN
        out[at + spot] = lies
        out[at + SPOTS + spot] = shown(s, bone, seat, lies == UP)
        sniff = NONE
        if bone >= SPOTS and s.rule_no_memory_aid != ON:
            sniff = (bone - SPOTS) // LIFTED
        out[at + 2 * SPOTS + spot] = sniff
    return at + 3 * SPOTS


def put_sniffs(s: Dogpile, seat: int, out: Row, at: int) -> int:
    for sniff in range(SNIFFS):
        for i in range(LIFTED):
            at = put(out, at, shown(s, s.lifted[sniff][i], seat, False))
    return at


def put_dogs(s: Dogpile, seat: int, out: Row, at: int) -> int:
    at = put_row(out, at, s.held, SEATS)
    for dog in range(SEATS):
        for i in range(PAWS):
            bone = s.paw[dog][i] if i < s.held[dog] else NONE
            at = put(out, at, shown(s, bone, seat, dog == seat))
    for dog in range(SEATS):
        at = put(out, at, s.loose[dog] != NONE)
    for dog in range(SEATS):
        is_open = dog == seat or s.rule_public_dig == ON
        at = put(out, at, shown(s, s.loose[dog], seat, is_open))
    return at
