"""Sharing a number: answers under seal, offers and demands, and who goes first (MON-5, MON-6).

Rule dialect. Splits and orders are numbered in lexicographic order over the talkers by seat.
"""

from __future__ import annotations

from dogpark.games.monty.actions import DEMAND_CODE, OFFER_CODE, ORDER_CODE, PASS_CODE
from dogpark.games.monty.crown import seating
from dogpark.games.monty.state import (
    ACCEPT,
    ANSWER,
    CLASSES,
    DEMAND,
    NONE,
    OFFER,
    ORDER,
    ORDER_BY_SEAT,
    RUNNER,
    SEALED_DEMAND,
    SEATS,
    SPLIT,
    ZERO_FORBIDDEN,
    Monty,
)
from dogpark.kernel.schema import Row

FACTORIAL = (1, 1, 2, 6, 24, 120)
# In how many ways so many spaces (column) are split among so many players (row).
SPLITS = (
    (1, 0, 0, 0, 0, 0),
    (1, 1, 1, 1, 1, 1),
    (1, 2, 3, 4, 5, 6),
    (1, 3, 6, 10, 15, 21),
    (1, 4, 10, 20, 35, 56),
    (1, 5, 15, 35, 70, 126),
)

# -- seats, splits and orders as numbers --------------------------------------------------------------


def size_of(members: int) -> int:
    """How many seats are in a mask."""
    count = 0
    for seat in range(SEATS):
        count += (members >> seat) & 1
    return count


def nth_member(members: int, n: int) -> int:
    """The seat that comes n-th, from 0, in a mask."""
    for seat in range(SEATS):
        if (members >> seat) & 1:
            if n == 0:
                return seat
            n -= 1
    return NONE


def share_of(number: int, size: int, index: int, member: int) -> int:
    """Spaces of the member-th of ``size`` players in split ``index`` of ``number`` (MON-5.4)."""
    spaces = number
    for place in range(size - 1):
        others = size - 1 - place
        share = 0
        while index >= SPLITS[others][spaces - share]:
            index -= SPLITS[others][spaces - share]
            share += 1
        if place == member:
            return share
        spaces -= share
    return spaces


