from dogpark.kernel.schema import Row, State, i8, i16, i32


class Chase(State):
    now: int = i32()  # milliseconds
    first: int = i8()  # whom ties favour, -1 before nature has said so
    whistled: int = i8()
    ready_at: Row = i32(6)
    run: Row = i16(6)  # metres
    rule_pace_ms: Row = i16(2)


STATE = Chase
