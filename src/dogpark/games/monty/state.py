"""Everything a match of Monty's Bark! Bark! is, in one record of small numbers.

Tiles are numbered in the order in which they were laid, Start being tile 0. Each knows its four
neighbours, so nothing has to be looked up by cell. Seats that do not play keep what ``start`` gave
them: no tile (NONE), no points.

What people hold back from each other is in one field, ``sealed``, and nowhere else: an answer lies
there until all that are asked have answered, then it moves to the public field it belongs to.
The deck is a multiset: no card exists before it is drawn.
"""

from __future__ import annotations

from dogpark.kernel.schema import Row, State, Table, i8, i16

SEATS = 5
TILES = 32  # Start, 19 cards of the deck, 12 corners
NONE = -1
TALK_ROUNDS = 3  # at most (MON-19.14)
MOST_TURNS = 20  # turns to propose in one negotiation: five players, four each (MON-19.17)
TRAIL = 9  # gates: Start, two of the deck, six gated corners
CHAIN = 4  # trampolines in the deck
OBSTACLES = 8  # at most (MON-19.3)

# Sides of a tile, clockwise; the opposite of d is d ^ 2.
SIDES = 4

# Kinds of cards (MON-1.6, MON-2). The first seven are those of the deck, in the order of ``deck``.
# A Home Stage never lies on the table itself.
PATH, GATE, TREE, BROKEN, TRAMP, BARK, STAGE, KEEP, HOME, START, CGATE, CPLAIN = range(12)
DECK_KINDS = 7
GARDEN_KINDS = 5

# How a tile lies: straight cards and trampolines by axis, corners by rotation. Both in ``turn``.
AXIS_H, AXIS_V = 0, 1
ONE_END = 2  # added to the axis of a Start with one end (MON-19.5)
ON_TRACK = 4  # a corner or trampoline on a track, open to east and west only (MON-19.4)

# What lies beside a tile, where no tile does.
EMPTY = -1  # a cell where one could be laid
OFF = -2  # no cell: the edge of the table, or an obstacle

FAR = 100  # the distance of a tile with no way to the crown

CAT, SQUIRREL = 0, 1  # MON-1.3
SILENT = 0  # a claim that names no number

# Phases in which nature is asked.
PLACER_LOT = 0  # who lays Start
DRAW = 1  # the next card of the deck
FACE = 2  # the top card of a corner pile (corner_types=left_right); the pile is in ``pile``
# Phases in which seats are asked; phase - SPECIES + 1 is the index into FACTS.stages.
SPECIES = 3  # cat or squirrel, all at the same time
LAY_START = 4  # ``turn_seat`` lays Start; until then the last race's tiles still lie there
TALK = 5  # all at the same time
COMMIT = 6  # all at the same time
OFFER = 7  # ``turn_seat`` offers a split or an order (``matter``), or passes
ANSWER = 8  # the other talkers answer that offer, all at the same time
DEMAND = 9  # sealed_demand: the talkers write down spaces or an order, all at the same time
SEND_ORDER = 10  # ``turn_seat`` says in which order pawns go back
GATE_CHOICE = 11  # ``turn_seat`` picks the gate it goes back to
STEP_CHOICE = 12  # ``turn_seat`` picks the link to follow
EXPLORE_CHOICE = 13  # ``turn_seat`` picks edge and card
ORIENT_CHOICE = 14  # ``turn_seat`` says how the drawn ``card`` lies
PUSH_CHOICE = 15  # ``turn_seat`` says in which direction ``pushed`` goes
CROWN_CHOICE = 16  # ``turn_seat`` puts the crown somewhere, or takes the short cut
OVER = 17
# Phases in which nobody is asked: ``rules.advance`` carries each of them out.
ROUND = 18  # a round begins
NUMBER = 19  # the next number moves
CLASSES = 20  # the next class of equally distant sharers gets its order
SENDING = 21  # the next pawn goes back to a gate
RUNNER = 22  # the next of the queue runs
SPACE = 23  # the runner's next space, or bounce, or the end of its run
LAYING = 24  # ``card`` is laid through ``edge`` of the explorer's tile
LAID = 25  # a tile was laid: is the race stuck?
EXPLORED = 26  # the exploration is done: what follows for the run or the push
LANDING = 27  # the run is over: is anybody to be pushed?
PUSHING = 28  # the next of ``victims`` is pushed off the runner's card
SHOVING = 29  # the next pawn of a push moves on in direction ``way``
RACE_OVER = 30  # places and awards

