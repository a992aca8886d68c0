"""Which rule forbids a move, most specific first."""

from __future__ import annotations

from dogpark.games.bonfire.actions import COLOUR_NAMES, DICE, END, FACES, TABLE
from dogpark.games.bonfire.rules import (
    DEAL_COUNT,
    DEAL_GETS,
    DEAL_GIVES,
    ROLLS,
    SPOILS,
    active,
)
from dogpark.games.bonfire.scoring import sets_of
from dogpark.games.bonfire.state import (
    COLOURS,
    DEFENDING,
    DRAW,
    MEAT,
    OVER,
    ROLLING,
    STEALING,
    TAKING,
    TURN,
    Bonfire,
)
from dogpark.games.bonfire.telling import counted, listed
from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rooms import Refusal

_KIND_ASKED = {TURN: ("roll", "exchange"), TAKING: ("take",), STEALING: ("steal",)}


def refusal(s: Bonfire, seat: int, code: int) -> Refusal:
    """The most specific reason why this seat may not do this now."""
    early = _out_of_turn(s, seat, code)
    if early:
        return early
    action = TABLE.action(code)
    if action.kind not in _KIND_ASKED.get(s.phase, ("defend",)):
        return _other_kind(s, action.kind)
    which = code - TABLE.base(action.kind)
    match action.kind:
        case "exchange":
            return _exchange(s, seat, which)
        case "take":
            return _take(s, which)
        case "steal":
            return _steal(s, seat, which // COLOURS, which % COLOURS)
        case "defend":
            return _defend(s, seat, int(action["pairs"]), int(action["sets"]))
    return Refusal("BON-2.1", "Roll or exchange, as the rules allow.")


def _out_of_turn(s: Bonfire, seat: int, code: int) -> Refusal | None:
    if s.phase == OVER:
        return Refusal("BON-11.1", "The game is over.")
    if not 0 <= code < END:
        return Refusal("BON-2.1", "There is no such move in this game.")
    if seat == CHANCE:
        if s.phase in (DRAW, ROLLING):
            return Refusal("BON-1.4", "Chance cannot bring this now.")
        return Refusal("BON-2.3", "The dice rest while a player chooses.")
    if code >= DICE:
        return Refusal("BON-1.6", "Chance decides this, not a player.")
    return _not_asked(s, seat)


def _not_asked(s: Bonfire, seat: int) -> Refusal | None:
    if not 0 <= seat < s.players:
        return Refusal("BON-2.3", "Nobody plays from this seat.")
    if s.out[seat]:
        return Refusal("BON-10.3", "You are knocked out and take no more turns.")
    if s.phase == DRAW:
        return Refusal("BON-1.5", "The first player has not been drawn yet.")
    if s.phase == ROLLING:
        return Refusal("BON-5.4", "The dice are rolling.")
    if active(s) != 1 << seat:
        asked = s.defender if s.phase == DEFENDING else s.turn
        return Refusal("BON-2.3", f"Seat {asked} has to choose now.")
    return None


def _other_kind(s: Bonfire, kind: str) -> Refusal:
    """Something that belongs to another moment of the game."""
    if s.phase == DEFENDING:
        return Refusal("BON-9.6", "Dogs are at your villagers: choose your defence.")
    if s.phase == TURN:
        if kind == "take":
            return Refusal("BON-3.1", "Only a roll lets you take sticks: roll first.")
        if kind == "steal":
            return Refusal("BON-4.1", "Only three different dice let you steal: roll first.")
        return Refusal("BON-9.6", "No dogs are attacking.")
    if kind == "exchange":
        return Refusal("BON-6.4", "An exchange replaces the roll, and the dice have fallen.")
    if s.phase == TAKING:
        return Refusal("BON-3.1", f"The dice show {_dice(s)}: take sticks for them.")
    return Refusal("BON-4.1", "Three different dice: steal one stick from another player.")


def _dice(s: Bonfire) -> str:
    return listed(list(FACES[s.roll]))


def _exchange(s: Bonfire, seat: int, deal: int) -> Refusal:
    gives, gets = DEAL_GIVES[deal], DEAL_GETS[deal]
    if s.held[seat][gives] == 0:
        return Refusal("BON-6.2", f"You hold no {COLOUR_NAMES[gives]} to give.")
    least, there = DEAL_COUNT[deal] + 1, s.bonfire[gets]
    what = COLOUR_NAMES[gets]
    words = f"This needs {least} {what} on the bonfire, so that one stays; there is {there}."
    return Refusal("BON-6.3", words)


def _take(s: Bonfire, which: int) -> Refusal:
    wanted, shown = SPOILS[which], ROLLS[s.roll]
    for colour, name in enumerate(COLOUR_NAMES):
        if wanted[colour] > shown[colour]:
            if shown[colour] == 0:
                return Refusal("BON-3.1", f"No die shows {name}.")
            return Refusal("BON-3.1", f"One stick for each die: only one shows {name}.")
    for colour, name in enumerate(COLOUR_NAMES):
        if wanted[colour] > s.bonfire[colour]:
            return Refusal("BON-3.3", f"The bonfire holds only {s.bonfire[colour]} {name}.")
    return Refusal("BON-3.2", "The bonfire holds two sticks for these dice: take two.")


def _steal(s: Bonfire, seat: int, other: int, colour: int) -> Refusal:
    if other == seat:
        return Refusal("BON-4.1", "Steal from another player, not from yourself.")
    if other >= s.players:
        return Refusal("BON-4.1", f"Nobody plays from seat {other}.")
    if s.out[other]:
        return Refusal("BON-10.3", f"Seat {other} is knocked out and has no sticks.")
    return Refusal("BON-4.1", f"Seat {other} holds no {COLOUR_NAMES[colour]}.")


def _defend(s: Bonfire, seat: int, pairs: int, sets: int) -> Refusal:
    dogs = s.held[seat][MEAT]
    if 2 * pairs > dogs:
        return Refusal(
            "BON-9.2", f"{counted(pairs, 'pair')} need {2 * pairs} meat; you hold {dogs}."
        )
    if sets > sets_of(s, seat):
        have = counted(sets_of(s, seat), "set")
        return Refusal("BON-9.3", f"You have {have} of one fire and one charcoal, not {sets}.")
    return Refusal("BON-9.6", f"Only {counted(dogs, 'dog')} came: use no more than that.")
