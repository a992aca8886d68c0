"""A run: space by space towards the crown, bounces at its end (MON-9). Rule dialect."""

from __future__ import annotations

from dogpark.games.monty.actions import STEP_CODE
from dogpark.games.monty.crown import move_pawn
from dogpark.games.monty.explore import begin_exploring
from dogpark.games.monty.state import (
    BOUNCE_ANY,
    BROKEN,
    CHAIN,
    DEAD_END,
    DEAD_END_LOSE,
    FAR,
    FROZEN,
    LANDING,
    LOOP,
    LOOP_LOSE,
    NONE,
    NUMBER,
    RUNNER,
    SEATS,
    SHOVING,
    SIDES,
    SPACE,
    STEP_CHOICE,
    TRAMP,
    Monty,
)
from dogpark.kernel.schema import Row


def next_runner(s: Monty) -> None:
    """MON-6.5: the next of the queue; if nobody is left, the next number."""
    seat = s.queue[0]
    if seat == NONE:
        s.phase = NUMBER
        return
    for i in range(SEATS - 1):
        s.queue[i] = s.queue[i + 1]
    s.queue[SEATS - 1] = NONE
    s.runner = seat
    s.left = s.share[seat]
    s.phase = SPACE


def end_run(s: Monty) -> None:
    rest_run(s)
    s.phase = RUNNER


def rest_run(s: Monty) -> None:
    """Nobody runs, explores or pushes."""
    s.runner = NONE
    s.left = 0
    s.ban = NONE
    for i in range(CHAIN):
        s.bounced[i] = NONE
    rest_exploration(s)
    s.victims = 0
    s.pushed = NONE
    s.way = NONE
    s.shoved = 0


def next_space(s: Monty) -> None:
    """MON-9.1, MON-9.2, MON-9.5: a step, an exploration, a bounce, or the end of the run."""
    seat = s.runner
    tile = s.at[seat]
    if s.left == 0 and s.kind[tile] != TRAMP:
        s.phase = LANDING
        return
    if s.left == 0 and s.rule_bounce_direction == BOUNCE_ANY:
        note_bounce(s, tile)
    if tile == s.crown:
        s.ban = NONE
        begin_exploring(s, seat, NONE)
        return
    sides = steps(s)
    if sides == 0:
        if s.left == 0:
            s.phase = LANDING  # MON-19.9: rests on the trampoline
        s.left = 0  # MON-11.5
        s.ban = NONE
    elif sides & (sides - 1) == 0:  # MON-5.9
        step(s, (sides > 1) + (sides > 2) + (sides > 4))
    else:
        s.phase = STEP_CHOICE
        s.turn_seat = seat


def steps(s: Monty) -> int:
    """The sides towards which the runner may step from off the crown card, as a mask.

    MON-9.4: whatever lies there and whoever stands there, in the middle of a run it is a space.
    """
    tile = s.at[s.runner]
    anywhere = s.left == 0 and s.rule_bounce_direction == BOUNCE_ANY  # MON-19.9
    sides = 0
    for side in range(SIDES):
        if (s.links[tile] >> side) & 1:
            other = s.beside[tile][side]
            if anywhere:
                allowed = s.far[other] < FAR and not has_bounced_off(s, other)
            else:
                allowed = s.far[other] < s.far[tile] and other != s.ban  # MON-9.1, MON-11.5
            if allowed:
                sides |= 1 << side
    return sides


def has_bounced_off(s: Monty, tile: int) -> bool:
    for i in range(CHAIN):
        if s.bounced[i] == tile:
            return True
    return False


def legal_steps(s: Monty, codes: Row) -> int:
    sides = steps(s)
    count = 0
    for side in range(SIDES):
        codes[count] = STEP_CODE + side
        count += (sides >> side) & 1
    return count


def step(s: Monty, side: int) -> None:
    tile = s.at[s.runner]
    if s.left > 0:
        s.left -= 1
    s.ban = NONE
    move_pawn(s, s.runner, s.beside[tile][side])
    s.phase = SPACE


def note_bounce(s: Monty, tile: int) -> None:
    """MON-19.9: no trampoline twice in one chain."""
    for i in range(CHAIN):
        if s.bounced[i] == NONE:
            s.bounced[i] = tile
            return


def go_on_after_exploring(s: Monty) -> None:
    """What an exploration means for the run or the push that it was part of."""
    came_to = s.came_to
    if s.way != NONE:  # MON-14.7, MON-14.8
        rest_exploration(s)
        s.phase = SHOVING
    elif came_to == FROZEN:  # MON-12.1
        end_run(s)
    else:
        if s.left > 0:
            s.left -= 1
            if s.card == BROKEN:  # MON-10.5
                s.left = 0
            elif came_to == DEAD_END:  # MON-11.4: goes on with the spaces left
                if s.rule_dead_end_leftover == DEAD_END_LOSE:  # MON-19.25
                    s.left = 0
            elif came_to == LOOP:
                if s.rule_loop_leftover == LOOP_LOSE:  # MON-19.26
                    s.left = 0
                elif s.left > 0:  # MON-11.5: a bounce may go back
                    s.ban = s.beside[s.at[s.runner]][s.edge ^ 2]
        rest_exploration(s)
        s.phase = SPACE


def rest_exploration(s: Monty) -> None:
    s.explorer = NONE
    s.front = 0
    s.edge = NONE
    s.card = NONE
    s.way_it_lies = NONE
    s.came_to = 0
    s.pile = NONE
