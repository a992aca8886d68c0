"""What each seat may see, and what is asked of it. Allow-list: built up, never stripped down.

Everybody sees the clock, which spots hold a bone, what lies face-up, how many bones every dog has, and
all loot. A seat also sees its own bones and is reminded of those it has looked at (PILE-7.5), unless
the house wants no reminders (PILE-9.8).
"""

from __future__ import annotations

from typing import Any

from dogpark.games.dogpile import FACTS
from dogpark.games.dogpile.actions import BURY, DIG, KEEP, LAY, PAWS, PUT, SNIFF, SPOTS, TABLE
from dogpark.games.dogpile.knowledge import known_face, shuffled
from dogpark.games.dogpile.rules import COUNTDOWN_MS, asked, left_of, legal, result, stage
from dogpark.games.dogpile.scoring import is_blackjaw, total_of
from dogpark.games.dogpile.state import (
    COUNTDOWN,
    DIGGING,
    LAYING,
    LIFTED,
    NONE,
    ON,
    OVER,
    READYING,
    ROUNDS,
    SNIFFING,
    Dogpile,
)
from dogpark.games.dogpile.telling import events
from dogpark.games.dogpile.words import (
    ORDINALS,
    boneathons,
    counted,
    face_name,
    faces_listed,
    known_name,
    spot_number,
    the_bone,
)

__all__ = ["events", "prompt", "view"]

PHASES = ("ready", "countdown", "dig", "sniff", "lay", "over")

# -- what is seen ---------------------------------------------------------------------------------


def shown_face(s: Dogpile, bone: int, seat: int | None, *, open_now: bool) -> int:
    """A face this seat is shown: what lies open to it, and what it is reminded of (PILE-9.8)."""
    if s.rule_no_memory_aid == ON and not open_now:
        return NONE
    return known_face(s, bone, seat)


def face_at(s: Dogpile, spot: int, seat: int | None) -> int:
    return shown_face(s, s.spot[spot], seat, open_now=s.up[spot] == 1)


def view(s: Dogpile, seat: int | None) -> dict[str, Any]:
    """Part 7 of the rules: all that this seat may know; None is a spectator."""
    return {**common(s), **own(s, seat)}


def own(s: Dogpile, seat: int | None) -> dict[str, Any]:
    """What this seat has seen of the bones."""
    return {
        "you": seat,
        "pile": [_spot(s, spot, seat) for spot in range(SPOTS)],
        "shuffled": _shuffled(s, seat),
        "players": [_player(s, other, seat) for other in range(s.players)],
        "sniff": _sniff(s, seat),
    }


def common(s: Dogpile) -> dict[str, Any]:
    """What everybody sees alike."""
    over = s.phase == OVER
    seen: dict[str, Any] = {
        "game": FACTS.name,
        "phase": PHASES[s.phase],
        "round": s.round + 1,
        "rounds": ROUNDS,
        "clock": {
            "now": s.now,
            "ends": None if over else s.limit,
            "round_seconds": list(s.rule_round_seconds),
            "countdown_ms": COUNTDOWN_MS,
            "first": s.first if s.phase == DIGGING else None,  # for ties of machines (PILE-8.1)
        },
        "action_ms": dict(zip(("dig", "keep", "put", "bury"), s.rule_action_ms, strict=True)),
        "result": None,
    }
    if over:
        places, points = [0] * s.players, [0] * s.players
        result(s, places, points)
        seen["result"] = {
            "places": places,
            "points": points,
            "blackjaws": [other for other in range(s.players) if is_blackjaw(s, other)],
        }
    return seen


def _spot(s: Dogpile, spot: int, seat: int | None) -> dict[str, Any] | None:
    """An empty spot is None; else how its bone lies, and what it is if this seat knows."""
    if s.spot[spot] == NONE:
        return None
    return {"up": s.up[spot] == 1, "bone": known_name(face_at(s, spot, seat))}


def _shuffled(s: Dogpile, seat: int | None) -> list[dict[str, Any]]:
    """PILE-5.4: bones that lie on these spots, or some of them elsewhere; nobody knows which."""
    if s.rule_no_memory_aid == ON:
        return []
    return [
        {
            "spots": [spot_number(spot) for spot in group.spots],
            "away": group.away,
            "bones": [face_name(face) for face in group.faces],
        }
        for group in shuffled(s, seat)
    ]


def _player(s: Dogpile, seat: int, viewer: int | None) -> dict[str, Any]:
    """Everybody sees how many bones a dog has, but not which (PILE-7.4)."""
    mine = seat == viewer
    dug = s.loose[seat]
    dug_open = mine or s.rule_public_dig == ON  # PILE-9.5
    return {
        "seat": seat,
        "paws_up": s.phase == READYING and bool(s.paws_up >> seat & 1),
        "paws": [
            known_name(shown_face(s, bone, viewer, open_now=mine))
            for bone in s.paw[seat][: s.held[seat]]
        ],
        "dug": None
        if dug == NONE
        else {"bone": known_name(shown_face(s, dug, viewer, open_now=dug_open))},
        "ready_at": s.ready_at[seat],
        "loot": [_loot(s, seat, number) for number in range(ROUNDS)],
        "points": s.points[seat][: _rounds_over(s)],
        "boneathons": boneathons(s, seat),
        "total": total_of(s, seat),
    }


