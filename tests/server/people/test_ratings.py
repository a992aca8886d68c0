"""Results and ratings: what is rated and how, once and only once; on both databases."""

from __future__ import annotations

import asyncio

import pytest
from openskill.models import PlackettLuce
from sqlalchemy import select

from dogpark.server.entries import Who
from dogpark.server.people.history import history
from dogpark.server.people.ratings import (
    PROVISIONAL,
    Belief,
    Standing,
    leaderboard,
    rate,
    ratings_of,
    record_result,
    sides,
)
from dogpark.server.people.refused import NotDone
from dogpark.server.people.register import People
from dogpark.server.settings import Settings
from dogpark.server.store.schema import result_people, results
from tests.server.people.helpers import game, newcomer, with_people

A, B, C, D = (Who(id=name, name=name.title()) for name in ("ann", "bob", "cid", "dot"))
TEAMS = ((0, 2), (1, 3))


async def rating(people: People, who: Who) -> Standing | None:
    found = await ratings_of(people.store, who.id)
    assert len(found) <= 1
    return found[0] if found else None


# -- what is rated --------------------------------------------------------------------------------


def test_people_are_rated_against_each_other() -> None:
    assert sides(game("t", (A, 2), (B, 1), (C, 3))) == [[0], [1], [2]]


def test_bots_are_left_out_where_everybody_plays_alone() -> None:
    assert sides(game("t", ("greedy", 1), (B, 2), ("random", 3), (D, 4))) == [[1], [3]]


@pytest.mark.parametrize(
    "finished",
    [
        game("t", (A, 1), ("greedy", 2)),
        game("t", ("greedy", 1), ("random", 2)),
        game("t", (A, 1), (B, 2), rated=False),
        game("t", (A, 1), (A, 2)),
        game("t", (A, 1), (B, 2), (A, 3)),
        game("t", (A, 1), (B, 2), (C, 1), ("greedy", 2), teams=TEAMS),
        game("t", (A, 1), (B, 2), (A, 1), (B, 2), teams=TEAMS),
    ],
    ids=["alone", "bots", "not rated", "myself", "two seats", "bot in a team", "two people"],
)
def test_what_is_not_rated(finished: object) -> None:
    assert sides(finished) is None  # type: ignore[arg-type]


def test_teams_are_rated_as_teams() -> None:
    assert sides(game("t", (A, 1), (B, 2), (C, 1), (D, 2), teams=TEAMS)) == [[0, 2], [1, 3]]


def test_who_left_is_rated_by_how_the_bot_ended_it() -> None:
    finished = game("t", (A, 1), (B, 2))
    left = finished.seats[1]._replace(bot="greedy")
    gone = game("t", (A, 1), (B, 2)).__class__(
        **{**vars(finished), "seats": [finished.seats[0], left]}
    )
    assert sides(gone) == [[0], [1]]


# -- how ------------------------------------------------------------------------------------------


def test_the_winner_goes_up_and_the_loser_down_as_openskill_says() -> None:
    [[winner], [loser]] = rate([[Belief()], [Belief()]], [1, 2])
    model = PlackettLuce()
    [[up], [down]] = model.rate([[model.rating()], [model.rating()]], ranks=[1, 2])
    assert winner == Belief(up.mu, up.sigma)
    assert loser == Belief(down.mu, down.sigma)
    assert loser.mu < Belief().mu < winner.mu


def test_a_shared_place_leaves_equals_equal() -> None:
    [[one], [other]] = rate([[Belief()], [Belief()]], [1, 1])
    assert one.mu == pytest.approx(other.mu)


def test_partners_rise_together_and_the_better_known_less() -> None:
    known = Belief(25, 2)
    [[new, old], [lost, _]] = rate([[Belief(), known], [Belief(), known]], [1, 2])
    assert new.mu > 25
    assert 25 < old.mu < new.mu
    assert lost.mu < 25


def test_a_newcomer_is_shown_a_thousand() -> None:
    assert Belief().shown == 1000
    assert Belief(30, 2).shown == 1960
    assert Belief(0, 8).shown < 100


# -- keeping them ---------------------------------------------------------------------------------


def test_a_result_is_kept_and_rated(backend: Settings) -> None:
    async def test(people: People) -> None:
        ann, bob = await newcomer(people), await newcomer(people)
        assert await record_result(people.store, game("t1", (ann, 1), (bob, 2), ("greedy", 3)))
        up, down = await rating(people, ann), await rating(people, bob)
        assert up is not None
        assert down is not None
        assert (up.game, up.players, up.games) == ("dogpile", 3, 1)
        assert up.belief.mu > 25 > down.belief.mu
        assert up.provisional
        [past] = (await history(people.store, ann.id, after=None, most=10)).games
        assert past.rated
        assert [(seat.name, seat.bot, seat.place) for seat in past.seats] == [
            (ann.name, None, 1),
            (bob.name, None, 2),
            ("", "greedy", 3),
        ]
        assert past.seats[0].before == 1000
        assert past.seats[0].after == up.belief.shown
        assert past.seats[2].after is None

    with_people(backend, test)


def test_a_result_counts_once_however_often_and_at_once_it_is_told(backend: Settings) -> None:
    async def test(people: People) -> None:
        ann, bob = await newcomer(people), await newcomer(people)
        finished = game("t1", (ann, 1), (bob, 2))
        told = await asyncio.gather(*(record_result(people.store, finished) for _ in range(8)))
        assert sorted(told) == [False] * 7 + [True]
        assert not await record_result(people.store, finished)
        up = await rating(people, ann)
        assert up is not None
        assert up.games == 1
        assert up.belief == rate([[Belief()], [Belief()]], [1, 2])[0][0]
        async with people.store.connect() as connection:
            assert len((await connection.execute(select(results))).all()) == 1
            assert len((await connection.execute(select(result_people))).all()) == 2

    with_people(backend, test)


