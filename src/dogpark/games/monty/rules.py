"""The rules of Monty's Bark! Bark!: who is asked, what may be chosen, and what a choice does.

Rule dialect. ``apply`` carries out one choice (``decide``) and then everything that follows of
itself, one small step after the other (``advance``), until somebody is asked again.
"""

from __future__ import annotations

from dogpark.games.monty.actions import (
    CLAIM_CODE,
    COMMIT_CODE,
    CROWN_CODE,
    CROWN_TILE_CODE,
    DEMAND_CODE,
    DRAW_CODE,
    EXPLORE_CODE,
    FACE_CODE,
    GATE_CODE,
    GATE_TILE_CODE,
    OFFER_CODE,
    ORDER_CODE,
    ORIENT_CODE,
    PASS_CODE,
    PLACER_CODE,
    PUSH_CODE,
    RESPOND_CODE,
    SHORTCUT_CODE,
    SPECIES_CODE,
    START_CODE,
    STEP_CODE,
)
from dogpark.games.monty.deck import kinds_on_top
from dogpark.games.monty.explore import (
    explore,
    lay_card,
    legal_explorations,
    legal_orientations,
    orient_as,
    turn_up,
)
from dogpark.games.monty.gates import (
    go_to_gate,
    legal_gates,
    legal_send_orders,
    next_sent,
    send_in_order,
)
from dogpark.games.monty.ground import tile_of_code
from dogpark.games.monty.land import land, legal_pushes, next_push, push, shove
from dogpark.games.monty.race import (
    ask_for_start,
    can_commit,
    fail_talks,
    is_ahead,
    lay_start,
    legal_starts,
    next_number,
    next_round,
    race_over,
    show_claims,
    show_numbers,
    show_species,
    start_match,
)
from dogpark.games.monty.run import (
    go_on_after_exploring,
    legal_steps,
    next_runner,
    next_space,
    step,
)
from dogpark.games.monty.state import (
    ANSWER,
    CLASSES,
    COMMIT,
    CROWN_CHOICE,
    DEMAND,
    DRAW,
    EXPLORE_CHOICE,
    EXPLORED,
    FACE,
    GATE_CHOICE,
    LAID,
    LANDING,
    LAY_START,
    LAYING,
    NONE,
    NUMBER,
    OFFER,
    ORDER,
    ORIENT_CHOICE,
    OVER,
    PLACER_LOT,
    PUSH_CHOICE,
    PUSHING,
    RACE_OVER,
    ROUND,
    RUNNER,
    SEND_ORDER,
    SENDING,
    SHOVING,
    SPACE,
    SPECIES,
    STEP_CHOICE,
    TALK,
    Monty,
)
from dogpark.games.monty.stuck import cut_short, legal_crowns, look_at_crown_card, move_crown
from dogpark.games.monty.talks import (
    go_in_seating_order,
    legal_demands,
    legal_offers,
    make_offer,
    next_class,
    pass_turn,
    seal,
    show_answers,
    show_demands,
    waiting,
)
from dogpark.kernel.facts import CHANCE_BIT
from dogpark.kernel.schema import Row

# -- the hooks --------------------------------------------------------------------------------------------


def start(s: Monty) -> None:
    start_match(s)


def asks_several(phase: int) -> bool:
    """Phases in which seats answer at the same time, under seal."""
    return (
        (phase == SPECIES)
        | (phase == TALK)
        | (phase == COMMIT)
        | (phase == ANSWER)
        | (phase == DEMAND)
    )


def active(s: Monty) -> int:
    phase = s.phase
    if phase == OVER:
        return 0
    if phase < SPECIES:
        return CHANCE_BIT
    if asks_several(phase):
        return waiting(s)
    return 1 << s.turn_seat


def stage(s: Monty, seat: int) -> int:
    phase = s.phase
    if phase < SPECIES or phase >= OVER or seat >= s.players:
        return 0
    return phase - SPECIES + 1 if (active(s) >> seat) & 1 else 0


def legal(s: Monty, seat: int, codes: Row) -> int:
    phase = s.phase
    if stage(s, seat) == 0:
        return 0
    if phase == COMMIT:
        return legal_commits(s, seat, codes)
    if phase == TALK:
        return span(codes, CLAIM_CODE, 5)
    if phase == ANSWER:
        return span(codes, RESPOND_CODE, 2)
    if phase == OFFER:
        return legal_offers(s, codes)
    if phase == EXPLORE_CHOICE:
        return legal_explorations(s, codes)
    if phase == STEP_CHOICE:
        return legal_steps(s, codes)
    if phase == ORIENT_CHOICE:
        return legal_orientations(s, codes)
    if phase == PUSH_CHOICE:
        return legal_pushes(s, codes)
    if phase == CROWN_CHOICE:
        return legal_crowns(s, seat, codes)
    if phase == GATE_CHOICE:
        return legal_gates(s, seat, codes)
    if phase == SEND_ORDER:
        return legal_send_orders(s, codes)
    if phase == DEMAND:
        return legal_demands(s, codes)
    if phase == LAY_START:
        return legal_starts(s, codes)
    return span(codes, SPECIES_CODE, 2)


def span(codes: Row, base: int, count: int) -> int:
    """So many codes in a row."""
    for i in range(count):
        codes[i] = base + i
    return count


def legal_commits(s: Monty, seat: int, codes: Row) -> int:
    count = 0
    for number in range(2, 6):
        codes[count] = COMMIT_CODE + number - 2
        count += can_commit(s, seat, number)
    return count


