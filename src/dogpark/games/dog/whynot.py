"""Why a card, a peg or a step is not possible: the engine is asked what stands in the way.

Each question changes one thing on a copy (opens a star, clears a finish, lifts a house rule) and
asks again. What makes the difference is the reason.
"""

from __future__ import annotations

from dogpark.games.dog.actions import PEGS, USE_BACK, WAY_OFF
from dogpark.games.dog.board import (
    all_safe,
    backward,
    finish_base,
    forward,
    in_play,
    is_fresh,
    on_path,
    partner_of,
    path_at,
    star_of,
)
from dogpark.games.dog.effects import peg_words
from dogpark.games.dog.jack import is_swap_seat, is_swappable, swappable_pegs
from dogpark.games.dog.seven import (
    can_finish_after,
    can_split,
    make_step,
    own_victim,
    step_field,
    usable,
)
from dogpark.games.dog.state import (
    EXACT_ENTRY,
    HARMLESS_PASSING,
    KENNEL,
    NONE,
    NULL_NEVER,
    NULL_NO_TARGET,
    PEG_ONCE,
    Dog,
)
from dogpark.games.dog.words import PATHS, counted, owner, place_name, seat_name, star_name
from dogpark.kernel.rooms import Refusal

# -- starting -------------------------------------------------------------------------------------


def why_no_start(s: Dog, seat: int, mover: int) -> Refusal:
    if s.fresh[mover]:
        return Refusal("DOG-4.3", f"a fresh peg stands on {star_name(mover, seat)}")
    return Refusal("DOG-4.1", f"{owner(mover, seat)} kennel is empty")


# -- whole moves ----------------------------------------------------------------------------------


def why_no_move(s: Dog, seat: int, mover: int, use: int) -> Refusal:
    """No peg can do it: the reason of the one that comes closest."""
    outside = [peg for peg in range(PEGS) if s.loc[mover][peg] != KENNEL]
    if not outside:
        words = f"{owner(mover, seat)} pegs are all in the kennel, and this starts none"
        return Refusal("DOG-4.1", words)
    reasons = [why_not_this_peg(s, seat, mover, peg, use) for peg in outside]
    return min(reasons, key=lambda reason: _CLOSENESS.index(reason.rule))


_CLOSENESS = ("DOG-5.2", "DOG-11.6", "DOG-7.5", "DOG-7.6")


def why_not_this_peg(s: Dog, seat: int, mover: int, peg: int, use: int) -> Refusal:
    mine = f"{peg_words(mover, peg, seat)} on {place_name(s, mover, peg)}"
    field = s.loc[mover][peg]
    if field == KENNEL:
        words = f"{peg_words(mover, peg, seat)} is in the kennel and has to be started first"
        return Refusal("DOG-4.1", words)
    if field >= finish_base(s):
        if use == USE_BACK:
            return Refusal("DOG-7.6", f"{mine} is safe: it never goes back")
        return Refusal("DOG-7.5", f"{mine} {_stuck_inside(s, mover, peg, use)}")
    blocker = next(other for other in range(s.players + 1) if _opens(s, mover, peg, use, other))
    if blocker == s.players:  # no star is to blame
        return Refusal("DOG-11.6", f"{mine} is on a path, where there is no way back")
    words = f"{mine} cannot pass the fresh peg on {star_name(blocker, seat)}"
    return Refusal("DOG-5.2", words)


def _reach(s: Dog, mover: int, peg: int, use: int) -> int:
    return backward(s, mover, peg) if use == USE_BACK else forward(s, mover, peg, use)


def _opens(s: Dog, mover: int, peg: int, use: int, blocker: int) -> bool:
    """Whether the peg could go if this seat's star were open; the number of seats always fits."""
    if blocker == s.players:
        return True
    open_ = s.copy()
    open_.fresh[blocker] = 0
    return s.fresh[blocker] != 0 and _reach(open_, mover, peg, use) != 0


def _stuck_inside(s: Dog, mover: int, peg: int, steps: int) -> str:
    alone = s.copy()
    for other in range(PEGS):
        if other != peg:
            alone.loc[mover][other] = KENNEL
    if forward(alone, mover, peg, steps) == 0:
        return f"would need {counted(steps, 'field')} ahead of it in the finish"
    return "cannot pass or land on the safe peg ahead of it"


