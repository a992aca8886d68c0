"""Gardens laid out as the examples of the rules write them, and what can be done in one.

``garden("PATH GATE PATH", at={0: (4, 4), 2: (6, 4)}, leader=2)`` is a table where Start lies at
(3, 4) from west to east, a path, a gate and a path lie in a row east of it, pawn 0 stands on the
first of them, and pawn 2 holds the crown on the last. Pawns that are not mentioned are on Start.

Moves are written as ``str(action)`` writes them, with a seat before it where several are asked:
``"explore E draw"``, ``"push W"``, ``"1: respond accept"``. The cards that are drawn are given from
the top of the deck.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations, product

from dogpark.games import rooms
from dogpark.games.monty import FACTS
from dogpark.games.monty.actions import CARD_NAMES
from dogpark.games.monty.crown import bring_pawn, first_there
from dogpark.games.monty.distance import measure
from dogpark.games.monty.ground import lay
from dogpark.games.monty.invariants import table_problems
from dogpark.games.monty.rules import advance, decide
from dogpark.games.monty.state import (
    AXIS_H,
    AXIS_V,
    BARK,
    BROKEN,
    CGATE,
    CPLAIN,
    DECK_KINDS,
    EXPLORE_CHOICE,
    FAR,
    GATE,
    HOME,
    KEEP,
    NONE,
    NUMBER,
    OVER,
    PATH,
    RUNNER,
    SENDING,
    STAGE,
    START,
    TRAMP,
    TREE,
    Monty,
)
from dogpark.games.monty.talks import unseal
from dogpark.kernel.facts import CHANCE

MONTY = rooms("monty")

Cell = tuple[int, int]

KINDS = {
    "PATH": PATH,
    "GATE": GATE,
    "TREE": TREE,
    "BROKEN": BROKEN,
    "TRAMP": TRAMP,
    "BARK": BARK,
    "STAGE": STAGE,
    "KEEP": KEEP,
    "HOME": HOME,
    "START": START,
    "CGATE": CGATE,
    "CPLAIN": CPLAIN,
}
NAMES = {kind: name for name, kind in KINDS.items()}
TURNS = {"H": AXIS_H, "V": AXIS_V, "0": 0, "1": 1, "2": 2, "3": 3}
SIDES = "NESW"


class Garden:
    """A table in the middle of a race, the cards still to be drawn, and what happened so far."""

    def __init__(self, s: Monty, deck: Iterable[str], faces: Iterable[str] = ()) -> None:
        self.s = s
        self.deck = list(deck)  # from the top; nature draws these
        self.faces = list(faces)  # corners that are turned up (corner_types=left_right)
        self.sent_back: list[int] = []  # seats, in the order in which they reached their gates

    # -- looking ----------------------------------------------------------------------------------

    def tile(self, cell: Cell) -> int:
        """The number of the tile in a cell, which must have one."""
        cells = list(zip(self.s.x, self.s.y, strict=True))[: self.s.tiles]
        assert cell in cells, f"no card lies at {cell}"
        return cells.index(cell)

    def cell(self, tile: int) -> Cell:
        return self.s.x[tile], self.s.y[tile]

    def kind(self, cell: Cell) -> str:
        return NAMES[self.s.kind[self.tile(cell)]]

    def axis(self, cell: Cell) -> str:
        return "HV"[self.s.turn[self.tile(cell)]]

    def links(self, cell: Cell) -> str:
        """The sides at which the card is linked: ``"EW"``."""
        return _sides(self.s.links[self.tile(cell)])

    def free(self, cell: Cell) -> str:
        """The sides that are free edges."""
        return _sides(self.s.free[self.tile(cell)])

    def far(self, cell: Cell) -> int | None:
        """Links to the crown card, None without a way."""
        far = self.s.far[self.tile(cell)]
        return None if far >= FAR else far

    def at(self, seat: int) -> Cell:
        return self.cell(self.s.at[seat])

    @property
    def pawns(self) -> list[Cell]:
        return [self.at(seat) for seat in range(self.s.players)]

    @property
    def crown(self) -> Cell:
        return self.cell(self.s.crown)

    @property
    def holder(self) -> int | None:
        return None if self.s.holder == NONE else self.s.holder

    @property
    def asked(self) -> tuple[int, ...]:
        return MONTY.active_seats(self.s)

    @property
    def stage(self) -> str:
        return MONTY.stage(self.s, self.asked[0]) if self.asked else ""

    @property
    def over(self) -> bool:
        return self.asked == ()

    @property
    def cards_left(self) -> int:
        return sum(self.s.deck)

    @property
    def points(self) -> list[int]:
        return self.s.points[: self.s.players]

    @property
    def ranks(self) -> list[int]:
        return self.s.rank[: self.s.players]

    @property
    def awards(self) -> list[int]:
        return self.s.award[: self.s.players]

    def choices(self, seat: int | None = None) -> list[str]:
        """What the seat that is asked may do, in short form."""
        who = self.asked[0] if seat is None else seat
        return [str(MONTY.table.action(code)) for code in MONTY.legal(self.s, who)]

    # -- playing ----------------------------------------------------------------------------------

    def play(self, *moves: str) -> None:
        """These choices, then whatever nature brings. See the top of the file for their form."""
        for move in moves:
            who, _, text = move.rpartition(": ")
            seat = int(who) if who else self.asked[0]
            assert who or len(self.asked) == 1, f"{move}: {self.asked} are asked"
            assert seat in self.asked, f"{move}: {self.asked} are asked for {self.stage}"
            code = MONTY.table.from_text(text).code
            assert code in MONTY.legal(self.s, seat), f"{text} is not among {self.choices(seat)}"
            self._apply(seat, code)
            self._nature()

    def _apply(self, seat: int, code: int) -> None:
        watched = self.s.copy()
        going = watched.sent[0]
        decide(watched, seat, code)
        if going != NONE and watched.sent[0] != going:
            self.sent_back.append(going)
        self._watch(watched)
        MONTY.rules.apply(self.s, seat, code)
        assert self.s == watched
        assert table_problems(self.s) == []

    def _watch(self, s: Monty) -> None:
        """Carries on until somebody is asked, and notes who goes back when."""
        while s.phase > OVER:
            phase, going = s.phase, s.sent[0]
            advance(s)
            if (phase, s.phase) == (SENDING, SENDING) and going != NONE and s.sent[0] != going:
                self.sent_back.append(going)

    def _nature(self) -> None:
        while self.asked == (CHANCE,):
            outcomes = [MONTY.table.action(code) for code, _ in MONTY.chance(self.s)]
            if outcomes[0].kind == "face":
                wanted = f"face {outcomes[0]['pile']} {self.faces.pop(0)}"
            else:
                assert self.deck, "the deck of this example is empty"
                wanted = f"draw {CARD_NAMES[KINDS[self.deck.pop(0)]]}"
            assert wanted in map(str, outcomes), f"{wanted} is not among {outcomes}"
            self._apply(CHANCE, MONTY.table.from_text(wanted).code)

    def _go(self) -> None:
        """Carries on from a phase that was set up by hand."""
        self._watch(self.s)
        assert table_problems(self.s) == []
        self._nature()

    def run(self, seat: int, spaces: int, *moves: str) -> None:
        """The pawn runs so many spaces, with these choices.

        An exploration that is not among them draws a card eastwards, or through the only edge.
        Ends with the round, or with a choice that is not among them.
        """
        self.set_off(seat, spaces)
        self.explore(*moves)

    def set_off(self, seat: int, spaces: int) -> None:
        """The pawn begins to run so many spaces, up to the first choice."""
        s = self.s
        s.number = 5  # nobody moves after it
        s.queue = [seat] + [NONE] * (len(s.queue) - 1)
        s.share[seat] = spaces
        unseal(s)
        s.phase = RUNNER
        self._go()

    def explore(self, *moves: str) -> None:
        """These choices; meanwhile every exploration that is not among them draws eastwards."""
        left = list(moves)
        while True:
            if self.s.phase == EXPLORE_CHOICE and not (left and left[0].startswith("explore")):
                draws = [text for text in self.choices() if text.endswith("draw")]
                eastwards = [text for text in draws if text == "explore E draw"]
                if not eastwards and len(draws) != 1:
                    break
                self.play((eastwards or draws)[0])
            elif left:
                self.play(left.pop(0))
            else:
                return
        assert not left, f"{left} were not asked for"

    # -- numbers and talks --------------------------------------------------------------------------

    def commit(self, *numbers: int) -> None:
        """Everybody stays silent and puts down a card; the lowest number begins to move."""
        while self.stage == "talk":
            for seat in self.asked:
                self.play(f"{seat}: claim silent")
        for seat, number in enumerate(numbers):
            self.play(f"{seat}: commit {number}")

    def share(self, number: int, *seats: int) -> None:
        """These seats chose this number and begin to talk; the others have moved before."""
        s = self.s
        assert number > 2 or len(seats) == s.players
        for seat in range(s.players):
            s.shown[seat] = number if seat in seats else 2
        self.carry_on_with(number)

    def carry_on_with(self, number: int) -> None:
        """The lower numbers have moved; now this one does."""
        s = self.s
        s.number = number - 1
        unseal(s)
        s.phase = NUMBER
        self._go()

    def fail(self, number: int, *seats: int) -> None:
        """These seats chose this number and cannot agree."""
        self.share(number, *seats)
        self.pass_all()

    def pass_all(self) -> None:
        """Everybody passes until the present talks are over."""
        talkers, matter = self.s.talkers, self.s.matter
        while self.stage == "offer" and (self.s.talkers, self.s.matter) == (talkers, matter):
            self.play("pass")

    def offer(self, *parts: int) -> str:
        """The offer of these spaces, one number for each who shares, by seat."""
        return f"offer {splits(self.s.number, len(parts)).index(parts)}"

    def order(self, *seats: int) -> str:
        """The order in which these seats go."""
        return f"order {list(permutations(sorted(seats))).index(seats)}"

    def agree(self, move: str) -> None:
        """Whoever is asked offers this, and all the others accept."""
        self.play(move)
        while not self.over and self.stage == "answer":
            self.play(f"{self.asked[0]}: respond accept")

    def reject(self, move: str) -> None:
        """Whoever is asked offers this, and all the others reject it."""
        self.play(move)
        for seat in self.asked:
            self.play(f"{seat}: respond reject")


def splits(number: int, members: int) -> list[tuple[int, ...]]:
    """All splits of a number, in the order of their indices."""
    every = product(range(number + 1), repeat=members)
    return [split for split in every if sum(split) == number]


def _sides(mask: int) -> str:
    return "".join(name for side, name in enumerate(SIDES) if mask >> side & 1)


# -- setting up -----------------------------------------------------------------------------------


def match(players: int = 3, *, placer: int = 0, species: str = "", **options: object) -> Monty:
    """A match up to the laying of Start: cats, unless ``species`` says ``c`` or ``s`` for each."""
    s = MONTY.blank(players, FACTS.read_options(options, players))
    assert isinstance(s, Monty)
    MONTY.rules.start(s)
    for seat, letter in enumerate((species or "c" * players)[:players]):
        name = {"c": "cat", "s": "squirrel"}[letter]
        MONTY.rules.apply(s, seat, MONTY.table.code("species", species=name))
    if MONTY.active_seats(s) == (CHANCE,):
        MONTY.rules.apply(s, CHANCE, MONTY.table.code("placer", seat=placer))
    return s


def garden(
    row: str = "",
    *,
    players: int = 3,
    tiles: str = "",
    at: Mapping[int, Cell] | None = None,
    leader: int | None = None,
    crown: Cell | None = None,
    corners: Sequence[int] = (6, 6),
    stage: int = 0,
    deck: str = "",
    faces: str = "",
    placer: int = 0,
    species: str = "",
    start: str = "start 3 4 H",
    **options: object,
) -> Garden:
    """A race up to the talk before a round. Pawns came to their cards in the order given.

    ``tiles`` are further cards, ``"TRAMP V 5,2 / CPLAIN 3 7,4"``; without an axis they lie from
    west to east. The crown is where its holder stands, or where ``crown`` says, unheld.
    """
    s = match(players, placer=placer, species=species, **options)
    g = Garden(s, deck.split(), faces.split())
    if not s.tiles:  # else there was one place for Start only
        g.play(start)
    for number, name in enumerate(row.split()):
        lay(s, 4 + number, 4, KINDS[name], AXIS_H)
    for words in filter(None, tiles.split("/")):
        name, *turn, cell = words.split()
        x, y = map(int, cell.split(","))
        lay(s, x, y, KINDS[name], TURNS[turn[0]] if turn else AXIS_H)
    if deck:
        s.deck = [g.deck.count(NAMES[kind]) for kind in range(DECK_KINDS)]
    s.corners = list(corners)
    s.stage = stage
    s.holder = NONE
    s.crown = g.tile(crown) if crown else s.at[0]
    if leader is not None:
        assert at is not None
        assert crown is None
        s.crown = g.tile(at[leader])
    for seat, cell in (at or {}).items():
        s.clock += 1
        bring_pawn(s, seat, g.tile(cell))
    if leader is not None:
        s.holder = leader
    elif s.tiles > 1:
        s.holder = first_there(s, s.crown)
    else:
        s.holder = NONE
    measure(s)
    assert table_problems(s) == []
    return g
