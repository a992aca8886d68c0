"""A table is its entries, folded: the same entries are the same table."""

from __future__ import annotations

import pytest

from dogpark import games
from dogpark.kernel.seed import commitment
from dogpark.play.record import loads, record_of, replay
from dogpark.server import entries
from dogpark.server.entries import Clocked
from dogpark.server.table import drafts
from dogpark.server.table.drafts import Draft
from dogpark.server.table.table import Table
from tests.server.table.bench import ANN, BEN, Bench

SIZES = [(name, games.rooms(name).facts.seats[0]) for name in games.names()]


@pytest.mark.parametrize(("game", "players"), SIZES)
def test_a_whole_game_folded_again_from_its_bytes_is_the_same_table(
    game: str, players: int
) -> None:
    bench = Bench(game, players).seat_all(ANN, BEN).begin()
    bench.random_moves(400 if game != "bonfire" else 2000)
    again = bench.again()
    table = bench.table
    assert table.position is not None
    assert again.position is not None
    assert again.position.to_dict() == table.position.to_dict()
    assert again.info_json == table.info_json
    assert again.keys == table.keys
    assert again.asked == table.asked
    assert [seat.asked_at for seat in again.seats] == [seat.asked_at for seat in table.seats]


@pytest.mark.parametrize(("game", "players"), SIZES)
def test_a_table_read_from_its_log_goes_on_as_the_first_one_would(game: str, players: int) -> None:
    bench = Bench(game, players).seat_all(ANN, BEN).begin()
    bench.random_moves(30)
    other = Bench(game, players)
    other.table, other.rows, other.now = bench.again(), list(bench.rows), bench.now
    bench.random_moves(30, seed="on")
    other.random_moves(30, seed="on")
    assert bench.rows == other.rows


def test_the_record_of_a_finished_table_holds_and_tells_the_seed() -> None:
    bench = Bench("bonfire", 2).seat_all(ANN, BEN).begin()
    bench.random_moves(5000)
    table = bench.table
    assert table.status == "over"
    assert table.position is not None
    record = loads(record_of(table.position).dumps())
    assert record.seed == table.seed
    assert replay(record).result == table.result


def test_what_everybody_is_told_is_the_same_whether_drafted_or_read() -> None:
    bench = Bench("dog", 4).seat_all(ANN, BEN).begin()
    bench.random_moves(120)
    again = Table(bench.table.id)
    told = [one for row in bench.rows for one in again.fold(row[0], row[1], entries.decode(row[2]))]
    assert told == bench.told


def test_the_seed_is_hashed_at_the_start_and_told_only_at_the_end() -> None:
    bench = Bench("bonfire", 2).seat_all(ANN, BEN).begin()
    info = bench.table.info()
    assert info.commitment is not None
    assert info.seed is None
    assert bench.table.seed not in bench.table.info_json.decode()
    bench.random_moves(5000)
    assert bench.table.info().seed == bench.table.seed


def test_a_game_that_was_ended_early_tells_its_seed_and_one_that_never_began_has_none() -> None:
    bench = Bench("bonfire", 2).seat_all(ANN, BEN)
    bench.take(drafts.close(bench.table, "ann", "Ann closed the table."))
    info = bench.table.info()
    assert (info.status, info.commitment, info.seed) == ("closed", None, None)
    bench = Bench("bonfire", 2).seat_all(ANN, BEN).begin()
    bench.random_moves(3)
    bench.take(drafts.close(bench.table, None, "Ann ended the game."))
    info = bench.table.info()
    assert info.status == "closed"
    assert info.seed == bench.table.seed is not None
    assert info.commitment == commitment(info.seed)
    assert bench.table.asked == ()


def test_an_entry_out_of_order_is_an_error() -> None:
    bench = Bench()
    with pytest.raises(ValueError, match="does not follow"):
        bench.table.fold(7, bench.now, Clocked())


def test_clocks_begin_anew_after_a_time_without_a_server() -> None:
    bench = Bench("bonfire", 2, clock="live", seconds=30).seat_all(ANN, BEN).begin()
    seat = bench.table.asked[0]
    before = bench.table.deadline(seat)
    bench.now += 3_600_000
    bench.take(Draft(Clocked()))
    after = bench.table.deadline(seat)
    assert before is not None
    assert after is not None
    assert after - before >= 3_600_000
