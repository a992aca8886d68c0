from dogpark.kernel.rooms import Refusal
from tests.toys.fetch.actions import BALL
from tests.toys.fetch.state import Fetch


def refusal(s: Fetch, seat: int, code: int) -> Refusal:
    if code >= BALL:
        return Refusal("FET-1.1", "balls are dealt by chance")
    if s.throw[seat]:
        return Refusal("FET-1.3", "one throw a round")
    return Refusal("FET-1.4", "the strong arm needs a ball worth throwing")
