"""What a seat is asked, and what each choice would do here."""

from __future__ import annotations

from typing import Any

from dogpark.games.dog import FACTS
from dogpark.games.dog.actions import (
    CARDS,
    FOLD,
    GIVE,
    LAND,
    PLAY,
    PLAYS,
    STEP,
    TABLE,
    TARGET,
)
from dogpark.games.dog.board import controlled_by, partner_of
from dogpark.games.dog.effects import (
    compare,
    effect_of,
    hit_words,
    landings,
    legal_codes,
    move_words,
    peg_words,
    played,
    short_words,
)
from dogpark.games.dog.rules import stage
from dogpark.games.dog.state import (
    DEALER_DRAW,
    DEALING,
    EXCHANGE,
    NONE,
    OVER,
    PEG_CHOICE,
    SEVEN_STEPS,
    TARGET_CHOICE,
    TURN,
    Dog,
)
from dogpark.games.dog.words import card_words, counted, listed, place_name, play_words, seat_name


def prompt(s: Dog, seat: int) -> dict[str, Any]:
    codes = legal_codes(s, seat)
    return {
        "seat": seat,
        "stage": FACTS.stages[stage(s, seat)],
        "ask": _ask(s, seat, codes) if codes else _wait(s, seat),
        "choices": [_choice(s, seat, code) for code in codes],
    }


# -- the question ---------------------------------------------------------------------------------


def _wait(s: Dog, seat: int) -> str:
    """What is waited for; nothing here depends on what is hidden."""
    if s.phase == OVER:
        return "The game is over"
    if s.phase == DEALER_DRAW:
        return "The first dealer is drawn"
    if s.phase == DEALING:
        return "The cards are dealt"
    if s.phase == EXCHANGE:
        if s.gift[seat] == NONE:
            return "Wait until the others have exchanged cards"
        return f"You give {card_words(s.gift[seat])}; wait until all have picked"
    if s.play == NONE:
        return f"Wait for {seat_name(s.turn)} to play a card"
    left = f" ({counted(s.left, 'step')} left)" if s.phase == SEVEN_STEPS else ""
    return f"Wait for {seat_name(s.turn)}, who plays {play_words(s.play)}{left}"


def _ask(s: Dog, seat: int, codes: list[int]) -> str:
    if s.phase == EXCHANGE:
        return f"Pick a card for your partner {seat_name(partner_of(s, seat))}"
    if codes == [FOLD]:
        return "Nothing is possible: lay your cards down"
    if s.phase == TURN:
        mover = controlled_by(s, seat)
        helps = "" if mover == seat else f" for {seat_name(mover)}, whose pegs you move now"
        return f"Play a card{helps}"
    whose = "your" if s.mover == seat else f"{seat_name(s.mover)}'s"
    if s.phase == SEVEN_STEPS:
        return f"{counted(s.left, 'step')} left: step with one of {whose} pegs"
    if s.phase == PEG_CHOICE:
        return f"You play {play_words(s.play)}: choose one of {whose} pegs"
    standing = f"{peg_words(s.mover, s.peg, seat)} on {place_name(s, s.mover, s.peg)}"
    if s.phase == TARGET_CHOICE:
        return f"Swap {standing} with whom?"
    return f"Where does {standing} go?"


# -- the choices ----------------------------------------------------------------------------------


def _choice(s: Dog, seat: int, code: int) -> dict[str, Any]:
    action = TABLE.action(code)
    words, effect = _describe(s, seat, code)
    return {"action": action.to_dict(), "text": str(action), "words": words, "effect": effect}


