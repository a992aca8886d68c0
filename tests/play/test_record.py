"""Records: read back, replayed, checked; and everything that can be wrong with one."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from dogpark.kernel.seed import commitment
from dogpark.play.game import Game
from dogpark.play.position import Position
from dogpark.play.record import BadRecord, loads, record_of, replay

Lines = list[dict[str, Any]]


def _lines(position: Position, **how: Any) -> Lines:
    return [json.loads(row) for row in record_of(position, **how).dumps().splitlines()]


def _signed(lines: Lines) -> str:
    """A forger's work: the text of these lines with a digest that fits."""
    *body, closing = lines
    rows = [msgspec.json.encode(line).decode() for line in body]
    told = {"result": closing.get("result"), "seed": closing.get("seed")}
    whole = "".join(f"{row}\n" for row in [*rows, msgspec.json.encode(told).decode()])
    closing = closing | {"digest": sha256(whole.encode()).hexdigest()}
    return "\n".join([*rows, msgspec.json.encode(closing).decode()]) + "\n"


def _forged(position: Position, change: Callable[[Lines], object], **how: Any) -> str:
    lines = _lines(position, **how)
    change(lines)
    return _signed(lines)


def test_a_record_reads_back_as_itself_and_replays_to_the_same_state(finished: Position) -> None:
    record = finished.record()
    read = loads(record.dumps())
    assert read == record
    assert read.finished
    assert replay(read).to_dict()["state"] == finished.to_dict()["state"]
    assert replay(read).result == finished.result


def test_the_forger_of_these_tests_signs_as_the_writer_does(finished: Position) -> None:
    assert _signed(_lines(finished)) == finished.record().dumps()


def test_lines_say_who_did_what_and_nature_is_called_chance(finished: Position) -> None:
    header, first, *_, closing = _lines(finished)
    assert header["dogpark"] == "record"
    assert header["commitment"] == commitment(7)
    assert first["n"] == 1
    assert first["by"] == "chance"
    assert first["do"] == "ball"
    assert closing["end"] == "finished"
    assert closing["seed"] == "7"


def test_the_seed_is_told_only_once_the_game_is_over(position: Position) -> None:
    record = position.record()
    assert record.seed is None
    assert not record.finished
    assert record.header.commitment == commitment(7)
    assert '"seed":null' in record.dumps()
    assert record_of(position, with_seed=True).seed == "7"


def test_an_unfinished_game_with_its_seed_can_be_played_on(position: Position) -> None:
    again = replay(loads(record_of(position, with_seed=True).dumps()))
    for each in (position, again):
        each.apply(0, "throw 1")
        each.apply(1, "throw 1")
    assert again.to_dict() == position.to_dict()


def test_a_record_without_a_seed_replays_by_its_outcomes_alone(finished: Position) -> None:
    again = replay(loads(record_of(finished, with_seed=False).dumps()))
    assert again.result == finished.result
    assert again.history() == finished.history()


def test_a_game_with_manual_chance_has_a_record_too(game: Game) -> None:
    position = game.start(chance="manual")
    position.apply(15, "ball 1")
    record = loads(position.record().dumps())
    assert record.header.commitment is None
    assert replay(record).state == position.state


@pytest.mark.parametrize("upto", [0, 1, 3, 5])
def test_a_replay_may_stop_anywhere(finished: Position, upto: int) -> None:
    part = replay(finished.record(), upto=upto)
    assert part.length == upto
    assert part.history() == finished.history()[:upto]


@pytest.mark.parametrize("seed", ["a\u2028b", "a\x85b", "zwölf", '"quoted" \\', "a\rb"])
def test_any_text_may_be_a_seed_and_survives_its_record(game: Game, seed: str) -> None:
    position = game.start(seed=seed)
    while position.active:
        position.apply(position.active[0], "throw 1")
    record = loads(position.record().dumps())
    assert record.seed == seed
    replay(record)


# -- files that cannot be read --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda text: "", "the file is empty"),
        (lambda text: "\n", "the file is empty"),
        (lambda text: "bark\n", "line 1"),
        (lambda text: "{}\n", "line 1"),
        (lambda text: "[1]\n" + text, "line 1"),
        (lambda text: "\n" + text, "line 1"),
        (lambda text: text.split("\n")[0] + "\n", "cut short"),
        (lambda text: "\n".join(text.split("\n")[:5]), "cut short"),
        (lambda text: text[: len(text) // 2], "cut short"),
        (lambda text: text[:-10], "line"),
        (lambda text: text.replace('"throw"', '"thrown"', 1), "the record was changed"),
        (lambda text: text.replace('"arm":1', '"arm":2', 1), "the record was changed"),
        (lambda text: text.replace('"rounds":2', '"rounds":3', 1), "the record was changed"),
        (lambda text: text.replace('"seed":"7"', '"seed":"8"'), "the record was changed"),
        (lambda text: text.replace('"points":[', '"points":[1,', 1), "the record was changed"),
        (lambda text: _without_line(text, 3), "the closing line counts"),
        (lambda text: _swapped(text, 3, 4), "the record was changed"),
        (lambda text: text + text, "line"),
    ],
)
def test_a_spoilt_file_is_refused_with_the_reason(
    finished: Position, spoil: Callable[[str], str], words: str
) -> None:
    with pytest.raises(BadRecord) as caught:
        loads(spoil(finished.record().dumps()))
    assert words in str(caught.value)


