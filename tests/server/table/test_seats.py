"""Taking seats, leaving them, and who may."""

from __future__ import annotations

import pytest

from dogpark.server import entries
from dogpark.server.table import drafts
from dogpark.server.table.drafts import Done
from dogpark.server.table.no import No
from tests.server.table.bench import ANN, BEN, CAT, Bench, kinds


def test_a_person_gets_the_first_free_seat_and_asking_again_changes_nothing() -> None:
    bench = Bench("bonfire", 3, public=True)
    bench.take(drafts.sit(bench.table, ANN, None, None))
    bench.take(drafts.sit(bench.table, BEN, None, None))
    assert bench.table.seats_of("ann") == (0,)
    assert bench.table.seats_of("ben") == (1,)
    assert isinstance(drafts.sit(bench.table, BEN, None, None), Done)


def test_a_private_table_needs_the_link() -> None:
    bench = Bench("bonfire", 3, invite="secret")
    with pytest.raises(No, match="by invitation") as refused:
        drafts.sit(bench.table, BEN, None, "guess")
    assert refused.value.kind == "unknown"
    bench.take(drafts.sit(bench.table, BEN, None, "secret"))
    assert bench.table.may_watch("ben", None)
    assert not bench.table.may_watch("cat", None)


def test_a_taken_seat_is_refused_and_only_the_host_holds_several() -> None:
    bench = Bench("bonfire", 4, public=True)
    bench.take(drafts.sit(bench.table, ANN, 0, None))
    bench.take(drafts.sit(bench.table, ANN, 1, None))
    with pytest.raises(No, match="taken"):
        drafts.sit(bench.table, BEN, 1, None)
    bench.take(drafts.sit(bench.table, BEN, 2, None))
    with pytest.raises(No, match="only the host"):
        drafts.sit(bench.table, BEN, 3, None)
    assert bench.table.seats_of("ann") == (0, 1)


def test_partners_in_dog_are_chosen_by_changing_places() -> None:
    bench = Bench("dog", 4, public=True)
    bench.take(drafts.sit(bench.table, ANN, 0, None))
    bench.take(drafts.sit(bench.table, BEN, 1, None))
    bench.take(drafts.swap(bench.table, "ben", 1, 2))
    info = bench.table.info()
    assert bench.table.seats_of("ben") == (2,)
    assert info.seats[0].team == info.seats[2].team
    with pytest.raises(No, match="Only the host"):
        drafts.swap(bench.table, "ben", 0, 1)
    bench.take(drafts.swap(bench.table, "ann", 0, 2))
    assert bench.table.seats_of("ben") == (0,)


def test_the_host_puts_bots_in_and_takes_them_out() -> None:
    bench = Bench("bonfire", 2, public=True)
    bench.take(drafts.fill(bench.table, "ann", 1, "puppy"))
    assert bench.table.seats[1].bot == "puppy"
    with pytest.raises(No, match="Only the host"):
        drafts.fill(bench.table, "ben", 0, "puppy")
    bench.take(drafts.rise(bench.table, "ann", 1))
    assert bench.table.seats[1].free


def test_a_game_begins_only_when_every_seat_is_taken_and_only_the_host_begins_it() -> None:
    bench = Bench("bonfire", 2, public=True)
    bench.take(drafts.sit(bench.table, ANN, 0, None))
    with pytest.raises(No, match="Still free: seat 2"):
        drafts.begin(bench.table, "ann")
    bench.take(drafts.sit(bench.table, BEN, 1, None))
    with pytest.raises(No, match="Only the host"):
        drafts.begin(bench.table, "ben")
    bench.begin()
    assert bench.table.status == "playing"
    assert isinstance(drafts.begin(bench.table, "ann"), Done)
    with pytest.raises(No, match="begun already"):
        drafts.sit(bench.table, CAT, None, None)


def test_who_leaves_a_running_game_is_played_on_by_a_bot() -> None:
    bench = Bench("bonfire", 2).seat_all(ANN, BEN).begin()
    with pytest.raises(No, match="Nobody else"):
        drafts.rise(bench.table, "ann", 1)
    assert kinds(bench.take(drafts.rise(bench.table, "ben", 1))) == ["left"]
    assert bench.table.seats[1].bot == "family"
    assert bench.table.seats_of("ben") == ()


