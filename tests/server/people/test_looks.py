"""Names and colours."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dogpark.server.people.looks import (
    ADJECTIVES,
    BREEDS,
    COLOURS,
    MOST_SIGNS,
    friendly_colour,
    friendly_name,
    known_colour,
    name_key,
    tidy_name,
)
from dogpark.server.people.refused import NotDone


def test_every_friendly_name_is_a_name() -> None:
    longest = f"{max(ADJECTIVES, key=len)} {max(BREEDS, key=len)} 99"
    assert tidy_name(longest) == longest
    assert len(set(ADJECTIVES)) == len(ADJECTIVES) >= 40
    assert len(set(BREEDS)) == len(BREEDS) >= 40
    name = friendly_name()
    assert tidy_name(name) == name
    assert known_colour(friendly_colour()) in COLOURS


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Rex  ", "Rex"),
        ("Rex\n", "Rex"),
        ("Rex\u00a0 the\u2003dog", "Rex the dog"),
        ("Rene\u0301", "René"),
        ("小犬", "小犬"),
        ("🐕", "🐕"),
        ("x" * 24, "x" * 24),
    ],
)
def test_names_are_trimmed_and_composed(given: str, kept: str) -> None:
    assert tidy_name(given) == kept


@pytest.mark.parametrize(
    "given",
    [
        "",
        "   ",
        "\u200b",
        "\u3164",
        "\u2800",
        "Rex\x00",
        "a\nb",
        "\u202exeR",
        "R\u2066ex",
        "\ud800",
        "\ue000",
        "x" * 25,
        "x" * 10_000,
        "a\u0316\u0317\u0318\u0319",
        "\u0301",
        "A former player",
        "\uff21 former player",
    ],
)
def test_what_cannot_be_a_name_is_refused(given: str) -> None:
    with pytest.raises(NotDone) as no:
        tidy_name(given)
    assert no.value.kind == "unreadable"


@given(st.text(max_size=40))
def test_a_name_that_is_kept_is_kept_as_it_is(text: str) -> None:
    try:
        name = tidy_name(text)
    except NotDone:
        return
    assert tidy_name(name) == name
    assert 1 <= len(name) <= MOST_SIGNS
    assert name_key(name_key(name)) == name_key(name)
    name.encode()


def test_names_that_look_alike_have_the_same_key() -> None:
    assert name_key("REX") == name_key("rex") == name_key("ｒｅｘ")
    assert name_key("Straße") == name_key("STRASSE")
    assert name_key("rex") != name_key("max")


def test_an_unknown_colour_is_refused() -> None:
    with pytest.raises(NotDone, match="red, orange"):
        known_colour("beige")
