"""Which three bones a dog could still get, and what they are worth. Rule dialect.

A plan is the best three among the bones in the paws and those whose places this dog has in mind; there
has to be time to fetch them. Only what this dog has seen is used. A plan is written as three faces,
64 * 64 * a + 64 * b + c, with NOTHING for a bone it does without. ``grip`` is how well it remembers
(see memory), ``margin`` the time it spares for each thing still to do, since it hesitates.
"""

from __future__ import annotations

from dogpark.games.dogpile.actions import PAWS, SPOTS
from dogpark.games.dogpile.memory import left_of_sniff, recalled
from dogpark.games.dogpile.scoring import (
    ACE,
    BONEATHON,
    FIRST_JOKER,
    RANK_COUNT,
    TWO,
    feat_of,
    looted,
    rank_of,
    value_of,
)
from dogpark.games.dogpile.state import (
    BURY_MS,
    DIG_MS,
    KEEP_MS,
    LIFTED,
    NONE,
    ON,
    PUT_MS,
    ROUNDS,
    Dogpile,
)
from dogpark.kernel.rng import dice_below
from dogpark.kernel.schema import Row

NOTHING = 63
NO_PLAN = 64 * 64 * 64 - 1
SUIT_COUNT = 4

FRESH_WORTH = 28  # of a bone nobody has looked at, in quarters of a point
LEFT_WORTH = 20  # of one that others have looked at and left
PAIR_WORTH = 24  # of two aces, or twos, in the loot so far and the plan: a boneathon takes three
LONE_WORTH = 10  # of the first one


# -- what is known --------------------------------------------------------------------------------


def hidden_worth(s: Dogpile, seat: int, bone: int) -> int:
    """What a bone that this dog does not know is worth looking at, in quarters of a point."""
    if bone >= SPOTS:
        left = left_of_sniff(s, seat, bone)
        sniff = (bone - SPOTS) // LIFTED
        total = 0
        count = 0
        for i in range(LIFTED):
            lifted = s.lifted[sniff][i]
            if (s.seen[lifted] >> seat) & 1 and (left >> s.face[lifted]) & 1:
                total += value_of(s.face[lifted])
                count += 1
        if count > 0:
            return 4 * total // count
    return FRESH_WORTH if s.seen[bone] == 0 else LEFT_WORTH


def best_guess(s: Dogpile, seat: int, grip: int, dice: Row) -> int:
    """The spot with an unknown bone that is most worth a look; of equals any; NONE without any."""
    best = NONE
    best_worth = -1000
    at = dice_below(dice, s.filled)
    for _ in range(s.filled):
        at = at + 1 if at + 1 < s.filled else 0
        bone = s.spot[s.spots[at]]
        if recalled(s, seat, s.spots[at], grip) == NONE:
            worth = hidden_worth(s, seat, bone)
            if worth > best_worth:
                best = s.spots[at]
                best_worth = worth
    return best


def faces_held(s: Dogpile, seat: int) -> int:
    """Bits of the faces in the paws, and of the bone just dug."""
    faces = 0
    for i in range(s.held[seat]):
        faces |= 1 << s.face[s.paw[seat][i]]
    if s.loose[seat] != NONE:
        faces |= 1 << s.face[s.loose[seat]]
    return faces


def faces_lying(s: Dogpile, seat: int, grip: int) -> int:
    """Bits of the faces in the pile whose spots this dog knows."""
    faces = 0
    for i in range(s.filled):
        face = recalled(s, seat, s.spots[i], grip)
        if face != NONE:
            faces |= 1 << face
    return faces


def spot_of(s: Dogpile, seat: int, face: int, grip: int) -> int:
    for i in range(s.filled):
        if recalled(s, seat, s.spots[i], grip) == face:
            return s.spots[i]
    return NONE


# -- plans ----------------------------------------------------------------------------------------


def in_plan(plan: int, face: int) -> bool:
    return plan >> 12 == face or (plan >> 6) & 63 == face or plan & 63 == face


def missing(plan: int, held: int) -> int:
    """How many bones of the plan still lie in the pile."""
    count = 0
    for i in range(PAWS):
        face = (plan >> (6 * i)) & 63
        if face != NOTHING and (held >> face) & 1 == 0:
            count += 1
    return count


def time_needed(s: Dogpile, seat: int, plan: int, held: int, margin: int) -> int:
    """Until the last dig of the plan may begin; what is dug in time need not be kept (PILE-3.7)."""
    away = missing(plan, held)
    if away == 0:
        return 0
    dig_and_keep = s.rule_action_ms[DIG_MS] + s.rule_action_ms[KEEP_MS] + 2 * margin
    need = (away - 1) * dig_and_keep
    for i in range(s.held[seat]):
        if not in_plan(plan, s.face[s.paw[seat][i]]):
            need += s.rule_action_ms[BURY_MS] + margin
    if s.loose[seat] != NONE:
        if in_plan(plan, s.face[s.loose[seat]]):
            need += s.rule_action_ms[KEEP_MS] + margin
        else:
            need += s.rule_action_ms[PUT_MS] + margin
    return need + margin if need > 0 else 0  # what can be dug at once is worth a try


