"""The match: setting up, rounds, the numbers in order, and who wins (MON-3, MON-4, MON-17).

Rule dialect.
"""

from __future__ import annotations

from dogpark.games.monty.actions import HEIGHT, START_CODE, WIDTH
from dogpark.games.monty.crown import note_gate, seating
from dogpark.games.monty.deck import fill_deck
from dogpark.games.monty.distance import measure
from dogpark.games.monty.gates import send_back
from dogpark.games.monty.ground import DX, DY, OPEN_SIDES, is_cell, lay
from dogpark.games.monty.home import (
    finish_race,
    give_awards,
    place_pawns,
    put_home_on_crown_card,
)
from dogpark.games.monty.run import rest_run
from dogpark.games.monty.state import (
    COMMIT,
    DECLARED_PETS,
    DUSK,
    FACE,
    GATE_TRAIL,
    GRID_FREE,
    LAST_PLACE,
    LAY_START,
    LEADER_START_PLACER,
    LEFT_RIGHT,
    NONE,
    NUMBER,
    ON_TRACK,
    ONE_END,
    ONE_OFF,
    OVER,
    PLACER_LOT,
    REFRESH_AFTER_FOUR,
    ROUND,
    RUNNER,
    SEATS,
    SIDES,
    SILENT,
    SPECIES,
    SPECIES_EACH_RACE,
    SPLIT,
    START,
    TALK,
    TALK_ROUNDS,
    TIE_JOINT,
    TRACK,
    TRAIL,
    Monty,
)
from dogpark.games.monty.talks import append, ask_all, begin_talks, forget_offer, size_of, unseal
from dogpark.kernel.schema import Row

CORNERS = 6
GATED_IN_PILE = 3  # left_right (MON-19.6)
LAST_NUMBER = 5
WINNING_POINTS = 6
HAND = 15  # MON-1.4: all four movement cards, as bits

# -- setting up -----------------------------------------------------------------------------------------


def everyone(s: Monty) -> int:
    return (1 << s.players) - 1


def start_match(s: Monty) -> None:
    """MON-3.1: everyone chooses cat or squirrel."""
    for seat in range(SEATS):
        s.species[seat] = NONE
        s.at[seat] = NONE
        s.points[seat] = 0
        s.gold[seat] = 0
        s.silver[seat] = 0
        s.bronze[seat] = 0
        s.rank[seat] = 0
        s.award[seat] = 0
        s.bluffs[seat] = 0
        s.kept[seat] = 0
        s.tick[seat] = 0
    s.placer = NONE
    s.turn_seat = NONE
    s.race = 1
    s.ending = 0
    s.finisher = NONE
    s.cleared = 0
    clear_race(s)
    ask_all(s, everyone(s), SPECIES)


def clear_race(s: Monty) -> None:
    """MON-3.4: a full deck, full corner piles, an empty table, nothing said yet."""
    s.tiles = 0
    fill_deck(s)
    for pile in range(2):
        s.corners[pile] = CORNERS
        s.face[pile] = NONE
        s.covered[pile] = GATED_IN_PILE if s.rule_corner_types == LEFT_RIGHT else 0
    s.stage = 0
    s.crown = NONE
    s.holder = NONE
    s.clock = 0
    s.round = 0
    for seat in range(SEATS):
        s.shown[seat] = 0
        s.spent[seat] = 0
        for i in range(TRAIL):
            s.trail[seat][i] = NONE
    forget_words(s)
    rest_round(s)
    unseal(s)


def forget_words(s: Monty) -> None:
    s.talk = 0
    for i in range(TALK_ROUNDS):
        for seat in range(SEATS):
            s.claim[i][seat] = NONE


def rest_round(s: Monty) -> None:
    """No number moves and nobody negotiates, goes back or runs."""
    s.number = 0
    s.matter = SPLIT
    s.talkers = 0
    s.turns = 0
    forget_offer(s)
    s.unsorted = 0
    s.settled = 0
    for seat in range(SEATS):
        s.share[seat] = 0
        s.queue[seat] = NONE
        s.sent[seat] = NONE
    rest_run(s)


