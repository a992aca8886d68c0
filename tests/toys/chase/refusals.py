from dogpark.kernel.rooms import Refusal
from tests.toys.chase.rules import moment
from tests.toys.chase.state import Chase


def refusal(s: Chase, seat: int, code: int) -> Refusal:
    return Refusal("CHA-1.1", "that is nature's to say")


def too_soon(s: Chase, seat: int) -> Refusal:
    return Refusal("CHA-1.2", f"still running for {moment(s, seat) - s.now} ms")
