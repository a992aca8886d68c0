"""Many games stepped together: everybody's choices in, what the next seat sees of each game out.

Rule dialect, CPU only; compiled when an environment asks for it, and only
then. ``observe`` is a stand-in: a game's own is put in its place.
"""

from __future__ import annotations

from typing import Any

from dogpark.kernel.facts import MAX_SEATS
from dogpark.kernel.playout import (
    NOBODY,
    apply_at,
    legal_at,
    play_until_at,
    result_at,
    start_at,
)
from dogpark.kernel.rng import dice_below, nature_word
from dogpark.kernel.schema import Row, Table

LAID_OUT = -2  # in place of a seat: the table is empty, its luck given; the game has still to start

HOOKS = ("observe",)

# -- the game's own -------------------------------------------------------------------------------


def observe(s: Any, seat: int, out: Row) -> int:
    """Writes what a seat may know; how many numbers that are."""
    raise NotImplementedError


# -- for a game's ``observe`` ---------------------------------------------------------------------


def put(out: Row, at: int, number: int) -> int:
    """Writes one number; where the next one goes."""
    out[at] = number
    return at + 1


def put_row(out: Row, at: int, row: Row, count: int) -> int:
    for i in range(count):
        out[at + i] = row[i]
    return at + count


def put_table(out: Row, at: int, table: Table, rows: int, count: int) -> int:
    for i in range(rows):
        at = put_row(out, at, table[i], count)
    return at


def put_bits(out: Row, at: int, bits: int, count: int) -> int:
    for i in range(count):
        out[at + i] = (bits >> i) & 1
    return at + count


# -- the driver -----------------------------------------------------------------------------------


def renew(states: Any, game: int, blank: Any) -> None:
    """An empty table for the next game; its luck comes from the stream of the one before."""
    k0 = nature_word(states[game])
    k1 = nature_word(states[game])
    k2 = nature_word(states[game])
    k3 = nature_word(states[game])
    states[game] = blank[0]
    states[game].rng_key[0] = k0
    states[game].rng_key[1] = k1
    states[game].rng_key[2] = k2
    states[game].rng_key[3] = k3


def settle(states: Any, game: int, places: Row, points: Row, gained: Row) -> None:
    """For each seat, how many seats it leaves behind less how many are ahead of it."""
    result_at(states, game, places, points)
    players = states[game].players
    for seat in range(players):
        gained[seat] = 0
        for other in range(players):
            gained[seat] += (places[other] > places[seat]) - (places[other] < places[seat])


def show(states: Any, game: int, seat: int, choices: Table, counts: Row, masks: Table) -> None:
    """Marks what the seat may do, after wiping out what could be done before; NOBODY: nothing."""
    for i in range(counts[game]):
        masks[game][choices[game][i]] = 0
    count = 0
    if seat != NOBODY:
        count = legal_at(states, game, seat, choices[game])
    for i in range(count):
        masks[game][choices[game][i]] = 1
    counts[game] = count


def advance_games(
    states: Any,
    blank: Any,
    actions: Row,
    seats: Row,
    asked: Row,
    policies: Row,
    dice: Any,
    choices: Table,
    counts: Row,
    masks: Table,
    observations: Table,
    finals: Table,
    gained: Table,
    ended: Row,
    scratch: Table,
    restart: int,
    max_decisions: int,
) -> None:
    """One decision in every game, then whatever follows until a seat of the mask ``asked`` is next.

    ``seats`` says who decides, before and after; where it is NOBODY a new game begins, where it is
    LAID_OUT the one that lies there. A game that is over says so in ``ended`` and begins anew at once
    if ``restart`` is set: its last sight is then in ``finals``.
    """
    for game in range(len(states)):
        ended[game] = 0
        for seat in range(MAX_SEATS):
            gained[game][seat] = 0
        mover = seats[game]
        begins = mover < 0
        following = NOBODY
        going = True
        while going:
            if begins:
                if mover != LAID_OUT:
                    renew(states, game, blank)
                start_at(states, game)
            else:
                apply_at(states, game, mover, actions[game])
            following = play_until_at(
                states,
                game,
                asked[game],
                policies,
                dice[game],
                scratch[0],
                scratch[1],
                max_decisions,
            )
            going = False
            if following == NOBODY and not begins:
                ended[game] = 1
                settle(states, game, scratch[0], scratch[1], gained[game])
                if restart:
                    observe(states[game], mover, finals[game])
                    begins = True
                    going = True
        seats[game] = following
        show(states, game, following, choices, counts, masks)
        eyes = following
        if eyes == NOBODY:
            eyes = max(mover, 0)
        observe(states[game], eyes, observations[game])


def first_illegal(masks: Table, actions: Row, seats: Row) -> int:
    """The first game whose choice is none of those it has, or NOBODY; nothing is applied."""
    for game in range(len(actions)):
        if seats[game] >= 0:
            code = actions[game]
            if code < 0 or code >= len(masks[game]) or masks[game][code] == 0:
                return game
    return NOBODY


def pick_any(choices: Table, counts: Row, dice: Row, actions: Row) -> None:
    """For every game one of its choices, each as likely as another."""
    for game in range(len(actions)):
        if counts[game] > 0:
            actions[game] = choices[game][dice_below(dice, counts[game])]
