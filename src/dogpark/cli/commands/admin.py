"""``dogpark admin``: what the host of a server does, on the machine itself and nowhere else."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, TypeVar

import msgspec
from rich import box
from rich.markup import escape
from rich.table import Table

from dogpark.cli import errors, terminal
from dogpark.server.bus.news import Bus
from dogpark.server.bus.open import open_bus
from dogpark.server.entries import Who
from dogpark.server.people import host, leaving
from dogpark.server.people.accounts import RESET_LIFE, reset_code
from dogpark.server.people.register import People
from dogpark.server.settings import BadSetting, Settings, read, secret_beside
from dogpark.server.store import migrate
from dogpark.server.store.engine import Away, Store, open_store, place
from dogpark.server.store.meta import shared_secret
from dogpark.server.table.no import No

T = TypeVar("T")
STATUSES = ("open", "playing", "over", "closed")


@dataclass
class _Office:
    """What the host works with."""

    store: Store
    people: People
    bus: Bus


def people(find: str | None, *, json: bool) -> int:
    """Lists people."""
    found = _do(lambda office: host.find_people(office.store, find))
    _say_if_cut_off(found, "--find looks for others")
    if json:
        terminal.print_json([one._asdict() for one in found])
        return errors.OK
    if not found:
        terminal.err().print("Nobody was found.")
        return errors.NO
    table = _table("id", "name", "is a", "came", "last seen")
    for one in found:
        kind = "guest" if one.guest else "account"
        name = escape(one.name) + (" [red](banned)[/]" if one.banned else "")
        table.add_row(one.id, name, kind, _day(one.created_at), _day(one.seen_at))
    terminal.out().print(table)
    return errors.OK


def ban(person: str, *, banned: bool) -> int:
    """Shuts somebody out, or lets them in again."""

    async def work(office: _Office) -> str:
        found = await host.one_person(office.people, person)
        return (await host.ban(office.people, found, banned)).name

    name = _do(work)
    done = "is banned" if banned else "may come back"
    terminal.out().print(f"{escape(name)} {done}.")
    return errors.OK


def rename(person: str, name: str) -> int:
    """Gives somebody another name."""

    async def work(office: _Office) -> str:
        who = await office.people.rename(await host.one_person(office.people, person), name)
        return who.name

    terminal.out().print(f"They are called {escape(_do(work))} now.")
    return errors.OK


def export(person: str) -> int:
    """Prints everything the server knows of somebody, as they may have it themselves."""

    async def work(office: _Office) -> dict[str, Any]:
        found = await host.one_person(office.people, person)
        return await leaving.export(office.people, found)

    told = msgspec.json.encode(_do(work))
    print(msgspec.json.format(told, indent=2).decode())
    return errors.OK


def delete(person: str, *, yes: bool, json: bool) -> int:
    """Deletes somebody for good."""

    async def find(office: _Office) -> Who:
        return await office.people.who(await host.one_person(office.people, person))

    who = _do(find)
    if not yes and not _confirmed(who):
        terminal.err().print("Nobody was deleted.")
        return errors.NO

    forgotten = _do(lambda office: host.delete_person(office.people, office.bus, who))
    if json:
        terminal.print_json({"id": who.id, "name": who.name, "tables": forgotten})
    else:
        tables = "1 table" if forgotten == 1 else f"{forgotten} tables"
        terminal.out().print(
            f"{escape(who.name)} is deleted, and forgotten in the logs of {tables}. "
            "Old backups still hold them."
        )
    return errors.OK


def _confirmed(who: Who) -> bool:
    """Whether it is meant. Names are easily confused, and nothing brings anybody back."""
    if not terminal.interactive():
        raise errors.BadInput("This cannot be undone. Add --yes if you are sure.")
    kind = "a guest" if who.guest else "an account"
    terminal.err().print(
        f"{escape(who.name)} ({who.id}) is {kind}. Deleting them cannot be undone.", soft_wrap=True
    )
    return input("Write their name to go on: ").strip() == who.name


def reset_password(name: str) -> int:
    """Prints a code with which an account's password may be set anew, once."""
    code = _do(lambda office: reset_code(office.people, name))
    hours = int(RESET_LIFE.total_seconds() // 3600)
    terminal.err().print(
        f"Give this code to {escape(name)} and nobody else. It sets a new password once, "
        f"within {hours} hours (POST /api/login/reset):"
    )
    print(code)
    return errors.OK


def tables(status: str | None, *, json: bool) -> int:
    """Lists tables."""
    if status is not None and status not in STATUSES:
        raise errors.BadInput(f"--status is one of {', '.join(STATUSES)}; not {status!r}.")
    found = _do(lambda office: host.list_tables(office.store, status))
    _say_if_cut_off(found, "--status leaves some out")
    if json:
        terminal.print_json([one._asdict() for one in found])
        return errors.OK
    if not found:
        terminal.err().print("There are no such tables.")
        return errors.NO
    table = _table("id", "game", "status", "who sits there", "last change")
    for one in found:
        game = f"{one.game} ({one.players})"
        table.add_row(one.id, game, one.status, escape(one.people), _day(one.changed_at))
    terminal.out().print(table)
    return errors.OK


def close(table: str, why: str) -> int:
    """Closes a table."""
    seq = _do(lambda office: host.close_table(office.store, office.bus, table, why))
    terminal.out().print(f"Table {table} is closed (entry {seq} of its log).")
    return errors.OK


def _do(work: Callable[[_Office], Awaitable[T]]) -> T:
    """Does something with the server's database; what it refuses is bad input here."""
    try:
        settings = read(os.environ)
        _check(settings)
        return asyncio.run(_within(settings, work))
    except (No, BadSetting) as error:
        raise errors.BadInput(str(error)) from None
    except Away as error:
        raise errors.BadInput(f"{error}. Is DOGPARK_DATABASE right?") from None


def _check(settings: Settings) -> None:
    """Only the database of a server that has been started is worth working on."""
    there = not settings.on_sqlite or settings.sqlite_file.exists()
    if not there or migrate.current(settings) != migrate.head():
        raise errors.BadInput(
            f"{place(settings)} is not the database of a server of this version. Start "
            "`dogpark serve` with it first, or set DOGPARK_DATABASE as for the server."
        )


async def _within(settings: Settings, work: Callable[[_Office], Awaitable[T]]) -> T:
    async with _office(settings) as office:
        return await work(office)


@asynccontextmanager
async def _office(settings: Settings) -> AsyncIterator[_Office]:
    store = open_store(settings)
    try:
        if not settings.secret:
            settings = replace(
                settings,
                secret=secret_beside(settings.sqlite_file)
                if settings.on_sqlite
                else await shared_secret(store),
            )
        everybody = People(store, settings)
        bus = open_bus(settings, "admin")
        try:
            yield _Office(store, everybody, bus)
        finally:
            await bus.close()
            await everybody.close()
    finally:
        await store.close()


def _say_if_cut_off(found: Sequence[object], advice: str) -> None:
    if len(found) == host.LISTED:
        terminal.err().print(
            f"These are the latest {host.LISTED}, and there may be more; {advice}."
        )


def _table(*columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column, no_wrap=column == "id")
    return table


def _day(ms: int) -> str:
    return f"{datetime.fromtimestamp(ms / 1000, UTC):%Y-%m-%d %H:%M}"
