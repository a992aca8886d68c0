"""What may not be done where a run ends, pawns are pushed or the crown moves, and why."""

from __future__ import annotations

from dogpark.kernel.rooms import Refusal
from tests.games.monty.table import MONTY, garden
from tests.games.monty.test_refusals import refused, rule


def test_nobody_is_pushed_over_a_fence_or_into_a_wall() -> None:
    """MON-14.1, MON-14.2, MON-14.3"""
    g = garden("PATH TREE PATH", at={1: (5, 4), 0: (4, 4), 2: (6, 4)}, leader=2)
    g.set_off(0, 1)
    assert rule(g, "push N") == "MON-14.3"
    assert rule(g, "pass") == "MON-14.1"
    assert rule(g, "step E") == "MON-14.1"
    g = garden("PATH TREE PATH", at={1: (5, 4), 0: (4, 4), 2: (6, 4)}, leader=2, species="scc")
    g.set_off(0, 1)
    assert rule(g, "step E") == "MON-14.2"


def test_a_pushed_pawn_explores_where_it_was_pushed() -> None:
    """MON-14.5, MON-14.6"""
    g = garden("PATH TREE", at={1: (5, 4), 0: (4, 4)}, leader=1)
    g.set_off(0, 1)
    g.play("push E")
    assert refused(g, "explore W draw") == Refusal("MON-14.5", "Blue is pushed east, not west")
    assert rule(g, "step W") == "MON-14.5"
    assert rule(g, "push W") == "MON-14.6"


def test_the_crown_goes_to_a_card_with_a_free_edge_that_can_be_reached() -> None:
    """MON-11.3, MON-11.6 (T34)"""
    row = "PATH TRAMP PATH PATH PATH PATH PATH PATH"
    g = garden(row, tiles="PATH 0,0", at={0: (11, 4)}, leader=0, deck="PATH")
    g.run(0, 4)
    assert refused(g, "crown 4 4") == Refusal("MON-11.3", "the path at 4,4 has no free edge")
    assert refused(g, "crown 1 1") == Refusal("MON-11.3", "no card lies there")
    assert refused(g, "crown 0 0").words == (
        "the path at 0,0 cannot be reached from the crown card without drawing"
    )
    assert refused(g, "shortcut") == Refusal("MON-11.6", "12 corners left: the short cut is closed")
    assert rule(g, "crown_tile 0") == "MON-2.1"
    assert rule(g, "pass") == "MON-11.3"


def test_after_bark_bark_the_crown_goes_to_a_spot() -> None:
    """MON-12.2, MON-11.6, MON-19.24 (T32)"""
    g = garden(
        "PATH TRAMP PATH TRAMP",
        at={0: (7, 4), 1: (6, 4)},
        leader=0,
        deck="BARK",
        crown_own_card="forbid",
    )
    g.run(0, 5)
    assert rule(g, "crown 4 4") == "MON-12.2"
    assert rule(g, "shortcut") == "MON-11.6"
    assert rule(g, "crown 7 4") == "MON-19.24"
    assert rule(g, "step E") == "MON-12.2"


def test_bark_bark_off_the_front_closes_the_crown_card_like_any_other() -> None:
    """MON-11.3, MON-12.4: the pushed pawn has found Monty where the crown card had its free edge"""
    g = garden(
        tiles="TRAMP 4,4 / TREE 4,3 / CPLAIN 3 5,3 / TRAMP V 5,2 / CPLAIN 2 5,1 / TRAMP 4,1"
        " / CPLAIN 1 3,1 / PATH V 3,2",
        at={1: (4, 3), 2: (3, 2)},
        leader=2,
        deck="BARK",
    )
    g.set_off(0, 1)
    g.play("push W", "explore W draw")
    assert (g.stage, g.asked, g.kind((3, 3))) == ("crown", (2,), "BARK")
    asked = MONTY.prompt(g.s, 2)["ask"]
    assert asked == "There is nothing left to explore here: where does the crown go?"
    assert rule(g, "crown 3 2") == "MON-11.3"
    assert rule(g, "step N") == "MON-11.3"
    assert rule(g, "shortcut") == "MON-11.6"