def show_species(s: Monty) -> None:
    """MON-3.1; then, before the first race, who lays Start (MON-3.2, MON-19.11)."""
    for seat in range(s.players):
        s.species[seat] = s.sealed[seat]
    unseal(s)
    if s.placer != NONE:
        ask_for_start(s)
    elif s.rule_start_placer == DECLARED_PETS and s.rule_most_pets != NONE:
        s.placer = s.rule_most_pets
        ask_for_start(s)
    else:
        s.phase = PLACER_LOT


def ask_for_start(s: Monty) -> None:
    """MON-3.5, MON-3.7, MON-5.9"""
    count = 0
    only = 0
    for place in range(2 * WIDTH * HEIGHT):
        if can_start_at(s, place):
            count += 1
            only = place
    if count == 1:
        lay_start(s, only)
        return
    if count == 0:
        s.cleared = 1
    s.turn_seat = s.placer
    s.phase = LAY_START


def can_start_at(s: Monty, place: int) -> bool:
    """MON-3.5: whether Start may lie at place = 2 * cell + axis."""
    axis = place & 1
    x = (place >> 1) % WIDTH
    y = (place >> 1) // WIDTH
    if s.rule_geometry == TRACK:
        return place == 0
    if s.rule_geometry == GRID_FREE:  # MON-19.4: in the middle of the table that is not there
        return (x == s.rule_table_w // 2) & (y == s.rule_table_h // 2)
    if not is_cell(s, x, y):
        return False
    sides = OPEN_SIDES[START][start_turn(s, axis)]
    for side in range(SIDES):
        if (sides >> side) & 1 and is_cell(s, x + DX[side], y + DY[side]):
            return True
    return False


def start_turn(s: Monty, axis: int) -> int:
    """MON-19.4, MON-19.5"""
    if s.rule_geometry == TRACK:
        return ON_TRACK
    if s.rule_start_ends == 1:
        return ONE_END + axis
    return axis


def legal_starts(s: Monty, codes: Row) -> int:
    count = 0
    for place in range(2 * WIDTH * HEIGHT):
        codes[count] = START_CODE + place
        count += can_start_at(s, place)
    return count


def lay_start(s: Monty, place: int) -> None:
    """MON-3.4, MON-3.6, MON-19.10: the race is set up."""
    clear_race(s)
    cell = place >> 1
    lay(s, cell % WIDTH, cell // WIDTH, START, start_turn(s, place & 1))
    for seat in range(s.players):
        s.at[seat] = 0
        s.tick[seat] = 0
        if s.rule_gate_rule == GATE_TRAIL:
            note_gate(s, seat, 0)
    s.crown = 0
    if s.rule_initial_leader == LEADER_START_PLACER:
        s.holder = s.placer
    measure(s)
    if s.rule_corner_types == LEFT_RIGHT:
        s.pile = 0
        s.phase = FACE
    else:
        s.phase = ROUND


# -- a round ----------------------------------------------------------------------------------------------


def next_round(s: Monty) -> None:
    """MON-4.1, MON-4.3; MON-15.6: dusk."""
    rest_round(s)
    if s.round == s.rule_max_rounds:
        put_home_on_crown_card(s)
        finish_race(s, DUSK, s.holder)
        return
    s.round += 1
    forget_words(s)
    ask_all(s, everyone(s), TALK if s.rule_talk_rounds > 0 else COMMIT)


def show_claims(s: Monty) -> None:
    """MON-4.1, MON-19.14"""
    for seat in range(s.players):
        s.claim[s.talk][seat] = s.sealed[seat]
    s.talk += 1
    ask_all(s, everyone(s), TALK if s.talk < s.rule_talk_rounds else COMMIT)


def can_commit(s: Monty, seat: int, number: int) -> bool:
    """MON-4.5, MON-19.15"""
    return (s.spent[seat] >> (number - 2)) & 1 == 0


def show_numbers(s: Monty) -> None:
    """MON-4.4, MON-4.2"""
    for seat in range(s.players):
        number = s.sealed[seat]
        s.shown[seat] = number
        if s.rule_hand_refresh == REFRESH_AFTER_FOUR:
            spent = s.spent[seat] | 1 << (number - 2)
            s.spent[seat] = 0 if spent == HAND else spent
        said = last_word(s, seat)
        if said != SILENT:
            s.bluffs[seat] += said != number
            s.kept[seat] += said == number
    unseal(s)
    s.number = 1
    s.phase = NUMBER


def last_word(s: Monty, seat: int) -> int:
    """MON-19.14: the number this seat said last in this round, SILENT if it has said none."""
    said = SILENT
    for i in range(TALK_ROUNDS):
        if s.claim[i][seat] > SILENT:
            said = s.claim[i][seat]
    return said


def is_bluff(s: Monty, seat: int) -> bool:
    """MON-4.2, MON-19.14: whether the last number this seat said is another than it has shown."""
    said = last_word(s, seat)
    return (said != SILENT) & (said != s.shown[seat])


def next_number(s: Monty) -> None:
    """MON-5.1, MON-5.2, MON-5.3"""
    number = s.number + 1
    if number > LAST_NUMBER:
        s.phase = ROUND
        return
    s.number = number
    group = 0
    for seat in range(s.players):
        s.share[seat] = 0
        group |= (s.shown[seat] == number) << seat
    size = size_of(group)
    if size == 1:
        for seat in range(s.players):
            if s.shown[seat] == number:
                s.share[seat] = number
                append(s, seat)
        s.phase = RUNNER
    elif size > 1:
        begin_talks(s, SPLIT, group)


def fail_talks(s: Monty) -> None:
    """MON-5.8, MON-6.4: all that negotiated go back to a gate and do not move."""
    pawns = s.talkers
    s.talkers = 0
    for seat in range(s.players):
        if (pawns >> seat) & 1:
            s.share[seat] = 0
    send_back(s, pawns)


# -- the end ----------------------------------------------------------------------------------------------


def race_over(s: Monty) -> None:
    """MON-15, MON-16, MON-17.1: places, awards, and another race or the end of the match."""
    place_pawns(s)
    give_awards(s)
    rest_round(s)
    unseal(s)
    best = 0
    for seat in range(s.players):
        if s.points[seat] > best:
            best = s.points[seat]
    if best >= WINNING_POINTS or s.rule_mode == ONE_OFF:  # MON-19.13
        s.phase = OVER
        return
    s.race += 1
    if s.rule_start_placer == LAST_PLACE:
        s.placer = last_in_race(s)
    if s.rule_species_choice == SPECIES_EACH_RACE:  # MON-19.12
        ask_all(s, everyone(s), SPECIES)
    else:
        ask_for_start(s)


def last_in_race(s: Monty) -> int:
    """MON-19.11: of those who share the last place, the first in seating order."""
    best = s.placer
    for seat in range(s.players):
        if s.rank[seat] > s.rank[best] or (
            s.rank[seat] == s.rank[best] and seating(s, seat) < seating(s, best)
        ):
            best = seat
    return best


def is_ahead(s: Monty, seat: int, other: int) -> bool:
    """MON-17.2, MON-19.13, MON-19.30: whether this seat stands before the other in the result."""
    if s.rule_mode == ONE_OFF:
        return s.rank[seat] < s.rank[other]
    if s.points[seat] != s.points[other]:
        return s.points[seat] > s.points[other]
    if s.rule_match_tie == TIE_JOINT:
        return False
    if s.rank[seat] != s.rank[other]:
        return s.rank[seat] < s.rank[other]
    if s.gold[seat] != s.gold[other]:
        return s.gold[seat] > s.gold[other]
    return s.silver[seat] > s.silver[other]
