"""The seven: single steps (DOG-8.1), and whether the rest of them can still be made (DOG-8.5).

No search is needed to know that. On the track only a blocked star within seven fields stops a peg,
and path ends lie eight fields before a star, so a peg either can run all the steps that are left or
stops short of that star. Own pegs are no hindrance: the foremost goes first, those behind it may
tread on it afterwards. A peg that can reach its own star can also walk past it, and an own fresh
peg can always run. So the steps that are possible simply add up, on the track and in the finish.
The house rules ``seven_peg_once`` and ``deepest_first`` bind the order and the end, and get a
closer look.
"""

from __future__ import annotations

from dogpark.games.dog.actions import PEGS, WAY_OFF, WAY_ON
from dogpark.games.dog.board import (
    SECTOR,
    all_safe,
    depth_of,
    entry_heading,
    exit_of,
    fields_in,
    finish_base,
    finish_field,
    hit,
    open_fields,
    partner_of,
    path_at,
    path_field,
    path_of,
    place,
    star_of,
    track_length,
)
from dogpark.games.dog.state import (
    DEEPEST_FIRST,
    EXACT_ENTRY,
    FORCED_ENTRY,
    HANDOVER_NEXT_CARD,
    HARMLESS_PASSING,
    KENNEL,
    NONE,
    PEG_ONCE,
    WIN_TRUNCATES,
    Dog,
)

STEPS = 7

# -- one step -------------------------------------------------------------------------------------


