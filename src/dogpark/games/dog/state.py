"""Everything a game of DOG is, in one record of small numbers.

Seats count anticlockwise: the right-hand neighbour of a seat is the next number (DOG-1.3). Rows of
seats that do not play stay as ``start`` leaves them: pegs in the kennel, no cards.

Fields of the board (DOG-1.4, DOG-11.1)::

    -1                      kennel
    0 .. 16 * players - 1   the track; the star of seat s is 16 * s
    96 .. 110, 111 .. 125   central paths U and V (six players); a shorter ``central_len`` leaves
                            the last ids of each path unused, nothing else moves up
    64 + 4 * s + 0..3       finish of seat s with four players, from the star inwards
    126 + 4 * s + 0..3      finish of seat s with six players
"""

from __future__ import annotations

from dogpark.kernel.schema import Row, State, Table, i8, i16

KENNEL = -1
NONE = -1

# Phases. From EXCHANGE to SEVEN, phase - 1 is the index into FACTS.stages.
DEALER_DRAW = 0  # nature picks the first dealer
DEALING = 1  # nature deals one card after the other
EXCHANGE = 2  # every seat picks a card for its partner, all at the same time
TURN = 3  # the seat at turn plays a card, or folds
PEG_CHOICE = 4  # which peg the card moves
DEST_CHOICE = 5  # where it goes
TARGET_CHOICE = 6  # with whom it swaps
SEVEN_STEPS = 7  # the single steps of a seven
OVER = 8

# Values of house rules, as stored. A switch stores its default as 0.
RESHUFFLE_WHEN_SHORT, RESHUFFLE_EVERY_CYCLE, RESHUFFLE_EVERY_ROUND, RESHUFFLE_TOP_UP = 0, 1, 2, 3
EXCHANGE_OFF = 1
FOLD_HIDDEN = 1
TOUCH_ONLY = 1
FORCED_ENTRY = 1
DEEPEST_FIRST = 1
HARMLESS_PASSING = 1
PEG_ONCE = 1
HANDOVER_NEXT_CARD = 1
WIN_TRUNCATES = 1
ANY_OTHER, ANY_INCL_OWN = 1, 2
NULL_NO_TARGET, NULL_NEVER = 1, 2
GEOMETRY_OFF = 2
EXACT_ENTRY = 1
PATH_FOUR_BACK = 1
PATH_JACK_OFF = 1
PLAY_ON = 1


class Dog(State):
    """A position of DOG, between any two actions or outcomes."""

    # -- the board --------------------------------------------------------------------------------
    loc: Table = i16(6, 4)  # field of each peg, by seat and peg (DOG-1.2)
    heading: Table = i8(6, 4)  # +1 / -1 inside a central path, else 0 (DOG-11.4)
    fresh: Row = i8(6)  # 1: the seat's own peg on its star was just started (DOG-5.1)

    # -- the cards; a kind is an index into actions.CARDS -----------------------------------------
    hand: Table = i8(6, 6)  # kinds in rising order, then -1
    cards: Row = i8(6)  # how many cards each hand holds; public
    draw: Row = i8(14)  # how many of each kind are undealt: a multiset, nobody knows an order
    discard: Row = i8(14)  # how many of each kind lie face up
    buried: Row = i8(14)  # how many of each kind lie face down (DOG-13.5)
    gift: Row = i8(6)  # the kind each seat picked for its partner this round, -1: not picked yet
    sure: Row = i8(6)  # 1: that gift is certainly still in the partner's hand (DOG-12.3)

    # -- the flow ---------------------------------------------------------------------------------
    phase: int = i8()
    turn: int = i8()  # the seat whose card is played; -1 while nobody's is
    dealer: int = i8()  # -1 before the draw
    round: int = i16()  # from 1; after the end the last round played
    size: int = i8()  # cards a hand of this round: 6, 5, 4, 3, 2, 6 …
    dealt: int = i8()  # cards dealt so far in this round
    rank: Row = i8(3)  # place of each team (seat % 3 or seat % 2) once it has won, else 0

    # -- the card being played; all at rest between cards -----------------------------------------
    play: int = i8()  # index into actions.PLAYS, -1: none
    mover: int = i8()  # the seat whose pegs the card moves (DOG-10.1), -1: none
    peg: int = i8()  # the peg chosen, in a seven the peg that made the last step; -1: none
    left: int = i8()  # steps of the seven still to make
    moved: int = i8()  # bit p: peg p of the mover has made a step of this seven
    entered: int = i8()  # bit p: peg p has entered the finish with this seven
    barred: int = i16()  # bit 2 * p + path: peg p has left that path with this seven (DOG-11.5)

    # -- house rules (DOG-13) ---------------------------------------------------------------------
    rule_jokers_per_pack: int = i8()
    rule_first_dealer: int = i8()
    rule_reshuffle: int = i8()
    rule_exchange: int = i8()
    rule_fold_reveal: int = i8()
    rule_backward_finish: int = i8()
    rule_forced_entry: int = i8()
    rule_deepest_first: int = i8()
    rule_seven_kills: int = i8()
    rule_seven_peg_once: int = i8()
    rule_seven_handover: int = i8()
    rule_win_truncates_seven: int = i8()
    rule_jack_targets: int = i8()
    rule_jack_null: int = i8()
    rule_central_geometry: int = i8()
    rule_central_len: int = i8()
    rule_central_entry: int = i8()
    rule_central_four_back: int = i8()
    rule_central_jack: int = i8()
    rule_after_win: int = i8()
    rule_max_rounds: int = i16()


STATE = Dog
