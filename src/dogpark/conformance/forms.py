"""Checks of forms: JSON, NumPy records, copies, and the four ways to write an action."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from dogpark.conformance.answers import LONG
from dogpark.conformance.checks import check
from dogpark.conformance.rulings import difference
from dogpark.conformance.tables import Table
from dogpark.conformance.walk import Moment
from dogpark.kernel.schema import FieldSpec, State


@check("table")
def actions(table: Table) -> Iterator[str]:
    """Code, named action, JSON and short text of every action mean the same."""
    known = table.rooms.table
    texts: dict[str, int] = {}
    for code in range(len(known)):
        action = known.action(code)
        if action.code != code:
            yield f"code {code} names {action}, whose code is {action.code}"
        if through_json(known.from_dict, action.to_dict()).code != code:
            yield f"the JSON form of {action} does not lead back to {code}"
        if known.from_text(str(action)).code != code:
            yield f"the text {str(action)!r} does not lead back to {code}"
        if known.make(action.kind, **action.fields).code != code:
            yield f"{action!r} does not lead back to {code}"
        if str(action) in texts:
            yield f"{str(action)!r} means both {texts[str(action)]} and {code}"
        if not action.words.strip():
            yield f"{action} has no words"
        texts[str(action)] = code


@check("table")
def fields(table: Table) -> Iterator[str]:
    """Every field of the state is in its JSON form, its record, its copy and its assignment."""
    form = table.rooms.state
    full = form()
    for at, (name, spec) in enumerate(form.fields.items()):
        setattr(full, name, _filled(spec, at))
    names = set(form.fields)
    for what, found in {
        "JSON form": set(full.to_dict()),
        "record": set(form.dtype.names or ()),
        "slots": {slot for base in form.__mro__ for slot in getattr(base, "__slots__", ())},
    }.items():
        if found != names:
            yield f"the {what} differs in {sorted(found ^ names)}"
    yield from _same_in_every_form(full)
    if hasattr(full, "__dict__"):
        yield "a state may hold more than its declared fields"


@check("costly")
def forms(moment: Moment) -> Iterator[str]:
    """State and position survive JSON text, NumPy record, copy and assignment unchanged."""
    yield from _same_in_every_form(moment.s)
    position = moment.position
    if position.length > LONG and position.active:
        return
    told = position.to_dict()
    back = through_json(position.game.from_dict, told)
    if back.to_dict() != told:
        yield "the position read back from JSON is another one"
    if (back.active, back.view(0)) != (position.active, position.view(0)):
        yield "the position read back from JSON looks different"


@check("costly")
def serialisable(moment: Moment) -> Iterator[str]:
    """Views, prompts and results are plain JSON: nothing turns into something else on the way."""
    for viewer in moment.viewers:
        seen = moment.rooms.view(moment.s, viewer)
        if through_json(_same, seen) != seen:
            yield f"the view of {viewer} is not plain JSON"
        if viewer is not None:
            asked = moment.rooms.prompt(moment.s, viewer)
            if through_json(_same, asked) != asked:
                yield f"the prompt of seat {viewer} is not plain JSON"
    result = moment.position.result
    if result is not None and through_json(_same, result.to_dict()) != result.to_dict():
        yield "the result is not plain JSON"


def _same_in_every_form(s: State) -> Iterator[str]:
    form = type(s)
    record = form.records(1)
    s.write_record(record[0])
    assigned = form()
    form.assign(assigned, s)
    others = {
        "JSON text": through_json(form.from_dict, s.to_dict()),
        "NumPy record": form.read_record(record[0]),
        "copy": s.copy(),
        "assignment": assigned,
    }
    for what, other in others.items():
        if other != s:
            yield f"changed by its {what}: {difference(s, other)}"
    kept = through_json(_same, {name: getattr(s, name) for name in form.fields})
    for other in others.values():
        _scribble(other)
    if {name: getattr(s, name) for name in form.fields} != kept:
        yield "a copy shares its lists with the original"


def _scribble(s: State) -> None:
    """Writes into every list of a state, in place."""
    for name in type(s).fields:
        value: Any = getattr(s, name)
        for row in value if isinstance(value, list) else []:
            if isinstance(row, list):
                row[:] = [-99] * len(row)
        if isinstance(value, list) and not isinstance(value[0], list):
            value[:] = [-99] * len(value)


def _filled(spec: FieldSpec, at: int) -> Any:
    """Numbers that tell fields and places apart."""
    if not spec.shape:
        return 1 + at % 100
    if len(spec.shape) == 1:
        return [1 + (at + i) % 100 for i in range(spec.shape[0])]
    return [
        [1 + (at + 7 * i + j) % 100 for j in range(spec.shape[1])] for i in range(spec.shape[0])
    ]


def through_json(read: Any, form: Any) -> Any:
    return read(json.loads(json.dumps(form, allow_nan=False)))


def _same(form: Any) -> Any:
    return form
