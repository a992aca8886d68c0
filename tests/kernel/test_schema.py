"""A state declared once: Python class, record, JSON form, copy and assignment."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dogpark.conformance.packing import bytes_of
from dogpark.kernel.schema import FieldSpec, Malformed, Row, State, Table, i8, i16, i32


class Kennel(State):
    door: int = i8()
    bowls: Row = i16(3)
    dogs: Table = i32(2, 2)


class BigKennel(Kennel):
    roof: int = i8()


def _values(spec: FieldSpec) -> st.SearchStrategy[Any]:
    strategy: st.SearchStrategy[Any] = st.integers(*spec.bounds)
    for size in reversed(spec.shape):
        strategy = st.lists(strategy, min_size=size, max_size=size)
    return strategy


kennels = st.fixed_dictionaries({name: _values(spec) for name, spec in Kennel.fields.items()})


def test_a_fresh_state_is_all_zeros() -> None:
    fresh = Kennel()
    assert fresh.door == 0
    assert fresh.bowls == [0, 0, 0]
    assert fresh.dogs == [[0, 0], [0, 0]]
    assert "door=0" in repr(fresh)


@given(kennels)
def test_every_form_of_a_state_leads_back_to_it(form: dict[str, Any]) -> None:
    s = Kennel.from_dict(form)
    records = Kennel.records(2)
    s.write_record(records[1])
    assigned = Kennel()
    Kennel.assign(assigned, s)
    assert json.loads(json.dumps(s.to_dict())) == form
    assert Kennel.read_record(records[1]) == s
    assert s.copy() == s == assigned
    assert bytes_of(s) == records[1].tobytes()


@given(kennels)
def test_a_copy_shares_nothing_with_its_original(form: dict[str, Any]) -> None:
    s = Kennel.from_dict(form)
    assigned, told = Kennel(), s.to_dict()
    Kennel.assign(assigned, s)
    for other in (s.copy(), assigned):
        other.door = 1 - other.door % 2
        other.bowls[0] += 1
        other.dogs[1][1] += 1
        assert other != s
    told["dogs"][0][0] += 1
    assert s == Kennel.from_dict(form)


def test_a_state_has_no_room_for_undeclared_fields() -> None:
    with pytest.raises(AttributeError):
        Kennel().cat = 1  # type: ignore[attr-defined]


def test_a_state_is_mutable_and_so_cannot_be_a_key() -> None:
    with pytest.raises(TypeError):
        hash(Kennel())


def test_states_of_different_games_are_never_equal() -> None:
    assert Kennel() != BigKennel()
    assert Kennel().__eq__(3) is NotImplemented


def test_a_subclass_adds_its_fields_to_those_of_its_base() -> None:
    assert set(BigKennel.fields) == set(Kennel.fields) | {"roof"}
    assert set(BigKennel.dtype.names or ()) == set(BigKennel.fields)


def test_records_are_aligned_as_the_gpu_needs_them() -> None:
    for field, offset, *_ in (Kennel.dtype.fields or {}).values():
        assert offset % field.base.itemsize == 0
    assert Kennel.dtype.itemsize % 4 == 0


@pytest.mark.parametrize("shape", [(0,), (2, 0), (1, 2, 3)])
def test_a_field_is_a_number_a_row_or_a_table(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match="a number, a row or a table"):
        i8(*shape)


def _broken(**changes: object) -> dict[str, Any]:
    return Kennel().to_dict() | changes


@pytest.mark.parametrize(
    ("form", "words"),
    [
        ([], "is an object, not list"),
        (None, "is an object, not NoneType"),
        ({}, "missing"),
        (_broken(cat=1), "unknown ['cat']"),
        (_broken(door="1"), "field door: '1' is not a whole number"),
        (_broken(door=True), "field door: True"),
        (_broken(door=1.0), "field door: 1.0"),
        (_broken(door=128), "field door: 128 is not a whole number in -128..127"),
        (_broken(door=-129), "field door: -129"),
        (_broken(door=[1]), "field door: expected shape ()"),
        (_broken(bowls=1), "field bowls: expected shape (3,)"),
        (_broken(bowls=[1, 2]), "field bowls: expected shape (3,), got (2,)"),
        (_broken(bowls=[1, 2, None]), "field bowls: None"),
        (_broken(dogs=[[1, 2], [3]]), "field dogs"),
        (_broken(dogs=[[1, 2], 3]), "field dogs"),
        (_broken(dogs=[[1, [2]], [3, 4]]), "field dogs"),
        (_broken(rng_key=[-1, 0, 0, 0]), "field rng_key: -1"),
    ],
)
def test_a_form_that_is_no_state_is_refused_naming_the_field(form: object, words: str) -> None:
    with pytest.raises(Malformed) as caught:
        Kennel.from_dict(form)
    assert words in str(caught.value)


def test_a_number_that_does_not_fit_is_not_written_silently() -> None:
    s = Kennel()
    s.door = 300
    with pytest.raises(OverflowError):
        s.write_record(Kennel.records(1)[0])


def test_records_hold_python_numbers_when_read_back() -> None:
    s = Kennel.read_record(np.zeros(1, dtype=Kennel.dtype)[0])
    assert type(s.door) is int
    assert type(s.bowls[0]) is int
