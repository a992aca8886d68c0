"""Passkeys, with an authenticator of our own; on both databases."""

from __future__ import annotations

import asyncio
from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest
from itsdangerous import TimestampSigner
from webauthn.helpers import bytes_to_base64url

from dogpark.server.entries import Who
from dogpark.server.people import passkeys
from dogpark.server.people.accounts import change_password, log_in, open_account, ways_in
from dogpark.server.people.passkeys import (
    Place,
    begin_login,
    begin_register,
    finish_login,
    finish_register,
    of_person,
    remove,
)
from dogpark.server.people.refused import NotDone
from dogpark.server.people.register import People
from dogpark.server.settings import Settings
from tests.server.people.authenticator import Authenticator
from tests.server.people.helpers import newcomer, with_people

HERE = Place("localhost", "http://localhost:8765")
ELSEWHERE = Place("evil.example", "https://evil.example")


async def refused(doing: object) -> NotDone:
    with pytest.raises(NotDone) as no:
        await doing  # type: ignore[misc]
    return no.value


async def register(
    people: People, who: Who, key: Authenticator, account: str | None = None, name: str = "phone"
) -> Who:
    asked = await begin_register(people, who, HERE, account)
    return await finish_register(people, who, HERE, asked.note, key.create(asked.options), name)


async def enter(people: People, key: Authenticator, place: Place = HERE) -> Who:
    asked = begin_login(people, place)
    return await finish_login(people, place, asked.note, key.get(asked.options))


def test_a_guest_opens_an_account_with_a_passkey_and_logs_in_with_it(backend: Settings) -> None:
    async def test(people: People) -> None:
        guest, key = await newcomer(people), Authenticator()
        who = await register(people, guest, key, "Rex")
        assert who.id == guest.id
        assert (who.name, who.guest) == ("Rex", False)
        assert await ways_in(people, who.id) == (False, 1)
        assert await enter(people, key) == who
        assert await enter(people, key) == who
        [kept] = await of_person(people, who.id)
        assert kept.name == "phone"
        assert kept.last_used_at is not None

    with_people(backend, test)


def test_the_browser_is_asked_for_a_key_it_finds_again_by_itself(backend: Settings) -> None:
    async def test(people: People) -> None:
        guest = await newcomer(people)
        asked = await begin_register(people, guest, HERE, "Rex")
        assert asked.options["rp"]["id"] == "localhost"
        assert asked.options["authenticatorSelection"]["residentKey"] == "required"
        assert asked.options["attestation"] == "none"
        assert asked.options["user"]["name"] == "Rex"
        login = begin_login(people, HERE)
        assert login.options["allowCredentials"] == []
        assert login.options["challenge"] != begin_login(people, HERE).options["challenge"]

    with_people(backend, test)


def test_a_passkey_stands_beside_a_password(backend: Settings) -> None:
    async def test(people: People) -> None:
        guest, key = await newcomer(people), Authenticator()
        who = await open_account(people, guest.id, "Rex", "four dogs dig", "here")
        assert await register(people, who, key) == who
        assert await enter(people, key) == who
        assert await log_in(people, "Rex", "four dogs dig", "here") == who
        # The browser is told which keys it has given already.
        asked = await begin_register(people, who, HERE, None)
        assert [one["id"] for one in asked.options["excludeCredentials"]] == [
            bytes_to_base64url(key.id)
        ]

    with_people(backend, test)


def test_one_without_a_password_sets_their_first(backend: Settings) -> None:
    async def test(people: People) -> None:
        guest = await newcomer(people)
        who = await register(people, guest, Authenticator(), "Rex")
        await change_password(people, who.id, None, "four dogs dig", "here")
        assert await log_in(people, "Rex", "four dogs dig", "here") == who

    with_people(backend, test)


