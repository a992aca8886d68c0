"""What must always hold is noticed when it does not."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from dogpark.games.monty import invariants
from dogpark.games.monty.invariants import problems
from dogpark.games.monty.state import (
    BARK,
    CROWN_CHOICE,
    GATE,
    HOME,
    KEEP,
    NONE,
    STAGE,
    START,
    TALK,
    Monty,
)
from tests.games.monty.table import garden


def middle() -> Monty:
    """A race in the middle of a round, by the book: two corners are laid, 1 and 2 share."""
    g = garden()
    while g.stage == "talk":
        g.play(f"{g.asked[0]}: claim silent")
    for seat, number in enumerate((2, 3, 3)):
        g.play(f"{seat}: commit {number}")
    g.play("explore E plain-3")
    g.play("explore N gated-1")
    assert (g.stage, g.asked) == ("offer", (1,))
    assert problems(g.s) == []
    return g.s


def exploring() -> Monty:
    g = garden()
    g.set_off(0, 2)
    assert problems(g.s) == []
    return g.s


def test_a_race_by_the_book_has_no_problems() -> None:
    """MON-2.16"""
    assert problems(middle()) == []
    assert problems(exploring()) == []


def put(name: str, value: object) -> Callable[[Monty], None]:
    return lambda s: setattr(s, name, value)


def item(name: str, index: int, value: int) -> Callable[[Monty], None]:
    def change(s: Monty) -> None:
        getattr(s, name)[index] = value

    return change


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (item("y", 2, 4), "two cards lie in one cell"),
        (item("x", 2, 13), "which is no cell"),
        (item("kind", 2, STAGE), "Home Stage lies on the table"),
        (item("kind", 0, GATE), "the first card is not Start"),
        (item("links", 0, 0), "noted otherwise"),
        (item("free", 2, 0), "noted otherwise"),
        (item("beside", 1, [-1, -1, -1, -1]), "beside tile 1"),  # type: ignore[arg-type] # a row
        (item("far", 1, 7), "distances"),
        (item("at", 1, 9), "pawn 1 stands on no card"),
        (item("at", 4, 0), "seat 4 is empty but plays"),
        (item("tick", 1, 99), "pawn 1 came at 99"),
        (lambda s: s.trail[1].__setitem__(0, 0), "trail that nobody follows"),
        (put("crown", 7), "the crown lies on tile 7"),
        (put("holder", 2), "seat 2 holds the crown from afar"),
        (put("holder", NONE), "nobody holds the crown"),
        (item("deck", 0, 3), "cards lie there after"),
        (item("deck", 2, -1), "fewer than no cards"),
        (item("corners", 0, 6), "cards lie there after"),
        (put("stage", 1), "Home Stage 1 after 0"),
        (item("deck", BARK, 0), "among the first nine"),
        (item("covered", 0, 1), "a top card that matters"),
        (item("points", 0, 3), "not those of its tokens"),
        (item("spent", 0, 1), "did not come back"),
        (put("round", 61), "round 61 of 60"),
        (item("sealed", 1, 2), "have something under seal"),
        (put("turn_seat", NONE), "seat -1 is asked"),
        (put("talk", 0), "words of"),
        (put("talkers", 0), "negotiate in phase"),
        (put("number", 0), "number 0 moves"),
        (item("share", 1, 4), "shares"),
        (item("queue", 1, 2), "queue"),
        (item("queue", 0, 2), "without a share"),
        (item("sent", 0, 2), "go back in phase"),
        (put("runner", 1), "seat 1 runs in phase"),
        (put("left", 2), "2 spaces left"),
        (put("explorer", 1), "seat 1 explores in phase"),
        (put("card", GATE), "a card is laid in phase"),
        (put("pushed", 1), "seat 1 is pushed"),
        (put("shoved", 1), "are to be pushed"),
    ],
)
def test_a_table_that_cannot_be_is_noticed(change: Callable[[Monty], None], words: str) -> None:
    """MON-1.2, MON-1.6, MON-1.7, MON-2.1, MON-2.15, MON-4.5, MON-5.4, MON-8.2, MON-17.3"""
    s = middle()
    change(s)
    assert any(words in problem for problem in problems(s)), problems(s)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (put("holder", NONE), "without holding the crown"),
        (put("phase", TALK), "number 5 moves"),
        (put("asked", 1), "have something under seal"),
    ],
)
def test_an_exploration_that_cannot_be_is_noticed(
    change: Callable[[Monty], None], words: str
) -> None:
    """MON-8.1, MON-18.2"""
    s = exploring()
    change(s)
    assert any(words in problem for problem in problems(s)), problems(s)


def test_a_push_over_a_fence_is_noticed_where_there_is_an_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """MON-14.3, MON-19.7"""
    g = garden(
        tiles="TRAMP 4,4 / TREE 4,3 / PATH 3,3 / CPLAIN 0 2,3 / PATH V 2,2",
        at={1: (4, 3), 2: (2, 2)},
        leader=2,
        bounce_links="undirected",
    )
    g.set_off(0, 1)
    assert g.stage == "push"
    assert problems_of(g.s) == set()
    monkeypatch.setattr(invariants, "ways_out", lambda s, tile: s.links[tile] | s.free[tile])
    assert problems_of(g.s) == {
        "pawn 1 may be pushed over a fence and has an end (MON-14.3, MON-19.7)"
    }


def test_an_offer_of_the_last_round_is_noticed() -> None:
    """MON-5.6"""
    g = garden()
    g.s.proposer = 1
    assert problems_of(g.s) == {"an offer is left over"}


def test_the_three_invariants_of_a_race_are_watched() -> None:
    """MON-2.16: a way to the crown for everybody, a free edge for the crown, a way off a tree"""
    g = garden("TRAMP TREE", tiles="PATH 4,3", crown=(4, 4))
    assert problems_of(g.s) == set()
    g.s.at[1] = g.tile((4, 3))
    assert "pawn 1 has no way to the crown (MON-2.16)" in problems_of(g.s)
    g = garden("PATH TREE", obstacles="6,4", crown=(3, 4))
    g.s.crown = g.tile((4, 4))
    g.s.far[:3] = [1, 0, 1]
    assert "the crown card has no free edge and the race goes on (MON-2.16)" in problems_of(g.s)
    g.s.phase = CROWN_CHOICE
    assert not any("free edge" in problem for problem in problems_of(g.s))
    g = garden(tiles="TREE V 9,2", obstacles="9,1 9,3")
    g.s.at[2] = g.tile((9, 2))
    assert "pawn 2 cannot leave its card (MON-2.16)" in problems_of(g.s)


def problems_of(s: Monty) -> set[str]:
    """Without those that the builder causes: its decks are made to measure."""
    return {
        problem for problem in problems(s) if "after" not in problem and "missing" not in problem
    }


@pytest.mark.parametrize("kind", [START, BARK, KEEP, HOME])
def test_of_some_cards_there_is_only_one(kind: int) -> None:
    """MON-1.5"""
    g = garden("PATH", tiles="PATH 8,2 / PATH 10,2")
    g.s.kind[2] = g.s.kind[3] = kind
    assert any(problem.endswith(f"cards of kind {kind}") for problem in problems(g.s))
