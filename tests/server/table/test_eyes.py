"""What a pair of eyes is told: exactly what changed, in the bytes that the types would give."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from dogpark import games
from dogpark.server.park import assembly
from dogpark.server.park.eyes import Eyes, heard
from dogpark.server.table import drafts
from dogpark.server.table.prompts import NOTHING
from dogpark.wire.tells import Happened, Part, Update
from tests.server.table.bench import ANN, BEN, Bench, in_a_seven, take_back

encode = msgspec.json.encode
NOW = 1_000_000


def raw(value: object) -> Any:
    return msgspec.Raw(encode(value))


@pytest.mark.parametrize("seat", [None, 0, 3])
@pytest.mark.parametrize("gone", [[], ["hand", 'o"dd']])
@pytest.mark.parametrize("prompt", [None, {"seat": 3, "ask": "Où?"}])
@pytest.mark.parametrize(("deadline", "window", "undo"), [(None, None, False), (12, 34, True)])
def test_a_part_is_put_together_as_its_type_would_be_encoded(
    seat: int | None,
    gone: list[str],
    prompt: dict[str, Any] | None,
    deadline: int | None,
    window: int | None,
    undo: bool,
) -> None:
    part = Part(
        seat=seat,
        set={"turn": raw(1), "card": raw(None)},
        gone=gone or None,
        prompt=prompt,
        deadline=deadline,
        window=window,
        undo=undo or None,
    )
    asked = NOTHING if prompt is None else encode(prompt)
    entries = b'"turn":1,"card":null'
    assert assembly.part(seat, entries, gone, asked, deadline, window, undo) == encode(part)


@pytest.mark.parametrize("happened", [0, 1, 3])
@pytest.mark.parametrize("parts", [0, 2])
@pytest.mark.parametrize("info", [None, b'{"id":"t"}'])
def test_an_update_is_put_together_as_its_type_would_be_encoded(
    happened: int, parts: int, info: bytes | None
) -> None:
    news = [Happened(seq=7, at=NOW, event="said", words=f'"{one}"') for one in range(happened)]
    seen = [Part(seat=seat, set={}) for seat in range(parts)]
    shown: Any = None if info is None else msgspec.Raw(info)
    update = Update(table="t12345", seq=7, now=NOW, happened=news, info=shown, parts=seen)
    told = heard(news).json
    assembled = assembly.update(b'"t12345"', 7, NOW, told, info, [encode(part) for part in seen])
    assert assembled == encode(update)


@pytest.mark.parametrize("name", games.names())
def test_updates_add_up_to_the_view(name: str) -> None:
    bench = Bench(name, min(games.rooms(name).facts.seats)).seat_all(ANN, BEN).begin()
    eyes = [Eyes(()), Eyes((0,)), Eyes((0, 1), words=False)]
    views: dict[tuple[int, int | None], dict[str, Any]] = {}

    def tell(number: int) -> None:
        message = eyes[number].update(bench.table, NOW) or b"{}"
        for part in msgspec.json.decode(message).get("parts", []):
            view = views.setdefault((number, part["seat"]), {})
            view.update(part["set"])
            for key in part.get("gone", []):
                del view[key]

    for turn in range(60):
        for number in range(len(eyes)):
            if turn % (number + 1) == 0:
                tell(number)
        if bench.table.status == "playing":
            bench.random_moves(1, seed=f"{name} {turn}")
    position = bench.table.position
    assert position is not None
    for number, pair in enumerate(eyes):
        tell(number)
        for seat in pair.through:
            assert views[number, seat] == msgspec.json.decode(encode(position.view(seat)))
        whole = msgspec.json.decode(pair.snapshot(bench.table, 1, NOW, []))
        assert [part["set"] for part in whole["parts"]] == [
            views[number, seat] for seat in pair.through
        ]


def test_who_did_not_see_a_move_is_shown_nothing_when_it_is_taken_back() -> None:
    bench, seat = in_a_seven()
    table = bench.table
    assert table.position is not None
    onlookers, mover = Eyes(()), Eyes((seat,))
    for eyes in (onlookers, mover):
        eyes.update(table, NOW)
    step = table.position.legal(seat)[0].to_dict()
    bench.take(drafts.move(table, seat, step, by="person", person=ANN.id, key="step"))
    assert mover.update(table, NOW) is not None
    bench.take(take_back(table, seat, ANN.id))
    assert mover.update(table, NOW) is not None
    assert onlookers.update(table, NOW) is None
