from dogpark.kernel.rng import forget_nature
from dogpark.kernel.schema import Row
from tests.toys.chase.state import Chase


def redeal(s: Chase, seat: int | None, dice: Row) -> Chase:
    new = s.copy()
    forget_nature(new, dice)
    return new
