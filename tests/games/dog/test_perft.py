"""Move counts to a fixed depth, against the data file."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.dog.perft import count, entries


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry["name"])
def test_as_many_plays_are_possible_as_ever(entry: dict[str, Any]) -> None:
    """DOG-3.7: `python -m tests.games.dog.perft` writes the file anew"""
    assert count(entry) == entry
