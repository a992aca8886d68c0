"""DOG's actions: small steps, so that a turn is a short chain of plain choices (DOG-3.7).

A card is laid first (``play``), then, where its use asks for it, a peg and a destination, a peg
and a target, or the single steps of a seven. Codes 0..88 are the choices of every game; ``land``
exists for the house rule ``seven_kills`` (DOG-13.10); nature's outcomes come last.
Partners have no action that only talks (DOG-12.4).
"""

from __future__ import annotations

from dogpark.kernel.actions import ActionTable, Kind, Names, Rows, Whole

CARDS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X")
SEATS = 6
PEGS = 4

# Each card with each of its uses: numbers DOG-3.1, ace DOG-3.2, king DOG-3.3, four DOG-3.4, seven and
# jack DOG-3.5, joker DOG-3.6.
PLAYS = (
    ("A", "start"),
    ("A", "1"),
    ("A", "11"),
    ("2", "2"),
    ("3", "3"),
    ("4", "4"),
    ("4", "back"),
    ("5", "5"),
    ("6", "6"),
    ("7", "split"),
    ("8", "8"),
    ("9", "9"),
    ("10", "10"),
    ("J", "swap"),
    ("J", "null"),
    ("Q", "12"),
    ("K", "start"),
    ("K", "13"),
    ("X", "start"),
    ("X", "1"),
    ("X", "2"),
    ("X", "3"),
    ("X", "4"),
    ("X", "5"),
    ("X", "6"),
    ("X", "8"),
    ("X", "9"),
    ("X", "10"),
    ("X", "11"),
    ("X", "12"),
    ("X", "13"),
    ("X", "back"),
    ("X", "split"),
    ("X", "swap"),
    ("X", "null"),
)

TABLE = ActionTable(
    Kind("give", (Names("card", CARDS),), "give your partner the {card}"),
    Kind("play", (Rows(("card", "use"), PLAYS),), "play the {card} as {use}"),
    Kind("peg", (Whole("peg", 0, PEGS - 1),), "move peg {peg}"),
    Kind("dest", (Whole("dest", 0, 2),), "go to destination {dest}"),
    Kind(
        "target",
        (Whole("seat", 0, SEATS - 1), Whole("peg", 0, PEGS - 1)),
        "swap with peg {peg} of seat {seat}",
    ),
    Kind(
        "step",
        (Whole("peg", 0, PEGS - 1), Names("way", ("on", "off"))),
        "one step with peg {peg}, {way}",
    ),
    Kind("fold", (), "lay all cards down"),
    Kind("land", (), "end this part of the seven here"),
    Kind("dealer", (Whole("seat", 0, SEATS - 1),), "seat {seat} deals first"),
    Kind("deal", (Names("card", CARDS),), "a {card} is dealt"),
)

GIVE, PLAY, PEG, DEST, TARGET, STEP, FOLD, LAND, DEALER, DEAL = TABLE.bases(
    "give", "play", "peg", "dest", "target", "step", "fold", "land", "dealer", "deal"
)

# -- the same as numbers, for the rules -----------------------------------------------------------

KINDS = len(CARDS)
ACE, FOUR, SEVEN, JACK, QUEEN, KING, JOKER = 0, 3, 6, 10, 11, 12, 13

# What a card is used as: 1..13 go forwards so many fields, the others have names.
USE_START = 0
USE_BACK = 14
USE_SPLIT = 15
USE_SWAP = 16
USE_NULL = 17
_NAMED_USES = {
    "start": USE_START,
    "back": USE_BACK,
    "split": USE_SPLIT,
    "swap": USE_SWAP,
    "null": USE_NULL,
}

USE_OF = tuple(_NAMED_USES[use] if use in _NAMED_USES else int(use) for _, use in PLAYS)
CARD_OF = tuple(CARDS.index(card) for card, _ in PLAYS)
# The plays of card k are FIRST_PLAY[k] .. FIRST_PLAY[k + 1] - 1.
FIRST_PLAY = tuple(sum(CARDS.index(card) < kind for card, _ in PLAYS) for kind in range(KINDS + 1))

WAY_ON = 0
WAY_OFF = 1
