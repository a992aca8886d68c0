"""The course of play. Rule dialect; the rules are those of docs/rules/dogpile.md."""

from __future__ import annotations

from dogpark.games.dogpile.actions import (
    BEGIN,
    BONE,
    BURY,
    DIG,
    GO,
    KEEP,
    LAY,
    ONE_PAW,
    PAWS,
    PUT,
    READY,
    SEATS,
    SIDED,
    SNIFF,
    SPOTS,
    STOP,
    TIME_UP,
    WAIT,
)
from dogpark.games.dogpile.pile import drop, face_chances, lift, look, show_face, spread
from dogpark.games.dogpile.scoring import AHEAD, FULL_LOOT, loot_points, result
from dogpark.games.dogpile.state import (
    BURY_MS,
    COUNTDOWN,
    DIG_MS,
    DIGGING,
    EVERYBODY,
    KEEP_MS,
    LAYING,
    LIFTED,
    NONE,
    ON,
    OVER,
    PUT_MS,
    READYING,
    ROUNDS,
    SNIFFING,
    Dogpile,
)
from dogpark.kernel.facts import CHANCE, CHANCE_BIT, NEVER
from dogpark.kernel.schema import Row

__all__ = [
    "active",
    "apply",
    "chance",
    "due",
    "legal",
    "moment",
    "result",
    "stage",
    "start",
    "turn",
]

SECOND = 1000
COUNTDOWN_MS = 3 * SECOND
WAIT_MS = 200
PHASE_STAGE = (1, 0, 2, 3, 4, 0)  # what is asked in each phase, as an index into FACTS.stages


def start(s: Dogpile) -> None:
    """PILE-1.3"""
    spread(s)
    for seat in range(SEATS):
        s.loose[seat] = NONE
        for i in range(PAWS):
            s.paw[seat][i] = NONE
        for i in range(FULL_LOOT):
            s.loot[seat][i] = NONE
    for i in range(LIFTED):
        s.picked[i] = NONE
    s.sniffer = NONE
    wait_for_paws(s)


# -- who may act, and when ------------------------------------------------------------------------


def moment(s: Dogpile, seat: int) -> int:
    """PILE-2.5: a busy dog has to wait; only digging keeps it busy."""
    if s.phase == DIGGING:
        return max(s.now, s.ready_at[seat])
    return s.now


def due(s: Dogpile) -> int:
    if s.looked != NONE:
        return s.now
    if s.phase == OVER:
        return NEVER
    return s.limit


def left_of(s: Dogpile, seat: int) -> int:
    """PILE-1.2"""
    return seat + 1 if seat + 1 < s.players else 0


def active(s: Dogpile) -> int:
    if s.phase == OVER:
        return 0
    if s.looked != NONE or s.now >= s.limit or s.phase == COUNTDOWN:
        return CHANCE_BIT
    if s.phase == DIGGING:  # PILE-2.4
        mask = 0
        for seat in range(s.players):
            mask |= (s.ready_at[seat] < s.limit) << seat
        if mask == 0:
            return CHANCE_BIT
        return mask
    if s.phase == READYING:
        return ((1 << s.players) - 1) & ~s.paws_up
    return 1 << asked(s)


def asked(s: Dogpile) -> int:
    """The dog that sniffs, or the one that lays back (PILE-5.3)."""
    return s.sniffer if s.phase == SNIFFING else left_of(s, s.sniffer)


def turn(s: Dogpile, mask: int) -> int:
    """PILE-8.1: the earliest moment; of several the first seat, counted from the one drawn."""
    best = NEVER << 3
    for i in range(s.players):
        seat = s.first + i
        if seat >= s.players:
            seat -= s.players
        if (mask >> seat) & 1:
            best = min(best, (moment(s, seat) << 3) + i)
    seat = s.first + (best & 7)
    return seat - s.players if seat >= s.players else seat


def stage(s: Dogpile, seat: int) -> int:
    if (active(s) >> seat) & 1:
        return PHASE_STAGE[s.phase]
    return 0


# -- what may be done -----------------------------------------------------------------------------


def legal(s: Dogpile, seat: int, codes: Row) -> int:
    if s.phase == DIGGING:
        if s.looked != NONE or moment(s, seat) >= s.limit:
            return 0
        return dig_choices(s, seat, codes)
    if not (active(s) >> seat) & 1:
        return 0
    if s.phase == READYING:
        codes[0] = READY
        return 1
    return sniff_choices(s, codes)


