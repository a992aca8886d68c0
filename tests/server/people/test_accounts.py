"""Accounts with passwords: opening, logging in, changing, resetting; on both databases."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta

import pytest
from argon2 import PasswordHasher
from itsdangerous import TimestampSigner
from sqlalchemy import select, update

from dogpark.server.people import accounts, passwords
from dogpark.server.people.accounts import (
    PER_ADDRESS,
    PER_PERSON,
    become_account,
    change_password,
    log_in,
    name_is_free,
    open_account,
    reset_code,
    use_reset_code,
    ways_in,
)
from dogpark.server.people.passwords import Passwords
from dogpark.server.people.refused import NotDone
from dogpark.server.people.register import People
from dogpark.server.settings import Settings
from dogpark.server.store.schema import logins
from tests.server.people.helpers import CHEAP, newcomer, open_people, with_people

GOOD, OTHER = "four dogs dig", "five dogs dig"
HERE = "192.0.2.1"


async def refused(doing: object) -> NotDone:
    with pytest.raises(NotDone) as no:
        await doing  # type: ignore[misc]
    return no.value


def test_a_guest_who_opens_an_account_stays_the_same_person(backend: Settings) -> None:
    async def test(people: People) -> None:
        guest = await newcomer(people)
        who = await open_account(people, guest.id, " Rex ", GOOD, HERE)
        assert who.id == guest.id
        assert (who.name, who.guest) == ("Rex", False)
        assert await log_in(people, "rex", GOOD, HERE) == who
        assert await log_in(people, "ＲＥＸ", GOOD, HERE) == who
        assert await ways_in(people, who.id) == (True, 0)
        async with people.store.connect() as connection:
            [row] = (await connection.execute(select(logins))).all()
        assert row.password.startswith("$argon2id$")
        assert GOOD not in str(row)
        again = await refused(open_account(people, who.id, "Max", GOOD, HERE))
        assert again.kind == "taken"

    with_people(backend, test)


def test_a_wrong_password_and_an_unknown_name_are_answered_alike(backend: Settings) -> None:
    async def test(people: People) -> None:
        guest = await newcomer(people)
        await open_account(people, guest.id, "Rex", GOOD, HERE)
        wrong = await refused(log_in(people, "Rex", OTHER, HERE))
        unknown = await refused(log_in(people, "Max", OTHER, HERE))
        rubbish = await refused(log_in(people, "\x00\ud800", OTHER, HERE))
        empty = await refused(log_in(people, "Rex", "", HERE))
        for no in (wrong, unknown, rubbish, empty):
            assert (no.kind, no.words) == ("log in", "The name or the password is wrong.")

    with_people(backend, test)


def test_an_unknown_name_costs_as_much_work_as_a_wrong_password(
    backend: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[str] = []

    class Counting(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> bool:  # noqa: A002
            checked.append(str(hash))
            return super().verify(hash, password)

    async def run() -> None:
        counting = Passwords(Counting(time_cost=1, memory_cost=8, parallelism=1))
        async with open_people(backend, passwords=counting) as people:
            guest = await newcomer(people)
            await open_account(people, guest.id, "Rex", GOOD, HERE)
            await refused(log_in(people, "Rex", OTHER, HERE))
            await refused(log_in(people, "Max", OTHER, HERE))
            await refused(log_in(people, "", OTHER, HERE))

    asyncio.run(run())
    assert len(checked) == 3
    assert {kept.split("$")[3] for kept in checked} == {"m=8,t=1,p=1"}  # and the same parameters


def test_the_password_of_nobody_lets_nobody_in(backend: Settings) -> None:
    async def test(people: People) -> None:
        no = await refused(log_in(people, "Max", "nobody has this password", HERE))
        assert no.kind == "log in"

    with_people(backend, test)


def test_a_taken_name_is_refused_and_the_guest_stays_a_guest(backend: Settings) -> None:
    async def test(people: People) -> None:
        one, other = await newcomer(people), await newcomer(people)
        await open_account(people, one.id, "Rex", GOOD, HERE)
        no = await refused(open_account(people, other.id, "REX", GOOD, HERE))
        assert no.kind == "taken"
        assert await people.who(other.id) == other
        assert (await refused(name_is_free(people, "rex"))).kind == "taken"
        assert await name_is_free(people, " Max ") == "Max"

    with_people(backend, test)


def test_two_guests_who_want_one_name_at_once_do_not_both_get_it(backend: Settings) -> None:
    async def test(people: People) -> None:
        guests = [await newcomer(people) for _ in range(4)]
        done = await asyncio.gather(
            *(open_account(people, guest.id, "Rex", GOOD, HERE) for guest in guests),
            return_exceptions=True,
        )
        refusals = [one for one in done if isinstance(one, NotDone)]
        assert len(refusals) == 3
        assert {no.kind for no in refusals} == {"taken"}
        still = [await people.who(guest.id) for guest in guests]
        assert sum(not who.guest for who in still) == 1

    with_people(backend, test)


def test_renaming_an_account_changes_what_one_logs_in_with(backend: Settings) -> None:
    async def test(people: People) -> None:
        one, other = await newcomer(people), await newcomer(people)
        await open_account(people, one.id, "Rex", GOOD, HERE)
        await open_account(people, other.id, "Max", GOOD, HERE)
        assert (await refused(people.rename(one.id, "MAX"))).kind == "taken"
        assert (await people.who(one.id)).name == "Rex"
        await people.rename(one.id, "Bello")
        assert (await log_in(people, "bello", GOOD, HERE)).id == one.id
        await refused(log_in(people, "rex", GOOD, HERE))

    with_people(backend, test)


# -- what a hash costs ----------------------------------------------------------------------------


class Counted(Passwords):
    """Counts the hashes that are made of new passwords."""

    def __init__(self) -> None:
        super().__init__(CHEAP)
        self.made = 0

    async def hash(self, password: str) -> str:
        self.made += 1
        return await super().hash(password)


def with_counted(settings: Settings, test: Callable[[People, Counted], Awaitable[None]]) -> None:
    async def run() -> None:
        counted = Counted()
        async with open_people(settings, passwords=counted) as people:
            await asyncio.wait_for(test(people, counted), 60)

    asyncio.run(run())


def test_what_is_refused_anyway_costs_no_hash(backend: Settings) -> None:
    async def test(people: People, hashes: Counted) -> None:
        one, other = await newcomer(people), await newcomer(people)
        await open_account(people, one.id, "Rex", GOOD, HERE)
        assert hashes.made == 1
        for _ in range(30):
            assert (
                await refused(open_account(people, other.id, "rex", GOOD, HERE))
            ).kind == "taken"
            assert (await refused(open_account(people, one.id, "Max", GOOD, HERE))).kind == "taken"
            no = await refused(change_password(people, other.id, None, GOOD, HERE))
            assert no.kind == "not allowed"
        assert hashes.made == 1
        await open_account(people, other.id, "Max", GOOD, HERE)  # and took nothing of the limits

    with_counted(backend, test)


def test_a_person_cannot_have_hashes_made_without_end(backend: Settings) -> None:
    async def test(people: People, hashes: Counted) -> None:
        guest = await newcomer(people)
        async with people.store.begin() as connection:  # as with a passkey: no password yet
            await become_account(connection, guest.id, "Rex", None)
        for number in range(PER_PERSON.burst):
            await change_password(people, guest.id, None, f"{GOOD} {number}", f"192.0.2.{number}")
            async with people.store.begin() as connection:
                await connection.execute(update(logins).values(password=None))
        no = await refused(change_password(people, guest.id, None, GOOD, "192.0.2.99"))
        assert no.kind == "too many"
        assert no.after is not None
        assert hashes.made == PER_PERSON.burst

    with_counted(backend, test)


def test_an_address_cannot_have_hashes_made_without_end(backend: Settings) -> None:
    async def test(people: People, hashes: Counted) -> None:
        for number in range(PER_ADDRESS.burst):
            guest = await newcomer(people)
            await open_account(people, guest.id, f"Rex {number}", GOOD, HERE)
        guest = await newcomer(people)
        no = await refused(open_account(people, guest.id, "Max", GOOD, HERE))
        assert no.kind == "too many"
        assert hashes.made == PER_ADDRESS.burst
        assert (await people.who(guest.id)).guest
        await open_account(people, guest.id, "Max", GOOD, "192.0.2.2")

    with_counted(backend, test)


@pytest.mark.parametrize("password", ["", "short", "x" * 257, "broken \ud800 sign"])
def test_what_cannot_be_a_password_is_refused(backend: Settings, password: str) -> None:
    async def test(people: People) -> None:
        guest = await newcomer(people)
        assert (
            await refused(open_account(people, guest.id, "Rex", password, HERE))
        ).kind == "unreadable"
        assert (await people.who(guest.id)).guest

    with_people(backend, test)


def test_guessing_is_slowed_down_for_a_name_from_one_address(backend: Settings) -> None:
    async def test(people: People) -> None:
        guest = await newcomer(people)
        await open_account(people, guest.id, "Rex", GOOD, HERE)
        kinds = [(await refused(log_in(people, "Rex", OTHER, HERE))).kind for _ in range(7)]
        assert kinds == ["log in"] * 5 + ["too many"] * 2
        no = await refused(log_in(people, "Rex", GOOD, HERE))
        assert no.kind == "too many"
        assert no.after is not None
        assert 0 < no.after <= 12
        # Somebody elsewhere, the person whose name it is for one, is not shut out.
        assert (await log_in(people, "Rex", GOOD, "192.0.2.2")).id == guest.id

    with_people(backend, test)


def test_guessing_is_slowed_down_for_an_address_whatever_the_name(backend: Settings) -> None:
    async def test(people: People) -> None:
        kinds = [(await refused(log_in(people, f"Dog {n}", OTHER, HERE))).kind for n in range(22)]
        assert kinds == ["log in"] * 20 + ["too many"] * 2

    with_people(backend, test)


def test_guessing_is_slowed_down_for_a_name_from_everywhere(backend: Settings) -> None:
    async def test(people: People) -> None:
        kinds = [
            (await refused(log_in(people, "Rex", OTHER, f"192.0.2.{n}"))).kind for n in range(60)
        ]
        assert kinds[:50] == ["log in"] * 50
        assert kinds[-1] == "too many"

    with_people(backend, test)


def test_a_changed_password_needs_the_old_one_and_ends_older_cookies(backend: Settings) -> None:
    async def test(people: People) -> None:
        guest = await people.guest()
        assert guest.cookie is not None
        who = await open_account(people, guest.who.id, "Rex", GOOD, HERE)
        for wrong in (OTHER, "", None):
            no = await refused(change_password(people, who.id, wrong, OTHER, HERE))
            assert no.kind == "not allowed"
        assert await people.of_cookie(guest.cookie) is not None
        await change_password(people, who.id, GOOD, OTHER, HERE)
        assert await people.of_cookie(guest.cookie) is None
        assert await log_in(people, "Rex", OTHER, HERE) == who
        await refused(log_in(people, "Rex", GOOD, HERE))

    with_people(backend, test)


def test_a_guest_has_no_password_to_change(backend: Settings) -> None:
    async def test(people: People) -> None:
        guest = await newcomer(people)
        no = await refused(change_password(people, guest.id, None, GOOD, HERE))
        assert no.kind == "not allowed"

    with_people(backend, test)


def test_a_hash_of_weaker_parameters_is_replaced_at_the_next_login(backend: Settings) -> None:
    async def run() -> None:
        async with open_people(backend, passwords=Passwords(CHEAP)) as people:
            guest = await newcomer(people)
            await open_account(people, guest.id, "Rex", GOOD, HERE)
        stronger = Passwords(PasswordHasher(time_cost=2, memory_cost=16, parallelism=1))
        async with open_people(backend, passwords=stronger) as people:
            await log_in(people, "Rex", GOOD, HERE)
            async with people.store.connect() as connection:
                kept = (await connection.execute(select(logins.c.password))).scalar_one()
            assert "m=16,t=2,p=1" in kept
            assert (await log_in(people, "Rex", GOOD, HERE)).id == guest.id

    asyncio.run(run())


def test_a_reset_code_sets_the_password_once(backend: Settings) -> None:
    async def test(people: People) -> None:
        guest = await people.guest()
        assert guest.cookie is not None
        who = await open_account(people, guest.who.id, "Rex", GOOD, HERE)
        code = await reset_code(people, "REX")
        assert await use_reset_code(people, code, OTHER, HERE) == who
        assert await people.of_cookie(guest.cookie) is None
        assert await log_in(people, "Rex", OTHER, HERE) == who
        assert (await refused(use_reset_code(people, code, GOOD, HERE))).kind == "log in"
        assert (await refused(use_reset_code(people, "rubbish", GOOD, HERE))).kind == "log in"
        assert (await refused(reset_code(people, "Nobody"))).kind == "unknown"

    with_people(backend, test)


def test_a_reset_code_used_twice_at_once_works_once(backend: Settings) -> None:
    async def test(people: People) -> None:
        guest = await newcomer(people)
        await open_account(people, guest.id, "Rex", GOOD, HERE)
        code = await reset_code(people, "Rex")
        done = await asyncio.gather(
            *(use_reset_code(people, code, OTHER + str(n), HERE) for n in range(5)),
            return_exceptions=True,
        )
        assert sum(isinstance(one, NotDone) for one in done) == 4

    with_people(backend, test)


def test_a_reset_code_is_good_for_a_day(backend: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(people: People) -> None:
        guest = await newcomer(people)
        await open_account(people, guest.id, "Rex", GOOD, HERE)
        now = TimestampSigner("x").get_timestamp()
        with monkeypatch.context() as past:
            ago = int((accounts.RESET_LIFE + timedelta(minutes=1)).total_seconds())
            past.setattr(TimestampSigner, "get_timestamp", lambda _: now - ago)
            code = await reset_code(people, "Rex")
        assert (await refused(use_reset_code(people, code, OTHER, HERE))).kind == "log in"

    with_people(backend, test)


def test_when_too_many_wait_for_hashing_the_next_is_asked_to_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(passwords, "MAY_WAIT", 3)

    async def run() -> None:
        hashing = Passwords(CHEAP)
        done = await asyncio.gather(
            *(hashing.hash(GOOD) for _ in range(20)), return_exceptions=True
        )
        refusals = [one for one in done if isinstance(one, NotDone)]
        assert len(refusals) == 20 - passwords.AT_ONCE - 3
        assert {no.kind for no in refusals} == {"too many"}
        assert await hashing.matches(await hashing.hash(GOOD), GOOD)
        assert not await hashing.matches("not a hash", GOOD)
        assert not await hashing.matches(None, GOOD)

    asyncio.run(asyncio.wait_for(run(), 30))
