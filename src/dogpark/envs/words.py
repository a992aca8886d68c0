"""Names of seats, and a table as text."""

from __future__ import annotations

import json

from dogpark.envs.session import Session


def seats_of(players: int) -> list[str]:
    return [f"seat_{seat}" for seat in range(players)]


def seat_of(agent: str) -> int:
    return int(agent.removeprefix("seat_"))


def table_text(session: Session) -> str:
    """What a spectator sees, and what is asked of whom."""
    seen = session.rooms.view(session.state, None)
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in seen.items()]
    for seat in session.together:
        lines.append(f"seat {seat}: {session.rooms.stage(session.state, seat)}")
    return "\n".join(lines)
