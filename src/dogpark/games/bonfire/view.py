"""What everybody sees (nothing is hidden), what a seat is asked, and what each choice would do."""

from __future__ import annotations

from typing import Any

from dogpark.games.bonfire import FACTS
from dogpark.games.bonfire.actions import (
    COLOUR_NAMES,
    DEFEND,
    DICE,
    FACES,
    ROLL,
    TABLE,
)
from dogpark.games.bonfire.rules import (
    ALL_CHARCOAL,
    ALL_DIFFERENT,
    ALL_FIRE,
    ALL_MEAT,
    active,
    apply,
    chance,
    legal,
    stage,
)
from dogpark.games.bonfire.scoring import REVIVED, result, sets_of
from dogpark.games.bonfire.state import (
    DRAW,
    MEAT,
    OVER,
    ROLLING,
    Bonfire,
)
from dogpark.games.bonfire.telling import counted, events, listed, named

__all__ = ["events", "prompt", "view"]

PHASES = ("draw", "turn", "rolling", "take", "steal", "defend", "over")
INCIDENTS = {
    ALL_MEAT: "feed",
    ALL_CHARCOAL: "assault",
    ALL_FIRE: "fire_fest",
    ALL_DIFFERENT: "theft",
}


def asked_seat(s: Bonfire) -> int | None:
    """The one seat that has to choose, if any."""
    for seat in range(s.players):
        if active(s) == 1 << seat:
            return seat
    return None


def view(s: Bonfire, seat: int | None) -> dict[str, Any]:
    """BON-1.6: everything lies open, so all seats and spectators see the same."""
    return {**common(s), **own(s, seat)}


def own(_: Bonfire, seat: int | None) -> dict[str, Any]:
    """Nothing is hidden; only who one is differs."""
    return {"you": seat}


def common(s: Bonfire) -> dict[str, Any]:
    """What everybody sees."""
    over = s.phase == OVER
    seen: dict[str, Any] = {
        "game": FACTS.name,
        "phase": PHASES[s.phase],
        "round": s.round,
        "rounds": s.rule_rounds,
        "turns": s.turns,
        "max_turns": s.rule_max_turns,
        "turn": None if over or s.phase == DRAW else s.turn,
        "asked": asked_seat(s),
        "dice": {"seat": s.roller, "faces": [*FACES[s.roll]]} if s.roll >= 0 else None,
        "die_faces": named(s.rule_die_faces),
        "bonfire": named(s.bonfire),
        "pack": s.pack,
        "players": [_player(s, other) for other in range(s.players)],
        "result": None,
    }
    if over:
        places, points = [0] * s.players, [0] * s.players
        result(s, places, points)
        seen["result"] = {"places": places, "points": points}
    return seen


def _player(s: Bonfire, seat: int) -> dict[str, Any]:
    falls = s.falls[seat]
    return {
        "seat": seat,
        "sticks": named(s.held[seat]),
        "dogs": s.dogs[seat],
        "villagers": s.villagers[seat],
        "lives": len(REVIVED) - 1 - falls,  # how often all may faint until the knock-out
        "stand_up_next": REVIVED[falls + 1] if falls + 1 < len(REVIVED) else 0,
        "knocked_out": s.out[seat] > 0,
        "knocked_out_order": s.out[seat] or None,
    }


# -- what is asked --------------------------------------------------------------------------------


def prompt(s: Bonfire, seat: int) -> dict[str, Any]:
    codes = [0] * FACTS.max_legal
    count = legal(s, seat, codes)
    return {
        "seat": seat,
        "stage": FACTS.stages[stage(s, seat)],
        "ask": _ask(s, seat),
        "choices": [_choice(s, seat, code) for code in codes[:count]],
    }


def _ask(s: Bonfire, seat: int) -> str:
    asked = asked_seat(s)
    if s.phase == OVER:
        return "The game is over"
    if s.out[seat]:
        return "You are knocked out"
    if asked is None:
        return "The first player is drawn" if s.phase == DRAW else "The dice are rolling"
    if asked != seat:
        return f"Wait for seat {asked}"
    if PHASES[s.phase] == "turn":
        return "Roll the dice or exchange a stick"
    if PHASES[s.phase] == "take":
        return f"You rolled {listed(list(FACES[s.roll]))}: take sticks"
    if PHASES[s.phase] == "steal":
        return "Steal one stick from another player"
    dogs, most = s.held[seat][MEAT], s.villagers[seat]
    return (
        f"{counted(dogs, 'dog')} at {counted(most, 'villager')}: a pair of meat or a set of fire "
        f"and charcoal fends off one (you can make {counted(dogs // 2, 'pair')} "
        f"and {counted(sets_of(s, seat), 'set')})"
    )


