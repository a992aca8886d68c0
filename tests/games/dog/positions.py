"""Positions written as people write them, and all that can be done from one.

``position("0:[62, 0*] 1:[F1.4]", "2 3")`` is a table where seat 0 holds a 2 and a 3 and is to move;
pegs that are not mentioned are in their kennels. ``moves`` lists every complete play in words:

    A start           a peg is started
    5 10>15 x1        a peg goes from 10 to 15 and sends a peg of seat 1 home
    back 20>16        four backwards
    J 10<>20          a swap
    7 0:[4 F0.2] x1   the pegs of the players that the seven moved, after it
    J null, fold
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dogpark.games import rooms
from dogpark.games.dog import FACTS, board
from dogpark.games.dog.actions import CARDS, PLAYS, TABLE
from dogpark.games.dog.invariants import problems
from dogpark.games.dog.rounds import take_card
from dogpark.games.dog.state import KENNEL, NONE, OVER, SEVEN_STEPS, TURN, Dog

DOG = rooms("dog")


def new_game(players: int = 4, **options: object) -> Dog:
    s = DOG.blank(players, FACTS.read_options(options, players))
    assert isinstance(s, Dog)
    DOG.rules.start(s)
    return s


def position(pegs: str, hand: str, *, seat: int = 0, players: int = 4, **options: object) -> Dog:
    s = new_game(players, **options)
    s.phase = TURN
    s.turn = seat
    s.dealer = (seat - 1) % players
    for owner, row in re.findall(r"(\d):\[([^\]]*)\]", pegs):
        for peg, text in enumerate(part for part in re.split(r"[,\s]+", row) if part):
            put(s, int(owner), peg, text)
    hold(s, seat, hand)
    assert problems(s) == []
    return s


def put(s: Dog, seat: int, peg: int, text: str) -> None:
    if text == "K":
        return
    if text.startswith("F"):
        owner, depth = text[1:].split(".")
        assert int(owner) == seat
        s.loc[seat][peg] = board.finish_field(s, seat, int(depth))
    elif text[0] in "UV":
        s.loc[seat][peg] = board.PATH_U + 15 * "UV".index(text[0]) + int(text[1:-1]) - 1
        s.heading[seat][peg] = 1 if text[-1] == "+" else -1
    else:
        s.loc[seat][peg] = int(text.rstrip("*"))
        s.fresh[seat] |= int(text.endswith("*"))


def hold(s: Dog, seat: int, hand: str) -> None:
    """Gives a seat these cards, out of the draw pile."""
    for card in hand.split():
        kind = CARDS.index(card)
        s.draw[kind] -= 1
        take_card(s, seat, kind)


def hand(s: Dog, seat: int) -> str:
    return " ".join(CARDS[kind] for kind in s.hand[seat] if kind != NONE)


def name(s: Dog, seat: int, peg: int) -> str:
    field = s.loc[seat][peg]
    if field == KENNEL:
        return "K"
    if field >= board.finish_base(s):
        return f"F{seat}.{board.depth_of(s, seat, field)}"
    if board.on_path(s, field):
        place = (field - board.PATH_U) % 15 + 1
        return f"{'UV'[board.path_of(field)]}{place}{'+' if s.heading[seat][peg] > 0 else '-'}"
    return f"{field}*" if board.is_fresh(s, seat, peg) else str(field)


def pegs(s: Dog, seat: int) -> str:
    """The pegs of a seat that have left the kennel, by rising field."""
    out = sorted((s.loc[seat][peg], name(s, seat, peg)) for peg in range(4))
    return f"{seat}:[{' '.join(text for field, text in out if field != KENNEL)}]"


def board_of(s: Dog) -> str:
    rows = [pegs(s, seat) for seat in range(s.players)]
    return " ".join(row for row in rows if "[]" not in row)


def act(s: Dog, text: str) -> Dog:
    """A copy of the state after one action of the seat to move, which must be legal."""
    code = TABLE.from_text(text).code
    (seat,) = DOG.active_seats(s)
    assert code in DOG.legal(s, seat), [str(TABLE.action(c)) for c in DOG.legal(s, seat)]
    new = s.copy()
    DOG.rules.apply(new, seat, code)
    assert problems(new) == []
    return new


def offered(s: Dog) -> set[str]:
    """The choices of the seat to move, as short texts."""
    (seat,) = DOG.active_seats(s)
    return {str(TABLE.action(code)) for code in DOG.legal(s, seat)}


def whole_plays(s: Dog) -> Iterator[tuple[int, Dog]]:
    """Every complete play of the seat to move: its code and the state after it.

    Sevens that lead to the same state are walked once.
    """
    (seat,) = DOG.active_seats(s)
    for play in DOG.legal(s, seat):
        frontier = [s.copy()]
        DOG.rules.apply(frontier[0], seat, play)
        seen: set[str] = set()
        while frontier:
            state = frontier.pop()
            if state.play == NONE:
                yield play, state
                continue
            before = repr(state)
            codes = DOG.legal(state, seat)
            assert repr(state) == before, "looking at the choices changed the state"
            assert codes, f"a choice that leads nowhere: {state}"
            for code in codes:
                new = state.copy()
                DOG.rules.apply(new, seat, code)
                assert problems(new) == []
                if state.phase != SEVEN_STEPS or repr(new) not in seen:
                    seen.add(repr(new))
                    frontier.append(new)


def moves(s: Dog) -> set[str]:
    base = TABLE.base("play")
    found = set()
    for code, after in whole_plays(s):
        if code == TABLE.base("fold"):
            found.add("fold")
            continue
        card, use = PLAYS[code - base]
        word = "back" if (card, use) == ("4", "back") else card
        if card == "X" or use in {"start", "null"}:
            word = f"{card} {use}"
        found.add(" ".join([word, *_what_happened(s, after, use)]))
    return found


def _what_happened(before: Dog, after: Dog, use: str) -> list[str]:
    home, walked = [], []
    for seat in range(before.players):
        for peg in range(4):
            if before.loc[seat][peg] != after.loc[seat][peg]:
                if after.loc[seat][peg] == KENNEL:
                    home.append(f"x{seat}")
                else:
                    walked.append((seat, peg))
    if use in {"start", "null"}:
        words = []
    elif use == "split":
        words = [pegs(after, seat) for seat in sorted({seat for seat, _ in walked})]
    elif use == "swap":
        mine = board.controlled_by(before, before.turn)
        ((one, one_peg), (two, two_peg)) = sorted(walked, key=lambda peg: (peg[0] != mine, peg))
        words = [f"{name(before, one, one_peg)}<>{name(before, two, two_peg)}"]
    else:
        ((seat, peg),) = walked
        words = [f"{name(before, seat, peg)}>{name(after, seat, peg)}"]
    return words + home


def winner(s: Dog) -> int | None:
    """The team that has won a game that is over, or None."""
    assert s.phase == OVER
    return s.rank.index(1) if 1 in s.rank else None
