from dogpark.kernel.rng import dice_below, forget_nature
from dogpark.kernel.schema import Row
from tests.toys.fetch.state import Fetch


def redeal(s: Fetch, seat: int | None, dice: Row) -> Fetch:
    new = s.copy()
    others = [p for p in range(s.players) if p != seat and s.ball[p] >= 0]
    for p in others:
        new.bag[new.ball[p]] += 1
    for p in others:
        left = dice_below(dice, sum(new.bag))
        ball = 0
        while left >= new.bag[ball]:
            left -= new.bag[ball]
            ball += 1
        # a seat that has thrown with the strong arm holds a ball worth it, but nobody knows that
        new.bag[ball] -= 1
        new.ball[p] = ball
        if new.throw[p]:
            new.throw[p] = 1 + dice_below(dice, 3 if ball else 2)
    forget_nature(new, dice)
    return new
