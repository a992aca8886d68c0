"""The low road: nine bones below 21 in all beat any heap of points (PILE-6.2). Rule dialect.

How likely that is follows from the lowest bones a dog can hope for in all rounds to come: those in its
paws, those it has in mind, and those it may still come across in the time left. What is in other paws
or looted it cannot have. By how much their sum stays below 21 is the *slack*; a dog goes low as long as
the slack is above a bar.
"""

from __future__ import annotations

from dogpark.games.dogpile.actions import PAWS, SPOTS
from dogpark.games.dogpile.plans import NOTHING, SUIT_COUNT, pick, time_needed
from dogpark.games.dogpile.rules import SECOND
from dogpark.games.dogpile.scoring import (
    BLACKJAW,
    FIRST_JOKER,
    FULL_LOOT,
    RANK_COUNT,
    TWO,
    feat_of,
    loot_size,
    looted,
    total_of,
    value_of,
)
from dogpark.games.dogpile.state import DIG_MS, NONE, PUT_MS, ROUNDS, Dogpile

MIDDLING = 8  # points reckoned for a bone that has still to be found
LOW = 7  # the highest value that is any use
POINT = 100  # slack is reckoned in hundredths

# The bars, by round. In the first one a dog wants both jokers, or nearly: with two dogs on the low road
# they spoil it for each other, while one alone hardly ever misses. Once on it there is no way back to
# the points of the others, so the bar falls.
BARS = (300, -200, -200)
LATE_BAR = 350  # at the end of the first round, where it is decided
LATE_MS = 8000


def allowed(s: Dogpile, seat: int, rank: int) -> int:
    """How many more bones of a rank do no harm: a boneathon would (PILE-4.6)."""
    if rank > TWO:
        return SUIT_COUNT
    had = looted(s, seat, rank)
    return SUIT_COUNT if had == NONE else max(0, PAWS - 1 - had)


def out_of_reach(s: Dogpile, seat: int) -> int:
    """Bits of the faces that are looted, or that this dog knows to be in other paws."""
    faces = 0
    for dog in range(s.players):
        for i in range(FULL_LOOT):
            if s.loot[dog][i] != NONE:
                faces |= 1 << s.loot[dog][i]
        for i in range(s.held[dog]):
            bone = s.paw[dog][i]
            if dog != seat and (s.seen[bone] >> seat) & 1:
                faces |= 1 << s.face[bone]
    return faces


def hope_of(s: Dogpile, seat: int, lying: int, time: int, margin: int) -> int:
    """How likely it comes across a bone whose place it does not know, in percent."""
    unknown = s.filled
    for face in range(SPOTS):
        unknown -= (lying >> face) & 1
    if unknown <= 0:
        return 0
    away = 0
    for other in range(s.players):
        if other != seat:
            away += s.held[other] + (s.loose[other] != NONE)
    for number in range(s.round + 1, ROUNDS):
        time += SECOND * s.rule_round_seconds[number]
    looks = time // (s.rule_action_ms[DIG_MS] + s.rule_action_ms[PUT_MS] + 2 * margin)
    return POINT * min(unknown, looks) // (unknown + away)


def low_slack(s: Dogpile, seat: int, held: int, lying: int, time: int, margin: int) -> int:
    """By how much the lowest bones that it can hope for stay below 21, in hundredths of a point."""
    gone = out_of_reach(s, seat)
    hope = hope_of(s, seat, lying, time, margin)
    need = POINT * PAWS * (ROUNDS - s.round)
    left = POINT * (BLACKJAW - 1 - total_of(s, seat))
    for value in range(LOW + 1):
        may = POINT * SUIT_COUNT
        if value > 0:
            may = POINT * allowed(s, seat, value - 1)
        for suit in range(SUIT_COUNT):
            face = FIRST_JOKER + suit if value == 0 else RANK_COUNT * suit + value - 1
            if face < SPOTS:
                part = 0
                if ((held | lying) >> face) & 1:
                    part = POINT
                elif (gone >> face) & 1 == 0:
                    part = hope
                part = min(part, may, need)
                may -= part
                need -= part
                left -= part * value
    return left - need * MIDDLING


def goes_low(s: Dogpile, seat: int, held: int, lying: int, time: int, margin: int) -> bool:
    if loot_size(s, seat) < PAWS * s.round:
        return False
    bar = BARS[s.round]
    if s.round == 0 and time < LATE_MS:
        bar = LATE_BAR
    return low_slack(s, seat, held, lying, time, margin) >= bar


# -- the plan of a round --------------------------------------------------------------------------


def lowest(s: Dogpile, seat: int, faces: int, held: int, most: int) -> int:
    """The plan of the lowest values without a feat, with at most so many bones from the pile."""
    plan = 0
    count = 0
    away = 0
    for value in range(LOW + 1):
        may = SUIT_COUNT
        if value > 0:
            may = allowed(s, seat, value - 1)
        for i in range(SUIT_COUNT):
            face = NOTHING
            if value > 0:
                face = pick(faces, held, value - 1, i)
            elif FIRST_JOKER + i < SPOTS and (faces >> (FIRST_JOKER + i)) & 1:
                face = FIRST_JOKER + i
            fits = face != NOTHING and count < PAWS and may > 0
            if fits and count == PAWS - 1:
                fits = feat_of(plan >> 6, plan & 63, face, s.rule_mixed_straights) == 0
            lies = (held >> face) & 1 == 0
            if fits and (not lies or away < most):
                plan = 64 * plan + face
                count += 1
                may -= 1
                away += lies
    while count < PAWS:
        plan = 64 * plan + NOTHING
        count += 1
    return plan


def burden(plan: int) -> int:
    """What the bones of a plan add up to."""
    total = 0
    for i in range(PAWS):
        face = (plan >> (6 * i)) & 63
        total += MIDDLING if face == NOTHING else value_of(face)
    return total


def low_plan(s: Dogpile, seat: int, held: int, lying: int, time: int, margin: int) -> int:
    """The lowest three bones there is time for."""
    faces = held | lying
    best = lowest(s, seat, faces, held, 0)
    for most in range(1, PAWS + 1):
        plan = lowest(s, seat, faces, held, most)
        if time_needed(s, seat, plan, held, margin) < time and burden(plan) < burden(best):
            best = plan
    return best
