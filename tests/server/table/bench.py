"""A table without a server: drafts are folded as soon as they are made."""

from __future__ import annotations

from typing import Any

from dogpark.kernel.facts import CHANCE
from dogpark.kernel.rng import dice_below
from dogpark.kernel.seed import dice_for
from dogpark.server import entries
from dogpark.server.entries import AnyEntry, Opened, Who
from dogpark.server.table import drafts
from dogpark.server.table.drafts import Done, Draft, Unjudged, Verdict
from dogpark.server.table.fair import judge
from dogpark.server.table.table import Table
from dogpark.wire.tells import Happened

ANN = Who(id="ann", name="Ann")
BEN = Who(id="ben", name="Ben")
CAT = Who(id="cat", name="Cat")


class Bench:
    """One table and its log."""

    def __init__(self, game: str = "bonfire", players: int = 2, **opened: Any) -> None:
        self.table = Table("t12345")
        self.rows: list[tuple[int, int, bytes]] = []
        self.now = 1_000_000
        self.told: list[Happened] = []
        self.options = opened.pop("options", {})
        self.take(
            Draft(Opened(game=game, players=players, options=self.options, host=ANN, **opened))
        )

    def take(self, draft: Draft | Done | None) -> list[Happened]:
        if draft is None or isinstance(draft, Done):
            return []
        self.now += 10
        body = entries.encode(draft.entry)
        seq = self.table.seq + 1
        told = self.table.fold(seq, self.now, draft.entry, draft.ahead)
        self.rows.append((seq, self.now, body))
        self.told += told
        return told

    def seat_all(self, *people: Who) -> Bench:
        for seat in range(len(self.table.seats)):
            who = people[seat % len(people)]
            self.take(Draft(entries.Sat(seat=seat, who=who)))
        return self

    def begin(self) -> Bench:
        self.take(drafts.begin(self.table, ANN.id))
        return self

    def again(self) -> Table:
        """The same table from its log alone."""
        table = Table(self.table.id)
        for seq, at, body in self.rows:
            table.fold(seq, at, entries.decode(body))
        return table

    def random_moves(self, most: int, seed: str = "bench") -> None:
        dice = dice_for(seed, 0)
        for _ in range(most):
            position = self.table.position
            assert position is not None
            seats = [seat for seat in position.active if seat != CHANCE]
            at = None
            if position.now is not None:
                due = position.due
                assert due is not None
                moments = [(position.moment(seat) or 0, seat) for seat in seats]
                first = min(moments, default=(due + 1, -1))
                at = min(first[0], due)
                if first[0] > due or not seats:
                    self.take(drafts.elapse(self.table, due))
                    if self.table.status != "playing":
                        return
                    continue
                seats = [first[1]]
            seat = seats[dice_below(dice, len(seats))]
            legal = position.legal(seat)
            move = legal[dice_below(dice, len(legal))].to_dict()
            who = self.table.seats[seat].who
            assert who is not None
            self.take(
                drafts.move(
                    self.table,
                    seat,
                    move,
                    by="person",
                    person=who.id,
                    key=f"k{self.table.seq}",
                    at=at,
                )
            )
            if self.table.status != "playing":
                return


def kinds(told: list[Happened]) -> list[str]:
    return [one.event for one in told]


def entry_of(draft: Draft | Done | None) -> AnyEntry:
    assert isinstance(draft, Draft)
    return draft.entry


def take_back(table: Table, seat: int, person: str, now: int | None = None) -> Draft:
    """Taken back after being judged here and now, which a server does in another process."""
    at = table.at if now is None else now
    try:
        return drafts.take_back(table, seat, person, None, at)
    except Unjudged as unjudged:
        verdict = Verdict(unjudged.asked, judge(unjudged.asked))
        return drafts.take_back(table, seat, person, verdict, at)


def towards_a_seven(moves: list[dict[str, Any]]) -> dict[str, Any]:
    """Of the moves offered in DOG, the one that most likely leads to a seven soon."""
    return min(moves, key=lambda move: (move.get("use") != "split", move.get("card") == "7"))


def in_a_seven(**opened: Any) -> tuple[Bench, int]:
    """Somebody, who holds every seat, has laid a seven and not stepped yet; the next seat will be asked."""
    bench = Bench("dog", 4, **opened).seat_all(ANN).begin()
    while bench.table.status == "playing":
        table = bench.table
        assert table.position is not None
        seat = table.asked[0]
        if table.position.stage(seat) == "seven" and _others_hold_cards(table, seat):
            return bench, seat
        move = towards_a_seven([one.to_dict() for one in table.position.legal(seat)])
        key = f"k{table.seq}"
        bench.take(drafts.move(table, seat, move, by="person", person=ANN.id, key=key))
    raise AssertionError("the game ended without a seven")


def _others_hold_cards(table: Table, seat: int) -> bool:
    assert table.position is not None
    players = table.position.view(None)["players"]
    return all(one["cards"] > 0 for number, one in enumerate(players) if number != seat)