def worth(s: Dogpile, seat: int, plan: int) -> int:
    """What the bones of a plan bring in this round, and towards a boneathon."""
    a = plan >> 12
    b = (plan >> 6) & 63
    c = plan & 63
    total = 0
    for i in range(PAWS):
        face = (plan >> (6 * i)) & 63
        if face != NOTHING:
            total += value_of(face)
    if a != NOTHING and b != NOTHING and c != NOTHING:
        total += feat_of(a, b, c, s.rule_mixed_straights)
    return total + boneathon_worth(s, seat, plan, ACE) + boneathon_worth(s, seat, plan, TWO)


def boneathon_worth(s: Dogpile, seat: int, plan: int, rank: int) -> int:
    """PILE-4.6: what the plan's aces or twos are worth beyond this round."""
    mine = 0
    for i in range(PAWS):
        face = (plan >> (6 * i)) & 63
        if face != NOTHING and rank_of(face) == rank:
            mine += 1
    if mine == 0 or mine == PAWS:
        return 0
    had = looted(s, seat, rank)
    if had == NONE or had >= PAWS:
        return 0
    if had + mine >= PAWS:
        return BONEATHON
    if s.round == ROUNDS - 1:
        return 0
    return PAIR_WORTH if had + mine == 2 else LONE_WORTH


def better_plan(
    s: Dogpile, seat: int, plan: int, than: int, held: int, time: int, margin: int
) -> int:
    """The better of two plans; one for which there is no time is no plan."""
    if time_needed(s, seat, plan, held, margin) >= time:
        return than
    if than == NO_PLAN:
        return plan
    mine = 2 * worth(s, seat, plan) - missing(plan, held)
    return plan if mine > 2 * worth(s, seat, than) - missing(than, held) else than


def pick(faces: int, held: int, rank: int, skip: int) -> int:
    """A known face of this rank, one in the paws first; ``skip`` of them are passed over."""
    for again in range(2):
        source = faces & held if again == 0 else faces & ~held
        for suit in range(SUIT_COUNT):
            face = RANK_COUNT * suit + rank
            if (source >> face) & 1:
                if skip == 0:
                    return face
                skip -= 1
    return NOTHING


def highest(faces: int, held: int, most: int) -> int:
    """The plan of the highest values, with at most so many bones from the pile."""
    plan = 0
    count = 0
    away = 0
    for i in range(RANK_COUNT):
        rank = RANK_COUNT - 1 - i
        for skip in range(SUIT_COUNT):
            face = pick(faces, held, rank, skip)
            if face == NOTHING or count == PAWS:
                break
            if (held >> face) & 1:
                plan = 64 * plan + face
                count += 1
            elif away < most:
                plan = 64 * plan + face
                count += 1
                away += 1
    for joker in range(FIRST_JOKER, SPOTS):
        if count < PAWS and (faces & held) >> joker & 1:
            plan = 64 * plan + joker
            count += 1
    while count < PAWS:
        plan = 64 * plan + NOTHING
        count += 1
    return plan


def best_plan(s: Dogpile, seat: int, held: int, lying: int, time: int, margin: int) -> int:
    """The best three bones there is time for."""
    faces = held | lying
    best = NO_PLAN
    for most in range(PAWS + 1):
        best = better_plan(s, seat, highest(faces, held, most), best, held, time, margin)
    for rank in range(RANK_COUNT):
        third = pick(faces, held, rank, 2)
        if third != NOTHING:  # three of a collar
            pair = 64 * pick(faces, held, rank, 0) + pick(faces, held, rank, 1)
            best = better_plan(s, seat, 64 * pair + third, best, held, time, margin)
        if rank + 2 < RANK_COUNT:
            best = best_straight(s, seat, held, faces, rank, best, time, margin)
    for rank in range(TWO + 1):  # with an ace or a two for a boneathon
        for skip in range(2):
            low = pick(faces, held, rank, skip)
            if low != NOTHING:
                others = highest(faces & ~(1 << low), held, PAWS)
                best = better_plan(s, seat, (others >> 6) * 64 + low, best, held, time, margin)
                if skip == 1:
                    pair = 64 * pick(faces, held, rank, 0) + low
                    best = better_plan(
                        s, seat, (others >> 12) * 4096 + pair, best, held, time, margin
                    )
    return best


def best_straight(
    s: Dogpile, seat: int, held: int, faces: int, rank: int, best: int, time: int, margin: int
) -> int:
    """The straight fetches that begin with this rank."""
    if s.rule_mixed_straights == ON:
        first = pick(faces, held, rank, 0)
        second = pick(faces, held, rank + 1, 0)
        third = pick(faces, held, rank + 2, 0)
        if first != NOTHING and second != NOTHING and third != NOTHING:
            plan = 4096 * first + 64 * second + third
            return better_plan(s, seat, plan, best, held, time, margin)
        return best
    for suit in range(SUIT_COUNT):
        face = RANK_COUNT * suit + rank
        if (faces >> face) & 7 == 7:
            plan = 4096 * face + 64 * (face + 1) + face + 2
            best = better_plan(s, seat, plan, best, held, time, margin)
    return best
