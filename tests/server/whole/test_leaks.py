"""Nothing leaks: every byte that anybody was sent in whole games over real sockets is looked at."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from dogpark import games
from dogpark.kernel.seed import dice_for
from dogpark.play.position import Position
from dogpark.server.entries import Moved, decode
from dogpark.server.live import veil
from dogpark.server.ops import logs
from dogpark.server.park.eyes import Eyes
from dogpark.server.settings import Settings
from dogpark.server.table.table import Table
from dogpark.wire.bodies import Listed, TableReply
from dogpark.wire.tells import Accepted, Pong, Refused, Snapshot, Update, Welcome
from tests.server.conftest import SECRET
from tests.server.whole import leaky
from tests.server.whole import played as playing
from tests.server.whole.conftest import SHORT_MS, Evening
from tests.server.whole.crowd import Device, Player, device, devices, timeless
from tests.server.whole.guests import Guest, guests
from tests.server.whole.ledger import folded, unaccounted
from tests.server.whole.played import PUBLIC, TOLD_TO_NOBODY, WAYS, Played
from tests.server.whole.running import in_loop, serving
from tests.server.whole.worlds import SURELY, Tally, given_away, placed, twin

encode = msgspec.json.encode


# -- every byte -----------------------------------------------------------------------------------


def test_every_byte_of_every_snapshot_and_update_is_accounted_for(played: Played) -> None:
    assert unaccounted(played.rows, played.everybody) == []
    assert sum(len(one.raw) for at in played.everybody for one in at.heard) > 10_000


def test_no_message_holds_anything_that_its_type_does_not_name(played: Played) -> None:
    seqs = {row.seq for row in played.rows}
    for at in played.everybody:
        for heard in at.heard:
            told = heard.told
            assert encode(told) == heard.raw
            match told:
                case Welcome():
                    assert told.you.id == at.who.id
                case Accepted():
                    assert told.table == played.table
                    assert told.seq is None or told.seq in seqs
                    assert told.words is None
                case Refused():
                    assert told.table == played.table
                case _:
                    assert isinstance(told, Snapshot | Update | Pong)


def test_nobody_is_sent_a_message_about_something_that_is_not_for_them(played: Played) -> None:
    updates = [h.told for at in played.everybody for h in at.heard if isinstance(h.told, Update)]
    assert updates
    assert all(told.parts or told.happened or told.info for told in updates)


def test_who_holds_two_seats_is_sent_what_these_two_see_and_no_more(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(veil.LENGTHS_MS, "none", SHORT_MS)

    async def main() -> None:
        async with serving(sqlite) as here, guests(here.address, 2) as people:
            opened = await people[0].api.open_table(
                "breath", seats=["me", "me", "open"], players=3, options={"rounds": 1}, public=True
            )
            await people[1].api.sit(opened["table"])
            await people[0].api.start(opened["table"])
            async with devices(people, opened["table"]) as at, asyncio.TaskGroup() as group:
                for one in at:
                    group.create_task(Player(one, one.who.name).play())
            assert [set(one.sights) for one in at] == [{0, 1}, {2}]
            rows = await here.park.log.read(opened["table"])
            assert unaccounted(rows, at) == []
            assert at[0].over

    in_loop(main)


# -- other worlds ---------------------------------------------------------------------------------


def test_dealing_again_what_they_cannot_know_leaves_every_byte_as_it_was(played: Played) -> None:
    tally = Tally()
    assert given_away(played.rows, played.devices, tally) == []
    assert tally.redealt > 30
    assert tally.refused > 30
    if games.rooms(played.game).facts.hidden:
        assert tally.changed > 10
        assert tally.alike > 3


def test_somebody_ran_out_of_time_and_bots_played_beside_people(evening: Evening) -> None:
    """So that the tests above are about clocks, bots and stand-ins, too."""
    played = evening.games["sqlite", "breath-by-the-clock"]
    *_, last = folded(played.rows)
    moves = [one for row in played.rows if isinstance(one := decode(row.body), Moved)]
    assert {"person", "bot", "clock"} <= {one.by for one in moves}
    by_bots = {one.seat for one in moves if one.by == "bot"}
    assert by_bots >= {played.way.sleeper, last.table.game.players - 1}
    told = [h.told for at in played.devices for h in at.heard if isinstance(h.told, Update)]
    assert any(part.deadline is not None for one in told for part in one.parts)


@pytest.mark.parametrize("words", [True, False])
def test_the_servers_own_snapshots_are_the_same_in_every_world(played: Played, words: bool) -> None:
    """Also of those that nobody asked for, and in the short form for programs."""
    dice, compared = dice_for(f"snapshots of {played.table}", 0), 0
    for step in folded(played.rows):
        position = step.table.position
        if position is None or step.seq % 3:
            continue
        for viewer in (*range(len(played.people)), None):
            world = placed(position, position.rooms.redeal(position.state, viewer, dice))
            eyes = () if viewer is None else (viewer,)
            real = Eyes(eyes, words=words).snapshot(step.table, 1, 0, step.told)
            assert (
                Eyes(eyes, words=words).snapshot(twin(step.table, world), 1, 0, step.told) == real
            )
            compared += 1
    assert compared > 20


# -- secrets --------------------------------------------------------------------------------------


def numbers_of_the_generator(played: Played) -> set[int]:
    """Every word that the game's generator ever held."""
    found: set[int] = set()
    for step in folded(played.rows):
        if step.table.position is not None:
            s = step.table.position.state
            found |= {*s.rng_key, *s.rng_block}
    return {word for word in found if word >= SURELY}