def _describe(s: Dog, seat: int, code: int) -> tuple[str, dict[str, Any]]:
    """What this choice would do here, in words and as data."""
    if code < PLAY:
        partner = partner_of(s, seat)
        words = f"give {seat_name(partner)} {card_words(code - GIVE)}"
        return words, {"card": CARDS[code - GIVE], "to": partner}
    if code == FOLD:
        cards = counted(s.cards[seat], "card")
        return f"fold: lay down {cards} and wait for the next deal", {"cards": s.cards[seat]}
    if s.phase == TURN:
        return _describe_play(s, seat, code)
    if s.phase == PEG_CHOICE:
        return _describe_peg(s, seat, code)
    effect = effect_of(s, seat, code)
    if code == LAND:
        words = f"end this part of the seven here{hit_words(effect, seat)}"
    elif code >= STEP:
        words = _step_words(s, seat, code)
    elif code >= TARGET:
        words = _swap_words(s, seat, code)
    else:
        words = move_words(effect, seat)
    return words, effect.to_dict()


def _describe_play(s: Dog, seat: int, code: int) -> tuple[str, dict[str, Any]]:
    laid = played(s, seat, code)
    told = play_words(code - PLAY)
    use = PLAYS[code - PLAY][1]
    if use == "start":
        effect = compare(s, laid)
        peg = effect.moves[0]
        words = f"{peg_words(peg.seat, peg.peg, seat)} on {peg.end}{hit_words(effect, seat)}"
        return f"{told}: {words}", {"options": [effect.to_dict()]}
    if use == "null":
        return f"{told}: nothing moves", {"options": []}
    if use == "split":
        whose = "your" if laid.mover == seat else f"{seat_name(laid.mover)}'s"
        return f"{told}: seven steps shared among {whose} pegs", {"options": [], "steps": laid.left}
    if use == "swap":
        pegs = [TABLE.action(peg)["peg"] for peg in legal_codes(laid, seat)]
        places = [place_name(s, laid.mover, int(peg)) for peg in pegs]
        whose = "" if laid.mover == seat else f"{seat_name(laid.mover)}'s "
        words = f"{told}: swap {whose}{listed(places, 'or')} with another"
        return words, {"options": [], "seat": laid.mover, "pegs": pegs}
    options = landings(laid, seat)
    whose = "" if laid.mover == seat else f"{seat_name(laid.mover)}'s "
    words = "; ".join(short_words(effect, seat) for effect in options)
    return f"{told}: {whose}{words}", {"options": [effect.to_dict() for effect in options]}


def _describe_peg(s: Dog, seat: int, code: int) -> tuple[str, dict[str, Any]]:
    chosen = played(s, seat, code)
    mine = f"{peg_words(s.mover, chosen.peg, seat)} on {place_name(s, s.mover, chosen.peg)}"
    if chosen.phase == TARGET_CHOICE:
        data = {"options": [], "seat": s.mover, "pegs": [chosen.peg]}
        return f"swap {mine}", data
    options = landings(chosen, seat)
    ends = [f"{effect.moves[0].end}{hit_words(effect, seat)}" for effect in options]
    data = {"options": [effect.to_dict() for effect in options]}
    return f"{mine}: to {'; or to '.join(ends)}", data


def _step_words(s: Dog, seat: int, code: int) -> str:
    after = played(s, seat, code)
    peg = (code - STEP) // 2
    effect = compare(s, after)
    move = next(m for m in effect.moves if (m.seat, m.peg) == (s.mover, peg))
    where = f"into the finish, {move.end}" if move.enters else f"to {move.end}"
    left = s.left - 1 if after.play != NONE else 0
    tail = f"{left} left" if left else "the last"
    hits = hit_words(effect, seat)
    return f"step {peg_words(s.mover, peg, seat)} {where} ({tail}){hits}"


def _swap_words(s: Dog, seat: int, code: int) -> str:
    action = TABLE.action(code)
    other, target = int(action["seat"]), int(action["peg"])
    mine = f"{peg_words(s.mover, s.peg, seat)} on {place_name(s, s.mover, s.peg)}"
    theirs = f"your own peg {target}" if other == seat else seat_name(other)
    return f"swap {mine} with {theirs} on {place_name(s, other, target)}"
