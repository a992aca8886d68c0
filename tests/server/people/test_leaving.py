"""Taking one's data along, and going for good: nothing of the person is left anywhere."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from dogpark.server import entries
from dogpark.server.entries import Who
from dogpark.server.people import leaving
from dogpark.server.people.accounts import log_in, open_account
from dogpark.server.people.history import history
from dogpark.server.people.leaving import PER_ADDRESS, export, leave_for_good
from dogpark.server.people.ratings import record_result
from dogpark.server.people.refused import NotDone
from dogpark.server.people.register import People
from dogpark.server.people.tokens import make
from dogpark.server.people.traces import Trace, find
from dogpark.server.settings import Settings
from dogpark.server.store.engine import Store
from dogpark.server.store.schema import events, sealed
from tests.server.people.authenticator import Authenticator
from tests.server.people.helpers import (
    game,
    list_table,
    newcomer,
    open_people,
    tables_with,
    whole_database,
    with_people,
    write_log,
)
from tests.server.people.test_passkeys import register

NAME, WORDS = "Xylophilus", "zounds what a move"
SEED = "a" * 64


async def a_life(people: People) -> tuple[Who, Who, list[str]]:
    """Somebody who did everything one can do here, and somebody else who was there."""
    guest, other = await people.guest(), await newcomer(people)
    other = await people.recolour(other.id, "red")
    assert guest.cookie is not None
    who = await open_account(people, guest.who.id, NAME, "four dogs dig", "here")
    await people.recolour(who.id, "purple")
    who = await people.who(who.id)
    await register(people, who, Authenticator(), name="my phone")
    _, token = await make(people, who.id, "my bot")
    await people.mute(who.id, other.id, True)
    await people.mute(other.id, who.id, True)
    await people.log_out_everywhere(who.id)
    # A table played at, one only watched, one left before the game, and one asked back to.
    await write_log(
        people,
        "played",
        entries.Opened(game="dogpile", players=2, options={}, host=who),
        entries.Sat(seat=0, who=who),
        entries.Sat(seat=1, who=other),
        entries.Begun(seed=SEED, lines=[[-1, 5]]),
        entries.Moved(seat=0, lines=[[0, 7], [-1, 2]], key="k1", who=who.id),
        entries.Said(who=who, words=WORDS, seat=0),
        entries.Said(who=other, words="well played", seat=1),
        entries.Emoted(who=who, emote="wow", seat=0),
    )
    await list_table(people, "played", [who, other])
    async with people.store.begin() as connection:
        row = {"table_id": "played", "seq": 8, "seat": 0, "at": 1, "code": 3, "key": "k2"}
        await connection.execute(sealed.insert(), [row | {"person": who.id}])
    await write_log(
        people,
        "watched",
        entries.Opened(game="dogpile", players=2, options={}, host=other),
        entries.Said(who=who, words=WORDS),
    )
    await write_log(
        people,
        "left",
        entries.Opened(game="dogpile", players=2, options={}, host=other),
        entries.Sat(seat=1, who=who),
        entries.Rose(seat=1),
    )
    await write_log(
        people,
        "again",
        entries.Opened(
            game="dogpile",
            players=2,
            options={},
            host=other,
            reserved=[who.id, other.id],
            awaited=[who, other],
        ),
    )
    await record_result(people.store, game("played", (who, 1), (other, 2)))
    cookie = await people.fresh_cookie(who.id)
    return who, other, [token, cookie]


def test_the_export_holds_everything_but_secrets(backend: Settings) -> None:
    async def test(people: People) -> None:
        who, other, _ = await a_life(people)
        told = await export(people, who.id)
        assert told["person"]["name"] == NAME
        assert told["login"] == {"name": NAME.lower(), "password": True}
        assert [key["name"] for key in told["passkeys"]] == ["my phone"]
        assert [token["name"] for token in told["tokens"]] == ["my bot"]
        assert told["muted"] == [other.id]
        assert [(one["game"], one["games"]) for one in told["ratings"]] == [("dogpile", 1)]
        assert [one["table"] for one in told["results"]] == ["played"]
        assert [seat["person"] for seat in told["results"][0]["seats"]] == [True, False]
        assert told["tables"] == ["again", "left", "played", "watched"]
        assert sorted((one["table"], one["words"]) for one in told["said"]) == [
            ("played", WORDS),
            ("watched", WORDS),
        ]
        text = str(told)
        assert "$argon2" not in text
        assert "well played" not in text
        assert SEED not in text

    with_people(backend, test)


def test_a_guest_who_did_nothing_has_little_to_export(backend: Settings) -> None:
    async def test(people: People) -> None:
        await a_life(people)
        guest = await newcomer(people)
        told = await export(people, guest.id)
        assert told["person"]["guest"]
        assert told["login"] is None
        for nothing in ("passkeys", "tokens", "muted", "ratings", "results", "tables", "said"):
            assert told[nothing] == []

    with_people(backend, test)


def test_nothing_of_a_deleted_person_is_left_in_the_database(backend: Settings) -> None:
    async def test(people: People) -> None:
        who, other, held = await a_life(people)
        before = await whole_database(people)
        for needle in (who.id, NAME, WORDS):
            assert "events" in tables_with(before, needle)  # it is there to be found
        gone: list[tuple[str, set[str]]] = []

        async def told(person: str, tables: set[str]) -> None:
            gone.append((person, tables))

        people.on_gone = told
        await leave_for_good(people, who, NAME.upper(), "here")
        after = await whole_database(people)
        for needle in (who.id, NAME, NAME.lower(), WORDS, "purple", "my bot", "my phone"):
            assert tables_with(after, needle) == [], needle
        assert gone == [(who.id, {"played", "watched", "left", "again"})]
        # Others are as they were, and so is everything of the game.
        assert await people.who(other.id) == other
        assert "events" in tables_with(after, "well played")
        assert len(after["events"]) == len(before["events"])
        for old, new in zip(before["events"], after["events"], strict=True):
            assert (old["table_id"], old["seq"], old["at"]) == (
                new["table_id"], new["seq"], new["at"],
            )  # fmt: skip
            one, two = entries.decode(old["body"]), entries.decode(new["body"])
            assert type(one) is type(two)
            assert getattr(one, "lines", None) == getattr(two, "lines", None)
            assert getattr(one, "seat", None) == getattr(two, "seat", None)
        # No way in is left.
        token, cookie = held
        assert await people.of_token(token) is None
        assert await people.of_cookie(cookie) is None
        with pytest.raises(NotDone):
            await log_in(people, NAME, "four dogs dig", "here")

    with_people(backend, test)


def test_a_former_player_is_one_and_the_same_throughout_a_table_only(backend: Settings) -> None:
    async def test(people: People) -> None:
        who, other, _ = await a_life(people)
        await leave_for_good(people, who, NAME, "here")
        after = await whole_database(people)
        folded = {
            (row["table_id"], row["seq"]): entries.decode(row["body"]) for row in after["events"]
        }
        opened, sat = folded["played", 1], folded["played", 2]
        moved, said = folded["played", 5], folded["played", 6]
        elsewhere = folded["watched", 2]
        assert isinstance(opened, entries.Opened)
        assert isinstance(sat, entries.Sat)
        assert isinstance(moved, entries.Moved)
        assert isinstance(said, entries.Said)
        assert isinstance(elsewhere, entries.Said)
        assert opened.host.id == sat.who.id == moved.who == said.who.id
        assert opened.host.id != elsewhere.who.id
        assert (sat.who.name, sat.who.colour) == ("a former player", None)
        assert said.words == "…"
        [table] = after["tables"]
        assert table["host"] == sat.who.id
        assert table["seats"][0] == {"seat": 0, "person": sat.who.id, "name": "a former player"}
        assert table["seats"][1] == {"seat": 1, "person": other.id, "name": other.name}
        assert {row["person_id"] for row in after["table_people"]} == {sat.who.id, other.id}

    with_people(backend, test)


def test_others_keep_their_results_against_a_former_player(backend: Settings) -> None:
    async def test(people: People) -> None:
        who, other, _ = await a_life(people)
        await leave_for_good(people, who, NAME, "here")
        [past] = (await history(people.store, other.id, after=None, most=10)).games
        assert [seat.name for seat in past.seats] == ["a former player", other.name]
        assert [seat.person for seat in past.seats] == [None, other.id]
        assert past.seats[1].after is not None

    with_people(backend, test)


def test_deleting_needs_the_name_and_changes_nothing_without(backend: Settings) -> None:
    async def test(people: People) -> None:
        who, other, _ = await a_life(people)
        before = await whole_database(people)
        for wrong in ("", "Xylo", other.name):
            with pytest.raises(NotDone, match="confirm"):
                await leave_for_good(people, who, wrong, "here")
        assert await whole_database(people) == before

    with_people(backend, test)


def test_nobody_is_looked_for_in_the_whole_log_without_end(
    backend: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []

    async def counted(store: Store, person: str, **where: Any) -> list[Trace]:
        if where.get("tables") is None:
            looks.append(person)
        return await find(store, person, **where)

    monkeypatch.setattr(leaving, "find", counted)

    async def test(people: People) -> None:
        for _ in range(PER_ADDRESS.burst):  # who comes anew each time
            guest = await newcomer(people)
            await leave_for_good(people, guest, guest.name, "here")
        assert len(looks) == PER_ADDRESS.burst
        who, _, _ = await a_life(people)
        before = await whole_database(people)
        with pytest.raises(NotDone, match="not deleted yet") as no:
            await leave_for_good(people, who, NAME, "here")
        assert (no.value.kind, no.value.after) == ("too many", 300)
        assert await whole_database(people) == before
        assert len(looks) == PER_ADDRESS.burst
        for _ in range(20):  # a name that is not right takes nothing of the limit
            with pytest.raises(NotDone, match="confirm"):
                await leave_for_good(people, who, "Xylo", "there")
        await leave_for_good(people, who, NAME, "there")
        assert tables_with(await whole_database(people), who.id) == []

    with_people(backend, test)


def test_who_asks_many_times_at_once_is_looked_for_once(
    backend: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[str] = []

    async def counted(store: Store, person: str, **where: Any) -> list[Trace]:
        looks.append(person)
        return await find(store, person, **where)

    monkeypatch.setattr(leaving, "find", counted)

    async def test(people: People) -> None:
        guest = await newcomer(people)
        done = await asyncio.gather(
            *(leave_for_good(people, guest, guest.name, "here") for _ in range(8)),
            return_exceptions=True,
        )
        kinds = [one.kind if isinstance(one, NotDone) else one for one in done]
        assert sorted(kinds, key=str) == [None, *["too many"] * 3, *["unknown"] * 4]
        assert looks == [guest.id] * 2  # the whole log, and what was touched

    with_people(backend, test)


def test_two_people_of_one_table_may_go_at_once(backend: Settings) -> None:
    async def test(people: People) -> None:
        who, other, _ = await a_life(people)
        async with open_people(backend) as elsewhere:  # each at another process
            await asyncio.gather(
                leave_for_good(people, who, NAME, "here"),
                leave_for_good(elsewhere, other, other.name, "here"),
            )
        after = await whole_database(people)
        for needle in (who.id, other.id, NAME, other.name, WORDS, "well played"):
            assert tables_with(after, needle) == [], needle
        with pytest.raises(NotDone):
            await leave_for_good(people, who, NAME, "here")

    with_people(backend, test)


def test_what_is_said_in_the_moment_of_going_is_erased_too(backend: Settings) -> None:
    async def test(people: People) -> None:
        who, _, _ = await a_life(people)

        async def still_talking(person: str, tables: set[str]) -> None:
            late = entries.encode(entries.Said(who=who, words="one more thing"))
            async with people.store.begin() as connection:
                row = {"table_id": "played", "seq": 99, "at": 2**50, "body": late}
                await connection.execute(events.insert(), [row])

        people.on_gone = still_talking
        await leave_for_good(people, who, NAME, "here")
        after = await whole_database(people)
        assert len(after["events"]) == 15
        assert tables_with(after, who.id) == []
        assert tables_with(after, "one more thing") == []

    with_people(backend, test)
