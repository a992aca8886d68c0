"""The course of play. Rule dialect; the rules are those of docs/rules/bonfire.md."""

from __future__ import annotations

from dogpark.games.bonfire.actions import DEFEND, DICE, EXCHANGE, FIRST, ROLL, SETS, STEAL, TAKE
from dogpark.games.bonfire.scoring import (
    DOGS,
    STICKS,
    VILLAGERS,
    assault_event,
    faint,
    feed,
    fire_fest,
    has_choice,
    open_wave,
    put_back,
    result,
    seat_after,
    sets_of,
    standing_seats,
    sticks_home,
)
from dogpark.games.bonfire.state import (
    CHARCOAL,
    COLOURS,
    DEFENDING,
    DRAW,
    FIRE,
    MEAT,
    OVER,
    ROLLING,
    STEALING,
    TAKING,
    TURN,
    Bonfire,
)
from dogpark.kernel.facts import CHANCE, CHANCE_BIT
from dogpark.kernel.schema import Row

__all__ = ["active", "apply", "chance", "legal", "result", "stage", "start"]

# The ten rolls in the order of actions.FACES, each as the number of dice per colour.
ROLLS = (
    (3, 0, 0),
    (2, 1, 0),
    (2, 0, 1),
    (1, 2, 0),
    (1, 1, 1),
    (1, 0, 2),
    (0, 3, 0),
    (0, 2, 1),
    (0, 1, 2),
    (0, 0, 3),
)
# The same rolls die by die.
FIRST_DIE = (0, 0, 0, 0, 0, 0, 1, 1, 1, 2)
SECOND_DIE = (0, 0, 0, 1, 1, 2, 1, 1, 2, 2)
THIRD_DIE = (0, 1, 2, 1, 2, 2, 1, 2, 2, 2)
ALL_MEAT = 0
ALL_DIFFERENT = 4
ALL_CHARCOAL = 6
ALL_FIRE = 9
ORDERS = (1, 3, 3, 3, 6, 3, 1, 3, 3, 1)  # in how many orders three dice make each roll
# BON-3.1, for rolls with two alike: the colour shown twice, shown once, and the takes A+A and A+B.
TWICE = (0, 0, 0, 1, 0, 2, 0, 1, 2, 0)
ONCE = (0, 1, 2, 0, 0, 0, 0, 2, 1, 0)
TAKE_ALIKE = (0, 0, 0, 3, 0, 5, 0, 3, 5, 0)
TAKE_MIXED = (0, 1, 2, 1, 0, 2, 0, 4, 4, 0)
# The same two takes in the order of their codes.
TAKE_LOWER = (0, 0, 0, 1, 0, 2, 0, 3, 4, 0)
TAKE_HIGHER = (0, 1, 2, 3, 0, 5, 0, 4, 5, 0)
TAKE_LONE = 6  # then one more for charcoal

# Sticks of each take, in the order of actions.TAKES.
SPOILS = (
    (2, 0, 0),
    (1, 1, 0),
    (1, 0, 1),
    (0, 2, 0),
    (0, 1, 1),
    (0, 0, 2),
    (1, 0, 0),
    (0, 1, 0),
)

# BON-6.1: what each deal gives, gets, and how many sticks it gets.
DEAL_GIVES = (1, 2, 2)
DEAL_GETS = (0, 0, 1)
DEAL_COUNT = (1, 2, 2)

# BON-7.2 to BON-7.4: how a round ends.
NO_END = 0
FEED_END = 1
ASSAULT_END = 2
QUIET_END = 3


def start(s: Bonfire) -> None:
    """BON-1.1 to BON-1.3, BON-1.5."""
    for colour in range(COLOURS):
        s.bonfire[colour] = STICKS[colour]
    for seat in range(s.players):
        s.villagers[seat] = VILLAGERS
    s.pack = DOGS
    s.round = 1
    s.roll = -1
    s.roller = -1
    if s.rule_first_player >= 0:  # BON-12.3
        s.turn = s.rule_first_player
        s.phase = TURN
    else:
        s.phase = DRAW


def active(s: Bonfire) -> int:
    """BON-2.3: one seat at a time, or nature."""
    phase = s.phase
    if phase == OVER:
        return 0
    if phase == DRAW or phase == ROLLING:
        return CHANCE_BIT
    if phase == DEFENDING:
        return 1 << s.defender
    return 1 << s.turn


def stage(s: Bonfire, seat: int) -> int:
    if active(s) != 1 << seat:
        return 0
    if s.phase == TURN:
        return 1
    return s.phase - 1


