"""Guests, their cookies, looks, mutes and bans; on both databases."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest
from itsdangerous import TimestampSigner
from sqlalchemy import select, update

from dogpark.server.people import register
from dogpark.server.people.refused import NotDone
from dogpark.server.people.register import People
from dogpark.server.people.tokens import make, of_person, revoke
from dogpark.server.settings import Settings
from dogpark.server.store.schema import people as people_table
from dogpark.server.store.schema import tokens as tokens_table
from tests.server.people.helpers import newcomer, with_people


def test_a_guest_is_known_by_their_cookie_at_once(backend: Settings) -> None:
    async def test(people: People) -> None:
        came = await people.guest()
        assert came.cookie is not None
        again = await people.of_cookie(came.cookie)
        assert again is not None
        assert again.who == came.who
        assert again.who.guest
        assert again.cookie is None  # still fresh

    with_people(backend, test)


def test_a_cookie_of_yesterday_is_signed_anew_and_the_visit_noted(
    backend: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(people: People) -> None:
        who = await newcomer(people)
        async with people.store.begin() as connection:
            await connection.execute(update(people_table).values(seen_at=5))
        now = TimestampSigner("x").get_timestamp()
        with monkeypatch.context() as past:
            ago = int(timedelta(days=2).total_seconds())
            past.setattr(TimestampSigner, "get_timestamp", lambda _: now - ago)
            old = people.signer.cookie(who.id, 0)
        visit = await people.of_cookie(old)
        assert visit is not None
        assert visit.cookie is not None
        assert visit.cookie != old
        rotated = await people.of_cookie(visit.cookie)
        assert rotated is not None
        assert rotated.who == who
        assert rotated.cookie is None
        async with people.store.connect() as connection:
            assert (await connection.execute(select(people_table.c.seen_at))).scalar_one() > 5

    with_people(backend, test)


def test_a_cookie_for_nobody_or_of_another_secret_is_not_taken(backend: Settings) -> None:
    async def test(people: People) -> None:
        assert await people.of_cookie(people.signer.cookie("nobody", 0)) is None
        assert await people.of_cookie("rubbish") is None

    with_people(backend, test)


def test_logging_out_everywhere_ends_every_cookie_given_before(backend: Settings) -> None:
    async def test(people: People) -> None:
        came, other = await people.guest(), await people.guest()
        assert came.cookie is not None
        assert other.cookie is not None
        await people.log_out_everywhere(came.who.id)
        assert await people.of_cookie(came.cookie) is None
        assert await people.of_cookie(other.cookie) is not None
        fresh = await people.fresh_cookie(came.who.id)
        assert await people.of_cookie(fresh) is not None
        await people.log_out_everywhere(came.who.id)
        assert await people.of_cookie(fresh) is None

    with_people(backend, test)


def test_a_guest_may_change_name_and_colour(backend: Settings) -> None:
    async def test(people: People) -> None:
        who = await newcomer(people)
        assert (await people.rename(who.id, "  Rex ")).name == "Rex"
        assert (await people.recolour(who.id, "teal")).colour == "teal"
        with pytest.raises(NotDone):
            await people.rename(who.id, "\u202e")
        with pytest.raises(NotDone):
            await people.recolour(who.id, "beige")
        kept = await people.who(who.id)
        assert (kept.name, kept.colour) == ("Rex", "teal")

    with_people(backend, test)


def test_somebody_muted_stays_muted_until_they_are_not(backend: Settings) -> None:
    async def test(people: People) -> None:
        me, other, third = [await newcomer(people) for _ in range(3)]
        await people.mute(me.id, other.id, True)
        await people.mute(me.id, other.id, True)
        await people.mute(me.id, third.id, True)
        assert await people.muted_by(me.id) == {other.id, third.id}
        assert await people.muted_by(other.id) == set()
        await people.mute(me.id, other.id, False)
        await people.mute(me.id, other.id, False)
        assert await people.muted_by(me.id) == {third.id}

    with_people(backend, test)


@pytest.mark.parametrize("whom", ["nobody", "", "\x00", "\ud800", "x" * 500, "a b"])
def test_nobody_cannot_be_muted(backend: Settings, whom: str) -> None:
    async def test(people: People) -> None:
        me = await newcomer(people)
        with pytest.raises(NotDone) as no:
            await people.mute(me.id, whom, True)
        assert no.value.kind == "unknown"
        with pytest.raises(NotDone):
            await people.mute(me.id, me.id, True)
        assert await people.muted_by(me.id) == set()

    with_people(backend, test)


def test_nobody_mutes_the_whole_world(backend: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(register, "MOST_MUTED", 2)

    async def test(people: People) -> None:
        me, *others = [await newcomer(people) for _ in range(4)]
        for other in others[:2]:
            await people.mute(me.id, other.id, True)
        with pytest.raises(NotDone) as no:
            await people.mute(me.id, others[2].id, True)
        assert no.value.kind == "too many"

    with_people(backend, test)


def test_who_is_banned_is_refused_by_cookie_and_token_until_unbanned(backend: Settings) -> None:
    async def test(people: People) -> None:
        came = await people.guest()
        assert came.cookie is not None
        _, token = await make(people, came.who.id, "my bot")
        await people.ban(came.who.id)
        with pytest.raises(NotDone, match="banned"):
            await people.of_cookie(came.cookie)
        with pytest.raises(NotDone, match="banned"):
            await people.of_token(token)
        with pytest.raises(NotDone, match="banned"):
            await people.fresh_cookie(came.who.id)
        await people.unban(came.who.id)
        assert await people.of_cookie(came.cookie) is not None
        assert await people.of_token(token) == came.who
        with pytest.raises(NotDone):
            await people.ban("nobody")

    with_people(backend, test)


def test_a_token_is_its_person_and_only_its_hash_is_kept(backend: Settings) -> None:
    async def test(people: People) -> None:
        who = await newcomer(people)
        info, token = await make(people, who.id, "my bot")
        assert token.startswith("dogpark_")
        assert len(token) >= 8 + 43  # 256 bits
        assert await people.of_token(token) == who
        for wrong in (token[:-1], token + "x", "dogpark_", "", token.upper(), "dogpark_\udcff"):
            assert await people.of_token(wrong) is None
        async with people.store.connect() as connection:
            [row] = (await connection.execute(select(tokens_table))).mappings()
        assert token not in str(dict(row))
        assert row["last_used_at"] is not None
        assert [one.id for one in await of_person(people, who.id)] == [info.id]

    with_people(backend, test)


def test_a_revoked_token_is_worth_nothing_and_only_its_owner_revokes_it(backend: Settings) -> None:
    async def test(people: People) -> None:
        mine, other = await newcomer(people), await newcomer(people)
        info, token = await make(people, mine.id, "my bot")
        with pytest.raises(NotDone) as no:
            await revoke(people, other.id, info.id)
        assert no.value.kind == "unknown"
        assert await people.of_token(token) == mine
        await revoke(people, mine.id, info.id)
        assert await people.of_token(token) is None
        with pytest.raises(NotDone):
            await revoke(people, mine.id, info.id)

    with_people(backend, test)


def test_nobody_has_endless_tokens(backend: Settings) -> None:
    async def test(people: People) -> None:
        who = await newcomer(people)
        made = [make(people, who.id, f"bot {number}") for number in range(24)]
        done = await asyncio.gather(*made, return_exceptions=True)
        assert sum(isinstance(one, NotDone) for one in done) == 4
        assert len(await of_person(people, who.id)) == 20
        with pytest.raises(NotDone) as no:
            await make(people, who.id, "one more")
        assert no.value.kind == "too many"

    with_people(backend, test)
