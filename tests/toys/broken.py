"""Fetch or Chase, broken in one way per check of the conformance kit: proof that each check can fail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from itertools import count
from types import ModuleType
from typing import Any

import msgspec

from dogpark.kernel.actions import Action, ActionTable
from dogpark.kernel.facts import CHANCE, CHANCE_BIT
from dogpark.kernel.rng import forget_nature
from dogpark.kernel.rooms import Event, Refusal, Rooms
from dogpark.kernel.schema import Row
from tests.toys.chase import rules as chase
from tests.toys.chase.state import Chase
from tests.toys.fetch import rules as good
from tests.toys.fetch.state import Fetch

PACKAGE = "tests.toys.fetch"
BROKEN: dict[str, Callable[[], Rooms]] = {}


class Patched(Rooms):
    """A toy, Fetch unless said, with some rule functions replaced, in Python only."""

    def __init__(self, package: str = PACKAGE, **hooks: Callable[..., Any]) -> None:
        super().__init__(package)
        self.hooks = hooks
        patched = ModuleType(self.rules.__name__)
        vars(patched).update(vars(self.rules), **hooks)
        self.rules = patched

    @cached_property
    def python(self) -> dict[str, Any]:
        space = Rooms(self.package).python
        space.update(self.hooks)
        return space


def breaks(check: str) -> Callable[[Callable[[], Rooms]], Callable[[], Rooms]]:
    def register(make: Callable[[], Rooms]) -> Callable[[], Rooms]:
        assert check not in BROKEN
        BROKEN[check] = make
        return make

    return register


# -- what is declared -----------------------------------------------------------------------------


@breaks("facts")
def without_title() -> Rooms:
    rooms = Patched()
    rooms.facts = replace(rooms.facts, title="")
    return rooms


@breaks("options")
def with_an_option_that_no_rule_describes() -> Rooms:
    rooms = Patched()
    first, *others = rooms.facts.options
    rooms.facts = replace(rooms.facts, options=(replace(first, rule="FET-9.9"), *others))
    return rooms


@breaks("actions")
def whose_short_texts_all_mean_the_same() -> Rooms:
    class Deaf(ActionTable):
        def from_text(self, text: str) -> Action:
            return self.action(0)

    rooms = Patched()
    rooms.table = Deaf(*rooms.table.kinds)
    return rooms


@breaks("fields")
def whose_json_form_forgets_the_score() -> Rooms:
    class Forgetful(Fetch):
        def to_dict(self) -> dict[str, Any]:
            form = super().to_dict()
            del form["score"]
            return form

    rooms = Patched()
    rooms.state = Forgetful
    return rooms


@breaks("forms")
def whose_record_loses_the_score() -> Rooms:
    class Lossy(Fetch):
        def write_record(self, record: Any) -> None:
            super().write_record(record)
            record["score"] = 0

    rooms = Patched()
    rooms.state = Lossy
    return rooms


# -- rules ----------------------------------------------------------------------------------------


@breaks("conservation")
def that_loses_a_ball() -> Rooms:
    def apply(s: Fetch, seat: int, code: int) -> None:
        good.apply(s, seat, code)
        if s.round_no == 2 and s.dealt == 0:
            s.bag[0] -= 1

    return Patched(apply=apply)


@breaks("bounds")
def with_more_points_than_its_field_holds() -> Rooms:
    def apply(s: Fetch, seat: int, code: int) -> None:
        good.apply(s, seat, code)
        s.score[0] = 200

    return Patched(apply=apply)


@breaks("active")
def in_which_nature_and_a_seat_act_together() -> Rooms:
    def active(s: Fetch) -> int:
        mask = good.active(s)
        return mask | 1 if mask == CHANCE_BIT else mask

    return Patched(active=active)


@breaks("legal")
def whose_legal_codes_are_not_sorted() -> Rooms:
    def legal(s: Fetch, seat: int, codes: Row) -> int:
        found = good.legal(s, seat, codes)
        if found > 1:
            codes[0], codes[1] = codes[1], codes[0]
        return found

    return Patched(legal=legal)


@breaks("chance")
def with_an_outcome_that_cannot_come() -> Rooms:
    def chance(s: Fetch, codes: Row, weights: Row) -> int:
        found = good.chance(s, codes, weights)
        weights[found - 1] = 0
        return found

    return Patched(chance=chance)


@breaks("stage")
def that_always_asks() -> Rooms:
    return Patched(stage=lambda s, seat: 1)


@breaks("pure")
def whose_prompt_scores() -> Rooms:
    class Scoring(Patched):
        def prompt(self, s: Any, seat: int) -> dict[str, Any]:
            s.score[seat] += 1
            return super().prompt(s, seat)

    return Scoring()


@breaks("deterministic")
def that_rolls_dice_of_its_own() -> Rooms:
    hidden = count()

    def apply(s: Fetch, seat: int, code: int) -> None:
        good.apply(s, seat, code)
        s.score[0] = next(hidden) % 100

    return Patched(apply=apply)


@breaks("greedy")
def whose_bot_picks_beyond_its_choices() -> Rooms:
    return Patched(greedy=lambda s, seat, codes, count, dice: count)


# -- answers --------------------------------------------------------------------------------------


@breaks("refusal")
def that_refuses_by_a_rule_nobody_wrote() -> Rooms:
    class Arbitrary(Patched):
        def refusal(self, s: Any, seat: int, code: int) -> Refusal:
            return Refusal("FET-9.9", "because")

    return Arbitrary()


@breaks("prompt")
def whose_prompt_withholds_a_choice() -> Rooms:
    class Withholding(Patched):
        def prompt(self, s: Any, seat: int) -> dict[str, Any]:
            asked = super().prompt(s, seat)
            return asked | {"choices": asked["choices"][:-1]}

    return Withholding()


@breaks("events")
def that_tells_nothing() -> Rooms:
    class Silent(Patched):
        def events(self, before: Any, seat: int, code: int, after: Any) -> list[Event]:
            return []

    return Silent()


@breaks("serialisable")
def whose_view_holds_a_tuple() -> Rooms:
    return _showing(lambda s, seat: {"score": tuple(s.score)})


# -- leaks ----------------------------------------------------------------------------------------


def _showing(extra: Callable[[Any, int | None], dict[str, Any]]) -> Rooms:
    class Showing(Patched):
        def view(self, s: Any, seat: int | None) -> dict[str, Any]:
            return super().view(s, seat) | extra(s, seat)

    return Showing()


@breaks("leak")
def that_shows_every_ball_to_every_seat() -> Rooms:
    return _showing(lambda s, seat: {} if seat is None else {"balls": s.ball[:]})


@breaks("spectator")
def that_shows_every_ball_to_spectators() -> Rooms:
    return _showing(lambda s, seat: {"balls": s.ball[:]} if seat is None else {})


@breaks("secrets")
def that_shows_the_key() -> Rooms:
    return _showing(lambda s, seat: {"table": f"#{s.rng_key[0]}"})


@breaks("parts")
def whose_common_part_holds_every_ball() -> Rooms:
    class Split(Patched):
        def common(self, s: Any) -> dict[str, Any]:
            return {"balls": s.ball[:]}

    return Split()


@breaks("changes")
def that_forgets_to_tell_what_changed() -> Rooms:
    class Forgetful(Patched):
        def common(self, s: Any) -> dict[str, Any]:
            return {"round": s.round_no, "score": s.score[:]}

        @cached_property
        def changed(self) -> Callable[[Any, Any], dict[str, Any]]:
            return lambda _, s: {"round": s.round_no}

    return Forgetful()


@breaks("blind")
def whose_worlds_are_dealt_by_what_is_true() -> Rooms:
    class Guided(Patched):
        def redeal(self, s: Any, seat: int | None, dice: Row) -> Any:
            for other in range(s.players):
                if other != seat:
                    dice[0] = (dice[0] + 1 + s.ball[other]) % 2**32
            return super().redeal(s, seat, dice)

    return Guided()


@breaks("peeking")
def whose_bot_looks_at_its_neighbour() -> Rooms:
    def greedy(s: Fetch, seat: int, codes: Row, count: int, dice: Row) -> int:
        return max(0, s.ball[(seat + 1) % s.players]) % count

    return Patched(greedy=greedy)


@breaks("told")
def that_tells_everybody_the_sealed_throw() -> Rooms:
    class Chatty(Patched):
        def events(self, before: Any, seat: int, code: int, after: Any) -> list[Event]:
            return [
                msgspec.structs.replace(e, seats=None)
                for e in super().events(before, seat, code, after)
            ]

    return Chatty()


@breaks("redeal")
def whose_worlds_keep_the_key() -> Rooms:
    class Foreseeing(Patched):
        def redeal(self, s: Any, seat: int | None, dice: Row) -> Any:
            new = super().redeal(s, seat, dice)
            new.rng_key = s.rng_key[:]
            return new

    return Foreseeing()


@breaks("vacuous")
def whose_worlds_are_all_the_real_one() -> Rooms:
    class Lazy(Patched):
        def redeal(self, s: Any, seat: int | None, dice: Row) -> Any:
            new = s.copy()
            forget_nature(new, dice)
            return new

    return Lazy()


# -- veiled stages --------------------------------------------------------------------------------


@breaks("veiled")
def whose_window_expects_the_strong_arm_of_everybody() -> Rooms:
    rooms = Patched()
    rooms.facts = replace(rooms.facts, veiled={"throw": "throw 3"})
    return rooms


# -- whole games ----------------------------------------------------------------------------------


@breaks("ends")
def that_never_ends() -> Rooms:
    def apply(s: Fetch, seat: int, code: int) -> None:
        good.apply(s, seat, code)
        s.round_no = 1

    return Patched(apply=apply)


@breaks("result")
def that_nobody_wins() -> Rooms:
    def result(s: Fetch, places: Row, points: Row) -> None:
        good.result(s, places, points)
        for seat in range(s.players):
            places[seat] += 1

    return Patched(result=result)


@breaks("record")
def whose_points_are_never_the_same_twice() -> Rooms:
    hidden = count()

    def result(s: Fetch, places: Row, points: Row) -> None:
        good.result(s, places, points)
        points[0] = next(hidden)

    return Patched(result=result)


@breaks("aliasing")
def whose_view_is_a_window_on_the_state() -> Rooms:
    return _showing(lambda s, seat: {"score": s.score})


@breaks("branch")
def whose_copies_share_a_bag() -> Rooms:
    class Shared(Fetch):
        def copy(self) -> Shared:
            new = super().copy()
            new.bag = self.bag
            return new

    rooms = Patched()
    rooms.state = Shared
    return rooms


# -- the clock ------------------------------------------------------------------------------------


@breaks("clock")
def whose_whistle_blows_late() -> Rooms:
    def apply(s: Chase, seat: int, code: int) -> None:
        chase.apply(s, seat, code)
        s.now += s.whistled

    return Patched("tests.toys.chase", apply=apply)


@breaks("live")
def that_runs_on_a_clock_of_its_own() -> Rooms:
    hidden = count()

    def apply(s: Chase, seat: int, code: int) -> None:
        chase.apply(s, seat, code)
        s.run[0] += next(hidden)

    return Patched("tests.toys.chase", apply=apply)


# -- twins ----------------------------------------------------------------------------------------


@breaks("native")
def that_scores_double_in_python_only() -> Rooms:
    def apply(s: Fetch, seat: int, code: int) -> None:
        was = s.score[0]
        good.apply(s, seat, code)
        if seat != CHANCE:
            s.score[0] += s.score[0] - was

    return Patched(apply=apply)


@breaks("simulator")
def whose_counter_bursts() -> Rooms:
    return Rooms("tests.toys.balloon")
