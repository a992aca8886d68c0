"""Rules of thumb: which hand this one can become, and how long that takes. Rule dialect.

A hand is judged by its best plan: one or two kinds of food, or a super combo. A plan is worth what
the full hand would score, less what it costs to wait for the missing cards. Those that lie face-up
come one a turn, the others as often as the deck brings them. When somebody is out, only points
count. Cards are tried by putting them into the seat's own hand and taking them out again; other
hands are never looked at.
"""

from __future__ import annotations

from dogpark.games.breath.actions import (
    DISCARD,
    FLIP,
    NAME,
    OUT,
    SCAVENGE,
    TAKE,
)
from dogpark.games.breath.cards import BONES
from dogpark.games.breath.knowledge import row_of, unseen_of
from dogpark.games.breath.scoring import (
    BONE_COMBO,
    DAY_COMBO,
    ENOUGH,
    HAND,
    KIND_POINTS,
    MEAT_COMBO,
    NIGHT_COMBO,
    ONE_KIND,
    PAIR,
    hand_points,
    of_kind,
    pairs_of,
)
from dogpark.games.breath.state import (
    ALARMED,
    BONE,
    DAY,
    DRAWING,
    ENDING,
    FACING,
    FLIPPING,
    FOOD,
    GUARDING,
    MEAT,
    NAMING,
    NIGHT,
    NONE,
    POOP,
    SCAVENGER,
    SORTS,
    TAKING,
    VEGE,
    Breath,
)
from dogpark.kernel.playout import FAMILY, PUPPY
from dogpark.kernel.schema import Row

POINT = 100  # values are in hundredths of a point, times in hundredths of a turn
TURN = 200  # what it costs to wait for a turn: rounds are short, and cards keep coming
RARE = 8  # turns that are waited for one card at most
EXACT = 6  # how many times longer it takes to find one sort than any card of its kind
SHARE = 90  # hundredths of what the hand scores already that count besides its plan
ENOUGH_TO_GO_OUT = (0, 0, 32, 35, 37)  # by the number of players
MORE = 500  # a plan that promises so much more is worth waiting for
HARM = 500  # to spoil the hand of the one who is out
BONE_OFFER = 3  # the place of bones in the market, after the three kinds
NOTHING = -100_000_000

# -- what can be had ------------------------------------------------------------------------------


def market_of(s: Breath, seat: int) -> int:
    """The offers of the three kinds and of bones, packed, 16 bits each."""
    total = 0
    bones = 0
    vege = 0
    poop = 0
    meat = 0
    for sort in range(SORTS):
        count = unseen_of(s, seat, sort)
        total += count
        if sort == BONE:
            bones = count
        elif sort // 4 == VEGE:
            vege += count
        elif sort // 4 == POOP:
            poop += count
        elif sort // 4 == MEAT:
            meat += count
    market = offer_of(of_kind(s.face_up, VEGE), vege, total)
    market |= offer_of(of_kind(s.face_up, POOP), poop, total) << 16
    market |= offer_of(of_kind(s.face_up, MEAT), meat, total) << 32
    return market | offer_of(s.face_up[BONE], bones, total) << 48


def offer_of(lying: int, unseen: int, total: int) -> int:
    """How many lie face-up, in 6 bits, and above them the time until the deck brings one."""
    wait = 100 * RARE
    if unseen * RARE > total:
        wait = 100 * total // unseen
    return (wait << 6) + lying


def delay(market: int, what: int, missing: int) -> int:
    """The time until so many cards have come: of a kind, or bones."""
    if missing <= 0:
        return 0
    offer = (market >> (16 * what)) & 0xFFFF
    lying = offer & 63
    if missing <= lying:
        return 100 * missing
    return 100 * lying + (missing - lying) * (offer >> 6)


def bone_delay(hand: Row, market: int) -> int:
    """The time until there is a bone in the hand."""
    return delay(market, BONE_OFFER, 1 - hand[BONE])


# -- plans ----------------------------------------------------------------------------------------


def plan_points(hand: Row, kind: int, count: int) -> int:
    """What so many cards of a kind will score; pairs that are not there yet count half."""
    later = count // 2
    now = min(later, pairs_of(hand, kind))
    return POINT * KIND_POINTS[kind] * count + POINT * PAIR * (now + later) // 2


def single_plan(hand: Row, market: int, kind: int) -> int:
    """All food of one kind."""
    count = HAND - (kind == MEAT)
    time = delay(market, kind, count - of_kind(hand, kind))
    if kind == MEAT:
        time += bone_delay(hand, market)
    return plan_points(hand, kind, count) + POINT * ONE_KIND - TURN * time // 100


