from dogpark.kernel.facts import CHANCE, CHANCE_BIT, NEVER
from dogpark.kernel.schema import Row
from tests.toys.chase.actions import FIRST, SPRINT, TROT, WHISTLE
from tests.toys.chase.state import Chase

END = 2000


def start(s: Chase) -> None:
    s.first = -1


def active(s: Chase) -> int:
    if s.whistled == 1:
        return 0
    if s.first < 0:
        return CHANCE_BIT
    mask = 0
    for seat in range(s.players):
        if moment(s, seat) < END:
            mask |= 1 << seat
    return mask or CHANCE_BIT


def moment(s: Chase, seat: int) -> int:
    return max(s.now, s.ready_at[seat])


def due(s: Chase) -> int:
    if s.whistled == 1:
        return NEVER
    return END if s.first >= 0 else s.now


def turn(s: Chase, mask: int) -> int:
    best = -1
    for i in range(s.players):
        seat = (s.first + i) % s.players
        if (mask >> seat) & 1 and (best < 0 or moment(s, seat) < moment(s, best)):
            best = seat
    return best


def stage(s: Chase, seat: int) -> int:
    return (active(s) >> seat) & 1


def legal(s: Chase, seat: int, codes: Row) -> int:
    if not (active(s) >> seat) & 1:
        return 0
    codes[0] = TROT
    codes[1] = SPRINT
    return 2


def chance(s: Chase, codes: Row, weights: Row) -> int:
    if s.first >= 0:
        codes[0] = WHISTLE
        weights[0] = 1
        return 1
    for seat in range(s.players):
        codes[seat] = FIRST + seat
        weights[seat] = 1
    return s.players


def apply(s: Chase, seat: int, code: int) -> None:
    if seat == CHANCE:
        s.now = due(s)
        if code == WHISTLE:
            s.whistled = 1
        else:
            s.first = code - FIRST
        return
    s.now = moment(s, seat)
    sprint = code - TROT
    s.run[seat] += 4 + 5 * sprint
    s.ready_at[seat] = s.now + s.rule_pace_ms[sprint]


def result(s: Chase, places: Row, points: Row) -> None:
    for seat in range(s.players):
        points[seat] = s.run[seat]
        places[seat] = 1
        for other in range(s.players):
            places[seat] += s.run[other] > s.run[seat]
