"""What a load test may and may not be told to do."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from dogpark.client.loadtest.plan import BadPlan, Plan, check

PLAN = Plan(address="127.0.0.1:8765", game="dog", players=4, people=4, tables=10)


def test_a_sensible_plan_is_accepted() -> None:
    check(PLAN)


@pytest.mark.parametrize(
    "address", ["http://10.0.0.1:80", "dogs.example", "0.0.0.0:80", "http://192.168.1.4:8765"]
)
def test_a_server_that_may_be_somebody_elses_is_left_alone(address: str) -> None:
    with pytest.raises(BadPlan, match="only for a server on this machine"):
        check(msgspec.structs.replace(PLAN, address=address))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"seconds": 3601}, "--seconds must be from 1 to 3600, not 3601"),
        ({"seconds": 0}, "--seconds"),
        ({"tables": 0}, "--tables"),
        ({"people": 0}, "--players-per-table must be from 1 to 4"),
        ({"people": 5}, "--players-per-table must be from 1 to 4"),
        ({"spectators": -1}, "--spectators"),
        ({"processes": 11}, "--processes must be from 1 to 10"),
        ({"rate": 0.0}, "--rate"),
        ({"address": "https://127.0.0.1:1"}, "use http://"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(BadPlan, match=words):
        check(msgspec.structs.replace(PLAN, **change))


@pytest.mark.parametrize(("tables", "processes"), [(10, 1), (10, 3), (7, 7), (1000, 16)])
def test_processes_share_all_of_the_work_and_nothing_twice(tables: int, processes: int) -> None:
    plan = msgspec.structs.replace(PLAN, tables=tables, processes=processes)
    shares = plan.shares()
    assert sum(share.tables for share in shares) == tables
    assert all(share.tables >= 1 for share in shares)
    assert [share.number for share in shares] == list(range(processes))


def test_bots_keep_the_pace_of_the_table() -> None:
    assert PLAN.bot_pace == 0
    assert msgspec.structs.replace(PLAN, rate=2.0).bot_pace == 500
    assert msgspec.structs.replace(PLAN, rate=0.01).bot_pace == 10_000
