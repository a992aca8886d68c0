from tests.toys.chase.state import Chase


def problems(s: Chase) -> list[str]:
    return [] if 0 <= s.now <= 2000 else [f"the clock says {s.now}"]
