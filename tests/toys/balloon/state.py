from dogpark.kernel.schema import State, i8


class Balloon(State):
    turn: int = i8()
    air: int = i8()  # too small for what the rules put in


STATE = Balloon
