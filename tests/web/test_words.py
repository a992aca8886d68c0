"""Every house rule and every refusal has words in all languages of the page, and no news has another's."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from dogpark import games
from dogpark.kernel.facts import Choice, Facts
from dogpark.server.http.refusals import STATUS
from dogpark.wire.tells import Kind

ROOT = Path(__file__).parents[2]
MESSAGES = ROOT / "web" / "messages"


def said(language: str) -> dict[str, str]:
    words: dict[str, str] = json.loads((MESSAGES / f"{language}.json").read_text("utf-8"))
    return words


def house_rules(facts: Facts) -> set[str]:
    """The keys under which a game's house rules and their values are told."""
    keys = set()
    for option in facts.options:
        key = f"option.{facts.name}.{option.name}"
        keys.add(key)
        if isinstance(option, Choice) and set(option.values) != {"on", "off"}:
            keys |= {f"{key}.value_{value}" for value in option.values}
    return keys


@pytest.mark.parametrize("language", ["en", "de", "ja"])
@pytest.mark.parametrize("game", games.names())
def test_every_house_rule_and_no_other_has_words(game: str, language: str) -> None:
    told = {key for key in said(language) if key.startswith(f"option.{game}.")}
    assert told == house_rules(games.rooms(game).facts)


@pytest.mark.parametrize("game", games.names())
def test_no_house_rule_is_left_in_another_language(game: str) -> None:
    english, german, japanese = said("en"), said("de"), said("ja")
    for option in games.rooms(game).facts.options:
        key = f"option.{game}.{option.name}"
        assert len({english[key], german[key], japanese[key]}) == 3, f"{key} is not translated"


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_every_kind_of_refusal_has_a_sentence(language: str) -> None:
    kinds = {kind.replace(" ", "_") for kind in {*STATUS, *get_args(Kind)}}
    told = {key.removeprefix("refused.") for key in said(language) if key.startswith("refused.")}
    assert told == kinds


def test_nothing_that_happens_in_a_game_has_the_name_of_what_happens_at_its_table() -> None:
    """The page would tell of a swapped card as of swapped seats."""
    source = (ROOT / "web/src/table/telling.ts").read_text("utf-8")
    block = source.partition("OF_THE_TABLE")[2].partition("};")[0]
    of_the_table = set(re.findall(r"^  ([a-z]+): ", block, re.MULTILINE))
    played = "".join(file.read_text("utf-8") for file in (ROOT / "tests/golden").glob("*.txt"))
    of_games = set(re.findall(r"^  \[[^]]+\] .*  ([a-z_]+) \{", played, re.MULTILINE))
    assert "sat" in of_the_table
    assert {"swapped", "dealt"} <= of_games
    assert of_the_table & of_games == set()
