from dogpark.kernel.facts import CHANCE, CHANCE_BIT
from dogpark.kernel.schema import Row
from tests.toys.fetch.actions import BALL, THROW
from tests.toys.fetch.state import Fetch

WEIGHTS = (0, 1, 2, 3, 4)  # what a ball of each weight takes off a throw


def start(s: Fetch) -> None:
    s.round_no = 1
    for weight in range(5):
        s.bag[weight] = 2
    for seat in range(s.players):
        s.ball[seat] = -1


def active(s: Fetch) -> int:
    if s.round_no > s.rule_rounds:
        return 0
    if s.dealt < s.players:
        return CHANCE_BIT
    mask = 0
    for seat in range(s.players):
        if s.throw[seat] == 0:
            mask |= 1 << seat
    return mask


def stage(s: Fetch, seat: int) -> int:
    return (active(s) >> seat) & 1


def legal(s: Fetch, seat: int, codes: Row) -> int:
    if not (active(s) >> seat) & 1:
        return 0
    count = 0
    for arm in range(3):
        if arm < 2 or s.ball[seat] > 0:  # the strong arm needs a ball worth throwing
            codes[count] = THROW + arm
            count += 1
    return count


def chance(s: Fetch, codes: Row, weights: Row) -> int:
    count = 0
    for weight in range(5):
        if s.bag[weight] > 0:
            codes[count] = BALL + weight
            weights[count] = s.bag[weight]
            count += 1
    return count


def apply(s: Fetch, seat: int, code: int) -> None:
    if seat == CHANCE:
        s.bag[code - BALL] -= 1
        s.ball[s.dealt] = code - BALL
        s.dealt += 1
        return
    s.throw[seat] = 1 + code - THROW
    if active(s) == 0:
        score_round(s)


def flight(s: Fetch, seat: int) -> int:
    if s.rule_heavy == 1:
        return s.throw[seat] * 5 - WEIGHTS[s.ball[seat]]
    return s.throw[seat] + s.ball[seat]


def score_round(s: Fetch) -> None:
    best = -100
    for seat in range(s.players):
        if flight(s, seat) > best:
            best = flight(s, seat)
    for seat in range(s.players):
        if flight(s, seat) == best:
            s.score[seat] += 1
        s.bag[s.ball[seat]] += 1
        s.ball[seat] = -1
        s.throw[seat] = 0
    s.dealt = 0
    s.round_no += 1


def result(s: Fetch, places: Row, points: Row) -> None:
    for seat in range(s.players):
        points[seat] = s.score[seat]
        place = 1
        for other in range(s.players):
            if s.score[other] > s.score[seat]:
                place += 1
        places[seat] = place
