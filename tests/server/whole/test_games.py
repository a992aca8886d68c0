"""Whole games over real sockets: all seats and a spectator, every message, to the last number."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

from dogpark import games
from dogpark.cli.commands import check
from dogpark.cli.errors import OK
from dogpark.kernel.seed import commitment
from dogpark.play.record import loads, replay
from dogpark.server import entries
from dogpark.server.table.table import Table
from dogpark.wire.asks import Act, Undo
from dogpark.wire.tells import Accepted, Happened, Refused, Snapshot, TableInfo, Update
from tests.server.whole.conftest import Evening
from tests.server.whole.crowd import Device
from tests.server.whole.ledger import folded, hears
from tests.server.whole.played import Played, messages


def as_sent(value: Any) -> Any:
    """What becomes of a value on its way through JSON."""
    return msgspec.json.decode(msgspec.json.encode(value))


def at_the_end(played: Played) -> Table:
    *_, last = folded(played.rows)
    return last.table


def as_sent_items(items: list[Happened]) -> list[Happened]:
    return msgspec.json.decode(msgspec.json.encode(items), type=list[Happened])


# -- the game -------------------------------------------------------------------------------------


def test_everybody_sees_the_game_to_its_end(played: Played) -> None:
    table = at_the_end(played)
    assert table.result is not None
    assert len(played.devices) == len(played.people) + 1
    for at in played.devices:
        assert at.info is not None
        assert at.info.status == "over"
        assert at.info.result == as_sent(table.result.to_dict())
        assert at.seq == played.rows[-1].seq


def test_what_each_device_put_together_is_what_its_seat_sees_at_the_end(played: Played) -> None:
    position = at_the_end(played).position
    assert position is not None
    eyes: list[int | None] = [*range(len(played.people)), None]
    for seat, at in zip(eyes, played.devices, strict=True):
        assert set(at.sights) == {seat}
        assert at.sights[seat].view == as_sent(position.view(seat))
        assert at.sights[seat].prompt is None


def test_every_seat_has_moved_and_every_move_of_a_person_is_their_own(played: Played) -> None:
    moves = [
        entry
        for entry in (entries.decode(row.body) for row in played.rows)
        if isinstance(entry, entries.Moved)
    ]
    way = played.way
    assert {move.seat for move in moves} == set(range(way.seats))
    for move in moves:
        if move.by == "person":
            assert move.who == played.people[move.seat].id
        elif move.by == "window":
            assert played.game == "breath"  # nobody answered in time
        else:
            assert way.clock != "none"
            assert move.by == "clock" or move.seat == way.sleeper or move.seat >= len(played.people)


# -- messages and numbers -------------------------------------------------------------------------


def test_every_message_was_answered_exactly_once(played: Played) -> None:
    for at in played.everybody:
        assert at.sent
        assert {number: len(at.answers.get(number, ())) for number in at.sent} == dict.fromkeys(
            at.sent, 1
        )
        assert set(at.answers) == set(at.sent)


def test_numbers_only_grow_and_all_that_were_acknowledged_are_in_the_log(played: Played) -> None:
    kept = {row.seq: entries.decode(row.body) for row in played.rows}
    assert sorted(kept) == list(range(1, len(played.rows) + 1))
    acknowledged = 0
    for at in played.everybody:
        numbers = [told.seq for told in messages(at)]
        assert numbers == sorted(numbers)
        happened = [one.seq for one in at.happened]
        assert happened == sorted(happened)
        for number, (answer, *_) in at.answers.items():
            if isinstance(answer, Accepted) and answer.seq is not None:
                ask, entry = at.sent[number], kept[answer.seq]
                key = getattr(ask, "key", None)
                assert key is None or (isinstance(entry, entries.Moved) and entry.key == key)
                acknowledged += 1
    assert acknowledged > len(played.people)


def test_who_moved_knows_what_it_led_to_before_it_is_acknowledged(played: Played) -> None:
    for at in played.devices:
        known = 0
        for heard in at.heard:
            told = heard.told
            if isinstance(told, Snapshot | Update):
                known = told.seq
            elif isinstance(told, Accepted) and isinstance(at.sent[told.id], Act | Undo):
                assert known >= (told.seq or 0)


def test_the_rules_were_kept_without_anybody_being_refused_for_good(played: Played) -> None:
    """Somebody may be faster, or a secret answer come as its window closes: then they ask again.
    So they do where a busy machine has not judged in time whether a move may be taken back.
    Nobody is refused for anything else."""
    refused = [
        (at.sent[number], answer)
        for at in played.everybody
        for number, (answer, *_) in at.answers.items()
        if isinstance(answer, Refused)
    ]
    kinds = Counter(answer.kind for _, answer in refused)
    veiled = bool(games.rooms(played.game).facts.veiled)
    for ask, answer in refused:
        again = {"wait"} if veiled or isinstance(ask, Undo) else set()
        assert answer.kind in {"not your turn", "illegal now", "stale", "over"} | again, answer
    asked = sum(len(at.sent) for at in played.everybody)
    assert kinds.total() < asked / 2


# -- fairness -------------------------------------------------------------------------------------


def test_the_record_holds_by_all_that_dogpark_check_verifies(
    played: Played, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = loads(played.record)
    table = at_the_end(played)
    assert table.position is not None
    assert record.seed == table.seed
    assert [line.action.code for line in record.lines] == [
        line.action.code for line in table.position.history()
    ]
    replayed = replay(record)
    assert replayed.result == table.result
    file = tmp_path / "game.dogpark.jsonl"
    file.write_text(played.record)
    assert check.run([file], json=True) == OK
    (verdict,) = msgspec.json.decode(capsys.readouterr().out)
    assert verdict["holds"]
    assert verdict["outcomes_from_seed"]
    assert verdict["finished"]


def test_the_seeds_hash_is_told_at_the_start_and_the_seed_at_the_end_alone(played: Played) -> None:
    seed = at_the_end(played).seed
    assert seed is not None
    for at in played.devices:
        infos = [told.info for told in messages(at) if told.info is not None]
        playing = [info for info in infos if info.status == "playing"]
        over = [info for info in infos if info.status == "over"]
        assert playing
        assert {info.commitment for info in (*playing, *over)} == {commitment(seed)}
        assert {info.seed for info in infos if info.status != "over"} == {None}
        assert {info.seed for info in over} == {seed}
        assert [i.status for i in infos] == sorted((i.status for i in infos), key=_ORDER.index)


_ORDER = ("open", "playing", "over")


def test_before_the_game_nothing_is_committed_to(played: Played) -> None:
    for at in played.devices:
        infos = [told.info for told in messages(at) if told.info is not None]
        assert {_committed(info) for info in infos if info.status == "open"} == {None}


def _committed(info: TableInfo) -> str | None:
    return info.commitment


# -- coming back ----------------------------------------------------------------------------------


def test_who_was_away_gets_exactly_what_was_missed_and_only_for_their_own_seats(
    played: Played,
) -> None:
    seats: dict[str, tuple[int, ...]] = {played.spectator.id: ()}
    seats |= {who.id: (seat,) for seat, who in enumerate(played.people)}
    assert len(played.late) > len(seats) * 4
    happened = as_sent_items([one for step in folded(played.rows) for one in step.told])
    for (who, after), snapshot in played.late.items():
        missed = [one for one in happened if one.seq > after and hears(one, seats[who])]
        assert snapshot.happened == missed
        assert [part.seat for part in snapshot.parts] == list(seats[who] or (None,))


def test_who_stayed_heard_the_same_as_who_asks_for_everything_afterwards(played: Played) -> None:
    for at in played.devices:
        first = messages(at)[0].seq
        missed = played.late[at.who.id, 0].happened
        assert at.happened == [one for one in missed if one.seq > first]


def test_who_came_and_went_heard_everything_once_and_in_order(played: Played) -> None:
    assert len(played.comers) == 2
    for came in played.comers:
        heard = [one for at in came for one in at.happened]
        everything = played.late[came[0].who.id, 0].happened
        # Who goes when the game is over may not hear what is said after it.
        over = next(number for number, one in enumerate(everything) if one.event == "over")
        assert len(heard) > over
        assert heard == everything[: len(heard)]
        assert sights_of(came[-1]) == sights_of(steady(played, came[-1]))


def steady(played: Played, at: Device) -> Device:
    return next(one for one in played.devices if one.who is at.who)


def sights_of(at: Device) -> dict[int | None, dict[str, Any]]:
    return {seat: sight.view for seat, sight in at.sights.items()}


def test_people_did_come_and_go_in_the_middle_of_games(evening: Evening) -> None:
    """So that the test above is about something."""
    visits = [len(came) for played in evening.games.values() for came in played.comers]
    assert sum(visits) > 3 * len(visits)