def test_many_games_of_the_same_people_at_once_all_count(backend: Settings) -> None:
    async def test(people: People) -> None:
        ann, bob, cid = [await newcomer(people) for _ in range(3)]
        pairs = [(ann, bob), (bob, ann), (cid, ann), (bob, cid)] * 4
        told = await asyncio.gather(
            *(
                record_result(people.store, game(f"t{n}", (one, 1), (other, 2)))
                for n, (one, other) in enumerate(pairs)
            )
        )
        assert all(told)
        counts = [await rating(people, who) for who in (ann, bob, cid)]
        assert [one.games if one else 0 for one in counts] == [12, 12, 8]
        # Every game began from where another had ended.
        async with people.store.connect() as connection:
            mine = (
                await connection.execute(
                    select(result_people).where(result_people.c.person_id == ann.id)
                )
            ).all()
        befores = {row.mu_before for row in mine}
        afters = {row.mu_after for row in mine}
        assert len(befores) == 12
        assert len(befores - afters) == 1

    with_people(backend, test)


def test_teams_rise_and_fall_together(backend: Settings) -> None:
    async def test(people: People) -> None:
        four = [await newcomer(people) for _ in range(4)]
        places = [1, 2, 1, 2]
        finished = game("t1", *zip(four, places, strict=True), teams=TEAMS, name="dog")
        assert await record_result(people.store, finished)
        mus = []
        for who in four:
            one = await rating(people, who)
            assert one is not None
            mus.append(one.belief.mu)
        assert mus[0] == pytest.approx(mus[2])
        assert mus[1] == pytest.approx(mus[3])
        assert mus[0] > 25 > mus[1]

    with_people(backend, test)


def test_games_and_numbers_of_players_are_rated_apart(backend: Settings) -> None:
    async def test(people: People) -> None:
        ann, bob, cid = [await newcomer(people) for _ in range(3)]
        await record_result(people.store, game("t1", (ann, 1), (bob, 2)))
        await record_result(people.store, game("t2", (ann, 1), (bob, 2), (cid, 3)))
        await record_result(people.store, game("t3", (ann, 1), (bob, 2), name="breath"))
        kept = [
            (one.game, one.players, one.games) for one in await ratings_of(people.store, ann.id)
        ]
        assert kept == [("breath", 2, 1), ("dogpile", 2, 1), ("dogpile", 3, 1)]

    with_people(backend, test)


def test_an_unrated_game_is_kept_but_changes_no_rating(backend: Settings) -> None:
    async def test(people: People) -> None:
        ann, bob = await newcomer(people), await newcomer(people)
        assert await record_result(people.store, game("t1", (ann, 1), (bob, 2), rated=False))
        assert await record_result(people.store, game("t2", (ann, 1), (ann, 2)))
        assert await ratings_of(people.store, ann.id) == []
        past = (await history(people.store, ann.id, after=None, most=10)).games
        assert [game.rated for game in past] == [False, False]

    with_people(backend, test)


def test_somebody_who_was_deleted_before_the_end_is_a_former_player(backend: Settings) -> None:
    async def test(people: People) -> None:
        ann = await newcomer(people)
        assert await record_result(people.store, game("t1", (ann, 1), (B, 2)))
        assert await ratings_of(people.store, ann.id) == []
        [past] = (await history(people.store, ann.id, after=None, most=10)).games
        assert (past.seats[1].person, past.seats[1].name) == (None, "a former player")

    with_people(backend, test)


def test_the_board_has_the_best_first_and_the_unproven_last(backend: Settings) -> None:
    async def test(people: People) -> None:
        ann, bob, new, old = [await newcomer(people) for _ in range(4)]
        for number in range(PROVISIONAL):
            await record_result(people.store, game(f"t{number}", (ann, 1), (bob, 2)))
        await record_result(people.store, game("new", (new, 1), (old, 2)))
        board = await leaderboard(people.store, "dogpile", 2, 10)
        assert [one.person for one in board] == [ann.id, bob.id, new.id, old.id]
        assert [one.provisional for one in board] == [False, False, True, True]
        assert [one.person for one in await leaderboard(people.store, "dogpile", 2, 1)] == [ann.id]
        await people.ban(ann.id)
        board = await leaderboard(people.store, "dogpile", 2, 10)
        assert ann.id not in [one.person for one in board]
        assert await leaderboard(people.store, "dog", 4, 10) == []

    with_people(backend, test)


# -- history --------------------------------------------------------------------------------------


def test_history_comes_in_pages_the_latest_first(backend: Settings) -> None:
    async def test(people: People) -> None:
        ann, bob = await newcomer(people), await newcomer(people)
        for number in range(7):
            ended = 1000 + number // 2  # some end in the same millisecond
            await record_result(
                people.store, game(f"table{number}", (ann, 1), (bob, 2), ended_at=ended)
            )
        await record_result(people.store, game("other", (bob, 1), ("greedy", 2), ended_at=5000))
        seen, after = [], None
        for _ in range(4):
            page = await history(people.store, ann.id, after=after, most=2)
            seen += [past.table for past in page.games]
            after = page.next
        assert after is None
        assert seen == [f"table{number}" for number in (6, 5, 4, 3, 2, 1, 0)]

    with_people(backend, test)


@pytest.mark.parametrize("after", ["", "x", "-", "1-", "1-\x00", "9" * 30 + "-a", "1-a b", "²-a"])
def test_a_page_that_is_none_is_refused(backend: Settings, after: str) -> None:
    async def test(people: People) -> None:
        with pytest.raises(NotDone) as no:
            await history(people.store, "ann", after=after, most=2)
        assert no.value.kind == "unreadable"

    with_people(backend, test)