# -- swapping -------------------------------------------------------------------------------------


def why_no_swap(s: Dog, seat: int, mover: int) -> Refusal:
    if swappable_pegs(s, mover) > 0:
        return Refusal("DOG-9.2", "nobody else has a peg in play that can be swapped")
    playing = [peg for peg in range(PEGS) if in_play(s, s.loc[mover][peg])]
    if playing:
        return why_no_peg_swap(s, seat, mover, playing[0])
    return Refusal("DOG-9.1", f"none of {owner(mover, seat)} pegs is in play to be swapped")


def why_no_peg_swap(s: Dog, seat: int, other: int, peg: int) -> Refusal:
    """Why this peg, the mover's or somebody else's, cannot be swapped at all."""
    its = f"{peg_words(other, peg, seat)}"
    field = s.loc[other][peg]
    if field == KENNEL:
        return Refusal("DOG-9.1", f"{its} is in the kennel; only pegs in play are swapped")
    if field >= finish_base(s):
        return Refusal("DOG-7.6", f"{its} on {place_name(s, other, peg)} is safe: it stays there")
    if is_fresh(s, other, peg):
        return Refusal("DOG-5.3", f"{its} on {place_name(s, other, peg)} is fresh: it stays there")
    return Refusal("DOG-13.20", f"{its} is on a path, which a jack does not reach here")


def why_no_target(s: Dog, seat: int, other: int, peg: int) -> Refusal:
    if other >= s.players:
        return Refusal("DOG-1.3", f"there is no seat {other} in this game")
    if not is_swappable(s, other, peg):
        return why_no_peg_swap(s, seat, other, peg)
    if other == s.mover:
        if is_swap_seat(s, seat, s.mover, other, True):
            return Refusal("DOG-9.1", "a peg is not swapped with itself")
        words = (
            f"{owner(other, seat)} peg is swapped with somebody else's, not with another of them"
        )
        return Refusal("DOG-9.1", words)
    words = "a partner's peg is swapped only if no opponent has one"
    return Refusal("DOG-9.2", words)


def why_no_null(s: Dog, seat: int, mover: int) -> Refusal:
    """Nothing else is possible, and still the jack must not be played without effect."""
    if s.rule_jack_null == NULL_NEVER:
        return Refusal("DOG-13.15", "at this table a jack is never played without effect")
    for other in range(s.players):
        if other == mover or s.rule_jack_null == NULL_NO_TARGET:
            continue
        for peg in range(PEGS):
            if in_play(s, s.loc[other][peg]):
                words = f"{seat_name(other)} has a peg in play on {place_name(s, other, peg)}"
                return Refusal("DOG-9.4", f"a jack without effect needs all others out: {words}")
    words = f"a jack without effect needs one of {owner(mover, seat)} pegs in play"
    return Refusal("DOG-9.4", words)


# -- the seven ------------------------------------------------------------------------------------

# House rules that bind a seven. Each stores its default, which does not bind, as 0.
_BINDING = {
    "rule_seven_peg_once": ("DOG-13.11", "each peg makes its steps without a break"),
    "rule_deepest_first": ("DOG-13.8", "a peg that enters has to end as deep as it can"),
    "rule_seven_handover": ("DOG-13.12", "the whole seven is made with one player's pegs"),
}


def why_no_split(s: Dog, seat: int, mover: int) -> Refusal:
    if all(field == KENNEL for field in s.loc[mover]):
        return Refusal("DOG-8.4", f"{owner(mover, seat)} pegs are all in the kennel")
    for rule, (number, words) in _BINDING.items():
        free = s.copy()
        setattr(free, rule, 0)
        if can_split(free, mover):
            return Refusal(number, f"the seven steps cannot all be made, as {words}")
    return Refusal("DOG-8.5", f"{owner(mover, seat)} pegs cannot make all seven steps")