# -- what is allowed ------------------------------------------------------------------------------


def can_exchange(s: Bonfire, seat: int, deal: int) -> bool:
    """BON-6.2: the stick given is held. BON-6.3: the bonfire keeps at least one of the other."""
    return (s.held[seat][DEAL_GIVES[deal]] > 0) & (s.bonfire[DEAL_GETS[deal]] > DEAL_COUNT[deal])


def legal(s: Bonfire, seat: int, codes: Row) -> int:
    phase = s.phase
    if phase == DEFENDING:
        if seat != s.defender:
            return 0
        return legal_defences(s, seat, codes)
    if seat != s.turn:
        return 0
    if phase == TURN:  # BON-2.1, BON-2.2
        codes[0] = ROLL
        count = 1
        if s.held[seat][CHARCOAL] + s.held[seat][FIRE] > 0:
            for deal in range(3):  # written always, counted if allowed: no branch to mispredict
                codes[count] = EXCHANGE + deal
                count += can_exchange(s, seat, deal)
        return count
    if phase == TAKING:
        return legal_takes(s, codes)
    if phase == STEALING:
        return legal_thefts(s, seat, codes)
    return 0


def legal_takes(s: Bonfire, codes: Row) -> int:
    """BON-3.1 to BON-3.3."""
    roll = s.roll
    of_twice = s.bonfire[TWICE[roll]]
    of_once = s.bonfire[ONCE[roll]]
    if of_twice >= 2 and of_once >= 1:
        codes[0] = TAKE + TAKE_LOWER[roll]
        codes[1] = TAKE + TAKE_HIGHER[roll]
        return 2
    if of_twice >= 2:
        codes[0] = TAKE + TAKE_ALIKE[roll]
    elif of_twice == 1 and of_once >= 1:
        codes[0] = TAKE + TAKE_MIXED[roll]
    elif of_twice == 1:  # BON-3.3: the bonfire does not hold two that the dice allow
        codes[0] = TAKE + TAKE_LONE + TWICE[roll]
    else:
        codes[0] = TAKE + TAKE_LONE + ONCE[roll]
    return 1


def legal_thefts(s: Bonfire, seat: int, codes: Row) -> int:
    """BON-4.1: each colour that another player holds."""
    count = 0
    for other in range(s.players):
        if other != seat:
            for colour in range(COLOURS):
                codes[count] = STEAL + COLOURS * other + colour
                count += s.held[other][colour] > 0
    return count