def test_before_there_were_levels_the_bot_that_played_on_was_greedy() -> None:
    left = entries.decode(b'{"e":"left","seat":1}')
    bench = Bench("bonfire", 2).seat_all(ANN, BEN).begin()
    bench.take(drafts.Draft(left))
    assert bench.again().seats[1].bot == "greedy"
    opened = (
        b'{"e":"opened","game":"bonfire","players":2,"options":{},"host":{"id":"a","name":"A"}}'
    )
    match = entries.decode(opened)
    assert isinstance(match, entries.Opened)
    assert match.fill_bot == "greedy"


def test_an_absent_persons_seat_passes_to_a_bot_and_back() -> None:
    bench = Bench("bonfire", 2).seat_all(ANN, BEN).begin()
    bench.take(drafts.away(bench.table, 1))
    assert bench.table.info().seats[1].away
    assert drafts.away(bench.table, 1) is None
    bench.take(drafts.hand(bench.table, 1, "greedy", "away"))
    assert bench.table.seats[1].bot_plays
    assert bench.table.seats_of("ben") == (1,)
    bench.take(drafts.back(bench.table, 1, "ben"))
    assert not bench.table.seats[1].bot_plays
    assert not bench.table.info().seats[1].away
    assert drafts.back(bench.table, 1, "ben") is None


def test_at_a_rematch_everybodys_seat_is_kept() -> None:
    bench = Bench("bonfire", 3, public=True, reserved=["cat", None, "ben"])
    bench.take(drafts.sit(bench.table, BEN, None, None))
    assert bench.table.seats_of("ben") == (2,)
    bench.take(drafts.sit(bench.table, ANN, None, None))
    assert bench.table.seats_of("ann") == (1,)
    with pytest.raises(No, match="kept for"):
        drafts.sit(bench.table, ANN, 0, None)


def test_a_seat_that_is_kept_says_for_whom_until_somebody_sits_there() -> None:
    awaited = [CAT, None, BEN, CAT]
    reserved = [who and who.id for who in awaited]
    bench = Bench("bonfire", 4, public=True, reserved=reserved, awaited=awaited)

    def kept() -> list[str | None]:
        assert bench.again().info() == bench.table.info()
        return [one.kept_for and one.kept_for.name for one in bench.table.info().seats]

    assert kept() == ["Cat", None, "Ben", "Cat"]
    bench.take(drafts.sit(bench.table, BEN, None, None))
    assert kept() == ["Cat", None, None, "Cat"]
    bench.take(drafts.swap(bench.table, "ann", 0, 1))
    assert kept() == [None, "Cat", None, "Cat"]
    bench.take(drafts.fill(bench.table, "ann", 1, "puppy"))
    assert kept() == [None, None, None, "Cat"]
    bench.take(drafts.rise(bench.table, "ben", 2))
    assert kept() == [None, None, "Ben", "Cat"], "it is still theirs"


def test_seats_were_kept_before_the_table_said_for_whom() -> None:
    bench = Bench("bonfire", 2, reserved=["cat", None])
    (kept, free) = bench.table.info().seats
    assert kept.kept_for is not None
    assert (kept.kept_for.id, kept.kept_for.name) == ("cat", "…")
    assert free.kept_for is None


def test_a_rematch_is_for_those_who_played_and_opens_one_table_only() -> None:
    bench = Bench("bonfire", 2).seat_all(ANN, BEN).begin()
    with pytest.raises(No, match="when the game is over"):
        drafts.rematch(bench.table, "ann", "next12")
    bench.random_moves(5000)
    with pytest.raises(No, match="Only who played"):
        drafts.rematch(bench.table, "cat", "next12")
    bench.take(drafts.rematch(bench.table, "ben", "next12"))
    assert bench.table.info().rematch == "next12"
    assert isinstance(drafts.rematch(bench.table, "ann", "other1"), Done)


def test_a_table_that_has_not_begun_can_be_closed_by_its_host_alone() -> None:
    bench = Bench("bonfire", 2, public=True)
    with pytest.raises(No, match="Only the host"):
        drafts.close(bench.table, "ben", "no")
    bench.take(drafts.close(bench.table, "ann", "Ann closed the table."))
    assert bench.table.status == "closed"
    with pytest.raises(No, match="closed"):
        drafts.sit(bench.table, BEN, None, None)


def test_entries_survive_their_encoding() -> None:
    for entry in (
        entries.Sat(seat=1, who=BEN),
        entries.Moved(seat=0, lines=[[0, 5], [15, 2]], by="bot"),
        entries.TookBack(seat=0, lines=7),
    ):
        assert entries.decode(entries.encode(entry)) == entry
