"""Which rule forbids a move, by id and in words: the most specific one that can be found.

Nothing is decided here: the engine has said no, and this asks it what would have to be different.
Nothing depends on what others have under seal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dogpark.games.monty.actions import TABLE
from dogpark.games.monty.rules import asks_several, stage
from dogpark.games.monty.state import (
    ANSWER,
    COMMIT,
    CROWN_CHOICE,
    DEMAND,
    DRAW,
    EXPLORE_CHOICE,
    FACE,
    GATE_CHOICE,
    GRID,
    LAY_START,
    NONE,
    OFFER,
    ORDER,
    ORIENT_CHOICE,
    OVER,
    PLACER_LOT,
    PUSH_CHOICE,
    SEND_ORDER,
    SPECIES,
    STEP_CHOICE,
    TALK,
    Monty,
)
from dogpark.games.monty.stuck import is_scared_away
from dogpark.games.monty.whynot import (
    why_no_commit,
    why_no_crown,
    why_no_demand,
    why_no_exploration,
    why_no_gate,
    why_no_offer,
    why_no_order,
    why_no_push,
    why_no_shortcut,
    why_no_start,
    why_no_step,
)
from dogpark.games.monty.words import seat_name
from dogpark.kernel.rooms import Refusal

_NATURE = {
    "placer": ("MON-3.2", "the lot decides who lays Start"),
    "draw": ("MON-10.3", "the card is turned up, nobody picks it"),
    "face": ("MON-19.6", "the corners are shuffled, nobody picks the top one"),
}
_CHANCE_FIRST = {
    PLACER_LOT: ("MON-3.2", "first the lot decides who lays Start"),
    DRAW: ("MON-10.3", "first the card is turned up"),
    FACE: ("MON-19.6", "first the top of a corner pile is turned up"),
}

# What each phase asks for: the kinds of action, the rule, and how it is said.
_ASKED: dict[int, tuple[tuple[str, ...], str, str]] = {
    SPECIES: (("species",), "MON-3.1", "choose cat or squirrel first"),
    LAY_START: (("start",), "MON-3.5", "lay Start first"),
    TALK: (("claim",), "MON-4.1", "first everyone says a number or stays silent"),
    COMMIT: (("commit",), "MON-4.3", "put down a movement card now"),
    OFFER: (("offer", "order", "pass"), "MON-5.6", "make an offer or pass now"),
    ANSWER: (("respond",), "MON-5.7", "answer the offer with yes or no"),
    DEMAND: (("demand", "order"), "MON-19.18", "write down what you want"),
    SEND_ORDER: (("order",), "MON-7.5", "say in which order the pawns go back"),
    GATE_CHOICE: (("gate", "gate_tile"), "MON-7.2", "choose a gate to go back to"),
    STEP_CHOICE: (("step",), "MON-9.1", "your pawn runs: choose the next step"),
    EXPLORE_CHOICE: (("explore",), "MON-9.2", "explore now: choose an edge and a card"),
    ORIENT_CHOICE: (("orient",), "MON-10.3", "say how the card you drew lies"),
    PUSH_CHOICE: (("push",), "MON-14.1", "say in which direction the pawn goes"),
    CROWN_CHOICE: (("crown", "crown_tile", "shortcut"), "MON-11.3", "put the crown on a spot"),
}

# Why something is not done at another moment than its own.
_LATER = {
    "species": ("MON-3.1", "cat or squirrel is chosen before the race, by all at the same time"),
    "start": ("MON-3.5", "Start is laid at the beginning of a race"),
    "claim": ("MON-4.1", "numbers are said at the beginning of a round"),
    "commit": ("MON-4.3", "cards are put down in the secret phase, and none is taken back"),
    "offer": ("MON-5.3", "nobody shares a number with you now"),
    "respond": ("MON-5.7", "no offer waits for your answer"),
    "order": ("MON-6.3", "no order is to be agreed now"),
    "demand": ("MON-19.18", "no sealed demands are asked for"),
    "gate": ("MON-7.1", "you go back to a gate only when talks have failed"),
    "gate_tile": ("MON-7.1", "you go back to a gate only when talks have failed"),
    "orient": ("MON-10.3", "there is no drawn card to be turned"),
    "push": ("MON-14.1", "pawns are pushed only at the end of a run, off a card for one"),
    "crown": ("MON-11.3", "the crown is put elsewhere only when the race cannot go on"),
    "crown_tile": ("MON-11.3", "the crown is put elsewhere only when the race cannot go on"),
    "shortcut": ("MON-11.6", "the short cut home begins at a dead end"),
}


def refusal(s: Monty, seat: int, code: int) -> Refusal:
    """Why this seat may not do that now; only asked about codes that are not legal."""
    kind = TABLE.action(code).kind
    if kind in _NATURE:
        return Refusal(*_NATURE[kind])
    if stage(s, seat) == 0:
        return _not_asked(s, seat)
    kinds, rule, words = _ASKED[s.phase]
    if kind not in kinds:
        return _other_moment(s, seat, kind) or Refusal(rule, words)
    if kind in ("crown_tile", "gate_tile") and s.rule_geometry == GRID:
        return Refusal("MON-2.1", "on this table a card is named by its cell")
    if kind in ("crown", "gate") and s.rule_geometry != GRID:
        return Refusal("MON-19.4", "without a table a card is named by its number")
    return _WHY[kind](s, seat, code)


def _not_asked(s: Monty, seat: int) -> Refusal:
    if s.phase == OVER:
        return Refusal("MON-17.1", "the match is over")
    if s.phase < SPECIES:
        return Refusal(*_CHANCE_FIRST[s.phase])
    rule = _ASKED[s.phase][1]
    if not asks_several(s.phase):
        return Refusal(rule, f"{seat_name(s.turn_seat)} has to choose first")
    if s.sealed[seat] != NONE:
        return Refusal(rule, "you have answered; wait until all have")
    return Refusal(rule, "others have to answer first")


def _other_moment(s: Monty, seat: int, kind: str) -> Refusal | None:
    """The reason that belongs to what was tried, where it says more than what is asked."""
    for fits, rule, words in _closer_reasons(s, seat, kind):
        if fits:
            return Refusal(rule, words)
    return Refusal(*_LATER[kind]) if kind in _LATER else None


def _closer_reasons(s: Monty, seat: int, kind: str) -> Iterator[tuple[bool, str, str]]:
    """Whether it fits, the rule, the words; the first that fits is told."""
    exploring = s.phase == EXPLORE_CHOICE
    is_push = exploring and s.way != NONE
    stepping = s.phase == STEP_CHOICE
    rounds = s.phase == OFFER
    at_table = "at this table"
    yield kind == "pass" and (stepping or exploring), "MON-9.3", "nobody stops early or passes"
    yield kind == "step" and is_push, "MON-14.5", "a pawn pushed off the known path explores there"
    crown_card = "on the crown card every space is an exploration"
    yield kind == "step" and exploring, "MON-9.2", crown_card
    towards = "only from the crown card do you explore: step towards it"
    yield kind == "explore" and stepping, "MON-9.1", towards
    yield kind == "push" and is_push, "MON-14.6", "the direction is settled: choose the card"
    yield kind == "demand" and rounds, "MON-19.18", f"{at_table} offers are made in turns"
    written = s.phase == DEMAND
    yield kind == "offer" and written, "MON-19.18", f"{at_table} everyone writes down a demand"
    barked = s.phase == CROWN_CHOICE and is_scared_away(s)
    yield barked, "MON-12.2", "Monty barks: put the crown on a spot"
    hopping = s.phase == PUSH_CHOICE and s.pushed == seat
    yield hopping, "MON-14.2", "say in which direction you hop"
    yield rounds and s.matter == ORDER, "MON-6.3", "offer who goes first, or pass"
    answering = s.phase == ANSWER and kind in ("offer", "order", "pass")
    yield answering, "MON-5.7", "answer the offer that lies there first"


_WHY: dict[str, Callable[[Monty, int, int], Refusal]] = {
    "start": why_no_start,
    "commit": why_no_commit,
    "offer": why_no_offer,
    "order": why_no_order,
    "demand": why_no_demand,
    "gate": why_no_gate,
    "gate_tile": why_no_gate,
    "step": why_no_step,
    "explore": why_no_exploration,
    "push": why_no_push,
    "crown": why_no_crown,
    "crown_tile": why_no_crown,
    "shortcut": why_no_shortcut,
}