def legal_defences(s: Bonfire, seat: int, codes: Row) -> int:
    """BON-9.6: pairs and sets, together no more than dogs; fewer is allowed."""
    dogs = s.held[seat][MEAT]
    sets = sets_of(s, seat)
    count = 0
    for pairs in range(dogs // 2 + 1):
        most = dogs - pairs
        if most > sets:
            most = sets
        for used in range(most + 1):
            codes[count] = DEFEND + SETS * pairs + used
            count += 1
    return count


def roll_weight(s: Bonfire, roll: int) -> int:
    """BON-1.4: in how many of all the ways three dice can fall they make this roll.

    Every colour has a face (BON-12.1), so every roll can come up.
    """
    return (
        ORDERS[roll]
        * s.rule_die_faces[FIRST_DIE[roll]]
        * s.rule_die_faces[SECOND_DIE[roll]]
        * s.rule_die_faces[THIRD_DIE[roll]]
    )


def chance(s: Bonfire, codes: Row, weights: Row) -> int:
    if s.phase == DRAW:  # BON-1.5
        for seat in range(s.players):
            codes[seat] = FIRST + seat
            weights[seat] = 1
        return s.players
    if s.phase != ROLLING:
        return 0
    for roll in range(10):
        codes[roll] = DICE + roll
        weights[roll] = roll_weight(s, roll)
    return 10


# -- what happens ---------------------------------------------------------------------------------


def apply(s: Bonfire, seat: int, code: int) -> None:
    if seat == CHANCE:
        if code >= FIRST:
            s.turn = code - FIRST
            s.phase = TURN
        else:
            dice_fall(s, code - DICE)
    elif code == ROLL:
        s.phase = ROLLING
    elif code < TAKE:
        exchange(s, seat, code - EXCHANGE)
    elif code < STEAL:
        take(s, seat, code - TAKE)
    elif code < DEFEND:
        steal(s, seat, code - STEAL)
    else:
        defend(s, seat, code - DEFEND)


def dice_fall(s: Bonfire, roll: int) -> None:
    """What the dice bring. BON-5.4: where the roller rolls again the phase stays ROLLING."""
    s.roll = roll
    s.roller = s.turn
    if roll == ALL_MEAT:  # BON-5.1
        feed(s)
    elif roll == ALL_CHARCOAL:  # BON-5.2
        open_wave(s)
        assault_from(s, s.turn)
    elif roll == ALL_FIRE:  # BON-5.3
        fire_fest(s)
    elif roll == ALL_DIFFERENT:  # BON-4.1
        if others_hold(s, s.turn):  # BON-4.2: else roll again
            s.phase = STEALING
    else:
        s.phase = TAKING  # BON-3.1


def others_hold(s: Bonfire, seat: int) -> bool:
    """Whether any other player holds a stick: all that are neither on the bonfire nor here."""
    total = 0
    for colour in range(COLOURS):
        total += STICKS[colour] - s.bonfire[colour] - s.held[seat][colour]
    return total > 0


def exchange(s: Bonfire, seat: int, deal: int) -> None:
    """BON-6.1; BON-6.4: it is the whole turn."""
    put_back(s, seat, DEAL_GIVES[deal], 1)
    put_back(s, seat, DEAL_GETS[deal], -DEAL_COUNT[deal])
    end_turn(s)


def take(s: Bonfire, seat: int, which: int) -> None:
    """BON-3.1, BON-7.1."""
    pick_up(s, seat, which)
    end = round_end(s)
    if end != NO_END:
        end_round(s, end)
    if s.phase != OVER:
        end_turn(s)


def pick_up(s: Bonfire, seat: int, which: int) -> None:
    for colour in range(COLOURS):
        put_back(s, seat, colour, -SPOILS[which][colour])


def round_end(s: Bonfire) -> int:
    """How the round ends with what lies on the bonfire, if it does."""
    if s.bonfire[MEAT] == 0:
        if s.bonfire[CHARCOAL] == 0:
            return QUIET_END  # BON-7.4
        return FEED_END  # BON-7.2
    if s.bonfire[CHARCOAL] == 0:
        return ASSAULT_END  # BON-7.3
    return NO_END


def end_round(s: Bonfire, end: int) -> None:
    """BON-7.5, BON-10.5, BON-11.1. BON-10.1: the villagers stay as they are."""
    if end == FEED_END:
        feed(s)
    elif end == ASSAULT_END:
        assault_event(s)
    sticks_home(s)
    if s.round == s.rule_rounds or standing_seats(s) <= 1:
        s.turns += 1
        s.phase = OVER
    else:
        s.round += 1


def steal(s: Bonfire, seat: int, which: int) -> None:
    """BON-4.1, BON-4.3."""
    other = which // COLOURS
    colour = which % COLOURS
    s.held[other][colour] -= 1
    s.held[seat][colour] += 1
    end_turn(s)


def defend(s: Bonfire, seat: int, which: int) -> None:
    """BON-9.6; BON-5.5: what was used goes back."""
    pairs = which // SETS
    sets = which % SETS
    dogs = s.held[seat][MEAT] - pairs - sets
    put_back(s, seat, MEAT, 2 * pairs)
    put_back(s, seat, CHARCOAL, sets)
    put_back(s, seat, FIRE, sets)
    faint(s, seat, dogs)
    following = seat_after(s, seat)
    if following == s.turn:
        assault_over(s)
    else:
        assault_from(s, following)


def assault_from(s: Bonfire, first: int) -> None:
    """BON-9.6, BON-9.7: from this seat on, until somebody has to choose or all are through."""
    seat = first
    for _ in range(s.players):
        if s.out[seat] == 0:
            if has_choice(s, seat):
                s.defender = seat
                s.phase = DEFENDING
                return
            faint(s, seat, s.held[seat][MEAT])
        seat = seat_after(s, seat)
        if seat == s.turn:
            break
    assault_over(s)


def assault_over(s: Bonfire) -> None:
    """BON-10.5: only now is counted who is left. BON-5.4, BON-5.6."""
    if standing_seats(s) <= 1:
        s.turns += 1
        s.phase = OVER
    elif s.out[s.turn] != 0:
        end_turn(s)
    else:
        s.phase = ROLLING


def end_turn(s: Bonfire) -> None:
    """BON-2.4, BON-11.5."""
    s.turns += 1
    if s.turns >= s.rule_max_turns:
        s.phase = OVER
        return
    seat = seat_after(s, s.turn)
    while s.out[seat] != 0:
        seat = seat_after(s, seat)
    s.turn = seat
    s.phase = TURN
