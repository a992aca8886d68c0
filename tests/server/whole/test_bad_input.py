"""Bad input over real sockets: whatever is sent is answered or the connection closed, with a reason;
nothing breaks, and nothing changes but by a legal move.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable, Iterator
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from dogpark.server import entries
from dogpark.server.live import veil
from dogpark.server.log.rows import Row
from dogpark.server.park import presence
from dogpark.server.park.sitting import wall_ms
from dogpark.server.settings import Settings
from dogpark.server.table.table import Table
from dogpark.wire.asks import MAX_BYTES, AnyAsk
from dogpark.wire.tells import Accepted, Pong, Refused
from tests.server.whole.stage import OWN, SEALED, Stage, nothing_fails

FEWER = 3  # times as few examples on PostgreSQL: the same code decides there, but for the database


def tried(
    stage: Stage, attempt: Callable[[Stage, st.DataObject], None], examples: int = 120
) -> None:
    """Attempts something with all that may be drawn for it."""

    @settings(
        max_examples=examples if stage.config.on_sqlite else examples // FEWER,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def attempts(data: st.DataObject) -> None:
        attempt(stage, data)

    attempts()


@pytest.fixture
def stage(
    backend: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> Iterator[Stage]:
    # The honest people are not connected; on a slow machine they would be missed meanwhile.
    monkeypatch.setattr(presence, "BLINK", 3600.0)
    monkeypatch.setitem(veil.LENGTHS_MS, "none", 3_600_000)  # no window closes meanwhile
    monkeypatch.setattr(presence, "WAITING_BLINK", 3600.0)
    with asyncio.Runner() as runner:
        made = Stage(runner, backend)
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
        if table not in [made.tables[name] for name in OWN]:
            seat = made.seat_at_window if table == made.tables[SEALED] else None
            for entry in more:
                assert isinstance(entry, entries.Said | entries.Emoted)
                assert entry.who.id == made.mal.id
                assert entry.seat == seat
            position = made.here.park.sittings[table].table.position
            assert position is None or position.to_dict() == shown[table]
        folded = Table(table)
        for row in now:
            folded.fold(row.seq, row.at, entries.decode(row.body))
        here = made.here.park.sittings[table].table.position
        assert (folded.position is None) == (here is None)
        if folded.position is not None and here is not None:
            assert folded.position.to_dict() == here.to_dict()
    for answer in await made.sealed():  # nobody has answered for anybody else
        assert (answer.person, answer.seat) == (made.mal.id, made.seat_at_window)


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


def _random_bytes(stage: Stage, data: st.DataObject) -> None:
    sent = data.draw(st.binary(max_size=300))
    answer = stage.try_out(sent.decode("latin-1") if data.draw(st.booleans()) else sent)
    assert isinstance(answer, Refused)
    assert answer.kind == "unreadable"


def test_random_bytes_are_refused(stage: Stage) -> None:
    tried(stage, _random_bytes)


def _random_json(stage: Stage, data: st.DataObject) -> None:
    text = json.dumps(data.draw(JSON_VALUES))
    assume(len(text) <= MAX_BYTES)
    answer = stage.try_out(text)
    assert isinstance(answer, Refused)
    assert answer.kind == "unreadable"


def test_random_json_is_refused(stage: Stage) -> None:
    tried(stage, _random_json)


def honest(stage: Stage) -> list[dict[str, Any]]:
    """One of each message, as an honest client would send it."""
    mine, theirs = stage.tables["mine"], stage.tables["theirs"]
    seen = stage.line.tables[mine]
    seat = next((seat for seat in (0, 1) if seen.moves(seat)), 0)
    move = (seen.moves(seat) or [{"do": "roll"}])[0]
    act = {"type": "act", "table": mine, "seat": seat, "move": move, "key": "k"}
    pile, window = stage.tables["pile"], stage.tables[SEALED]
    ready = {"type": "act", "table": pile, "seat": 0, "move": {"do": "ready"}, "key": "ready"}
    sealed = {"type": "act", "table": window, "seat": stage.seat_at_window, "key": "secret"}
    return [
        {**act, "key": f"k{len(stage.sent)}"},
        {**act, "sent": 1e12},
        {**ready, "sent": time.time() * 1000 - 50},
        {**sealed, "move": {"do": "let"}},
        {**sealed, "move": {"do": "guard"}, "sent": 1.5, "key": f"s{len(stage.sent)}"},
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
    tried(stage, _twisted, examples=400)


def _moves_that_are_none(stage: Stage, data: st.DataObject) -> None:
    """Moves with odd values in their fields, in a seat that is really asked."""
    name = data.draw(st.sampled_from([*OWN, SEALED]))
    table = stage.tables[name]
    seen = stage.line.tables[table]
    seat = next(seat for seat in range(3) if seat in seen.eyes and seen.moves(seat))
    offered = seen.moves(seat)
    move = dict(data.draw(st.sampled_from(offered)))
    field = data.draw(st.sampled_from(sorted(move)))
    raw = json.dumps({k: v for k, v in move.items() if k != field})[1:-1]
    value = data.draw(RAW | JSON_VALUES.map(json.dumps))
    body = f"{{{raw}{', ' if raw else ''}{json.dumps(field)}: {value}}}"
    ask = f'"id": 5, "table": "{table}", "seat": {seat}, "move": {body}'
    kind = data.draw(st.sampled_from(["act", "explain"]))
    key = f', "key": "odd{len(stage.sent)}"' if kind == "act" else ""
    if key and data.draw(st.booleans()):
        key += f', "sent": {json.dumps(data.draw(SENT))}'
    text = f'{{"type": "{kind}", {ask}{key}}}'
    assume(len(text.encode()) <= MAX_BYTES)
    stage.sent.append(text)
    answer = stage.try_out(text)
    try:
        good = json.loads(body) in offered and type(json.loads(body)[field]) is type(move[field])
    except (ValueError, RecursionError):
        good = False  # no JSON, or none that Python reads
    if good:  # one of the others it could have been
        assert isinstance(answer, Accepted)
        return
    assert isinstance(answer, Refused)
    assert answer.kind in ("unreadable", "illegal now")


SENT = st.floats(0, 2.0**53) | st.sampled_from([0, 1e-300, 2**53, 2.0**52 + 0.5])


def test_moves_with_odd_values_are_refused(stage: Stage) -> None:
    stage.runner.run(stage.dig())
    tried(stage, _moves_that_are_none, examples=200)


def test_a_move_counts_by_the_servers_clock_whatever_time_it_claims(stage: Stage) -> None:
    stage.runner.run(stage.dig())
    pile = stage.tables["pile"]
    table = stage.here.park.sittings[pile].table
    seen = stage.line.tables[pile]
    now = time.time() * 1000
    for number, sent in enumerate([0, -0.0, 1e-300, now - 1e9, now, now + 1e9, 2**53]):
        assert table.clock is not None
        before = table.position.now if table.position else None
        ask = {"type": "act", "id": 1, "table": pile, "seat": 0, "move": seen.moves(0)[0]}
        answer = stage.try_out(json.dumps({**ask, "sent": sent, "key": f"k{number}"}))
        assert isinstance(answer, Accepted), answer
        after = table.position.now if table.position else None
        assert before is not None
        assert after is not None
        assert before <= after <= table.clock.at(wall_ms())


def test_nobody_acts_for_another_at_any_table(stage: Stage) -> None:
    park = stage.here.park
    for name in ("theirs", "live", "private", "open", "pile", SEALED):
        table = park.sittings[stage.tables[name]].table
        for seat in range(6):
            if seat in table.seats_of(stage.mal.id):
                continue
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


@pytest.mark.parametrize("name", OWN)
def test_old_messages_sent_again_change_nothing(stage: Stage, name: str) -> None:
    if name == "pile":
        stage.runner.run(stage.dig())
    mine = stage.tables[name]
    seen = stage.line.tables[mine]
    said: list[tuple[str, int | None]] = []
    for number in range(12):
        seat = next(seat for seat in (0, 1) if seat in seen.eyes and seen.moves(seat))
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
    _answered_as_the_first_time(stage, mine, said)
    for old, _ in tuple(said):  # under a new key: judged as it is now
        ask = json.loads(old)
        offered, stand = seen.moves(ask["seat"]), stage.stand()[mine]
        new = json.dumps({**ask, "key": f"new-{ask['key']}"})
        answer = stage.try_out(new)
        if ask["move"] in offered:
            assert isinstance(answer, Accepted)
            assert answer.seq == stand.seq + 1
            said.append((new, answer.seq))
        else:
            assert isinstance(answer, Refused)
            assert answer.kind in ("illegal now", "not your turn")
            assert stage.stand()[mine] == stand
    _answered_as_the_first_time(stage, mine, said)


def _answered_as_the_first_time(
    stage: Stage, table: str, said: list[tuple[str, int | None]]
) -> None:
    """What was said is said again, as it was; nothing comes of it."""
    rows, stand = stage.runner.run(stage.logs()), stage.stand()[table]
    for old, seq in said:
        answer = stage.try_out(old)
        assert isinstance(answer, Accepted)
        assert answer.seq == seq
    assert stage.stand()[table] == stand
    assert stage.runner.run(stage.logs()) == rows


def test_a_sealed_answer_sent_again_leaves_one_and_tells_nobody(stage: Stage) -> None:
    window, seat = stage.tables[SEALED], stage.seat_at_window
    ask = {"type": "act", "id": 1, "table": window, "seat": seat, "key": "secret"}
    rows = stage.runner.run(stage.logs())
    for move in ({"do": "let"}, {"do": "let"}, {"do": "guard"}, {"do": "guard"}):
        answer = stage.try_out(json.dumps({**ask, "move": move}))
        assert isinstance(answer, Accepted)
        assert answer.seq is None
    assert stage.runner.run(stage.logs()) == rows
    (kept,) = stage.runner.run(stage.sealed())
    assert (kept.seat, kept.person) == (seat, stage.mal.id)


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