def dig_choices(s: Dogpile, seat: int, codes: Row) -> int:
    """Part 3 of the rules."""
    count = 0
    held = s.held[seat]
    filled = s.filled
    empty = SPOTS - filled
    if s.loose[seat] != NONE:
        codes[0] = KEEP  # PILE-3.4
        count = 1
        for i in range(empty):  # PILE-3.5
            codes[count] = PUT + SIDED * s.spots[filled + i]
            codes[count + 1] = PUT + SIDED * s.spots[filled + i] + 1
            count += 2
    elif held < PAWS:  # PILE-3.2, PILE-3.3
        for i in range(filled):
            codes[i] = DIG + s.spots[i]
        count = filled
    for paw in range(held):  # PILE-3.6
        base = BURY + ONE_PAW * paw
        for i in range(empty):
            codes[count] = base + SIDED * s.spots[filled + i]
            codes[count + 1] = base + SIDED * s.spots[filled + i] + 1
            count += 2
    codes[count] = WAIT
    return count + 1


def sniff_choices(s: Dogpile, codes: Row) -> int:
    """What the dog that is asked may choose in a sniff (PILE-5.2, PILE-5.3)."""
    if s.phase == SNIFFING:
        for i in range(s.filled):
            codes[i] = SNIFF + s.spots[i]
        codes[s.filled] = STOP
        return s.filled + 1
    for i in range(SPOTS - s.filled):
        codes[i] = LAY + s.spots[s.filled + i]
    return SPOTS - s.filled


def chance(s: Dogpile, codes: Row, weights: Row) -> int:
    if s.looked != NONE:
        return face_chances(s, codes, weights, BONE)
    count = 1
    if s.phase == COUNTDOWN:  # PILE-8.1
        count = s.players
        for seat in range(count):
            codes[seat] = GO + seat
    elif s.phase == DIGGING:
        codes[0] = TIME_UP
    elif s.phase == READYING:
        codes[0] = BEGIN
    else:  # PILE-5.6
        count = sniff_choices(s, codes)
    for i in range(count):
        weights[i] = 1
    return count


# -- what happens ---------------------------------------------------------------------------------


def apply(s: Dogpile, seat: int, code: int) -> None:
    if seat == CHANCE:
        s.now = max(s.now, due(s))
        if code >= BONE and code < TIME_UP:
            show_face(s, code - BONE)
            if s.phase == SNIFFING:
                go_on_sniffing(s)
        elif code == TIME_UP:
            end_round(s)
        elif code >= GO:
            begin_round(s, code - GO)
        elif code == BEGIN:
            count_down(s)
        else:
            sniff_choice(s, code)
    elif s.phase == DIGGING:
        s.now = moment(s, seat)
        act(s, seat, code)
    elif s.phase == READYING:
        s.paws_up |= 1 << seat
        if s.paws_up == (1 << s.players) - 1:
            count_down(s)
    else:
        sniff_choice(s, code)


def wait_for_paws(s: Dogpile) -> None:
    """PILE-2.2"""
    s.phase = READYING
    s.paws_up = 0
    s.limit = s.now + SECOND * s.rule_ready_seconds


def count_down(s: Dogpile) -> None:
    """PILE-2.3"""
    s.phase = COUNTDOWN
    s.limit = s.now + COUNTDOWN_MS


def begin_round(s: Dogpile, first: int) -> None:
    """PILE-2.1"""
    s.phase = DIGGING
    s.first = first
    s.limit = s.now + SECOND * s.rule_round_seconds[s.round]
    for seat in range(s.players):
        s.ready_at[seat] = s.now


def act(s: Dogpile, seat: int, code: int) -> None:
    """One of the things a dog does while the clock runs; it is busy for a moment (PILE-2.5)."""
    if code < KEEP:  # PILE-3.1
        bone = lift(s, code - DIG)
        s.loose[seat] = bone
        s.ready_at[seat] = s.now + s.rule_action_ms[DIG_MS]
        if s.rule_public_dig == ON:  # PILE-9.5
            look(s, bone, EVERYBODY)
        else:
            look(s, bone, 1 << seat)  # PILE-7.1
    elif code == KEEP:
        keep_loose(s, seat)
        s.ready_at[seat] = s.now + s.rule_action_ms[KEEP_MS]
    elif code < BURY:
        bone = s.loose[seat]
        s.loose[seat] = NONE
        put_down(s, bone, code - PUT)
        s.ready_at[seat] = s.now + s.rule_action_ms[PUT_MS]
    elif code < WAIT:
        paw = (code - BURY) // ONE_PAW
        put_down(s, take_from_paw(s, seat, paw), (code - BURY) % ONE_PAW)
        s.ready_at[seat] = s.now + s.rule_action_ms[BURY_MS]
    else:
        s.ready_at[seat] = s.now + WAIT_MS  # PILE-2.8


