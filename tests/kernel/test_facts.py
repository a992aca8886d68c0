"""Facts and house rules: what may be chosen, and what is said when it may not."""

from __future__ import annotations

from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dogpark.kernel.facts import (
    BadOption,
    Cells,
    Choice,
    Facts,
    SeatChoice,
    Split,
    Whole,
    Wholes,
    switch,
)
from dogpark.kernel.rooms import Rooms

CHOICE = Choice("pace", ("walk", "trot"), "how fast", "FET-1.1")
WHOLE = Whole("rounds", 2, 1, 9, "how many", "FET-1.1", tried=(1, 9))
SEAT = SeatChoice("first", "who begins", "FET-1.1")
SPLIT = Split("faces", (2, 2, 2), 1, "faces", "FET-1.1", tried=((1, 2, 3),))
WHOLES = Wholes("seconds", (30, 20, 10), 1, 99, "how long", "FET-1.1", tried=((5, 5, 5),))
CELLS = Cells("stones", 5, 3, 2, "where", "FET-1.1", tried=("0,0 4,2",))
OPTIONS = (CHOICE, WHOLE, SEAT, SPLIT, WHOLES, CELLS)


@pytest.mark.parametrize(
    ("option", "given", "read"),
    [
        (CHOICE, "trot", "trot"),
        (WHOLE, 9, 9),
        (WHOLE, "3", 3),
        (SEAT, "random", "random"),
        (SEAT, 3, 3),
        (SEAT, "0", 0),
        (SPLIT, [1, 2, 3], [1, 2, 3]),
        (SPLIT, (4, 1, 1), [4, 1, 1]),
        (SPLIT, "1,1,4", [1, 1, 4]),
        (WHOLES, [1, 2, 99], [1, 2, 99]),
        (WHOLES, "7,8,9", [7, 8, 9]),
        (CELLS, "none", "none"),
        (CELLS, " 4,2  1,0", "1,0 4,2"),
        (CELLS, "1,1 01,1", "1,1"),
    ],
)
def test_a_value_within_bounds_is_read_also_from_text(option: Any, given: Any, read: Any) -> None:
    assert option.read(given, 4) == read


@pytest.mark.parametrize(
    ("option", "given", "words"),
    [
        (CHOICE, "run", "option pace is one of walk, trot; given 'run'"),
        (CHOICE, 0, "given 0"),
        (WHOLE, 10, "option rounds is a whole number from 1 to 9; given 10"),
        (WHOLE, "--3", "given '--3'"),
        (WHOLE, "²", "given '²'"),
        (WHOLE, True, "given True"),
        (WHOLE, 2.0, "given 2.0"),
        (SEAT, 4, "option first is random or a seat from 0 to 3; given 4"),
        (SEAT, "-1", "given '-1'"),
        (SEAT, "²", "given '²'"),
        (SPLIT, [2, 2, 3], "option faces is 3 counts of at least 1, together 6"),
        (SPLIT, [0, 3, 3], "at least 1"),
        (SPLIT, [6], "3 counts"),
        (SPLIT, "1,2", "given '1,2'"),
        (SPLIT, "a,b,c", "given 'a,b,c'"),
        (SPLIT, "²,2,2", "given '²,2,2'"),
        (SPLIT, [True, 2, 3], "given [True, 2, 3]"),
        (WHOLES, [1, 2], "option seconds is 3 numbers from 1 to 99; given [1, 2]"),
        (WHOLES, [0, 2, 3], "from 1 to 99"),
        (WHOLES, "1,2,100", "given '1,2,100'"),
        (CELLS, "5,0", "option stones is none, or up to 2 cells x,y from 0,0 to 4,2"),
        (CELLS, "0,0 1,1 2,2", "up to 2 cells"),
        (CELLS, "1;1", "given '1;1'"),
        (CELLS, "²,0", "given '²,0'"),
        (CELLS, "", "given ''"),
        (CELLS, 3, "given 3"),
    ],
)
def test_a_value_out_of_bounds_is_refused_saying_the_bounds(
    option: Any, given: Any, words: str
) -> None:
    with pytest.raises(BadOption) as caught:
        option.read(given, 4)
    assert words in str(caught.value)


anything = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.lists(st.integers())
)


@given(st.sampled_from(OPTIONS), anything)
def test_whatever_is_given_is_read_or_refused(option: Any, given: Any) -> None:
    with suppress(BadOption):
        read = option.read(given, 4)
        assert option.read(read, 4) == read


@pytest.mark.parametrize("option", OPTIONS)
def test_defaults_and_examples_are_within_bounds(option: Any) -> None:
    default = list(option.default) if isinstance(option.default, tuple) else option.default
    for value in (default, *option.examples(4)):
        assert option.read(value, 4) == value
    assert option.bounds


def test_whole_numbers_are_tried_at_every_value_unless_said() -> None:
    assert list(WHOLE.examples(4)) == [1, 9]
    assert list(Whole("n", 1, 1, 3, "", "").examples(4)) == [1, 2, 3]


def test_a_switch_has_its_default_first() -> None:
    assert switch("a", "", "").default == "off"
    assert switch("a", "", "", on=True).default == "on"


def test_options_are_complete_and_unknown_ones_refused(fetch: Rooms) -> None:
    assert fetch.facts.read_options({}, 2) == {"rounds": 2, "heavy": "off"}
    assert fetch.facts.read_options({"heavy": "on"}, 2)["heavy"] == "on"
    with pytest.raises(BadOption, match="Fetch has no option 'luck'; it has rounds, heavy"):
        fetch.facts.read_options({"luck": 1}, 2)


def test_house_rules_are_stored_as_fields_of_the_state(fetch: Rooms) -> None:
    s = fetch.blank(3, fetch.facts.read_options({"rounds": 3, "heavy": "on"}, 3))
    assert (s.players, s.to_dict()["rule_rounds"], s.to_dict()["rule_heavy"]) == (3, 3, 1)


def test_cells_are_stored_as_numbers_in_rising_order_and_filled_up() -> None:
    s: Any = SimpleNamespace()
    CELLS.store(s, CELLS.read("4,2 0,1", 2))
    assert s.rule_stones == [5, 14]
    CELLS.store(s, "none")
    assert s.rule_stones == [-1, -1]


@pytest.mark.parametrize("players", [1, 4, "2", 2.0, True, None])
def test_a_table_of_the_wrong_size_is_refused(fetch: Rooms, players: Any) -> None:
    with pytest.raises(BadOption, match="Fetch is for 2, 3 players; given"):
        fetch.facts.check_players(players)


def test_everybody_plays_alone_where_there_are_no_teams(fetch: Rooms) -> None:
    assert fetch.facts.team_of(3) == ((0,), (1,), (2,))
    teams: Facts = Rooms("dogpark.games.dog").facts
    assert teams.team_of(4) == ((0, 2), (1, 3))