def test_the_generator_is_nowhere_in_what_was_sent(played: Played) -> None:
    words = numbers_of_the_generator(played)
    assert len(words) >= 4
    hidden = [form.encode() for word in words for form in (str(word), f"{word:x}")]
    sent = b"\n".join(one.raw for at in played.everybody for one in at.heard)
    sent += b"\n".join(answer.content for answer in played.answers.values())
    assert [form for form in hidden if form in sent] == []


def test_the_seed_is_told_once_the_game_is_over_and_nowhere_before(played: Played) -> None:
    assert seed_told_early(played) == []
    over = [
        heard.told.info
        for at in played.devices
        for heard in at.heard
        if isinstance(heard.told, Snapshot | Update) and heard.told.info is not None
    ]
    assert sum(info.status == "over" for info in over) == len(played.devices)


def seed_told_early(played: Played) -> list[str]:
    """Where the seed is, except once in the info of a game that is over."""
    *_, last = folded(played.rows)
    assert last.table.seed is not None
    seed, found = last.table.seed.encode(), []
    for at in played.everybody:
        for heard in at.heard:
            told = heard.told
            over = isinstance(told, Snapshot | Update) and told.info and told.info.status == "over"
            if heard.raw.count(seed) != int(bool(over)):
                found.append(f"{at.who.name}: {heard.raw!r}")
    for name, answer in played.answers.items():
        if not name.endswith(", over") and seed in answer.content:
            found.append(name)
    return found


def test_cookies_and_invitations_are_nowhere_in_what_was_sent(evening: Evening) -> None:
    people = [who for one in evening.games.values() for who in everybody(one)]
    keys = [cookie(who) for who in people]
    keys += [one.invite for one in evening.games.values() if one.invite is not None]
    keys += [SECRET]
    assert len(keys) > 30
    for one in evening.games.values():
        sent = b"\n".join(heard.raw for at in one.everybody for heard in at.heard)
        assert [key for key in keys if key.encode() in sent] == []


def everybody(played: Played) -> list[Guest]:
    return [*played.people, played.spectator, played.stranger]


def cookie(who: Guest) -> str:
    assert who.api.cookie is not None
    return who.api.cookie


# -- choices under seal ---------------------------------------------------------------------------


def picks(played: Played) -> Iterator[tuple[Table, Position, int, int]]:
    """Choices of the exchange in DOG after which somebody has still to choose: before it, by whom."""
    for step in folded(played.rows):
        before, entry, after = step.before, step.entry, step.table.position
        if before is None or after is None or not isinstance(entry, Moved):
            continue
        if before.stage(entry.seat) == "exchange" and after.view(None)["phase"] == "exchange":
            yield step.table, before, entry.seat, entry.lines[0][1]