def keep_loose(s: Dogpile, seat: int) -> None:
    """PILE-3.4"""
    s.paw[seat][s.held[seat]] = s.loose[seat]
    s.held[seat] += 1
    s.loose[seat] = NONE


def take_from_paw(s: Dogpile, seat: int, paw: int) -> int:
    """The others keep their order (PILE-7.3)."""
    bone = s.paw[seat][paw]
    for i in range(paw, PAWS - 1):
        s.paw[seat][i] = s.paw[seat][i + 1]
    s.paw[seat][PAWS - 1] = NONE
    s.held[seat] -= 1
    return bone


def put_down(s: Dogpile, bone: int, sided: int) -> None:
    """PILE-3.5, PILE-3.6: on a spot, with a side; what lies face-up everybody sees (PILE-7.2)."""
    up = sided % SIDED
    drop(s, sided // SIDED, bone, up)
    if up == 1:
        s.seen[bone] = EVERYBODY


# -- the end of a round ---------------------------------------------------------------------------


def end_round(s: Dogpile) -> None:
    """PILE-4.1: everybody shows and sets aside; then the losers sniff (PILE-5.1)."""
    lowest = AHEAD
    for seat in range(s.players):
        if s.loose[seat] != NONE:
            keep_loose(s, seat)  # PILE-3.7
        set_aside(s, seat)
        lowest = min(lowest, s.points[seat][s.round])
    if s.round == ROUNDS - 1:
        s.phase = OVER
        return
    if s.rule_cover_between_rounds == ON:  # PILE-9.7; else the pile stays as it is, PILE-2.7
        for spot in range(SPOTS):
            s.up[spot] = 0
    for seat in range(s.players):
        s.sniffers |= (s.points[seat][s.round] == lowest) << seat
    next_sniffer(s)


def set_aside(s: Dogpile, seat: int) -> None:
    for i in range(s.held[seat]):
        bone = s.paw[seat][i]
        s.seen[bone] = EVERYBODY
        s.loot[seat][PAWS * s.round + i] = s.face[bone]
        s.paw[seat][i] = NONE
    s.held[seat] = 0
    s.points[seat][s.round] = loot_points(s, seat, s.round)


# -- sniffing -------------------------------------------------------------------------------------


def next_sniffer(s: Dogpile) -> None:
    """PILE-5.1: in seat order; after the last one comes the next round."""
    s.picks = 0
    s.laid = 0
    for i in range(LIFTED):
        s.picked[i] = NONE
    for seat in range(s.players):
        if (s.sniffers >> seat) & 1:
            s.sniffers &= ~(1 << seat)
            s.sniffer = seat
            s.phase = SNIFFING
            s.limit = s.now + SECOND * s.rule_sniff_seconds
            return
    s.sniffer = NONE
    s.round += 1
    wait_for_paws(s)


def sniff_choice(s: Dogpile, code: int) -> None:
    """What the dog that is asked chooses, or chance in its place (PILE-5.6)."""
    if code == STOP:
        stop_sniffing(s)
    elif code < STOP:
        bone = lift(s, code - SNIFF)
        s.picked[s.picks] = bone
        s.picks += 1
        look(s, bone, 1 << s.sniffer)
        if s.looked == NONE:
            go_on_sniffing(s)
    else:
        lay_back(s, code - LAY)


def go_on_sniffing(s: Dogpile) -> None:
    """PILE-5.2: three bones, or as many as there are."""
    if s.picks == LIFTED or s.filled == 0:
        stop_sniffing(s)


def stop_sniffing(s: Dogpile) -> None:
    if s.picks == 0:
        next_sniffer(s)
        return
    if s.picks > 1:  # PILE-5.4: what is shuffled goes on as new bones
        for i in range(s.picks):
            s.lifted[s.sniffs][i] = s.picked[i]
        s.sniffs += 1
    s.phase = LAYING
    s.limit = s.now + SECOND * s.rule_sniff_seconds


def lay_back(s: Dogpile, spot: int) -> None:
    """PILE-5.3, PILE-5.4; all other bones stay where they are (PILE-5.5)."""
    bone = s.picked[0]
    if s.picks > 1:
        bone = SPOTS + LIFTED * (s.sniffs - 1) + s.laid
    drop(s, spot, bone, 0)
    s.laid += 1
    if s.laid == s.picks:
        next_sniffer(s)
