from dogpark.kernel.rooms import Event
from tests.toys.balloon.state import Balloon


def events(before: Balloon, seat: int, code: int, after: Balloon) -> list[Event]:
    return [Event("blown", f"Seat {seat} blows.")]
