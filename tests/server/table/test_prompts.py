"""Prompts as they are sent: complete, short where choices are many, and explained on request."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from dogpark import games
from dogpark.play.game import load
from dogpark.play.position import Position
from dogpark.play.refused import Refused
from dogpark.server.table.prompts import MANY, explain, prompt_json
from dogpark.wire.prompts import moves_of

# Games where a seat can have more choices than are told in words, and where that is.
CROWDED = {"dogpile": {"dig", "settle", "sniff", "lay"}, "monty": {"start"}}


def positions(name: str) -> list[Position]:
    """Moments of random games of that name, at its smallest and its largest table."""
    dice = random.Random(name)
    found = []
    for players in {min(games.rooms(name).facts.seats), max(games.rooms(name).facts.seats)}:
        position = load(name, players).start(seed=f"prompts {players}")
        for _ in range(250):
            if not position.active:
                break
            found.append(position.copy())
            seat = position.turn
            assert seat is not None
            position.apply(seat, dice.choice(position.legal(seat)))
    return found


def received(position: Position, seat: int, *, words: bool = True) -> Any:
    """A prompt as a client reads it."""
    return msgspec.json.decode(prompt_json(position, seat, words=words))


@pytest.mark.parametrize("name", games.names())
def test_what_is_sent_offers_every_legal_move_once_and_no_other(name: str) -> None:
    crowded = set()
    for position in positions(name):
        for seat in range(position.game.players):
            prompt = received(position, seat)
            legal = [action.to_dict() for action in position.legal(seat)]
            if seat not in position.active:
                assert prompt is None
                continue
            assert sorted(moves_of(prompt), key=str) == sorted(legal, key=str)
            short = received(position, seat, words=False)
            assert sorted(moves_of(short), key=str) == sorted(legal, key=str)
            assert (short["seat"], short["stage"]) == (seat, position.stage(seat))
            assert prompt["ask"] == position.prompt(seat)["ask"]
            if len(legal) > MANY:
                crowded.add(prompt["stage"])
                assert prompt["count"] == len(legal)
                assert "choices" not in prompt
            else:
                assert prompt == position.prompt(seat)
    assert crowded <= CROWDED.get(name, set())
    assert bool(crowded) == (name in CROWDED)


def start_of_monty() -> tuple[Position, int]:
    position = load("monty", 5).start(seed=3)
    while position.stage(position.active[0]) != "start":
        seat = position.active[0]
        position.apply(seat, position.legal(seat)[0])
    return position, position.active[0]


def test_a_crowded_prompt_is_a_small_part_of_its_words() -> None:
    position, seat = start_of_monty()
    short = len(prompt_json(position, seat))
    assert len(position.legal(seat)) > 200
    assert short < len(msgspec.json.encode(position.prompt(seat))) / 10


def test_a_move_is_explained_in_the_words_of_the_prompt() -> None:
    position, seat = start_of_monty()
    for choice in position.prompt(seat)["choices"][::40]:
        assert explain(position, seat, choice["action"]) == choice["words"]


def test_a_move_that_is_not_possible_is_refused_rather_than_explained() -> None:
    position, seat = start_of_monty()
    with pytest.raises(Refused, match="'do' is one of"):
        explain(position, seat, {"do": "fly"})
    other = (seat + 1) % 5
    with pytest.raises(Refused) as refused:
        explain(position, other, position.legal(seat)[0].to_dict())
    assert refused.value.kind == "not your turn"