def _rounds_over(s: Dogpile) -> int:
    return s.round + 1 if s.phase in (SNIFFING, LAYING, OVER) else s.round


def _loot(s: Dogpile, seat: int, number: int) -> list[str]:
    faces = s.loot[seat][PAWS * number : PAWS * (number + 1)]
    return [face_name(face) for face in faces if face != NONE]


def _sniff(s: Dogpile, seat: int | None) -> dict[str, Any] | None:
    """Who sniffs, who lays back, and how far they are; the sniffer sees its bones until they lie."""
    if s.sniffer == NONE:
        return None
    holds = seat == s.sniffer
    return {
        "sniffer": s.sniffer,
        "layer": left_of(s, s.sniffer),
        "lifted": [
            known_name(shown_face(s, bone, seat, open_now=holds)) for bone in s.picked[: s.picks]
        ],
        "laid": s.laid,
        "next": [other for other in range(s.players) if s.sniffers >> other & 1],
    }


# -- what is asked --------------------------------------------------------------------------------


def prompt(s: Dogpile, seat: int) -> dict[str, Any]:
    codes = [0] * FACTS.max_legal
    count = legal(s, seat, codes)
    return {
        "seat": seat,
        "stage": FACTS.stages[stage(s, seat)],
        "ask": _ask(s, seat) if count else _wait(s, seat),
        "choices": [_choice(s, seat, code) for code in codes[:count]],
    }


def _wait(s: Dogpile, seat: int) -> str:
    if s.phase == OVER:
        return "The game is over"
    if s.looked != NONE:
        return "A bone is being turned over"
    if s.phase == COUNTDOWN:  # PILE-2.3
        return "Keep your paws off the pile until the countdown is over"
    if s.now >= s.limit:
        return "Your time is up"
    if s.phase == READYING:
        return "Your paws are up already; wait for the others"
    if s.phase == DIGGING:
        return "You are busy until the time is up"
    doing = "sniffs at the pile" if s.phase == SNIFFING else "lays the bones back"
    return f"You have to wait for seat {asked(s)}, who {doing}"


def _ask(s: Dogpile, seat: int) -> str:
    if s.phase == READYING:
        seconds = s.rule_round_seconds[s.round]
        return f"Paws up for the {ORDINALS[s.round]} round: {counted(seconds, 'second')}"
    if s.phase == SNIFFING:
        if s.picks == 0:
            return "You may sniff at three bones of the pile, or at none"
        names = faces_listed(known_face(s, bone, seat) for bone in s.picked[: s.picks])
        return f"You smell {names}; sniff at {LIFTED - s.picks} more"
    if s.phase == LAYING:
        left = LIFTED - s.laid
        return f"Lay {counted(left, 'bone')} back face-down: choose an empty spot"
    faces = [known_face(s, bone, seat) for bone in s.paw[seat][: s.held[seat]]]
    paws = f"{faces_listed(faces)} in your paws" if faces else "empty paws"
    if s.loose[seat] != NONE:
        return f"You dug up {the_bone(known_face(s, s.loose[seat], seat))}, with {paws}: settle it"
    if s.held[seat] == PAWS:
        return f"You have {paws}: bury one to dig on, or leave it at that"
    return f"You have {paws}: dig"


def _choice(s: Dogpile, seat: int, code: int) -> dict[str, Any]:
    action = TABLE.action(code)
    return {"action": action.to_dict(), "text": str(action), "words": _words(s, seat, code)}


def _words(s: Dogpile, seat: int, code: int) -> str:
    """What this choice would do here; it tells of the pile no more than the view does."""
    action = TABLE.action(code)
    spot = action.fields.get("spot")
    if code == KEEP:
        bone = the_bone(known_face(s, s.loose[seat], seat))
        return f"keep {bone}, your {ORDINALS[s.held[seat]]} bone"
    if PUT <= code < BURY:
        bone = the_bone(known_face(s, s.loose[seat], seat))
        return f"put {bone} face-{action['side']} on spot {spot}"
    if action.kind == "bury":
        bone = the_bone(known_face(s, s.paw[seat][int(action["paw"]) - 1], seat))
        return f"bury {bone} face-{action['side']} on spot {spot}"
    if action.kind in ("dig", "sniff"):
        base = DIG if action.kind == "dig" else SNIFF
        face = face_at(s, code - base, seat)
        hint = "" if face == NONE else f": {face_name(face)}"
        return f"{action.kind}{' at' if action.kind == 'sniff' else ''} spot {spot}{hint}"
    if code >= LAY:
        return f"lay one on spot {spot}"
    return action.words
