"""What a seat is asked, as it is sent: few choices in words, many in short."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dogpark.play.position import Position
from dogpark.play.referee import judge

MANY = 40  # choices; nobody reads more, and the words of a few hundred make 40 kB


def outgoing_prompt(position: Position, seat: int, *, words: bool = True) -> dict[str, Any] | None:
    """The prompt of a seat that is asked something now, or None. ``wire.prompts`` reads it.

    Without words it is only what a program needs: describing every choice takes longer than making
    the move.
    """
    if seat not in position.active:
        return None
    if not words:
        moves = [action.to_dict() for action in position.legal(seat)]
        return {"seat": seat, "stage": position.stage(seat), **_in_short(moves)}
    prompt = position.prompt(seat)
    choices = prompt.pop("choices")
    if len(choices) <= MANY:
        return {**prompt, "choices": choices}
    return {**prompt, **_in_short([choice["action"] for choice in choices])}


def _in_short(moves: list[dict[str, Any]]) -> dict[str, Any]:
    forms: dict[str, dict[str, Any]] = {}
    for move in moves:
        kind, *values = move.values()
        if kind not in forms:
            forms[kind] = {
                "do": kind,
                "fields": [name for name in move if name != "do"],
                "moves": [],
            }
        forms[kind]["moves"].append(values)
    return {"count": len(moves), "forms": list(forms.values())}


def explain(position: Position, seat: int, move: Mapping[str, Any]) -> str:
    """What this move would do here, in the words of the prompt; Refused if it is not possible."""
    action = judge(position.rooms, position.state, seat, move).to_dict()
    words: str
    (words,) = [
        choice["words"] for choice in position.prompt(seat)["choices"] if choice["action"] == action
    ]
    return words