def test_nobody_has_endless_passkeys_by_answering_one_challenge_again(
    backend: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passkeys, "MOST", 3)

    async def test(people: People) -> None:
        guest = await newcomer(people)
        who = await open_account(people, guest.id, "Rex", "four dogs dig", "here")
        asked = await begin_register(people, who, HERE, None)
        answers = [Authenticator().create(asked.options) for _ in range(8)]
        done = await asyncio.gather(
            *(finish_register(people, who, HERE, asked.note, one, "phone") for one in answers),
            return_exceptions=True,
        )
        kinds = [one.kind for one in done if isinstance(one, NotDone)]
        assert kinds == ["too many"] * 5
        assert len(await of_person(people, who.id)) == 3

    with_people(backend, test)


def test_of_two_last_passkeys_one_stays_even_if_both_are_deleted_at_once(
    backend: Settings,
) -> None:
    async def test(people: People) -> None:
        guest = await newcomer(people)
        who = await register(people, guest, Authenticator(), "Rex")
        await register(people, who, Authenticator())
        keys = await of_person(people, who.id)
        done = await asyncio.gather(
            *(remove(people, who.id, key.id) for key in keys), return_exceptions=True
        )
        assert [one.kind for one in done if isinstance(one, NotDone)] == ["taken"]
        assert len(await of_person(people, who.id)) == 1

    with_people(backend, test)


def test_an_answer_to_another_challenge_is_refused(backend: Settings) -> None:
    async def test(people: People) -> None:
        guest, key = await newcomer(people), Authenticator()
        one = await begin_register(people, guest, HERE, "Rex")
        other = await begin_register(people, guest, HERE, "Rex")
        answer = key.create(one.options)
        no = await refused(finish_register(people, guest, HERE, other.note, answer, "phone"))
        assert no.kind == "log in"
        assert (await people.who(guest.id)).guest
        await finish_register(people, guest, HERE, one.note, answer, "phone")
        first, second = begin_login(people, HERE), begin_login(people, HERE)
        await refused(finish_login(people, HERE, second.note, key.get(first.options)))

    with_people(backend, test)


