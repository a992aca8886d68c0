"""Which rule forbids a move, by id and in words: the most specific one that can be found.

Nothing is decided here: the engine has said no, and this asks it what would have to be different.
A peg that could move if a star were not blocked is stopped by that star.
"""

from __future__ import annotations

from dogpark.games.dog.actions import (
    CARD_OF,
    DEAL,
    DEALER,
    DEST,
    FOLD,
    GIVE,
    KINDS,
    LAND,
    PEG,
    PLAY,
    STEP,
    TABLE,
    TARGET,
    USE_NULL,
    USE_OF,
    USE_SPLIT,
    USE_START,
    USE_SWAP,
)
from dogpark.games.dog.board import controlled_by
from dogpark.games.dog.effects import effect_of, legal_codes
from dogpark.games.dog.rules import stage
from dogpark.games.dog.state import (
    DEST_CHOICE,
    EXCHANGE,
    FORCED_ENTRY,
    NONE,
    OVER,
    PEG_CHOICE,
    SEVEN_STEPS,
    TARGET_CHOICE,
    TURN,
    Dog,
)
from dogpark.games.dog.whynot import (
    why_no_land,
    why_no_move,
    why_no_null,
    why_no_peg_swap,
    why_no_split,
    why_no_start,
    why_no_step,
    why_no_swap,
    why_no_target,
    why_not_this_peg,
)
from dogpark.games.dog.words import (
    card_words,
    listed,
    play_words,
    seat_name,
)
from dogpark.kernel.rooms import Refusal

# What each phase asks for: the first code, the code after the last, and how it is said.
_ASKED = {
    PEG_CHOICE: (PEG, DEST, "choose a peg for it now"),
    DEST_CHOICE: (DEST, TARGET, "choose where the peg goes now"),
    TARGET_CHOICE: (TARGET, STEP, "choose the peg to swap with now"),
    SEVEN_STEPS: (STEP, LAND + 1, "make its single steps now"),
}


def refusal(s: Dog, seat: int, code: int) -> Refusal:
    """Why this seat may not do that now; only asked about codes that are not legal."""
    if code >= DEAL:
        return Refusal("DOG-2.1", "the cards are dealt by chance, not by choice")
    if code >= DEALER:
        return Refusal("DOG-1.6", "the first dealer is drawn by lot")
    if stage(s, seat) == 0:
        return _not_asked(s, seat)
    if s.phase == EXCHANGE:
        return _exchange(s, seat, code)
    if code < PLAY:
        return Refusal("DOG-2.3", "cards are exchanged before the first turn only")
    if s.phase == TURN:
        return _turn(s, seat, code)
    return _within_a_card(s, seat, code)


def _not_asked(s: Dog, seat: int) -> Refusal:
    if s.phase == OVER:
        return Refusal("DOG-10.3", "the game is over")
    if s.phase == EXCHANGE:
        return Refusal("DOG-2.3", "you have picked a card; wait until all have")
    if s.turn == NONE:
        return Refusal("DOG-2.1", "the cards are being dealt")
    if s.cards[seat] == 0:
        return Refusal("DOG-2.4", "you have no cards left and are skipped until the next deal")
    return Refusal("DOG-2.4", f"it is {seat_name(s.turn)}'s turn")


def _held(s: Dog, seat: int) -> list[int]:
    return s.hand[seat][: s.cards[seat]]


def _exchange(s: Dog, seat: int, code: int) -> Refusal:
    if GIVE <= code < GIVE + KINDS:
        return Refusal("DOG-2.3", f"{card_words(code - GIVE)} is not in your hand")
    return Refusal("DOG-2.3", "before play, pick a card of your hand for your partner")


# -- at the beginning of a turn -------------------------------------------------------------------


def _turn(s: Dog, seat: int, code: int) -> Refusal:
    if code == FOLD:
        return Refusal("DOG-2.6", f"you can play {_something(s, seat)}, so you must not fold")
    if not PLAY <= code < PEG:
        return Refusal("DOG-3.7", "lay a card first, then say what it moves")
    play = code - PLAY
    kind, use = CARD_OF[play], USE_OF[play]
    if kind not in _held(s, seat):
        return Refusal("DOG-2.5", f"{card_words(kind)} is not in your hand")
    if use == USE_NULL and legal_codes(s, seat) != [FOLD]:
        words = "a jack stays without effect only if nothing else is possible"
        return Refusal("DOG-9.4", f"{words}: you can play {_something(s, seat)}")
    mover = controlled_by(s, seat)
    why = _WHY_NOT.get(use)
    return why(s, seat, mover) if why else why_no_move(s, seat, mover, use)


_WHY_NOT = {
    USE_START: why_no_start,
    USE_SPLIT: why_no_split,
    USE_SWAP: why_no_swap,
    USE_NULL: why_no_null,
}


def _something(s: Dog, seat: int) -> str:
    return play_words(legal_codes(s, seat)[0] - PLAY)


# -- while a card is being played -----------------------------------------------------------------


def _within_a_card(s: Dog, seat: int, code: int) -> Refusal:
    laid = play_words(s.play)
    if PLAY <= code < PEG:
        return Refusal("DOG-2.5", f"{laid} is played already, and a turn is one card")
    if code == FOLD:
        return Refusal("DOG-2.7", f"{laid} is played already and can be carried out")
    if code == LAND and s.phase != SEVEN_STEPS:
        return Refusal("DOG-13.10", "only a part of a seven is ended with land")
    first, end, ask = _ASKED[s.phase]
    if not first <= code < end:
        return Refusal("DOG-3.7", f"{laid} is played: {ask}")
    return _WITHIN[s.phase](s, seat, code)


def _step(s: Dog, seat: int, code: int) -> Refusal:
    if code == LAND:
        return why_no_land(s)
    return why_no_step(s, seat, (code - STEP) // 2, (code - STEP) % 2)


def _peg(s: Dog, seat: int, code: int) -> Refusal:
    if USE_OF[s.play] == USE_SWAP:
        return why_no_peg_swap(s, seat, s.mover, code - PEG)
    return why_not_this_peg(s, seat, s.mover, code - PEG, USE_OF[s.play])


def _target(s: Dog, seat: int, code: int) -> Refusal:
    action = TABLE.action(code)
    return why_no_target(s, seat, int(action["seat"]), int(action["peg"]))


def _destination(s: Dog, seat: int, code: int) -> Refusal:  # one of _WITHIN
    """The number is too high: there are fewer destinations."""
    ends = [effect_of(s, seat, code).moves[0].end for code in legal_codes(s, seat)]
    count = "one destination" if len(ends) == 1 else f"{len(ends)} destinations"
    words = f"with {play_words(s.play)} this peg has {count}: {listed(ends)}"
    if s.rule_forced_entry == FORCED_ENTRY and ends[0].startswith("F"):
        return Refusal("DOG-13.7", f"{words}; a peg that can enter its finish has to")
    return Refusal("DOG-3.7", words)


_WITHIN = {
    PEG_CHOICE: _peg,
    DEST_CHOICE: _destination,
    TARGET_CHOICE: _target,
    SEVEN_STEPS: _step,
}
