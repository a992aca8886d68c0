"""What an offer is worth, against what happens without a deal. Rule dialect.

Part of the rules of thumb (``strategy``). Without a deal everybody in the talks loses the share and
goes back to a gate. So a deal gives each a share, and saves each a way back: who has more to lose
gives way. All is counted in half spaces, a space saved as half of a space won, since a pawn further
behind moves before the others of its group.
"""

from __future__ import annotations

from dogpark.games.monty.actions import DEMAND_CODE, OFFER_CODE, ORDER_CODE, PASS_CODE
from dogpark.games.monty.crown import seating
from dogpark.games.monty.gates import gates_behind
from dogpark.games.monty.ground import is_gate
from dogpark.games.monty.state import ACCEPT, FAR, ORDER, Monty
from dogpark.games.monty.talks import member_at, nth_member, share_of, size_of

NEVER = -10_000_000


def way_back(s: Monty, seat: int) -> int:
    """Spaces to the nearest gate further from the crown, as the eye finds it; 0 if there is none."""
    own = s.far[s.at[seat]]
    nearest = FAR
    for tile in range(s.tiles):
        far = s.far[tile]
        if far > own and far < nearest and is_gate(s.kind[tile]):
            nearest = far
    return nearest - own if nearest < FAR else 0


def at_stake(s: Monty) -> int:
    """What a deal is worth to all together, in half spaces."""
    total = 2 * s.number
    for seat in range(s.players):
        if (s.talkers >> seat) & 1:
            total += way_back(s, seat)
    return total


def place_among(members: int, seat: int) -> int:
    before = 0
    for other in range(seat):
        before += (members >> other) & 1
    return before


def judge_offer(s: Monty, seat: int, code: int) -> int:
    """Nobody gets more out of a deal than another, and what is left over is one's own."""
    if code == PASS_CODE:
        return NEVER
    size = size_of(s.talkers)
    if code >= ORDER_CODE:
        return last_in(s, seat, code - ORDER_CODE, size)
    index = code - OFFER_CODE
    total = at_stake(s)
    uneven = 0
    for member in range(size):
        gain = 2 * share_of(s.number, size, index, member)
        gain += way_back(s, nth_member(s.talkers, member))
        uneven += (size * gain - total) * (size * gain - total)
    return share_of(s.number, size, index, place_among(s.talkers, seat)) - 10 * uneven


def last_in(s: Monty, seat: int, index: int, size: int) -> int:
    """Who goes later may pass those who went before."""
    for place in range(size):
        if member_at(s.talkers, size, index, place) == seat:
            return place
    return 0


def judge_answer(s: Monty, seat: int, answer: int) -> int:
    """Yes to any order, and to a deal that is not less than fair; at last to anything worth having."""
    if s.matter == ORDER:
        return answer == ACCEPT
    size = size_of(s.talkers)
    share = share_of(s.number, size, s.offer, place_among(s.talkers, seat))
    agreed = size * (2 * share + 2 + way_back(s, seat)) > at_stake(s)
    if s.turns + 1 == s.rule_offers_per_player * size:
        agreed = agreed or share > 0 or gates_behind(s, seat) != 0
    return (answer == ACCEPT) == agreed


def judge_answer_naively(s: Monty, seat: int, answer: int) -> int:
    """Yes to whatever gives something."""
    if s.matter == ORDER:
        return answer == ACCEPT
    share = share_of(s.number, size_of(s.talkers), s.offer, place_among(s.talkers, seat))
    return (answer == ACCEPT) == (share > 0)


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
