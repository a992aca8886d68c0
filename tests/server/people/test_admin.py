"""What the host does from the command line; on both databases."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

import pytest
from redis.asyncio import Redis
from sqlalchemy import select

from dogpark.cli import terminal
from dogpark.cli.commands import admin
from dogpark.cli.errors import NO, OK, BadInput
from dogpark.server import entries
from dogpark.server.bus.here import Here
from dogpark.server.entries import Who
from dogpark.server.people import host
from dogpark.server.people.accounts import log_in, open_account, use_reset_code
from dogpark.server.people.refused import NotDone
from dogpark.server.people.register import People
from dogpark.server.settings import Settings
from dogpark.server.store.directory import Directory
from dogpark.server.store.schema import events
from dogpark.server.table.no import No
from tests.server.people.helpers import (
    newcomer,
    open_people,
    tables_with,
    whole_database,
    with_people,
    write_log,
)

T = TypeVar("T")
GAME = {"game": "dogpile", "players": 2, "options": {}}


@pytest.fixture
def hosted(backend: Settings, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """The command line set up for this database."""
    monkeypatch.setenv("DOGPARK_DATABASE", backend.database)
    monkeypatch.setenv("DOGPARK_SECRET", backend.secret)
    monkeypatch.setenv("DOGPARK_BUS", backend.bus or "")
    monkeypatch.setenv("COLUMNS", "120")
    return backend


def on(settings: Settings, doing: Callable[[People], Awaitable[T]]) -> T:
    async def run() -> T:
        async with open_people(settings) as people:
            return await doing(people)

    return asyncio.run(run())


def a_person(settings: Settings, name: str) -> Who:
    async def make(people: People) -> Who:
        return await open_account(
            people, (await newcomer(people)).id, name, "four dogs dig", "here"
        )

    return on(settings, make)


def test_people_are_listed_and_found(hosted: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    rex, guest = a_person(hosted, "Rex"), on(hosted, newcomer)
    assert admin.people(None, json=False) == OK
    told = capsys.readouterr().out
    assert rex.id in told
    assert guest.name in told
    assert admin.people("RE", json=True) == OK
    found = json.loads(capsys.readouterr().out)
    assert [one["id"] for one in found if one["name"] == "Rex"] == [rex.id]
    assert not found[0]["banned"]
    assert admin.people("nobody at all", json=False) == NO
    assert admin.people("100%", json=False) == NO
    assert admin.people(guest.id, json=True) == OK


def test_who_lists_people_is_told_that_there_may_be_more(
    hosted: Settings, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "LISTED", 2)
    on(hosted, newcomer)
    assert admin.people(None, json=True) == OK
    assert not capsys.readouterr().err
    on(hosted, newcomer)
    on(hosted, newcomer)
    assert admin.people(None, json=True) == OK
    told = capsys.readouterr()
    assert len(json.loads(told.out)) == 2
    assert "there may be more" in told.err


def test_somebody_is_banned_and_let_in_again_by_name_or_id(
    hosted: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    rex = a_person(hosted, "Rex")
    assert admin.ban("rex", banned=True) == OK
    assert "Rex is banned" in capsys.readouterr().out
    with pytest.raises(NotDone, match="banned"):
        on(hosted, lambda people: people.fresh_cookie(rex.id))
    assert admin.people("Rex", json=False) == OK
    assert "(banned)" in capsys.readouterr().out
    assert admin.ban(rex.id, banned=False) == OK
    on(hosted, lambda people: people.fresh_cookie(rex.id))
    with pytest.raises(BadInput, match="Nobody is called"):
        admin.ban("Max", banned=True)


def test_what_is_known_of_somebody_is_printed_for_them(
    hosted: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    rex = a_person(hosted, "Rex")
    assert admin.export("rex") == OK
    told = json.loads(capsys.readouterr().out)
    assert told["person"]["id"] == rex.id
    assert told["login"] == {"name": "rex", "password": True}
    with pytest.raises(BadInput, match="Nobody is called"):
        admin.export("Max")


def test_somebody_is_deleted_for_good(
    hosted: Settings, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "HEARD", 0.0)
    rex = a_person(hosted, "Rex")
    opened = entries.Opened(**GAME, host=rex)  # type: ignore[arg-type] # of several types
    said = entries.Said(who=rex, words="zounds")
    on(hosted, lambda people: write_log(people, "table1", opened, said))
    assert admin.delete("Rex", yes=True, json=False) == OK
    assert "Rex is deleted, and forgotten in the logs of 1 table." in capsys.readouterr().out
    held = on(hosted, whole_database)
    assert tables_with(held, rex.id) == tables_with(held, "zounds") == []
    with pytest.raises(BadInput, match="Nobody is called"):
        admin.delete("Rex", yes=True, json=False)


def test_nobody_is_deleted_unless_it_is_meant(
    hosted: Settings, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(host, "HEARD", 0.0)
    rex = a_person(hosted, "Rex")
    with pytest.raises(BadInput, match="--yes"):  # nobody is there who could be asked
        admin.delete("Rex", yes=False, json=False)
    monkeypatch.setattr(terminal, "interactive", lambda: True)
    monkeypatch.setattr("builtins.input", lambda _: "no")
    assert admin.delete("Rex", yes=False, json=False) == NO
    assert rex.id in capsys.readouterr().err
    assert on(hosted, lambda people: people.who(rex.id)) == rex
    monkeypatch.setattr("builtins.input", lambda _: " Rex ")
    assert admin.delete("Rex", yes=False, json=True) == OK
    assert json.loads(capsys.readouterr().out) == {"id": rex.id, "name": "Rex", "tables": 0}


def test_an_offensive_name_is_changed(hosted: Settings, capsys: pytest.CaptureFixture[str]) -> None:
    rex = a_person(hosted, "Rude")
    assert admin.rename("Rude", "Polite Poodle") == OK
    assert "Polite Poodle" in capsys.readouterr().out
    assert on(hosted, lambda people: people.who(rex.id)).name == "Polite Poodle"
    with pytest.raises(BadInput, match="at most 24"):
        admin.rename(rex.id, "x" * 25)


def test_of_several_with_one_name_the_id_must_say_which(hosted: Settings) -> None:
    one, other = on(hosted, newcomer), on(hosted, newcomer)
    for who in (one, other):
        on(hosted, lambda people, who=who: people.rename(who.id, "Twin"))
    with pytest.raises(BadInput, match="Several"):
        admin.ban("Twin", banned=True)
    assert admin.ban(other.id, banned=True) == OK


def test_a_reset_code_is_all_that_is_printed_to_stdout(
    hosted: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    rex = a_person(hosted, "Rex")
    assert admin.reset_password("REX") == OK
    told = capsys.readouterr()
    code = told.out.strip()
    assert "24 hours" in told.err
    assert on(hosted, lambda people: use_reset_code(people, code, "five dogs dig", "x")) == rex
    assert on(hosted, lambda people: log_in(people, "Rex", "five dogs dig", "y")) == rex
    with pytest.raises(BadInput, match="Nobody has an account"):
        admin.reset_password("Max")


def test_on_sqlite_the_secret_beside_the_database_signs_the_code(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DOGPARK_DATABASE", sqlite.database)
    monkeypatch.delenv("DOGPARK_SECRET", raising=False)
    a_person(sqlite, "Rex")
    assert admin.reset_password("Rex") == OK
    kept = sqlite.sqlite_file.with_suffix(".secret").read_text().strip()
    code = capsys.readouterr().out.strip()
    same = Settings(sqlite.database, secret=kept)
    on(same, lambda people: use_reset_code(people, code, "five dogs dig", "x"))


def test_a_table_is_closed_for_everybody(
    hosted: Settings, capsys: pytest.CaptureFixture[str]
) -> None:
    rex = a_person(hosted, "Rex")
    opened = entries.Opened(**GAME, host=rex, public=True)  # type: ignore[arg-type]
    on(hosted, lambda people: write_log(people, "table1", opened, entries.Sat(seat=0, who=rex)))
    assert admin.close("table1", "The host closed this table.") == OK
    assert "entry 3" in capsys.readouterr().out

    async def last(people: People) -> Any:
        async with people.store.connect() as connection:
            rows = (await connection.execute(select(events).order_by(events.c.seq))).all()
        return len(rows), entries.decode(rows[-1].body), await Directory(people.store).get("table1")

    count, entry, listed = on(hosted, last)
    assert count == 3
    assert entry == entries.Closed(why="The host closed this table.")
    assert listed.status == "closed"
    assert admin.tables("closed", json=True) == OK
    [told] = json.loads(capsys.readouterr().out)
    assert (told["id"], told["people"]) == ("table1", "Rex, –")
    assert admin.tables(None, json=False) == OK
    assert admin.tables("playing", json=False) == NO
    for wrong in ("table1", "nowhere", "\x00"):
        with pytest.raises(BadInput):
            admin.close(wrong, "again")
    with pytest.raises(BadInput, match="status"):
        admin.tables("lost", json=False)


def test_a_closing_that_meets_a_move_comes_after_it(
    backend: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(people: People) -> None:
        who = await newcomer(people)
        opened = entries.Opened(**GAME, host=who)  # type: ignore[arg-type]
        await write_log(people, "table1", opened)
        read_on, moved = host._read_on, []

        async def slow(store: Any, table: Any) -> None:
            await read_on(store, table)
            if len(moved) < 3:  # somebody does something before the closing is saved
                moved.append(table.seq)
                body = entries.encode(entries.Said(who=who, words="wait"))
                async with store.begin() as connection:
                    row = {"table_id": "table1", "seq": table.seq + 1, "at": 1, "body": body}
                    await connection.execute(events.insert(), [row])

        monkeypatch.setattr(host, "_read_on", slow)
        assert await host.close_table(people.store, Here(), "table1", "enough") == 5
        assert moved == [1, 2, 3]
        with pytest.raises(No, match="closed already"):
            await host.close_table(people.store, Here(), "table1", "enough")

    with_people(backend, test)


def test_other_processes_hear_of_a_closed_table(
    cluster: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOGPARK_DATABASE", cluster.database)
    monkeypatch.setenv("DOGPARK_SECRET", cluster.secret)
    monkeypatch.setenv("DOGPARK_BUS", str(cluster.bus))
    rex = a_person(cluster, "Rex")
    opened = entries.Opened(**GAME, host=rex)  # type: ignore[arg-type] # of several types
    on(cluster, lambda people: write_log(people, "table1", opened))

    async def listen() -> bytes:
        async with Redis.from_url(str(cluster.bus)) as redis, redis.pubsub() as heard:
            await heard.psubscribe("dogpark:table:*")
            await heard.get_message(timeout=5)
            closing = asyncio.to_thread(admin.close, "table1", "enough")
            assert await closing == OK
            message = await heard.get_message(ignore_subscribe_messages=True, timeout=10)
        assert message is not None
        data: bytes = message["channel"] + b" " + message["data"]
        return data

    told = asyncio.run(asyncio.wait_for(listen(), 30))
    assert told.startswith(b"dogpark:table:table1 ")
    assert told.endswith(b" 2")


def test_a_database_that_is_not_there_is_not_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "nothing.sqlite"
    monkeypatch.setenv("DOGPARK_DATABASE", f"sqlite:///{file}")
    with pytest.raises(BadInput, match="dogpark serve"):
        admin.people(None, json=False)
    assert not file.exists()
    monkeypatch.setenv("DOGPARK_DATABASE", "mysql://x")
    with pytest.raises(BadInput, match="DOGPARK_DATABASE"):
        admin.people(None, json=False)
