"""The fields of the state. Everything but the generator's key lies open on the table."""

from __future__ import annotations

from dogpark.kernel.schema import Row, State, Table, i8, i16

SEATS = 4
COLOURS = 3
MEAT, CHARCOAL, FIRE = range(COLOURS)

# What the table waits for.
DRAW = 0  # nature draws the first player
TURN = 1  # a seat rolls or exchanges
ROLLING = 2  # nature rolls the dice
TAKING = 3  # the roller takes sticks
STEALING = 4  # the roller steals a stick
DEFENDING = 5  # a seat picks its defence in an Assault incident
OVER = 6


class Bonfire(State):
    rule_die_faces: Row = i8(COLOURS)
    rule_rounds: int = i8()
    rule_first_player: int = i8()
    rule_max_turns: int = i16()

    turns: int = i16()  # finished so far
    phase: int = i8()
    turn: int = i8()  # the seat whose turn it is
    round: int = i8()  # counts from 1
    roll: int = i8()  # the last dice, as an index into FACES; -1 before the first roll
    roller: int = i8()  # who rolled them
    defender: int = i8()  # the seat that is asked in an Assault incident
    wave: int = i8()  # the number that those knocked out by the present Assault get

    bonfire: Row = i8(COLOURS)
    held: Table = i8(SEATS, COLOURS)
    pack: int = i8()
    dogs: Row = i8(SEATS)
    villagers: Row = i8(SEATS)
    falls: Row = i8(SEATS)  # how often all villagers of this seat have fainted
    out: Row = i8(SEATS)  # 0 while in the game, else its wave: the later, the higher


STATE = Bonfire
