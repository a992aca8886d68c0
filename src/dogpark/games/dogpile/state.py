"""Everything a game of DOGPILE is, in one record of small numbers.

A *face* is what a bone shows: 0..53, an index into actions.FACES. A *bone* is a thing that everybody
can follow from place to place, whether or not they know its face (PILE-7.3): 0..53 are those that lay
on the spots at the start, by spot. When a sniff shuffles three bones nobody can follow them any more,
so they go on as new bones: sniff k lifts ``lifted[k]`` and lays 54 + 3 * k + 0..2. A face is drawn when
somebody first looks at the bone (PILE-1.4); a shuffled bone has one of the faces that were lifted with
it (PILE-5.4).
"""

from __future__ import annotations

from dogpark.kernel.schema import Row, State, Table, i8, i16, i32

NONE = -1

# Phases; what each of them asks is in PHASE_STAGE of rules.py.
READYING = 0  # dogs put their paws up
COUNTDOWN = 1  # three, two, one
DIGGING = 2  # everybody at once
SNIFFING = 3  # the sniffer looks at bones
LAYING = 4  # the dog on its left lays them back
OVER = 5

ROUNDS = 3
SNIFFS = 12  # every dog after two rounds, at most
LIFTED = 3  # bones of a sniff
BONES = 54 + SNIFFS * LIFTED

PUBLIC = 1 << 6  # the bit of spectators, beside the bits of the six seats
EVERYBODY = 127

# House rules as stored: switches are off at 0.
ON = 1
DIG_MS, KEEP_MS, PUT_MS, BURY_MS = 0, 1, 2, 3  # places in rule_action_ms


class Dogpile(State):
    """A position of DOGPILE, between any two actions or outcomes."""

    # -- the clock, in milliseconds since the game began ------------------------------------------
    now: int = i32()
    limit: int = i32()  # when nature ends what is going on: a wait, a countdown, a round, a sniff
    ready_at: Row = i32(6)  # until when each dog is busy (PILE-2.5)

    # -- the pile ---------------------------------------------------------------------------------
    spot: Row = i8(54)  # the bone on each spot, -1: none
    up: Row = i8(54)  # 1: it lies face-up
    spots: Row = i8(54)  # the spots that hold a bone, rising, then those that are empty, rising
    filled: int = i8()  # how many hold a bone

    # -- bones and faces --------------------------------------------------------------------------
    face: Row = i8(90)  # of each bone, -1: nobody has looked
    seen: Row = i8(90)  # who has looked at each bone: bits of seats and of spectators
    fresh: Row = i8(54)  # the faces that nobody has seen, rising, then -1
    unseen: int = i8()  # how many those are
    lifted: Table = i8(12, 3)  # the bones that went into each shuffle, -1: there was none yet
    sniffs: int = i8()  # how many shuffles there were
    looked: int = i8()  # the bone whose face is being drawn, -1: none

    # -- the dogs ---------------------------------------------------------------------------------
    paw: Table = i8(6, 3)  # bones in the order they were kept, then -1
    held: Row = i8(6)  # how many
    loose: Row = i8(6)  # the bone just dug and not settled, -1: none
    loot: Table = i8(6, 9)  # faces, three places a round, -1: none
    points: Table = i16(6, 3)  # of each round

    # -- the flow ---------------------------------------------------------------------------------
    phase: int = i8()
    round: int = i8()  # from 0; after the end the last one
    first: int = i8()  # the seat from which ties are counted in this round (PILE-8.1)
    paws_up: int = i8()  # bits of the dogs that are ready
    sniffers: int = i8()  # bits of the dogs that have still to sniff
    sniffer: int = i8()  # -1: none
    picked: Row = i8(3)  # the bones it has lifted, then -1
    picks: int = i8()
    laid: int = i8()  # how many of them have been laid back

    # -- house rules (PILE-9) ---------------------------------------------------------------------
    rule_round_seconds: Row = i16(3)
    rule_ready_seconds: int = i16()
    rule_action_ms: Row = i16(4)
    rule_sniff_seconds: int = i16()
    rule_public_dig: int = i8()
    rule_mixed_straights: int = i8()
    rule_cover_between_rounds: int = i8()
    rule_no_memory_aid: int = i8()


STATE = Dogpile
