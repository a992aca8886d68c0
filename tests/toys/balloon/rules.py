from dogpark.kernel.schema import Row
from tests.toys.balloon.state import Balloon


def start(s: Balloon) -> None:
    s.turn = 0


def active(s: Balloon) -> int:
    return 0 if s.turn == 4 else 1 << (s.turn % 2)


def stage(s: Balloon, seat: int) -> int:
    return (active(s) >> seat) & 1


def legal(s: Balloon, seat: int, codes: Row) -> int:
    codes[0] = 0
    return (active(s) >> seat) & 1


def chance(s: Balloon, codes: Row, weights: Row) -> int:
    return 0


def apply(s: Balloon, seat: int, code: int) -> None:
    s.turn += 1
    s.air = s.air + 100


def result(s: Balloon, places: Row, points: Row) -> None:
    for seat in range(s.players):
        places[seat] = 1
        points[seat] = s.air


def greedy(s: Balloon, seat: int, codes: Row, count: int, dice: Row) -> int:
    return 0