@pytest.mark.parametrize("backend", ["sqlite", "cluster"])
def test_who_has_picked_what_for_the_partner_changes_nothing_for_anybody_else(
    evening: Evening, backend: str
) -> None:
    compared = 0
    for table, before, seat, code in picks(evening.games[backend, "dog"]):
        for viewer in (*range(4), None):
            if viewer == seat:
                continue
            eyes = () if viewer is None else (viewer,)
            shown = Eyes(eyes).snapshot(table, 1, 0, [])
            for other in range(4):
                if other == viewer or other not in before.active:
                    continue
                for action in before.legal(other):
                    if (other, action.code) != (seat, code):
                        world = placed(before, before.state)
                        assert {one.seats for one in world.apply(other, action)} == {(other,)}
                        assert Eyes(eyes).snapshot(twin(table, world), 1, 0, []) == shown
                        compared += 1
    assert compared > 100


def test_while_partners_pick_nobody_else_is_sent_a_byte(
    sqlite: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not that somebody picked, nor that it was taken back; and afterwards the same, whatever it was."""
    monkeypatch.setattr("dogpark.server.table.drafts.fresh_seed", lambda: "5e" * 32)

    async def exchange(people: list[Guest], which: int) -> list[Any]:
        host, *others, _ = people
        table = (await host.api.open_table("dog", players=4, public=True))["table"]
        for one in others:
            await one.api.sit(table)
        await host.api.start(table)
        async with devices(people, table) as at:
            quiet = [len(one.heard) for one in at]
            await pick(at[0], 0, which)
            await pick(at[2], 2, which)
            assert isinstance(await at[0].ask("undo", table=table, seat=0), Accepted)
            await pick(at[0], 0, which)
            for number in (1, 3, 4):
                await at[number].ask("ping")  # what was sent before a pong comes before it
                assert len(at[number].heard) == quiet[number] + 1
            await pick(at[3], 3, which)
            await pick(at[1], 1, 0)
            fence = at[4]
            await fence.until(lambda: len(fence.heard) > quiet[4] + 1)
            return [timeless(one.raw, table) for one in fence.heard]

    async def main() -> tuple[list[Any], list[Any]]:
        async with serving(sqlite) as here, guests(here.address, 5) as people:
            return await exchange(people, 0), await exchange(people, -1)

    first, second = in_loop(main)
    assert first[-1]["type"] == "update"
    assert first == second


async def pick(at: Device, seat: int, which: int) -> None:
    prompt = at.sights[seat].prompt
    assert prompt is not None
    assert prompt["stage"] == "exchange"
    answer = await at.act(seat, prompt["choices"][which]["action"])
    assert isinstance(answer, Accepted)


# -- who may look ---------------------------------------------------------------------------------


def test_a_private_table_is_there_for_nobody_without_its_invitation(sqlite: Settings) -> None:
    async def main() -> None:
        async with serving(sqlite) as here, guests(here.address, 3) as (host, friend, stranger):
            opened = await host.api.open_table("bonfire", players=2)
            table, invite = opened["table"], opened["invite"]
            async with device(friend, table) as known, device(stranger, table) as unknown:
                assert isinstance(await known.watch(invite=invite), Snapshot)
                for invitation in (None, "", "x" * 16, invite[:-1], invite.swapcase()):
                    answer = await unknown.watch(invite=invitation)
                    assert isinstance(answer, Refused)
                    assert answer.kind == "unknown"
                for kind in ("say", "emote", "act", "undo", "explain"):
                    asked = {"table": table, **_FIELDS[kind]}
                    assert isinstance(await unknown.ask(kind, **asked), Refused)
                await friend.at(table, "sit", invite=invite)
                await host.api.start(table)
                await known.until(lambda: known.info is not None and known.info.status == "playing")
                await unknown.ask("ping")
                told = {type(one.told) for one in unknown.heard}
                assert told == {Welcome, Refused, Pong}

    in_loop(main)


_FIELDS: dict[str, dict[str, Any]] = {
    "say": {"words": "let me in"},
    "emote": {"emote": "paw"},
    "act": {"seat": 0, "move": {"do": "ready"}, "key": "k"},
    "undo": {"seat": 0},
    "explain": {"seat": 0, "move": {"do": "ready"}},
}


def test_over_http_a_table_is_its_info_and_no_more(played: Played) -> None:
    infos = {step.seq: encode(step.table.info()) for step in folded(played.rows)}
    for when in ("open", "playing", "over"):
        for who in ("player", "spectator"):
            answer = played.answers[f"{who}, {when}"]
            assert answer.status_code == 200
            reply = msgspec.json.decode(answer.content, type=TableReply)
            assert encode(reply) == answer.content
            assert encode(reply.info) == infos[reply.seq]
            assert reply.info.status == when
            assert reply.invite == (played.invite if who == "player" else None)


def test_over_http_strangers_learn_nothing_of_private_tables(played: Played) -> None:
    for when in ("open", "playing", "over"):
        for what in ("stranger", "stranger's record", "stranger's replay"):
            answer = played.answers[f"{what}, {when}"]
            if played.game == PUBLIC:
                early = what != "stranger" and when != "over"
                assert answer.status_code == (409 if early else 200)
            else:
                assert answer.status_code == 404
                assert answer.json()["refused"] == "unknown"
                assert played.table not in answer.text
        listed = msgspec.json.decode(
            played.answers[f"lobby, {when}"].content, type=dict[str, list[Listed]]
        )["tables"]
        names = {one.table for one in listed}
        assert (played.table in names) == (played.game == PUBLIC and when == "open")


@pytest.mark.parametrize("what", ["player's record", "player's replay", "spectator's replay"])
def test_neither_record_nor_replay_is_anybodys_before_the_end(played: Played, what: str) -> None:
    for when in ("open", "playing"):
        answer = played.answers[f"{what}, {when}"]
        assert answer.status_code == 409
        assert set(answer.json()) == {"refused", "words", "rule"}
    assert played.answers[f"{what}, over"].status_code == 200


def test_lists_of_tables_hold_names_and_results_and_no_more(played: Played) -> None:
    for when in ("playing", "over"):
        answer = played.answers[f"player's tables, {when}"]
        (one,) = answer.json()["tables"]
        assert encode(msgspec.convert(one, Listed)) == encode(one)
        assert all(set(seat) == {"seat", "person", "name", "bot"} for seat in one["seats"])
        assert (one.get("result") is None) == (one["status"] != "over")


# -- log lines ------------------------------------------------------------------------------------


def test_log_lines_of_a_whole_evening_hold_no_secret_and_no_fault(evening: Evening) -> None:
    lines = [json.loads(line) for line in evening.lines.splitlines()]
    assert sum(line["event"] == "request" for line in lines) > 100
    assert [line for line in lines if line["level"] == "error"] == []
    assert {name for line in lines for name in line} <= logs.SHOWN
    assert [line for line in lines if "withheld" in line] == []
    for one in evening.games.values():
        *_, last = folded(one.rows)
        assert last.table.seed is not None
        hidden = [last.table.seed, last.table.seed[:20], *map(cookie, everybody(one))]
        hidden += [one.invite] if one.invite is not None else []
        assert [secret for secret in hidden if secret in evening.lines] == []
    said = [h for one in evening.games.values() for at in one.devices for h in at.happened]
    assert any(h.event == "said" and h.words.startswith(TOLD_TO_NOBODY) for h in said)
    assert TOLD_TO_NOBODY not in evening.lines


def test_log_lines_name_no_card_bone_or_peg(evening: Evening) -> None:
    """Values are names of tables, routes and the like: not one is an entry of a view."""
    values = {
        value
        for line in map(json.loads, evening.lines.splitlines())
        for name, value in line.items()
        if name not in ("timestamp", "request", "socket", "process", "table", "person")
        and isinstance(value, str)
    }
    assert {value for value in values if value[:1] in "{["} == set()
    assert len(values) < 40


# -- the tests can fail ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("leak", "caught_by"),
    [
        (leaky.another_seats_view, "ledger"),
        (leaky.a_card_in_the_view, "worlds"),
        (leaky.a_card_in_the_prompt, "worlds"),
        (leaky.a_card_in_an_event, "worlds"),
        (leaky.events_for_everybody, "ledger"),
        (leaky.the_seed_in_the_info, "seed"),
    ],
)
def test_a_server_that_leaks_is_caught(
    sqlite: Settings,
    monkeypatch: pytest.MonkeyPatch,
    leak: Callable[[pytest.MonkeyPatch], None],
    caught_by: str,
) -> None:
    monkeypatch.setitem(playing.OPTIONS, "breath", {"rounds": 1, "scavengers": 0})
    leak(monkeypatch)

    async def main() -> Played:
        async with serving(sqlite) as here:
            return await playing.play(here, WAYS["breath"])

    played = in_loop(main)
    found = {
        "ledger": unaccounted(played.rows, played.devices),
        "worlds": given_away(played.rows, played.devices, Tally()),
        "seed": seed_told_early(played),
    }
    assert found[caught_by]