# What is negotiated (``matter``).
SPLIT, ORDER = 0, 1
ACCEPT = 0  # an answer; any other is a no

# What an exploration came to (``came_to``).
WENT_WELL = 0
DEAD_END = 1
LOOP = 2
FROZEN = 3  # Bark Bark

# How a race ended (``ending``).
HOME_STAGE, SHORT_CUT, NO_WAY_ON, DUSK = 1, 2, 3, 4

# Values of house rules, as stored.
GRID, TRACK, GRID_FREE = 0, 1, 2
LEFT_RIGHT = 1
UNDIRECTED = 1
PARALLEL_ONLY = 1
BOUNCE_ANY = 1
LEADER_START_PLACER = 1
DECLARED_PETS, LAST_PLACE = 1, 2
SPECIES_EACH_RACE = 1
ONE_OFF = 1
REFRESH_AFTER_FOUR = 1
ZERO_FORBIDDEN = 1
SEALED_DEMAND = 1
GATE_TRAIL = 1
ORDER_BY_SEAT = 1
SINGLE_SPACE_OFF = 1
DRAW_INSTIGATOR = 1
FRONT_ONLY = 1
OWN_CARD_FORBIDDEN = 1
DEAD_END_LOSE = 1
LOOP_LOSE = 1
KEEP_ALIVE_OFF = 1
SHORTCUT_FORCED = 1
ALL_BRONZE = 1
TIE_JOINT = 1


