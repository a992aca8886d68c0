"""What is asked of a seat: the question in words, or what it waits for.

Nothing here depends on what others have under seal: whoever waits is told the same in any case.
"""

from __future__ import annotations

from typing import Any

from dogpark.games.monty import FACTS
from dogpark.games.monty.actions import TABLE
from dogpark.games.monty.choices import FEW, described
from dogpark.games.monty.gates import tied_in_front
from dogpark.games.monty.offers import answers_awaited, offered_words, sealed_words, talks_words
from dogpark.games.monty.rules import legal, stage
from dogpark.games.monty.state import (
    ANSWER,
    COMMIT,
    CROWN_CHOICE,
    DEAD_END,
    DEMAND,
    DRAW,
    EXPLORE_CHOICE,
    FACE,
    GATE_CHOICE,
    GRID_FREE,
    LAY_START,
    LOOP,
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
from dogpark.games.monty.words import (
    SIDES,
    counted,
    in_mask,
    kind_words,
    listed,
    named,
    seat_name,
    tile_words,
    whose,
)


def legal_codes(s: Monty, seat: int) -> list[int]:
    codes = [0] * FACTS.max_legal
    return codes[: legal(s, seat, codes)]


def prompt(s: Monty, seat: int) -> dict[str, Any]:
    codes = legal_codes(s, seat)
    return {
        "seat": seat,
        "stage": FACTS.stages[stage(s, seat)],
        "ask": _ask(s, seat) if codes else _wait(s, seat),
        "choices": [_choice(s, seat, code) for code in codes],
    }


def _choice(s: Monty, seat: int, code: int) -> dict[str, Any]:
    action = TABLE.action(code)
    words, effect = described(s, seat, code)
    return {"action": action.to_dict(), "text": str(action), "words": words, "effect": effect}


# -- waiting --------------------------------------------------------------------------------------


def _wait(s: Monty, seat: int) -> str:
    """What is waited for; nothing here depends on what others have under seal."""
    if s.phase == DRAW:
        return f"{seat_name(s.explorer)} draws a card"
    if s.phase in _NOBODY:
        return _NOBODY[s.phase]
    if s.phase == EXPLORE_CHOICE and s.turn_seat != s.explorer:  # MON-19.22
        return f"Wait for {seat_name(s.turn_seat)}, who picks a card for {whose(s.explorer, seat)}"
    if s.turn_seat != NONE:
        return f"Wait for {seat_name(s.turn_seat)}, who {_DOES[s.phase]}"
    own = sealed_words(s, seat)
    if own is None:  # only some are asked, and this seat is not among them
        if s.phase == ANSWER:
            return f"Wait for {answers_awaited(s, seat)}"
        return f"Wait: {talks_words(s)}"
    chosen, until = _SEALED[s.phase]
    if s.phase == TALK and own == "silent":
        chosen = "You stay"
    return f"{chosen} {own}; wait until all have {until}"


_NOBODY = {
    OVER: "The match is over",
    PLACER_LOT: "The lot decides who lays Start",
    FACE: "A corner pile is turned up",
}
_SEALED = {
    SPECIES: ("You are a", "chosen"),
    TALK: ("You say", "spoken"),
    COMMIT: ("You put down the", "chosen"),
    ANSWER: ("You say", "answered"),
    DEMAND: ("You want", "written"),
}
_DOES = {
    LAY_START: "lays Start",
    OFFER: "may make an offer",
    SEND_ORDER: "says who goes back first",
    GATE_CHOICE: "picks a gate to go back to",
    STEP_CHOICE: "picks the way",
    EXPLORE_CHOICE: "explores",
    ORIENT_CHOICE: "lays the card",
    PUSH_CHOICE: "says which way to push",
    CROWN_CHOICE: "puts the crown somewhere",
}


# -- asking ---------------------------------------------------------------------------------------


def _ask(s: Monty, seat: int) -> str:
    return _ASK[s.phase](s, seat)


def _ask_species(_s: Monty, _seat: int) -> str:
    return "Will you race as a cat or as a squirrel?"


def _ask_commit(_s: Monty, _seat: int) -> str:
    return "Put down a movement card; nobody sees it until all have chosen"


def _ask_start(s: Monty, _seat: int) -> str:
    ask = "you lay Start, anywhere on the table"
    if s.rule_geometry == GRID_FREE:  # MON-19.4: nothing but its direction is chosen
        ask = "in which direction do you lay Start?"
    return f"Race {s.race}: {ask}" if s.race > 1 else f"{ask[0].upper()}{ask[1:]}"


def _ask_talk(s: Monty, _seat: int) -> str:
    again = f", {s.talk + 1} of {s.rule_talk_rounds}" if s.rule_talk_rounds > 1 else ""
    return f"Round {s.round}: which number do you say you will play{again}? It need not be true"


def _ask_offer(s: Monty, seat: int) -> str:
    turns = s.rule_offers_per_player * len(in_mask(s.talkers))
    turn = f"turn {s.turns + 1} of {turns}"
    others = named([other for other in in_mask(s.talkers) if other != seat])
    if s.matter == ORDER:
        return f"You and {others} are level: offer who goes first, or pass ({turn})"
    ask = f"You share {s.number} spaces with {others}: make an offer or pass ({turn})"
    if len(in_mask(s.talkers)) > FEW:
        ask += f"; spaces for {listed([whose(other, seat) for other in in_mask(s.talkers)])}"
    return ask


def _ask_answer(s: Monty, seat: int) -> str:
    offer = offered_words(s, s.offer, seat)
    what = "who goes first: " if s.matter == ORDER else ""
    return f"{seat_name(s.proposer)} offers {what}{offer}. Do you agree?"


def _ask_demand(s: Monty, seat: int) -> str:
    others = named([other for other in in_mask(s.talkers) if other != seat])
    if s.matter == ORDER:
        return f"Write down who goes first; {others} must write the same"
    return f"Write down your part of {s.number} spaces; with {others} it must come out exactly"


def _ask_send_order(s: Monty, seat: int) -> str:
    pawns = [whose(other, seat) for other in s.sent[: tied_in_front(s)]]
    return f"In which order do {listed(pawns)} go back?"


def _ask_gate(s: Monty, _seat: int) -> str:
    return "The talks failed: which gate do you go back to?"


def _ask_step(s: Monty, _seat: int) -> str:
    if s.left == 0:
        return "You bounce: which way?"
    return f"{counted(s.left, 'space')} left: which way?"


def _ask_explore(s: Monty, seat: int) -> str:
    if s.explorer != seat:
        return f"You pushed {seat_name(s.explorer)} into the unknown: which card lies there?"
    if s.way != NONE:
        return f"You come off {SIDES[s.way]}, where nobody has been: which card lies there?"
    if s.left == 0:
        return "You bounce into the unknown: where to, and onto which card?"
    return f"{counted(s.left, 'space')} left, and here the known world ends: explore"


def _ask_orient(s: Monty, _seat: int) -> str:
    return f"You drew {kind_words(s.card)}: how does it lie?"


def _ask_push(s: Monty, seat: int) -> str:
    where = tile_words(s, s.at[seat])
    if s.pushed == seat:
        return f"There is no room on {where}: which way do you hop?"
    return f"You want {where} for yourself: which way do you push {seat_name(s.pushed)}?"


def _ask_crown(s: Monty, _seat: int) -> str:
    if is_scared_away(s):
        why = "Monty barks, and the race runs another way"
    elif s.came_to == LOOP:
        why = "The path has closed a loop"
    elif s.came_to == DEAD_END:
        why = "This is a dead end"
    else:  # a pushed pawn has taken the last free edge of the crown card
        why = "There is nothing left to explore here"
    return f"{why}: where does the crown go?"


_ASK = {
    SPECIES: _ask_species,
    LAY_START: _ask_start,
    TALK: _ask_talk,
    COMMIT: _ask_commit,
    OFFER: _ask_offer,
    ANSWER: _ask_answer,
    DEMAND: _ask_demand,
    SEND_ORDER: _ask_send_order,
    GATE_CHOICE: _ask_gate,
    STEP_CHOICE: _ask_step,
    EXPLORE_CHOICE: _ask_explore,
    ORIENT_CHOICE: _ask_orient,
    PUSH_CHOICE: _ask_push,
    CROWN_CHOICE: _ask_crown,
}