def why_no_step(s: Dog, seat: int, peg: int, way: int) -> Refusal:
    mover = s.mover
    mine = f"{peg_words(mover, peg, seat)} on {place_name(s, mover, peg)}"
    if s.loc[mover][peg] == KENNEL:
        words = f"{peg_words(mover, peg, seat)} is in the kennel, and a seven starts no pegs"
        return Refusal("DOG-8.4", words)
    field = step_field(s, mover, peg, way)
    if field == NONE:
        return _no_field(s, seat, peg, way, mine)
    if not usable(s, peg):
        return Refusal("DOG-13.11", f"{mine} has made its steps of this seven")
    if own_victim(s, mover, peg, field) == peg:
        words = f"{mine} goes home when {peg_words(mover, s.peg, seat)} ends its part there"
        return Refusal("DOG-13.10", words)
    if can_finish_after(s, peg, way):
        return Refusal("DOG-13.7", f"{mine} can enter its finish, so it has to")
    return _cannot_finish(s, peg, way)


def _no_field(s: Dog, seat: int, peg: int, way: int, mine: str) -> Refusal:
    mover = s.mover
    field = s.loc[mover][peg]
    if way == WAY_OFF:
        return _no_way_off(s, seat, peg, mine)
    if field >= finish_base(s):
        return Refusal("DOG-7.5", f"{mine} {_stuck_inside(s, mover, peg, 1)}")
    blocker = next(
        other for other in range(s.players) if s.fresh[other] and _unblocks(s, peg, other)
    )
    words = f"{mine} cannot pass the fresh peg on {star_name(blocker, seat)}"
    return Refusal("DOG-8.3", words)


def _unblocks(s: Dog, peg: int, blocker: int) -> bool:
    open_ = s.copy()
    open_.fresh[blocker] = 0
    return step_field(open_, s.mover, peg, 0) != NONE


def _no_way_off(s: Dog, seat: int, peg: int, mine: str) -> Refusal:
    mover = s.mover
    field = s.loc[mover][peg]
    if field >= finish_base(s):
        return Refusal("DOG-7.5", f"{mine} is in the finish, where the way only leads on")
    if on_path(s, field):
        return Refusal("DOG-11.4", f"{mine} is on a path and leaves it at the far end only")
    if is_fresh(s, mover, peg):
        return Refusal("DOG-7.3", f"{mine} is fresh and has to leave the star before it enters")
    if field == star_of(mover):
        return Refusal("DOG-7.5", f"{mine} cannot enter: the first finish field is taken")
    path = path_at(s, field)
    if path >= 0:
        if s.rule_central_entry == EXACT_ENTRY and (s.moved >> peg) & 1:
            words = f"{mine} could turn into path {PATHS[path]} with its first step only"
            return Refusal("DOG-13.18", words)
        words = f"{mine} came out of path {PATHS[path]} with this card"
        return Refusal("DOG-11.5", f"{words} and does not turn back into it")
    words = f"{mine} cannot turn off: the way into the finish branches off at"
    return Refusal("DOG-7.1", f"{words} {star_name(mover, seat)}")


def _cannot_finish(s: Dog, peg: int, way: int) -> Refusal:
    """The step itself is possible, but the rest of the seven is not."""
    left = f"the {counted(s.left - 1, 'step')} left"
    harm = f"after this {left} could not be made" if s.left > 1 else "a seven cannot end so"
    for rule, (number, words) in _BINDING.items():
        free = s.copy()
        setattr(free, rule, 0)
        if can_finish_after(free, peg, way):
            return Refusal(number, f"{harm}, as {words}")
    after = s.copy()
    make_step(after, peg, way)
    if all_safe(after, s.mover) and all_safe(after, partner_of(s, s.mover)):
        words = f"this would win, but nobody could make {left}"
        return Refusal("DOG-8.7", words)
    return Refusal("DOG-8.5", harm)


def why_no_land(s: Dog) -> Refusal:
    if s.rule_seven_kills != HARMLESS_PASSING:
        return Refusal("DOG-13.9", "every step of this seven hits at once; there is nothing to end")
    if s.rule_seven_peg_once == PEG_ONCE:
        return Refusal("DOG-13.11", "a peg makes its steps without a break, so parts are not ended")
    if s.peg == NONE:
        return Refusal("DOG-13.10", "no part of the seven has begun")
    shared = sum(row.count(s.loc[s.mover][s.peg]) for row in s.loc[: s.players])
    if shared < 2:
        return Refusal("DOG-13.10", "a part is ended by saying so only on an occupied field")
    return Refusal("DOG-8.5", "without the peg that this sends home the rest could not be made")
