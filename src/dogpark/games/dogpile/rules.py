"""The course of play. Rule dialect; the rules are those of docs/rules/dogpile.md."""

from __future__ import annotations

from dogpark.games.dogpile.actions import (
    BEGIN,
    BONE,
    GO,
    LAY,
    PAWS,
    READY,
    SEATS,
    SNIFF,
    SPOTS,
    STOP,
    TIME_UP,
)
from dogpark.games.dogpile.digging import act, dig_choices, keep_loose
from dogpark.games.dogpile.pile import drop, face_chances, lift, look, show_face, spread
from dogpark.games.dogpile.scoring import AHEAD, FULL_LOOT, loot_points, result
from dogpark.games.dogpile.state import (
    COUNTDOWN,
    DIGGING,
    EVERYBODY,
    LAYING,
    LIFTED,
    NONE,
    ON,
    OVER,
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


def sniff_choices(s: Dogpile, codes: Row) -> int:
    """What the dog that is asked may choose in a sniff (PILE-5.2, PILE-5.3)."""
    if s.phase == SNIFFING:
        for i in range(s.filled):
            codes[i] = SNIFF + s.spots[i]
        codes[s.filled] = STOP
        return s.filled + (s.picks == 0)
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
        next_sniffer(s)
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
    """PILE-5.2: three bones. They are shuffled, and go on as new ones (PILE-5.4)."""
    if s.picks == LIFTED:
        for i in range(LIFTED):
            s.lifted[s.sniffs][i] = s.picked[i]
        s.sniffs += 1
        s.phase = LAYING
        s.limit = s.now + SECOND * s.rule_sniff_seconds


def lay_back(s: Dogpile, spot: int) -> None:
    """PILE-5.3; all other bones stay where they are (PILE-5.5)."""
    drop(s, spot, SPOTS + LIFTED * (s.sniffs - 1) + s.laid, 0)
    s.laid += 1
    if s.laid == LIFTED:
        next_sniffer(s)
