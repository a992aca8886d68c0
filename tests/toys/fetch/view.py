from typing import Any

from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rooms import Event
from tests.toys.fetch.actions import BALL, TABLE, THROW
from tests.toys.fetch.rules import active, legal
from tests.toys.fetch.state import Fetch


def view(s: Fetch, seat: int | None) -> dict[str, Any]:
    seen: dict[str, Any] = {
        "round": s.round_no,
        "score": s.score[: s.players],
        "thrown": [throw > 0 for throw in s.throw[: s.players]],
    }
    if seat is not None:
        seen["ball"] = s.ball[seat]
        seen["throw"] = s.throw[seat]
    return seen


def prompt(s: Fetch, seat: int) -> dict[str, Any]:
    codes = [0] * 3
    actions = [TABLE.action(code) for code in codes[: legal(s, seat, codes)]]
    return {
        "seat": seat,
        "stage": "throw" if active(s) >> seat & 1 else "",
        "ask": "Throw your ball." if actions else "Wait for the others.",
        "choices": [
            {"action": a.to_dict(), "words": a.words, "text": str(a)}
            for a in [TABLE.action(code) for code in codes[: len(actions)]]
        ],
    }


def events(before: Fetch, seat: int, code: int, after: Fetch) -> list[Event]:
    if seat == CHANCE:
        to = before.dealt
        return [
            Event("dealt", f"Seat {to} gets a ball.", {"seat": to}),
            Event("ball", f"It weighs {code - BALL}.", {"weight": code - BALL}, (to,)),
        ]
    told = [
        Event("threw", f"Seat {seat} has thrown.", {"seat": seat}),
        Event("arm", f"You used arm {1 + code - THROW}.", {"arm": 1 + code - THROW}, (seat,)),
    ]
    if after.round_no > before.round_no:
        told.append(Event("scored", "The round is scored.", {"score": after.score[: s_of(after)]}))
    return told


def s_of(s: Fetch) -> int:
    return s.players