def chance(s: Monty, codes: Row, weights: Row) -> int:
    if s.phase == DRAW:
        return chance_of_draw(s, codes, weights)
    if s.phase == FACE:  # MON-19.6
        return chance_of_face(s, codes, weights)
    if s.phase != PLACER_LOT:
        return 0
    for seat in range(s.players):  # MON-3.2
        codes[seat] = PLACER_CODE + seat
        weights[seat] = 1
    return s.players


def chance_of_draw(s: Monty, codes: Row, weights: Row) -> int:
    """MON-1.6: every card that may come next is as likely as any other."""
    count = 0
    for kind in range(kinds_on_top(s)):
        codes[count] = DRAW_CODE + kind
        weights[count] = s.deck[kind]
        count += s.deck[kind] > 0
    return count


def chance_of_face(s: Monty, codes: Row, weights: Row) -> int:
    """The top of the pile: one of its corners, all equally likely."""
    gated = s.covered[s.pile]
    count = 0
    codes[0] = FACE_CODE + 2 * s.pile
    weights[0] = s.corners[s.pile] - gated
    count += s.corners[s.pile] > gated
    codes[count] = FACE_CODE + 2 * s.pile + 1
    weights[count] = gated
    count += gated > 0
    return count


def apply(s: Monty, seat: int, code: int) -> None:
    decide(s, seat, code)
    while s.phase > OVER:
        advance(s)


def result(s: Monty, places: Row, points: Row) -> None:
    """MON-17.2, MON-17.3"""
    for seat in range(s.players):
        place = 1
        for other in range(s.players):
            place += is_ahead(s, other, seat)
        places[seat] = place
        points[seat] = s.points[seat]


# -- a choice ---------------------------------------------------------------------------------------------


def decide(s: Monty, seat: int, code: int) -> None:
    """What was chosen, or what nature brought; nothing that follows of itself."""
    phase = s.phase
    s.turn_seat = NONE
    if asks_several(phase):
        decide_sealed(s, seat, code)
    elif phase == DRAW:
        turn_up(s, code - DRAW_CODE)
    elif phase == EXPLORE_CHOICE:
        explore(s, code - EXPLORE_CODE)
    elif phase == OFFER:
        decide_offer(s, seat, code)
    elif phase == STEP_CHOICE:
        step(s, code - STEP_CODE)
    elif phase == ORIENT_CHOICE:
        orient_as(s, code - ORIENT_CODE)
    elif phase == PUSH_CHOICE:
        push(s, code - PUSH_CODE)
    elif phase == CROWN_CHOICE:
        if code == SHORTCUT_CODE:
            cut_short(s)
        else:
            move_crown(s, seat, tile_of_code(s, code, CROWN_CODE, CROWN_TILE_CODE))
    elif phase == GATE_CHOICE:
        go_to_gate(s, seat, tile_of_code(s, code, GATE_CODE, GATE_TILE_CODE))
    elif phase == SEND_ORDER:
        send_in_order(s, code - ORDER_CODE)
    elif phase == LAY_START:
        lay_start(s, code - START_CODE)
    elif phase == FACE:
        show_face(s, (code - FACE_CODE) & 1)
    elif phase == PLACER_LOT:
        s.placer = code - PLACER_CODE
        ask_for_start(s)


def decide_sealed(s: Monty, seat: int, code: int) -> None:
    """An answer under seal; with the last one all are shown."""
    phase = s.phase
    if phase == COMMIT:
        if seal(s, seat, code - COMMIT_CODE + 2):
            show_numbers(s)
    elif phase == TALK:
        claim = code - CLAIM_CODE
        if seal(s, seat, claim + 1 if claim > 0 else 0):
            show_claims(s)
    elif phase == ANSWER:
        if seal(s, seat, code - RESPOND_CODE) and show_answers(s):
            talks_fail(s)
    elif phase == DEMAND:
        value = code - ORDER_CODE if s.matter == ORDER else code - DEMAND_CODE
        if seal(s, seat, value) and show_demands(s):
            talks_fail(s)
    else:
        if seal(s, seat, code - SPECIES_CODE):
            show_species(s)


def decide_offer(s: Monty, seat: int, code: int) -> None:
    if code == PASS_CODE:
        if pass_turn(s, seat):
            talks_fail(s)
    elif code >= ORDER_CODE:
        make_offer(s, seat, code - ORDER_CODE)
    else:
        make_offer(s, seat, code - OFFER_CODE)


def talks_fail(s: Monty) -> None:
    if not go_in_seating_order(s):
        fail_talks(s)


def show_face(s: Monty, gated: int) -> None:
    """MON-19.6: the top card of a corner pile is seen; both at the beginning of a race."""
    pile = s.pile
    s.face[pile] = gated
    s.covered[pile] -= gated
    s.pile = NONE
    if s.explorer != NONE:
        s.phase = LAYING
    elif s.face[1] == NONE:
        s.pile = 1
        s.phase = FACE
    else:
        s.phase = ROUND


# -- what follows of itself -------------------------------------------------------------------------------


def advance(s: Monty) -> None:
    """One small step in which nobody has anything to choose."""
    phase = s.phase
    if phase == SPACE:
        next_space(s)
    elif phase == LAYING:
        lay_card(s)
    elif phase == LAID:
        look_at_crown_card(s)
    elif phase == EXPLORED:
        go_on_after_exploring(s)
    elif phase == NUMBER:
        next_number(s)
    elif phase == RUNNER:
        next_runner(s)
    elif phase == CLASSES:
        next_class(s)
    elif phase == SENDING:
        next_sent(s)
    elif phase == LANDING:
        land(s)
    elif phase == PUSHING:
        next_push(s)
    elif phase == SHOVING:
        shove(s)
    elif phase == ROUND:
        next_round(s)
    elif phase == RACE_OVER:
        race_over(s)
