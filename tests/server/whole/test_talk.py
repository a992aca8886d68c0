"""Talking at a table: who is heard by whom, and where nobody may speak."""

from __future__ import annotations

import asyncio
from typing import Any

from dogpark.server.settings import Settings
from dogpark.wire.asks import MAX_WORDS
from dogpark.wire.tells import Accepted, Refused, Snapshot
from tests.server.whole.guests import Guest, Line, all_told, at_a_server, begun, guests, lines
from tests.server.whole.running import Here, in_loop, serving


def test_everybody_at_the_table_hears_what_is_said(backend: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, cat = people
        table = await begun("monty", ann, ben, cat)
        async with lines(ann, ben, cat) as talking:
            for line in talking:
                await line.watch(table)
            answer = await talking[0].done("say", table=table, words="Good dogs!")
            for line in talking:
                said = await line.told(table, "said")
                assert (said.words, said.person, said.seat) == ("Good dogs!", ann.id, 0)
                assert said.data == {"name": ann.name}
                assert said.seq == answer.seq
            await talking[2].done("emote", table=table, emote="howl")
            shown = await talking[0].told(table, "emoted")
            assert (shown.seat, shown.data) == (2, {"emote": "howl", "name": cat.name})

    at_a_server(backend, 3, test)


WORDS = {
    "  two   words ": "two words",
    "two\nlines\tand\u2028more": "two lines and more",
    "right\u202eto left\u2066": "rightto left",
    "no\u0000thing\u0007 hidden\u200b\ufeff": "nothing hidden",
    "<b>bold</b> & 'quoted'": "<b>bold</b> & 'quoted'",
    "Hündchen 🐶 狗": "Hündchen 🐶 狗",
    "x" * MAX_WORDS: "x" * MAX_WORDS,
}


def test_words_are_passed_on_as_plain_text_without_anything_hidden(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        table = await ann.open("bonfire")
        async with lines(ann) as (line,):
            seen = await line.watch(table)
            for given in WORDS:
                await line.done("say", table=table, words=given)
            await all_told(here, table, line)
            assert seen.said == list(WORDS.values())

    at_a_server(sqlite, 1, test)


def test_too_much_too_little_and_unknown_emotes_are_refused(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        table = await ann.open("bonfire")
        async with lines(ann) as (line,):
            await line.watch(table)
            seq = here.park.sittings[table].table.seq
            for words in ("", " ", "\u200b\n\u202e", "x" * (MAX_WORDS + 1), "🐶" * (MAX_WORDS + 1)):
                refused = await line.refused("say", table=table, words=words)
                assert refused.kind == "unreadable"
            for emote, kind in (("growl", "unknown"), ("Wag!", "unreadable"), ("", "unreadable")):
                refused = await line.refused("emote", table=table, emote=emote)
                assert refused.kind == kind
            refused = await line.refused("say", table="nosuchtable", words="hello")
            assert refused.kind == "unknown"
            assert here.park.sittings[table].table.seq == seq

    at_a_server(sqlite, 1, test)


def test_who_is_muted_is_not_heard_and_everything_else_is(backend: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, cat = people
        table = await ann.open("bonfire", players=3, public=True)
        async with lines(ann, cat) as (one, three):
            async with ben.line() as two:
                for line in (one, two, three):
                    await line.watch(table)
                await one.done("say", table=table, words="first")
                await two.told(table, "said")
                await two.done("mute", person=ann.id)
                await one.done("say", table=table, words="second")
                await one.done("emote", table=table, emote="bark")
                await ann.at(table, "bot", seat=1, bot="greedy")
                await three.done("say", table=table, words="third")
                await two.until(lambda: "third" in two.tables[table].said)
                assert two.tables[table].said == ["first", "third"]
                assert two.tables[table].events == ["said", "filled", "said"]
                seq = two.tables[table].seq
                await three.until(lambda: "third" in three.tables[table].said)
                assert three.tables[table].said == ["first", "second", "third"]
            async with ben.line() as again:  # it is remembered
                seen = await again.watch(table)
                assert seen.said == ["third"]
                await one.done("say", table=table, words="fourth")
                await three.done("say", table=table, words="fifth")
                await again.until(lambda: "fifth" in seen.said)
                assert seen.said == ["third", "fifth"]
            async with ben.line() as missed:
                answer = await missed.ask("watch", table=table, after=2)
                assert isinstance(answer, Snapshot)
                told = [(one.event, one.person) for one in answer.happened]
                assert ("said", ann.id) not in told
                assert ("emoted", ann.id) not in told
                assert [event for event, _ in told] == ["filled", "said", "said"]
                assert answer.seq > seq
                await missed.done("mute", person=ann.id, muted=False)
                await one.done("say", table=table, words="sixth")
                await missed.until(lambda: "sixth" in missed.tables[table].said)

    at_a_server(backend, 3, test)


def test_who_mutes_somebody_on_one_device_hears_them_on_no_other(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, cat = people
        table = await ann.open("bonfire", players=3, public=True)
        async with lines(ann, ben, ben, cat) as (one, phone, page, three):
            for line in (one, phone, page, three):
                await line.watch(table)
            await phone.done("mute", person=ann.id)
            await one.done("say", table=table, words="first")
            await three.done("say", table=table, words="second")
            for line, heard in (
                (phone, ["second"]),
                (page, ["second"]),
                (three, ["first", "second"]),
            ):
                await line.until(lambda line=line: "second" in line.tables[table].said)
                assert line.tables[table].said == heard
            await page.done("mute", person=ann.id, muted=False)
            await one.done("say", table=table, words="third")
            await phone.until(lambda: "third" in phone.tables[table].said)

    at_a_server(sqlite, 3, test)


def test_what_a_muted_person_does_at_the_table_is_told_all_the_same(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, cat = people
        table = await ann.open("bonfire", players=3, public=True)
        async with lines(cat) as (line,):
            await line.watch(table)
            await line.done("mute", person=ben.id)
            await ben.api.sit(table)
            await line.told(table, "sat")
            await ben.at(table, "leave")
            await line.told(table, "rose")
            answer = await line.ask("watch", table=table, after=0)
            assert isinstance(answer, Snapshot)
            assert [h.event for h in answer.happened] == ["opened", "sat", "sat", "rose"]

    at_a_server(sqlite, 3, test)


def test_nobody_mutes_themselves_or_nobody(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        (ann,) = people
        async with lines(ann) as (line,):
            assert (await line.refused("mute", person=ann.id)).kind == "not allowed"
            for nobody in ("nosuchperson1234", "", "' OR 1=1 --", "x" * 40):
                assert (await line.refused("mute", person=nobody)).kind == "unknown"
            assert (await line.refused("mute", person="x" * 41)).kind == "unreadable"

    at_a_server(sqlite, 1, test)


def test_players_of_dog_are_silent_while_they_play_and_may_show_how_they_feel(
    sqlite: Settings,
) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben = people
        table = await ann.open("dog", seats=["me", "greedy", "open", "random"], public=True)
        await ben.api.sit(table)
        async with lines(ann, ben) as (one, two):
            await one.watch(table)
            await two.watch(table)
            await one.done("say", table=table, words="good luck")  # before the game all may talk
            await ann.api.start(table)
            for line in (one, two):
                refused = await line.refused("say", table=table, words="I have a king")
                assert (refused.kind, refused.rule) == ("illegal now", "DOG-12.4")
                assert "confer" in refused.words
            await one.done("emote", table=table, emote="paw")
            await two.told(table, "emoted")
            assert two.tables[table].said == ["good luck"]
            await ben.at(table, "leave")  # and who gave up the seat confers with nobody any more
            await two.done("say", table=table, words="I had a king")
            await two.until(lambda: "I had a king" in two.tables[table].said)
            assert (await two.told(table, "said")).to == []
            await one.ping()
            assert one.tables[table].said == ["good luck"]

    at_a_server(sqlite, 2, test)


def test_a_new_name_is_no_word_to_ones_partner(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, cat = people
        table = await ann.open("dog", seats=["me", "greedy", "open", "random"], public=True)
        await ben.api.sit(table)
        await ann.api.start(table)
        sign = "KING AND A SEVEN"
        async with lines(ben, cat) as (partner, onlooker):
            await partner.watch(table)
            await onlooker.watch(table)
            renamed = await asyncio.to_thread(ann.api.request, "PATCH", "/api/me", {"name": sign})
            assert renamed["name"] == sign
            async with ann.line() as one:  # and she comes in anew, as who she is now
                assert (await one.welcome()).you.name == sign
                await one.watch(table)
                await one.done("emote", table=table, emote="wag")
                await ann.at(table, "stand-in")
                await ann.at(table, "take-over")
                for line in (partner, onlooker):
                    shown = await line.told(table, "emoted")
                    assert shown.data == {"emote": "wag", "name": ann.name}
                await ann.at(table, "leave")  # now she is an onlooker, under whatever name
                await one.done("emote", table=table, emote="paw")
                await onlooker.until(lambda: sign in str(onlooker.tables[table].told))
                await all_told(here, table, partner)
            assert "left" in partner.tables[table].events
            assert sign not in str(partner.heard)

    at_a_server(sqlite, 3, test)


def test_spectators_talk_among_themselves_while_a_game_runs(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, cat, dan = people
        table = await begun("breath", ann, ben)
        async with lines(ann, ben, cat, dan) as (one, two, three, four):
            for line in (one, two, three, four):
                await line.watch(table)
            await three.done("say", table=table, words="take the left one")
            assert (await four.told(table, "said")).words == "take the left one"
            await three.done("emote", table=table, emote="bark")
            assert (await four.told(table, "emoted")).to == []
            await one.done("say", table=table, words="hm")
            for line in (one, two):
                await line.told(table, "said")
                assert line.tables[table].said == ["hm"]
                assert "emoted" not in line.tables[table].events
            await all_told(here, table, three, four)
            for line in (three, four):
                assert line.tables[table].said == ["take the left one", "hm"]
            for person, heard in ((ann, ["hm"]), (dan, ["take the left one", "hm"])):
                async with person.line() as later:  # also who comes later, in whichever way
                    for fields in ({}, {"after": 1}):
                        answer = await later.ask("watch", table=table, **fields)
                        assert isinstance(answer, Snapshot)
                        said = [h.words for h in answer.happened if h.event == "said"]
                        assert said == heard

    at_a_server(sqlite, 4, test)


def test_offers_and_answers_of_monty_are_moves_that_everybody_sees(sqlite: Settings) -> None:
    async def test(here: Here, people: list[Guest]) -> None:
        ann, ben, cat = people
        table = await begun("monty", ann, ben, cat)
        async with lines(ann, ben, cat) as playing:
            for line in playing:
                await line.watch(table)
            done: dict[str, int] = {}

            def wanted(moves: list[dict[str, Any]]) -> dict[str, Any]:
                """Talks wherever that is possible, and accepts."""
                for do, fields in (("offer", {}), ("respond", {"answer": "accept"})):
                    for move in moves:
                        if move["do"] == do and all(move[k] == v for k, v in fields.items()):
                            return move
                return moves[0]

            def asked() -> tuple[Line, int, list[dict[str, Any]]] | None:
                for seat, line in enumerate(playing):
                    moves = line.tables[table].moves(seat)
                    if moves:
                        return line, seat, moves
                return None

            while not {"offer", "respond"} <= set(done):
                await all_told(here, table, *playing)
                turn = asked()
                assert turn is not None
                line, seat, moves = turn
                move = wanted(moves)
                answer = await line.act(table, seat, move)
                assert isinstance(answer, Accepted)
                assert answer.seq is not None
                done[move["do"]] = answer.seq
                assert answer.seq < 2000
            await all_told(here, table, *playing)
            for line in playing:
                for seq in done.values():
                    told = [h for h in line.tables[table].told if h.seq == seq]
                    assert told
                    assert any(h.words for h in told)

    at_a_server(sqlite, 3, test)


def test_talk_outlives_a_restart_of_the_server(backend: Settings) -> None:
    async def main() -> None:
        async with serving(backend) as here, guests(here.address, 1) as (ann,):
            table = await ann.open("bonfire")
            async with lines(ann) as (line,):
                await line.watch(table)
                for number in range(60):
                    await line.done("say", table=table, words=f"word {number}")
                await line.done("emote", table=table, emote="sleep")
            cookie = ann.api.cookie
        async with serving(backend) as here:
            again = Guest(here.address)
            again.api.cookie = cookie
            async with again.line() as line:
                assert (await line.welcome()).you.id == ann.id
                seen = await line.watch(table)
                assert seen.events == ["said"] * 49 + ["emoted"]  # the latest fifty
                assert seen.said[-1] == "word 59"
                answer = await line.ask("watch", table=table, after=2)
                assert isinstance(answer, Snapshot)
                assert len(answer.happened) == 61
                refused = await line.ask("say", table=table, words="x" * 281)
                assert isinstance(refused, Refused)
            again.api.close()

    in_loop(main)
