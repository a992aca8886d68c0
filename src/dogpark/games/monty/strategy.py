"""Rules of thumb: fair in talks, quick to explore, and always looking for a short cut. Rule dialect.

Only what lies open on the table is looked at, and the seat's own word. Talks: those who have never
led anybody up the garden path take turns at the high numbers, and share a number evenly. Running:
whoever leads tries to end the race, by a Home Stage, or by laying the last corner against a wall.
"""

from __future__ import annotations

from dogpark.games.monty.actions import (
    CLAIM_CODE,
    COMMIT_CODE,
    CROWN_CODE,
    CROWN_TILE_CODE,
    DEMAND_CODE,
    EXPLORE_CODE,
    OFFER_CODE,
    ORDER_CODE,
    ORIENT_CODE,
    PASS_CODE,
    PUSH_CODE,
    RESPOND_CODE,
    SHORTCUT_CODE,
    START_CODE,
    STEP_CODE,
    WIDTH,
)
from dogpark.games.monty.crown import pawns_on, seating
from dogpark.games.monty.distance import measure
from dogpark.games.monty.foresight import judge_exploration, judge_orientation
from dogpark.games.monty.gates import gates_behind
from dogpark.games.monty.ground import is_single_space, tile_of_code
from dogpark.games.monty.race import can_commit
from dogpark.games.monty.state import (
    ACCEPT,
    ANSWER,
    COMMIT,
    CROWN_CHOICE,
    DEMAND,
    EXPLORE_CHOICE,
    LAY_START,
    NONE,
    OFFER,
    ORDER,
    ORIENT_CHOICE,
    PUSH_CHOICE,
    SILENT,
    SPECIES,
    STEP_CHOICE,
    TALK,
    TRAMP,
    Monty,
)
from dogpark.games.monty.talks import member_at, share_of, size_of

NEVER = -10_000
ALWAYS = 10_000
HIGHEST = 5

# -- numbers ----------------------------------------------------------------------------------------


def rank_in_turns(s: Monty, seat: int) -> int:
    """How many of those who keep their word are to choose a number before this seat in this round."""
    before = 0
    mine = (seating(s, seat) + s.race + s.round) % s.players
    for other in range(s.players):
        theirs = (seating(s, other) + s.race + s.round) % s.players
        before += (theirs < mine) & is_trusted(s, other)
    return before


def is_trusted(s: Monty, seat: int) -> bool:
    """Whether this seat has always kept its word and has said nothing odd in this round."""
    if s.rule_talk_rounds == 0 or s.bluffs[seat] > 0:
        return False
    said = word_of(s, seat)
    return said <= SILENT or said == HIGHEST


def word_of(s: Monty, seat: int) -> int:
    """The number this seat said last in this round, SILENT or NONE if it has not."""
    said = NONE
    for i in range(s.talk):
        if s.claim[i][seat] > SILENT:
            said = s.claim[i][seat]
    return said


def wanted_number(s: Monty, seat: int) -> int:
    said = word_of(s, seat)
    if said > SILENT:
        return said
    return HIGHEST - rank_in_turns(s, seat) % 4


def judge_claim(s: Monty, seat: int, claim: int) -> int:
    """The first in turn says so, if it has the card; the others keep their choice open."""
    if rank_in_turns(s, seat) == 0 and can_commit(s, seat, HIGHEST):
        return claim == HIGHEST - 1
    return claim == SILENT


def judge_number(s: Monty, seat: int, number: int) -> int:
    wanted = wanted_number(s, seat)
    return 10 * (number == wanted) + number


# -- talks ------------------------------------------------------------------------------------------


def place_among(members: int, seat: int) -> int:
    before = 0
    for other in range(seat):
        before += (members >> other) & 1
    return before


def judge_offer(s: Monty, seat: int, code: int) -> int:
    if code == PASS_CODE:
        return NEVER
    size = size_of(s.talkers)
    if code >= ORDER_CODE:
        return last_in(s, seat, code - ORDER_CODE, size)
    index = code - OFFER_CODE
    uneven = 0
    for member in range(size):
        off = size * share_of(s.number, size, index, member) - s.number
        uneven += off * off
    return share_of(s.number, size, index, place_among(s.talkers, seat)) - 10 * uneven


