"""Accounts, passkeys, results and going for good, over HTTP; on both databases."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import httpx
import pytest

from dogpark.server.people.accounts import reset_code
from dogpark.server.people.cookie import NAME
from dogpark.server.people.ratings import record_result
from dogpark.server.settings import Settings
from tests.server.http_people.helpers import HERE, Server, refusal, with_server
from tests.server.people.authenticator import Authenticator
from tests.server.people.helpers import game, newcomer, tables_with, whole_database

REX = {"name": "Rex", "password": "four dogs dig"}


async def rex(browser: httpx.AsyncClient) -> dict[str, Any]:
    """A guest who opens an account; who they were before."""
    guest: dict[str, Any] = (await browser.get("/api/me")).json()
    opened = await browser.post("/api/me/account", json=REX)
    assert opened.status_code == 201, opened.text
    return guest


def test_an_account_is_opened_left_and_entered_again(backend: Settings) -> None:
    async def test(server: Server) -> None:
        async with server.browser() as one, server.browser() as other:
            guest = await rex(one)
            me = (await one.get("/api/me")).json()
            assert me == {**guest, "name": "Rex", "guest": False, "password": True}
            assert (await one.post("/api/logout", json={})).status_code == 204
            assert not one.cookies
            assert (await one.get("/api/me")).json()["id"] != me["id"]
            entered = await other.post("/api/login", json=REX)
            assert entered.status_code == 200
            assert entered.json() == me
            assert (await other.get("/api/me")).json() == me
            assert REX["password"] not in entered.text

    with_server(backend, test)


def test_a_wrong_password_is_refused_and_sets_no_cookie(backend: Settings) -> None:
    async def test(server: Server) -> None:
        async with server.browser() as one, server.browser() as other:
            await rex(one)
            for body in ({**REX, "password": "five dogs dig"}, {**REX, "name": "Max"}):
                answer = await other.post("/api/login", json=body)
                assert refusal(answer, 401)["refused"] == "log in"
                assert "set-cookie" not in answer.headers

    with_server(backend, test)


def test_guessing_is_answered_with_wait(backend: Settings) -> None:
    async def test(server: Server) -> None:
        async with server.browser() as browser:
            wrong = {**REX, "password": "five dogs dig"}
            answers = [await browser.post("/api/login", json=wrong) for _ in range(6)]
            assert [answer.status_code for answer in answers] == [401] * 5 + [429]
            assert int(answers[5].headers["retry-after"]) <= 12

    with_server(backend, test)


def test_logging_out_everywhere_ends_other_devices(backend: Settings) -> None:
    async def test(server: Server) -> None:
        async with server.browser() as one, server.browser() as other:
            await rex(one)
            await other.post("/api/login", json=REX)
            await one.post("/api/logout", json={"everywhere": True})
            refusal(await other.get("/api/me/history"), 401)

    with_server(backend, test)


def test_a_new_password_keeps_this_device_and_ends_the_others(backend: Settings) -> None:
    async def test(server: Server) -> None:
        async with server.browser() as one, server.browser() as other:
            await rex(one)
            await other.post("/api/login", json=REX)
            change = {"current": "wrong", "new": "five dogs dig"}
            refusal(await one.post("/api/me/password", json=change), 403)
            change["current"] = REX["password"]
            assert (await one.post("/api/me/password", json=change)).status_code == 200
            assert (await one.get("/api/me/history")).status_code == 200
            refusal(await other.get("/api/me/history"), 401)
            assert (
                await other.post("/api/login", json={**REX, "password": "five dogs dig"})
            ).status_code == 200

    with_server(backend, test)


def test_a_code_from_the_host_sets_a_forgotten_password(backend: Settings) -> None:
    async def test(server: Server) -> None:
        async with server.browser() as one, server.browser() as other:
            await rex(one)
            code = await reset_code(server.people, "Rex")
            body = {"code": code, "password": "five dogs dig"}
            answer = await other.post("/api/login/reset", json=body)
            assert answer.json()["name"] == "Rex"
            assert (await other.get("/api/me")).json()["name"] == "Rex"
            refusal(await one.post("/api/login/reset", json=body), 401)
            refusal(await one.get("/api/me/history"), 401)

    with_server(backend, test)


def test_names_and_colours_are_changed_and_checked(backend: Settings) -> None:
    async def test(server: Server) -> None:
        async with server.browser() as one, server.browser() as other:
            await rex(one)
            await other.get("/api/me")
            changed = await other.patch("/api/me", json={"name": "Max", "colour": "teal"})
            assert (changed.json()["name"], changed.json()["colour"]) == ("Max", "teal")
            assert (await other.patch("/api/me", json={})).json() == changed.json()
            for bad in ({"name": ""}, {"name": "\u202e"}, {"colour": "beige"}, {"nam": "x"}, []):
                refusal(await other.patch("/api/me", json=bad), 400)
            taken = await other.post("/api/me/account", json={**REX, "name": "REX"})
            refusal(taken, 409)
            refusal(await one.post("/api/me/account", json={**REX, "name": "Bello"}), 409)

    with_server(backend, test)


# -- passkeys -------------------------------------------------------------------------------------


def test_a_guest_gets_an_account_with_a_passkey_and_comes_back_with_it(backend: Settings) -> None:
    async def test(server: Server) -> None:
        key = Authenticator(HERE)
        async with server.browser() as one, server.browser() as other:
            guest = (await one.get("/api/me")).json()
            begin = await one.post("/api/passkeys/register/begin", json={"account": "Rex"})
            assert begin.status_code == 200
            assert "dogpark_passkey" in begin.headers["set-cookie"]
            assert "HttpOnly" in begin.headers["set-cookie"]
            answer = key.create(begin.json()["public_key"])
            finish = {"credential": answer, "name": "my phone"}
            made = await one.post("/api/passkeys/register/finish", json=finish)
            assert made.status_code == 201
            assert made.json() == {**guest, "name": "Rex", "guest": False, "passkeys": 1}
            refusal(await one.post("/api/passkeys/register/finish", json=finish), 401)

            begin = await other.post("/api/passkeys/login/begin")
            credential = key.get(begin.json()["public_key"])
            entered = await other.post(
                "/api/passkeys/login/finish", json={"credential": credential}
            )
            assert entered.status_code == 200
            assert (await other.get("/api/me")).json()["id"] == guest["id"]
            replayed = await other.post(
                "/api/passkeys/login/finish", json={"credential": credential}
            )
            refusal(replayed, 401)

            [listed] = (await one.get("/api/me/passkeys")).json()["passkeys"]
            assert listed["name"] == "my phone"
            refusal(await one.delete(f"/api/me/passkeys/{listed['id']}"), 409)
            refusal(await one.delete("/api/me/passkeys/AAAA"), 404)

    with_server(backend, test)


def test_a_passkey_of_another_page_is_refused(backend: Settings) -> None:
    async def test(server: Server) -> None:
        key = Authenticator("https://evil.example")
        async with server.browser() as one:
            begin = await one.post("/api/passkeys/register/begin", json={"account": "Rex"})
            answer = key.create(begin.json()["public_key"])
            refusal(
                await one.post("/api/passkeys/register/finish", json={"credential": answer}), 401
            )
            assert (await one.get("/api/me")).json()["guest"]

    with_server(backend, test)


def test_passkeys_belong_to_the_page_the_host_has_named(backend: Settings) -> None:
    async def test(server: Server) -> None:
        async with server.browser(origin="https://play.dogpark.example") as one:
            begin = await one.post("/api/passkeys/register/begin", json={"account": "Rex"})
            assert begin.json()["public_key"]["rp"]["id"] == "play.dogpark.example"

    with_server(replace(backend, origins=("https://play.dogpark.example",)), test)


def test_passkeys_need_an_address_with_a_name(backend: Settings) -> None:
    async def test(server: Server) -> None:
        for at in ("http://127.0.0.1:8765", "http://[::1]:8765"):
            async with server.browser(at=at) as one:
                no = refusal(await one.post("/api/passkeys/login/begin"), 403)
                assert "localhost" in no["words"]

    with_server(backend, test)


# -- results --------------------------------------------------------------------------------------


def test_the_board_ones_ratings_and_history_tell_of_a_game(backend: Settings) -> None:
    async def test(server: Server) -> None:
        async with server.browser() as browser:
            me = (await browser.get("/api/me")).json()
            who = await server.people.who(me["id"])
            other = await newcomer(server.people)
            for number in range(3):
                await record_result(
                    server.people.store,
                    game(f"table{number}", (who, 1), (other, 2), ended_at=number),
                )
            board = (await browser.get("/api/ratings/dogpile/2")).json()["ratings"]
            assert [one["name"] for one in board] == [who.name, other.name]
            assert board[0]["provisional"]
            assert board[0]["rating"] > board[1]["rating"]
            assert (await browser.get("/api/me/ratings")).json()["ratings"] == board[:1]
            page = (await browser.get("/api/me/history?limit=2")).json()
            assert [one["table"] for one in page["games"]] == ["table2", "table1"]
            assert page["games"][0]["seats"][0]["person"] == me["id"]
            rest = await browser.get(f"/api/me/history?limit=2&after={page['next']}")
            assert [one["table"] for one in rest.json()["games"]] == ["table0"]
            assert rest.json()["next"] is None

    with_server(backend, test)


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/ratings/chess/2", 404),
        ("/api/ratings/dog/5", 404),
        ("/api/ratings/dog/99", 400),
        ("/api/ratings/dog/x", 404),
        ("/api/ratings/%00/2", 400),
        ("/api/ratings/dog/4?limit=0", 400),
        ("/api/ratings/dog/4?limit=x", 400),
        ("/api/me/history?limit=1000", 400),
        ("/api/me/history?after=x", 400),
        ("/api/me/history?after=1-%00", 400),
    ],
)
def test_questions_that_make_no_sense_are_refused(
    backend: Settings, path: str, status: int
) -> None:
    async def test(server: Server) -> None:
        async with server.browser() as browser:
            await browser.get("/api/me")
            refusal(await browser.get(path), status)

    with_server(backend, test)


# -- going ----------------------------------------------------------------------------------------


def test_ones_data_come_as_a_file_and_not_too_often(backend: Settings) -> None:
    async def test(server: Server) -> None:
        async with server.browser() as browser:
            await rex(browser)
            answers = [await browser.get("/api/me/export") for _ in range(4)]
            assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
            first = answers[0]
            assert "attachment" in first.headers["content-disposition"]
            assert first.headers["content-type"] == "application/json"
            assert first.json()["person"]["name"] == "Rex"
            assert "argon2" not in first.text

    with_server(backend, test)


def test_who_deletes_themselves_is_gone_with_their_cookie(backend: Settings) -> None:
    async def test(server: Server) -> None:
        async with server.browser() as browser:
            guest = await rex(browser)
            gone = {"name": "Rex"}
            refusal(await browser.request("DELETE", "/api/me", json={"name": "Max"}), 400)
            refusal(await browser.request("DELETE", "/api/me"), 400)
            old = browser.cookies[NAME]
            answer = await browser.request("DELETE", "/api/me", json=gone)
            assert answer.status_code == 204
            assert NAME not in browser.cookies
            async with server.browser(cookie=f"{NAME}={old}") as thief:
                refusal(await thief.get("/api/me/history"), 401)
            assert tables_with(await whole_database(server.people), guest["id"]) == []
            # The name is free again.
            assert (await browser.post("/api/me/account", json=REX)).status_code == 201

    with_server(backend, test)
