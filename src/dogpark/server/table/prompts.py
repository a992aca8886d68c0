"""What a seat is asked, as it is sent: few choices in words, many in short."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

import msgspec

from dogpark.kernel.actions import ActionTable
from dogpark.play.position import Position
from dogpark.play.referee import judge

MANY = 40  # choices; nobody reads more, and the words of a few hundred make 40 kB

_encode = msgspec.json.Encoder().encode
NOTHING = _encode(None)


def prompt_json(position: Position, seat: int, *, words: bool = True) -> bytes:
    """The prompt of a seat that is asked something now, or null, encoded. ``wire.prompts`` reads it.

    Without words it is only what a program needs: describing every choice takes longer than making
    the move.
    """
    if seat not in position.active:
        return NOTHING
    if not words:
        start = _start(seat, position.stage(seat))
        return _in_short(start, position.rooms.table, position.codes(seat))
    prompt = position.prompt(seat)
    choices = prompt.pop("choices")
    if len(choices) <= MANY:
        return _encode({**prompt, "choices": choices})
    return _in_short(_encode(prompt)[:-1], position.rooms.table, position.codes(seat))


@cache
def _start(seat: int, stage: str) -> bytes:
    return b'{"seat":%d,"stage":%b' % (seat, _encode(stage))


def _in_short(start: bytes, table: ActionTable, codes: Sequence[int]) -> bytes:
    """A prompt that begins so, with its moves by kind: the names of the fields once, and all values."""
    moves = _moves(table)
    forms: dict[bytes, list[bytes]] = {}
    for code in codes:
        form, values = moves[code]
        if form in forms:
            forms[form].append(values)
        else:
            forms[form] = [values]
    told = [form + b",".join(values) + b"]}" for form, values in forms.items()]
    return b'%b,"count":%d,"forms":[%b]}' % (start, len(codes), b",".join(told))


class _Move(NamedTuple):
    """A move as it is told in short."""

    form: bytes  # of its kind, up to where the values of all such moves follow
    values: bytes


@cache
def _moves(table: ActionTable) -> list[_Move]:
    """All moves of a game by code, encoded: a prompt picks from them."""
    moves = []
    for code in range(len(table)):
        action = table.action(code)
        form = _encode({"do": action.kind, "fields": list(action.fields)})
        moves.append(_Move(form[:-1] + b',"moves":[', _encode([*action.fields.values()])))
    return moves


def explain(position: Position, seat: int, move: Mapping[str, object]) -> str:
    """What this move would do here, in the words of the prompt; Refused if it is not possible."""
    action = judge(position.rooms, position.state, seat, move).to_dict()
    words: str
    (words,) = [
        choice["words"] for choice in position.prompt(seat)["choices"] if choice["action"] == action
    ]
    return words
