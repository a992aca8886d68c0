"""Actions declared once: code, named action, JSON, short text, words."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dogpark.kernel.actions import ActionTable, Kind, Names, Rows, UnreadableAction, Whole

TABLE = ActionTable(
    Kind("rest"),
    Kind("give", (Names("card", ("A", "K")),), "give the {card} away"),
    Kind("step", (Whole("peg", -1, 2), Names("way", ("on", "off"))), "step peg {peg} {way}"),
    Kind("pair", (Rows(("a", "b"), ((1, "x"), (2, "y"), (2, "x"))), Whole("n2", 0, 1))),
)

ACTIONS = [TABLE.action(code) for code in range(len(TABLE))]


def test_codes_count_through_kinds_in_order_and_fields_like_an_odometer() -> None:
    assert [str(TABLE.action(code)) for code in range(len(TABLE))] == [
        "rest",
        "give A",
        "give K",
        *(f"step {peg} {way}" for peg in (-1, 0, 1, 2) for way in ("on", "off")),
        *(f"pair {row} {n}" for row in ("1 x", "2 y", "2 x") for n in (0, 1)),
    ]
    assert TABLE.bases("rest", "give", "step", "pair") == (0, 1, 3, 11)
    assert TABLE.base("step") == 3


@given(st.integers(0, len(TABLE) - 1))
def test_every_form_of_an_action_leads_back_to_it(code: int) -> None:
    action = TABLE.action(code)
    assert TABLE.from_dict(action.to_dict()) == action
    assert TABLE.from_text(str(action)) == action
    assert TABLE.from_text(str(action).upper()) == action
    assert TABLE.make(action.kind, **action.fields) == action
    assert TABLE.code(action.kind, **action.fields) == code
    assert hash(TABLE.action(code)) == hash(action)


def test_an_action_reads_well() -> None:
    action = TABLE.make("step", peg=2, way="off")
    assert action.words == "step peg 2 off"
    assert repr(action) == "step(peg=2, way='off')"
    assert action["peg"] == 2
    assert action.to_dict() == {"do": "step", "peg": 2, "way": "off"}
    assert TABLE.action(0).words == "rest"


def test_an_action_cannot_be_changed() -> None:
    action = TABLE.action(5)
    with pytest.raises(TypeError):
        action.fields["peg"] = 1  # type: ignore[index]


@pytest.mark.parametrize(
    ("form", "words"),
    [
        (None, "an action is an object, not NoneType"),
        ([], "an action is an object, not list"),
        ({}, "'do' is one of rest, give, step, pair, not None"),
        ({"do": "bark"}, "not 'bark'"),
        ({"do": ["give"]}, "not ['give']"),
        ({"do": "give"}, "give takes card; given []"),
        ({"do": "rest", "card": "A"}, "rest takes no fields; given ['card']"),
        ({"do": "give", "card": "A", 3: 4}, "give takes card"),
        ({"do": "give", "card": "Q"}, "give: card is one of A, K; given 'Q'"),
        ({"do": "give", "card": ["A"]}, "given ['A']"),
        ({"do": "step", "peg": 3, "way": "on"}, "peg is a whole number from -1 to 2; given 3"),
        ({"do": "step", "peg": True, "way": "on"}, "given True"),
        ({"do": "step", "peg": 1.0, "way": "on"}, "given 1.0"),
        (
            {"do": "pair", "a": 1, "b": "y", "n2": 0},
            "(a, b) is one of: 1 x; 2 y; 2 x; given 1, 'y'",
        ),
        ({"do": "pair", "a": True, "b": "x", "n2": 0}, "given True, 'x'"),
    ],
)
def test_json_that_is_no_action_is_refused_saying_what_was_expected(form: Any, words: str) -> None:
    with pytest.raises(UnreadableAction) as caught:
        TABLE.from_dict(form)
    assert words in str(caught.value)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "a move starts with one of rest, give, step, pair"),
        ("  ", "a move starts with one of"),
        ("bark", "a move starts with one of"),
        ("give", "give takes 1 words after its name"),
        ("give A A", "give takes 1 words after its name"),
        ("give Q", "card is one of A, K; given 'Q'"),
        ("step one on", "given 'one'"),
        ("step --1 on", "given '--1'"),
        ("step ² on", "given '²'"),
        ("step 1 sideways", "given 'sideways'"),
    ],
)
def test_text_that_is_no_action_is_refused_saying_what_was_expected(text: str, words: str) -> None:
    with pytest.raises(UnreadableAction) as caught:
        TABLE.from_text(text)
    assert words in str(caught.value)


@given(st.text())
def test_no_text_at_all_breaks_the_reader(text: str) -> None:
    for typed in (text, f"step {text}", f"pair {text} x 1"):
        with suppress(UnreadableAction):
            assert TABLE.from_text(typed) in ACTIONS


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(json_values, st.sampled_from(["rest", "give", "step", "pair"]), json_values)
def test_no_json_at_all_breaks_the_reader(form: Any, kind: str, value: Any) -> None:
    fields = {name: value for k in TABLE.kinds if k.name == kind for name in k.names}
    for given_form in (form, {"do": kind, **fields}):
        with suppress(UnreadableAction):
            assert TABLE.from_dict(given_form) in ACTIONS


@pytest.mark.parametrize("code", [-1, len(TABLE)])
def test_codes_outside_the_table_are_refused(code: int) -> None:
    with pytest.raises(UnreadableAction, match="action codes run from 0 to 16"):
        TABLE.action(code)


def test_a_kind_cannot_be_declared_twice() -> None:
    with pytest.raises(ValueError, match="'rest' is declared twice"):
        ActionTable(Kind("rest"), Kind("rest"))


@pytest.mark.parametrize("name", ["do", "n", "by", "kind"])
def test_a_field_cannot_take_a_name_that_records_use(name: str) -> None:
    with pytest.raises(ValueError, match="mean something else"):
        ActionTable(Kind("rest", (Whole(name, 0, 1),)))
