from dogpark.kernel.schema import Row, State, i8


class Fetch(State):
    round_no: int = i8()  # from 1
    dealt: int = i8()  # seats that have their ball
    bag: Row = i8(5)  # balls of each weight still in the bag
    ball: Row = i8(6)  # the ball each seat holds, -1 for none
    throw: Row = i8(6)  # the sealed throw of each seat, 0 for none yet
    score: Row = i8(6)
    rule_rounds: int = i8()
    rule_heavy: int = i8()


STATE = Fetch
