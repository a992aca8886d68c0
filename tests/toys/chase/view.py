from typing import Any

from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rooms import Event
from tests.toys.chase.actions import TABLE
from tests.toys.chase.rules import legal, stage
from tests.toys.chase.state import Chase


def view(s: Chase, seat: int | None) -> dict[str, Any]:
    return {"now": s.now, "run": s.run[: s.players], "ready_at": s.ready_at[: s.players]}


def prompt(s: Chase, seat: int) -> dict[str, Any]:
    codes = [0] * 2
    actions = [TABLE.action(code) for code in codes[: legal(s, seat, codes)]]
    actions = [TABLE.action(code) for code in codes[: len(actions)]]
    return {
        "seat": seat,
        "stage": ("", "run")[stage(s, seat)],
        "ask": "Run!" if actions else "Wait.",
        "choices": [{"action": a.to_dict(), "words": a.words, "text": str(a)} for a in actions],
    }


def events(before: Chase, seat: int, code: int, after: Chase) -> list[Event]:
    who = "Nature" if seat == CHANCE else f"Dog {seat}"
    action = TABLE.action(code)
    return [Event(action.kind, f"{who}: {action.words}.", {"at": after.now})]
