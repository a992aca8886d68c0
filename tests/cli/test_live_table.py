"""The live table without a screen: the clock, the bots' reflexes, the person, and the record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dogpark.agents.bots import BOTS
from dogpark.agents.protocol import Seen
from dogpark.agents.reflexes import QUICKEST, SPANS, hesitation, span_of
from dogpark.cli.live.table import LiveTable
from dogpark.cli.table.match import Manners, bot_dice
from dogpark.cli.table.saving import load_unfinished
from dogpark.cli.table.seating import Seating
from dogpark.cli.table.story import Story
from dogpark.conformance.tables import Table, registered
from dogpark.kernel.actions import Action
from dogpark.kernel.rooms import Rooms
from dogpark.kernel.schema import Row
from dogpark.kernel.seed import dice_for
from dogpark.play.eager import EAGER_MS
from dogpark.play.game import Game
from dogpark.play.position import Line
from dogpark.play.record import loads, replay

TROT, SPRINT = {"do": "trot"}, {"do": "sprint"}


class Watch:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.ms = 5_000_000

    def __call__(self) -> int:
        return self.ms

    def forward(self, ms: int) -> None:
        self.ms += ms


@pytest.fixture
def watch() -> Watch:
    return Watch()


@pytest.fixture
def chase() -> Iterator[Game]:
    rooms = Rooms("tests.toys.chase")
    with registered(rooms):
        yield Table(rooms, 2, {}).game


def seated(chase: Game, watch: Watch, *names: str, **more: object) -> LiveTable:
    seating, position = Seating(names or ("you", "greedy")), chase.start(seed=7)
    table = LiveTable(position, seating, Story(), watch, **more)  # type: ignore[arg-type] # manners, delay
    table.start()
    return table


def deeds(table: LiveTable, seat: int) -> list[Line]:
    return [line for line in table.position.history() if line.seat == seat]


# -- time -----------------------------------------------------------------------------------------


def test_time_stands_still_until_the_table_starts(chase: Game, watch: Watch) -> None:
    table = LiveTable(chase.start(seed=7), Seating(("you", "greedy")), Story(), watch)
    watch.forward(900)
    assert table.tick().events == []
    assert table.now == 0
    table.start()
    watch.forward(30)
    assert table.now == 30


def test_what_falls_due_happens_at_its_own_time_and_is_told(chase: Game, watch: Watch) -> None:
    table = seated(chase, watch)
    watch.forward(9_000)
    news = table.tick()
    assert [event.key for event in news.events][-1] == "whistle"
    assert table.position.now == 2000
    assert table.over


def test_however_seldom_the_clock_is_read_the_bots_play_the_same(chase: Game, watch: Watch) -> None:
    seldom = seated(chase, watch, "greedy", "random")
    often = seated(chase, watch, "greedy", "random")
    for _ in range(210):
        watch.forward(10)
        often.tick()
    seldom.tick()
    assert seldom.over
    assert seldom.position.history() == often.position.history()


# -- bots -----------------------------------------------------------------------------------------


def test_a_bot_acts_after_its_moment_and_a_hesitation_from_its_own_dice(
    chase: Game, watch: Watch
) -> None:
    table = seated(chase, watch)
    low, high = SPANS["greedy"]
    watch.forward(low - 1)
    table.tick()
    assert deeds(table, 1) == []
    watch.forward(1999 - table.now)
    table.tick()
    times = [line.at or 0 for line in deeds(table, 1)]
    assert times
    ready = 0
    for time in times:
        assert ready + low <= time <= ready + high
        ready = time + 500  # a sprint


def test_the_hesitation_spreads_evenly_over_the_span_of_the_bot() -> None:
    dice = dice_for("reflexes", 1)
    drawn = [hesitation(SPANS["greedy"], 2, dice) for _ in range(2000)]
    assert min(drawn) < 405
    assert max(drawn) > 1095
    assert 735 < sum(drawn) / len(drawn) < 765


def test_a_stronger_bot_is_quicker() -> None:
    assert span_of("random") > span_of("greedy") > span_of("a network") == QUICKEST


def test_an_asked_for_delay_takes_the_place_of_the_bots_own_span() -> None:
    assert span_of("greedy", 2.0) == (1000, 3000)
    assert span_of("greedy", 0.0) == (0, 0)


def test_where_there_is_nothing_to_choose_nobody_hesitates() -> None:
    assert hesitation(SPANS["random"], 1, dice_for(1, 0)) == 0


def test_a_bot_that_somebody_outran_looks_again(
    chase: Game, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[int] = []

    class Late:
        name = "late"

        def choose(self, seen: Seen, dice: Row) -> Action:
            looks.append(seen.view["now"])
            whistle = seen.rooms.table.from_dict({"do": "whistle"})
            return whistle if len(looks) == 1 else seen.legal[0]

    monkeypatch.setitem(BOTS, "late", Late)
    table = seated(chase, watch, "you", "late", delay=0.2)
    watch.forward(700)
    table.tick()
    assert looks[0] == 0
    assert 100 <= looks[1] <= 300  # refused, and at once another look
    assert deeds(table, 1)[0].action.kind == "trot"


def test_bots_are_given_what_their_seat_may_see_and_no_more(
    chase: Game, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[Seen] = []

    class Nosy:
        name = "nosy"

        def choose(self, seen: Seen, dice: Row) -> Action:
            given.append(seen)
            return seen.legal[0]

    monkeypatch.setitem(BOTS, "nosy", Nosy)
    table = seated(chase, watch, "you", "nosy")
    watch.forward(100)
    table.tick()
    real = table.position.state
    assert [seen.seat for seen in given] == [1]
    assert given[0].sample(dice_for(1, 1)).rng_key != real.rng_key
    assert not hasattr(given[0], "position")


# -- the person -----------------------------------------------------------------------------------


def test_the_person_acts_at_the_time_of_the_clock(chase: Game, watch: Watch) -> None:
    table = seated(chase, watch)
    watch.forward(123)
    news = table.act(TROT)
    assert [event.words for event in news.events] == ["Dog 0: trot."]
    assert deeds(table, 0)[0].at == 123
    assert table.busy() == 300


def test_a_move_too_early_is_refused_with_the_reason(chase: Game, watch: Watch) -> None:
    table = seated(chase, watch)
    table.act(TROT)
    watch.forward(300 - EAGER_MS - 1)
    news = table.act(TROT)
    assert str(news.refused) == f"CHA-1.2: still running for {EAGER_MS + 1} ms"
    assert table.held is None
    assert len(deeds(table, 0)) == 1


def test_a_move_a_blink_too_early_is_made_as_soon_as_it_may(chase: Game, watch: Watch) -> None:
    table = seated(chase, watch)
    table.act(TROT)
    watch.forward(300 - EAGER_MS)
    assert table.act(SPRINT).refused is None
    assert table.held == SPRINT
    watch.forward(400)
    table.tick()
    assert [(line.action.kind, line.at) for line in deeds(table, 0)] == [
        ("trot", 0),
        ("sprint", 300),
    ]
    assert table.held is None


def test_a_held_move_that_is_refused_in_the_end_is_told(chase: Game, watch: Watch) -> None:
    table = seated(chase, watch)
    table.act(TROT)
    watch.forward(200)
    table.act({"do": "whistle"})
    watch.forward(200)
    assert "nature" in str(table.tick().refused)


def test_babble_is_refused_politely(chase: Game, watch: Watch) -> None:
    refused = seated(chase, watch).act({"do": "bark"}).refused
    assert refused is not None
    assert refused.kind == "unreadable"


def test_after_the_end_the_person_is_told_so(chase: Game, watch: Watch) -> None:
    table = seated(chase, watch)
    watch.forward(2500)
    refused = table.act(TROT).refused
    assert refused is not None
    assert refused.kind == "over"


def test_the_person_hears_only_what_is_meant_for_that_seat(chase: Game, watch: Watch) -> None:
    from dogpark.kernel.rooms import Event

    table = seated(chase, watch)
    secret = Event("whisper", "Dog 1 knows.", seats=(1,))
    table._happened([secret, Event("all", "All know."), Event("mine", "You know.", seats=(0,))])
    assert [event.words for event in table.tick().events] == ["All know.", "You know."]
    assert len(table.story) == 3


def test_two_people_do_not_fit_at_one_keyboard(chase: Game, watch: Watch) -> None:
    with pytest.raises(ValueError, match="one keyboard"):
        seated(chase, watch, "you", "you")


# -- the record -----------------------------------------------------------------------------------


def test_a_live_game_replays_exactly_from_its_record(
    chase: Game, watch: Watch, tmp_path: Path
) -> None:
    table = seated(chase, watch, manners=Manners(keep_in=tmp_path / "live.jsonl"))
    for pause in (17, 450, 301, 613, 900):
        watch.forward(pause)
        table.act(SPRINT)
    table.keep()
    record = loads((tmp_path / "live.jsonl").read_text("utf-8"))
    assert record.header.seats == ["you", "greedy"]
    assert replay(record).history() == table.position.history()
    assert replay(record).state == table.position.state


def test_a_kept_game_goes_on_at_the_time_it_had(chase: Game, watch: Watch, tmp_path: Path) -> None:
    path = tmp_path / "live.jsonl"
    table = seated(chase, watch, manners=Manners(keep_in=path))
    watch.forward(300)
    table.act(TROT)
    table.keep()
    _, position = load_unfinished(path)
    again = LiveTable(position, table.seating, Story(), watch)
    watch.forward(60_000)
    again.start()
    assert again.now == 300
    watch.forward(299)
    assert again.busy() == 1


def test_a_game_is_written_only_if_it_went_on(chase: Game, watch: Watch, tmp_path: Path) -> None:
    path = tmp_path / "live.jsonl"
    table = seated(chase, watch, manners=Manners(keep_in=path))
    table.keep()
    path.unlink()
    table.keep()
    assert not path.exists()
    table.act(TROT)
    table.keep()
    assert path.exists()


# -- the ordinary table ---------------------------------------------------------------------------


def test_the_dice_of_a_bot_depend_on_seed_seat_and_moment(chase: Game) -> None:
    position = chase.start(seed=7)
    dice = bot_dice(position, 1)
    assert dice == bot_dice(position.copy(), 1)
    assert dice != bot_dice(position, 0)
    position.apply(0, "trot")
    assert dice != bot_dice(position, 1)
