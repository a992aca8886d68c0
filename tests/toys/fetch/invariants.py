from tests.toys.fetch.state import Fetch


def problems(s: Fetch) -> list[str]:
    held = [ball for ball in s.ball[: s.players] if ball >= 0]
    found = []
    for weight in range(5):
        if s.bag[weight] + held.count(weight) != 2:
            found.append(f"balls of weight {weight}: {s.bag[weight]} + {held.count(weight)} != 2")
    return found
