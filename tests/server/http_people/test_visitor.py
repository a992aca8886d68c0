"""Coming in over HTTP: guests, cookies, tokens, limits; on both databases."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from http.cookies import SimpleCookie

import httpx
import pytest
from itsdangerous import TimestampSigner

from dogpark.server.http.limits import per_address
from dogpark.server.people.buckets import LocalBuckets
from dogpark.server.people.cookie import NAME
from dogpark.server.settings import Settings
from tests.server.http_people.helpers import Server, refusal, with_server


def cookie_of(answer: httpx.Response) -> SimpleCookie:
    return SimpleCookie("; ".join(answer.headers.get_list("set-cookie")))


def test_a_newcomer_is_a_guest_at_once_and_the_same_one_again(backend: Settings) -> None:
    async def test(server: Server) -> None:
        async with server.browser() as browser:
            first = await browser.get("/api/me")
            assert first.status_code == 200
            me = first.json()
            assert me["guest"]
            assert me["name"]
            morsel = cookie_of(first)[NAME]
            assert morsel["httponly"]
            assert morsel["samesite"] == "lax"
            assert morsel["path"] == "/"
            assert not morsel["secure"]
            second = await browser.get("/api/me")
            assert second.json() == me
            assert "set-cookie" not in second.headers
        async with server.browser() as other:
            assert (await other.get("/api/me")).json()["id"] != me["id"]

    with_server(backend, test)


def test_behind_https_the_cookie_goes_nowhere_else(backend: Settings) -> None:
    async def test(server: Server) -> None:
        async with server.browser(at="https://dogpark.example") as browser:
            answer = await browser.get("/api/me")
            assert cookie_of(answer)[NAME]["secure"]
            assert answer.headers["strict-transport-security"] == "max-age=31536000"

    with_server(replace(backend, secure=True), test)


def test_an_old_cookie_is_exchanged_for_a_fresh_one(
    backend: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(server: Server) -> None:
        who = (await server.people.guest()).who
        now = TimestampSigner("x").get_timestamp()
        with monkeypatch.context() as past:
            ago = int(timedelta(days=3).total_seconds())
            past.setattr(TimestampSigner, "get_timestamp", lambda _: now - ago)
            old = server.people.signer.cookie(who.id, 0)
        async with server.browser(cookie=f"{NAME}={old}") as browser:
            answer = await browser.get("/api/me")
            assert answer.json()["id"] == who.id
            fresh = cookie_of(answer)[NAME].value
            assert fresh != old
        async with server.browser(cookie=f"{NAME}={fresh}") as browser:
            again = await browser.get("/api/me")
            assert again.json()["id"] == who.id
            assert "set-cookie" not in again.headers

    with_server(backend, test)


def test_a_tampered_or_expired_cookie_is_nobodys(
    backend: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(server: Server) -> None:
        came = await server.people.guest()
        assert came.cookie is not None
        now = TimestampSigner("x").get_timestamp()
        with monkeypatch.context() as past:
            ago = int(timedelta(days=366).total_seconds())
            past.setattr(TimestampSigner, "get_timestamp", lambda _: now - ago)
            expired = server.people.signer.cookie(came.who.id, 0)
        for bad in (came.cookie[:-3], "x" + came.cookie, expired, "rubbish"):
            async with server.browser(cookie=f"{NAME}={bad}") as browser:
                refusal(await browser.get("/api/me/history"), 401)
                fresh = await browser.get("/api/me")  # at the front door they are simply new
                assert fresh.json()["id"] != came.who.id
                assert NAME in cookie_of(fresh)

    with_server(backend, test)


def test_where_guests_are_not_made_somebody_unknown_is_refused(backend: Settings) -> None:
    async def test(server: Server) -> None:
        async with server.browser() as browser:
            for path in ("/api/me/history", "/api/me/tokens", "/api/me/ratings", "/api/me/export"):
                no = refusal(await browser.get(path), 401)
                assert no["refused"] == "log in"
            assert not browser.cookies

    with_server(backend, test)


def test_another_sites_page_does_not_replace_anybodys_cookie(backend: Settings) -> None:
    async def test(server: Server) -> None:
        async with server.program(**{"sec-fetch-site": "cross-site"}) as page:
            answer = await page.get("/api/me")
            refusal(answer, 403)
            assert "set-cookie" not in answer.headers

    with_server(backend, test)


def test_newcomers_from_one_address_are_counted(backend: Settings) -> None:
    async def test(server: Server) -> None:
        async def new(address: str) -> httpx.Response:
            async with server.browser(address) as browser:
                return await browser.get("/api/me")

        assert [(await new("192.0.2.1")).status_code for _ in range(4)] == [200, 200, 200, 429]
        answer = await new("192.0.2.1")
        assert refusal(answer, 429)["refused"] == "too many"
        assert 1 <= int(answer.headers["retry-after"]) <= 20
        assert (await new("192.0.2.2")).status_code == 200
        # One household has a whole network of version 6 addresses.
        six = [(await new(f"2001:db8:0:1::{n}")).status_code for n in range(4)]
        assert six == [200, 200, 200, 429]
        assert (await new("2001:db8:0:2::1")).status_code == 200

    with_server(replace(backend, people_per_minute=3), test)


def test_the_proxys_word_counts_only_where_one_is_trusted(backend: Settings) -> None:
    async def claims(server: Server, forwarded: list[str]) -> list[int]:
        codes = []
        for claim in forwarded:
            async with server.browser("127.0.0.1", **{"x-forwarded-for": claim}) as browser:
                codes.append((await browser.get("/api/me")).status_code)
        return codes

    async def no_proxy(server: Server) -> None:
        assert await claims(server, ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) == [200, 200, 429]

    async def proxy(server: Server) -> None:
        # What stands before the last is the client's own claim.
        assert await claims(server, ["9.9.9.1, 192.0.2.1", "9.9.9.2, 192.0.2.1"]) == [200, 200]
        assert await claims(server, ["9.9.9.3, 192.0.2.1", "9.9.9.3, 192.0.2.2"]) == [429, 200]

    few = replace(backend, people_per_minute=2)
    with_server(few, no_proxy)
    with_server(replace(few, trust_proxy=True), proxy)


def test_one_person_cannot_ask_without_end(backend: Settings) -> None:
    async def test(server: Server) -> None:
        async with server.browser() as browser:
            codes = [(await browser.get("/api/me")).status_code for _ in range(130)]
            assert codes[:100] == [200] * 100
            assert codes[-1] == 429
        async with server.browser() as other:
            assert (await other.get("/api/me")).status_code == 200

    with_server(backend, test)


def test_one_address_cannot_ask_without_end(backend: Settings) -> None:
    async def test(server: Server) -> None:
        server.asgi._buckets = LocalBuckets(lambda: 0.0)
        burst = int(per_address(backend).burst)
        async with server.program() as program:
            codes = [(await program.get("/api/nowhere")).status_code for _ in range(burst + 1)]
        assert codes == [404] * burst + [429]
        async with server.program("192.0.2.9") as other:
            assert (await other.get("/api/nowhere")).status_code == 404

    with_server(backend, test)


def test_a_handler_may_have_a_limit_of_its_own(backend: Settings) -> None:
    async def test(server: Server) -> None:
        async with server.browser() as browser:
            await browser.get("/api/me")
            answers = [await browser.post("/api/try/tables") for _ in range(21)]
            assert [answer.status_code for answer in answers[:20]] == [201] * 20
            assert "tables" in refusal(answers[20], 429)["words"]
            assert (await browser.get("/api/me")).status_code == 200

    with_server(backend, test)


def test_a_banned_person_is_told_so(backend: Settings) -> None:
    async def test(server: Server) -> None:
        async with server.browser() as browser:
            me = (await browser.get("/api/me")).json()
            await server.people.ban(me["id"])
            assert "banned" in refusal(await browser.get("/api/me"), 403)["words"]

    with_server(backend, test)


def test_a_program_plays_with_a_token_and_cannot_change_the_account(backend: Settings) -> None:
    async def test(server: Server) -> None:
        async with server.program() as program:
            made = await program.post("/api/me/tokens", json={"name": "my bot"})
            assert made.status_code == 201
            token, info = made.json()["token"], made.json()["info"]
            program.cookies.clear()
            bearer = {"authorization": f"Bearer {token}"}
            me = (await program.get("/api/me", headers=bearer)).json()
            assert me["guest"]
            assert (await program.post("/api/try/tables", headers=bearer)).json()["host"] == me[
                "id"
            ]
            renamed = await program.patch("/api/me", json={"name": "Robo"}, headers=bearer)
            assert renamed.json()["name"] == "Robo"
            account = {"name": "Rex", "password": "four dogs dig"}
            for method, path, body in (
                ("POST", "/api/me/tokens", {"name": "another"}),
                ("GET", "/api/me/tokens", None),
                ("DELETE", f"/api/me/tokens/{info['id']}", None),
                ("POST", "/api/me/account", account),
                ("POST", "/api/me/password", {"new": "four dogs dig"}),
                ("POST", "/api/logout", {"everywhere": True}),
                ("POST", "/api/passkeys/register/begin", {"account": "Rex"}),
                ("GET", "/api/me/passkeys", None),
                ("GET", "/api/me/export", None),
                ("DELETE", "/api/me", {"name": "Robo"}),
            ):
                no = refusal(await program.request(method, path, json=body, headers=bearer), 403)
                assert "token" in no["words"]
            assert (await program.get("/api/me", headers=bearer)).json()["name"] == "Robo"

    with_server(backend, test)


def test_a_token_cannot_lock_its_owner_out_by_another_name(backend: Settings) -> None:
    async def test(server: Server) -> None:
        rex = {"name": "Rex", "password": "four dogs dig"}
        async with server.browser() as browser, server.program() as program:
            await browser.post("/api/me/account", json=rex)
            token = (await browser.post("/api/me/tokens", json={"name": "my bot"})).json()["token"]
            bearer = {"authorization": f"Bearer {token}"}
            me = (await program.get("/api/me", headers=bearer)).json()
            assert (me["name"], me["guest"]) == ("Rex", False)
            for looks in ({"name": "Robo"}, {"colour": "teal"}, {"name": "Robo", "colour": "red"}):
                no = refusal(await program.patch("/api/me", json=looks, headers=bearer), 403)
                assert "token" in no["words"]
            assert (await program.get("/api/me", headers=bearer)).json() == me
            entered = await browser.post("/api/login", json=rex)
            assert entered.json()["id"] == me["id"]
            renamed = await browser.patch("/api/me", json={"name": "Max"})
            assert renamed.json()["name"] == "Max"

    with_server(backend, test)


@pytest.mark.parametrize(
    "given", ["Bearer rubbish", "Bearer dogpark_rubbish", "Bearer ", "Basic YTpi", "dogpark_x", ""]
)
def test_a_bad_token_is_never_a_guest(backend: Settings, given: str) -> None:
    async def test(server: Server) -> None:
        async with server.program() as program:
            answer = await program.get("/api/me", headers={"authorization": given})
            refusal(answer, 401)
            assert answer.headers["www-authenticate"] == "Bearer"
            assert "set-cookie" not in answer.headers

    with_server(backend, test)


def test_tokens_are_listed_without_themselves_and_deleted(backend: Settings) -> None:
    async def test(server: Server) -> None:
        async with server.browser() as browser:
            made = (await browser.post("/api/me/tokens", json={"name": "my bot"})).json()
            listed = (await browser.get("/api/me/tokens")).json()
            assert listed == {"tokens": [made["info"]]}
            token = made["info"]["id"]
            async with server.browser("192.0.2.2") as other:
                await other.get("/api/me")
                refusal(await other.delete(f"/api/me/tokens/{token}"), 404)
            assert (await browser.delete(f"/api/me/tokens/{token}")).status_code == 204
            assert (await browser.get("/api/me/tokens")).json() == {"tokens": []}
            for wrong in ("x", "%00", "a" * 16):
                assert (await browser.delete(f"/api/me/tokens/{wrong}")).status_code in (400, 404)

    with_server(backend, test)
