"""Bad input over real sockets: whatever is sent is answered or the connection closed, with a reason;
nothing breaks, and nothing changes but by a legal move.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any, get_args

import httpx
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from dogpark.server import entries
from dogpark.server.log.rows import Row
from dogpark.server.park import presence
from dogpark.server.settings import Settings
from dogpark.server.table.table import Table
from dogpark.wire.asks import MAX_BYTES, AnyAsk
from dogpark.wire.tells import Accepted, Pong, Refused
from tests.server.whole.guests import Guest, at_a_server
from tests.server.whole.running import Here
from tests.server.whole.stage import Stage, nothing_fails

BOUNDED = settings(
    max_examples=120,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture
def stage(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> Iterator[Stage]:
    # The honest people are not connected; on a slow machine they would be missed meanwhile.
    monkeypatch.setattr(presence, "BLINK", 3600.0)
    with asyncio.Runner() as runner:
        made = Stage(runner, sqlite)
        made.begin()
        try:
            rows = runner.run(made.logs())
            whole = {table: held.position for table, held in made.stand().items()}
            shown = {table: p.to_dict() for table, p in whole.items() if p is not None}
            sittings, tasks = (
                set(made.here.park.sittings),
                len(asyncio.all_tasks(runner.get_loop())),
            )
            with nothing_fails(caplog):
                yield made
            runner.run(_same_in_the_end(made, rows, shown))
            assert set(made.here.park.sittings) == sittings  # nothing was loaded for nothing
            assert len(asyncio.all_tasks(runner.get_loop())) <= tasks + 4  # what is under way ends
        finally:
            made.end()


async def _same_in_the_end(
    made: Stage, rows: dict[str, list[Row]], shown: dict[str, dict[str, Any]]
) -> None:
    """The log holds what it held, and besides only what somebody may do; and it makes the table."""
    for table, now in (await made.logs()).items():
        assert now[: len(rows[table])] == rows[table]
        more = [entries.decode(row.body) for row in now[len(rows[table]) :]]
        if table != made.tables["mine"]:
            for entry in more:
                assert isinstance(entry, entries.Said | entries.Emoted)
                assert entry.who.id == made.mal.id
                assert entry.seat is None
            position = made.here.park.sittings[table].table.position
            assert position is None or position.to_dict() == shown[table]
        folded = Table(table)
        for row in now:
            folded.fold(row.seq, row.at, entries.decode(row.body))
        here = made.here.park.sittings[table].table.position
        assert (folded.position is None) == (here is None)
        if folded.position is not None and here is not None:
            assert folded.position.to_dict() == here.to_dict()


# -- what is sent ---------------------------------------------------------------------------------

TEXTS = st.text(max_size=40) | st.sampled_from(
    ["\x00", "\u202e", "🐶" * 50, "x" * 5000, "../../etc/passwd", "' OR 1=1 --", "__proto__"]
)
NUMBERS = (
    st.integers()
    | st.sampled_from([-1, 2**31, 2**53, 2**53 + 1, 2**63, 2**64, 10**400, -(10**400)])
    | st.floats(allow_nan=False, allow_infinity=False)
)
SCALARS = st.none() | st.booleans() | NUMBERS | TEXTS
JSON_VALUES = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
    ),
    max_leaves=12,
)
RAW = st.sampled_from(
    [
        "NaN",
        "Infinity",
        "-Infinity",
        "1e999",
        "-1e999",
        "9" * 4000,
        "9" * 5000,
        "1." + "0" * 3000 + "1",
        "[" * 3000 + "]" * 3000,
        '{"a":' * 1000 + "1" + "}" * 1000,
        "[" * 200 + "]" * 200,
        '"\\ud800"',
        '"\\u0000"',
        "tru",
        "",
    ]
)


@given(st.binary(max_size=300), st.booleans())
@BOUNDED
def _random_bytes(stage: Stage, data: bytes, as_text: bool) -> None:
    answer = stage.try_out(data.decode("latin-1") if as_text else data)
    assert isinstance(answer, Refused)
    assert answer.kind == "unreadable"


def test_random_bytes_are_refused(stage: Stage) -> None:
    _random_bytes(stage)


@given(JSON_VALUES)
@BOUNDED
def _random_json(stage: Stage, value: Any) -> None:
    answer = stage.try_out(json.dumps(value))
    assert isinstance(answer, Refused)
    assert answer.kind == "unreadable"


def test_random_json_is_refused(stage: Stage) -> None:
    _random_json(stage)


def honest(stage: Stage) -> list[dict[str, Any]]:
    """One of each message, as an honest client would send it."""
    mine, theirs = stage.tables["mine"], stage.tables["theirs"]
    seen = stage.line.tables[mine]
    seat = next((seat for seat in (0, 1) if seen.moves(seat)), 0)
    move = (seen.moves(seat) or [{"do": "roll"}])[0]
    act = {"type": "act", "table": mine, "seat": seat, "move": move, "key": "k"}
    return [
        {**act, "key": f"k{len(stage.sent)}"},
        {**act, "sent": 1e12},
        {"type": "watch", "table": theirs, "after": 1, "invite": "x"},
        {"type": "unwatch", "table": stage.tables["private"]},
        {"type": "undo", "table": mine, "seat": seat},
        {"type": "explain", "table": mine, "seat": seat, "move": move},
        {"type": "say", "table": theirs, "words": "good dog"},
        {"type": "emote", "table": theirs, "emote": "wag"},
        {"type": "mute", "person": stage.ann.id, "muted": True},
        {"type": "ping", "sent": 5, "echo": 3},
    ]


def test_the_honest_messages_are_one_of_each_kind(stage: Stage) -> None:
    messages = honest(stage)
    known = {str(one.__struct_config__.tag) for one in get_args(AnyAsk)}
    assert {message["type"] for message in messages} == known
    for number in range(len(messages)):
        message = honest(stage)[number]
        answer = stage.try_out(json.dumps({"id": number, **message}))
        assert not isinstance(answer, Refused) or message["type"] == "undo", answer


@given(st.data())
@settings(BOUNDED, max_examples=300)
def _twisted(stage: Stage, data: st.DataObject) -> None:
    message = {"id": 5, **data.draw(st.sampled_from(honest(stage)))}
    field = data.draw(st.sampled_from(sorted(message)))
    how = data.draw(st.sampled_from(["another", "raw", "gone", "more", "twice", "other table"]))
    text = json.dumps(message)
    if how == "another":
        text = json.dumps({**message, field: data.draw(JSON_VALUES)})
    elif how == "raw":
        rest = ", ".join(
            f"{json.dumps(k)}: {json.dumps(v)}" for k, v in message.items() if k != field
        )
        text = f"{{{rest}, {json.dumps(field)}: {data.draw(RAW)}}}"
    elif how == "gone":
        text = json.dumps({k: v for k, v in message.items() if k != field})
    elif how == "more":
        text = json.dumps({**message, data.draw(TEXTS): data.draw(JSON_VALUES)})
    elif how == "twice":
        text = f"{text[:-1]}, {json.dumps(field)}: {json.dumps(data.draw(SCALARS))}}}"
    elif "table" in message:
        others = ["nosuchtable", stage.tables["private"], "a" * 24, *stage.tables.values()]
        text = json.dumps({**message, "table": data.draw(st.sampled_from(others))})
    stage.sent.append(text)
    stage.try_out(text)


def test_messages_with_something_wrong_in_them_change_nothing(stage: Stage) -> None:
    _twisted(stage)


@given(st.data())
@BOUNDED
def _moves_that_are_none(stage: Stage, data: st.DataObject) -> None:
    """Moves with odd values in their fields, in a seat that is really asked."""
    mine = stage.tables["mine"]
    seen = stage.line.tables[mine]
    seat = next(seat for seat in (0, 1) if seen.moves(seat))
    move = dict(data.draw(st.sampled_from(seen.moves(seat))))
    field = data.draw(st.sampled_from(sorted(move)))
    raw = json.dumps({k: v for k, v in move.items() if k != field})[1:-1]
    value = data.draw(RAW | JSON_VALUES.map(json.dumps))
    body = f"{{{raw}{', ' if raw else ''}{json.dumps(field)}: {value}}}"
    ask = f'"id": 5, "table": "{mine}", "seat": {seat}, "move": {body}'
    kind = data.draw(st.sampled_from(["act", "explain"]))
    key = ', "key": "odd"' if kind == "act" else ""
    text = f'{{"type": "{kind}", {ask}{key}}}'
    assume(len(text.encode()) <= MAX_BYTES)
    answer = stage.try_out(text)
    assert isinstance(answer, Refused)
    assert answer.kind in ("unreadable", "illegal now")


def test_moves_with_odd_values_are_refused(stage: Stage) -> None:
    _moves_that_are_none(stage)


def test_nobody_acts_for_another_at_any_table(stage: Stage) -> None:
    park = stage.here.park
    for name in ("theirs", "live", "private", "open"):
        table = park.sittings[stage.tables[name]].table
        for seat in range(6):
            legal = table.position.legal(seat) if table.position else []
            for move in [action.to_dict() for action in legal[:5]] or [{"do": "roll"}]:
                for ask in (
                    {"type": "act", "move": move, "key": "mine"},
                    {"type": "explain", "move": move},
                    {"type": "undo"},
                ):
                    answer = stage.try_out(
                        json.dumps({"id": 1, "table": table.id, "seat": seat, **ask})
                    )
                    assert isinstance(answer, Refused)
                    assert answer.kind in ("not allowed", "unknown")


def test_old_messages_sent_again_change_nothing(stage: Stage) -> None:
    mine = stage.tables["mine"]
    seen = stage.line.tables[mine]
    said: list[tuple[str, int | None]] = []
    for number in range(12):
        seat = next(seat for seat in (0, 1) if seen.moves(seat))
        move = seen.moves(seat)[0]
        ask = {
            "type": "act",
            "id": 1,
            "table": mine,
            "seat": seat,
            "move": move,
            "key": f"k{number}",
        }
        answer = stage.try_out(json.dumps(ask))
        assert isinstance(answer, Accepted)
        said.append((json.dumps(ask), answer.seq))
    stand = stage.stand()[mine]
    for old, seq in said:  # as they were: the same answer as the first time
        answer = stage.try_out(old)
        assert isinstance(answer, Accepted)
        assert answer.seq == seq
    assert stage.stand()[mine] == stand
    for old, _ in said:  # under a new key: judged as it is now
        ask = json.loads(old)
        answer = stage.try_out(json.dumps({**ask, "key": f"new-{ask['key']}"}))
        assert isinstance(answer, Accepted | Refused)


def test_frames_of_every_kind_are_dealt_with(stage: Stage) -> None:
    ping = '{"type": "ping", "id": 77}'
    assert isinstance(stage.try_out(ping.encode()), Pong)  # binary
    assert isinstance(stage.try_out([ping[:5], ping[5:9], "", ping[9:]]), Pong)  # in fragments
    longest = json.dumps({"type": "ping", "id": 1, "x": ""})
    fits = longest.replace('""', f'"{"x" * (MAX_BYTES - len(longest))}"')
    assert len(fits) == MAX_BYTES
    assert isinstance(stage.try_out(fits), Refused)
    assert stage.try_out(fits + " ") == 1009
    assert stage.try_out(["x" * 5000, "y" * 5000]) == 1009


# -- over HTTP ------------------------------------------------------------------------------------


def test_odd_requests_are_refused_and_nothing_is_opened(
    sqlite: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    bodies: list[bytes] = [
        b"",
        b"null",
        b"[]",
        b'"dog"',
        b"{",
        b"\xff\xfe",
        b"\x00",
        b'{"game": "dog"',
        b'{"game": NaN}',
        b'{"game": "dog", "options": ' + b"[" * 20_000 + b"]" * 20_000 + b"}",
        b'{"game": "dog", "options": {"a": ' + b"[" * 900 + b"]" * 900 + b"}}",
        b'{"game": "dog", "options": {"max_rounds": ' + b"9" * 5000 + b"}}",
        b'{"game": "dog", "options": {"max_rounds": "' + b"9" * 5000 + b'"}}',
        b'{"game": "dog", "options": {"max_rounds": 1e999}}',
        b'{"game": "dog", "options": {"\\ud800": 1}}',
        b'{"game": "\\ud800"}',
        b'{"game": "dog", "seats": ["me", "me", "me", "\\u0000"]}',
        b'{"game": "' + b"x" * 70_000 + b'"}',
    ]

    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        headers = {**ann.api.headers(), "Content-Type": "application/json"}
        async with httpx.AsyncClient(base_url=here.address.http, headers=headers) as http:
            for path in ("/api/tables", "/api/quick", "/api/tables/abcdefgh/sit"):
                for body in bodies:
                    answer = await http.post(path, content=body)
                    assert 400 <= answer.status_code < 500, (path, body[:60], answer.text)
                    told = answer.json()
                    assert told["refused"]
                    assert told["words"]
            form = {"Content-Type": "application/x-www-form-urlencoded"}
            answer = await http.post("/api/tables", content=b"game=dog", headers=form)
            assert answer.status_code == 400
            for path in ("/api/nothing", "/api/tables/%00", "/api/tables/../../etc", "/api/socket"):
                assert 400 <= (await http.get(path)).status_code < 500
            assert (await http.put("/api/tables", json={})).status_code == 405
        assert here.park.sittings == {}

    with nothing_fails(caplog):
        at_a_server(sqlite, 1, test)