def _choice(s: Bonfire, seat: int, code: int) -> dict[str, Any]:
    action = TABLE.action(code)
    words, effect = _roll_preview(s) if code == ROLL else _preview(s, seat, code)
    return {
        "action": action.to_dict(),
        "text": str(action),
        "words": words,
        "effect": effect,
    }


def _roll_preview(s: Bonfire) -> tuple[str, dict[str, Any]]:
    """The odds of a single roll, in whole numbers."""
    rolling = s.copy()
    rolling.phase = ROLLING
    codes, weights = [0] * FACTS.max_outcomes, [0] * FACTS.max_outcomes
    count = chance(rolling, codes, weights)
    odds = dict.fromkeys(("sticks", "theft", "feed", "assault", "fire_fest"), 0)
    for code, weight in zip(codes[:count], weights[:count], strict=True):
        odds[INCIDENTS.get(code - DICE, "sticks")] += weight
    return "roll the dice", {"odds": odds, "of": sum(weights[:count])}


def _preview(s: Bonfire, seat: int, code: int) -> tuple[str, dict[str, Any]]:
    """Plays the choice on a copy and tells what came of it."""
    after = s.copy()
    apply(after, seat, code)
    told = events(s, seat, code, after)
    by = [event.data["end"] for event in told if event.key == "round_end"]
    touched = [seat] if code >= DEFEND else range(s.players)
    effect = {
        "round_ends": by[0] if by else None,
        "game_ends": after.phase == OVER,
        "players": [
            change for other in touched if (change := _change(s, other, after, sticks=not by))
        ],
    }
    kept = [
        # The choice itself says how many dogs it fends off: the harm is what is left to say.
        event.words.partition(": ")[2]
        if code >= DEFEND and event.key == "assaulted"
        else event.words
        for event in told
        if event.key not in ("turn", "again", "sticks_home", "round")
        and (code < DEFEND or event.data.get("seat", seat) == seat)
    ]
    return "; ".join(_to_you(words, seat) for words in kept), effect


def _to_you(words: str, seat: int) -> str:
    """Speaks to the seat that chooses: ``Seat 1 takes 2 meat`` is ``take 2 meat`` to seat 1."""
    mine = f"Seat {seat} "
    if not words.startswith(mine):
        return words[0].lower() + words[1:]
    rest = words.removeprefix(mine)
    for verb, imperative in _YOUR.items():
        if rest.startswith(verb):
            rest = imperative + rest.removeprefix(verb)
            for theirs, yours in _YOURS:
                rest = rest.replace(theirs, yours)
            return rest
    return words


_YOUR = {
    "takes ": "take ",
    "exchanges ": "exchange ",
    "steals ": "steal ",
    "uses ": "use ",
    "fends off no dog": "fend off no dog",
    "feeds ": "you feed ",
    "faces ": "you face ",
    "loses ": "you lose ",
    "is knocked out": "you are knocked out",
}
_YOURS = ((" and tames ", " and tame "), (" and fends off ", " and fend off "), (" its ", " your "))


def _change(s: Bonfire, seat: int, after: Bonfire, *, sticks: bool) -> dict[str, Any] | None:
    """What a choice changes for one seat; sticks are left out where all go back anyway."""
    change: dict[str, Any] = {
        "dogs": after.dogs[seat] - s.dogs[seat],
        "villagers": after.villagers[seat] - s.villagers[seat],
        "falls": after.falls[seat] - s.falls[seat],
        "knocked_out": after.out[seat] > s.out[seat],
        "sticks": {
            colour: after.held[seat][index] - s.held[seat][index]
            for index, colour in enumerate(COLOUR_NAMES)
            if sticks and after.held[seat][index] != s.held[seat][index]
        },
    }
    if not any(change.values()):
        return None
    return {"seat": seat, **change}