def double_plan(hand: Row, market: int, poor: int, rich: int) -> int:
    """Two kinds, three or more of each."""
    few = max(ENOUGH, of_kind(hand, poor))
    many = HAND - few - (rich == MEAT)
    if many < max(ENOUGH, of_kind(hand, rich)):
        return NOTHING
    time = delay(market, poor, few - of_kind(hand, poor))
    time += delay(market, rich, many - of_kind(hand, rich))
    if rich == MEAT:
        time += bone_delay(hand, market)
    return plan_points(hand, poor, few) + plan_points(hand, rich, many) - TURN * time // 100


def pair_combo_plan(hand: Row, market: int, when: int) -> int:
    """BRE-8.1, BRE-8.2: worth a thought once most of it is there."""
    missing = 0
    time = 0
    for half in range(FOOD // 2):
        if hand[2 * half + when] == 0:
            missing += 1
            time += EXACT * delay(market, half // 2, 1)
    if missing > 3:
        return NOTHING
    points = DAY_COMBO
    if when == NIGHT:
        points = NIGHT_COMBO
    return POINT * points - TURN * (time + bone_delay(hand, market)) // 100


def meat_combo_plan(hand: Row, market: int, last: int) -> int:
    """BRE-8.3: six meat and a bone, and then one more; half again as long as it looks."""
    meat = of_kind(hand, MEAT)
    if meat < 4:
        return NOTHING
    time = 3 * delay(market, MEAT, HAND - meat) // 2
    if last != BONE:
        time += bone_delay(hand, market)
    return POINT * MEAT_COMBO - TURN * time // 100


def bone_combo_plan(hand: Row, market: int) -> int:
    """BRE-8.4: others want bones too."""
    if hand[BONE] < 3:
        return NOTHING
    time = 2 * delay(market, BONE_OFFER, BONES - hand[BONE])
    return POINT * BONE_COMBO - TURN * time // 100


def best_plan(hand: Row, market: int, last: int) -> int:
    best = max(single_plan(hand, market, VEGE), single_plan(hand, market, POOP))
    best = max(best, single_plan(hand, market, MEAT))
    best = max(best, double_plan(hand, market, VEGE, POOP))
    best = max(best, double_plan(hand, market, VEGE, MEAT))
    best = max(best, double_plan(hand, market, POOP, MEAT))
    best = max(best, pair_combo_plan(hand, market, DAY))
    best = max(best, pair_combo_plan(hand, market, NIGHT))
    best = max(best, meat_combo_plan(hand, market, last))
    return max(best, bone_combo_plan(hand, market))


# -- trying cards ---------------------------------------------------------------------------------


def worth(s: Breath, seat: int, market: int, last: int) -> int:
    """What the hand as it is now is worth to its seat."""
    points = hand_points(s.hand[seat], last)
    if s.out != NONE:
        return POINT * points
    return best_plan(s.hand[seat], market, last) + SHARE * points


def worth_with(s: Breath, seat: int, market: int, sort: int) -> int:
    s.hand[seat][sort] += 1
    value = worth(s, seat, market, s.last[seat])
    s.hand[seat][sort] -= 1
    return value


def worth_after_discard(s: Breath, seat: int, market: int, sort: int) -> int:
    s.hand[seat][sort] -= 1
    value = worth(s, seat, market, sort)
    s.hand[seat][sort] += 1
    return value


def least_missed(s: Breath, seat: int, market: int, besides: int) -> int:
    """The card that the hand can best do without; ``besides`` one sort."""
    chosen = NONE
    best = NOTHING
    for sort in range(SORTS):
        if s.hand[seat][sort] > 0 and sort != besides:
            value = worth_after_discard(s, seat, market, sort)
            if value > best:
                best = value
                chosen = sort
    return chosen


def worth_with_unseen(s: Breath, seat: int, market: int) -> int:
    """The mean over all cards that may come into the hand."""
    total = 0
    cards = 0
    for sort in range(SORTS):
        count = unseen_of(s, seat, sort)
        if count > 0:
            total += count * worth_with(s, seat, market, sort)
            cards += count
    return total // max(1, cards)


# -- choices --------------------------------------------------------------------------------------


def draw_choice(s: Breath, seat: int, market: int) -> int:
    """The best discard, or the deck if that is better on average; as an index into the choices.

    After drawing, one of the two cards least missed so far goes, or the drawn one itself.
    """
    first = least_missed(s, seat, market, NONE)
    second = least_missed(s, seat, market, first)
    chosen = 0
    best = NOTHING
    lying = 0
    total = 0
    cards = 0
    for sort in range(SORTS):
        unseen = unseen_of(s, seat, sort)
        if unseen > 0 or s.face_up[sort] > 0:
            s.hand[seat][sort] += 1
            value = worth_after_discard(s, seat, market, sort)
            value = max(value, worth_after_discard(s, seat, market, first))
            if second != NONE:
                value = max(value, worth_after_discard(s, seat, market, second))
            s.hand[seat][sort] -= 1
            total += unseen * value
            cards += unseen
            if s.face_up[sort] > 0:
                lying += 1
                if value > best:
                    best = value
                    chosen = lying
    if best <= total // max(1, cards):
        return 0
    return chosen


def exchange_gain(s: Breath, seat: int, market: int, sort: int) -> int:
    """What it gains that a card of the hand is replaced by one unseen."""
    now = worth(s, seat, market, s.last[seat])
    s.hand[seat][sort] -= 1
    gain = worth_with_unseen(s, seat, market) - now
    s.hand[seat][sort] += 1
    return gain


def scavenge_target(s: Breath, seat: int) -> int:
    """The one who is out, else the leader."""
    target = NONE
    for other in range(s.players):
        if other == s.out:
            return other
        if other != seat and (target == NONE or s.total[other] > s.total[target]):
            target = other
    return target


def scavenge_choice(s: Breath, seat: int, market: int, codes: Row, count: int) -> int:
    """The scavenger whose price is the least; NONE if it gains nothing.

    Both the scavenger and the card laid down are replaced by cards unseen.
    """
    if codes[count - 1] < SCAVENGE:
        return NONE
    target = scavenge_target(s, seat)
    gain = exchange_gain(s, seat, market, SCAVENGER)
    if target == s.out:
        gain += HARM
    chosen = NONE
    best = -gain
    for i in range(count):
        which = codes[i] - SCAVENGE
        if which >= 0 and which // SORTS == target:
            value = exchange_gain(s, seat, market, which % SORTS)
            if value > best:
                best = value
                chosen = i
    return chosen


def is_enough(s: Breath, seat: int) -> bool:
    return hand_points(s.hand[seat], s.last[seat]) >= ENOUGH_TO_GO_OUT[s.players]


def goes_out(s: Breath, seat: int, market: int) -> bool:
    """Enough points, and no plan that promises much more."""
    last = s.last[seat]
    points = POINT * hand_points(s.hand[seat], last)
    return is_enough(s, seat) and points >= best_plan(s.hand[seat], market, last) - MORE


def flip_choice(s: Breath, seat: int, market: int, codes: Row, count: int) -> int:
    """A card that everybody has seen, if it is better than those that nobody has seen."""
    chosen = 0
    best = NOTHING
    unseen = worth_with_unseen(s, seat, market)
    for i in range(count):
        value = unseen
        sort = s.grid[codes[i] - FLIP]
        if sort != NONE:
            value = worth_with(s, seat, market, sort)
        if value > best:
            best = value
            chosen = i
    return chosen


def wish_worth(s: Breath, seat: int, market: int, sort: int) -> int:
    """What a card would gain, by how likely the one who is asked for it has it (BRE-11.4)."""
    gain = worth_with(s, seat, market, sort) - worth(s, seat, market, s.last[seat])
    if s.known[row_of(s.target, seat)][sort] > 0:
        return 100 * gain
    if (s.lacks[s.target] >> sort) & 1 != 0:
        return 0
    total = 0
    for other in range(SORTS):
        total += unseen_of(s, seat, other)
    return gain * min(100, 100 * s.cards[s.target] * unseen_of(s, seat, sort) // max(1, total))


def card_choice(s: Breath, seat: int, market: int, codes: Row, count: int) -> int:
    """The card to discard, to name or to take from the grid."""
    chosen = 0
    best = NOTHING
    for i in range(count):
        value = NOTHING
        if s.phase == NAMING:
            value = wish_worth(s, seat, market, codes[i] - NAME)
        elif s.phase == TAKING:
            value = worth_with(s, seat, market, s.grid[codes[i] - TAKE])
        elif codes[i] < SCAVENGE:
            value = worth_after_discard(s, seat, market, codes[i] - DISCARD)
        if value > best:
            best = value
            chosen = i
    return chosen


def overlooks(s: Breath, policy: int) -> int:
    """Of a hundred choices; most are cards that do not matter, so it takes many to miss a good one."""
    if policy == PUPPY:
        return 40
    return 15 if policy == FAMILY else 0


def greedy(s: Breath, seat: int, codes: Row, count: int, dice: Row) -> int:
    if count == 1:
        return 0
    phase = s.phase
    if phase == GUARDING:  # but nobody helps another one who is out
        return int(seat == s.target or s.target != s.out)
    if phase == ALARMED:
        return int(not is_enough(s, seat))
    market = market_of(s, seat)
    if phase == FACING:
        stands = worth_with(s, seat, market, s.grid[s.standing])
        return int(stands < worth_with_unseen(s, seat, market))
    if phase == FLIPPING:
        return flip_choice(s, seat, market, codes, count)
    if phase == ENDING and codes[1] == OUT and goes_out(s, seat, market):
        return 1
    if phase == DRAWING or phase == ENDING:
        scavenger = scavenge_choice(s, seat, market, codes, count)
        if scavenger != NONE:
            return scavenger
        if phase == ENDING:
            return 0
        return draw_choice(s, seat, market)
    return card_choice(s, seat, market, codes, count)