def test_a_note_is_good_for_its_use_its_person_and_five_minutes(
    backend: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(people: People) -> None:
        guest, other, key = await newcomer(people), await newcomer(people), Authenticator()
        asked = await begin_register(people, guest, HERE, "Rex")
        answer = key.create(asked.options)
        for note in (None, "", "rubbish", begin_login(people, HERE).note, asked.note + "x"):
            no = await refused(finish_register(people, guest, HERE, note, answer, "phone"))
            assert no.kind == "log in"
        await refused(finish_register(people, other, HERE, asked.note, answer, "phone"))
        now = TimestampSigner("x").get_timestamp()
        with monkeypatch.context() as later:
            seconds = int((passkeys.LIFE + timedelta(seconds=5)).total_seconds())
            later.setattr(TimestampSigner, "get_timestamp", lambda _: now + seconds)
            await refused(finish_register(people, guest, HERE, asked.note, answer, "phone"))
        assert (await people.who(guest.id)).guest
        await finish_register(people, guest, HERE, asked.note, answer, "phone")

    with_people(backend, test)


def test_a_page_of_another_address_cannot_use_a_passkey_of_ours(backend: Settings) -> None:
    async def test(people: People) -> None:
        guest, key = await newcomer(people), Authenticator()
        await register(people, guest, key, "Rex")
        asked = begin_login(people, HERE)
        key.origin = ELSEWHERE.origin  # what the browser would write there
        assert (
            await refused(finish_login(people, HERE, asked.note, key.get(asked.options)))
        ).kind == "log in"
        there = begin_login(people, ELSEWHERE)
        await refused(finish_login(people, HERE, there.note, key.get(there.options)))

    with_people(backend, test)


def test_somebody_elses_key_and_a_forged_signature_are_refused(backend: Settings) -> None:
    async def test(people: People) -> None:
        guest, key, thief = await newcomer(people), Authenticator(), Authenticator()
        who = await register(people, guest, key, "Rex")
        thief.user = key.user
        assert (await refused(enter(people, thief))).kind == "log in"
        thief.id = key.id  # the right name, the wrong key
        assert (await refused(enter(people, thief))).kind == "log in"
        assert await enter(people, key) == who

    with_people(backend, test)


def test_a_copied_key_whose_count_goes_back_is_refused(backend: Settings) -> None:
    async def test(people: People) -> None:
        guest, key = await newcomer(people), Authenticator()
        await register(people, guest, key, "Rex")
        key.count = 10
        await enter(people, key)
        key.count = 3
        assert (await refused(enter(people, key))).kind == "log in"

    with_people(backend, test)


def test_a_key_is_kept_once_and_its_second_account_does_not_come_to_be(backend: Settings) -> None:
    async def test(people: People) -> None:
        guest, other, key = await newcomer(people), await newcomer(people), Authenticator()
        await register(people, guest, key, "Rex")
        assert (await refused(register(people, other, key, "Max"))).kind == "taken"
        assert (await people.who(other.id)).guest

    with_people(backend, test)


def test_of_two_who_want_one_name_by_passkey_one_gets_it(backend: Settings) -> None:
    async def test(people: People) -> None:
        guests = [await newcomer(people) for _ in range(3)]
        done = await asyncio.gather(
            *(register(people, guest, Authenticator(), "Rex") for guest in guests),
            return_exceptions=True,
        )
        assert sum(isinstance(one, Who) for one in done) == 1
        assert sum(isinstance(one, NotDone) and one.kind == "taken" for one in done) == 2

    with_people(backend, test)


def test_a_guest_must_say_which_name_the_account_is_to_have(backend: Settings) -> None:
    async def test(people: People) -> None:
        guest = await newcomer(people)
        assert (await refused(begin_register(people, guest, HERE, None))).kind == "unreadable"
        assert (await refused(begin_register(people, guest, HERE, "\u202e"))).kind == "unreadable"

    with_people(backend, test)


def test_the_only_way_in_is_not_deleted(backend: Settings) -> None:
    async def test(people: People) -> None:
        guest, one, two = await newcomer(people), Authenticator(), Authenticator()
        who = await register(people, guest, one, "Rex")
        only = bytes_to_base64url(one.id)
        assert (await refused(remove(people, who.id, only))).kind == "taken"
        await register(people, who, two, name="key")
        stranger = await newcomer(people)
        assert (await refused(remove(people, stranger.id, only))).kind == "unknown"
        await remove(people, who.id, only)
        assert [key.name for key in await of_person(people, who.id)] == ["key"]
        assert (await refused(enter(people, one))).kind == "log in"
        for wrong in (only, "A", "!", ""):
            assert (await refused(remove(people, who.id, wrong))).kind == "unknown"

    with_people(backend, test)


def broken(good: dict[str, Any]) -> list[dict[str, Any]]:
    """A good answer with something wrong in it, in many ways."""
    found: list[dict[str, Any]] = [{}, {"id": 3}, {"rawId": "A", "id": "A"}, {"rawId": None}]
    for key in good:
        for value in (None, 3, "", "!", [], "AAAA"):
            found.append({**deepcopy(good), key: value})
    for key in good["response"]:
        for value in (None, 3, "", "!", [], "AAAA", good["response"][key][:-8]):
            one = deepcopy(good)
            one["response"][key] = value
            found.append(one)
    return found


def test_broken_answers_are_refused_and_change_nothing(backend: Settings) -> None:
    async def test(people: People) -> None:
        guest, key = await newcomer(people), Authenticator()
        asked = await begin_register(people, guest, HERE, "Rex")
        good = key.create(asked.options)
        for bad in broken(good):
            no = await refused(finish_register(people, guest, HERE, asked.note, bad, "phone"))
            assert no.kind == "log in"
        assert (await people.who(guest.id)).guest
        await finish_register(people, guest, HERE, asked.note, good, "phone")
        login = begin_login(people, HERE)
        answer = key.get(login.options)
        for bad in broken(answer):
            await refused(finish_login(people, HERE, login.note, bad))
        assert (await finish_login(people, HERE, login.note, answer)).id == guest.id

    with_people(backend, test)