def _without_line(text: str, at: int) -> str:
    rows = text.split("\n")
    return "\n".join(rows[:at] + rows[at + 1 :])


def _swapped(text: str, a: int, b: int) -> str:
    rows = text.split("\n")
    rows[a], rows[b] = rows[b], rows[a]
    return "\n".join(rows)


# -- forgeries whose digest fits ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "change", "words"),
    [
        (0, {"format": 2}, "record format 2; this version reads format 1"),
        (0, {"game": "cat"}, "line 1: no game called 'cat'"),
        (0, {"rules": "0"}, "played under rules version 0 of Fetch; this version knows 1"),
        (0, {"players": 5}, "line 1: Fetch is for 2, 3 players; given 5"),
        (0, {"players": "2"}, "line 1"),
        (0, {"options": {"luck": 1}}, "line 1: Fetch has no option 'luck'"),
        (0, {"options": {"rounds": 99}}, "line 1: option rounds"),
        (0, {"extra": 1}, "line 1"),
        (0, {"dogpark": "diary"}, "line 1"),
        (3, {"n": 4}, "line 4: expected action number 3"),
        (3, {"by": 2}, "line 4: no seat 2 at a table of 2"),
        (3, {"by": None}, "line 4: no seat None"),
        (3, {"by": "nature"}, "line 4: no seat 'nature'"),
        (3, {"by": True}, "line 4: no seat True"),
        (3, {"do": "bark"}, "line 4: 'do' is one of"),
        (3, {"arm": 4}, "line 4: throw: arm is a whole number"),
        (3, {"extra": 1}, "line 4: throw takes arm"),
        (-1, {"end": "unfinished"}, "the closing line says finished but has no result"),
        (-1, {"result": None}, "the closing line says finished but has no result"),
        (-1, {"end": "abandoned"}, "line"),
        (-1, {"lines": 3}, "the closing line counts 3 actions"),
        (-1, {"extra": 1}, "line"),
    ],
)
def test_a_forged_line_is_refused_with_the_reason(
    finished: Position, line: int, change: dict[str, Any], words: str
) -> None:
    with pytest.raises(BadRecord) as caught:
        loads(_forged(finished, lambda lines: lines[line].update(change)))
    assert words in str(caught.value)


def _reseed(lines: Lines, seed: str) -> None:
    lines[0]["commitment"] = commitment(seed)
    lines[-1]["seed"] = seed


def _drop_last(lines: Lines) -> None:
    del lines[-2]
    lines[-1]["lines"] -= 1


def _stop_early(lines: Lines) -> None:
    """A whole game that claims to go on."""
    lines[-1].update(end="unfinished", result=None)


def _play_on(lines: Lines) -> None:
    extra = lines[-2] | {"n": lines[-2]["n"] + 1}
    lines.insert(-1, extra)
    lines[-1]["lines"] += 1


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda lines: lines[3].update(by=1), "action 4, throw 1: seat 1 is not asked"),
        (lambda lines: lines[3].update(by="chance"), "nothing is left to chance now"),
        (lambda lines: lines[1].update(by=0), "action 1, ball"),
        (lambda lines: lines[-1].update(seed="8"), "not the one that was committed to"),
        (lambda lines: lines[0].update(commitment=None), "not the one that was committed to"),
        (lambda lines: lines[0].update(commitment=commitment(8)), "was committed to"),
        (lambda lines: _reseed(lines, "8"), "the seed draws"),
        (lambda lines: lines[-1]["result"].update(points=[9, 9]), "the record claims the result"),
        (lambda lines: lines[-1]["result"].update(winners=[1]), "the record claims the result"),
        (_drop_last, "the record claims the result"),
        (_stop_early, "its actions lead to"),
        (_play_on, "the game is over"),
    ],
)
def test_a_forged_game_does_not_hold(
    finished: Position, change: Callable[[Lines], object], words: str
) -> None:
    record = loads(_forged(finished, change))
    with pytest.raises(BadRecord) as caught:
        replay(record)
    assert words in str(caught.value)


def test_an_outcome_that_cannot_come_up_does_not_hold_even_without_a_seed(
    finished: Position,
) -> None:
    def impossible(lines: Lines) -> None:
        lines[1].update(do="throw", arm=1)
        del lines[1]["weight"]

    record = loads(_forged(finished, impossible, with_seed=False))
    with pytest.raises(BadRecord, match="action 1, throw 1: throw 1 cannot come up here"):
        replay(record)


def test_names_of_seats_must_be_as_many_as_seats(finished: Position) -> None:
    good = _forged(finished, lambda lines: lines[0].update(seats=["Ann", "Bo\u2028b"]))
    assert loads(good).header.seats == ["Ann", "Bo\u2028b"]
    with pytest.raises(BadRecord, match="1 names for 2 seats"):
        loads(_forged(finished, lambda lines: lines[0].update(seats=["Ann"])))