def member_at(members: int, size: int, index: int, place: int) -> int:
    """The seat that goes at ``place``, from 0, in order ``index`` of these members (MON-6.3)."""
    rest = members
    seat = NONE
    for i in range(place + 1):
        block = FACTORIAL[size - 1 - i]
        seat = nth_member(rest, index // block)
        index %= block
        rest &= ~(1 << seat)
    return seat


# -- sealed answers -----------------------------------------------------------------------------------


def ask_all(s: Monty, seats: int, phase: int) -> None:
    """All these seats are asked at the same time."""
    s.asked = seats
    for seat in range(SEATS):
        s.sealed[seat] = NONE
    s.phase = phase


def seal(s: Monty, seat: int, value: int) -> bool:
    """Puts an answer under seal; true if it was the last one missing (MON-18.2, MON-18.3, MON-18.4)."""
    s.sealed[seat] = value
    return waiting(s) == 0


def waiting(s: Monty) -> int:
    """The seats asked that have not answered yet, as a mask."""
    mask = s.asked
    for seat in range(SEATS):
        if s.sealed[seat] != NONE:
            mask &= ~(1 << seat)
    return mask


def unseal(s: Monty) -> None:
    """What was under seal has been shown: nothing is left of it."""
    s.asked = 0
    for seat in range(SEATS):
        s.sealed[seat] = NONE


# -- negotiating --------------------------------------------------------------------------------------


def begin_talks(s: Monty, matter: int, members: int) -> None:
    """MON-5.3, MON-6.3: these players have to agree on a split or on an order."""
    s.matter = matter
    s.talkers = members
    s.turns = 0
    forget_offer(s)
    if s.rule_split_protocol == SEALED_DEMAND:  # MON-19.18
        ask_all(s, members, DEMAND)
    else:
        s.turn_seat = proposer_at(s, 0)
        s.phase = OFFER


def forget_offer(s: Monty) -> None:
    s.proposer = NONE
    s.offer = NONE
    for seat in range(SEATS):
        s.answer[seat] = NONE


def proposer_at(s: Monty, turn: int) -> int:
    """MON-5.5: furthest behind first, then seating order, round and round."""
    turn %= size_of(s.talkers)
    found = NONE
    for seat in range(s.players):
        if (s.talkers >> seat) & 1:
            before = 0
            for other in range(s.players):
                if (s.talkers >> other) & 1 and proposes_before(s, other, seat):
                    before += 1
            if before == turn:
                found = seat
    return found


def proposes_before(s: Monty, seat: int, other: int) -> bool:
    far = s.far[s.at[seat]]
    other_far = s.far[s.at[other]]
    return far > other_far or (far == other_far and seating(s, seat) < seating(s, other))


def needs_one(s: Monty) -> bool:
    """MON-19.16: whether zero spaces for somebody is forbidden now."""
    return (s.rule_split_zero == ZERO_FORBIDDEN) & (s.number >= size_of(s.talkers))


def legal_offers(s: Monty, codes: Row) -> int:
    """MON-5.4, MON-5.6, MON-6.3"""
    size = size_of(s.talkers)
    count = 0
    if s.matter == ORDER:
        codes[0] = PASS_CODE
        for index in range(FACTORIAL[size]):
            codes[1 + index] = ORDER_CODE + index
        return 1 + FACTORIAL[size]
    strict = needs_one(s)
    for index in range(SPLITS[size][s.number]):
        codes[count] = OFFER_CODE + index
        count += not strict or gives_to_all(s.number, size, index)
    codes[count] = PASS_CODE
    return count + 1


def gives_to_all(number: int, size: int, index: int) -> bool:
    for member in range(size):
        if share_of(number, size, index, member) == 0:
            return False
    return True


def legal_demands(s: Monty, codes: Row) -> int:
    """MON-19.18: so many spaces, or an order."""
    if s.matter == ORDER:
        count = FACTORIAL[size_of(s.talkers)]
        for index in range(count):
            codes[index] = ORDER_CODE + index
        return count
    least = 1 if needs_one(s) else 0
    for spaces in range(least, s.number + 1):
        codes[spaces - least] = DEMAND_CODE + spaces
    return s.number + 1 - least


def make_offer(s: Monty, seat: int, index: int) -> None:
    """MON-5.6, MON-5.7: the others answer."""
    forget_offer(s)
    s.proposer = seat
    s.offer = index
    s.offers[s.turns] = index
    ask_all(s, s.talkers & ~(1 << seat), ANSWER)


def pass_turn(s: Monty, seat: int) -> bool:
    """MON-5.6; true if the talks have failed."""
    forget_offer(s)
    s.proposer = seat
    s.offers[s.turns] = NONE
    return next_proposer(s)


def next_proposer(s: Monty) -> bool:
    """MON-5.5, MON-5.8; true if that was the last turn."""
    s.turns += 1
    if s.turns == s.rule_offers_per_player * size_of(s.talkers):
        return True
    s.turn_seat = proposer_at(s, s.turns)
    s.phase = OFFER
    return False


def show_answers(s: Monty) -> bool:
    """MON-5.7: agreed if nobody said no; true if the talks have failed."""
    refused = 0
    for seat in range(s.players):
        s.answer[seat] = s.sealed[seat]
        if (s.asked >> seat) & 1 and s.sealed[seat] != ACCEPT:
            refused += 1
    unseal(s)
    if refused > 0:
        return next_proposer(s)
    agree(s, s.offer)
    return False


def show_demands(s: Monty) -> bool:
    """MON-19.18: agreed if they add up, or (an order) if all wrote the same; else true, failed."""
    total = 0
    same = True
    first = s.sealed[nth_member(s.talkers, 0)]
    for seat in range(s.players):
        s.answer[seat] = s.sealed[seat]
        if (s.talkers >> seat) & 1:
            total += s.sealed[seat]
            same = same and s.sealed[seat] == first
    unseal(s)
    if s.matter == ORDER:
        if same:
            agree(s, first)
        return not same
    if total != s.number:
        return True
    for seat in range(s.players):
        if (s.talkers >> seat) & 1:
            s.share[seat] = s.answer[seat]
    share_out(s)
    return False


def agree(s: Monty, index: int) -> None:
    size = size_of(s.talkers)
    if s.matter == SPLIT:
        for member in range(size):
            s.share[nth_member(s.talkers, member)] = share_of(s.number, size, index, member)
        share_out(s)
    else:
        for place in range(size):
            append(s, member_at(s.talkers, size, index, place))
        s.talkers = 0
        s.phase = CLASSES


def share_out(s: Monty) -> None:
    """MON-6.1: whoever takes zero spaces does not move; the rest get their order."""
    s.unsorted = 0
    for seat in range(s.players):
        if (s.talkers >> seat) & 1 and s.share[seat] > 0:
            s.unsorted |= 1 << seat
    s.talkers = 0
    s.phase = CLASSES


# -- who goes first -----------------------------------------------------------------------------------


def append(s: Monty, seat: int) -> None:
    """The seat runs after all that are in the queue already."""
    for i in range(SEATS):
        if s.queue[i] == NONE:
            s.queue[i] = seat
            return


def next_class(s: Monty) -> None:
    """MON-6.1, MON-6.2, MON-6.3, MON-6.5: the furthest behind of those not settled yet."""
    if s.unsorted == 0:
        s.phase = RUNNER
        return
    furthest = -1
    for seat in range(s.players):
        if (s.unsorted >> seat) & 1 and s.far[s.at[seat]] > furthest:
            furthest = s.far[s.at[seat]]
    level = 0
    for seat in range(s.players):
        if (s.unsorted >> seat) & 1 and s.far[s.at[seat]] == furthest:
            level |= 1 << seat
    s.unsorted &= ~level
    if s.holder != NONE and (level >> s.holder) & 1:
        append(s, s.holder)
        level &= ~(1 << s.holder)
    if level & (level - 1) != 0:
        begin_talks(s, ORDER, level)
    elif level != 0:
        append(s, nth_member(level, 0))


def go_in_seating_order(s: Monty) -> bool:
    """MON-19.20: talks about the order that failed do no harm; true if that is the house rule."""
    if s.matter != ORDER or s.rule_order_failure != ORDER_BY_SEAT:
        return False
    for i in range(s.players):
        seat = (s.placer + i) % s.players
        if (s.talkers >> seat) & 1:
            append(s, seat)
    s.talkers = 0
    s.phase = CLASSES
    return True