def last_in(s: Monty, seat: int, index: int, size: int) -> int:
    """Who goes later may pass those who went before."""
    for place in range(size):
        if member_at(s.talkers, size, index, place) == seat:
            return place
    return 0


def judge_answer(s: Monty, seat: int, answer: int) -> int:
    """Yes to any order, and to a share that is not less than fair; at last to any share at all."""
    if s.matter == ORDER:
        return answer == ACCEPT
    size = size_of(s.talkers)
    share = share_of(s.number, size, s.offer, place_among(s.talkers, seat))
    agreed = share >= s.number // size
    if s.turns + 1 == s.rule_offers_per_player * size:
        agreed = agreed or share > 0 or gates_behind(s, seat) != 0
    return (answer == ACCEPT) == agreed


def judge_demand(s: Monty, seat: int, code: int) -> int:
    """What is left over goes to the first in seating order; an order is by seat."""
    if s.matter == ORDER:
        return -code
    size = size_of(s.talkers)
    before = 0
    for other in range(s.players):
        if (s.talkers >> other) & 1:
            before += seating(s, other) < seating(s, seat)
    fair = s.number // size + (before < s.number % size)
    return (code - DEMAND_CODE == fair) * 1


# -- the rest ---------------------------------------------------------------------------------------


def judge_step(s: Monty, seat: int, side: int) -> int:
    other = s.beside[s.at[seat]][side]
    worth = -10 * s.far[other]
    if s.left <= 1:
        if s.kind[other] == TRAMP:
            worth += 2
        elif is_single_space(s.kind[other]) and pawns_on(s, other) != 0:
            worth += 1
    return worth


def judge_push(s: Monty, seat: int, side: int) -> int:
    """Others go back, a squirrel itself goes on."""
    tile = s.at[s.pushed]
    if (s.links[tile] >> side) & 1:
        far = s.far[s.beside[tile][side]]
    elif tile == s.crown:
        far = -1
    else:
        far = s.far[tile] + 1
    return -far if s.pushed == seat else far


def judge_crown(s: Monty, seat: int, code: int) -> int:
    """Close to oneself and far from the others."""
    if code == SHORTCUT_CODE:
        return ALWAYS
    before = s.crown
    s.crown = tile_of_code(s, code, CROWN_CODE, CROWN_TILE_CODE)
    measure(s)
    mine = s.far[s.at[seat]]
    nearest = 100
    total = 0
    for other in range(s.players):
        if other != seat:
            far = s.far[s.at[other]]
            total += far
            if far < nearest:
                nearest = far
    s.crown = before
    measure(s)
    return 20 * (nearest - mine) + total


def judge_start(s: Monty, code: int) -> int:
    place = code - START_CODE
    x = (place >> 1) % WIDTH
    y = (place >> 1) // WIDTH
    return -abs(2 * x + 1 - s.rule_table_w) - abs(2 * y + 1 - s.rule_table_h)


def judge(s: Monty, seat: int, code: int) -> int:
    phase = s.phase
    if phase == EXPLORE_CHOICE:
        return judge_exploration(s, seat, code - EXPLORE_CODE)
    if phase == STEP_CHOICE:
        return judge_step(s, seat, code - STEP_CODE)
    if phase == OFFER:
        return judge_offer(s, seat, code)
    if phase == ANSWER:
        return judge_answer(s, seat, code - RESPOND_CODE)
    if phase == COMMIT:
        return judge_number(s, seat, code - COMMIT_CODE + 2)
    if phase == TALK:
        return judge_claim(s, seat, code - CLAIM_CODE)
    if phase == PUSH_CHOICE:
        return judge_push(s, seat, code - PUSH_CODE)
    if phase == CROWN_CHOICE:
        return judge_crown(s, seat, code)
    if phase == ORIENT_CHOICE:
        return judge_orientation(s, seat, code - ORIENT_CODE)
    if phase == DEMAND:
        return judge_demand(s, seat, code)
    if phase == LAY_START:
        return judge_start(s, code)
    if phase == SPECIES:
        return code  # a squirrel: hopping on is worth a space
    return 0