def step_field(s: Dog, seat: int, peg: int, way: int) -> int:
    """The field one step ahead, straight on or turning off; -1 if there is no such step."""
    field = s.loc[seat][peg]
    if field == KENNEL:
        return NONE
    if way == WAY_OFF:
        return turn_off_field(s, seat, peg)
    if field >= finish_base(s):
        if depth_of(s, seat, field) == PEGS:
            return NONE
        for other in range(PEGS):
            if s.loc[seat][other] == field + 1:
                return NONE  # DOG-7.5
        return field + 1
    if field >= track_length(s):
        heading = s.heading[seat][peg]
        path = path_of(field)
        count = fields_in(s, field, heading)
        if count == s.rule_central_len:
            return exit_of(s, path, heading)
        return path_field(s, path, heading, count + 1)
    ahead = field + 1
    if ahead == track_length(s):
        ahead = 0
    if ahead % SECTOR == 0 and s.fresh[ahead // SECTOR] != 0:  # DOG-8.3
        return NONE
    return ahead


def turn_off_field(s: Dog, seat: int, peg: int) -> int:
    """The first finish field from the own star, the first path field from an end (DOG-11.2)."""
    field = s.loc[seat][peg]
    if field >= track_length(s):
        return NONE
    if field == star_of(seat):
        if s.fresh[seat] != 0 or open_fields(s, seat) == 0:  # DOG-7.3, DOG-7.5
            return NONE
        return finish_field(s, seat, 1)
    path = path_at(s, field)
    if path < 0 or (s.barred >> (2 * peg + path)) & 1:  # DOG-11.5
        return NONE
    if s.rule_central_entry == EXACT_ENTRY and (s.moved >> peg) & 1:  # DOG-13.18
        return NONE
    return path_field(s, path, entry_heading(s, path, field), 1)


def walk(s: Dog, seat: int, peg: int, field: int) -> None:
    """Moves the peg to the field one step ahead and keeps the seven's books; hits nobody."""
    before = s.loc[seat][peg]
    heading = 0
    if track_length(s) <= field < finish_base(s):
        heading = s.heading[seat][peg]
        if heading == 0:
            heading = entry_heading(s, path_of(field), before)
    elif track_length(s) <= before < finish_base(s):
        s.barred |= 1 << (2 * peg + path_of(before))
    if field >= finish_base(s) > before:
        s.entered |= 1 << peg
    place(s, seat, peg, field, heading)
    s.moved |= 1 << peg
    s.peg = peg
    s.left -= 1


# -- can the rest be made? ------------------------------------------------------------------------


def usable(s: Dog, peg: int) -> bool:
    """DOG-13.11: with seven_peg_once a peg that has stopped stays where it is."""
    return s.rule_seven_peg_once != PEG_ONCE or peg == s.peg or not (s.moved >> peg) & 1


def run_length(s: Dog, field: int, left: int) -> int:
    """How many of the steps left a peg in play can make on its own."""
    if field >= track_length(s):
        return left  # a path, and eight fields behind it
    to_star = SECTOR - field % SECTOR
    if to_star > left:
        return left
    next_star = field // SECTOR + 1
    if next_star == s.players:
        next_star = 0
    return left if s.fresh[next_star] == 0 else to_star - 1


def can_spend(s: Dog, seat: int, left: int) -> bool:
    """Whether the pegs of this seat can make exactly the steps that are left (DOG-8.5)."""
    if s.rule_seven_peg_once == PEG_ONCE or s.rule_deepest_first == DEEPEST_FIRST:
        return can_spend_bound(s, seat, left)
    base = finish_base(s)
    steps = 0
    inside = 0
    for peg in range(PEGS):
        field = s.loc[seat][peg]
        if field == KENNEL:
            continue
        if field >= base:
            # The pegs inside can fill the finish from its end: fields 4, 3, … less their own.
            steps += PEGS - inside - depth_of(s, seat, field)
            inside += 1
        else:
            run = run_length(s, field, left)
            if run == left:
                return True
            steps += run
    return steps >= left


def can_spend_bound(s: Dog, seat: int, left: int) -> bool:
    """The same where seven_peg_once or deepest_first bind it (DOG-13.8, DOG-13.11)."""
    inside = finish_steps(s, seat)
    base = finish_base(s)
    runner = s.peg if s.rule_seven_peg_once == PEG_ONCE else NONE
    others = 0
    for peg in range(PEGS):
        field = s.loc[seat][peg]
        if field != KENNEL and field < base and peg != runner and usable(s, peg):
            others += run_length(s, field, left)
    if runner == NONE or s.loc[seat][runner] == KENNEL or s.loc[seat][runner] >= base:
        return some_sum(inside, left, others)
    # The runner cannot wait for a peg ahead of it: it stops somewhere, for good.
    field = s.loc[seat][runner]
    run = run_length(s, field, left)
    if run == left:
        return some_sum(inside, left, left)
    for stop in range(run + 1):
        if s.rule_seven_kills == HARMLESS_PASSING:
            lost = waiting_steps(s, seat, runner, field + stop, left)
        else:
            lost = 0
            for trodden in range(1, stop + 1):
                lost += waiting_steps(s, seat, runner, field + trodden, left)
        if some_sum(inside, left - stop, others - lost):
            return True
    return False


def some_sum(inside: int, left: int, others: int) -> bool:
    """Whether one of the step counts in the bit set ``inside`` leaves at most ``others``."""
    for steps in range(left + 1):
        if (inside >> steps) & 1 and left - steps <= others:
            return True
    return False


def waiting_steps(s: Dog, seat: int, runner: int, field: int, left: int) -> int:
    """The steps that are lost if the runner sends home the own peg waiting on that field."""
    for peg in range(PEGS):
        if peg != runner and s.loc[seat][peg] == field and usable(s, peg):
            return run_length(s, field, left)
    return 0


def finish_steps(s: Dog, seat: int) -> int:
    """Bit n is set if the pegs inside the finish can make n steps together and end lawfully.

    Pegs inside keep their order, so an ending is just a set of fields, and there are sixteen.
    """
    now = 0  # bit d - 1: a peg stands on depth d
    entered = 0
    stuck = 0
    running = -1
    inside = 0
    for peg in range(PEGS):
        depth = depth_of(s, seat, s.loc[seat][peg])
        if depth < 1:
            continue
        inside += 1
        now |= 1 << (depth - 1)
        if (s.entered >> peg) & 1:
            entered |= 1 << (depth - 1)
        if not usable(s, peg):
            stuck |= 1 << (depth - 1)
        if peg == s.peg and s.rule_seven_peg_once == PEG_ONCE:
            running = depth - 1
    found = 0
    for ending in range(16):
        steps = steps_to_ending(s, now, ending, entered, stuck, running)
        if steps >= 0:
            found |= 1 << steps
    return found


def steps_to_ending(s: Dog, now: int, ending: int, entered: int, stuck: int, running: int) -> int:
    """The steps from one set of finish fields to another, or -1 if that is not lawful."""
    steps = 0
    ahead = PEGS  # where the next deeper peg stands now
    was = PEGS
    then = PEGS
    while True:
        was -= 1
        while was >= 0 and not (now >> was) & 1:
            was -= 1
        then -= 1
        while then >= 0 and not (ending >> then) & 1:
            then -= 1
        if was < 0 or then < 0:
            return steps if was == then else -1
        if then < was or ((stuck >> was) & 1 and then != was):
            return -1
        if was == running and then >= ahead:
            return -1  # it cannot wait until the peg ahead has moved on
        if s.rule_deepest_first == DEEPEST_FIRST and (entered >> was) & 1:
            if then < PEGS - 1 and not (ending >> (then + 1)) & 1:
                return -1  # DOG-13.8
        steps += then - was
        ahead = was


# -- what is offered, and what it does ------------------------------------------------------------


def can_split(s: Dog, seat: int) -> bool:
    """Whether a seven can be played with the pegs of this seat (DOG-8.5)."""
    return can_spend(s, seat, STEPS)


def open_ways(s: Dog, peg: int) -> int:
    """The steps this peg may make now, as bits 1 << way: possible, and the rest fits after it."""
    ways = 0
    for way in range(2):
        if can_finish_after(s, peg, way):
            ways |= 1 << way
    both = (1 << WAY_ON) | (1 << WAY_OFF)
    if ways == both and s.rule_forced_entry == FORCED_ENTRY:
        if s.loc[s.mover][peg] == star_of(s.mover):
            return 1 << WAY_OFF  # DOG-13.7
    return ways


def can_finish_after(s: Dog, peg: int, way: int) -> bool:
    """Tries the step on the state itself, looks whether the rest can be made, and takes it back."""
    seat = s.mover
    field = step_field(s, seat, peg, way)
    if field == NONE or not usable(s, peg):
        return False
    victim = own_victim(s, seat, peg, field)
    if victim == peg:
        return False
    victim_field = s.loc[seat][victim] if victim >= 0 else KENNEL
    victim_heading = s.heading[seat][victim] if victim >= 0 else 0
    before = s.loc[seat][peg]
    heading = s.heading[seat][peg]
    fresh = s.fresh[seat]
    runner = s.peg
    left = s.left
    moved = s.moved
    entered = s.entered
    barred = s.barred

    if victim >= 0:
        s.loc[seat][victim] = KENNEL
        s.heading[seat][victim] = 0
    walk(s, seat, peg, field)
    possible = can_finish(s, seat)

    s.loc[seat][peg] = before
    s.heading[seat][peg] = heading
    s.fresh[seat] = fresh
    s.peg = runner
    s.left = left
    s.moved = moved
    s.entered = entered
    s.barred = barred
    if victim >= 0:
        s.loc[seat][victim] = victim_field
        s.heading[seat][victim] = victim_heading
    return possible


def can_finish(s: Dog, seat: int) -> bool:
    """Whether the steps left can be made, if need be with the partner's pegs (DOG-8.6)."""
    moved = s.moved
    entered = s.entered
    runner = s.peg
    if all_safe(s, seat):
        partner = partner_of(s, seat)
        if s.left == 0 or (s.rule_win_truncates_seven == WIN_TRUNCATES and all_safe(s, partner)):
            return True  # DOG-13.13
        if s.rule_seven_handover != HANDOVER_NEXT_CARD and s.turn == seat:
            seat = partner
            s.moved = 0
            s.entered = 0
            s.peg = NONE
    possible = can_spend(s, seat, s.left)
    s.moved = moved
    s.entered = entered
    s.peg = runner
    return possible


def own_victim(s: Dog, seat: int, peg: int, field: int) -> int:
    """The mover's peg that this step sends home, or -1; ``peg`` itself if it is not there any more.

    Where passing is harmless (DOG-13.9) nobody is hit by the step itself, but stepping with another
    peg ends the part before it.
    """
    if s.rule_seven_kills != HARMLESS_PASSING:
        for other in range(PEGS):
            if s.loc[seat][other] == field:
                return other
        return NONE
    if s.peg == NONE or s.peg == peg:
        return NONE
    for other in range(PEGS):
        if other != s.peg and s.loc[seat][other] == s.loc[seat][s.peg]:
            return other
    return NONE


def may_land(s: Dog) -> bool:
    """DOG-13.10: the running peg shares its field and may end its part there to begin another."""
    if s.rule_seven_kills != HARMLESS_PASSING or s.rule_seven_peg_once == PEG_ONCE:
        return False
    if s.peg == NONE:
        return False
    seat = s.mover
    field = s.loc[seat][s.peg]
    if field >= finish_base(s):
        return False
    for other in range(s.players):
        for peg in range(PEGS):
            if s.loc[other][peg] == field and (other != seat or peg != s.peg):
                return can_finish_after_landing(s, seat, field)
    return False


def can_finish_after_landing(s: Dog, seat: int, field: int) -> bool:
    """As can_finish_after, for the end of a part."""
    victim = NONE
    for other in range(PEGS):
        if other != s.peg and s.loc[seat][other] == field:
            victim = other
    if victim == NONE:
        return True
    heading = s.heading[seat][victim]
    s.loc[seat][victim] = KENNEL
    s.heading[seat][victim] = 0
    possible = can_spend(s, seat, s.left)
    s.loc[seat][victim] = field
    s.heading[seat][victim] = heading
    return possible


def land(s: Dog) -> None:
    """Ends a part: the running peg hits the field it stands on (DOG-13.9)."""
    if s.peg != NONE and s.loc[s.mover][s.peg] < finish_base(s):
        hit(s, s.loc[s.mover][s.peg], s.mover, s.peg)


def make_step(s: Dog, peg: int, way: int) -> None:
    """One step of the seven, with all that follows at once. The caller ends the card at left 0."""
    seat = s.mover
    field = step_field(s, seat, peg, way)
    harmless = s.rule_seven_kills == HARMLESS_PASSING
    if harmless and s.peg != peg:
        land(s)
    walk(s, seat, peg, field)
    if field < finish_base(s) and (not harmless or s.left == 0):
        hit(s, field, seat, peg)  # DOG-8.2
    elif all_safe(s, seat):
        partner = partner_of(s, seat)
        if s.rule_win_truncates_seven == WIN_TRUNCATES and all_safe(s, partner):
            s.left = 0  # DOG-13.13
        elif s.left > 0 and s.rule_seven_handover != HANDOVER_NEXT_CARD and s.turn == seat:
            s.mover = partner  # DOG-8.6
            s.peg = NONE
            s.moved = 0
            s.entered = 0
            s.barred = 0
