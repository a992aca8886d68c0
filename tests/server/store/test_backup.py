"""Backups: whole or not at all, from either database to either."""

from __future__ import annotations

import asyncio
import gzip
import json
import stat
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from dogpark.cli.commands import database
from dogpark.cli.errors import OK, BadInput
from dogpark.server.log.open import open_log
from dogpark.server.log.rows import Row
from dogpark.server.settings import Settings, secret_beside
from dogpark.server.store import dump, migrate
from dogpark.server.store.alone import Occupied
from dogpark.server.store.backup import KEPT, NotNow, backup, restore, verify
from dogpark.server.store.directory import Directory, Summary
from dogpark.server.store.dump import BadBackup
from dogpark.server.store.engine import Store, open_store
from dogpark.server.store.meta import shared_secret
from dogpark.server.store.schema import (
    events,
    logins,
    meta,
    metadata,
    passkeys,
    people,
    processes,
    ratings,
    result_people,
    results,
    tables,
    tokens,
)

MANY = 2500  # rows of the log: more than are read or written in one go


def within(settings: Settings, work: Any) -> Any:
    """Do something with the store."""

    async def run() -> Any:
        store = open_store(settings)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


async def fill(store: Store) -> None:
    """Something of every kind: text with any letters, nulls, truths, numbers, bytes, JSON."""
    async with store.begin() as connection:
        for person, colour in (("p1", None), ("p2", "#a0b1c2")):
            await connection.execute(
                people.insert().values(
                    id=person,
                    name=f'Zoë "{person}"\n\t; — 犬 🐕 \\ \'',
                    colour=colour,
                    guest=person == "p1",
                    created_at=2**45,
                    seen_at=2**45 + 1,
                    banned=person == "p2",
                )
            )
        await connection.execute(
            events.insert(),
            [
                {"table_id": f"t{n % 7}", "seq": n // 7 + 1, "at": n, "body": bytes([n % 256]) * 9}
                for n in range(MANY)
            ],
        )
        await connection.execute(
            logins.insert().values(name="zoë", person_id="p2", password="$argon2id$…")
        )
        await connection.execute(
            passkeys.insert().values(
                id=bytes(range(256)),
                person_id="p2",
                public_key=b"\x00\xff",
                sign_count=2**40,
                name="phone",
                created_at=1,
            )
        )
        await connection.execute(
            tokens.insert().values(id="k", person_id="p1", hash="h", name="n", created_at=1)
        )
        await connection.execute(
            ratings.insert().values(
                person_id="p2", game="dog", players=4, mu=25.1, sigma=25 / 3, games=3
            )
        )
        await connection.execute(
            results.insert().values(
                table_id="t1",
                game="dog",
                players=4,
                options={"jokers": None, "list": [1, 2.5, "é"]},
                ended_at=7,
                body={},
            )
        )
        await connection.execute(
            result_people.insert(),
            [
                {"table_id": "t1", "seat": 0, "person_id": "p2", "name": "Zoë", "place": 1},
                {"table_id": "t1", "seat": 1, "person_id": None, "name": "", "place": 2},
            ],
        )
    directory = Directory(store)
    seats = [{"seat": 0, "person": "p1", "name": "Zoë", "bot": None}]
    for name, status in (("t1", "playing"), ("t2", "over"), ("t3", "open")):
        await directory.put(
            Summary(name, "dog", 4, status, True, "p1", "none", seats, 3, 1),  # type: ignore[arg-type]
            keeper="p9",
        )
    await directory.beat("p9", time.time_ns() // 1_000_000, "here:1")


async def everything(store: Store) -> dict[str, list[tuple[Any, ...]]]:
    async with store.connect() as connection:
        return {
            one.name: sorted(
                (tuple(row) for row in await connection.execute(select(one))), key=repr
            )
            for one in KEPT
        }


def as_restored(held: dict[str, list[tuple[Any, ...]]]) -> dict[str, list[tuple[Any, ...]]]:
    """What a database holds, as it is after a move: nobody keeps a table any more."""
    names = [column.name for column in tables.columns]
    changed = []
    for row in held["tables"]:
        fields = dict(zip(names, row, strict=True))
        if fields["keeper"] is not None:
            fields["keeper"] = None
            fields["wake_at"] = 0 if fields["status"] in ("open", "playing") else None
        changed.append(tuple(fields.values()))
    return {**held, "tables": sorted(changed, key=repr)}


def test_every_table_is_in_a_backup_but_the_list_of_processes() -> None:
    assert {one.name for one in KEPT} == set(metadata.tables) - {processes.name}


def test_a_backup_moves_to_either_database(
    backend: Settings, empty: Settings, tmp_path: Path
) -> None:
    file = tmp_path / "dogpark.backup"
    within(backend, fill)
    before = within(backend, everything)
    told: list[tuple[int, int]] = []
    header = backup(backend, file, lambda done, total: told.append((done, total)))
    assert header.rows["events"] == MANY
    assert header.rows == {name: len(rows) for name, rows in before.items()}
    assert told[-1] == (header.total, header.total)
    assert told == sorted(told)
    assert within(backend, everything) == before
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [one.name for one in tmp_path.glob("dogpark.backup*")] == ["dogpark.backup"]

    told.clear()
    assert restore(empty, file, progress=lambda done, total: told.append((done, total))) == header
    assert told[-1] == (header.total, header.total)
    after = within(empty, everything)
    assert after == as_restored(before)
    assert after["tables"] != before["tables"]
    assert migrate.current(empty) == migrate.head()

    # There and back again, byte for byte but for the time at which it was made.
    again = tmp_path / "again.backup"
    backup(empty, again)
    third = tmp_path / "third.backup"
    restore(backend_without_servers(backend), again, force=True)
    backup(backend, third)
    assert lines(third)[1:-1] == lines(again)[1:-1]


def backend_without_servers(settings: Settings) -> Settings:
    async def forget(store: Store) -> None:
        async with store.begin() as connection:
            await connection.execute(processes.delete())

    within(settings, forget)
    return settings


def lines(file: Path) -> list[bytes]:
    with gzip.open(file) as found:
        return found.readlines()


def test_a_restored_database_works_on(backend: Settings, empty: Settings, tmp_path: Path) -> None:
    within(backend, fill)
    backup(backend, tmp_path / "b")
    restore(empty, tmp_path / "b")

    async def play_on(store: Store) -> list[str]:
        log = await open_log(empty)
        assert not await log.append(Row("t1", 1, 1, b"taken"))
        seq = len(await log.read("t1"))
        assert await log.append(Row("t1", seq + 1, 1, b"next"))
        await log.close()
        return await Directory(store).claim("new", 10)

    assert sorted(within(empty, play_on)) == ["t1", "t3"]


def test_a_database_that_is_not_empty_is_replaced_only_by_force(
    backend: Settings, tmp_path: Path
) -> None:
    backup(backend, tmp_path / "nothing")
    within(backend, fill)
    backend_without_servers(backend)
    before = within(backend, everything)
    with pytest.raises(NotNow, match="not empty"):
        restore(backend, tmp_path / "nothing")
    assert within(backend, everything) == before
    restore(backend, tmp_path / "nothing", force=True)
    assert not any(within(backend, everything).values())


def test_a_database_is_not_replaced_under_a_running_server(
    backend: Settings, tmp_path: Path
) -> None:
    within(backend, fill)
    backup(backend, tmp_path / "b")

    async def hold() -> None:
        log = await open_log(backend)
        with pytest.raises(NotNow if backend.bus else Occupied, match=r"here:1|Another dogpark"):
            await asyncio.to_thread(restore, backend, tmp_path / "b", True)
        await log.close()

    before = within(backend, everything)
    asyncio.run(hold())
    assert within(backend, everything) == before


def test_a_backup_shows_one_moment_though_play_goes_on(
    backend: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While events are read somebody plays on; the header was counted before, and still holds."""
    within(backend, fill)
    began = dump.new_file

    def play_on_then_begin(*given: Any) -> Any:
        async def append(store: Store) -> None:
            async with store.begin() as connection:
                await connection.execute(
                    events.insert().values(table_id="t0", seq=10**6, at=1, body=b"late")
                )
                await connection.execute(people.delete().where(people.c.id == "p2"))

        from concurrent.futures import ThreadPoolExecutor

        with ThreadPoolExecutor(1) as elsewhere:
            elsewhere.submit(within, backend, append).result(60)
        return began(*given)

    monkeypatch.setattr(dump, "new_file", play_on_then_begin)
    header = backup(backend, tmp_path / "b")
    assert dump.check(tmp_path / "b") == header
    assert header.rows["events"] == MANY
    assert header.rows["people"] == 2
    assert len(within(backend, everything)["people"]) == 1


def damaged(good: list[bytes]) -> dict[str, bytes]:
    """Ways in which a file may have suffered."""
    whole = gzip.compress(b"".join(good))
    changed = [line.replace(b'"t1",1,', b'"t1",2,') for line in good]
    assert changed != good
    newer = [good[0].replace(b'"version":1', b'"version":2'), *good[1:]]
    return {
        "cut off": gzip.compress(b"".join(good[:-1])),
        "cut off in the middle": whole[: len(whole) // 2],
        "a row changed": gzip.compress(b"".join(changed)),
        "a row less": gzip.compress(b"".join(good[:5] + good[6:])),
        "a bit turned": whole[:2000] + bytes([whole[2000] ^ 4]) + whole[2001:],
        "not compressed": b"".join(good),
        "something else": gzip.compress(b"hello\n"),
        "nothing": b"",
        "nothing, compressed": gzip.compress(b""),
        "newer": gzip.compress(b"".join(newer)),
        "not text": gzip.compress(good[0] + b"\xff\xfe\x00\n" * 5),
        "first line broken": gzip.compress(good[0][:-5] + b"\n" + b"".join(good[1:])),
    }


def test_a_backup_is_verified_without_a_database(
    backend: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    within(backend, fill)
    file = tmp_path / "park.backup"
    header = backup(backend, file)
    told: list[tuple[int, int]] = []
    assert verify(file, lambda done, total: told.append((done, total))) == header
    assert told[-1] == (header.total, header.total)
    monkeypatch.setenv("DOGPARK_DATABASE", f"sqlite:///{tmp_path / 'nothing'}")
    assert database.verify(file, json=True) == OK
    said = json.loads(capsys.readouterr().out)
    assert said["rows"] == header.rows
    assert said["revision"] == migrate.head()
    assert database.verify(file, json=False) == OK
    assert "is whole" in (words := capsys.readouterr().out)
    assert "2,500 events" in words
    assert not (tmp_path / "nothing").exists()


def test_a_damaged_file_is_not_verified(backend: Settings, tmp_path: Path) -> None:
    within(backend, fill)
    backup(backend, tmp_path / "good")
    good = lines(tmp_path / "good")
    bad = tmp_path / "bad"
    for content in damaged(good).values():
        bad.write_bytes(content)
        with pytest.raises(BadInput, match="bad"):
            database.verify(bad, json=False)
    # Whole by its digest and its counts, and yet no restore could take it.
    first, body = json.loads(good[0]), good[1:-1]
    short = [b'["t1",1]\n' if line.startswith(b'["t1",1,') else line for line in body]
    of_money = [line.replace(b'"bytes"', b'"money"') for line in body]
    for changed, words in ((short, "none of events"), (of_money, "unknown kinds: money")):
        assert changed != body
        rewritten(bad, first, changed)
        dump.check(bad)
        with pytest.raises(BadBackup, match=words):
            verify(bad)


def test_where_no_database_is_none_is_made_for_a_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "nothing.sqlite"
    monkeypatch.setenv("DOGPARK_DATABASE", f"sqlite:///{file}")
    with pytest.raises(BadInput, match="DOGPARK_DATABASE"):
        database.backup(tmp_path / "b")
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_file_is_refused_before_anything_changes(
    backend: Settings, tmp_path: Path
) -> None:
    within(backend, fill)
    backend_without_servers(backend)
    backup(backend, tmp_path / "good")
    before = within(backend, everything)
    for what, content in damaged(lines(tmp_path / "good")).items():
        bad = tmp_path / "bad"
        bad.write_bytes(content)
        with pytest.raises(BadBackup, match="bad") as told:
            restore(backend, bad, force=True)
        assert within(backend, everything) == before, (what, told.value)
    with pytest.raises(FileNotFoundError):
        restore(backend, tmp_path / "nowhere", force=True)


def rewritten(file: Path, first: dict[str, Any], body: list[bytes]) -> None:
    """A file that is whole in itself, with another content."""
    import hashlib

    head = [json.dumps(first, separators=(",", ":")).encode() + b"\n", *body]
    rows = sum(line.startswith(b"[") for line in body)
    digest = hashlib.sha256(b"".join(head)).hexdigest()
    end = json.dumps({"rows": rows, "digest": digest}, separators=(",", ":")).encode()
    file.write_bytes(gzip.compress(b"".join([*head, end, b"\n"])))


def test_a_restore_that_fails_half_way_changes_nothing(backend: Settings, tmp_path: Path) -> None:
    """A token of nobody: the database refuses it after thousands of other rows."""
    within(backend, fill)
    backend_without_servers(backend)
    backup(backend, tmp_path / "good")
    good = lines(tmp_path / "good")
    body = [line.replace(b'["k","p1"', b'["k","nobody"') for line in good[1:-1]]
    assert body != good[1:-1]
    rewritten(tmp_path / "bad", json.loads(good[0]), body)
    dump.check(tmp_path / "bad")
    before = within(backend, everything)
    from sqlalchemy.exc import IntegrityError

    with pytest.raises(IntegrityError):
        restore(backend, tmp_path / "bad", force=True)
    assert within(backend, everything) == before
    assert migrate.current(backend) == migrate.head()


def test_a_backup_of_a_newer_schema_is_refused(backend: Settings, tmp_path: Path) -> None:
    backup(backend, tmp_path / "b")
    good = lines(tmp_path / "b")
    rewritten(tmp_path / "newer", {**json.loads(good[0]), "revision": "9999"}, good[1:-1])
    with pytest.raises(BadBackup, match="newer dogpark"):
        restore(backend, tmp_path / "newer")


def test_a_database_that_is_not_up_to_date_is_not_backed_up(
    empty: Settings, tmp_path: Path
) -> None:
    with pytest.raises(NotNow, match="up to date"):
        backup(empty, tmp_path / "b")
    assert not (tmp_path / "b").exists()


def test_an_older_backup_stays_when_a_new_one_fails(
    backend: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "b"
    backup(backend, file)
    before = file.read_bytes()
    within(backend, fill)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(dump.Writer, "end", full)
    with pytest.raises(OSError, match="No space left"):
        backup(backend, file)
    assert file.read_bytes() == before
    assert list(tmp_path.glob("b*")) == [file]


def test_people_stay_who_they_are_when_the_server_moves(
    sqlite: Settings, cluster: Settings, empty_sqlite: Settings, tmp_path: Path
) -> None:
    """The secret that signs their cookies lies beside SQLite and inside PostgreSQL."""
    secret = secret_beside(sqlite.sqlite_file)
    backup(sqlite, tmp_path / "small")
    restore(cluster, tmp_path / "small")
    assert within(cluster, shared_secret) == secret
    backup(cluster, tmp_path / "big")
    restore(empty_sqlite, tmp_path / "big")
    assert secret_beside(empty_sqlite.sqlite_file) == secret
    backup(empty_sqlite, tmp_path / "small again")
    assert dump.check(tmp_path / "small again").rows["meta"] == 1

    async def secrets(store: Store) -> int | None:
        async with store.connect() as connection:
            return await connection.scalar(select(func.count()).select_from(meta))

    assert within(empty_sqlite, secrets) == 1
