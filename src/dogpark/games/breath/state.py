"""Everything a game of Dog's Breath is, in one record of small numbers.

Cards are of 15 sorts, and a pile or a hand is how many it holds of each. What nobody has looked at
yet is one multiset: a card becomes itself when it is dealt, drawn or flipped.
"""

from __future__ import annotations

from dogpark.kernel.schema import Row, State, Table, i8, i16

SEATS = 4
NONE = -1

# Sorts: food is 4 * kind + 2 * exit + time (BRE-1.1).
SORTS = 15
FOOD = 12
VEGE, POOP, MEAT = 0, 1, 2
SNOUT, BUTT = 0, 1
DAY, NIGHT = 0, 1
BONE, SCAVENGER, GUARD_DOG = 12, 13, 14

GRID = 12  # places of the largest grid

# Whose knowledge, and of which place: row VIEWERS * place + viewer of ``known``.
DECK = 4  # the place after the four hands
PLACES = 5
SPECTATOR = 4  # knows what everybody knows
VIEWERS = 5

# Phases. Up to NAMING the seat at turn is asked, then ``asked``, from STARTER on nature. For seats,
# phase + 1 is the index into FACTS.stages.
FACING = 0  # a card of the grid lies face-up: let it stand or turn it down
FLIPPING = 1  # flip a card of the grid
TAKING = 2  # take one of the two that lie face-up
DRAWING = 3  # the turn begins: draw from the deck or pick a discard
DISCARDING = 4
ENDING = 5  # end the turn or go out
NAMING = 6  # say what the scavenger is after (BRE-11.4)
GUARDING = 7  # a seat is asked for a guard dog
ALARMED = 8  # the player who is out was scavenged: stay out or false alarm
STARTER = 9  # nature picks the first starter
DEALING = 10  # nature deals the next of 5 cards each
SHOWING = 11  # nature says what the flipped card is
COMING = 12  # nature says which card comes from the deck to ``drawer``
BLIND = 13  # nature says which card the scavenger takes
OVER = 14


class Breath(State):
    """A position of Dog's Breath, between any two actions or outcomes."""

    # -- the cards --------------------------------------------------------------------------------
    hand: Table = i8(SEATS, SORTS)
    cards: Row = i8(SEATS)  # how many cards each hand holds; public
    deck: Row = i8(SORTS)  # all cards to come; while the grid lies, its unseen cards too
    left: int = i8()  # how many those are
    top: int = i8()  # how many lie above those of the grid (BRE-2.8)
    face_up: Row = i8(SORTS)  # discards that may be picked
    face_down: Row = i8(SORTS)  # specials that were used
    last: Row = i8(SEATS)  # the sort each seat discarded last in this round (BRE-8.3)

    # -- the grid ---------------------------------------------------------------------------------
    grid: Row = i8(GRID)  # the sort at each place once it was seen, else -1
    covered: int = i16()  # bit p: a card lies face-down at place p
    standing: int = i8()  # the place of the first card that lies face-up, -1: none
    spot: int = i8()  # the place of the second one, or the one being flipped
    taken: int = i8()  # cards taken from the grid in this round

    # -- what is certain (BRE-10) -----------------------------------------------------------------
    known: Table = i8(PLACES * VIEWERS, SORTS)  # at least so many of a sort are in that place
    lacks: Row = i16(SEATS)  # bit c: everybody knows that this hand has no card of sort c

    # -- the flow ---------------------------------------------------------------------------------
    phase: int = i8()
    turn: int = i8()  # the seat whose turn it is
    drawer: int = i8()  # the seat that the next card goes to
    asked: int = i8()  # the seat that is asked while GUARDING and ALARMED
    starter: int = i8()  # -1 before it is drawn
    round: int = i8()  # counts from 1
    turns: int = i16()  # finished turns of this round
    out: int = i8()  # the seat that is out, -1: nobody
    proven: int = i8()  # 1: its hand is still the one that the house asks for (BRE-10.8)

    # -- the scavenger ----------------------------------------------------------------------------
    scavenged: int = i8()  # 1: the seat at turn has played its scavenger
    target: int = i8()  # whose card is wanted, -1: no scavenger is at work
    offer: int = i8()  # the sort laid down for it; still counted in the hand
    wish: int = i8()  # the sort that was named (BRE-11.4), -1: none
    guard: int = i8()  # who has stopped it, -1: nobody
    back: int = i8()  # the phase that the turn goes on with
    came: int = i8()  # the sort that just came to the hand that is asked next, -1: none
    went: int = i8()  # the sort that was taken from the one who is out, while ALARMED

    # -- the match --------------------------------------------------------------------------------
    total: Row = i16(SEATS)
    shown: Table = i8(SEATS, SORTS)  # the hands of the last round that was scored (BRE-9.4)
    scored: Row = i16(SEATS)  # what these hands were worth
    gained: Row = i16(SEATS)  # … with the points for going out
    was_out: int = i8()  # who was out in that round, -1: nobody

    # -- house rules (BRE-11) ---------------------------------------------------------------------
    rule_scavengers: int = i8()
    rule_guard_dogs: int = i8()
    rule_night_per_seven: int = i8()
    rule_named_request: int = i8()
    rule_rounds: int = i8()
    rule_min_points_to_go_out: int = i8()
    rule_super_combo_to_go_out: int = i8()


STATE = Breath