class Monty(State):
    """A position, between any two actions or outcomes."""

    # -- the table; row t of each belongs to tile t, rows from ``tiles`` on mean nothing ------------
    tiles: int = i8()  # how many have been laid in this race
    x: Row = i8(TILES)  # column, east is more; outside the table only with geometry=grid_free
    y: Row = i8(TILES)  # row, south is more
    kind: Row = i8(TILES)  # PATH .. CPLAIN
    turn: Row = i8(TILES)  # axis or rotation, the column of ground.OPEN_SIDES
    beside: Table = i8(TILES, SIDES)  # neighbouring tile at each side, or EMPTY, or OFF
    links: Row = i8(TILES)  # bit d: linked to the tile at side d (MON-2.8, MON-2.9)
    free: Row = i8(TILES)  # bit d: side d is a free edge (MON-2.10)
    far: Row = i8(TILES)  # links to the crown card on a shortest way, or FAR (MON-2.15)

    # -- the supplies -----------------------------------------------------------------------------
    deck: Row = i8(DECK_KINDS)  # how many of each kind are undrawn; the first nine are garden cards
    corners: Row = i8(2)  # cards left: gated and plain, or (left_right) left and right pile
    face: Row = i8(2)  # left_right: 1 the top card is gated, 0 plain, NONE not turned up or no card
    covered: Row = i8(2)  # left_right: gated cards among those below the top of each pile
    stage: int = i8()  # Home Stages so far: 0, 1, 2

    # -- pawns and crown --------------------------------------------------------------------------
    species: Row = i8(SEATS)  # CAT, SQUIRREL, or NONE before the choice is shown
    at: Row = i8(SEATS)  # tile
    tick: Row = i16(SEATS)  # when the pawn came there; equal: together
    clock: int = i16()  # the latest tick
    trail: Table = i8(SEATS, TRAIL)  # gate_rule=trail: gates visited, the latest first; then NONE
    crown: int = i8()  # tile
    holder: int = i8()  # seat, or NONE: unheld

    # -- the match --------------------------------------------------------------------------------
    placer: int = i8()  # the seat that lays Start; seating order begins there. NONE before the lot
    race: int = i8()  # from 1
    round: int = i16()  # of this race, from 1
    points: Row = i8(SEATS)
    gold: Row = i8(SEATS)
    silver: Row = i8(SEATS)
    bronze: Row = i8(SEATS)
    rank: Row = i8(SEATS)  # place in the last race, dense from 1; 0 before the first
    award: Row = i8(SEATS)  # points in the last race
    ending: int = i8()  # how the last race ended; 0 before the first
    finisher: int = i8()  # who came home in it, or NONE
    cleared: int = i8()  # 1: the obstacles left no place for Start and are off the table (MON-3.7)

    # -- the secret phase and the numbers -----------------------------------------------------------
    phase: int = i8()
    turn_seat: int = i8()  # the one seat asked, in phases that ask one; else NONE
    asked: int = i8()  # bit mask of the seats asked at the same time, in phases that ask several
    sealed: Row = i8(SEATS)  # their answers until all are in, NONE: not yet. The only secret here
    talk: int = i8()  # index of the talk round now held
    claim: Table = i8(TALK_ROUNDS, SEATS)  # said in each talk round of this round, NONE: not yet
    shown: Row = i8(SEATS)  # number shown last in this race; 0 before the first
    spent: Row = i8(SEATS)  # hand_refresh=after_four: bit c - 2: card c is out of the hand
    bluffs: Row = i16(SEATS)  # how often this seat led the others up the garden path
    kept: Row = i16(SEATS)  # how often it played the number that it had said

    # -- sharing a number (MON-5, MON-6) ------------------------------------------------------------
    number: int = i8()  # the number that moves now; 0 in the secret phase
    matter: int = i8()  # SPLIT or ORDER
    talkers: int = i8()  # bit mask of those who negotiate now, 0: nobody
    turns: int = i8()  # turns to propose taken so far in this negotiation
    proposer: int = i8()  # whose offer lies on the table, NONE: nobody's
    offer: int = i8()  # its index (talks.share_of, talks.member_at), NONE: a pass, or no offer yet
    offers: Row = i8(MOST_TURNS)  # the same of each turn so far; from ``turns`` on nothing counts
    answer: Row = i8(SEATS)  # answers to the last offer, or demands, once shown; else NONE
    share: Row = i8(SEATS)  # spaces that each seat is to run at this number
    unsorted: int = i8()  # bit mask of sharers whose class has not been settled yet
    queue: Row = i8(SEATS)  # who runs next, then NONE

    # -- going back to a gate (MON-7) ---------------------------------------------------------------
    sent: Row = i8(SEATS)  # who goes back next, then NONE
    settled: int = i8()  # so many of these are in their final order

    # -- the run; at rest (NONE, 0) between runs ------------------------------------------------------
    runner: int = i8()  # seat
    left: int = i8()  # spaces left, the present one included
    ban: int = i8()  # tile that the next step may not go to, after a loop (MON-11.5)
    bounced: Row = i8(CHAIN)  # bounce_direction=any: trampolines of this chain

    # -- the exploration; at rest between explorations ------------------------------------------------
    explorer: int = i8()  # seat
    front: int = i8()  # 1: it explores from the crown card
    edge: int = i8()  # side through which the card is laid; NONE: still to choose
    card: int = i8()  # kind that is being laid, NONE: not known yet
    way_it_lies: int = i8()  # axis or rotation of that card, NONE: to be decided
    came_to: int = i8()  # WENT_WELL, DEAD_END, LOOP, FROZEN
    pile: int = i8()  # corner pile whose top is to be turned up, NONE: neither

    # -- pushing; at rest between pushes ----------------------------------------------------------------
    victims: int = i8()  # bit mask of pawns that the runner still has to push off its card
    pushed: int = i8()  # seat whose direction is chosen
    way: int = i8()  # side towards which the present push goes
    shoved: int = i8()  # bit mask of pawns that this push still has to move on

    # -- house rules (MON-19) -----------------------------------------------------------------------
    rule_table_w: int = i8()
    rule_table_h: int = i8()
    rule_obstacles: Row = i8(OBSTACLES)
    rule_geometry: int = i8()
    rule_start_ends: int = i8()
    rule_corner_types: int = i8()
    rule_bounce_links: int = i8()
    rule_bounce_orientation: int = i8()
    rule_bounce_direction: int = i8()
    rule_initial_leader: int = i8()
    rule_start_placer: int = i8()
    rule_most_pets: int = i8()
    rule_species_choice: int = i8()
    rule_mode: int = i8()
    rule_talk_rounds: int = i8()
    rule_hand_refresh: int = i8()
    rule_split_zero: int = i8()
    rule_offers_per_player: int = i8()
    rule_split_protocol: int = i8()
    rule_gate_rule: int = i8()
    rule_order_failure: int = i8()
    rule_single_space: int = i8()
    rule_displaced_draw: int = i8()
    rule_displaced_explore: int = i8()
    rule_crown_own_card: int = i8()
    rule_dead_end_leftover: int = i8()
    rule_loop_leftover: int = i8()
    rule_keep_alive: int = i8()
    rule_shortcut: int = i8()
    rule_overflow: int = i8()
    rule_match_tie: int = i8()
    rule_max_rounds: int = i16()


STATE = Monty
