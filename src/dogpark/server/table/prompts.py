"""What a seat is asked, as it is sent: few choices in words, many in short."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dogpark.play.position import Position
from dogpark.play.referee import judge

MANY = 40  # choices; nobody reads more, and the words of a few hundred make 40 kB


def outgoing_prompt(position: Position, seat: int) -> dict[str, Any] | None:
    """The prompt of a seat that is asked something now, or None. ``wire.prompts`` reads it."""
    if seat not in position.active:
        return None
    prompt = position.prompt(seat)
    choices = prompt.pop("choices")
    if len(choices) <= MANY:
        return {**prompt, "choices": choices}
    forms: dict[str, dict[str, Any]] = {}
    for choice in choices:
        kind, *values = choice["action"].values()
        if kind not in forms:
            fields = [name for name in choice["action"] if name != "do"]
            forms[kind] = {"do": kind, "fields": fields, "moves": []}
        forms[kind]["moves"].append(values)
    return {**prompt, "count": len(choices), "forms": list(forms.values())}


def explain(position: Position, seat: int, move: Mapping[str, Any]) -> str:
    """What this move would do here, in the words of the prompt; Refused if it is not possible."""
    action = judge(position.rooms, position.state, seat, move).to_dict()
    words: str
    (words,) = [
        choice["words"] for choice in position.prompt(seat)["choices"] if choice["action"] == action
    ]
    return words
